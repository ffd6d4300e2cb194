import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { CHECKOUT_COPY } from "../../src/content/checkout.ts";
import { GIFT_COPY } from "../../src/content/gift.ts";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { SITE_COPY } from "../../src/content/site.ts";
import type { Bindings } from "../../src/env.ts";
import { FULL } from "../full.ts";
import {
  DELIVERY_RETRY,
  type Fault,
  GIFT_MAIL_FAILS,
  GIFT_MAIL_UNCONFIGURED,
  GIFT_MAIL_UNMADE,
  giftMailEnds,
  INTENT_NOT_CONFIGURED,
  INTENT_REFUSED,
  INTENT_UNREACHABLE,
  LINKS_MAIL_UNCONFIGURED,
  LINKS_MAIL_UNSENT,
  LINKS_MAIL_WAITS,
  LINKS_RETRY,
  MAIL_UNCONFIGURED,
  MAIL_WAITS,
  ORDER_LIMITED,
  ORDERS_RETRY,
  RETURN_LIMITED,
  returnsAskAgain,
  TOO_MANY,
  UNSIGNED,
  WEBHOOK_RETRY,
  WITHDRAWAL_UNMAILED,
  WORKS,
  work,
} from "./fault-outcomes.ts";
import {
  asResponse,
  BUYER,
  deliverEvent,
  type Faulty,
  followOneSale,
  mailGift,
  mailLinksOnce,
  RECIPIENT,
} from "./fault-routes.ts";
import type { Logs } from "./logs.ts";
import { AWAY } from "./shop.ts";
import { answerError } from "./stripe-stub.ts";

/** The faults of Stripe, of accounts, of mail, of Workflows and of the configuration: the other rows (faults.test.ts). */

const HOUR_MS = 3_600_000;
/** The sales of a busy minute. A full run has as many as the row in the table says. */
const SALES = FULL ? 200 : 20;

