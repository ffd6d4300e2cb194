import { type Flow, lowestPriceCents, type ProductId, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { OFFER_ID, PRICE_LABELS, PRICING_NOTES } from "./prices-copy.ts";

/** A product's price in a flow, with the struck normal price and the price note that belong to it. */
export function Price({ productId, flow }: { productId: ProductId; flow: Flow }) {
  const { priceCents, originalPriceCents } = priceOf(productId, flow);
  if (originalPriceCents === undefined) {
    return (
      <p className="price">
        <b>{formatPrice(priceCents)}</b> <span className="price-note note">{PRICING_NOTES.normal}</span>
      </p>
    );
  }
  return (
    <p className="price">
      <span className="visually-hidden">{PRICE_LABELS.current} </span>
      <b>{formatPrice(priceCents)}</b>{" "}
      <span className="price-was">
        {PRICE_LABELS.original} <s>{formatPrice(originalPriceCents)}</s>
      </span>{" "}
      <span className="price-note note">{PRICING_NOTES.offer}</span>
    </p>
  );
}

/** Beside a button to the choice of a course: the lowest price in this flow, and in an offer the normal one with a link to its terms. */
export function FromPrice({ pageContext: { flow, search } }: { pageContext: PageContext }) {
  const { from, perCourse, current, original, about } = PRICE_LABELS;
  const isOffer = flow !== "none";
  return (
    <small className="from-price">
      <b>{`${isOffer ? current : from} ${formatPrice(lowestPriceCents(flow))}`}</b> {perCourse} {PRICING_NOTES.normal}
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
