import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OFFERS } from "../../src/shared/courses.ts";
import { checkElementsOptions, checkExpressOptions, checkPaymentOptions } from "./browser/stripe-options.ts";
import { type OutsideWorld, startOutsideWorld } from "./server.ts";
import type { PaymentIntent } from "./stripe-intents.ts";
import { readBrowserScript } from "./stripe-js.ts";
import { STRIPE_API_VERSION, STRIPE_WEBHOOK_SECRET } from "./stripe-keys.ts";

const SHOP_ORIGIN = "http://localhost:9";
/** The in-product checkout's payment. */
const INTENT = { amount: "3900", currency: "eur", "automatic_payment_methods[enabled]": "true" };

let world: OutsideWorld;

beforeEach(async () => {
  world = await startOutsideWorld({ port: 0, shopOrigin: SHOP_ORIGIN, webhookRetryDelaysMs: [0, 0] });
});

afterEach(async () => {
  await world.close();
});

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(world.origin + path, { redirect: "manual", ...init });
}

/** A call of the API as the Worker makes it; `null` leaves a header out. */
function callStripe(
  path: string,
  parameters: Record<string, string> | null,
  headers: Record<string, string | null> = {},
): Promise<Response> {
  const all = {
    authorization: "Bearer sk_test_local",
    "stripe-version": STRIPE_API_VERSION,
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return get(path, {
    method: parameters === null ? "GET" : "POST",
    headers: Object.fromEntries(sent),
    ...(parameters === null ? {} : { body: new URLSearchParams(parameters) }),
  });
}

type IntentBody = { id: string; client_secret: string; status: string; metadata?: unknown };
type ErrorBody = { error: { type: string; code?: string; param?: string; message: string } };

async function createIntent(extra: Record<string, string> = {}): Promise<IntentBody> {
  const response = await callStripe("/v1/payment_intents", { ...INTENT, ...extra });
  expect(response.status).toBe(200);
  return (await response.json()) as IntentBody;
}

/** Confirms as the stand-in Stripe.js does. */
function confirmIntent(intent: IntentBody, type: string, outcome: string): Promise<Response> {
  return get(`/v1/payment_intents/${intent.id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: "pk_test_local",
      client_secret: intent.client_secret,
      return_url: `${SHOP_ORIGIN}/interstitial?payment_type=klein-vaarbewijs-1`,
      "payment_method_data[type]": type,
      "payment_method_data[local_outcome]": outcome,
    }),
  });
}

function stripeClient(options: Partial<Stripe.StripeConfig> = {}): Stripe {
  return new Stripe("sk_test_local", {
    host: "localhost",
    port: world.port,
    protocol: "http",
    maxNetworkRetries: 0,
    ...options,
  });
}

describe("pages", () => {
  test.each(["/", "/oefenen", "/cursus/kvb1", "/activeren", "/activeren/DEMO-2026", "/video/intro", "/video/quiz-5"])(
    "GET %s answers and says that it is local",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      const markup = await response.text();
      expect(markup).toContain('<html lang="nl">');
      expect(markup).toContain("lokale testomgeving");
    },
  );

  test("every hosted checkout shows its price and returns to its bridge page", async () => {
    for (const [flow, euros] of [
      ["none", 59],
      ["A", 39],
      ["B", 19],
    ] as const) {
      for (const courseId of ["KVB1", "KVB2", "MARIFONIE"] as const) {
        const path = `/checkout/${courseId}/${flow}`;
        expect(await (await get(path)).text()).toContain(`Betaal € ${euros},00`);
        const paid = await get(path, {
          method: "POST",
          body: new URLSearchParams({ name: "A", email: "a@example.com" }),
        });
        expect(paid.status).toBe(303);
        const target = new URL(paid.headers.get("location") ?? "");
        expect(target.origin).toBe(SHOP_ORIGIN);
        expect(OFFERS.map((offer) => offer.path)).toContain(target.pathname);
        expect(target.pathname).toContain(`-${euros}incl-`);
        expect(target.searchParams.get("session_id")).toMatch(/^cs_test_\w{24}$/);
      }
    }
  });

  test("the checkout refuses an empty e-mail address and escapes what was typed", async () => {
    const body = new URLSearchParams({ name: '"><script>alert(1)</script>', email: "" });
    const response = await get("/checkout/KVB1/none", { method: "POST", body });
    expect(response.status).toBe(422);
    expect(await response.text()).not.toContain("<script>alert");
  });

  test("unknown products, paths and methods are refused", async () => {
    for (const path of [
      "/checkout/KVB3/none",
      "/checkout/KVB1/C",
      "/checkout/constructor/none",
      "/video/other",
      "/niets",
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
    const response = await get("/oefenen", { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await get("/checkout/KVB1/none", { method: "HEAD" })).status).toBe(200);
  });

  test("an activation code is shown as text", async () => {
    expect(await (await get("/activeren/%3Cb%3E")).text()).toContain("&lt;b&gt;");
    expect((await get("/activeren/%E0%A4%A")).status).toBe(200);
  });
});

describe("map tiles", () => {
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

  test("tiles outside the world do not exist", async () => {
    for (const path of ["/tiles/1/2/0.svg", "/tiles/21/0/0.svg", "/tiles/1/0/x.svg"]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});

describe("vars", () => {
  test("every address in the vars answers here", async () => {
    const vars = world.vars();
    expect(Object.keys(vars)).toHaveLength(9 + 6 + 12);
    for (const [name, value] of Object.entries(vars)) {
      if (!value.startsWith(world.origin)) continue;
      const path = value.slice(world.origin.length).replace("{z}", "0").replace("{x}", "0").replace("{y}", "0");
      expect((await get(path || "/")).status, name).toBe(200);
    }
  });
});

describe("Stripe API", () => {
  test("a created intent can be retrieved, and only with its own secret", async () => {
    const intent = await createIntent({ "metadata[product]": "KVB1", receipt_email: "a@example.com" });
    expect(intent).toMatchObject({
      object: "payment_intent",
      amount: 3900,
      currency: "eur",
      status: "requires_payment_method",
      livemode: false,
      metadata: { product: "KVB1" },
      receipt_email: "a@example.com",
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`));
    const path = `/v1/payment_intents/${intent.id}`;
    expect((await callStripe(path, null)).status).toBe(200);
    expect((await callStripe(`${path}?client_secret=${intent.client_secret}`, null)).status).toBe(200);
    expect((await callStripe(`${path}?client_secret=${intent.id}_secret_x`, null)).status).toBe(400);
    expect((await callStripe("/v1/payment_intents/pi_other", null)).status).toBe(404);
  });

  test("the publishable key reads an intent with its secret, without metadata, and creates nothing", async () => {
    const intent = await createIntent({ "metadata[product]": "KVB1" });
    const headers = { authorization: "Bearer pk_test_local", "stripe-version": null };
    const path = `/v1/payment_intents/${intent.id}`;
    const read = await callStripe(`${path}?client_secret=${intent.client_secret}`, null, headers);
    expect(((await read.json()) as IntentBody).metadata).toBeUndefined();
    expect((await callStripe(path, null, headers)).status).toBe(400);
    expect((await callStripe("/v1/payment_intents", INTENT, headers)).status).toBe(403);
  });

  test.each([
    ["no key", { authorization: null }, 401],
    ["a live key", { authorization: "Bearer sk_live_abc" }, 401],
    ["a basic key", { authorization: `Basic ${btoa("sk_test_local:")}` }, 200],
    ["no version", { "stripe-version": null }, 400],
    ["another version", { "stripe-version": "2020-08-27" }, 400],
  ])("%s", async (_name, headers: Record<string, string | null>, status) => {
    const response = await callStripe("/v1/payment_intents", INTENT, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get("request-id")).toMatch(/^req_\w+$/);
    if (status !== 200) expect(((await response.json()) as ErrorBody).error.type).toBe("invalid_request_error");
  });

  test.each([
    [{ payment_method_types: "card" }, "payment_method_types", "parameter_unknown"],
    [{ "payment_method_types[0]": "card" }, "payment_method_types", "parameter_unknown"],
    [{ "automatic_payment_methods[on]": "true" }, "automatic_payment_methods[on]", "parameter_unknown"],
    [{ ["__proto__"]: "x" }, "__proto__", "parameter_unknown"],
    [{ amount: "39.5" }, "amount", "parameter_invalid_integer"],
    [{ amount: "1" }, "amount", "amount_too_small"],
    [{ amount: "-3900" }, "amount", "amount_too_small"],
    [{ "amount[x]": "1" }, "amount", "parameter_invalid_integer"],
    [{ currency: "xxq" }, "currency", undefined],
    [{ receipt_email: "nobody" }, "receipt_email", "email_invalid"],
    [{ statement_descriptor: "VAARKOERS" }, "statement_descriptor", undefined],
    [{ statement_descriptor_suffix: "Klein Vaarbewijs 1 cursus" }, "statement_descriptor_suffix", undefined],
  ])("%o is refused", async (extra: Record<string, string>, param, code) => {
    const response = await callStripe("/v1/payment_intents", { ...INTENT, ...extra });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as ErrorBody;
    expect([error.type, error.param, error.code]).toEqual(["invalid_request_error", param, code]);
    expect(world.stripe.intents).toHaveLength(0);
  });

  test("a metadata key may have any name", async () => {
    const intent = await createIntent({ "metadata[error]": "a", "metadata[__proto__]": "b" });
    expect(intent.metadata).toHaveProperty("error", "a");
  });

  test("the same idempotency key gives the first answer again, also to parallel calls", async () => {
    const headers = { "idempotency-key": "visit-1" };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => callStripe("/v1/payment_intents", INTENT, headers)),
    );
    const bodies = (await Promise.all(responses.map((response) => response.json()))) as IntentBody[];
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
    expect(world.stripe.intents).toHaveLength(1);
    expect(responses.filter((response) => response.headers.get("idempotent-replayed") === "true")).toHaveLength(19);
  });

  test("a replay after success still has the original body", async () => {
    const headers = { "idempotency-key": "visit-2" };
    const first = (await (await callStripe("/v1/payment_intents", INTENT, headers)).json()) as IntentBody;
    expect((await confirmIntent(first, "card", "succeeded")).status).toBe(200);
    const replay = (await (await callStripe("/v1/payment_intents", INTENT, headers)).json()) as IntentBody;
    expect(replay).toEqual(first);
    expect(world.stripe.intents[0]?.status).toBe("succeeded");
  });

  test("an idempotency key with other parameters is an error, after a refused call it is free", async () => {
    const headers = { "idempotency-key": "visit-3" };
    expect((await callStripe("/v1/payment_intents", { ...INTENT, amount: "1" }, headers)).status).toBe(400);
    expect((await callStripe("/v1/payment_intents", INTENT, headers)).status).toBe(200);
    const other = await callStripe("/v1/payment_intents", { ...INTENT, amount: "5900" }, headers);
    expect(other.status).toBe(400);
    expect(((await other.json()) as ErrorBody).error.type).toBe("idempotency_error");
  });

  test("a canceled intent cannot be paid", async () => {
    const intent = await createIntent();
    expect((await callStripe(`/v1/payment_intents/${intent.id}/cancel`, {})).status).toBe(200);
    const response = await confirmIntent(intent, "card", "succeeded");
    expect(((await response.json()) as ErrorBody).error.code).toBe("payment_intent_unexpected_state");
  });

  test("a declined card leaves the intent payable", async () => {
    const intent = await createIntent();
    const declined = await confirmIntent(intent, "card", "declined");
    expect(declined.status).toBe(402);
    const { error } = (await declined.json()) as ErrorBody;
    expect([error.type, error.code, error.message]).toEqual(["card_error", "card_declined", "Je kaart is geweigerd."]);
    expect((await confirmIntent(intent, "card", "succeeded")).status).toBe(200);
    expect(world.stripe.intents[0]?.status).toBe("succeeded");
    expect((await confirmIntent(intent, "card", "succeeded")).status).toBe(400);
  });

  test.each([
    ["pay", "succeeded", "succeeded"],
    ["decline", "requires_payment_method", "failed"],
    ["process", "processing", "pending"],
  ])("the bank's page: %s", async (decision, status, redirectStatus) => {
    const intent = await createIntent();
    const confirmed = await confirmIntent(intent, "ideal", "succeeded");
    const { next_action: action } = (await confirmed.json()) as { next_action: { redirect_to_url: { url: string } } };
    const path = new URL(action.redirect_to_url.url).pathname;
    expect(await (await get(path)).text()).toContain("€ 39,00");
    const decided = await get(path, { method: "POST", body: new URLSearchParams({ decision }) });
    const target = new URL(decided.headers.get("location") ?? "");
    expect(Object.fromEntries(target.searchParams)).toEqual({
      payment_type: "klein-vaarbewijs-1",
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: redirectStatus,
    });
    expect(world.stripe.intents[0]?.status).toBe(status);
    expect((await get(path)).status).toBe(409);
  });
});

