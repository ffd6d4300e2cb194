import type { PaymentConfig } from "../../src/shared/payment.ts";
import { openSession, type SessionOutcome } from "./session.ts";

/** The payment begins before the form is there (begin-payment.ts). */

let begun: Promise<SessionOutcome> | undefined;
/** The form may be there first, when a browser has all of it but this. */
let isTaken = false;

/** Asks for the visit's payment and for Stripe.js. A failure is told by the form, which has the words for it. */
export function begin({ payment }: { payment: PaymentConfig }): void {
  if (isTaken) return;
  begun = openSession(payment);
  begun.catch(() => undefined);
}

/** What has begun, for who comes first; after that a session is opened anew. Rejects like `openSession`. */
export function takeSession(config: PaymentConfig): Promise<SessionOutcome> {
  const session = begun ?? openSession(config);
  begun = undefined;
  isTaken = true;
  return session;
}
