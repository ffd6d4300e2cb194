import { GIFT_DATA_EVT } from "../../shared/gift.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { GIVE_GIFT_COPY } from "./give-gift-copy.ts";

export function GiftCall({ pageContext }: { pageContext: PageContext }) {
  if (!pageContext.sellsGifts) return null;
  return (
    <p className="call-line">
      <a href={withSearch(PATHS.giveGift, pageContext.search)} data-evt={GIFT_DATA_EVT.start}>
        {GIVE_GIFT_COPY.call}
      </a>
    </p>
  );
}
