import { GIFT_COPY } from "../../src/content/gift.ts";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { INTERSTITIAL_COPY } from "../../src/content/interstitial.ts";
import { MY_COURSE_COPY } from "../../src/content/my-course.ts";
import { ORDER_STATUS_COPY } from "../../src/content/order-status.ts";
import { PAYMENT_RETURN_COPY } from "../../src/content/payment-return.ts";
import { WITHDRAWAL_COPY } from "../../src/content/withdrawal.ts";
import type { LogEvent } from "../../src/log.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { BUYER, CONTRACT, type RouteName, USERS_INTENT } from "./fault-routes.ts";

/** The outcomes of routes, without a fault and with those that several faults share (faults.test.ts). */

const TARGET = "http://localhost:8788/cursus/kvb1";

/** The outcome of a route: its text in the table, and its checks. */
type Outcome = {
  text: string;
  status: number;
  contains?: string;
  lacks?: string;
  /** A text that the visitor sees at once; `contains` may also be for a script. */
  shows?: string;
  /** The log event that operators see. */
  logged?: LogEvent;
  /** The answer does not wait for what is slow. */
  atOnce?: boolean;
  /** Seconds. */
  retryAfter?: string;
};

/** The outcomes that differ from normal. */
export type Outcomes = Partial<Record<RouteName, Outcome>>;

/** The outcomes without a fault. */
export const WORKS: Readonly<Record<RouteName, Outcome>> = {
  content: { text: "works", status: 200, contains: "</html>", atOnce: true },
  files: { text: "works", status: 200, atOnce: true },
  bridge: { text: "works", status: 200, contains: `{"status":"found","target":"${TARGET}"}` },
  gift: { text: "works", status: 200, contains: "Noor" },
  targets: { text: "works", status: 200, contains: TARGET },
  checkout: { text: "works", status: 200, contains: 'data-island="checkout"', atOnce: true },
  intent: { text: "works", status: 200, contains: "pi_1_secret_a" },
  return: { text: "works", status: 200, shows: PAYMENT_RETURN_COPY.paid.title },
  giftReturn: { text: "works", status: 200, shows: GIFT_SALE_COPY.title },
  webhook: { text: "works", status: 200, contains: '{"received":true}' },
  mail: { text: "works", status: 200, contains: '{"state":"sent","mails":2}' },
  order: { text: "works", status: 200, shows: ORDER_STATUS_COPY.states.paid.title },
  myCourse: { text: "works", status: 200, shows: MY_COURSE_COPY.asked.title },
  myOrders: { text: "works", status: 200, contains: formatOrderNumber(USERS_INTENT) },
  withdrawal: { text: "works", status: 200, shows: WITHDRAWAL_COPY.done.facts.split("{email}")[1] ?? "" },
};

/** These routes work as usual, except for these changes. */
export function work(routes: readonly RouteName[], change: Partial<Outcome> & { text: string }): Outcomes {
  return Object.fromEntries(routes.map((route) => [route, { ...WORKS[route], ...change }]));
}

