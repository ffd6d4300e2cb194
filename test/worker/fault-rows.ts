import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { WITHDRAWAL_COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { DEADLINE_MS } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import type { LogEvent } from "../../src/server/log.ts";
import { bridgeKey, type ProductId, priceOf } from "../../src/shared/courses.ts";
import { giftCodePath } from "../../src/shared/paths.ts";
import { HOUR_MS } from "../../src/shared/time.ts";
import { SITE_COPY } from "../../src/ui/site-copy.ts";
import { FULL } from "../full.ts";
import { table } from "../table.ts";
import * as routes from "./fault-routes.ts";
import { logs } from "./logs.ts";
import { refuseAddress, refuseMail } from "./mail-steps.ts";
import { AWAY, changed, fail, troubled } from "./shop.ts";
import { answerError } from "./stripe-stub.ts";
import { watchEngine } from "./workflows.ts";

/**
 * The rows of the table of faults: of KV, the ledger, Stripe, accounts, mail, Workflows and the configuration
 * (faults.test.ts). An outcome is a line: `routes | text in the table | checks`. Its checks are those of `Outcome`;
 * `as usual` stands for those of the route without a fault, and what comes later replaces what came before.
 */

const { BUYER, CONTRACT, mailGift, RECIPIENT, runSale, sendLinks, USERS_INTENT } = routes;
type Faulty = routes.Faulty;
type RouteName = routes.RouteName;

/** The outcome of a route: its text in the table, and its checks. */
export type Outcome = {
  text: string;
  /** Default: 200. */
  status?: string;
  contains?: string;
  lacks?: string;
  /** A text that the visitor sees at once; `contains` may also be for a script. */
  shows?: string;
  logged?: LogEvent;
  /** Whether the answer comes without waiting for slow bindings. */
  atOnce?: string;
  /** Seconds. */
  retryAfter?: string;
};
type Outcomes = { [route in RouteName]?: Outcome };

/** What fails, and requests in place of the routes' usual ones, if the fault is not one of bindings. */
type Failing = {
  bindings?: () => Faulty;
  /** Stripe's answer; default: the payment, paid. */
  stripe?: () => Response | Promise<Response>;
  /** Lets the slow namespaces answer. */
  release?: () => void;
  /** Which waits, milliseconds, take a thousandth of their time. */
  hurries?: (ms: number) => boolean;
  only?: Partial<Record<RouteName, () => Promise<Response>>>;
};
export type Fault = Failing & { fault: string; outcomes: Outcomes };

const TARGET = "http://localhost:8788/cursus/kvb1";
const COURSE_2 = "http://localhost:8788/cursus/kvb2";
const BOTH_TARGET = "http://localhost:8788/cursus/kvb1-kvb2";
const MAILS = (state: string, count: number) => `contains: {"state":"${state}","mails":${count}}`;
const GIFT_MAILS = (mails: string, shown: string) =>
  `contains: {"mails":[${mails.replaceAll(/\w+/g, '"$&"')}],"shown":"${shown}"}`;
const FOUND = (target: string) => `contains: {"status":"found","target":"${target}"}`;

const CHECK = /^(status|contains|lacks|shows|logged|atOnce|retryAfter): (.*)$/;

function outcomesOf(text: string): Outcomes {
  const lines = table(text).flatMap(([names = "", said = "", ...checks]) =>
    names.split(", ").map((route) => {
      if (!(route in routes.ROUTES)) throw new Error(`no route is called '${route}'`);
      const checked = checks.flatMap((check) => {
        if (check === "as usual") return Object.entries(WORKS[route as RouteName] ?? {});
        const [, name = "", value] = CHECK.exec(check) ?? [];
        if (name === "") throw new Error(`no check is called '${check}'`);
        return [[name, value]];
      });
      return [route, { ...Object.fromEntries(checked), text: said }];
    }),
  );
  return Object.fromEntries(lines);
}

export const WORKS: Outcomes = {};
Object.assign(
  WORKS,
  outcomesOf(`
  content      | works | contains: </html> | atOnce: yes
  files        | works | atOnce: yes
  bridge       | works | ${FOUND(TARGET)}
  gift         | works | contains: Noor
  targets      | works | contains: ${TARGET}
  checkout     | works | contains: data-island="checkout" | atOnce: yes
  intent       | works | contains: pi_1_secret_a
  return       | works | shows: ${PAYMENT_RETURN_COPY.paid.title}
  giftReturn   | works | shows: ${GIFT_SALE_COPY.title}
  webhook      | works | contains: {"received":true}
  order        | works | shows: ${ORDER_STATUS_COPY.states.paid.title}
  giftOrder    | works | shows: ${GIFT_DELIVERY_COPY.page.states.none}
  delivery     | works | shows: ${GIFT_DELIVERY_COPY.page.done.planned}
  mail, giftSaleMail | works | ${MAILS("sent", 2)}
  giftMail     | works | ${GIFT_MAILS("recipient,giver", "sent")}
  bothOrder    | works | shows: href="${COURSE_2}"
  bothBridge   | works | ${FOUND(BOTH_TARGET)}
  linksMail    | works | ${MAILS("sent", 1)}
  myCourse     | works | shows: ${MY_COURSE_COPY.asked.title}
  myOrders     | works | contains: ${formatOrderNumber(USERS_INTENT)}
  withdrawal   | works | shows: ${WITHDRAWAL_COPY.done.facts.split("{email}")[1]}`),
);

/** Not now: 503, and after these seconds again. */
const retry = (seconds: number) => `status: 503 | retryAfter: ${seconds}`;
const TOLD_AGAIN = `${retry(5)} | contains: "unavailable"`;
const WITHDRAWAL_AGAIN = `${retry(30)} | shows: ${WITHDRAWAL_COPY.problems.unavailable.title} | contains: ${CONTRACT}`;
const KV = "logged: kv.unavailable";
const NOT_BOUND = `"${INTERSTITIAL_COPY.notConfigured}", no redirect | shows: ${INTERSTITIAL_COPY.notConfigured}`;
const SAID = "the form says so and offers a retry";
const MAIL_WAITS = MAILS("due", 0);
/** The confirmation waits; the owner's mail, after ten minutes, says so. */
const CONFIRMATION_WAITS = `tried again for a week; the owner's mail says so | ${MAILS("due", 1)}`;
const UNSENT = `not sent; it goes within a day after that is set | ${MAIL_WAITS} | logged: mail.unconfigured`;
const GIFT_MAIL_WAITS = `tried again for a day; then its giver hears that it was not sent, and may have it sent again | ${GIFT_MAILS("", "planned")}`;
const LINKS_MAIL_WAITS = `tried again for a day; then whoever misses it asks again | ${MAIL_WAITS}`;
const STAYS_VALID = `503, the link stays valid | ${retry(30)} | shows: ${ORDER_STATUS_COPY.unavailable.title}`;
const LINKS_AGAIN = `${retry(120)} | shows: ${MY_COURSE_COPY.troubles.unavailable.title} | contains: ${BUYER} | logged: links.unavailable`;
const LINKS_RETRY = `503, the form keeps what was typed | ${LINKS_AGAIN}`;
const ORDERS_RETRY = `503; the page says so and offers a retry, and its form works | ${retry(30)} | contains: "unavailable"`;
const TOO_MANY = "status: 429 | retryAfter: 60";
const NO_LINK = `works, and says that the link to the course cannot be shown now | shows: ${ORDER_STATUS_COPY.noTarget}`;
const UNMAILED = `stored; the page is the proof, and says that no mail comes now | shows: ${WITHDRAWAL_COPY.done.unmailed.split("{email}")[1]}`;
const NOT_CONFIGURED = 'status: 503 | contains: "not_configured" | logged: config.invalid';
const STORED_BEFORE = "shows link, code and card; the gift is stored before its mail goes | as usual";
/** Neither return page knows the payment's state. */
const asksAgain = (
  logged: LogEvent,
  text = "says that the payment's state is not known yet; the browser asks again",
) => `
  return, giftReturn | ${text} | shows: ${PAYMENT_RETURN_COPY.unavailable.text} | lacks: ${PAYMENT_RETURN_COPY.paid.title} | logged: ${logged}`;

const fault =
  (fault: string, failing: Failing) =>
  (outcomes: string): Fault => ({ fault, ...failing, outcomes: outcomesOf(outcomes) });
/** A binding that is not there, or is another. */
const bound = (name: string, bindings: Faulty) => fault(name, { bindings: () => bindings });

const SILENT = {
  prepare: () => ({ bind: () => ({}) }),
  batch: () => new Promise(() => undefined),
} as unknown as Bindings["DB"];
/** The routes that ask the ledger. */
const ASK =
  "webhook, mail, giftSaleMail, order, giftOrder, delivery, giftMail, bothOrder, withdrawal, linksMail, myCourse, myOrders";
const LEDGER = "logged: ledger.unavailable";
const LEDGER_AWAY = `
  webhook                | 503, Stripe delivers again | ${TOLD_AGAIN} | ${LEDGER}
  mail, giftSaleMail     | goes within half an hour after it is back | ${MAIL_WAITS} | ${LEDGER}
  order, giftOrder, delivery, bothOrder | ${STAYS_VALID} | ${LEDGER}
  giftMail               | ${GIFT_MAIL_WAITS} | ${LEDGER}
  withdrawal             | 503, the form keeps what was typed and offers e-mail | ${WITHDRAWAL_AGAIN} | ${LEDGER}
  linksMail              | ${LINKS_MAIL_WAITS} | ${LEDGER}
  myCourse               | ${LINKS_RETRY} | ${LEDGER}
  myOrders               | ${ORDERS_RETRY} | ${LEDGER}`;

const LEDGER_FAULTS: readonly Fault[] = [
  bound("the database throws", { DB: AWAY })(LEDGER_AWAY),
  bound("the database is not bound", { DB: undefined })(LEDGER_AWAY),
  fault("the database does not answer", { bindings: () => ({ DB: SILENT }), hurries: (ms) => ms === DEADLINE_MS })(
    LEDGER_AWAY.replaceAll("| 503", "| 503 after three seconds"),
  ),
  fault("an answer of the database is lost after its work was done", {
    bindings: () => ({ DB: troubled((call) => call % 2 === 1) }),
  })(`${ASK} | works: the same call is made again, and changes nothing more | as usual`),
  fault("all answers of the database are lost after its work was done", {
    bindings: () => ({ DB: troubled(() => true) }),
  })(`${LEDGER_AWAY}
    webhook              | 503, Stripe delivers again, and that changes nothing more | ${TOLD_AGAIN} | ${LEDGER}
    withdrawal           | 503, the form keeps what was typed; it is recorded, and the next press shows that | ${WITHDRAWAL_AGAIN} | ${LEDGER}
    myCourse             | 503, the form keeps what was typed; the mail comes all the same | ${LINKS_AGAIN}`),
];

function everyKv(kv: object | undefined): Faulty {
  const namespace = kv as Bindings["GIFTS"];
  return { INTERSTITIALS: namespace, GIFTS: namespace };
}

let gate = Promise.withResolvers<void>();

const ALL = ["INTERSTITIALS", "GIFTS"] as const;

function changedKv(names: readonly (typeof ALL)[number][], calls: Parameters<typeof changed>[1]): Faulty {
  return Object.fromEntries(names.map((name) => [name, changed(env[name], calls)]));
}

/** The real namespaces, which answer only once the gate is open. */
function slowBindings(): Faulty {
  gate = Promise.withResolvers<void>();
  const slow =
    (real: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]) => {
      await gate.promise;
      return real(...args);
    };
  return changedKv(ALL, { get: slow, list: slow, put: slow, delete: slow });
}

