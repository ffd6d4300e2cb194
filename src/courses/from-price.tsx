import { lowestPriceCents } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { OFFER_ID, PRICE_LABELS, PRICING_NOTES } from "./prices-copy.ts";

/** Beside a button to the choice of a course: the lowest price in this flow, and in an offer the normal one with a link to its terms. */
export function FromPrice({ pageContext: { flow, search } }: { pageContext: PageContext }) {
  const { from, perCourse, current, original, about } = PRICE_LABELS;
  const isOffer = flow !== "none";
  return (
    <small className="from-price">
      <b>{`${isOffer ? current : from} ${formatPrice(lowestPriceCents(flow))}`}</b>
      {` ${perCourse} ${PRICING_NOTES.normal}`}
      {isOffer ? (
        <>
          <br />
          {original} <s>{formatPrice(lowestPriceCents("none"))}</s>.{" "}
          <a href={withSearch(PATHS.order, search, OFFER_ID)}>{about}</a>
        </>
      ) : null}
    </small>
  );
}
