import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { CHECKOUT_COPY } from "../../src/content/checkout.ts";
import { GIFT_COPY } from "../../src/content/gift.ts";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { SITE_COPY } from "../../src/content/site.ts";
import type { Bindings } from "../../src/env.ts";
import { FULL } from "../full.ts";
import * as ends from "./fault-outcomes.ts";
import { asResponse, BUYER, deliver, type Faulty, mailGift, RECIPIENT, runSale, sendLinks } from "./fault-routes.ts";
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
    [...ids, ...ids].map((id) => deliver({ AFTER_SALE: env.AFTER_SALE }, { id, metadata })),
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

const answers = (text: string, type: string) => () => new Response(text, { headers: { "content-type": type } });

/** Stripe answers, and not with a payment. */
function refused(fault: string, stripe: () => Response): ends.Fault {
  return { fault, stripe, outcomes: { intent: ends.INTENT_REFUSED, ...ends.returnsAskAgain("stripe.failed") } };
}

export const SERVICE_FAULTS: readonly ends.Fault[] = [
  {
    fault: "Stripe cannot be reached",
    stripe: () => Promise.reject(new TypeError("connection refused")),
    outcomes: { intent: ends.INTENT_UNREACHABLE, ...ends.returnsAskAgain("stripe.failed") },
  },
  {
    fault: "Stripe never answers",
    stripe: () => new Promise(() => undefined),
    passMs: 20_000,
    outcomes: {
      intent: { ...ends.INTENT_UNREACHABLE, text: "502 after two tries of 8 s; the form offers a retry" },
      ...ends.returnsAskAgain("stripe.failed", "spinner at once; the same after two tries of 8 s"),
    },
  },
  refused("Stripe's answer is cut off", answers('{"id": "pi_1", "object": "payment_int', "application/json")),
  refused("Stripe answers HTML", answers("<!doctype html><title>Even geduld</title>", "text/html")),
  refused("Stripe answers 500", () => answerError(500, { type: "api_error" })),
  {
    fault: "`STRIPE_SECRET_KEY` absent",
    bindings: () => ({ STRIPE_SECRET_KEY: undefined }),
    outcomes: { intent: ends.INTENT_NOT_CONFIGURED, ...ends.returnsAskAgain("config.invalid") },
  },
  {
    fault: "`STRIPE_SECRET_KEY` malformed",
    bindings: () => ({ STRIPE_SECRET_KEY: "pk_test_wrong" }),
    outcomes: { intent: ends.INTENT_NOT_CONFIGURED, ...ends.returnsAskAgain("config.invalid") },
  },
  {
    fault: "`STRIPE_WEBHOOK_SECRET` absent",
    bindings: () => ({ STRIPE_WEBHOOK_SECRET: undefined }),
    outcomes: {
      webhook: { ...ends.INTENT_NOT_CONFIGURED, text: "503, Stripe delivers again" },
    },
  },
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
      giftMail: { ...ends.GIFT_MAIL_UNCONFIGURED, logged: "config.invalid" },
      withdrawal: ends.WITHDRAWAL_UNMAILED,
      myCourse: ends.LINKS_RETRY,
      myOrders: { text: "404: there are no accounts, and no page asks", status: 404, contains: '"not_found"' },
      linksMail: ends.LINKS_MAIL_UNSENT,
    },
  },
  {
    fault: "the sign-in service fails",
    bindings: () => ({ AUTH_URL: "https://auth-away.example/auth/v1" }),
    outcomes: { myOrders: { ...ends.ORDERS_RETRY, logged: "auth.unavailable" } },
  },
  {
    fault: "`ORDER_TOKEN_KEYS` absent",
    bindings: () => ({ ORDER_TOKEN_KEYS: undefined }),
    outcomes: {
      ...ends.work(["content"], { text: "works; no gift is sold", logged: "config.invalid" }),
      return: { ...ends.WORKS.return, text: "works, without the link to the order", lacks: "/bestelling/" },
      giftReturn: {
        text: "one that was sold before: says that it is paid and that the link comes by mail; once it is set, `npm run kv -- mails --resend`",
        shows: GIFT_SALE_COPY.noCode.text,
        logged: "gift.unstored",
      },
      mail: { ...ends.WORKS.mail, text: "sent, without the link to the order" },
      order: ends.UNSIGNED,
      giftOrder: ends.UNSIGNED,
      delivery: ends.UNSIGNED,
      giftMail: { ...ends.GIFT_MAIL_UNMADE, logged: "delivery.failed" },
      bothOrder: ends.UNSIGNED,
      myCourse: ends.LINKS_RETRY,
      myOrders: { ...ends.ORDERS_RETRY, logged: "config.invalid" },
      linksMail: ends.LINKS_MAIL_UNSENT,
    },
  },
  {
    fault: "the mail service fails",
    bindings: () => ({ EMAIL: AWAY }),
    outcomes: {
      mail: { ...ends.MAIL_WAITS, logged: "mail.failed" },
      giftMail: ends.GIFT_MAIL_FAILS,
      linksMail: { ...ends.LINKS_MAIL_WAITS, logged: "mail.failed" },
    },
  },
  {
    fault: "the mail service is down for an hour",
    only: {
      mail: () => runSale({}, { send: refuseForAnHour }),
      giftMail: () => mailGift({}, { send: refuseForAnHour }),
      linksMail: () => sendLinks({}, { send: refuseForAnHour }),
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
    only: { mail: () => runSale({}, {}, { email: undefined }) },
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
      mail: () => runSale({}, { killed: ["confirmation"] }),
      giftMail: () => mailGift({}, { killed: ["mail the gift"] }),
    },
    outcomes: {
      giftMail: ends.giftMailEnds(
        "that mail comes twice, no other",
        "sent",
        ["recipient", "recipient", "giver"],
        "sent",
      ),
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
      mail: ends.MAIL_UNCONFIGURED,
      giftMail: ends.GIFT_MAIL_UNCONFIGURED,
      withdrawal: ends.WITHDRAWAL_UNMAILED,
      myCourse: ends.LINKS_RETRY,
      linksMail: ends.LINKS_MAIL_UNCONFIGURED,
    },
  },
  {
    fault: "Workflows cannot be started",
    bindings: () => ({ AFTER_SALE: AWAY, AFTER_WITHDRAWAL: AWAY, AFTER_LINK_REQUEST: AWAY }),
    outcomes: {
      webhook: { ...ends.WEBHOOK_RETRY, logged: "workflow.unavailable" },
      delivery: { ...ends.DELIVERY_RETRY, logged: "delivery.unchanged" },
      withdrawal: { ...ends.WITHDRAWAL_UNMAILED, logged: "withdrawal.unmailed" },
      myCourse: ends.LINKS_RETRY,
    },
  },
  {
    fault: "rate limiters not bound",
    bindings: () => limiters(undefined),
    outcomes: ends.work(LIMITED_ROUTES, { text: "works, unguarded", logged: "limit.unavailable" }),
  },
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
  {
    fault: "`ASSETS` not bound",
    bindings: () => ({ ASSETS: undefined }),
    outcomes: {},
  },
];