/** KV has no entry under the key in `INTERSTITIALS` of this product's normal price. */
function lacking(productId: ProductId): Faulty {
  const key = bridgeKey(productId, priceOf(productId, "none").priceCents);
  return changedKv(["INTERSTITIALS"], {
    get: (real) => (asked: string) => (asked === key ? Promise.resolve(null) : real(asked, "text")),
  });
}

const GARBAGE = {
  get: async (keys: string | string[]) =>
    typeof keys === "string" ? "{target:" : new Map(keys.map((key) => [key, "{target:"])),
  list: async ({ prefix }: { prefix: string }) => ({ keys: [{ name: prefix }] }),
  put: async () => undefined,
  delete: async () => undefined,
};

const KV_AWAY = `
  bridge, bothBridge     | spinner; the browser asks the map, then says to reload | contains: {"status":"unavailable"} | lacks: ${TARGET} | ${KV}
  gift                   | 503, the gift stays valid, retry link | ${retry(30)} | shows: ${GIFT_COPY.unavailable.title} | contains: href="${giftCodePath(routes.GIFT_KEY)}" | ${KV}
  targets                | 503, JSON error | ${TOLD_AGAIN} | ${KV}
  return                 | tells the payment's state; the browser asks the map for where to go | shows: ${PAYMENT_RETURN_COPY.paid.title} | ${KV}
  giftReturn             | ${STORED_BEFORE} | ${KV}
  mail                   | ${CONFIRMATION_WAITS} | ${KV}
  giftSaleMail           | ${CONFIRMATION_WAITS}
  order, bothOrder       | ${NO_LINK} | ${KV}
  giftOrder, delivery    | works, also if the gift was stopped | as usual | ${KV}
  giftMail               | ${GIFT_MAIL_WAITS} | ${KV}
  linksMail              | ${LINKS_MAIL_WAITS} | ${KV}`;

