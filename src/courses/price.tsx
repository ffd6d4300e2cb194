import { type Flow, type ProductId, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import { PRICE_LABELS, PRICING_NOTES } from "./prices-copy.ts";

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
