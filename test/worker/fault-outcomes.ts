import { GIFT_COPY } from "../../src/content/gift.ts";
import { GIFT_DELIVERY_COPY } from "../../src/content/gift-delivery.ts";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { INTERSTITIAL_COPY } from "../../src/content/interstitial.ts";
import { MY_COURSE_COPY } from "../../src/content/my-course.ts";
import { ORDER_STATUS_COPY } from "../../src/content/order-status.ts";
import { PAYMENT_RETURN_COPY } from "../../src/content/payment-return.ts";
import { WITHDRAWAL_COPY } from "../../src/content/withdrawal.ts";
import type { LogEvent } from "../../src/log.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { BUYER, CONTRACT, type Faulty, RECIPIENT, type RouteName, USERS_INTENT } from "./fault-routes.ts";
import type { Logs } from "./logs.ts";

/** The outcomes of routes, without a fault and with those that several faults share (faults.test.ts). */

const TARGET = "http://localhost:8788/cursus/kvb1";
export const COURSE_2 = "http://localhost:8788/cursus/kvb2";
export const BOTH_TARGET = "http://localhost:8788/cursus/kvb1-kvb2";

/** The outcome of a route: its text in the table, and its checks. */
type Outcome = {
  text: string;
  /** Default: 200. */
  status?: number;
  contains?: string;
  lacks?: string;
  /** A text that the visitor sees at once; `contains` may also be for a script. */
  shows?: string;
  /** The log event that operators see. */
  logged?: LogEvent;
  /** Whether the answer comes without waiting for slow bindings. */
  atOnce?: boolean;
  /** Seconds. */
  retryAfter?: string;
};

/** The outcomes that differ from normal. */
export type Outcomes = Partial<Record<RouteName, Outcome>>;

/** A row of the table. */
export type Fault = {
  fault: string;
  bindings?: () => Faulty;
  /** Stripe's answer; default: the payment, paid. */
  stripe?: () => Response | Promise<Response>;
  /** Lets the slow namespaces answer. */
  release?: () => void;
  /** Lets this much time pass on a false clock, milliseconds. */
  passMs?: number;
  /** Requests in place of the routes' usual ones, if the fault is not one of bindings. */
  only?: Partial<Record<RouteName, (logs: Logs) => Promise<Response>>>;
  outcomes: Outcomes;
};

/** The outcomes without a fault. */
export const WORKS: Readonly<Record<RouteName, Outcome>> = {
  content: { text: "works", contains: "</html>", atOnce: true },
  files: { text: "works", atOnce: true },
  bridge: { text: "works", contains: `{"status":"found","target":"${TARGET}"}` },
  gift: { text: "works", contains: "Noor" },
  targets: { text: "works", contains: TARGET },
  checkout: { text: "works", contains: 'data-island="checkout"', atOnce: true },
  intent: { text: "works", contains: "pi_1_secret_a" },
  return: { text: "works", shows: PAYMENT_RETURN_COPY.paid.title },
  giftReturn: { text: "works", shows: GIFT_SALE_COPY.title },
  webhook: { text: "works", contains: '{"received":true}' },
  mail: { text: "works", contains: '{"state":"sent","mails":2}' },
  order: { text: "works", shows: ORDER_STATUS_COPY.states.paid.title },
  giftOrder: { text: "works", shows: GIFT_DELIVERY_COPY.page.states.none },
  delivery: { text: "works", shows: GIFT_DELIVERY_COPY.page.done.planned },
  giftMail: { text: "works", contains: '{"outcome":"sent","mails":["recipient","giver"],"shown":"sent"}' },
  bothOrder: { text: "works", shows: `href="${COURSE_2}"` },
  bothBridge: { text: "works", contains: `{"status":"found","target":"${BOTH_TARGET}"}` },
  linksMail: { text: "works", contains: '{"state":"ended","mails":1}' },
  myCourse: { text: "works", shows: MY_COURSE_COPY.asked.title },
  myOrders: { text: "works", contains: formatOrderNumber(USERS_INTENT) },
  withdrawal: { text: "works", shows: WITHDRAWAL_COPY.done.facts.split("{email}")[1] ?? "" },
};

/** The outcomes of these routes: as usual, except for this change. */
export function work(routes: readonly RouteName[], change: Partial<Outcome> & { text: string }): Outcomes {
  return Object.fromEntries(routes.map((route) => [route, { ...WORKS[route], ...change }]));
}