const KV_FAULTS: readonly Fault[] = [
  fault("KV throws", { bindings: () => everyKv(AWAY) })(KV_AWAY),
  fault("KV namespaces not bound", { bindings: () => everyKv(undefined) })(KV_AWAY),
  fault("KV answers after seconds", { bindings: slowBindings, release: () => gate.resolve() })(`
    gift, targets, mail, giftSaleMail, order, giftOrder, delivery, giftMail, bothOrder, linksMail | waits, then works | as usual
    bridge, bothBridge   | spinner at once, the target when it comes | as usual | atOnce: yes
    return               | spinner at once, the state when it comes | as usual | atOnce: yes
    giftReturn           | waits for nothing | as usual | atOnce: yes`),
  fault("KV holds garbage", { bindings: () => everyKv(GARBAGE) })(`
    bridge, bothBridge   | ${NOT_BOUND} | lacks: ${TARGET} | logged: kv.malformed
    gift                 | 404, unless the link itself names somebody | status: 404 | contains: ${GIFT_COPY.unknown.title} | logged: kv.malformed
    targets              | leaves the entries out | contains: {} | logged: kv.malformed
    return               | tells the payment's state and "${INTERSTITIAL_COPY.notConfigured}" | shows: ${PAYMENT_RETURN_COPY.paid.title} | logged: kv.malformed
    giftReturn           | shows link, code and card | as usual
    mail, linksMail      | sent, without the link to the course | as usual | logged: kv.malformed
    order, bothOrder     | ${NO_LINK} | logged: kv.malformed`),
  fault("KV cannot be written", { bindings: () => changedKv(ALL, { put: () => fail, delete: () => fail }) })(`
    giftReturn           | ${STORED_BEFORE}
    giftSaleMail         | ${CONFIRMATION_WAITS}`),
  fault("KV lacks the address of one of two courses that were bought together", { bindings: () => lacking("KVB2") })(
    `bothOrder           | one button, to the address of both | shows: href="${BOTH_TARGET}" | lacks: ${COURSE_2}`,
  ),
  fault("KV lacks the address of two courses together", { bindings: () => lacking("KVB1_KVB2") })(`
    bothOrder            | works: a button for each course | as usual
    bothBridge           | ${NOT_BOUND} | lacks: ${BOTH_TARGET}`),
];