/** Runs a busy minute's sales at once, on the platform's own engine. Each event arrives twice. */
async function sellToMany(logs: Logs): Promise<Response> {
  await using workflow = await introspectWorkflow(env.AFTER_SALE);
  const ids = Array.from({ length: SALES }, (_, index) => `pi_rush${index}`);
  const metadata = { product: "KVB1", price: "3900", flow: "none", visit: "v", buyer_email: BUYER };
  const answers = await Promise.all(
    [...ids, ...ids].map((id) => deliverEvent({ AFTER_SALE: env.AFTER_SALE }, { id, metadata })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const instances = await workflow.get();
  for (const instance of instances) await instance.waitForStatus("complete");
  const confirmed = logs.lines("mail.sent").filter(({ mail }) => mail === "confirmation");
  expect(confirmed.map((line) => String(line.intentId)).sort()).toEqual([...ids].sort());
  return asResponse({ sales: instances.length, confirmations: confirmed.length });
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

export const SERVICE_FAULTS: readonly Fault[] = [
  {
    fault: "Stripe cannot be reached",
    stripe: () => Promise.reject(new TypeError("connection refused")),
    outcomes: { intent: INTENT_UNREACHABLE, ...returnsAskAgain("stripe.failed") },
  },
  {
    fault: "Stripe never answers",
    stripe: () => new Promise(() => undefined),
    passMs: 20_000,
    outcomes: {
      intent: { ...INTENT_UNREACHABLE, text: "502 after two tries of 8 s; the form offers a retry" },
      ...returnsAskAgain("stripe.failed", "spinner at once; the same after two tries of 8 s"),
    },
  },
  {
    fault: "Stripe's answer is cut off",
    stripe: () =>
      new Response('{"id": "pi_1", "object": "payment_int', { headers: { "content-type": "application/json" } }),
    outcomes: { intent: INTENT_REFUSED, ...returnsAskAgain("stripe.failed") },
  },
  {
    fault: "Stripe answers HTML",
    stripe: () =>
      new Response("<!doctype html><title>Even geduld</title>", { headers: { "content-type": "text/html" } }),
    outcomes: { intent: INTENT_REFUSED, ...returnsAskAgain("stripe.failed") },
  },
  {
    fault: "Stripe answers 500",
    stripe: () => answerError(500, { type: "api_error" }),
    outcomes: { intent: INTENT_REFUSED, ...returnsAskAgain("stripe.failed") },
  },
  {
    fault: "`STRIPE_SECRET_KEY` absent",
    bindings: () => ({ STRIPE_SECRET_KEY: undefined }),
    outcomes: { intent: INTENT_NOT_CONFIGURED, ...returnsAskAgain("config.invalid") },
  },
  {
    fault: "`STRIPE_SECRET_KEY` malformed",
    bindings: () => ({ STRIPE_SECRET_KEY: "pk_test_wrong" }),
    outcomes: { intent: INTENT_NOT_CONFIGURED, ...returnsAskAgain("config.invalid") },
  },
  {
    fault: "`STRIPE_WEBHOOK_SECRET` absent",
    bindings: () => ({ STRIPE_WEBHOOK_SECRET: undefined }),
    outcomes: {
      webhook: { ...INTENT_NOT_CONFIGURED, text: "503, Stripe delivers again" },
    },
  },
  {
    fault: "every var absent",
    bindings: () => ALL_VARS_ABSENT,
    outcomes: {
      ...work(["content"], {
        text: "works; says where ordering, videos or the map are missing",
        logged: "config.invalid",
      }),
      ...work(["files"], { text: "works, with the request's own origin" }),
      ...work(["gift"], {
        text: "shows the gift and says that it cannot be redeemed yet",
        contains: GIFT_COPY.card.noActivation,
      }),
      checkout: {
        text: "the failed state: no form",
        contains: CHECKOUT_COPY.form.failed.text,
        lacks: 'data-island="checkout"',
        logged: "config.invalid",
      },
      intent: INTENT_NOT_CONFIGURED,
      ...returnsAskAgain("config.invalid"),
      // The shop cannot tell its own payments either.
      webhook: { ...INTENT_NOT_CONFIGURED, text: "503, Stripe delivers again" },
      mail: MAIL_UNCONFIGURED,
      giftMail: { ...GIFT_MAIL_UNCONFIGURED, logged: "config.invalid" },
      withdrawal: WITHDRAWAL_UNMAILED,
      myCourse: LINKS_RETRY,
      myOrders: { text: "404: there are no accounts, and no page asks", status: 404, contains: '"not_found"' },
      linksMail: LINKS_MAIL_UNSENT,
    },
  },
  {
    fault: "the sign-in service fails",
    bindings: () => ({ AUTH_URL: "https://auth-away.example/auth/v1" }),
    outcomes: { myOrders: { ...ORDERS_RETRY, logged: "auth.unavailable" } },
  },
  {
    fault: "`ORDER_TOKEN_KEYS` absent",
    bindings: () => ({ ORDER_TOKEN_KEYS: undefined }),
    outcomes: {
      ...work(["content"], { text: "works; no gift is sold", logged: "config.invalid" }),
      return: { ...WORKS.return, text: "works, without the link to the order", lacks: "/bestelling/" },
      giftReturn: {
        text: "one that was sold before: says that it is paid and that the link comes by mail; once it is set, `npm run kv -- mails --resend`",
        shows: GIFT_SALE_COPY.noCode.text,
        logged: "gift.unstored",
      },
      mail: { ...WORKS.mail, text: "sent, without the link to the order" },
      order: UNSIGNED,
      giftOrder: UNSIGNED,
      delivery: UNSIGNED,
      giftMail: { ...GIFT_MAIL_UNMADE, logged: "delivery.failed" },
      bothOrder: UNSIGNED,
      myCourse: LINKS_RETRY,
      myOrders: { ...ORDERS_RETRY, logged: "config.invalid" },
      linksMail: LINKS_MAIL_UNSENT,
    },
  },
  {
    fault: "the mail service fails",
    bindings: () => ({ EMAIL: AWAY }),
    outcomes: {
      mail: { ...MAIL_WAITS, logged: "mail.failed" },
      giftMail: GIFT_MAIL_FAILS,
      linksMail: { ...LINKS_MAIL_WAITS, logged: "mail.failed" },
    },
  },
  {
    fault: "the mail service is down for an hour",
    only: {
      mail: () => followOneSale({}, { send: refuseForAnHour }),
      giftMail: () => mailGift({}, { send: refuseForAnHour }),
      linksMail: () => mailLinksOnce({}, { send: refuseForAnHour }),
    },
    outcomes: work(["mail", "giftMail", "linksMail"], {
      text: "each mail once, within minutes of its return",
      logged: "mail.failed",
    }),
  },
  {
    fault: "the buyer's address bounces, and the mail service refuses it",
    only: { mail: () => followOneSale({}, { send: refuseAddress(BUYER) }) },
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
        ...giftMailEnds(
          "asked once; its giver hears of it, and the order page asks for another address",
          "refused",
          ["giver"],
          "refused",
        ),
        logged: "delivery.failed",
      },
    },
  },
  {
    fault: "an order has no e-mail address",
    only: { mail: () => followOneSale({}, {}, { email: undefined }) },
    outcomes: {
      mail: {
        text: "the owner's mail says so; the buyer's goes when Stripe names an address within four days",
        contains: '{"state":"ended in an error","mails":1}',
      },
    },
  },
  {
    fault: "a step is killed between sending a mail and its end",
    only: {
      mail: () => followOneSale({}, { killed: ["confirmation"] }),
      giftMail: () => mailGift({}, { killed: ["mail the gift"] }),
    },
    outcomes: {
      giftMail: giftMailEnds("that mail comes twice, no other", "sent", ["recipient", "recipient", "giver"], "sent"),
      mail: { text: "that mail comes twice, no other", contains: '{"state":"sent","mails":3}' },
    },
  },
  {
    fault: "200 sales in a minute, each told of twice at once",
    only: { mail: sellToMany },
    outcomes: {
      mail: { text: "every buyer has one mail", contains: `{"sales":${SALES},"confirmations":${SALES}}` },
    },
  },
  {
    fault: "`EMAIL` not bound, or `MAIL_FROM` not set",
    bindings: () => ({ EMAIL: undefined }),
    outcomes: {
      mail: MAIL_UNCONFIGURED,
      giftMail: GIFT_MAIL_UNCONFIGURED,
      withdrawal: WITHDRAWAL_UNMAILED,
      myCourse: LINKS_RETRY,
      linksMail: LINKS_MAIL_UNCONFIGURED,
    },
  },
  {
    fault: "Workflows cannot be started",
    bindings: () => ({ AFTER_SALE: AWAY, AFTER_WITHDRAWAL: AWAY, AFTER_LINK_REQUEST: AWAY }),
    outcomes: {
      webhook: { ...WEBHOOK_RETRY, logged: "workflow.unavailable" },
      delivery: { ...DELIVERY_RETRY, logged: "delivery.unchanged" },
      withdrawal: { ...WITHDRAWAL_UNMAILED, logged: "withdrawal.unmailed" },
      myCourse: LINKS_RETRY,
    },
  },
  {
    fault: "rate limiters not bound",
    bindings: () => limiters(undefined),
    outcomes: work(LIMITED_ROUTES, { text: "works, unguarded", logged: "limit.unavailable" }),
  },
  {
    fault: "one client asks too often",
    bindings: () => limiters({ limit: async () => ({ success: false }) } as Bindings["ORDER_LIMIT"]),
    outcomes: {
      gift: TOO_MANY,
      intent: { ...TOO_MANY, contains: '"rate_limited"' },
      return: RETURN_LIMITED,
      giftReturn: RETURN_LIMITED,
      order: ORDER_LIMITED,
      giftOrder: ORDER_LIMITED,
      delivery: ORDER_LIMITED,
      bothOrder: ORDER_LIMITED,
      withdrawal: {
        ...TOO_MANY,
        text: "429: wait a minute; a reload sends the form again",
        shows: SITE_COPY.tooManyForms.heading,
      },
      myOrders: { ...TOO_MANY, contains: '"rate_limited"' },
      myCourse: {
        ...TOO_MANY,
        text: "429: wait a minute; a reload sends the form again",
        shows: SITE_COPY.tooManyForms.heading,
      },
    },
  },
  {
    fault: "`ASSETS` not bound",
    bindings: () => ({ ASSETS: undefined }),
    outcomes: {},
  },
];