const BRIDGE_ASKS_AGAIN: Outcome = {
  text: "spinner; the browser asks the map, then says to reload",
  contains: '{"status":"unavailable"}',
  lacks: TARGET,
  logged: "kv.unavailable",
};
const RETURN_WITHOUT_TARGET: Outcome = {
  text: "tells the payment's state; the browser asks the map for where to go",
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
  contains: '{"state":"ended in an error","mails":0}',
  logged: "kv.unavailable",
};
export const MAIL_UNCONFIGURED: Outcome = {
  text: "not sent; once it is set, `npm run kv -- mails --resend` sends it",
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
export const DELIVERY_RETRY: Outcome = {
  text: "503, nothing is changed, the form keeps what was typed",
  status: 503,
  shows: GIFT_DELIVERY_COPY.page.unchanged.unavailable,
  contains: RECIPIENT,
  retryAfter: "30",
};
/** `shown`: the delivery's state that the order page shows to the giver. */
export const giftMailEnds = (text: string, outcome: string, mails: readonly string[], shown: string): Outcome => ({
  text,
  contains: JSON.stringify({ outcome, mails, shown }),
});
export const GIFT_MAIL_WAITS: Outcome = {
  ...giftMailEnds(
    "tried again for a day; after that the order page says that nobody knows whether it went",
    "ended in an error",
    [],
    "planned",
  ),
  logged: "kv.unavailable",
};
export const GIFT_MAIL_FAILS: Outcome = {
  ...giftMailEnds(
    "tried again for a day; then the order page says that it was not sent, and its giver may have it sent again",
    "ended in an error",
    [],
    "failed",
  ),
  logged: "mail.failed",
};
export const LINKS_MAIL_WAITS: Outcome = {
  text: "tried again for a day",
  contains: '{"state":"ended in an error","mails":0}',
};
export const GIFT_MAIL_UNCONFIGURED: Outcome = {
  ...giftMailEnds("not sent; the order page says so, and its giver may have it sent again", "failed", [], "failed"),
  logged: "mail.unconfigured",
};
export const LINKS_MAIL_UNSENT: Outcome = {
  text: "not sent; whoever misses it asks again",
  contains: '{"state":"ended","mails":0}',
};
export const LINKS_MAIL_UNCONFIGURED: Outcome = { ...LINKS_MAIL_UNSENT, logged: "mail.unconfigured" };
export const GIFT_MAIL_UNMADE = giftMailEnds(
  "tried again for a day; then its giver hears that it was not sent, and may have it sent again",
  "failed",
  ["giver"],
  "failed",
);
export const WITHDRAWAL_RETRY: Outcome = {
  text: "503, the form keeps what was typed and offers e-mail",
  status: 503,
  shows: WITHDRAWAL_COPY.problems.unavailable.title,
  contains: CONTRACT,
  logged: "kv.unavailable",
  retryAfter: "30",
};
export const WITHDRAWAL_UNMAILED: Outcome = {
  text: "stored; the page is the proof, and says that no mail comes now",
  shows: WITHDRAWAL_COPY.done.unmailed.split("{email}")[1] ?? "",
  logged: "withdrawal.unmailed",
};
export const UNSIGNED: Outcome = { ...ORDER_RETRY, logged: "config.invalid" };
export const GARBAGE: Outcome = { ...ORDER_RETRY, logged: "kv.malformed" };
export const GARBAGE_ORDERS = { order: GARBAGE, giftOrder: GARBAGE, delivery: GARBAGE, bothOrder: GARBAGE };
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
export const ORDER_LIMITED: Outcome = { ...TOO_MANY, shows: ORDER_STATUS_COPY.tooMany.title };
export const RETURN_LIMITED: Outcome = {
  ...TOO_MANY,
  text: "429: says so, and asks again after a minute",
  shows: PAYMENT_RETURN_COPY.limited.text,
};
export const NOT_CONFIGURED: Outcome = {
  text: `"${INTERSTITIAL_COPY.notConfigured}", no redirect`,
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
  giftOrder: ORDER_RETRY,
  delivery: ORDER_RETRY,
  giftMail: GIFT_MAIL_WAITS,
  bothOrder: ORDER_RETRY,
  bothBridge: BRIDGE_ASKS_AGAIN,
  linksMail: LINKS_MAIL_WAITS,
  withdrawal: WITHDRAWAL_RETRY,
  myCourse: LINKS_LATER,
  myOrders: ORDERS_RETRY,
};
