import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LINK_CONSENT } from "../../src/content/order-mail.ts";
import { FLOWS, OFFERS, PRODUCT_IDS, priceOf } from "../../src/shared/courses.ts";
import { checkClientSecret, checkConfirmParams, checkExpressOptions } from "./browser/stripe-options.ts";
import { type OutsideWorld, startOutsideWorld } from "./server.ts";
import type { PaymentIntent } from "./stripe-intents.ts";
import { STRIPE_API_VERSION, STRIPE_WEBHOOK_SECRET } from "./stripe-keys.ts";
import { takeFaults } from "./stripe-watch.ts";

/**
 * Tests that the outside world is as strict as the real services. The shop's own tests rely on that and cannot check
 * it.
 */

const SHOP_ORIGIN = "http://localhost:9";
/** The price of a course of the hosted checkout, cents. */
const KVB2_A = priceOf("KVB2", "A").priceCents;

const INTENT = { amount: "3900", currency: "eur", "automatic_payment_methods[enabled]": "true" };

let world: OutsideWorld;

beforeEach(async () => {
  world = await startOutsideWorld({ port: 0, shopOrigin: SHOP_ORIGIN });
});

afterEach(() => world.close());

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(world.origin + path, { redirect: "manual", ...init });
}

function post(path: string, fields: Readonly<Record<string, string>>, headers: HeadersInit = {}): Promise<Response> {
  return get(path, { method: "POST", body: new URLSearchParams(fields), headers });
}

/** A call of the API, as the Worker makes it; an empty header is left out. */
function callStripe(
  name: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const all = { authorization: "Bearer sk_test_local", "stripe-version": STRIPE_API_VERSION, ...headers };
  return post(
    `/v1/${name}`,
    fields,
    Object.entries(all).filter(([, value]) => value !== ""),
  );
}

type IntentBody = Pick<PaymentIntent, "id" | "client_secret">;
type ErrorBody = { error: { type: string; code?: string; param?: string } };

async function createIntent(fields: Record<string, string> = {}): Promise<IntentBody> {
  return (await callStripe("payment_intents", { ...INTENT, ...fields })).json() as Promise<IntentBody>;
}

/** Confirms as the stand-in Stripe.js does. */
function confirmIntent(intent: IntentBody, type: string): Promise<Response> {
  return post(`/v1/payment_intents/${intent.id}/confirm`, {
    key: "pk_test_local",
    client_secret: intent.client_secret,
    return_url: `${SHOP_ORIGIN}/interstitial?payment_type=klein-vaarbewijs-1`,
    "payment_method_data[type]": type,
    "payment_method_data[local_outcome]": "succeeded",
  });
}

test.each(["/", "/oefenen", "/cursus/kvb1", "/activeren", "/video/intro", "/video/quiz-5"])(
  "GET %s answers and says that it is local",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("lokale testomgeving");
  },
);

