import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createElement } from "react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import operations from "../../kv-seed/operations.md?raw";
import { createApp } from "../../src/app.tsx";
import { CHECKOUT_COPY } from "../../src/content/checkout.ts";
import { GIFT_COPY } from "../../src/content/gift.ts";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { INTERSTITIAL_COPY } from "../../src/content/interstitial.ts";
import { MY_COURSE_COPY } from "../../src/content/my-course.ts";
import { ORDER_STATUS_COPY } from "../../src/content/order-status.ts";
import { PAYMENT_RETURN_COPY } from "../../src/content/payment-return.ts";
import { SITE_COPY } from "../../src/content/site.ts";
import { WITHDRAWAL_COPY } from "../../src/content/withdrawal.ts";
import type { Bindings } from "../../src/env.ts";
import type { LogEvent } from "../../src/log.ts";
import { InterstitialPage, InterstitialTarget } from "../../src/pages/interstitial.tsx";
import { createPageContext } from "../../src/response/page-context.ts";
import { fillAround, PageMemory } from "../../src/response/page-memory.ts";
import { renderPart, renderToString, sendInOrder } from "../../src/response/render.tsx";
import { wishToMetadata } from "../../src/services/gift-wish.ts";
import { createOrderPath } from "../../src/services/order-token.ts";
import { type OrderFact, writeFact } from "../../src/services/orders.ts";
import { createFormName } from "../../src/services/withdrawal-form.ts";
import { IN_PRODUCT_OFFER, OFFERS } from "../../src/shared/courses.ts";
import { giftCodePath, PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { FULL } from "../full.ts";
import { runAfterSale, type SaleWorld } from "./after-sale-steps.ts";
import { attributes, readDocument } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { shownMarkup } from "./markup.ts";
import { paidOrder } from "./paid-order.ts";
import { AWAY, answerText, ORDER_KEYS, ORIGIN, seedTargets } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import {
  answerError,
  answerJson,
  STRIPE_BINDINGS,
  type StripeCall,
  stripeEvent,
  stubStripe,
  webhookCall,
} from "./stripe-stub.ts";
import { createIdleWorkflow } from "./workflows.ts";

/**
 * The shop's outcomes when a part of its surroundings fails: a table of fault x route x outcome. kv-seed/operations.md
 * shows the same table; `vitest run --config test/vitest.config.ts --project worker faults -u` writes it again.
 */

const logs = collectLogs();
const GIFT_KEY = "FAULTTEST";
const TARGET = "http://localhost:8788/cursus/kvb1";
const ORDER_INTENT = "pi_faultOrder";
const BUYER = "jan@example.nl";
const HOUR_MS = 3_600_000;

/** The bindings without a fault. */
const BINDINGS = {
  ...STRIPE_BINDINGS,
  ...ORDER_KEYS,
  // The Workflows after a withdrawal and after a request for links have tests of their own.
  AFTER_WITHDRAWAL: createIdleWorkflow(),
  AFTER_LINK_REQUEST: createIdleWorkflow(),
} satisfies Partial<Bindings>;

beforeAll(async () => {
  await seedTargets();
  await env.GIFTS.put(GIFT_KEY, JSON.stringify({ recipient: "Noor", giver: "Bas" }));
  await recordSale(ORDER_INTENT);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Content pages and every screen of the quiz. */
const READABLE_PATHS = [...CONTENT_PATHS, PATHS.quizRedirect, PATHS.quizScore, quizQuestionPath(1), PATHS.giftLookup];

/** Every kind of route, and how it is asked. */
const ROUTES = {
  content: { heading: "content pages, quiz", ask: (bindings: Faulty) => askAll(READABLE_PATHS, bindings) },
  files: {
    heading: "`/healthz`, sitemap, robots",
    ask: (bindings: Faulty) => askAll([PATHS.health, PATHS.sitemap, PATHS.robots], bindings),
  },
  bridge: { heading: "bridge pages", ask: (bindings: Faulty) => askAll([String(OFFERS[0]?.path)], bindings) },
  gift: { heading: "gift codes", ask: (bindings: Faulty) => askAll([giftCodePath(GIFT_KEY)], bindings) },
  targets: {
    heading: "`/interstitial-targets.json`",
    ask: (bindings: Faulty) => askAll([PATHS.interstitialTargets], bindings),
  },
  checkout: { heading: "checkout page", ask: (bindings: Faulty) => askAll([PATHS.checkout], bindings) },
  intent: { heading: "payment intent", ask: async (bindings: Faulty) => [await askIntent(bindings)] },
  return: { heading: "payment return page", ask: async (bindings: Faulty) => [await comeBack(bindings)] },
  giftReturn: {
    heading: "payment return page of a gift",
    ask: async (bindings: Faulty) => [await comeBack(bindings, GIFT_INTENT)],
  },
  webhook: { heading: "webhook", ask: async (bindings: Faulty) => [await deliverEvent(bindings)] },
  mail: { heading: "mail after a sale", ask: async (bindings: Faulty) => [await followOneSale(bindings)] },
  order: { heading: "order page", ask: async (bindings: Faulty) => askAll([await orderPath()], bindings) },
  withdrawal: { heading: "withdrawal", ask: async (bindings: Faulty) => [await withdraw(bindings)] },
  myCourse: { heading: "asking for one's links", ask: async (bindings: Faulty) => [await askForLinks(bindings)] },
} as const;
type RouteName = keyof typeof ROUTES;
const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[];

/** Bindings with a fault. */
type Faulty = { [name in keyof Bindings]?: Bindings[name] | undefined };

async function askOne(path: string, bindings: Faulty, init: RequestInit = {}, app = createApp()): Promise<Response> {
  const headers = { "cf-connecting-ip": freshAddress(), ...(init.headers as Record<string, string>) };
  return app.request(ORIGIN + path, { ...init, headers }, { ...env, ...BINDINGS, ...bindings } as Bindings);
}

/** Asks an app that remembers no page. */
function askAll(paths: readonly string[], bindings: Faulty): Promise<Response[]> {
  const app = createApp();
  return Promise.all(paths.map((path) => askOne(path, bindings, {}, app)));
}

function askIntent(bindings: Faulty): Promise<Response> {
  return askOne(PATHS.createPaymentIntent, bindings, {
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/json" },
    body: JSON.stringify({ amount: IN_PRODUCT_OFFER.priceCents, currency: IN_PRODUCT_OFFER.currency }),
  });
}

const GIFT_INTENT = "pi_gift";

function comeBack(bindings: Faulty, intentId = "pi_1"): Promise<Response> {
  const path = `${PATHS.interstitial}?payment_type=${IN_PRODUCT_OFFER.key}&payment_intent=${intentId}`;
  const headers = { cookie: `payment_${intentId}=${intentId}_secret_a` };
  return askOne(path, bindings, { headers });
}

/** Stripe's answer about a paid payment. */
function paidIntent({ url }: StripeCall): Response {
  if (!url.pathname.endsWith(GIFT_INTENT)) return answerJson(intent({ status: "succeeded" }));
  const wish = { productId: "KVB1", recipient: "Noor", giver: "Bas", message: "", from: "now" } as const;
  const metadata = { product: "KVB1", price: "3900", flow: "none", ...wishToMetadata(wish) };
  const secret = `${GIFT_INTENT}_secret_a`;
  return answerJson(intent({ id: GIFT_INTENT, client_secret: secret, status: "succeeded", metadata }));
}

/** The app that takes Stripe's events. No page is asked of it.
const WEBHOOKS = createApp();

let payments = 0;
async function deliverEvent(bindings: Faulty, changes: Record<string, unknown> = {}): Promise<Response> {
  payments += 1;
  const object = intent({ id: `pi_fault_${payments}`, status: "succeeded", ...changes });
  const payload = JSON.stringify(stripeEvent("payment_intent.succeeded", object, { id: `evt_fault_${payments}` }));
  return askOne(PATHS.stripeWebhook, bindings, await webhookCall(payload), WEBHOOKS);
}

async function recordSale(intentId: string, changes: Partial<OrderFact> = {}): Promise<void> {
  const order = paidOrder({ intentId, source: "checkout", productId: "KVB1", email: BUYER });
  await writeFact(env.ORDERS, intentId, { ...order, ...changes });
}

/** The Workflow after a recorded sale: it is not a route, but depends on the same surroundings. */
async function followOneSale(bindings: Faulty, world: SaleWorld = {}, order?: Partial<OrderFact>): Promise<Response> {
  payments += 1;
  const intentId = `pi_fault_${payments}`;
  await recordSale(intentId, order);
  const { state = "ended in an error", mails } = await runAfterSale(intentId, {
    ...world,
    bindings: bindings as Partial<Bindings>,
  });
  return asResponse({ state, mails: mails.length });
}

function asResponse(outcome: object): Response {
  return Response.json(outcome, { headers: { "content-security-policy": "default-src 'none'" } });
}

/** The sales of a busy minute. A full run has as many as the row in the table says. */
const SALES = FULL ? 200 : 20;

/** Runs a busy minute's sales at once, on the platform's own engine. Each event arrives twice. */
async function sellToMany(): Promise<Response> {
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

async function orderPath(): Promise<string> {
  return (await createOrderPath(BINDINGS as unknown as Bindings, ORDER_INTENT)) ?? "";
}

let withdrawals = 0;

/** The second of the withdrawal's two forms. */
async function withdraw(bindings: Faulty): Promise<Response> {
  withdrawals += 1;
  // One address gets few mails a day.
  const email = `jan${withdrawals}@example.nl`;
  const fields = { naam: "Jan de Vries", overeenkomst: CONTRACT, email, stap: "bevestigen" };
  return askOne(PATHS.withdrawal, bindings, {
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      ...fields,
      formulier: await createFormName({ ...BINDINGS, ...bindings } as unknown as Bindings),
    }).toString(),
  });
}

function askForLinks(bindings: Faulty): Promise<Response> {
  return askOne(PATHS.myCourse, bindings, {
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email: BUYER }).toString(),
  });
}

