import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import type { Bindings } from "../../src/env.ts";
import { checkAccessToken } from "../../src/services/accounts.ts";
import { buyerHash, noteBuyer } from "../../src/services/buyer-index.ts";
import { changeDelivery, readDelivery } from "../../src/services/gift-delivery.ts";
import { wishToMetadata } from "../../src/services/gift-wish.ts";
import { createOrderPath } from "../../src/services/order-token.ts";
import { type OrderFact, writeFact } from "../../src/services/orders.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { createFormName } from "../../src/services/withdrawal-form.ts";
import { IN_PRODUCT_OFFER, OFFERS } from "../../src/shared/courses.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/shared/gift-delivery.ts";
import { giftCodePath, PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { addDays, today } from "../../src/shared/time.ts";
import { mailLinks } from "../../src/workflows/after-link-request.ts";
import { freshAddress } from "../client-address.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { claimsOf, createKey, signToken } from "./access-tokens.ts";
import { runAfterSale, type SaleWorld } from "./after-sale-steps.ts";
import { type DeliveryWorld, runDelivery } from "./delivery-steps.ts";
import { paidOrder } from "./paid-order.ts";
import { formOf, ORDER_KEYS, ORIGIN } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, type StripeCall, stripeEvent, webhookCall } from "./stripe-stub.ts";
import { type RunConfig, runAttempts } from "./workflow-limits.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** Every kind of route that a fault can affect, with a request of it (faults.test.ts). */

export const GIFT_KEY = "FAULTTEST";
const ORDER_INTENT = "pi_faultOrder";
/** The order of a gift for a day, and that of two courses. */
const DAY_INTENT = "pi_faultDay";
const BOTH_INTENT = "pi_faultBoth";
export const BUYER = "jan@example.nl";
/** The order of the signed-in user. */
export const USERS_INTENT = "pi_faultUsers";
const USER = "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55";
const AUTH_URL = "https://auth-faults.example/auth/v1";

/** The address to which a gift is mailed. */
export const RECIPIENT = "noor@example.nl";
const TOMORROW = addDays(today(new Date()), 1);
const DAY_GIFT: GiftWish = { productId: "KVB1", recipient: "Noor", giver: "Bas", message: "", from: TOMORROW };
/** The page to which buyers of two courses are led. */
const BOTH_OFFER = OFFERS.find(({ productId }) => productId === "KVB1_KVB2");

/** The bindings without a fault. */
const BINDINGS = {
  ...STRIPE_BINDINGS,
  ...ORDER_KEYS,
  AUTH_URL,
  // The Workflows after a withdrawal and after a request for links have tests of their own.
  AFTER_WITHDRAWAL: createIdleWorkflow(),
  AFTER_LINK_REQUEST: createIdleWorkflow(),
} satisfies Partial<Bindings>;

/** Content pages and every screen of the quiz. */
export const READABLE_PATHS = [
  ...CONTENT_PATHS,
  PATHS.quizRedirect,
  PATHS.quizScore,
  quizQuestionPath(1),
  PATHS.giftLookup,
];

/** Every kind of route: its name in the table, and requests of it. */
export const ROUTES = {
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
  webhook: { heading: "webhook", ask: async (bindings: Faulty) => [await deliver(bindings)] },
  mail: { heading: "mail after a sale", ask: async (bindings: Faulty) => [await runSale(bindings)] },
  order: { heading: "order page", ask: async (bindings: Faulty) => askAll([await orderPath(ORDER_INTENT)], bindings) },
  giftOrder: {
    heading: "order page of a gift for a day",
    ask: async (bindings: Faulty) => askAll([await orderPath(DAY_INTENT)], bindings),
  },
  delivery: { heading: "having a gift mailed", ask: async (bindings: Faulty) => [await askForDelivery(bindings)] },
  giftMail: { heading: "mail of a gift on its day", ask: async (bindings: Faulty) => [await mailGift(bindings)] },
  bothOrder: {
    heading: "order page of two courses",
    ask: async (bindings: Faulty) => askAll([await orderPath(BOTH_INTENT)], bindings),
  },
  bothBridge: {
    heading: "bridge page of two courses",
    ask: (bindings: Faulty) => askAll([String(BOTH_OFFER?.path)], bindings),
  },
  withdrawal: { heading: "withdrawal", ask: async (bindings: Faulty) => [await withdraw(bindings)] },
  myCourse: { heading: "asking for one's links", ask: async (bindings: Faulty) => [await askForLinks(bindings)] },
  myOrders: { heading: "the orders of an account", ask: async (bindings: Faulty) => [await askForOrders(bindings)] },
  linksMail: { heading: "mail with one's links", ask: async (bindings: Faulty) => [await sendLinks(bindings)] },
} as const;
export type RouteName = keyof typeof ROUTES;
export const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[];

