import { PRODUCTS, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { BOTH_COPY } from "./both-courses-copy.ts";

type BothProps = { pageContext: PageContext };

/** One line that leads to the checkout of KVB1 and KVB2 in one order, while that is offered. */
export function BothCall({ pageContext }: BothProps) {
  const link = bothLink(pageContext, BOTH_COPY.call.label);
  return link === null ? null : <p className="call-line">{link}</p>;
}

/** The same as a button, beside the one for one course. */
export function BothButton({ pageContext }: BothProps) {
  return bothLink(pageContext, BOTH_COPY.call.button, "button button-quiet");
}

export function BothNote({ pageContext, note }: BothProps & { note: string }) {
  const link = bothLink(pageContext, BOTH_COPY.call.short);
  return link === null ? (
    note
  ) : (
    <>
      {note}. {link}
    </>
  );
}

/** A link to the checkout of both, null if they are not offered in one order. `label` gets the price. */
function bothLink({ links, flow }: PageContext, label: (price: string) => string, className?: string) {
  const { id, dataEvt } = PRODUCTS.KVB1_KVB2;
  const href = links.checkout[id];
  return href === null ? null : (
    <a href={href} className={className} data-evt={dataEvt}>
      {label(formatPrice(priceOf(id, flow).priceCents))}
    </a>
  );
}