const CONTRACT = "Klein Vaarbewijs 1, gekocht in november";

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

const WORKS: Readonly<Record<RouteName, Outcome>> = {
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
  withdrawal: { text: "works", status: 200, shows: WITHDRAWAL_COPY.done.facts.split("{email}")[1] ?? "" },
};

/** These routes work as usual, except for these changes. */
function work(routes: readonly RouteName[], change: Partial<Outcome> & { text: string }): Fault["outcomes"] {
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
const WEBHOOK_RETRY: Outcome = { ...TARGETS_RETRY, text: "503, Stripe delivers again" };
const MAIL_WAITS: Outcome = {
  text: "tried again for a day; later `npm run kv -- mails --resend` sends it",
  status: 200,
  contains: '{"state":"ended in an error","mails":0}',
  logged: "kv.unavailable",
};
const MAIL_UNCONFIGURED: Outcome = {
  text: "not sent; once it is set, `npm run kv -- mails --resend` sends it",
  status: 200,
  contains: '{"state":"unconfigured","mails":0}',
  logged: "mail.unconfigured",
};
const ORDER_RETRY: Outcome = {
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
const WITHDRAWAL_UNMAILED: Outcome = {
  text: "stored; the page is the proof, and says that no mail comes now",
  status: 200,
  shows: WITHDRAWAL_COPY.done.unmailed.split("{email}")[1] ?? "",
  logged: "withdrawal.unmailed",
};
const LINKS_LATER: Outcome = { ...WORKS.myCourse, text: "says the same; the mail is tried again for a day" };
const LINKS_RETRY: Outcome = {
  text: "503, the form keeps what was typed",
  status: 503,
  shows: MY_COURSE_COPY.troubles.unavailable.title,
  contains: BUYER,
  logged: "links.unavailable",
  retryAfter: "120",
};
const TOO_MANY: Outcome = { text: "429: wait a minute", status: 429, retryAfter: "60" };
const RETURN_LIMITED: Outcome = {
  ...TOO_MANY,
  text: "429: says so, and asks again after a minute",
  shows: PAYMENT_RETURN_COPY.limited.text,
};
const NOT_CONFIGURED: Outcome = {
  text: `"${INTERSTITIAL_COPY.notConfigured}", no redirect`,
  status: 200,
  shows: INTERSTITIAL_COPY.notConfigured,
  lacks: TARGET,
  logged: "kv.malformed",
};
const INTENT_NOT_CONFIGURED: Outcome = {
  text: "503; the form says so and offers a retry",
  status: 503,
  contains: '"not_configured"',
  logged: "config.invalid",
};
const INTENT_REFUSED: Outcome = {
  text: "502; the form says so and offers a retry",
  status: 502,
  contains: '"payment_provider_failed"',
  logged: "stripe.failed",
};
const INTENT_UNREACHABLE: Outcome = { ...INTENT_REFUSED, contains: '"payment_provider_unreachable"' };
const RETURN_ASKS_AGAIN: Outcome = {
  text: "says that the payment's state is not known yet; the browser asks again",
  status: 200,
  shows: PAYMENT_RETURN_COPY.unavailable.text,
  lacks: PAYMENT_RETURN_COPY.paid.title,
};

type Fault = {
  fault: string;
  bindings?: () => Faulty;
  /** Stripe's answer; default: the payment, paid. */
  stripe?: () => Response | Promise<Response>;
  /** Lets the slow namespaces answer. */
  release?: () => void;
  /** Lets this much time pass on a false clock, milliseconds. */
  passMs?: number;
  /** Runs a sale, if the fault is not one of bindings. Then no route is requested. */
  sale?: () => Promise<Response>;
  /** The outcomes that differ from normal. */
  outcomes: Partial<Record<RouteName, Outcome>>;
};

/** Namespaces whose calls all do this. */
function everyKv(kv: object | undefined): Faulty {
  const namespace = kv as Bindings["GIFTS"];
  return { INTERSTITIALS: namespace, GIFTS: namespace, ORDERS: namespace };
}

function limiters(limiter: Bindings["ORDER_LIMIT"] | undefined): Faulty {
  return { GIFT_LIMIT: limiter, PAYMENT_LIMIT: limiter, REPORT_LIMIT: limiter, ORDER_LIMIT: limiter };
}

function refuseMail(code: string): never {
  throw Object.assign(new Error("no mail"), { code });
}

/** Neither return page knows the payment's state. */
function returnsAskAgain(logged: LogEvent, text = RETURN_ASKS_AGAIN.text): Fault["outcomes"] {
  const outcome = { ...RETURN_ASKS_AGAIN, text, logged };
  return { return: outcome, giftReturn: outcome };
}

const KV_AWAY: Fault["outcomes"] = {
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
};

/** The gate that slow namespaces wait for. */
let gate = Promise.withResolvers<void>();

/** The real namespace, which answers only once the gate is open. */
function slowKv(namespace: Bindings["GIFTS"]): Bindings["GIFTS"] {
  return {
    get: async (key: string) => {
      await gate.promise;
      return namespace.get(key, "text");
    },
    getWithMetadata: async (key: string) => {
      await gate.promise;
      return namespace.getWithMetadata(key, "text");
    },
    list: async (options: { prefix: string }) => {
      await gate.promise;
      return namespace.list(options);
    },
    put: async (...parts: Parameters<Bindings["GIFTS"]["put"]>) => {
      await gate.promise;
      return namespace.put(...parts);
    },
  } as unknown as Bindings["GIFTS"];
}

function slowBindings(): Faulty {
  gate = Promise.withResolvers<void>();
  return { INTERSTITIALS: slowKv(env.INTERSTITIALS), GIFTS: slowKv(env.GIFTS), ORDERS: slowKv(env.ORDERS) };
}

/** wrangler.toml's vars; names in lower case or with underscores in front are the test runner's. */
const VARS = Object.keys(env).filter(
  (name) => /^[A-Z]/.test(name) && typeof env[name] === "string" && name !== "ORDER_TOKEN_KEYS",
);
const ALL_VARS_ABSENT: Faulty = Object.fromEntries(VARS.map((name) => [name, undefined]));

const FAULTS: readonly Fault[] = [
  { fault: "KV throws", bindings: () => everyKv(AWAY), outcomes: KV_AWAY },
  { fault: "KV namespaces not bound", bindings: () => everyKv(undefined), outcomes: KV_AWAY },
  {
    fault: "KV answers after seconds",
    bindings: slowBindings,
    release: () => gate.resolve(),
    outcomes: {
      ...work(["gift", "targets", "webhook", "mail", "order", "withdrawal"], { text: "waits, then works" }),
      ...work(["bridge"], { text: "spinner at once, the target when it comes", atOnce: true }),
      ...work(["return"], { text: "spinner at once, the state when it comes", atOnce: true }),
      ...work(["giftReturn"], { text: "waits for nothing", atOnce: true }),
    },
  },
  {
    fault: "KV holds garbage",
    bindings: () =>
      everyKv({
        get: async () => "{target:",
        getWithMetadata: async () => ({ value: "{target:", metadata: null }),
        list: async ({ prefix }: { prefix: string }) => ({ keys: [{ name: prefix }] }),
        put: async () => undefined,
      }),
    outcomes: {
      bridge: NOT_CONFIGURED,
      gift: {
        text: "404, unless the link itself names somebody",
        status: 404,
        contains: GIFT_COPY.unknown.title,
        logged: "kv.malformed",
      },
      targets: { text: "leaves the entries out", status: 200, contains: "{}", logged: "kv.malformed" },
      return: {
        text: `tells the payment's state and "${INTERSTITIAL_COPY.notConfigured}"`,
        status: 200,
        shows: PAYMENT_RETURN_COPY.paid.title,
        logged: "kv.malformed",
      },
      giftReturn: { ...WORKS.giftReturn, text: "shows link, code and card" },
      mail: { ...MAIL_WAITS, logged: "kv.malformed" },
      order: { ...ORDER_RETRY, logged: "kv.malformed" },
    },
  },
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
        status: 200,
        contains: CHECKOUT_COPY.form.failed.text,
        lacks: 'data-island="checkout"',
        logged: "config.invalid",
      },
      intent: INTENT_NOT_CONFIGURED,
      ...returnsAskAgain("config.invalid"),
      // It does not know its own payments either.
      webhook: { ...INTENT_NOT_CONFIGURED, text: "503, Stripe delivers again" },
      mail: MAIL_UNCONFIGURED,
      withdrawal: WITHDRAWAL_UNMAILED,
      myCourse: LINKS_RETRY,
    },
  },
  {
    fault: "`ORDER_TOKEN_KEYS` absent",
    bindings: () => ({ ORDER_TOKEN_KEYS: undefined }),
    outcomes: {
      ...work(["content"], { text: "works; no gift is sold", logged: "config.invalid" }),
      return: { ...WORKS.return, text: "works, without the link to the order", lacks: "/bestelling/" },
      giftReturn: {
        text: "one that was sold before: says that it is paid and that the link comes by mail; once it is set, `npm run kv -- mails --resend`",
        status: 200,
        shows: GIFT_SALE_COPY.noCode.text,
        logged: "gift.unstored",
      },
      mail: { ...WORKS.mail, text: "sent, without the link to the order" },
      order: { ...ORDER_RETRY, logged: "config.invalid" },
      myCourse: LINKS_RETRY,
    },
  },
  {
    fault: "the mail service fails",
    bindings: () => ({ EMAIL: AWAY }),
    outcomes: { mail: { ...MAIL_WAITS, logged: "mail.failed" } },
  },
  {
    fault: "the mail service is down for an hour",
    sale: () => followOneSale({}, { send: (atMs) => atMs < HOUR_MS && refuseMail("E_INTERNAL_SERVER_ERROR") }),
    outcomes: { mail: { ...WORKS.mail, text: "each mail once, within minutes of its return", logged: "mail.failed" } },
  },
  {
    fault: "the buyer's address bounces, and the mail service refuses it",
    sale: () => followOneSale({}, { send: (_atMs, to) => to === BUYER && refuseMail("E_RECIPIENT_SUPPRESSED") }),
    outcomes: {
      mail: {
        text: "asked once; the owner's mail says that the buyer has none",
        status: 200,
        contains: '{"state":"refused","mails":1}',
        logged: "mail.failed",
      },
    },
  },
  {
    fault: "an order has no e-mail address",
    sale: () => followOneSale({}, {}, { email: undefined }),
    outcomes: {
      mail: {
        text: "the owner's mail says so; the buyer's goes when Stripe names an address within four days",
        status: 200,
        contains: '{"state":"ended in an error","mails":1}',
      },
    },
  },
  {
    fault: "a step is killed between sending a mail and its end",
    sale: () => followOneSale({}, { killed: ["confirmation"] }),
    outcomes: {
      mail: { text: "that mail comes twice, no other", status: 200, contains: '{"state":"sent","mails":3}' },
    },
  },
  {
    fault: "200 sales in a minute, each told of twice at once",
    sale: sellToMany,
    outcomes: {
      mail: { text: "every buyer has one mail", status: 200, contains: `{"sales":${SALES},"confirmations":${SALES}}` },
    },
  },
  {
    fault: "`EMAIL` not bound, or `MAIL_FROM` not set",
    bindings: () => ({ EMAIL: undefined }),
    outcomes: { mail: MAIL_UNCONFIGURED, withdrawal: WITHDRAWAL_UNMAILED, myCourse: LINKS_RETRY },
  },
  {
    fault: "Workflows cannot be started",
    bindings: () => ({ AFTER_SALE: AWAY, AFTER_WITHDRAWAL: AWAY, AFTER_LINK_REQUEST: AWAY }),
    outcomes: {
      webhook: { ...WEBHOOK_RETRY, logged: "workflow.unavailable" },
      withdrawal: { ...WITHDRAWAL_UNMAILED, logged: "withdrawal.unmailed" },
      myCourse: LINKS_RETRY,
    },
  },
  {
    fault: "rate limiters not bound",
    bindings: () => limiters(undefined),
    outcomes: work(["gift", "intent", "return", "giftReturn", "order", "withdrawal", "myCourse"], {
      text: "works, unguarded",
      logged: "limit.unavailable",
    }),
  },
  {
    fault: "one client asks too often",
    bindings: () => limiters({ limit: async () => ({ success: false }) } as Bindings["ORDER_LIMIT"]),
    outcomes: {
      gift: TOO_MANY,
      intent: { ...TOO_MANY, contains: '"rate_limited"' },
      return: RETURN_LIMITED,
      giftReturn: RETURN_LIMITED,
      order: { ...TOO_MANY, shows: ORDER_STATUS_COPY.tooMany.title },
      withdrawal: {
        ...TOO_MANY,
        text: "429: wait a minute; a reload sends the form again",
        shows: SITE_COPY.tooManyForms.heading,
      },
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

describe.each(FAULTS)("$fault", ({ bindings, stripe, release, passMs, sale, outcomes }) => {
  test.each(sale === undefined ? ROUTE_NAMES : ["mail" as const])("%s", { timeout: 60_000 }, async (route) => {
    const outcome = outcomes[route] ?? WORKS[route];
    if (passMs !== undefined) vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    stubStripe(stripe ?? paidIntent);
    const asked = sale === undefined ? ROUTES[route].ask(bindings?.() ?? {}) : sale().then((outcome) => [outcome]);
    if (outcome.atOnce) await asked;
    release?.();
    if (passMs !== undefined) await vi.advanceTimersByTimeAsync(passMs);
    for (const response of await asked) {
      const textRead = response.text();
      if (passMs !== undefined) await vi.advanceTimersByTimeAsync(passMs);
      const text = await textRead;
      expect(response.status).toBe(outcome.status);
      if (outcome.contains !== undefined) expect(text).toContain(outcome.contains);
      if (outcome.shows !== undefined) expect(shownMarkup(text)).toContain(outcome.shows);
      if (outcome.lacks !== undefined) expect(text).not.toContain(outcome.lacks);
      expect(response.headers.get("retry-after")).toBe(outcome.retryAfter ?? null);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(text).not.toMatch(/binding away|connection refused|\bat \w+ \(|SECRET DETAIL|undefined</);
    }
    if (outcome.logged !== undefined) expect(logs.lines(outcome.logged).length).toBeGreaterThan(0);
    expect(logs.lines("request.failed")).toEqual([]);
  });
});

describe("each var on its own", () => {
  test.each(VARS)("%s absent or malformed: every page works, and none shows it", async (name) => {
    for (const value of [undefined, "javascript:alert(1)//"]) {
      const paths = [
        ...READABLE_PATHS,
        PATHS.checkout,
        String(OFFERS[0]?.path),
        "/cadeau-x?n=1",
        giftCodePath(GIFT_KEY),
      ];
      for (const response of await askAll(paths, { [name]: value })) {
        expect([200, 404]).toContain(response.status);
        const html = await response.text();
        expect(html).toContain("</html>");
        // The seller's data are printed without a check, because any text could be a name or an address.
        if (!name.startsWith("TRADER_") && !["MAP_ATTRIBUTION", "COURSE_MAKERS"].includes(name)) {
          expect(html).not.toContain("javascript:alert");
        }
      }
    }
    expect(logs.lines("request.failed")).toEqual([]);
    const reported = logs.lines("config.invalid").filter((line) => line.name === name);
    const isOptional = ["TAG_MANAGER_ID", "HSTS", "COURSE_MAKERS"].includes(name);
    if (!isOptional) expect(reported.length).toBeGreaterThan(0);
    expect(JSON.stringify(logs.lines("config.invalid"))).not.toContain("javascript:");
  });
});

describe("content pages", () => {
  test("need no binding and no secret at all", async () => {
    const app = createApp();
    for (const path of READABLE_PATHS) {
      expect(await answerText(app.request(ORIGIN + path, {}, {} as Bindings))).toContain("</html>");
    }
  });
});

describe("a render error after the shell was sent", () => {
  test("shows its message in place, is logged once, and the page's links still work", async () => {
    const app = createApp();
    const Broken = (): never => {
      throw new Error("broken: secret-detail");
    };
    app.get("/broken", async (c) => {
      const page = { pageContext: createPageContext(c), retryHref: "/broken", noScriptHref: null };
      const shell = await renderToString(createElement(InterstitialPage, { ...page, pathKey: "x" }));
      const { response } = sendInOrder(
        fillAround(new PageMemory().remember("shell", shell, {}), {}),
        renderPart(createElement(Broken)),
        () => renderPart(createElement(InterstitialTarget, { ...page, outcome: { status: "unavailable" } })),
        { status: 200, headers: {}, requestId: "request-1" },
      );
      return response;
    });
    const html = await answerText(app.request(`${ORIGIN}/broken`, {}, env));
    expect(html).toContain(INTERSTITIAL_COPY.title);
    expect(html).toContain(INTERSTITIAL_COPY.unavailable);
    expect(attributes(readDocument(html), "a[href]", "href")).toContain(PATHS.home);
    expect(html.trimEnd().endsWith("</html>")).toBe(true);
    expect(html).not.toContain("secret-detail");
    expect(logs.lines("render.failed")).toEqual([
      { level: "error", event: "render.failed", requestId: "request-1", reason: "Error: broken: secret-detail" },
    ]);
  });
});

/** The table in kv-seed/operations.md: one line a fault, with the routes that do not work as usual. */
function formatTable(): string {
  const lines = FAULTS.map(({ fault, outcomes }) => {
    const told = ROUTE_NAMES.filter((route) => outcomes[route] !== undefined);
    const cells = told.map((route) => `**${ROUTES[route].heading}**: ${outcomes[route]?.text}`);
    const logged = [...new Set(told.map((route) => outcomes[route]?.logged).filter(Boolean))];
    return `| ${fault} | ${cells.join("<br>") || "nothing: files are served beside the Worker"} | ${logged.map((event) => `\`${event}\``).join(", ")} |`;
  });
  return ["| fault | what is different; everything else works | log event |", "| --- | --- | --- |", ...lines].join(
    "\n",
  );
}

describe("the operations manual", () => {
  const BEGIN = "<!-- faults:begin -->";
  const END = "<!-- faults:end -->";

  test("shows this table", async () => {
    const [before = "", rest = ""] = operations.split(BEGIN);
    const after = rest.split(END)[1] ?? "";
    expect(operations).toContain(BEGIN);
    await expect(`${before}${BEGIN}\n\n${formatTable()}\n\n${END}${after}`).toMatchFileSnapshot(
      "../../kv-seed/operations.md",
    );
  });
});
