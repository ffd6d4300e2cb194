import { PRODUCTS, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { BOTH_COPY } from "./both-courses-copy.ts";

/** One line that leads to the checkout of KVB1 and KVB2 in one order, while that is offered. */
export function BothCall({ pageContext }: { pageContext: PageContext }) {
  const { id, dataEvt } = PRODUCTS.KVB1_KVB2;
  const href = pageContext.links.checkout[id];
  if (href === null) return null;
  const { text, label } = BOTH_COPY.call;
  return (
    <p className="call-line">
      {text}{" "}
      <a href={href} data-evt={dataEvt}>
        {label(formatPrice(priceOf(id, pageContext.flow).priceCents))}
      </a>
    </p>
  );
}
