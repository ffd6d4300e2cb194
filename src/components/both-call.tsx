import { BOTH_COPY } from "../content/both-courses.ts";
import { PRODUCTS, priceOf } from "../shared/courses.ts";
import type { Frame } from "../shared/frame.ts";
import { formatPrice } from "../shared/money.ts";

/** One line that leads to the checkout of KVB1 and KVB2 in one order, while that is offered. */
export function BothCall({ frame }: { frame: Frame }) {
  const { id, dataEvt } = PRODUCTS.KVB1_KVB2;
  const href = frame.links.checkout[id];
  if (href === null) return null;
  const { text, label } = BOTH_COPY.call;
  return (
    <p className="call-line">
      {text}{" "}
      <a href={href} data-evt={dataEvt}>
        {label(formatPrice(priceOf(id, frame.flow).priceCents))}
      </a>
    </p>
  );
}
