import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createElement } from "react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import operations from "../../kv-seed/operations.md?raw";
import { createApp } from "../../src/app.tsx";
import { CHECKOUT_COPY } from "../../src/content/checkout.ts";
import { GIFT_COPY } from "../../src/content/gift.ts";
import { GIFT_DELIVERY_COPY } from "../../src/content/gift-delivery.ts";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { INTERSTITIAL_COPY } from "../../src/content/interstitial.ts";
import { PAYMENT_RETURN_COPY } from "../../src/content/payment-return.ts";
import { SITE_COPY } from "../../src/content/site.ts";
import type { Bindings } from "../../src/env.ts";
import { InterstitialPage, InterstitialTarget } from "../../src/pages/interstitial.tsx";
import { createPageContext } from "../../src/response/page-context.ts";
import { fillAround, PageMemory } from "../../src/response/page-memory.ts";
import { renderPart, renderToString, sendInOrder } from "../../src/response/render.tsx";
import { bridgeKey, OFFERS, type ProductId, priceOf } from "../../src/shared/courses.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { FULL } from "../full.ts";
import { attributes, readDocument } from "./document.ts";
import {
  BOTH_TARGET,
  COURSE_2,
  DELIVERY_RETRY,
  GARBAGE_ORDERS,
  GIFT_MAIL_FAILS,
  GIFT_MAIL_UNCONFIGURED,
  GIFT_MAIL_UNMADE,
  giftMailEnds,
  INTENT_NOT_CONFIGURED,
  INTENT_REFUSED,
  INTENT_UNREACHABLE,
  KV_AWAY,
  LINKS_MAIL_UNCONFIGURED,
  LINKS_MAIL_UNSENT,
  LINKS_MAIL_WAITS,
  LINKS_RETRY,
  MAIL_UNCONFIGURED,
  MAIL_WAITS,
  NOT_CONFIGURED,
  ORDER_LIMITED,
  ORDERS_RETRY,
  type Outcomes,
  RETURN_LIMITED,
  returnsAskAgain,
  TOO_MANY,
  UNSIGNED,
  WEBHOOK_RETRY,
  WITHDRAWAL_RETRY,
  WITHDRAWAL_UNMAILED,
  WORKS,
  work,
} from "./fault-outcomes.ts";
import {
  askAll,
  asResponse,
  BUYER,
  deliverEvent,
  type Faulty,
  followOneSale,
  GIFT_KEY,
  mailGift,
  mailLinksOnce,
  paidIntent,
  READABLE_PATHS,
  RECIPIENT,
  ROUTE_NAMES,
  ROUTES,
  type RouteName,
  signIn,
  storeOrders,
} from "./fault-routes.ts";
import { collectLogs } from "./logs.ts";
import { shownMarkup } from "./markup.ts";
import { AWAY, answerText, ORIGIN, seedTargets } from "./shop.ts";
import { answerError, stubStripe } from "./stripe-stub.ts";

/**
 * The shop's outcomes when a part of its surroundings fails: a table of fault x route x outcome. kv-seed/operations.md
 * shows the same table; `vitest run --config test/vitest.config.ts --project worker faults -u` writes it again.
 */

const logs = collectLogs();
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  await seedTargets();
  await env.GIFTS.put(GIFT_KEY, JSON.stringify({ recipient: "Noor", giver: "Bas" }));
  await storeOrders();
  await signIn();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

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

type Fault = {
  fault: string;
  bindings?: () => Faulty;
  /** Stripe's answer; default: the payment, paid. */
  stripe?: () => Response | Promise<Response>;
  /** Lets the slow namespaces answer. */
  release?: () => void;
  /** Lets this much time pass on a false clock, milliseconds. */
  passMs?: number;
  /** Requests in place of the routes' usual ones, if the fault is not one of bindings. */
  only?: Partial<Record<RouteName, () => Promise<Response>>>;
  outcomes: Outcomes;
};

/** Bindings with this in place of every namespace. */
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

function refuseForAnHour(atMs: number): void {
  if (atMs < HOUR_MS) refuseMail("E_INTERNAL_SERVER_ERROR");
}

function refuseAddress(address: string) {
  return (_atMs: number, to: string): void => {
    if (to === address) refuseMail("E_RECIPIENT_SUPPRESSED");
  };
}

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
    delete: async (key: string) => {
      await gate.promise;
      return namespace.delete(key);
    },
  } as unknown as Bindings["GIFTS"];
}

function slowBindings(): Faulty {
  gate = Promise.withResolvers<void>();
  return { INTERSTITIALS: slowKv(env.INTERSTITIALS), GIFTS: slowKv(env.GIFTS), ORDERS: slowKv(env.ORDERS) };
}

const LIMITED_ROUTES = [
  ...(["gift", "intent", "return", "giftReturn", "order", "giftOrder", "delivery", "bothOrder"] as const),
  ...(["withdrawal", "myCourse", "myOrders"] as const),
];

const WAITS = { text: "waits, then works" };

/** The real namespaces, with these calls changed. Each change gets the real call. */
function changedKv(
  names: readonly ("INTERSTITIALS" | "GIFTS" | "ORDERS")[],
  changes: Readonly<Record<string, (real: (...args: unknown[]) => unknown) => (...args: never[]) => unknown>>,
): Faulty {
  const change = (namespace: object) =>
    new Proxy(namespace, {
      get(target, call) {
        const real = (Reflect.get(target, call) as (...args: unknown[]) => unknown).bind(target);
        return changes[String(call)]?.(real) ?? real;
      },
    });
  return Object.fromEntries(names.map((name) => [name, change(env[name])]));
}

