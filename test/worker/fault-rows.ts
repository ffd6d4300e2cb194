import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { DEADLINE_MS } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { bridgeKey, type ProductId, priceOf } from "../../src/shared/courses.ts";
import { SITE_COPY } from "../../src/ui/site-copy.ts";
import { FULL } from "../full.ts";
import * as ends from "./fault-outcomes.ts";
import {
  asResponse,
  BUYER,
  deliver,
  type Faulty,
  mailGift,
  RECIPIENT,
  type RouteName,
  runSale,
  sendLinks,
} from "./fault-routes.ts";
import type { Logs } from "./logs.ts";
import { AWAY, changed, fail, skipWaits } from "./shop.ts";
import { answerError } from "./stripe-stub.ts";
import { watchEngine } from "./workflows.ts";

/** The rows of the table of faults: of KV, the ledger, Stripe, accounts, mail, Workflows and the configuration (faults.test.ts). */

/** A ledger that does these calls, and whose answers to them are lost. */
function unheardOf(isLost: (call: number) => boolean): Bindings["DB"] {
  let calls = 0;
  skipWaits();
  return changed(env.DB, {
    batch: (real) => async (statements: unknown) => {
      const answer = await real(statements);
      calls += 1;
      if (isLost(calls)) throw new Error("D1_ERROR: Network connection lost.");
      return answer;
    },
  });
}

/** A ledger that answers nothing. */
const SILENT = {
  prepare: () => ({ bind: () => ({}) }),
  batch: () => new Promise(() => undefined),
} as unknown as Bindings["DB"];

/** The routes that ask the ledger. */
const ASK: readonly RouteName[] = [
  ...(["webhook", "mail", "giftSaleMail", "order", "giftOrder", "delivery", "giftMail", "bothOrder"] as const),
  ...(["withdrawal", "linksMail", "myCourse", "myOrders"] as const),
];

const LEDGER_FAULTS: readonly ends.Fault[] = [
  { fault: "the database throws", bindings: () => ({ DB: AWAY }), outcomes: ends.LEDGER_AWAY },
  { fault: "the database is not bound", bindings: () => ({ DB: undefined }), outcomes: ends.LEDGER_AWAY },
  {
    fault: "the database does not answer",
    bindings: () => ({ DB: SILENT }),
    hurries: (ms) => ms === DEADLINE_MS,
    outcomes: ends.ledgerAway({ text: " after three seconds" }),
  },
  {
    fault: "an answer of the database is lost after its work was done",
    bindings: () => ({ DB: unheardOf((call) => call % 2 === 1) }),
    outcomes: ends.work(ASK, { text: "works: the same call is made again, and changes nothing more" }),
  },
  {
    fault: "all answers of the database are lost after its work was done",
    bindings: () => ({ DB: unheardOf(() => true) }),
    outcomes: {
      ...ends.LEDGER_AWAY,
      webhook: { ...ends.LEDGER_AWAY.webhook, text: "503, Stripe delivers again, and that changes nothing more" },
      withdrawal: {
        ...ends.LEDGER_AWAY.withdrawal,
        text: "503, the form keeps what was typed; it is recorded, and the next press shows that",
      },
      myCourse: { ...ends.LINKS_RETRY, text: "503, the form keeps what was typed; the mail comes all the same" },
    },
  },
];

function everyKv(kv: object | undefined): Faulty {
  const namespace = kv as Bindings["GIFTS"];
  return { INTERSTITIALS: namespace, GIFTS: namespace };
}

/** The gate that slow namespaces wait for. */
let gate = Promise.withResolvers<void>();

const ALL = ["INTERSTITIALS", "GIFTS"] as const;

/** The real namespaces, with these calls changed. */
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
  return changedKv(ALL, { get: slow, getWithMetadata: slow, list: slow, put: slow, delete: slow });
}

const WAITS = { text: "waits, then works" };

/** KV has no entry under the key in `INTERSTITIALS` of this product's normal price. */
function lacking(productId: ProductId): Faulty {
  const key = bridgeKey(productId, priceOf(productId, "none").priceCents);
  return changedKv(["INTERSTITIALS"], {
    get: (real) => (asked: string) => (asked === key ? Promise.resolve(null) : real(asked, "text")),
  });
}

