import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { Document } from "../../ui/document.tsx";
import { GiftStill } from "../gift-still.tsx";
import { GIVE_GIFT_COPY } from "./give-gift-copy.ts";

export function NoGiftsPage({ pageContext }: { pageContext: PageContext }) {
  const { meta, title, text, courses, hasGift, lookup } = GIVE_GIFT_COPY.notSold;
  return (
    <Document
      pageContext={pageContext}
      meta={meta}
      index="noindex"
      socialImage="give"
      stylesheet="styles-gift"
      crumb={GIVE_GIFT_COPY.crumb}
    >
      <div className="message wrap">
        <div>
          <h1>{title}</h1>
          <p className="lead">{text}</p>
          <p className="message-action buttons">
            <a className="button" href={withSearch(PATHS.order, pageContext.search)}>
              {courses}
            </a>
          </p>
          <p>
            {hasGift} <a href={withSearch(PATHS.giftLookup, pageContext.search)}>{lookup}</a>
          </p>
        </div>
        <GiftStill look="fog" />
      </div>
    </Document>
  );
}
