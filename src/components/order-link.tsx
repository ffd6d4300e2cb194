import { PAYMENT_RETURN_COPY } from "../content/payment-return.ts";

/** From the payment return page to the order's own; nothing when that has no address. */
export function OrderLink({ orderPath }: { orderPath: string | null }) {
  if (orderPath === null) return null;
  return (
    <p className="return-order">
      <a href={orderPath}>{PAYMENT_RETURN_COPY.succeeded.order}</a>
    </p>
  );
}