/** Bindings with a fault. */
export type Faulty = { [name in keyof Bindings]?: Bindings[name] | undefined };

async function askOne(path: string, bindings: Faulty, init: RequestInit = {}, app = createApp()): Promise<Response> {
  const headers = { "cf-connecting-ip": freshAddress(), ...(init.headers as Record<string, string>) };
  return app.request(ORIGIN + path, { ...init, headers }, { ...env, ...BINDINGS, ...bindings } as Bindings);
}

/** Requests all paths from one new app, which remembers no page. */
export function askAll(paths: readonly string[], bindings: Faulty): Promise<Response[]> {
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
export function paidIntent({ url }: StripeCall): Response {
  if (!url.pathname.endsWith(GIFT_INTENT)) return answerJson(intent({ status: "succeeded" }));
  const wish = { productId: "KVB1", recipient: "Noor", giver: "Bas", message: "", from: "now" } as const;
  const metadata = { product: "KVB1", price: "3900", flow: "none", ...wishToMetadata(wish) };
  const secret = `${GIFT_INTENT}_secret_a`;
  return answerJson(intent({ id: GIFT_INTENT, client_secret: secret, status: "succeeded", metadata }));
}

/** The app that gets Stripe's events, and no request for a page. */
const WEBHOOKS = createApp();

let payments = 0;
export async function deliver(bindings: Faulty, changes: Record<string, unknown> = {}): Promise<Response> {
  payments += 1;
  const object = intent({ id: `pi_fault${payments}`, status: "succeeded", ...changes });
  const payload = JSON.stringify(stripeEvent("payment_intent.succeeded", object, { id: `evt_fault_${payments}` }));
  return askOne(PATHS.stripeWebhook, bindings, await webhookCall(payload), WEBHOOKS);
}

type Changes = { [field in keyof Omit<OrderFact, "intentId" | "updatedAt">]?: OrderFact[field] | undefined };

export async function recordSale(intentId: string, changes: Changes = {}): Promise<void> {
  const order = paidOrder({ intentId, source: "checkout", productId: "KVB1", email: BUYER });
  await writeFact(env.ORDERS, intentId, { ...order, ...changes });
}

/** Runs the Workflow after a recorded sale: it is not a route, but depends on the same surroundings. */
export async function runSale(bindings: Faulty, world: SaleWorld = {}, order?: Changes): Promise<Response> {
  payments += 1;
  const intentId = `pi_fault${payments}`;
  await recordSale(intentId, order);
  const { state = "ended in an error", mails } = await runAfterSale(intentId, {
    ...world,
    bindings: bindings as Partial<Bindings>,
  });
  return asResponse({ state, mails: mails.length });
}

export function asResponse(outcome: object): Response {
  return Response.json(outcome, { headers: { "content-security-policy": "default-src 'none'" } });
}

/** Stores the orders whose pages are requested. */
export async function storeOrders(): Promise<void> {
  await recordSale(ORDER_INTENT);
  await recordSale(DAY_INTENT, { gift: DAY_GIFT });
  await recordSale(BOTH_INTENT, { productId: "KVB1_KVB2", amountCents: BOTH_OFFER?.priceCents, source: "hosted" });
}

async function orderPath(intentId: string): Promise<string> {
  return (await createOrderPath(BINDINGS as unknown as Bindings, intentId)) ?? "";
}

/** Sends the order page's form that asks for the mail of a gift for a day. */
async function askForDelivery(bindings: Faulty): Promise<Response> {
  payments += 1;
  const intentId = `pi_fault${payments}`;
  await recordSale(intentId, { gift: DAY_GIFT });
  const { day, to, step } = DELIVERY_FIELDS;
  const form = formOf({ [day]: TOMORROW, [to]: RECIPIENT, [step]: DELIVERY_STEPS.send });
  return askOne(await orderPath(intentId), { AFTER_SALE: createIdleWorkflow(), ...bindings }, form);
}

/** Runs the Workflow that mails a gift on its day. Answers with outcome, recipients and the state shown. */
export async function mailGift(bindings: Faulty, world: Omit<DeliveryWorld, "bindings"> = {}): Promise<Response> {
  payments += 1;
  const intentId = `pi_fault${payments}`;
  const whole = { ...env, ...BINDINGS, AFTER_SALE: createIdleWorkflow() } as Bindings;
  await recordSale(intentId, { gift: { ...DAY_GIFT, byMail: "0a1b2c3d" } });
  const planned = await changeDelivery(whole, intentId, { day: TOMORROW, to: RECIPIENT }, new Date());
  if (planned.status !== "changed" || planned.delivery.state !== "planned") throw new Error("no plan");
  const { id: plan, sendAt } = planned.delivery.plan;
  const { outcome, mails } = await runDelivery(
    { intentId, plan, sendAt },
    { ...world, bindings: { ...BINDINGS, ...bindings } as Partial<Bindings> },
  );
  const read = await readDelivery(whole, intentId);
  return asResponse({
    outcome: outcome.startsWith("rejected") ? "ended in an error" : outcome,
    mails: mails.map((mail) => (mail.to === RECIPIENT ? "recipient" : "giver")),
    shown: read.status === "found" ? read.value.state : read.status,
  });
}

/** Runs the Workflow that mails somebody's links. */
export async function sendLinks(
  bindings: Faulty,
  { send }: { send?: (atMs: number, to: string) => void } = {},
): Promise<Response> {
  payments += 1;
  const intentId = `pi_fault${payments}`;
  const email = `links${payments}@example.nl`;
  const whole = { ...env, ...BINDINGS } as Bindings;
  await recordSale(intentId, { email });
  await noteBuyer(whole, intentId, paidOrder({ intentId, email }));
  let atMs = 0;
  let mails = 0;
  const wait = (ms: number) => {
    atMs += ms;
  };
  const step = {
    do: (name: string, config: RunConfig, work: () => Promise<unknown>) =>
      runAttempts(name, config, work, { killed: new Set(), results: {}, wait }),
  };
  const EMAIL = {
    send: async ({ to }: { to: string }) => {
      send?.(atMs, to);
      mails += 1;
      return { messageId: "m" };
    },
  };
  const buyer = (await buyerHash(readTokenKeys(whole), email)) ?? "";
  const state = await mailLinks({ ...whole, EMAIL, ...bindings } as Bindings, buyer, new Date(), step as never).then(
    () => "ended",
    () => "ended in an error",
  );
  return asResponse({ state, mails });
}

let withdrawals = 0;

/** Sends the second of the withdrawal's two forms. */
async function withdraw(bindings: Faulty): Promise<Response> {
  withdrawals += 1;
  // One address gets few mails a day.
  const email = `jan${withdrawals}@example.nl`;
  const formulier = await createFormName({ ...BINDINGS, ...bindings } as unknown as Bindings);
  const fields = { naam: "Jan de Vries", overeenkomst: CONTRACT, email, stap: "bevestigen", formulier };
  return askOne(PATHS.withdrawal, bindings, formOf(fields));
}

function askForLinks(bindings: Faulty): Promise<Response> {
  return askOne(PATHS.myCourse, bindings, formOf({ email: BUYER }));
}

let token = "";

/** Records an order on an account, and makes its user's token. The shop keeps the service's keys during all tests. */
export async function signIn(): Promise<void> {
  const sale = paidOrder({ intentId: USERS_INTENT, source: "checkout", productId: "KVB1", userId: USER });
  await writeFact(env.ORDERS, USERS_INTENT, sale);
  await noteBuyer({ ...env, ...BINDINGS } as unknown as Bindings, USERS_INTENT, sale);
  const key = await createKey("key-1");
  token = await signToken(claimsOf(AUTH_URL, USER), key);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ keys: [key.publicJwk] }));
  await checkAccessToken(AUTH_URL, token, "");
  vi.restoreAllMocks();
}

function askForOrders(bindings: Faulty): Promise<Response> {
  return askOne(PATHS.myOrders, bindings, { headers: { authorization: `Bearer ${token}` } });
}

export const CONTRACT = "Klein Vaarbewijs 1, gekocht in november";
