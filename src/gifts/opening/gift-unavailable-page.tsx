import type { PageContext } from "../../shared/page-context.ts";
import { Document } from "../../ui/document.tsx";
import { GiftStill } from "../gift-still.tsx";
import { GIFT_COPY } from "./gift-copy.ts";

type GiftUnavailablePageProps = {
  pageContext: PageContext;
  /**
   * `unavailable`: KV is down. `tooMany`: this visitor has asked for too many gifts in a short time. `preparing`: KV
   * does not show it yet. `stopped`: it was stopped.
   */
  reason: "unavailable" | "tooMany" | "preparing" | "stopped";
  /** The address that requests the same gift again. */
  retryHref: string;
};

const GIFT_LOOKS = { unavailable: "fog", tooMany: "full", preparing: "full", stopped: "empty" } as const;

/** The page of a gift that cannot be shown. It does not blame the recipient. */
export function GiftUnavailablePage({ pageContext, reason, retryHref }: GiftUnavailablePageProps) {
  const copy = GIFT_COPY[reason];
  return (
    <Document pageContext={pageContext} meta={copy.meta} index="noindex" socialImage="gift" stylesheet="styles-gift">
      <div className="message wrap">
        <div>
          <h1>{copy.title}</h1>
          <p className="lead">{copy.text}</p>
          {"retry" in copy ? (
            <p className="message-action buttons">
              <a className="button" href={retryHref}>
                {copy.retry}
              </a>
            </p>
          ) : null}
        </div>
        <GiftStill look={GIFT_LOOKS[reason]} />
      </div>
    </Document>
  );
}
