import type { AppContext } from "../context.ts";
import { readHeader } from "../response/header.ts";
import { apiHeaders } from "../response/json.ts";
import { isWithinLimit, RATE_LIMIT_PERIOD_S } from "../response/rate-limit.ts";
import { traced, traceOf } from "../response/trace.ts";
import { readPaymentTicket } from "../services/payment-ticket.ts";
import { readStripeAccess, retrievePaymentState } from "../services/stripe.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import type { ReturnedPayment } from "../shared/payment.ts";
import { checkHeldPayment, type HeldPayment, readHeldPayment } from "./payment-cookies.ts";

/** The state of a payment for the browser that made it: part of the return page, or JSON for that page's script. */

/** How long a program should wait before it asks again, seconds; browsers ask by themselves. */
const RETRY_AFTER_S = 5;

/** The request headers that decide the return page's answer. */
export const STATE_VARY = "accept, cookie";

/** The `retry-after` header for a client that has asked too often. */
export function limitHeaders({
  status,
}: Pick<ReturnedPayment | FoundPayment, "status">): Readonly<Record<string, string>> {
  return status === "limited" ? { "retry-after": String(RATE_LIMIT_PERIOD_S) } : {};
}

export type FoundPayment =
  | (HeldPayment & { status: "held" })
  | { status: Extract<ReturnedPayment["status"], "unknown" | "unseen" | "limited"> };

/** The payment that Stripe may be asked about, or the state without asking, which is also in the log line. */
export async function findPayment(c: AppContext, intentId: string, ticket: string): Promise<FoundPayment> {
  const said = (status: Exclude<FoundPayment["status"], "held">): FoundPayment => {
    traceOf(c).causes.push(status === "limited" ? "rate_limited" : status);
    return { status };
  };
  if (!INTENT_ID.test(intentId)) return said("unknown");
  const payment =
    readHeldPayment(c, intentId) ?? checkHeldPayment(intentId, await readPaymentTicket(c.env, intentId, ticket));
  if (payment === null) return said("unseen");
  return (await isWithinLimit(c, "PAYMENT_LIMIT", "return")) ? { ...payment, status: "held" } : said("limited");
}

/** The state of a found payment at Stripe, if payment is configured. Never rejects. */
export async function askPaymentState(c: AppContext, found: FoundPayment): Promise<ReturnedPayment> {
  if (found.status !== "held") return found;
  const access = readStripeAccess(c.env);
  const asked: Promise<ReturnedPayment> =
    access === null
      ? Promise.resolve({ status: "unavailable" })
      : retrievePaymentState(access, { ...found, requestId: c.get("requestId") });
  return traced(c, "stripe", asked, ({ status }) => status);
}

/** The state alone, for the page's own script. The status is a success only if the state is known. */
export function answerState(c: AppContext, { status }: ReturnedPayment): Response {
  const headers = { ...apiHeaders(), vary: STATE_VARY, ...limitHeaders({ status }) };
  if (status === "limited") return c.json({ status }, 429, headers);
  if (status === "unavailable") return c.json({ status }, 503, { ...headers, "retry-after": String(RETRY_AFTER_S) });
  return c.json({ status }, 200, headers);
}

/** Whether the page's script asks, and not the browser itself. */
export function wantsJson(c: AppContext): boolean {
  return readHeader(c, "accept") === "application/json";
}
