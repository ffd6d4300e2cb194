import { CLIENT } from "./client-manifest.ts";
import { Picture } from "./picture.tsx";
import { SITE_COPY } from "./site-copy.ts";

const ALT = `${SITE_COPY.paymentMethodsLabel}: ${SITE_COPY.paymentMethods.join(", ")}`;

export function PaymentLogos() {
  return <Picture name="payment-methods" className="payment-logos" alt={ALT} />;
}

/** The same picture for a component of the browser, which does not know the drawings. */
export function paymentLogos() {
  const { src, width, height } = CLIENT.pictures["payment-methods"];
  return { src, width, height, alt: ALT };
}
