import { type OtherVisit, type PaymentConfig, spellIdentity } from "../../src/paying/payment-rules.ts";
import { type Opening, openPayment } from "./session.ts";
import { surroundings } from "./surroundings.ts";
import { continueVisit, otherVisits, type Visit } from "./visit.ts";

/** The payment begins before the form is there (begin-payment.ts). */

let begun: { key: string; opening: Promise<Opening> } | undefined;
/** True if the form came first, because the browser had cached everything but this script. */
let isTaken = false;

/** Requests the visit's payment and loads Stripe.js. It reports no failure: the form does, because it has the texts. */
export function begin({ payment }: { payment: PaymentConfig }): void {
  if (isTaken) return;
  const visit = continueVisit(surroundings, spellIdentity(payment.identity), payment.flow);
  begun = { key: visit.key, opening: openPayment(payment, visit, otherVisits(surroundings, visit)) };
}

/**
 * The opening that has begun for this visit, for the first caller; later callers open a payment anew. Never rejects.
 */
export function takeOpening(config: PaymentConfig, visit: Visit, others: readonly OtherVisit[]): Promise<Opening> {
  const opening = begun?.key === visit.key ? begun.opening : openPayment(config, visit, others);
  begun = undefined;
  isTaken = true;
  return opening;
}