const failAlways = () => () => Promise.reject(new Error("binding away"));

/** KV has no entry under the key in `INTERSTITIALS` of this product's normal price. */
function lacking(productId: ProductId): Faulty {
  const key = bridgeKey(productId, priceOf(productId, "none").priceCents);
  return changedKv(["INTERSTITIALS"], {
    get: (real) => (asked: string) => (asked === key ? Promise.resolve(null) : real(asked, "text")),
  });
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
      ...work(["gift", "targets", "webhook", "mail", "order", "giftOrder", "delivery", "giftMail"], WAITS),
      ...work(["bothOrder", "withdrawal", "linksMail", "myOrders"], WAITS),
      ...work(["bridge", "bothBridge"], { text: "spinner at once, the target when it comes", atOnce: true }),
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
        delete: async () => undefined,
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
      ...GARBAGE_ORDERS,
      giftMail: giftMailEnds(
        "not sent; a day later the order page says that nobody knows whether it went",
        "superseded",
        [],
        "planned",
      ),
      bothBridge: NOT_CONFIGURED,
      linksMail: LINKS_MAIL_UNSENT,
      myOrders: { text: "leaves the orders out", status: 200, contains: '{"orders":[]}', logged: "kv.malformed" },
    },
  },
  {
    fault: "KV cannot be written",
    bindings: () => changedKv(["INTERSTITIALS", "GIFTS", "ORDERS"], { put: failAlways, delete: failAlways }),
    outcomes: {
      giftReturn: { ...WORKS.giftReturn, text: "shows link, code and card; the Workflow stores the gift" },
      webhook: WEBHOOK_RETRY,
      mail: {
        text: "sent; that it went is not noted, so the order page says that it is on its way",
        status: 200,
        contains: '{"state":"ended in an error","mails":2}',
      },
      delivery: { ...DELIVERY_RETRY, logged: "delivery.unchanged" },
      giftMail: giftMailEnds(
        "sent, and its giver hears of it; a day later the order page says that nobody knows whether it went",
        "ended in an error",
        ["recipient", "giver"],
        "planned",
      ),
      withdrawal: WITHDRAWAL_RETRY,
      linksMail: {
        text: "sent; that it went is not counted",
        status: 200,
        contains: '{"state":"ended in an error","mails":1}',
      },
    },
  },
  {
    fault: "KV shows an order, and not how its gift is mailed",
    bindings: () =>
      changedKv(["ORDERS"], {
        list: (real) => (options: { prefix: string }) =>
          options.prefix.startsWith("delivery:") ? failAlways()() : real(options),
      }),
    outcomes: {
      giftOrder: {
        ...WORKS.giftOrder,
        text: "works, and says that this cannot be shown now",
        shows: GIFT_DELIVERY_COPY.page.states.unavailable,
        logged: "kv.unavailable",
      },
      delivery: { ...DELIVERY_RETRY, logged: "kv.unavailable" },
      giftMail: giftMailEnds(GIFT_MAIL_UNMADE.text, "ended in an error", ["giver"], "failed"),
    },
  },
  {
    fault: "KV lacks the address of one of two courses that were bought together",
    bindings: () => lacking("KVB2"),
    outcomes: {
      bothOrder: {
        ...WORKS.bothOrder,
        text: "one button, to the address of both",
        shows: `href="${BOTH_TARGET}"`,
        lacks: COURSE_2,
      },
    },
  },
  {
    fault: "KV lacks the address of two courses together",
    bindings: () => lacking("KVB1_KVB2"),
    outcomes: {
      ...work(["bothOrder"], { text: "works: a button for each course" }),
      bothBridge: {
        text: `"${INTERSTITIAL_COPY.notConfigured}", no redirect`,
        status: 200,
        shows: INTERSTITIAL_COPY.notConfigured,
        lacks: BOTH_TARGET,
      },
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
        status: 200,
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
        status: 200,
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
        status: 200,
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
      mail: { text: "that mail comes twice, no other", status: 200, contains: '{"state":"sent","mails":3}' },
    },
  },
  {
    fault: "200 sales in a minute, each told of twice at once",
    only: { mail: sellToMany },
    outcomes: {
      mail: { text: "every buyer has one mail", status: 200, contains: `{"sales":${SALES},"confirmations":${SALES}}` },
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

describe.each(FAULTS)("$fault", ({ bindings, stripe, release, passMs, only, outcomes }) => {
  test.each(only === undefined ? ROUTE_NAMES : (Object.keys(only) as RouteName[]))(
    "%s",
    { timeout: 60_000 },
    async (route) => {
      const outcome = outcomes[route] ?? WORKS[route];
      if (passMs !== undefined) vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      stubStripe(stripe ?? paidIntent);
      const asked = only?.[route]?.().then((outcome) => [outcome]) ?? ROUTES[route].ask(bindings?.() ?? {});
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
    },
  );
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
    const headings = (text: string | undefined) =>
      told.filter((route) => outcomes[route]?.text === text).map((route) => ROUTES[route].heading);
    const cells = [...new Set(told.map((route) => outcomes[route]?.text))].map(
      (text) => `**${headings(text).join(", ")}**: ${text}`,
    );
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
