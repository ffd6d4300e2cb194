import { PAYMENT_RETURN_COPY } from "./payment-return-copy.ts";

export function OrderLink({ orderPath }: { orderPath: string | null }) {
  if (orderPath === null) return null;
  return (
    <p className="tap-links">
      <a href={orderPath}>{PAYMENT_RETURN_COPY.paid.order}</a>
    </p>
  );
}