/** The sales of a busy minute. A full run has as many as the row in the table says. */
const SALES = FULL ? 200 : 20;

/** Runs a busy minute's sales at once, on the platform's own engine. Each event arrives twice. */
async function sellToMany(): Promise<Response> {
  await using workflow = await watchEngine("MAILER");
  await workflow.modifyAll((modifier) => modifier.disableRetryDelays());
  const ids = Array.from({ length: SALES }, (_, index) => `pi_rush${index}`);
  const metadata = { product: "KVB1", price: "3900", flow: "none", visit: "v", buyer_email: BUYER };
  const tell = (id: string) => routes.tell({ MAILER: env.MAILER }, { id, metadata });
  const answers = await Promise.all([...ids, ...ids].map(tell));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // The end of a buyer's mail starts the owner's.
  for (const kind of ["confirmation", "notice"]) {
    for (const instance of await workflow.get()) await instance.waitForStatus("complete");
    const sent = logs.lines("mail.sent").filter(({ mail }) => mail === kind);
    expect(sent.map(({ about }) => String(about)).sort()).toEqual([...ids].sort());
  }
  return routes.asResponse({ mails: logs.lines("mail.sent").length });
}

function limiters(limiter: Bindings["ORDER_LIMIT"] | undefined): Faulty {
  return { GIFT_LIMIT: limiter, PAYMENT_LIMIT: limiter, REPORT_LIMIT: limiter, ORDER_LIMIT: limiter };
}
const REFUSING = { limit: async () => ({ success: false }) } as Bindings["ORDER_LIMIT"];