describe("Stripe's failure modes", () => {
  test.each([
    ["rate-limit", 429, "rate_limit_error"],
    ["error-500", 500, "api_error"],
    ["unauthorized", 401, "invalid_request_error"],
  ] as const)("%s answers %i", async (mode, status, type) => {
    world.stripe.setMode(mode, 1);
    const response = await callStripe("/v1/payment_intents", INTENT);
    expect(response.status).toBe(status);
    expect(((await response.json()) as ErrorBody).error.type).toBe(type);
    expect((await callStripe("/v1/payment_intents", INTENT)).status).toBe(200);
  });

  test("a 500 is replayed under its key, a 429 is not", async () => {
    const headers = { "idempotency-key": "visit-4" };
    world.stripe.setMode("rate-limit", 1);
    expect((await callStripe("/v1/payment_intents", INTENT, headers)).status).toBe(429);
    world.stripe.setMode("error-500", 1);
    expect((await callStripe("/v1/payment_intents", INTENT, headers)).status).toBe(500);
    expect((await callStripe("/v1/payment_intents", INTENT, headers)).status).toBe(500);
  });

  test("cut does the work, loses the answer and replays it", async () => {
    const headers = { "idempotency-key": "visit-5" };
    world.stripe.setMode("cut", 1);
    await expect(callStripe("/v1/payment_intents", INTENT, headers)).rejects.toThrow();
    expect((await callStripe("/v1/payment_intents", INTENT, headers)).headers.get("idempotent-replayed")).toBe("true");
    expect(world.stripe.intents).toHaveLength(1);
  });

  test("hang never answers and does not keep the server from closing", async () => {
    world.stripe.setMode("hang");
    const call = callStripe("/v1/payment_intents", INTENT);
    const refused = expect(call).rejects.toThrow();
    while (world.stripe.requests.length === 0) await new Promise(setImmediate);
    await world.close();
    await refused;
  });

  test("malformed answers 200 with HTML", async () => {
    world.stripe.setMode("malformed");
    const response = await callStripe("/v1/payment_intents", INTENT);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });

  test("decline refuses a payment that was to succeed", async () => {
    const intent = await createIntent();
    world.stripe.setMode("decline");
    expect((await confirmIntent(intent, "card", "succeeded")).status).toBe(402);
  });

  test("modes are set over HTTP and read back; nonsense is refused", async () => {
    const set = (body: unknown) => get("/_control/stripe", { method: "POST", body: JSON.stringify(body) });
    expect((await set({ mode: "rate-limit", times: 2 })).status).toBe(200);
    expect(await (await get("/_control/state")).json()).toMatchObject({ mode: "rate-limit", times: 2, intents: [] });
    for (const body of [{ mode: "fast" }, { mode: "ok", times: -1 }, [], "x"])
      expect((await set(body)).status).toBe(400);
    expect((await get("/_control/constructor", { method: "POST" })).status).toBe(404);
    expect((await get("/_control/stripe", { method: "POST", body: "{" })).status).toBe(400);
  });
});

