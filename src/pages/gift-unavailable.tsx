import { Document } from "../components/document.tsx";
import { GiftStill } from "../components/gift-still.tsx";
import { GIFT_COPY } from "../content/gift.ts";
import type { Frame } from "../shared/frame.ts";

type GiftUnavailablePageProps = {
  frame: Frame;
  /** `unavailable`: KV is away. `too-many`: this visitor has asked for too many gifts in a short time. */
  reason: "unavailable" | "too-many";
  /** The same gift again. */
  retryHref: string;
};

/** The gift cannot be fetched right now; it says so without taking the gift away. */
export function GiftUnavailablePage({ frame, reason, retryHref }: GiftUnavailablePageProps) {
  const copy = reason === "unavailable" ? GIFT_COPY.unavailable : GIFT_COPY.tooMany;
  return (
    <Document
      frame={frame}
      title={copy.meta.title}
      description={copy.meta.description}
      index="noindex"
      socialImage="gift"
      stylesheet="styles-gift"
    >
      <div className="message wrap">
        <div>
          <h1>{copy.title}</h1>
          <p className="lead">{copy.text}</p>
          <p className="message-action">
            <a className="button" href={retryHref}>
              {copy.retry}
            </a>
          </p>
        </div>
        <GiftStill look={reason === "unavailable" ? "fog" : "full"} />
      </div>
    </Document>
  );
}
