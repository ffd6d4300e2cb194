import { type PaymentConfig, spellIdentity } from "../../src/shared/payment.ts";
import { type Opening, openPayment } from "./session.ts";
import { surroundings } from "./surroundings.ts";
import { continueVisit, type OtherVisit, otherVisits, type Visit } from "./visit.ts";

/** The payment begins before the form is there (begin-payment.ts). */

let begun: { key: string; opening: Promise<Opening> } | undefined;
/** The form may be there first, when a browser has all of it but this. */
let isTaken = false;

/** Asks for the visit's payment and for Stripe.js. A failure is told by the form, which has the words for it. */
export function begin({ payment }: { payment: PaymentConfig }): void {
  if (isTaken) return;
  const visit = continueVisit(surroundings, spellIdentity(payment.identity), payment.flow);
  begun = { key: visit.key, opening: openPayment(payment, visit, otherVisits(surroundings, visit)) };
}

/** What has begun of this visit, for who comes first; after that a payment is opened anew. Never rejects. */
export function takeOpening(config: PaymentConfig, visit: Visit, others: readonly OtherVisit[]): Promise<Opening> {
  const opening = begun?.key === visit.key ? begun.opening : openPayment(config, visit, others);
  begun = undefined;
  isTaken = true;
  return opening;
}