test("every address in the vars answers, and no other", async () => {
  const vars = world.vars();
  expect(Object.keys(vars)).toHaveLength(12 + 6 + 13);
  for (const [name, value] of Object.entries(vars)) {
    if (!value.startsWith(world.origin)) continue;
    const path = value
      .slice(world.origin.length)
      .replaceAll(/\{[zxy]\}/g, "0")
      .replace("{code}", "");
    expect((await get(path || "/")).status, name).toBe(200);
  }
  for (const path of ["/niets", "/checkout/KVB3/none", "/checkout/KVB1/C", "/video/other", "/bank/pi_other"]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

test.each(FLOWS)(
  "the hosted checkouts of flow %s cost what the cards say and return to their bridge pages",
  async (flow) => {
    for (const productId of PRODUCT_IDS) {
      const euros = priceOf(productId, flow).priceCents / 100;
      const path = `/checkout/${productId}/${flow}`;
      expect(await (await get(path)).text()).toContain(`Betaal € ${euros},00`);
      const target = new URL((await post(path, {})).headers.get("location") ?? "");
      expect(OFFERS.map((offer) => SHOP_ORIGIN + offer.path)).toContain(target.origin + target.pathname);
      expect(target.pathname).toContain(`-${euros}incl-`);
      expect(target.searchParams.get("session_id")).toMatch(/^cs_test_\w{24}$/);
    }
  },
);

test("without a shop of its own it knows none: its events would reach the one that runs beside it", async () => {
  const alone = await startOutsideWorld({ port: 0 });
  const page = await (await fetch(`${alone.origin}/cursus/kvb1`)).text();
  await alone.close();
  expect(page).not.toContain("localhost:8787");
});

test("a tile is a picture of 256 by 256 pixels with land, sea and the IJsselmeer", async () => {
  const response = await get("/tiles/7/65/42.svg");
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  expect(response.headers.get("cache-control")).toContain("max-age");
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([256, 256, 3]);
  const pixel = (x: number, y: number) => [...data.subarray((y * 256 + x) * 3, (y * 256 + x) * 3 + 3)];
  const [water, land] = [
    [227, 241, 249],
    [243, 230, 200],
  ];
  expect(pixel(40, 60)).toEqual(water);
  expect(pixel(230, 60)).toEqual(land);
  expect(pixel(209, 6)).toEqual(water);
});

describe("Stripe API", () => {
  test("the publishable key reads an intent with its own secret, without metadata, and sets nothing up", async () => {
    const { id, client_secret: secret } = await createIntent({ "metadata[product]": "KVB1" });
    const path = `/v1/payment_intents/${id}?key=pk_test_local`;
    const read = await (await get(`${path}&client_secret=${secret}`)).json();
    expect(read).toMatchObject({ id, status: "requires_payment_method" });
    expect(read).not.toHaveProperty("metadata");
    expect((await get(path)).status).toBe(400);
    expect((await get(`${path}&client_secret=${id}_secret_x`)).status).toBe(400);
    for (const name of ["payment_intents", "products", `payment_intents/${id}`]) {
      const fields = { client_secret: secret };
      expect((await callStripe(name, fields, { authorization: "Bearer pk_test_local" })).status).toBe(403);
    }
    // A browser makes none of the four calls that were refused, the read without its secret among them.
    expect(takeFaults()).toEqual([
      expect.stringMatching(/client_secret: is missing$/),
      ...Array.from({ length: 3 }, () => expect.stringMatching(/no call that stripe-types.ts knows$/)),
    ]);
  });

  test.each([
    [{ authorization: "" }, 401],
    [{ authorization: "Bearer sk_live_abc" }, 401],
    [{ "stripe-version": "" }, 400],
    [{ "stripe-version": "2020-08-27" }, 400],
  ])("with %o nothing is made", async (headers: Record<string, string>, status) => {
    const response = await callStripe("payment_intents", INTENT, headers);
    expect([response.status, world.stripe.intents]).toEqual([status, []]);
    expect(response.headers.get("request-id")).toMatch(/^req_\w+$/);
  });

  const price = { product: "prod_1", currency: "eur", tax_behavior: "inclusive", "metadata[a]": "b" };
  test.each([
    ["payment_intents", { ...INTENT, "payment_method_types[0]": "card" }, "payment_method_types", "parameter_unknown"],
    [
      "payment_intents",
      { ...INTENT, "automatic_payment_methods[on]": "true" },
      "automatic_payment_methods[on]",
      "parameter_unknown",
    ],
    ["payment_intents", { ...INTENT, amount: "39.5" }, "amount", undefined],
    ["payment_intents", { ...INTENT, amount: "1" }, "amount", undefined],
    ["payment_intents", { ...INTENT, currency: "xxq" }, "currency", undefined],
    ["payment_intents", { ...INTENT, metadata: "a" }, "metadata", undefined],
    ["products", { name: "Cursus", colour: "blue" }, "colour", "parameter_unknown"],
    ["products", {}, "name", "parameter_missing"],
    ["prices", { ...price, unit_amount: "39.5" }, "unit_amount", undefined],
    ["payment_links", { "line_items[0][prise]": "price_1" }, "line_items[0][prise]", "parameter_unknown"],
    ["webhook_endpoints", { url: "https://x.example", enabled_events: "*" }, "enabled_events", undefined],
  ])("%s with %o is refused", async (name, fields: Record<string, string>, param, code) => {
    const response = await callStripe(name, fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error", param } });
    expect(((await (await callStripe(name, fields)).json()) as ErrorBody).error.code).toBe(code);
    expect(world.stripe.intents).toEqual([]);
    // The published types find this fault too, except the currency, which they leave open.
    const isSeen = takeFaults().some((fault) => fault.includes(`: ${param.replaceAll(/\[(\w+)\]/g, ".$1")}`));
    expect(isSeen).toBe(param !== "currency");
  });

  test("the same idempotency key gives the first answer again, to parallel calls and after the payment", async () => {
    const create = async (amount = "3900") =>
      (await callStripe("payment_intents", { ...INTENT, amount }, { "idempotency-key": "visit" })).json();
    expect(await create("1")).toHaveProperty("error");
    expect(takeFaults()).toHaveLength(1);
    const bodies = (await Promise.all(Array.from({ length: 20 }, () => create()))) as [IntentBody];
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
    expect(world.stripe.requests.filter(({ replayed }) => replayed)).toHaveLength(19);
    await confirmIntent(bodies[0], "card");
    expect(world.stripe.intents).toMatchObject([{ status: "succeeded" }]);
    expect(await create()).toEqual(bodies[0]);
    expect(await create("5900")).toMatchObject({ error: { type: "idempotency_error" } });
  });

  test.each([
    ["rate-limit", 429, "rate_limit_error", 200],
    ["error-500", 500, "api_error", 500],
    ["unauthorized", 401, "invalid_request_error", 200],
  ] as const)(
    "%s answers %i, and only what Stripe keeps under a key comes again",
    async (mode, status, type, again) => {
      const create = (key: string) => callStripe("payment_intents", INTENT, { "idempotency-key": key });
      world.stripe.setMode(mode, 1);
      const response = await create("visit");
      expect([response.status, ((await response.json()) as ErrorBody).error.type]).toEqual([status, type]);
      expect([(await create("visit")).status, (await create("other")).status]).toEqual([again, 200]);
    },
  );

  test("cut does the work, loses the answer and replays it; hang never answers, malformed with HTML", async () => {
    const create = () => callStripe("payment_intents", INTENT, { "idempotency-key": "visit" });
    world.stripe.setMode("cut", 1);
    await expect(create()).rejects.toThrow();
    expect((await create()).headers.get("idempotent-replayed")).toBe("true");
    expect(world.stripe.intents).toHaveLength(1);
    world.stripe.setMode("malformed", 1);
    expect((await create()).headers.get("content-type")).toContain("text/html");
    world.stripe.setMode("hang");
    const refused = expect(create()).rejects.toThrow();
    await expect.poll(() => world.stripe.requests.length).toBe(4);
    await world.close();
    await refused;
  });

  test.each([
    ["pay", "succeeded", "succeeded"],
    ["decline", "requires_payment_method", "failed"],
    ["process", "processing", "pending"],
  ])("the bank's page: %s", async (decision, status, redirectStatus) => {
    const intent = await createIntent();
    const { next_action: action } = (await (await confirmIntent(intent, "ideal")).json()) as PaymentIntent;
    const path = new URL(action?.redirect_to_url.url ?? "").pathname;
    expect(await (await get(path)).text()).toContain("€ 39,00");
    const target = new URL((await post(path, { decision })).headers.get("location") ?? "");
    expect(Object.fromEntries(target.searchParams)).toEqual({
      payment_type: "klein-vaarbewijs-1",
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: redirectStatus,
    });
    expect(world.stripe.intents).toMatchObject([{ status }]);
    expect((await get(path)).status).toBe(409);
  });

  test.each([
    ["stripe", '{"mode":"fast"}'],
    ["stripe", '{"mode":"ok","times":-1}'],
    ["stripe", "{"],
    ["settle", '{"intent":"pi_1","status":"paid"}'],
    ["auth", '{"account":"jan"}'],
  ])("/_control/%s refuses %s", async (name, body) => {
    expect((await get(`/_control/${name}`, { method: "POST", body })).status).toBe(400);
  });
});

describe("webhooks", () => {
  /** A shop that answers the webhook with these statuses in turn, then 200. */
  let statuses: number[] = [];
  let received: { body: string; signature: string }[];
  let shop: Server;

  beforeEach(async () => {
    received = [];
    shop = createServer(async (request, response) => {
      received.push({ body: await text(request), signature: String(request.headers["stripe-signature"]) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    world.setShopOrigin(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
  });
  afterEach(() => void shop.close().closeAllConnections());

  /** The delivered events, as the real package reads them. */
  async function events(): Promise<Stripe.Event[]> {
    await world.stripe.webhooksIdle();
    const { webhooks } = Stripe;
    return Promise.all(
      received.map(({ body, signature }) => webhooks.constructEventAsync(body, signature, STRIPE_WEBHOOK_SECRET)),
    );
  }

  const typesOf = (all: readonly Stripe.Event[]) => all.map(({ type }) => type).toSorted();
  const buy = (fields: Record<string, string>) =>
    post("/checkout/KVB2/A", { name: "Els", email: "els@example.nl", ...fields });

  test("a refused delivery is tried again", async () => {
    statuses = [500];
    await confirmIntent(await createIntent(), "card");
    expect(typesOf(await events())).toEqual(["payment_intent.succeeded", "payment_intent.succeeded"]);
    expect(world.stripe.webhookDeliveries).toMatchObject([
      { attempts: [{ status: 500 }, { status: 200 }], delivered: true },
    ]);
  });

  test.each([
    [{ skewSeconds: -301 }, "outside the tolerance"],
    [{ badSignature: true }, "No signatures found"],
  ])("a delivery by hand can be wrong: %o", async (flaws, problem) => {
    const { id } = await createIntent();
    await world.stripe.sendWebhook({ intent: id, type: "payment_intent.succeeded" }, flaws);
    await expect(events()).rejects.toThrow(problem);
  });

  test("a hosted sale is a payment and a session that name each other, the course, the buyer and the consent", async () => {
    await buy({ method: "ideal", herroepingsrecht: "vervalt" });
    const all = await events();
    const objectOf = (type: Stripe.Event.Type) => all.find((event) => event.type === type)?.data.object;
    expect(objectOf("payment_intent.succeeded")).toMatchObject({
      amount: KVB2_A,
      metadata: { product: "KVB2", flow: "A", price: String(KVB2_A) },
    });
    expect(objectOf("checkout.session.completed")).toMatchObject({
      payment_intent: world.stripe.intents[0]?.id,
      payment_status: "paid",
      amount_total: KVB2_A,
      customer_details: { name: "Els", email: "els@example.nl" },
      metadata: { product: "KVB2", flow: "A", consent: LINK_CONSENT.version },
      consent: { terms_of_service: "accepted" },
      custom_fields: [{ key: "herroepingsrecht", type: "dropdown", dropdown: { value: "vervalt" } }],
    });
  });

  test.each([
    ["succeeded", "checkout.session.async_payment_succeeded", "payment_intent.succeeded"],
    ["requires_payment_method", "checkout.session.async_payment_failed", "payment_intent.payment_failed"],
  ] as const)("money that comes later: %s", async (status, ofSession, ofPayment) => {
    await buy({ method: "sepa_debit" });
    world.stripe.settle(world.stripe.intents[0]?.id ?? "", status);
    const types = ["checkout.session.completed", ofSession, "payment_intent.processing", ofPayment];
    expect(typesOf(await events())).toEqual(types.sort());
  });

  test("what is paid can be paid back in parts, never more, and disputed; what is not paid cannot", async () => {
    await buy({ method: "card" });
    const { id } = world.stripe.intents[0] as PaymentIntent;
    world.stripe.refund(id, 1000);
    world.stripe.refund(id);
    expect(() => world.stripe.refund(id, 1)).toThrow("at most 0 cents");
    world.stripe.dispute(id, "needs_response");
    world.stripe.dispute(id, "lost");
    const told = (await events()).filter(({ type }) => type.startsWith("charge.")).map(({ data }) => data.object);
    expect(told).toHaveLength(4);
    for (const object of [
      { payment_intent: id, amount: KVB2_A, amount_refunded: 1000, refunded: false },
      { payment_intent: id, amount: KVB2_A, amount_refunded: KVB2_A, refunded: true },
      { payment_intent: id, status: "needs_response" },
      { payment_intent: id, status: "lost" },
    ]) {
      expect(told).toContainEqual(expect.objectContaining(object));
    }
    const { id: unpaid } = await createIntent();
    expect(() => world.stripe.refund(unpaid)).toThrow("requires_payment_method");
    expect(() => world.stripe.dispute(unpaid, "needs_response")).toThrow("requires_payment_method");
  });
});

test.each([
  ["a client secret", () => checkClientSecret("pi_1")],
  ["the buttons' height", () => checkExpressOptions({ buttonHeight: 80 })],
  ["an address without a scheme", () => checkConfirmParams({ return_url: "/interstitial" })],
  [
    "a parameter's name",
    () => checkConfirmParams({ return_url: SHOP_ORIGIN, receiptEmail: "a@example.com" } as object),
  ],
])("Stripe.js finds what no type does: %s", (_name, check) => {
  expect(check).toThrow(expect.objectContaining({ name: "IntegrationError" }));
});