const KV_FAULTS: readonly ends.Fault[] = [
  { fault: "KV throws", bindings: () => everyKv(AWAY), outcomes: ends.KV_AWAY },
  { fault: "KV namespaces not bound", bindings: () => everyKv(undefined), outcomes: ends.KV_AWAY },
  {
    fault: "KV answers after seconds",
    bindings: slowBindings,
    release: () => gate.resolve(),
    outcomes: {
      ...ends.work(["gift", "targets", "mail", "giftSaleMail", "order", "giftOrder", "delivery", "giftMail"], WAITS),
      ...ends.work(["bothOrder", "linksMail"], WAITS),
      ...ends.work(["bridge", "bothBridge"], { text: "spinner at once, the target when it comes", atOnce: true }),
      ...ends.work(["return"], { text: "spinner at once, the state when it comes", atOnce: true }),
      ...ends.work(["giftReturn"], { text: "waits for nothing", atOnce: true }),
    },
  },
  {
    fault: "KV holds garbage",
    bindings: () =>
      everyKv({
        get: async (keys: string | string[]) =>
          typeof keys === "string" ? "{target:" : new Map(keys.map((key) => [key, "{target:"])),
        getWithMetadata: async () => ({ value: "{target:", metadata: null }),
        list: async ({ prefix }: { prefix: string }) => ({ keys: [{ name: prefix }] }),
        put: async () => undefined,
        delete: async () => undefined,
      }),
    outcomes: {
      bridge: ends.NOT_CONFIGURED,
      gift: {
        text: "404, unless the link itself names somebody",
        status: 404,
        contains: GIFT_COPY.unknown.title,
        logged: "kv.malformed",
      },
      targets: { text: "leaves the entries out", contains: "{}", logged: "kv.malformed" },
      return: {
        text: `tells the payment's state and "${INTERSTITIAL_COPY.notConfigured}"`,
        shows: PAYMENT_RETURN_COPY.paid.title,
        logged: "kv.malformed",
      },
      giftReturn: { ...ends.WORKS.giftReturn, text: "shows link, code and card" },
      ...ends.work(["mail", "linksMail"], { text: "sent, without the link to the course", logged: "kv.malformed" }),
      order: { ...ends.WITHOUT_LINKS, logged: "kv.malformed" },
      bothOrder: { ...ends.WITHOUT_LINKS, logged: "kv.malformed" },
      bothBridge: ends.NOT_CONFIGURED,
    },
  },
  {
    fault: "KV cannot be written",
    bindings: () => changedKv(ALL, { put: () => fail, delete: () => fail }),
    outcomes: {
      giftReturn: {
        ...ends.WORKS.giftReturn,
        text: "shows link, code and card; the gift is stored before its mail goes",
      },
      giftSaleMail: ends.CONFIRMATION_WAITS,
    },
  },
  {
    fault: "KV lacks the address of one of two courses that were bought together",
    bindings: () => lacking("KVB2"),
    outcomes: {
      bothOrder: {
        ...ends.WORKS.bothOrder,
        text: "one button, to the address of both",
        shows: `href="${ends.BOTH_TARGET}"`,
        lacks: ends.COURSE_2,
      },
    },
  },
  {
    fault: "KV lacks the address of two courses together",
    bindings: () => lacking("KVB1_KVB2"),
    outcomes: {
      ...ends.work(["bothOrder"], { text: "works: a button for each course" }),
      bothBridge: {
        text: `"${INTERSTITIAL_COPY.notConfigured}", no redirect`,
        shows: INTERSTITIAL_COPY.notConfigured,
        lacks: ends.BOTH_TARGET,
      },
    },
  },
];

const HOUR_MS = 3_600_000;
/** The sales of a busy minute. A full run has as many as the row in the table says. */
const SALES = FULL ? 200 : 20;

