import * as z from "zod/mini";
import type { AppContext } from "../../server/http/context.ts";
import { readHeader } from "../../server/http/header.ts";
import { CLIENT_SECRET, INTENT_ID } from "../../shared/intent-id.ts";
import { PATHS } from "../../shared/paths.ts";
import { SETTLED_LIFE_MS } from "../payment-rules.ts";

/**
 * Cookies with the client secrets of payments that a buyer came back from. A redirect takes a secret out of the
 * address, where all scripts of the page could read it, into one cookie per payment that only the return page gets. A
 * browser without cookies gets a ticket in its address instead (`src/paying/return/payment-ticket.ts`).
 */

const NAME_PREFIX = "payment_";
const MAX_AGE_S = SETTLED_LIFE_MS / 1000;
/** More than anybody pays in an hour; the oldest is deleted first. */
const MAX_COOKIES = 4;

/** A payment intent's id with its own client secret, from an address, a cookie or a ticket. */
const ownPaymentSchema = z
  .object({ intentId: z.string().check(z.regex(INTENT_ID)), clientSecret: z.string().check(z.regex(CLIENT_SECRET)) })
  .check(z.refine(({ intentId, clientSecret }) => clientSecret.startsWith(`${intentId}_secret_`)));
export type OwnPayment = z.infer<typeof ownPaymentSchema>;

/**
 * The payment whose secret this browser holds. Null if another browser holds it, if it has expired, or if there is
 * none.
 */
export function readOwnPayment(c: AppContext, intentId: string): OwnPayment | null {
  return readOwnPayments(c).find((payment) => payment.intentId === intentId) ?? null;
}

/** The Set-Cookie headers that allow the browser to see this payment. */
export function keepOwnPayment(c: AppContext, payment: OwnPayment): string[] {
  // Lax, because the buyer comes back from a bank's page.
  const secure = new URL(c.req.url).protocol === "https:" ? "; Secure" : "";
  const format = (id: string, value: string, maxAgeS: number) =>
    `${NAME_PREFIX}${id}=${value}; Max-Age=${maxAgeS}; Path=${PATHS.interstitial}; HttpOnly; SameSite=Lax${secure}`;
  // Browsers send the oldest first.
  const others = readOwnPayments(c).filter((held) => held.intentId !== payment.intentId);
  const tooMany = others.slice(0, 1 - MAX_COOKIES);
  return [
    ...tooMany.map((old) => format(old.intentId, "", 0)),
    format(payment.intentId, payment.clientSecret, MAX_AGE_S),
  ];
}

/** All payments in the request's cookies; other cookies are ignored. */
function readOwnPayments(c: AppContext): OwnPayment[] {
  const cookies = (readHeader(c, "cookie") ?? "").split(";");
  return cookies.flatMap((cookie) => {
    const [name = "", value = ""] = cookie.trim().split("=", 2);
    if (!name.startsWith(NAME_PREFIX)) return [];
    return checkOwnPayment(name.slice(NAME_PREFIX.length), value) ?? [];
  });
}

/** A payment's id and client secret from outside. Null if they do not belong together. */
export function checkOwnPayment(intentId: unknown, clientSecret: unknown): OwnPayment | null {
  const payment = ownPaymentSchema.safeParse({ intentId, clientSecret });
  return payment.success ? payment.data : null;
}