describe("the real stripe package", () => {
  test("creates and retrieves an intent here", async () => {
    const stripe = stripeClient();
    const created = await stripe.paymentIntents.create(
      { amount: 3900, currency: "eur", automatic_payment_methods: { enabled: true }, metadata: { product: "KVB1" } },
      { idempotencyKey: "visit-6" },
    );
    const retrieved = await stripe.paymentIntents.retrieve(created.id);
    expect(retrieved.client_secret).toBe(created.client_secret);
    expect(created.lastResponse.requestId).toMatch(/^req_/);
    expect(world.stripe.requests[0]).toMatchObject({ idempotencyKey: "visit-6", key: "secret", status: 200 });
    expect(STRIPE_API_VERSION).toBe(Stripe.API_VERSION);
  });

  test("sees failures as its own error classes", async () => {
    const stripe = stripeClient();
    const create = () => stripe.paymentIntents.create({ amount: 3900, currency: "eur" });
    world.stripe.setMode("rate-limit", 1);
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    world.stripe.setMode("unauthorized", 1);
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    world.stripe.setMode("error-500", 1);
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  });
});

describe("the shop's mail", () => {
  const MAIL = {
    messageId: "<m1@vaarkoers.example>",
    from: "Vaarkoers <bestelling@vaarkoers.example>",
    to: ["jan@example.nl"],
    subject: "Je bestelling",
    text: "Hallo Jan",
    html: "<!doctype html><p>Hallo Jan</p>",
    attachments: [{ filename: "algemene-voorwaarden.txt" }],
    sentAt: new Date(Date.now() + 60_000).toISOString(),
  };

  test("is read from `wrangler dev`, shown as it is, as text, and as JSON", async () => {
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "/", "http://localhost");
      response.end(JSON.stringify({ result: searchParams.has("email_id") ? MAIL : [MAIL] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    world.setShopOrigin(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      const list = await (await get("/postvak")).text();
      expect(list).toContain("Je bestelling");
      expect(list).toContain("algemene-voorwaarden.txt");
      const path = "/postvak/m1%40vaarkoers.example";
      expect(list).toContain(`href="${path}"`);
      const page = await get(path);
      expect(await page.text()).toBe(MAIL.html);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(await (await get(`${path}/tekst`)).text()).toBe(MAIL.text);
      expect((await get(`${path}/2`)).status).toBe(404);
      expect((await get("/postvak/other")).status).toBe(404);
      expect(await (await get("/_control/mails")).json()).toMatchObject([
        { to: "jan@example.nl", subject: MAIL.subject },
      ]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test("a shop that is no `wrangler dev` has none", async () => {
    world.setShopOrigin(SHOP_ORIGIN);
    expect((await get("/postvak")).status).toBe(200);
  });
});

describe("webhooks", () => {
  type Received = { body: string; signature: string };

  /** A shop that answers the webhook with these statuses in turn, then 200. */
  async function withShop(statuses: number[], use: (received: Received[]) => Promise<void>): Promise<void> {
    const received: Received[] = [];
    const server = createServer(async (request, response) => {
      received.push({ body: await textOf(request), signature: String(request.headers["stripe-signature"]) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    world.setShopOrigin(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      await use(received);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async function textOf(request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  }

  function verify({ body, signature }: Received): Promise<Stripe.Event> {
    return stripeClient().webhooks.constructEventAsync(body, signature, STRIPE_WEBHOOK_SECRET);
  }

  test("a payment is announced with a signature that the real package accepts", async () => {
    await withShop([], async (received) => {
      const intent = await createIntent();
      await confirmIntent(intent, "card", "declined");
      await confirmIntent(intent, "card", "succeeded");
      await world.stripe.webhooksIdle();
      const events = await Promise.all(received.map(verify));
      expect(events.map((event) => event.type).sort()).toEqual([
        "payment_intent.payment_failed",
        "payment_intent.succeeded",
      ]);
      expect(events[0]).toMatchObject({ object: "event", api_version: STRIPE_API_VERSION, livemode: false });
      expect(events[0]?.data.object).toMatchObject({ id: intent.id, amount: 3900 });
    });
  });

  test("a refused delivery is tried again, and given up in the end", async () => {
    await withShop([500, 400], async (received) => {
      const intent = await createIntent();
      await confirmIntent(intent, "card", "succeeded");
      await world.stripe.webhooksIdle();
      expect(received).toHaveLength(3);
      const [delivery] = world.stripe.webhookDeliveries;
      expect(delivery?.attempts).toEqual([{ status: 500 }, { status: 400 }, { status: 200 }]);
      expect(delivery?.delivered).toBe(true);
    });
  });

  test("deliveries by hand can be replayed, late or badly signed", async () => {
    await withShop([], async (received) => {
      const intent = await createIntent();
      const what = { intent: intent.id, type: "payment_intent.succeeded" } as const;
      const good = await world.stripe.sendWebhook(what);
      await world.stripe.sendWebhook({ event: good.event });
      await world.stripe.sendWebhook(what, { skewSeconds: -301 });
      await world.stripe.sendWebhook(what, { badSignature: true });
      const [first, replay, late, forged] = received as [Received, Received, Received, Received];
      expect((await verify(replay)).id).toBe((await verify(first)).id);
      await expect(verify(late)).rejects.toThrow("outside the tolerance");
      await expect(verify(forged)).rejects.toThrow("No signatures found");
    });
  });

  describe("the hosted checkout", () => {
    const buy = (form: Readonly<Record<string, string>>) =>
      get("/checkout/KVB2/A", {
        method: "POST",
        body: new URLSearchParams({ name: "Els", email: "els@example.nl", ...form }),
      });
    const typesOf = async (received: Received[]) =>
      (await Promise.all(received.map(verify))).map(({ type }) => type).sort();

    test("a sale is a payment and a session that name each other, the course, the buyer and the consent", async () => {
      await withShop([], async (received) => {
        const before = world.stripe.intents.length;
        await buy({ method: "ideal", consent: "on" });
        await world.stripe.webhooksIdle();
        const events = await Promise.all(received.map(verify));
        const intent = events.find(({ type }) => type === "payment_intent.succeeded")?.data.object;
        const session = events.find(({ type }) => type === "checkout.session.completed")?.data.object;
        expect(intent).toMatchObject({ amount: 3900, metadata: { product: "KVB2", flow: "A", price: "3900" } });
        expect(session).toMatchObject({
          payment_intent: world.stripe.intents[before]?.id,
          payment_status: "paid",
          amount_total: 3900,
          customer_details: { name: "Els", email: "els@example.nl" },
          metadata: { product: "KVB2", flow: "A", consent: "2026-11-22" },
          consent: { terms_of_service: "accepted" },
        });
      });
    });

    test.each([
      ["succeeded", "checkout.session.async_payment_succeeded", "payment_intent.succeeded"],
      ["requires_payment_method", "checkout.session.async_payment_failed", "payment_intent.payment_failed"],
    ] as const)("money that comes later: %s", async (status, ofSession, ofPayment) => {
      await withShop([], async (received) => {
        await buy({ method: "sepa_debit" });
        const intent = world.stripe.intents.at(-1) as PaymentIntent;
        expect(intent.status).toBe("processing");
        world.stripe.settle(intent.id, status);
        await world.stripe.webhooksIdle();
        const types = ["checkout.session.completed", ofSession, "payment_intent.processing", ofPayment];
        expect(await typesOf(received)).toEqual(types.sort());
      });
    });

    test("what is paid can be paid back in parts, never more, and disputed", async () => {
      await withShop([], async (received) => {
        await buy({ method: "card" });
        const { id } = world.stripe.intents.at(-1) as PaymentIntent;
        world.stripe.refund(id, 1000);
        world.stripe.refund(id);
        expect(() => world.stripe.refund(id, 1)).toThrow("at most 0 cents");
        world.stripe.dispute(id, "needs_response");
        world.stripe.dispute(id, "lost");
        await world.stripe.webhooksIdle();
        const events = (await Promise.all(received.map(verify))).filter(({ type }) => type.startsWith("charge."));
        expect(events.map(({ data }) => data.object)).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ payment_intent: id, amount: 3900, amount_refunded: 1000, refunded: false }),
            expect.objectContaining({ payment_intent: id, amount: 3900, amount_refunded: 3900, refunded: true }),
            expect.objectContaining({ payment_intent: id, status: "needs_response" }),
            expect.objectContaining({ payment_intent: id, status: "lost" }),
          ]),
        );
      });
    });

    test("what is not paid can be neither", async () => {
      const intent = await createIntent();
      expect(() => world.stripe.refund(intent.id)).toThrow("requires_payment_method");
      expect(() => world.stripe.dispute(intent.id, "needs_response")).toThrow("requires_payment_method");
    });
  });

  test("a processing payment is settled later", async () => {
    await withShop([], async (received) => {
      const intent = await createIntent();
      await confirmIntent(intent, "card", "processing");
      await world.stripe.webhooksIdle();
      world.stripe.settle(intent.id, "succeeded");
      await world.stripe.webhooksIdle();
      const types = (await Promise.all(received.map(verify))).map((event) => event.type);
      expect(types).toEqual(["payment_intent.processing", "payment_intent.succeeded"]);
    });
  });
});

describe("stand-in Stripe.js", () => {
  test("the scripts are plain JavaScript without modules", async () => {
    for (const path of ["/stripe.js", "/elements/payment-frame.js", "/elements/express-frame.js"]) {
      const script = await (await get(path)).text();
      expect(script).not.toMatch(/^\s*(import|export)\s/m);
      expect(() => new Function(script), path).not.toThrow();
    }
    expect(readBrowserScript(["stripe-options.ts"])).toContain("IntegrationError");
  });

  test("options that Stripe.js knows pass, others throw an IntegrationError", () => {
    const clientSecret = "pi_1_secret_2";
    const good = {
      clientSecret,
      locale: "nl",
      appearance: { variables: { colorPrimary: "#0066cc", borderRadius: "8px" } },
    };
    expect(() => checkElementsOptions(good, "elements()")).not.toThrow();
    for (const bad of [
      { clientSecret: "pi_1" },
      { clientSecret, paymentMethodTypes: ["card"] },
      { clientSecret, locale: "nederlands" },
      { clientSecret, appearance: { variables: { primaryColor: "#0066cc" } } },
      { clientSecret, mode: "payment" },
    ]) {
      expect(() => checkElementsOptions(bad, "elements()"), JSON.stringify(bad)).toThrow(
        expect.objectContaining({ name: "IntegrationError" }),
      );
    }
    const wallets = { applePay: "never", googlePay: "never", link: "never" };
    const fields = { billingDetails: { name: "never", email: "never" } };
    expect(() => checkPaymentOptions({ layout: "tabs", fields, wallets }, "create()")).not.toThrow();
    expect(() => checkPaymentOptions({ layout: { type: "tabs" } }, "create()")).not.toThrow();
    expect(() => checkPaymentOptions({ layout: "list" }, "create()")).toThrow("layout");
    expect(() => checkPaymentOptions({ wallets: { applePay: "always" } }, "create()")).toThrow("applePay");
    expect(() => checkPaymentOptions({ fields: { name: "never" } }, "create()")).toThrow("fields.name");
    const buttonType = { applePay: "check-out", googlePay: "checkout" };
    expect(() => checkExpressOptions({ buttonHeight: 48, buttonType }, "create()")).not.toThrow();
    expect(() => checkExpressOptions({ buttonType: { applePay: "checkout" } }, "create()")).toThrow("applePay");
    expect(() => checkExpressOptions({ buttonHeight: 80 }, "create()")).toThrow("buttonHeight");
    expect(() => checkExpressOptions({ paymentMethods: { link: "always" } }, "create()")).toThrow("link");
  });

  test("the wallets of the device are what they were set to", async () => {
    await get("/_control/wallets", { method: "POST", body: JSON.stringify({ applePay: true }) });
    expect(await (await get("/elements/wallets.json")).json()).toEqual({ applePay: true, googlePay: false });
  });
});
