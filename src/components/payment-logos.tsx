import { SITE_COPY } from "../content/site.ts";
import { Picture } from "./picture.tsx";

/** The ways to pay, as one picture whose text names them all. */
export function PaymentLogos() {
  const alt = `${SITE_COPY.paymentMethodsLabel}: ${SITE_COPY.paymentMethods.join(", ")}`;
  return <Picture name="payment-methods" className="payment-logos" alt={alt} />;
}