/** Runs a busy minute's sales at once, on the platform's own engine. Each event arrives twice. */
async function sellToMany(logs: Logs): Promise<Response> {
  await using workflow = await watchEngine("MAILER");
  await workflow.modifyAll((modifier) => modifier.disableRetryDelays());
  const ids = Array.from({ length: SALES }, (_, index) => `pi_rush${index}`);
  const metadata = { product: "KVB1", price: "3900", flow: "none", visit: "v", buyer_email: BUYER };
  const answers = await Promise.all([...ids, ...ids].map((id) => deliver({ MAILER: env.MAILER }, { id, metadata })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // The end of a buyer's mail starts the owner's.
  for (const kind of ["confirmation", "notice"]) {
    for (const instance of await workflow.get()) await instance.waitForStatus("complete");
    const sent = logs.lines("mail.sent").filter(({ mail }) => mail === kind);
    expect(sent.map(({ about }) => String(about)).sort()).toEqual([...ids].sort());
  }
  return asResponse({ mails: logs.lines("mail.sent").length });
}

function limiters(limiter: Bindings["ORDER_LIMIT"] | undefined): Faulty {
  return { GIFT_LIMIT: limiter, PAYMENT_LIMIT: limiter, REPORT_LIMIT: limiter, ORDER_LIMIT: limiter };
}

function refuseMail(code: string): never {
  throw Object.assign(new Error("no mail"), { code });
}

function refuseForAnHour(atMs: number): void {
  if (atMs < HOUR_MS) refuseMail("E_INTERNAL_SERVER_ERROR");
}

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

function refuseAddress(address: string) {
  return (_atMs: number, to: string): void => {
    if (to === address) refuseMail("E_RECIPIENT_SUPPRESSED");
  };
}

const LIMITED_ROUTES = [
  ...(["gift", "intent", "return", "giftReturn", "order", "giftOrder", "delivery", "bothOrder"] as const),
  ...(["withdrawal", "myCourse", "myOrders"] as const),
];

/** wrangler.toml's vars; names in lower case or with underscores in front are the test runner's. */
export const VARS = Object.keys(env).filter(
  (name) => /^[A-Z]/.test(name) && typeof env[name] === "string" && name !== "ORDER_TOKEN_KEYS",
);
const ALL_VARS_ABSENT: Faulty = Object.fromEntries(VARS.map((name) => [name, undefined]));

const answers = (text: string, type: string) => () => new Response(text, { headers: { "content-type": type } });

/** Stripe's client waits before it asks again, and gives up; the ledger's deadline stays. */
const hurries = (ms: number) => ms >= 300 && ms !== DEADLINE_MS;

/** The outcomes of a Stripe that is away. Only it has the message of a gift. */
const STRIPE_AWAY: ends.Outcomes = { ...ends.returnsAskAgain("stripe.failed"), giftSaleMail: ends.CONFIRMATION_WAITS };

const STRIPE_UNCONFIGURED: ends.Outcomes = {
  intent: ends.INTENT_NOT_CONFIGURED,
  ...STRIPE_AWAY,
  ...ends.returnsAskAgain("config.invalid"),
};

/** Stripe answers, and not with a payment. */
function refused(fault: string, stripe: () => Response): ends.Fault {
  return { fault, stripe, hurries, outcomes: { intent: ends.INTENT_REFUSED, ...STRIPE_AWAY } };
}

const failed = { logged: "mail.failed" } as const;

/** A binding that is not there, or is another. */
const bound = (fault: string, bindings: Faulty, outcomes: ends.Outcomes): ends.Fault => ({
  fault,
  bindings: () => bindings,
  outcomes,
});

const SERVICE_FAULTS: readonly ends.Fault[] = [
  {
    fault: "Stripe cannot be reached",
    hurries,
    outcomes: { intent: ends.INTENT_UNREACHABLE, ...STRIPE_AWAY },
    stripe: () => Promise.reject(new TypeError("connection refused")),
  },
  {
    fault: "Stripe never answers",
    stripe: () => new Promise<Response>(() => undefined),
    hurries,
    outcomes: {
      intent: { ...ends.INTENT_UNREACHABLE, text: "502 after two tries of 8 s; the form offers a retry" },
      ...STRIPE_AWAY,
      ...ends.returnsAskAgain("stripe.failed", "spinner at once; the same after two tries of 8 s"),
    },
  },
  refused("Stripe's answer is cut off", answers('{"id": "pi_1", "object": "payment_int', "application/json")),
  refused("Stripe answers HTML", answers("<!doctype html><title>Even geduld</title>", "text/html")),
  refused("Stripe answers 500", () => answerError(500, { type: "api_error" })),
  bound("`STRIPE_SECRET_KEY` absent", { STRIPE_SECRET_KEY: undefined }, STRIPE_UNCONFIGURED),
  bound("`STRIPE_SECRET_KEY` malformed", { STRIPE_SECRET_KEY: "pk_test_wrong" }, STRIPE_UNCONFIGURED),
  bound(
    "`STRIPE_WEBHOOK_SECRET` absent",
    { STRIPE_WEBHOOK_SECRET: undefined },
    { webhook: { ...ends.INTENT_NOT_CONFIGURED, text: "503, Stripe delivers again" } },
  ),
  {
    fault: "every var absent",
    bindings: () => ALL_VARS_ABSENT,
    outcomes: {
      ...ends.work(["content"], {
        text: "works; says where ordering, videos or the map are missing",
        logged: "config.invalid",
      }),
      ...ends.work(["files"], { text: "works, with the request's own origin" }),
      ...ends.work(["gift"], {
        text: "shows the gift and says that it cannot be redeemed yet",
        contains: GIFT_COPY.card.noActivation,
      }),
      checkout: {
        text: "the failed state: no form",
        contains: CHECKOUT_COPY.form.failed.text,
        lacks: 'data-island="checkout"',
        logged: "config.invalid",
      },
      intent: ends.INTENT_NOT_CONFIGURED,
      ...ends.returnsAskAgain("config.invalid"),
      // The shop cannot tell its own payments either.
      webhook: { ...ends.INTENT_NOT_CONFIGURED, text: "503, Stripe delivers again" },
      mail: ends.MAIL_UNCONFIGURED,
      giftSaleMail: { ...ends.MAIL_UNCONFIGURED, logged: "config.invalid" },
      giftMail: { ...ends.GIFT_MAIL_WAITS, logged: "config.invalid" },
      withdrawal: ends.WITHDRAWAL_UNMAILED,
      myCourse: ends.LINKS_RETRY,
      myOrders: { text: "404: there are no accounts, and no page asks", status: 404, contains: '"not_found"' },
      linksMail: ends.LINKS_MAIL_WAITS,
    },
  },
  bound(
    "the sign-in service fails",
    { AUTH_URL: "https://auth-away.example/auth/v1" },
    { myOrders: { ...ends.ORDERS_RETRY, logged: "auth.unavailable" } },
  ),
  {
    fault: "`ORDER_TOKEN_KEYS` absent",
    bindings: () => ({ ORDER_TOKEN_KEYS: undefined }),
    outcomes: {
      ...ends.work(["content"], { text: "works; no gift is sold", logged: "config.invalid" }),
      return: { ...ends.WORKS.return, text: "works, without the link to the order", lacks: "/bestelling/" },
      giftReturn: {
        text: 'one that was sold before: says that it is paid and that the link comes by mail; once they are set, "Bevestiging sturen" at the desk',
        shows: GIFT_SALE_COPY.noCode.text,
        logged: "gift.unstored",
      },
      mail: { ...ends.WORKS.mail, text: "sent, without the link to the order" },
      giftSaleMail: {
        ...ends.WORKS.mail,
        text: 'sent, without the gift; the owner\'s mail says so: once they are set, "Bevestiging sturen" at the desk',
        logged: "gift.unstored",
      },
      order: ends.UNSIGNED,
      giftOrder: ends.UNSIGNED,
      delivery: ends.UNSIGNED,
      bothOrder: ends.UNSIGNED,
      myCourse: ends.LINKS_RETRY,
      myOrders: { ...ends.ORDERS_RETRY, logged: "config.invalid" },
      linksMail: ends.LINKS_MAIL_WAITS,
    },
  },
  bound(
    "the mail service fails",
    { EMAIL: AWAY },
    {
      mail: { ...ends.MAIL_WAITS, ...failed },
      giftSaleMail: { ...ends.MAIL_WAITS, ...failed },
      giftMail: { ...ends.GIFT_MAIL_WAITS, ...failed },
      linksMail: { ...ends.LINKS_MAIL_WAITS, ...failed },
    },
  ),
  {
    fault: "the mail service is down for an hour",
    only: {
      mail: () => runSale({}, { send: refuseForAnHour, forMs: 2 * HOUR_MS }),
      giftMail: () => mailGift({}, { send: refuseForAnHour, forMs: 2 * HOUR_MS }),
      linksMail: () => sendLinks({}, { send: refuseForAnHour, forMs: 2 * HOUR_MS }),
    },
    outcomes: ends.work(["mail", "giftMail", "linksMail"], {
      text: "each mail once, within minutes of its return",
      logged: "mail.failed",
    }),
  },
  {
    fault: "the buyer's address bounces, and the mail service refuses it",
    only: { mail: () => runSale({}, { send: refuseAddress(BUYER) }) },
    outcomes: {
      mail: {
        text: "asked once; the owner's mail says that the buyer has none",
        contains: '{"state":"refused","mails":1}',
        logged: "mail.failed",
      },
    },
  },
  {
    fault: "the address of a gift's recipient bounces, and the mail service refuses it",
    only: { giftMail: () => mailGift({}, { send: refuseAddress(RECIPIENT) }) },
    outcomes: {
      giftMail: {
        ...ends.giftMailEnds(
          "asked once; its giver hears of it, and the order page asks for another address",
          ["giver"],
          "refused",
        ),
        logged: "delivery.failed",
      },
    },
  },
  {
    fault: "an order has no e-mail address",
    only: { mail: () => runSale({}, {}, { email: undefined }) },
    outcomes: {
      mail: {
        text: "the owner's mail says so; the buyer's goes when Stripe names an address within four days",
        contains: '{"state":"none","mails":1}',
      },
    },
  },
  {
    fault: "a step is killed after its mail was noted as sent",
    only: {
      mail: () => runSale({}, { killed: ["confirmation", "notice"] }),
      giftMail: () => mailGift({}, { killed: ["gift", "delivery-report"] }),
      linksMail: () => sendLinks({}, { killed: ["links"] }),
    },
    outcomes: ends.work(["mail", "giftMail", "linksMail"], { text: "each mail once" }),
  },
  {
    fault: "a step is killed between sending a mail and noting it",
    only: { mail: () => runSale(...dyingAfter(BUYER)), giftMail: () => mailGift(...dyingAfter(RECIPIENT)) },
    outcomes: {
      giftMail: ends.giftMailEnds("that mail comes twice, no other", ["recipient", "recipient", "giver"], "sent"),
      mail: { text: "that mail comes twice, no other", contains: '{"state":"sent","mails":3}' },
    },
  },
  {
    fault: "200 sales in a minute, each told of twice at once",
    only: { mail: sellToMany },
    outcomes: {
      mail: { text: "every buyer has one mail, and the owner one for each", contains: `{"mails":${2 * SALES}}` },
    },
  },
  {
    fault: "`EMAIL` not bound, or `MAIL_FROM` not set",
    bindings: () => ({ EMAIL: undefined }),
    outcomes: {
      mail: ends.MAIL_UNCONFIGURED,
      giftSaleMail: ends.MAIL_UNCONFIGURED,
      giftMail: { ...ends.GIFT_MAIL_WAITS, logged: "mail.unconfigured" },
      withdrawal: ends.WITHDRAWAL_UNMAILED,
      myCourse: ends.LINKS_RETRY,
      linksMail: { ...ends.LINKS_MAIL_WAITS, logged: "mail.unconfigured" },
    },
  },
  bound(
    "Workflows cannot be started",
    { MAILER: AWAY },
    {
      webhook: {
        ...ends.LEDGER_AWAY.webhook,
        text: "503: the sale is recorded, and its mails go within ten minutes after they are back",
        logged: "webhook.postponed",
      },
      ...ends.work(["withdrawal", "myCourse"], { text: "works; the mails go within ten minutes after they are back" }),
    },
  ),
  bound(
    "rate limiters not bound",
    limiters(undefined),
    ends.work(LIMITED_ROUTES, { text: "works, unguarded", logged: "limit.unavailable" }),
  ),
  {
    fault: "one client asks too often",
    bindings: () => limiters({ limit: async () => ({ success: false }) } as Bindings["ORDER_LIMIT"]),
    outcomes: {
      gift: ends.TOO_MANY,
      intent: { ...ends.TOO_MANY, contains: '"rate_limited"' },
      return: ends.RETURN_LIMITED,
      giftReturn: ends.RETURN_LIMITED,
      order: ends.ORDER_LIMITED,
      giftOrder: ends.ORDER_LIMITED,
      delivery: ends.ORDER_LIMITED,
      bothOrder: ends.ORDER_LIMITED,
      withdrawal: {
        ...ends.TOO_MANY,
        text: "429: wait a minute; a reload sends the form again",
        shows: SITE_COPY.tooManyForms.heading,
      },
      myOrders: { ...ends.TOO_MANY, contains: '"rate_limited"' },
      myCourse: {
        ...ends.TOO_MANY,
        text: "429: wait a minute; a reload sends the form again",
        shows: SITE_COPY.tooManyForms.heading,
      },
    },
  },
  bound("`ASSETS` not bound", { ASSETS: undefined }, {}),
];

export const FAULTS = [...KV_FAULTS, ...LEDGER_FAULTS, ...SERVICE_FAULTS];
