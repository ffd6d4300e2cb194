import type { PaymentConfig } from "../../src/shared/payment.ts";
import { openSession, type SessionOutcome } from "./session.ts";

/** The payment begins before the form is there (begin-payment.ts). */

let begun: Promise<SessionOutcome> | undefined;

/** Asks for the visit's payment and for Stripe.js. A failure is told by the form, which has the words for it. */
export function begin({ payment }: { payment: PaymentConfig }): void {
  begun = openSession(payment);
  begun.catch(() => undefined);
}

/** What has begun, for who comes first; after that a session is opened anew. Rejects like `openSession`. */
export function takeSession(config: PaymentConfig): Promise<SessionOutcome> {
  const session = begun ?? openSession(config);
  begun = undefined;
  return session;
}
