import { PAYMENT_RETURN_COPY } from "./payment-return-copy.ts";

/**
 * Names the address of a paid order's confirmation. Without the address if it is not known, or may not be shown here.
 */
export function ConfirmationLine({ mailTo }: { mailTo: string | undefined }) {
  const { to, unnamed } = PAYMENT_RETURN_COPY.paid.confirmation;
  if (mailTo === undefined) return <p className="return-mail">{unnamed}</p>;
  const [before, after] = to.split("{email}", 2);
  return (
    <p className="return-mail">
      {before}
      <b>{mailTo}</b>
      {after}
    </p>
  );
}