const DOWN_FOR_AN_HOUR = {
  send: (atMs: number) => void (atMs < HOUR_MS && refuseMail("E_INTERNAL_SERVER_ERROR")),
  forMs: 2 * HOUR_MS,
};

/** Surroundings in which a worker dies, once, after it sent a mail to this address, and before it noted that. */
function dyingAfter(address: string) {
  let next: "sends" | "dies" | "lives" = "sends";
  const send = (_atMs: number, to: string): void => {
    if (next === "sends" && to === address) next = "dies";
  };
  const batch = (real: (...args: unknown[]) => unknown) => (statements: unknown) => {
    if (next !== "dies") return real(statements);
    next = "lives";
    return fail();
  };
  return [{ DB: changed(env.DB, { batch }) }, { send, forMs: HOUR_MS }] as const;
}

/** wrangler.toml's vars, without the secrets; names in lower case or with underscores in front are the test runner's. */
const VARS = Object.keys(env).filter(
  (name) => /^[A-Z](?!.*(?:TOKEN_KEYS|SECRET))/.test(name) && typeof env[name] === "string",
);
const ALL_VARS_ABSENT: Faulty = Object.fromEntries(VARS.map((name) => [name, undefined]));

const answers = (text: string, type: string) => () => new Response(text, { headers: { "content-type": type } });

/** Stripe's client waits before it asks again, and gives up; the ledger's deadline stays. */
const hurries = (ms: number) => ms >= 300 && ms !== DEADLINE_MS;

/** The outcomes of a Stripe that is away. Only it has the message of a gift. */
const STRIPE_AWAY = `
  giftSaleMail           | ${CONFIRMATION_WAITS}
  ${asksAgain("stripe.failed")}`;
const INTENT_FAILED = 'status: 502 | contains: "payment_provider_failed" | logged: stripe.failed';
const UNREACHABLE = INTENT_FAILED.replace("failed", "unreachable");
const STRIPE_UNCONFIGURED = `
  intent                 | 503; ${SAID} | ${NOT_CONFIGURED}
  giftSaleMail           | ${CONFIRMATION_WAITS}
  ${asksAgain("config.invalid")}`;
/** The shop cannot tell its own payments. */
const WEBHOOK_UNCONFIGURED = `
  webhook                | 503, Stripe delivers again | ${NOT_CONFIGURED}`;

/** Stripe answers, and not with a payment. */
const refused = (name: string, stripe: () => Response) =>
  fault(name, { stripe, hurries })(`intent | 502; ${SAID} | ${INTENT_FAILED}\n${STRIPE_AWAY}`);

