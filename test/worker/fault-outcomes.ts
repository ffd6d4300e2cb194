import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { WITHDRAWAL_COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import type { LogEvent } from "../../src/server/log.ts";
import { BUYER, CONTRACT, type Faulty, type RouteName, USERS_INTENT } from "./fault-routes.ts";
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
  /** Which waits, milliseconds, take a thousandth of their time. */
  hurries?: (ms: number) => boolean;
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
  giftSaleMail: { text: "works", contains: '{"state":"sent","mails":2}' },
  giftMail: { text: "works", contains: '{"mails":["recipient","giver"],"shown":"sent"}' },
  bothOrder: { text: "works", shows: `href="${COURSE_2}"` },
  bothBridge: { text: "works", contains: `{"status":"found","target":"${BOTH_TARGET}"}` },
  linksMail: { text: "works", contains: '{"state":"sent","mails":1}' },
  myCourse: { text: "works", shows: MY_COURSE_COPY.asked.title },
  myOrders: { text: "works", contains: formatOrderNumber(USERS_INTENT) },
  withdrawal: { text: "works", shows: WITHDRAWAL_COPY.done.facts.split("{email}")[1] ?? "" },
};

/** The outcomes of these routes: as usual, except for this change. */
export function work(routes: readonly RouteName[], change: Partial<Outcome> & { text: string }): Outcomes {
  return Object.fromEntries(routes.map((route) => [route, { ...WORKS[route], ...change }]));
}

/** Not now: 503, and after these seconds again. */
const retry = (retryAfter: string, text: string, more: Partial<Outcome>): Outcome => ({
  text,
  status: 503,
  retryAfter,
  ...more,
});
const kv = { logged: "kv.unavailable" } as const;

const BRIDGE_ASKS_AGAIN: Outcome = {
  text: "spinner; the browser asks the map, then says to reload",
  contains: '{"status":"unavailable"}',
  lacks: TARGET,
  ...kv,
};
const RETURN_WITHOUT_TARGET: Outcome = {
  text: "tells the payment's state; the browser asks the map for where to go",
  shows: PAYMENT_RETURN_COPY.paid.title,
  ...kv,
};
const GIFT_RETRY = retry("30", "503, the gift stays valid, retry link", {
  contains: GIFT_COPY.unavailable.title,
  ...kv,
});
const TARGETS_RETRY = retry("5", "503, JSON error", { contains: '"unavailable"', ...kv });
const WEBHOOK_RETRY: Outcome = { ...TARGETS_RETRY, text: "503, Stripe delivers again" };
/** Nothing goes: neither the confirmation nor what the owner is told. */
export const MAIL_WAITS: Outcome = { text: "tried again for a week", contains: '{"state":"due","mails":0}' };
/** The confirmation waits; the owner's mail, after ten minutes, says so. */
export const CONFIRMATION_WAITS: Outcome = {
  text: "tried again for a week; the owner's mail says so",
  contains: '{"state":"due","mails":1}',
};
export const MAIL_UNCONFIGURED: Outcome = {
  ...MAIL_WAITS,
  text: "not sent; it goes within a day after that is set",
  logged: "mail.unconfigured",
};
const ORDER_RETRY = retry("30", "503, the link stays valid", { shows: ORDER_STATUS_COPY.unavailable.title });
/** `shown`: the delivery's state that the order page shows to the giver. */
export const giftMailEnds = (text: string, mails: readonly string[], shown: string): Outcome => ({
  text,
  contains: JSON.stringify({ mails, shown }),
});
export const GIFT_MAIL_WAITS = giftMailEnds(
  "tried again for a day; then its giver hears that it was not sent, and may have it sent again",
  [],
  "planned",
);
export const LINKS_MAIL_WAITS: Outcome = {
  ...MAIL_WAITS,
  text: "tried again for a day; then whoever misses it asks again",
};
const WITHDRAWAL_RETRY = retry("30", "503, the form keeps what was typed and offers e-mail", {
  shows: WITHDRAWAL_COPY.problems.unavailable.title,
  contains: CONTRACT,
});
export const WITHDRAWAL_UNMAILED: Outcome = {
  text: "stored; the page is the proof, and says that no mail comes now",
  shows: WITHDRAWAL_COPY.done.unmailed.split("{email}")[1] ?? "",
};
export const UNSIGNED: Outcome = { ...ORDER_RETRY, logged: "config.invalid" };
export const LINKS_RETRY = retry("120", "503, the form keeps what was typed", {
  shows: MY_COURSE_COPY.troubles.unavailable.title,
  contains: BUYER,
  logged: "links.unavailable",
});
export const ORDERS_RETRY = retry("30", "503; the page says so and offers a retry, and its form works", {
  contains: '"unavailable"',
});
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
const SAID = "the form says so and offers a retry";
export const INTENT_NOT_CONFIGURED: Outcome = {
  text: `503; ${SAID}`,
  status: 503,
  contains: '"not_configured"',
  logged: "config.invalid",
};
export const INTENT_REFUSED: Outcome = {
  text: `502; ${SAID}`,
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

/** The page of an order whose links to its course cannot be read, or are not there. */
export const WITHOUT_LINKS: Outcome = {
  text: "works, and says that the link to the course cannot be shown now",
  shows: ORDER_STATUS_COPY.noTarget,
};

export const KV_AWAY: Outcomes = {
  bridge: BRIDGE_ASKS_AGAIN,
  gift: GIFT_RETRY,
  targets: TARGETS_RETRY,
  return: RETURN_WITHOUT_TARGET,
  ...work(["giftReturn"], {
    text: "shows link, code and card; the gift is stored before its mail goes",
    logged: "kv.unavailable",
  }),
  mail: { ...CONFIRMATION_WAITS, logged: "kv.unavailable" },
  giftSaleMail: CONFIRMATION_WAITS,
  order: { ...WITHOUT_LINKS, logged: "kv.unavailable" },
  ...work(["giftOrder", "delivery"], { text: "works, also if the gift was stopped", logged: "kv.unavailable" }),
  giftMail: { ...GIFT_MAIL_WAITS, logged: "kv.unavailable" },
  bothOrder: { ...WITHOUT_LINKS, logged: "kv.unavailable" },
  bothBridge: BRIDGE_ASKS_AGAIN,
  linksMail: { ...LINKS_MAIL_WAITS, logged: "kv.unavailable" },
};

/** The outcomes of a ledger that is away. `text` says when the pages answer. */
export function ledgerAway({ text = "" } = {}) {
  const logged = "ledger.unavailable";
  const late = (outcome: Outcome): Outcome => ({
    ...outcome,
    text: outcome.text.replace(/^503/, `503${text}`),
    logged,
  });
  const order = late(ORDER_RETRY);
  return {
    webhook: late(WEBHOOK_RETRY),
    mail: { ...MAIL_WAITS, text: "goes within half an hour after it is back", logged },
    giftSaleMail: { ...MAIL_WAITS, text: "goes within half an hour after it is back", logged },
    order,
    giftOrder: order,
    delivery: order,
    giftMail: { ...GIFT_MAIL_WAITS, logged },
    bothOrder: order,
    withdrawal: late(WITHDRAWAL_RETRY),
    linksMail: { ...LINKS_MAIL_WAITS, logged },
    myCourse: late(LINKS_RETRY),
    myOrders: late(ORDERS_RETRY),
  } satisfies Outcomes;
}
export const LEDGER_AWAY = ledgerAway();
