import type { AppContext } from "../../server/http/context.ts";
import { apiHeaders } from "../../server/http/json.ts";
import { isWithinLimit, PROGRAM_RETRY_S, RATE_LIMIT_PERIOD_S } from "../../server/http/rate-limit.ts";
import { traced, traceOf } from "../../server/http/trace.ts";
import { INTENT_ID } from "../../shared/intent-id.ts";
import { retrievePaymentState } from "../intents.ts";
import type { ReturnedPayment } from "../payment-rules.ts";
import { checkOwnPayment, type OwnPayment, readOwnPayment } from "./payment-cookies-handler.ts";
import { readPaymentTicket } from "./payment-ticket.ts";

/** The state of a payment for the browser that made it: part of the return page, or JSON for that page's script. */

/** The request headers that decide the return page's answer. */
export const STATE_VARY = "accept, cookie";

/** The `retry-after` header if the state is `limited`, else no header. */
export function limitHeaders({
  status,
}: Pick<ReturnedPayment | FoundPayment, "status">): Readonly<Record<string, string>> {
  return status === "limited" ? { "retry-after": String(RATE_LIMIT_PERIOD_S) } : {};
}

export type FoundPayment =
  | (OwnPayment & { status: "own" })
  | { status: Extract<ReturnedPayment["status"], "unknown" | "unseen" | "limited"> };

/**
 * Checks whether this browser may see a payment. Returns it with its client secret (`own`), or the state that the page
 * shows without a call of Stripe, which is also added to the log line.
 */
export async function findPayment(c: AppContext, intentId: string, ticket: string): Promise<FoundPayment> {
  const said = (status: Exclude<FoundPayment["status"], "own">): FoundPayment => {
    // The limiter has told its own.
    if (status !== "limited") traceOf(c).causes.push(status);
    return { status };
  };
  if (!INTENT_ID.test(intentId)) return said("unknown");
  const payment =
    readOwnPayment(c, intentId) ?? checkOwnPayment(intentId, await readPaymentTicket(c.get("shop"), intentId, ticket));
  if (payment === null) return said("unseen");
  return (await isWithinLimit(c, "PAYMENT_LIMIT", "return")) ? { ...payment, status: "own" } : said("limited");
}

/** The state of a found payment: from Stripe if it is held, else as found. Never rejects. */
export async function askPaymentState(c: AppContext, found: FoundPayment): Promise<ReturnedPayment> {
  if (found.status !== "own") return found;
  return traced(c, "stripe", retrievePaymentState(c.get("shop"), found), ({ status }) => status);
}

/** Answers the page's script with the state as JSON: 200 if it is known, 429 if `limited`, 503 if `unavailable`. */
export function answerState(c: AppContext, { status }: ReturnedPayment): Response {
  const headers = { ...apiHeaders(), vary: STATE_VARY, ...limitHeaders({ status }) };
  if (status === "limited") return c.json({ status }, 429, headers);
  if (status === "unavailable") return c.json({ status }, 503, { ...headers, "retry-after": String(PROGRAM_RETRY_S) });
  return c.json({ status }, 200, headers);
}