const SERVICE_FAULTS: readonly Fault[] = [
  fault("Stripe cannot be reached", { hurries, stripe: () => Promise.reject(new TypeError("connection refused")) })(
    `intent              | 502; ${SAID} | ${UNREACHABLE}\n${STRIPE_AWAY}`,
  ),
  fault("Stripe never answers", {
    hurries,
    stripe: () => new Promise<Response>(() => undefined),
  })(`intent              | 502 after two tries of 8 s; the form offers a retry | ${UNREACHABLE}
    giftSaleMail         | ${CONFIRMATION_WAITS}
    ${asksAgain("stripe.failed", "spinner at once; the same after two tries of 8 s")}`),
  refused("Stripe's answer is cut off", answers('{"id": "pi_1", "object": "payment_int', "application/json")),
  refused("Stripe answers HTML", answers("<!doctype html><title>Even geduld</title>", "text/html")),
  refused("Stripe answers 500", () => answerError(500, { type: "api_error" })),
  bound("`STRIPE_SECRET_KEY` absent", { STRIPE_SECRET_KEY: undefined })(STRIPE_UNCONFIGURED),
  bound("`STRIPE_SECRET_KEY` malformed", { STRIPE_SECRET_KEY: "pk_test_wrong" })(STRIPE_UNCONFIGURED),
  bound("`STRIPE_WEBHOOK_SECRET` absent", { STRIPE_WEBHOOK_SECRET: undefined })(WEBHOOK_UNCONFIGURED),
  bound("every var absent", { ...ALL_VARS_ABSENT })(`
    content              | works; says where ordering, videos or the map are missing | as usual | logged: config.invalid
    files                | works, with the request's own origin | as usual
    gift                 | shows the gift and says that it cannot be redeemed yet | contains: ${GIFT_COPY.card.noActivation}
    checkout             | the failed state: no form | contains: ${CHECKOUT_COPY.form.failed.text} | lacks: data-island="checkout" | logged: config.invalid
    intent               | 503; ${SAID} | ${NOT_CONFIGURED}
    mail                 | ${UNSENT}
    giftSaleMail         | ${UNSENT} | logged: config.invalid
    giftMail             | ${GIFT_MAIL_WAITS} | logged: config.invalid
    withdrawal           | ${UNMAILED}
    myCourse             | ${LINKS_RETRY}
    myOrders             | 404: there are no accounts, and no page asks | status: 404 | contains: "not_found"
    linksMail            | ${LINKS_MAIL_WAITS}
    ${WEBHOOK_UNCONFIGURED}${asksAgain("config.invalid")}`),
  bound("the sign-in service fails", { AUTH_URL: "https://auth-away.example/auth/v1" })(
    `myOrders            | ${ORDERS_RETRY} | logged: auth.unavailable`,
  ),
  bound("`ORDER_TOKEN_KEYS` absent", { ORDER_TOKEN_KEYS: undefined })(`
    content              | works; no gift is sold | as usual | logged: config.invalid
    return               | works, without the link to the order | as usual | lacks: /bestelling/
    giftReturn           | one that was sold before: says that it is paid and that the link comes by mail; once they are set, "Bevestiging sturen" at the desk | shows: ${GIFT_SALE_COPY.noCode.text} | logged: gift.unstored
    mail                 | sent, without the link to the order | as usual
    giftSaleMail         | sent, without the gift; the owner's mail says so: once they are set, "Bevestiging sturen" at the desk | as usual | logged: gift.unstored
    order, giftOrder, delivery, bothOrder | ${STAYS_VALID} | logged: config.invalid
    myCourse             | ${LINKS_RETRY}
    myOrders             | ${ORDERS_RETRY} | logged: config.invalid
    linksMail            | ${LINKS_MAIL_WAITS}`),
  bound("the mail service fails", { EMAIL: AWAY })(`
    mail, giftSaleMail   | tried again for a week | ${MAIL_WAITS} | logged: mail.failed
    giftMail             | ${GIFT_MAIL_WAITS} | logged: mail.failed
    linksMail            | ${LINKS_MAIL_WAITS} | logged: mail.failed`),
  fault("the mail service is down for an hour", {
    only: {
      mail: () => runSale({}, DOWN_FOR_AN_HOUR),
      giftMail: () => mailGift({}, DOWN_FOR_AN_HOUR),
      linksMail: () => sendLinks({}, DOWN_FOR_AN_HOUR),
    },
  })("mail, giftMail, linksMail | each mail once, within minutes of its return | as usual | logged: mail.failed"),
  fault("the buyer's address bounces, and the mail service refuses it", {
    only: { mail: () => runSale({}, refuseAddress(BUYER)) },
  })(
    `mail                | asked once; the owner's mail says that the buyer has none | ${MAILS("refused", 1)} | logged: mail.failed`,
  ),
  fault("the address of a gift's recipient bounces, and the mail service refuses it", {
    only: { giftMail: () => mailGift({}, refuseAddress(RECIPIENT)) },
  })(
    `giftMail            | asked once; its giver hears of it, and the order page asks for another address | ${GIFT_MAILS("giver", "refused")} | logged: delivery.failed`,
  ),
  fault("an order has no e-mail address", { only: { mail: () => runSale({}, {}, { email: undefined }) } })(
    `mail                | the owner's mail says so; the buyer's goes when Stripe names an address within four days | ${MAILS("none", 1)}`,
  ),
  fault("a step is killed after its mail was noted as sent", {
    only: {
      mail: () => runSale({}, { killed: ["confirmation", "notice"] }),
      giftMail: () => mailGift({}, { killed: ["gift", "delivery-report"] }),
      linksMail: () => sendLinks({}, { killed: ["links"] }),
    },
  })("mail, giftMail, linksMail | each mail once | as usual"),
  fault("a step is killed between sending a mail and noting it", {
    only: { mail: () => runSale(...dyingAfter(BUYER)), giftMail: () => mailGift(...dyingAfter(RECIPIENT)) },
  })(`
    giftMail             | that mail comes twice, no other | ${GIFT_MAILS("recipient,recipient,giver", "sent")}
    mail                 | that mail comes twice, no other | ${MAILS("sent", 3)}`),
  fault("200 sales in a minute, each told of twice at once", { only: { mail: sellToMany } })(
    `mail                | every buyer has one mail, and the owner one for each | contains: {"mails":${2 * SALES}}`,
  ),
  bound("`EMAIL` not bound, or `MAIL_FROM` not set", { EMAIL: undefined })(`
    mail, giftSaleMail   | ${UNSENT}
    giftMail             | ${GIFT_MAIL_WAITS} | logged: mail.unconfigured
    withdrawal           | ${UNMAILED}
    myCourse             | ${LINKS_RETRY}
    linksMail            | ${LINKS_MAIL_WAITS} | logged: mail.unconfigured`),
  bound("Workflows cannot be started", { MAILER: AWAY })(`
    webhook              | 503: the sale is recorded, and its mails go within ten minutes after they are back | ${TOLD_AGAIN} | logged: webhook.postponed
    withdrawal, myCourse | works; the mails go within ten minutes after they are back | as usual`),
  bound("rate limiters not bound", { ...limiters(undefined) })(
    "gift, intent, return, giftReturn, order, giftOrder, delivery, bothOrder, withdrawal, myCourse, myOrders | works, unguarded | as usual | logged: limit.unavailable",
  ),
  bound("one client asks too often", { ...limiters(REFUSING) })(`
    gift                 | 429: wait a minute | ${TOO_MANY}
    intent, myOrders     | 429: wait a minute | ${TOO_MANY} | contains: "rate_limited"
    return, giftReturn   | 429: says so, and asks again after a minute | ${TOO_MANY} | shows: ${PAYMENT_RETURN_COPY.limited.text} | contains: "askAfterMs":[61000,61000]
    order, giftOrder, delivery, bothOrder | 429: wait a minute | ${TOO_MANY} | shows: ${ORDER_STATUS_COPY.tooMany.title}
    withdrawal, myCourse | 429: wait a minute; a reload sends the form again | ${TOO_MANY} | shows: ${SITE_COPY.tooManyForms.heading}`),
  bound("`ASSETS` not bound", { ASSETS: undefined })(""),
];

export const FAULTS = [...KV_FAULTS, ...LEDGER_FAULTS, ...SERVICE_FAULTS];
