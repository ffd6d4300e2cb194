import { PAYMENT_RETURN_COPY } from "../content/payment-return.ts";

/** Where the confirmation of a paid order goes; without the address where that may not stand, or is not known. */
export function ConfirmationLine({ mailTo }: { mailTo: string | undefined }) {
  const { to, unnamed } = PAYMENT_RETURN_COPY.succeeded.confirmation;
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
