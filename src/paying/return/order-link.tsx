import { PAYMENT_RETURN_COPY } from "./payment-return-copy.ts";

/** A link from the payment return to the order page; nothing if that has no address. */
export function OrderLink({ orderPath }: { orderPath: string | null }) {
  if (orderPath === null) return null;
  return (
    <p className="tap-links">
      <a href={orderPath}>{PAYMENT_RETURN_COPY.paid.order}</a>
    </p>
  );
}
