import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { changeDelivery, readDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/gifts/day/gift-delivery-rules.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { giftCodeOf } from "../../src/gifts/paid-gifts.ts";
import type { Order } from "../../src/ledger/orders.ts";
import { requestLinks } from "../../src/orders/my-course/link-requests.ts";
import { createFormName } from "../../src/orders/withdrawal/form-name.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { CONTENT_PATHS } from "../../src/routes.ts";
import { checkAccessToken } from "../../src/server/accounts.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { IN_PRODUCT_OFFER, OFFERS } from "../../src/shared/courses.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { giftCodePath, PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { addDays, today } from "../../src/shared/time.ts";
import { now, nowS } from "../clock.ts";
import { openService } from "./access-tokens.ts";
import { keepOrder, newsOf, paidOrder, rowsOf, run } from "./ledger-rows.ts";
import { type MailWorld, runMails } from "./mail-steps.ts";
import { askWith, formOf, orderPathOf, shopOf } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, deliver, postJson, type StripeCall, stripeEvent } from "./stripe-stub.ts";

/** Every kind of route that a fault can affect, with a request of it (faults.test.ts). */

export const GIFT_KEY = "FAULTTEST";
const ORDER_INTENT = "pi_faultOrder";
/** The order of a gift for a day, and that of two courses. */
const DAY_INTENT = "pi_faultDay";
const BOTH_INTENT = "pi_faultBoth";
export const BUYER = "jan@example.nl";
export const USERS_INTENT = "pi_faultUsers";
const USER = "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55";

export const RECIPIENT = "noor@example.nl";
const TOMORROW = addDays(today(now()), 1);
const DAY_GIFT: GiftWish = { productId: "KVB1", recipient: "Noor", giver: "Bas", message: "", from: TOMORROW };
/** The page to which buyers of two courses are led. */
const BOTH_OFFER = OFFERS.find(({ productId }) => productId === "KVB1_KVB2");

const PRICE = { amount: IN_PRODUCT_OFFER.priceCents, currency: IN_PRODUCT_OFFER.currency };

/** Content pages and every screen of the quiz. */
export const READABLE_PATHS = [
  ...CONTENT_PATHS.filter((path) => path !== PATHS.checkout),
  PATHS.quizRedirect,
  PATHS.quizScore,
  quizQuestionPath(1),
  PATHS.giftLookup,
];

/** Every kind of route: its name in the table, and requests of it. */
type Requests = { heading: string; ask: (bindings: Faulty) => Promise<Response[]> };
const asking = (heading: string, ...paths: readonly string[]): Requests => ({
  heading,
  ask: (bindings) => Promise.all(paths.map((path) => askOne(path, bindings))),
});
const doing = (heading: string, act: (bindings: Faulty) => Promise<Response>): Requests => ({
  heading,
  ask: async (bindings) => [await act(bindings)],
});
const showing = (heading: string, intentId: string) =>
  doing(heading, async (bindings) => askOne(await orderPathOf(intentId), bindings));
export const ROUTES = {
  content: asking("content pages, quiz", ...READABLE_PATHS),
  files: asking("`/healthz`, sitemap, robots", PATHS.health, PATHS.sitemap, PATHS.robots),
  bridge: asking("bridge pages", String(OFFERS[0]?.path)),
  gift: asking("gift codes", giftCodePath(GIFT_KEY)),
  targets: asking("`/interstitial-targets.json`", PATHS.interstitialTargets),
  checkout: asking("checkout page", PATHS.checkout),
  intent: doing("payment intent", (bindings) =>
    postJson(PATHS.createPaymentIntent, PRICE, { bindings: bindings as Partial<Bindings> }),
  ),
  return: doing("payment return page", (bindings) => comeBack(bindings)),
  giftReturn: doing("payment return page of a gift", (bindings) => comeBack(bindings, GIFT_INTENT)),
  webhook: doing("webhook", (bindings) => tell(bindings)),
  mail: doing("mail after a sale", (bindings) => runSale(bindings)),
  giftSaleMail: doing("mail after the sale of a gift", (bindings) =>
    // KV does not have it yet.
    runSale(bindings, {}, { gift: GIFT }, newPayment(GIFT_INTENT)),
  ),
  order: showing("order page", ORDER_INTENT),
  giftOrder: showing("order page of a gift for a day", DAY_INTENT),
  delivery: doing("having a gift mailed", (bindings) => askForDelivery(bindings)),
  giftMail: doing("mail of a gift on its day", (bindings) => mailGift(bindings)),
  bothOrder: showing("order page of two courses", BOTH_INTENT),
  bothBridge: asking("bridge page of two courses", String(BOTH_OFFER?.path)),
  withdrawal: doing("withdrawal", (bindings) => withdraw(bindings)),
  myCourse: doing("asking for one's links", (bindings) => askOne(PATHS.myCourse, bindings, formOf({ email: BUYER }))),
  myOrders: doing("the orders of an account", (bindings) =>
    askOne(PATHS.myOrders, bindings, { headers: { authorization: `Bearer ${token}` } }),
  ),
  linksMail: doing("mail with one's links", (bindings) => sendLinks(bindings)),
} as const;
export type RouteName = keyof typeof ROUTES;
export const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[];

export type Faulty = { [name in keyof Bindings]?: Bindings[name] | undefined };

const askOne = (path: string, bindings: Faulty, init?: RequestInit) =>
  askWith({ AUTH_URL: authUrl, ...bindings }, path, init);

function comeBack(bindings: Faulty, intentId = "pi_1"): Promise<Response> {
  const path = `${PATHS.interstitial}?payment_type=${IN_PRODUCT_OFFER.key}&payment_intent=${intentId}`;
  const headers = { cookie: `payment_${intentId}=${intentId}_secret_a` };
  return askOne(path, bindings, { headers });
}

const GIFT_INTENT = "pi_gift";
const GIFT: GiftWish = { productId: "KVB1", recipient: "Noor", giver: "Bas", message: "", from: "now" };

export function paidIntent({ url }: StripeCall): Response {
  const id = url.pathname.split("/").at(-1) ?? "";
  if (!id.startsWith(GIFT_INTENT)) return answerJson(intent({ status: "succeeded" }));
  const metadata = { product: "KVB1", price: "3900", flow: "none", ...wishToMetadata(GIFT) };
  const paid = { client_secret: `${id}_secret_a`, status: "succeeded", created: nowS() };
  return answerJson(intent({ id, metadata, ...paid }));
}

let payments = 0;
function newPayment(begin = "pi_fault"): string {
  payments += 1;
  return `${begin}${payments}`;
}

export function tell(bindings: Faulty, changes: Record<string, unknown> = {}): Promise<Response> {
  // An old sale is told to nobody.
  const created = nowS();
  const object = intent({ id: newPayment(), status: "succeeded", created, ...changes });
  const names = { id: `evt_fault_${payments}`, created };
  return deliver(stripeEvent("payment_intent.succeeded", object, names), bindings);
}

type Changes = { [field in keyof Order]?: Order[field] | undefined };

const soldNow = (intentId: string, changes: Changes = {}) =>
  ({
    ...paidOrder({ intentId, source: "checkout", productId: "KVB1", email: BUYER }, now().toISOString()),
    ...changes,
  }) as Order;

/** Longer than the owner's mail waits for the buyer's, milliseconds. */
const FOLLOWED_MS = 15 * 60_000;

/** Lets the clock and the Workflows run for the mails about a payment, in surroundings with a fault. */
const follow = (intentId: string, bindings: Faulty, world: Omit<MailWorld, "bindings">) =>
  runMails(intentId, { forMs: FOLLOWED_MS, ...world, bindings: bindings as Partial<Bindings> });

/** How a mail about a payment ended; `none` was owed. */
async function endOf(kind: string, intentId: string): Promise<unknown> {
  const [row] = await rowsOf("SELECT state FROM mails WHERE kind = ?1 AND about = ?2", kind, intentId);
  return row?.state ?? "none";
}

/**
 * Records a sale, and sends its mails: they are no route, but depend on the same surroundings. Answers with how the
 * confirmation ended, and how many mails went.
 */
export async function runSale(
  bindings: Faulty,
  world: Omit<MailWorld, "bindings"> = {},
  changes: Changes = {},
  intentId = newPayment(),
): Promise<Response> {
  const news = newsOf(soldNow(intentId, changes));
  await recordEvent(shopOf({ ...bindings, DB: env.DB }), { news, effect: "sale" });
  const { mails } = await follow(intentId, bindings, world);
  return asResponse({ state: await endOf("confirmation", intentId), mails: mails.length });
}

export function asResponse(outcome: object): Response {
  return Response.json(outcome, { headers: { "content-security-policy": "default-src 'none'" } });
}

export async function storeOrders(): Promise<void> {
  await keepOrder(soldNow(ORDER_INTENT));
  await keepOrder(soldNow(DAY_INTENT, { gift: DAY_GIFT }));
  const both = { productId: "KVB1_KVB2", amountCents: BOTH_OFFER?.priceCents, source: "hosted" } as const;
  await keepOrder(soldNow(BOTH_INTENT, both));
}

/** Sends the order page's form that asks for the mail of a gift for a day. */
async function askForDelivery(bindings: Faulty): Promise<Response> {
  const intentId = newPayment();
  await keepOrder(soldNow(intentId, { gift: DAY_GIFT }));
  const { day, to, step } = DELIVERY_FIELDS;
  const form = formOf({ [day]: TOMORROW, [to]: RECIPIENT, [step]: DELIVERY_STEPS.send });
  const answer = await askOne(await orderPathOf(intentId), bindings, form);
  const location = answer.headers.get("location");
  return location === null ? answer : askOne(location, bindings);
}

/** Mails a gift on its day, and its giver, from ten minutes before its moment on. Answers with the recipients and the delivery's state. */
export async function mailGift(bindings: Faulty, world: Omit<MailWorld, "bindings"> = {}): Promise<Response> {
  const intentId = newPayment();
  const order = soldNow(intentId, { gift: { ...DAY_GIFT, deliveryDraftId: "0a1b2c3d" } });
  await keepOrder(order);
  // KV has the gift since its confirmation.
  const stored = "INSERT INTO gifts (intent_id, code, stored_at) VALUES (?1, ?2, ?3)";
  await run(sql(stored, intentId, (await giftCodeOf(shopOf(), order)) ?? "", order.updatedAt));
  const planned = await changeDelivery(shopOf(), intentId, { day: TOMORROW, to: RECIPIENT });
  if (planned.status !== "changed" || planned.delivery.state !== "planned") throw new Error("no plan");
  vi.setSystemTime(Date.parse(planned.delivery.sendAt) - 10 * 60_000);
  const { mails } = await follow(intentId, bindings, world);
  return asResponse({
    mails: mails.map((mail) => (mail.to === RECIPIENT ? "recipient" : "giver")),
    shown: (await readDelivery(ledgerOf(env), intentId))?.state,
  });
}

/** Asks for somebody's links, and sends the mail. Answers with how it ended, and how many mails went. */
export async function sendLinks(bindings: Faulty, world: Omit<MailWorld, "bindings"> = {}): Promise<Response> {
  const intentId = newPayment();
  const email = `links${payments}@example.nl`;
  await keepOrder(soldNow(intentId, { email }));
  const EMAIL = { send: async () => undefined };
  await requestLinks(shopOf({ EMAIL }), email);
  const { mails } = await follow(intentId, bindings, world);
  return asResponse({ state: await endOf("links", intentId), mails: mails.length });
}

let withdrawals = 0;

/** Sends the second of the withdrawal's two forms. */
async function withdraw(bindings: Faulty): Promise<Response> {
  withdrawals += 1;
  // One address gets few mails a day.
  const email = `jan${withdrawals}@example.nl`;
  const formulier = await createFormName(shopOf(bindings));
  const fields = { naam: "Jan de Vries", overeenkomst: CONTRACT, email, stap: "bevestigen", formulier };
  return askOne(PATHS.withdrawal, bindings, formOf(fields));
}

let [authUrl, token] = ["", ""];

/** Records an order on an account, and makes its user's token. The shop keeps the service's keys during all tests. */
export async function signIn(): Promise<void> {
  await keepOrder(soldNow(USERS_INTENT, { userId: USER }));
  const { url, published, tokenOf } = openService();
  [authUrl, token] = [url, tokenOf(USER)];
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(published));
  await checkAccessToken(authUrl, token, "");
  vi.restoreAllMocks();
}

export const CONTRACT = "Klein Vaarbewijs 1, gekocht in november";
