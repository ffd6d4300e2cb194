import { Document } from "../components/document.tsx";
import { InlinePicture } from "../components/picture.tsx";
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
          <p className="gift-retry">
            <a className="button" href={retryHref}>
              {copy.retry}
            </a>
          </p>
        </div>
        <div className="gift-still gift-still-full" aria-hidden="true">
          <InlinePicture name="gift-still-chart" className="gift-still-chart" />
          <InlinePicture name="gift-box" className="gift-still-box" />
          {reason === "unavailable" ? <InlinePicture name="gift-fog" className="gift-still-fog" /> : null}
        </div>
      </div>
    </Document>
  );
}