const BRIDGE_ASKS_AGAIN: Outcome = {
  text: "spinner; the browser asks the map, then says to reload",
  status: 200,
  contains: '{"status":"unavailable"}',
  lacks: TARGET,
  logged: "kv.unavailable",
};
const RETURN_WITHOUT_TARGET: Outcome = {
  text: "tells the payment's state; the browser asks the map for where to go",
  status: 200,
  shows: PAYMENT_RETURN_COPY.paid.title,
  logged: "kv.unavailable",
};
const GIFT_RETRY: Outcome = {
  text: "503, the gift stays valid, retry link",
  status: 503,
  contains: GIFT_COPY.unavailable.title,
  logged: "kv.unavailable",
  retryAfter: "30",
};
const TARGETS_RETRY: Outcome = {
  text: "503, JSON error",
  status: 503,
  contains: '"unavailable"',
  logged: "kv.unavailable",
  retryAfter: "5",
};
export const WEBHOOK_RETRY: Outcome = { ...TARGETS_RETRY, text: "503, Stripe delivers again" };
export const MAIL_WAITS: Outcome = {
  text: "tried again for a day; later `npm run kv -- mails --resend` sends it",
  status: 200,
  contains: '{"state":"ended in an error","mails":0}',
  logged: "kv.unavailable",
};
export const MAIL_UNCONFIGURED: Outcome = {
  text: "not sent; once it is set, `npm run kv -- mails --resend` sends it",
  status: 200,
  contains: '{"state":"unconfigured","mails":0}',
  logged: "mail.unconfigured",
};
export const ORDER_RETRY: Outcome = {
  text: "503, the link stays valid",
  status: 503,
  shows: ORDER_STATUS_COPY.unavailable.title,
  logged: "kv.unavailable",
  retryAfter: "30",
};
const WITHDRAWAL_RETRY: Outcome = {
  text: "503, the form keeps what was typed and offers e-mail",
  status: 503,
  shows: WITHDRAWAL_COPY.problems.unavailable.title,
  contains: CONTRACT,
  logged: "kv.unavailable",
  retryAfter: "30",
};
export const WITHDRAWAL_UNMAILED: Outcome = {
  text: "stored; the page is the proof, and says that no mail comes now",
  status: 200,
  shows: WITHDRAWAL_COPY.done.unmailed.split("{email}")[1] ?? "",
  logged: "withdrawal.unmailed",
};
const LINKS_LATER: Outcome = { ...WORKS.myCourse, text: "says the same; the mail is tried again for a day" };
export const LINKS_RETRY: Outcome = {
  text: "503, the form keeps what was typed",
  status: 503,
  shows: MY_COURSE_COPY.troubles.unavailable.title,
  contains: BUYER,
  logged: "links.unavailable",
  retryAfter: "120",
};
export const ORDERS_RETRY: Outcome = {
  text: "503; the page says so and offers a retry, and its form works",
  status: 503,
  contains: '"unavailable"',
  logged: "kv.unavailable",
  retryAfter: "30",
};
export const TOO_MANY: Outcome = { text: "429: wait a minute", status: 429, retryAfter: "60" };
export const RETURN_LIMITED: Outcome = {
  ...TOO_MANY,
  text: "429: says so, and asks again after a minute",
  shows: PAYMENT_RETURN_COPY.limited.text,
};
export const NOT_CONFIGURED: Outcome = {
  text: `"${INTERSTITIAL_COPY.notConfigured}", no redirect`,
  status: 200,
  shows: INTERSTITIAL_COPY.notConfigured,
  lacks: TARGET,
  logged: "kv.malformed",
};
export const INTENT_NOT_CONFIGURED: Outcome = {
  text: "503; the form says so and offers a retry",
  status: 503,
  contains: '"not_configured"',
  logged: "config.invalid",
};
export const INTENT_REFUSED: Outcome = {
  text: "502; the form says so and offers a retry",
  status: 502,
  contains: '"payment_provider_failed"',
  logged: "stripe.failed",
};
export const INTENT_UNREACHABLE: Outcome = { ...INTENT_REFUSED, contains: '"payment_provider_unreachable"' };
const RETURN_ASKS_AGAIN: Outcome = {
  text: "says that the payment's state is not known yet; the browser asks again",
  status: 200,
  shows: PAYMENT_RETURN_COPY.unavailable.text,
  lacks: PAYMENT_RETURN_COPY.paid.title,
};

/** Neither return page knows the payment's state. */
export function returnsAskAgain(logged: LogEvent, text = RETURN_ASKS_AGAIN.text): Outcomes {
  const outcome = { ...RETURN_ASKS_AGAIN, text, logged };
  return { return: outcome, giftReturn: outcome };
}

export const KV_AWAY: Outcomes = {
  bridge: BRIDGE_ASKS_AGAIN,
  gift: GIFT_RETRY,
  targets: TARGETS_RETRY,
  return: RETURN_WITHOUT_TARGET,
  ...work(["giftReturn"], {
    text: "shows link, code and card; the Workflow stores the gift",
    logged: "kv.unavailable",
  }),
  webhook: WEBHOOK_RETRY,
  mail: MAIL_WAITS,
  order: ORDER_RETRY,
  withdrawal: WITHDRAWAL_RETRY,
  myCourse: LINKS_LATER,
  myOrders: ORDERS_RETRY,
};
