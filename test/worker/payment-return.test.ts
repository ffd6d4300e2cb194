import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { passTime } from "../clock.ts";
import { eachRow } from "../table.ts";
import { readDocument, transcript } from "./document.ts";
import { logs } from "./logs.ts";
import { bridgeProps, dataBlock, noScriptTarget, shownMarkup } from "./markup.ts";
import { type Asked, CLEAN, comeBack, look, read, TARGET, TYPE, told } from "./returning-buyer.ts";
import { AWAY } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerError, answerJson, stubStripe } from "./stripe-stub.ts";

const METADATA = { product: "KVB1", price: "3900", flow: "none" };
const WISH = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;

const lookAsJson = () => look(CLEAN, { headers: { accept: "application/json" } });

/** The query of a browser that keeps no cookies: the address to which the bank's redirect leads. */
const KEYS = { ORDER_TOKEN_KEYS: `k:${"A".repeat(43)}` };
const RETURNED = `${CLEAN}&payment_intent_client_secret=pi_1_secret_a&redirect_status=succeeded`;
async function ticketed(bindings: Partial<Bindings> = KEYS, returned = RETURNED): Promise<string> {
  const location = (await comeBack(returned, { bindings })).headers.get("location") ?? "";
  return new URL(location, "https://shop.example").search.slice(1);
}

// A status that Stripe does not publish today is waited for.
eachRow(`
    succeeded               | paid
    processing              | processing
    requires_capture        | processing
    requires_action         | pending
    requires_confirmation   | pending
    a_status_of_next_year   | pending
    requires_payment_method | open
    canceled                | canceled
    succeeded and refunded  | refunded`)(
  "%s is '%s', whatever redirect_status says: with a cookie, as JSON and with a ticket alone",
  async (is, known) => {
    const status = is?.split(" ")[0];
    const payment = { status, latest_charge: { refunded: known === "refunded" } };
    const query = `${CLEAN}&redirect_status=${known === "paid" ? "failed" : "succeeded"}&flow=A`;
    const { html, approved, state, calls } = await told(payment, query);
    expect(state?.status).toBe(known);
    expect(approved).toMatchSnapshot();
    expect([TARGET, 'data-island="fresh"'].map((part) => html.includes(part))).toEqual([known === "paid", true]);
    expect(html).not.toContain("secret");
    const asked = calls.map(({ method, url }) => `${method} ${url.pathname}${decodeURIComponent(url.search)}`);
    expect(asked).toEqual(["GET /v1/payment_intents/pi_1?expand[0]=latest_charge"]);
    // Back to the checkout, or to the gift's own form.
    const isOver = known === "open" || known === "canceled" || known === "refunded";
    if (isOver)
      expect((await told(payment, `${CLEAN}&gift=1&flow=A`)).shown).toContain(`href="${PATHS.giveGift}?flow=A"`);
    if (isOver) expect((await look(`${CLEAN}&verder=1`)).headers.get("refresh")).toBeNull();

    const json = await lookAsJson();
    expect([json.status, await json.json()]).toEqual([200, { status: known }]);
    const { vary, "cache-control": kept } = Object.fromEntries(json.headers);
    expect([vary, kept]).toEqual(["accept, cookie", "no-store"]);

    const ticket = await ticketed();
    expect(ticket).toMatch(/^payment_type=klein-vaarbewijs-1&payment_intent=pi_1&payment_ticket=k\.[\w-]+$/);
    const bindings = { ...KEYS, TAG_MANAGER_ID: "GTM-TEST" };
    const own = await told(payment, ticket, { bindings }, comeBack);
    expect(own.state).toEqual((await told(payment)).state);
    // Somebody else may see an address with a ticket.
    expect(own.html).not.toMatch(/_secret_|GTM-TEST|jan@example|\/bestelling\//);
    expect((await told(payment, CLEAN, { bindings })).html).toContain("GTM-TEST");
    // Nor a gift, which who paid it gets.
    const given = { ...payment, metadata: { ...METADATA, ...wishToMetadata(WISH) } };
    expect((await told(given, ticket, { bindings }, comeBack)).html).not.toContain("/g-");
    expect((await told(given, CLEAN, { bindings })).html.includes("/g-")).toBe(known === "paid");
  },
);

const OTHER_END = (_: string, one: string, last: string) => (one === "x" ? "y" : "x") + last;
const WITH_TICKET =
  (change: (query: string) => string, bindings: Partial<Bindings> = KEYS) =>
  async () =>
    [change(await ticketed()), { bindings }] as const;
const WITH_COOKIE = (cookie: string) => async () => [CLEAN, { headers: { cookie } }] as const;
test.each<[string, () => Promise<readonly [query: string, asked: Asked]>]>([
  ["without the cookie", WITH_COOKIE("")],
  ["with another payment's cookie", WITH_COOKIE("payment_pi_2=pi_2_secret_a")],
  ["with another payment's secret in its cookie", WITH_COOKIE("payment_pi_1=pi_2_secret_a")],
  ["with a cookie that is no secret", WITH_COOKIE('payment_pi_1="><script>')],
  // What else is no ticket: order-token.test.ts.
  ["with a ticket that was changed", WITH_TICKET((query) => query.replace(/(.)(.)$/, OTHER_END))],
  ["with one that nobody can open any more", WITH_TICKET((query) => query, { ORDER_TOKEN_KEYS: "" })],
  ["with an empty one", WITH_TICKET(() => `${CLEAN}&payment_ticket=`)],
])("%s: it cannot be seen here, and neither page nor JSON tells anything about it", async (_name, visitor) => {
  const [query, asked] = await visitor();
  logs.clear();
  const { calls, state, approved } = await told({ status: "succeeded" }, query, asked, comeBack);
  expect(state).toEqual({ status: "unseen", title: expect.any(String) });
  if (asked.headers?.cookie === "") expect(approved).toMatchSnapshot();
  expect(logs.lines("request.handled")).toMatchObject([{ cause: expect.stringContaining("unseen") }]);
  const json = await comeBack(query, { ...asked, headers: { ...asked.headers, accept: "application/json" } });
  expect([await json.json(), calls]).toEqual([{ status: "unseen" }, []]);
});

const IDS = ["", "pi_1/../x", "seti_1", "pi_"];
test.each<[string, object, string?]>([
  ...IDS.map((id: string): [string, object, string?] => [id, {}, `${TYPE}&payment_intent=${encodeURIComponent(id)}`]),
  ["a secret that is not the payment's", { client_secret: "pi_1_secret_b" }],
  ["another product", { metadata: { ...METADATA, product: "KVB2" } }],
  ["no metadata", { metadata: {} }],
  ["another environment's mark", { metadata: { ...METADATA, environment: "rehearsal" } }],
  ["another amount than its metadata says", { amount: 50 }],
  ["another currency", { currency: "usd" }],
])(
  "a paid intent with '%s' is not ours, and an id that is none is not sent to Stripe",
  async (_name, changes, query) => {
    const { shown, state, calls } = await told({ status: "succeeded", ...changes }, query);
    expect(shown).toContain(PAYMENT_RETURN_COPY.unknown.title);
    expect([state?.saleEuros, calls.length]).toEqual([undefined, query === undefined ? 1 : 0]);
  },
);

test("an intent that Stripe does not know", async () => {
  stubStripe(() => answerError(404, { type: "invalid_request_error", code: "resource_missing" }));
  expect((await read(await look())).approved).toMatchSnapshot();
  expect(logs.lines("stripe.failed")).toEqual([]);
});

test.each([
  ["the address of the form", { buyer_email: "piet@example.nl" }, {}, "piet@example.nl"],
  ["no address", {}, { receipt_email: null }, null],
])("paid, with %s: says first that it is, and where the confirmation goes", async (_name, own, changes, email) => {
  const metadata = { ...METADATA, ...own };
  stubStripe(() => answerJson(intent({ status: "succeeded", metadata, ...changes })));
  const page = readDocument(await (await look()).text());
  const { to, unnamed } = PAYMENT_RETURN_COPY.paid.confirmation;
  expect(page.querySelector(".return-mail")?.textContent).toBe(email === null ? unnamed : to.replace("{email}", email));
});

test("the shell is sent before Stripe has answered, with what to do when the rest gets lost", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  stubStripe(() => promise);
  const response = await look();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const first = decoder.decode((await reader.read()).value, { stream: true });
  expect(`${transcript(readDocument(first))}\n${JSON.stringify(bridgeProps(first))}`).toMatchSnapshot();
  resolve(answerJson(intent({ status: "succeeded" })));
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) rest += decoder.decode(read.value);
  expect(rest).toContain(PAYMENT_RETURN_COPY.paid.title);
});

test("without a payment in its query it is the bridge page of that key, and no sale", async () => {
  const calls = stubStripe(() => answerJson(intent()));
  const html = await (await comeBack(`${TYPE}&redirect_status=succeeded`)).text();
  expect(dataBlock(html, "interstitial-entry")).toEqual({ status: "found", target: TARGET });
  expect(bridgeProps(html).state).toEqual({ leadsOn: true });
  expect(calls).toEqual([]);
});

const NO_TYPES = ["", "payment_type=", "payment_type=klein-vaarbewijs-2", "payment_type=__proto__", "x=1"];
test.each(NO_TYPES)("%j is no payment type: 404 with the error, no redirect, and not measured", async (query) => {
  const response = await comeBack(query, { bindings: { TAG_MANAGER_ID: "GTM-TEST" } });
  const html = await response.text();
  expect(shownMarkup(html)).toContain(INTERSTITIAL_COPY.notConfigured);
  expect(html).not.toContain("GTM-TEST");
  const leads = [noScriptTarget(html), response.headers.get("refresh")];
  expect([response.status, ...leads]).toEqual([404, null, null]);
});

test("the page's own question while Stripe fails: an answer that is no success", async () => {
  stubStripe(() => answerError(500, { type: "api_error" }));
  const response = await lookAsJson();
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await response.json()).toEqual({ status: "unavailable" });
});

const AGAIN = `${PATHS.interstitial}?${CLEAN}&verder=`;
eachRow(`
    # On to the target; or it reloads a few times, and then it can be asked again, or names help
    succeeded       | works | 1 | 10;url=${TARGET}
    processing      | works | 1 | 3;url=${AGAIN}2
    processing      | works | 2 | 5;url=${AGAIN}3
    processing      | works | 3 | 8;url=${AGAIN}4
    processing      | works | 4 | 13;url=${AGAIN}5
    processing      | works | 5 | 21;url=${AGAIN}6
    processing      | works | 6 | none
    requires_action | works | 6 | none
    succeeded       | fails | 5 | 21;url=${AGAIN}6
    succeeded       | fails | 6 | none
    succeeded       | lacks | 1 | none`)(
  "without JavaScript %s, while KV %s, time %s: %s",
  async (status, kv, attempt, refresh) => {
    stubStripe(() => answerJson(intent({ status })));
    const INTERSTITIALS = { fails: AWAY, lacks: { get: async () => null } as never }[String(kv)];
    const bindings = INTERSTITIALS === undefined ? {} : { INTERSTITIALS };
    const response = await look(`${CLEAN}&verder=${attempt}`, { bindings });
    expect(response.headers.get("refresh") ?? "none").toBe(refresh);
    const { html, approved } = await read(response);
    expect(noScriptTarget(html)).toBeNull();
    if (attempt === "6" || kv !== "works") expect(approved).toMatchSnapshot();
  },
);

const SECRET = "payment_intent_client_secret";
/** Without keys the query gets no ticket, which is for browsers that keep no cookies. */
const bindings = { ORDER_TOKEN_KEYS: "" };

test("the secret in the address goes into a cookie for this page only, by a redirect to the address without it", async () => {
  const calls = stubStripe(() => answerJson(intent({ status: "succeeded" })));
  // The rest of an address stays, however long it is.
  const rest = `flow=A&x=${"1".repeat(4000)}`;
  const response = await comeBack(`${CLEAN}&${SECRET}=pi_1_secret_a&redirect_status=succeeded&${rest}`, { bindings });
  expect(response.headers.getSetCookie()).toEqual([
    `payment_pi_1=pi_1_secret_a; Max-Age=3600; Path=${PATHS.interstitial}; HttpOnly; SameSite=Lax`,
  ]);
  const { location, "referrer-policy": told, "cache-control": kept } = Object.fromEntries(response.headers);
  const address = `${PATHS.interstitial}?${CLEAN}&${rest}`;
  expect([response.status, location, told, kept]).toEqual([303, address, "no-referrer", "no-store"]);
  expect([await response.text(), calls]).toEqual(["", []]);
});

test("the secret in the address: on https the cookie is Secure", async () => {
  const url = `https://shop.example${PATHS.interstitial}?${CLEAN}&${SECRET}=pi_1_secret_a`;
  const response = await createApp().request(url, {}, env);
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/; Secure\b/)]);
});

test("the secret in the address: of a browser that pays often the oldest cookies go, and only ours", async () => {
  const held = [1, 2, 3, 4, 5].map((number) => `payment_pi_${number}=pi_${number}_secret_a`);
  const headers = { cookie: ["other=1", "payment_x<>=1", ...held].join("; ") };
  const kept = async (id: string) =>
    (await comeBack(`${TYPE}&payment_intent=${id}&${SECRET}=${id}_secret_a`, { headers })).headers
      .getSetCookie()
      .map((cookie) => cookie.split("; ").slice(0, 2).join(" "));
  const gone = ["payment_pi_1= Max-Age=0", "payment_pi_2= Max-Age=0"];
  expect(await kept("pi_9")).toEqual([...gone, "payment_pi_9=pi_9_secret_a Max-Age=3600"]);
  // The same payment again takes no more room.
  expect(await kept("pi_5")).toEqual([gone[0], "payment_pi_5=pi_5_secret_a Max-Age=3600"]);
});

eachRow(`
of another intent       | payment_type=klein-vaarbewijs-1&payment_intent=pi_1&${SECRET}=pi_2_secret_a
cut short               | payment_type=klein-vaarbewijs-1&payment_intent=pi_1&${SECRET}=pi_1_secret_
of an unknown type      | payment_type=x&payment_intent=pi_1&${SECRET}=pi_2_secret_a
without an intent       | payment_type=klein-vaarbewijs-1&${SECRET}=pi_1_secret_a
with a path in the id   | payment_type=klein-vaarbewijs-1&payment_intent=pi_1/../x&${SECRET}=pi_1/../x_secret_a`)(
  "the secret in the address: %s leaves the address too, and is not kept",
  async (_name, query) => {
    const response = await comeBack(query);
    expect(response.status).toBe(303);
    const left = new URLSearchParams(query);
    left.delete(SECRET);
    const { searchParams } = new URL(response.headers.get("location") ?? "", "https://shop.example");
    expect(Object.fromEntries(searchParams)).toEqual({ payment_intent: "", ...Object.fromEntries(left) });
    expect(response.headers.getSetCookie()).toEqual([]);
  },
);

test("a browser that keeps no cookies: its page asks by the same address, and without JavaScript too", async () => {
  const query = await ticketed();
  stubStripe(() => answerJson(intent({ status: "processing" })));
  const json = await comeBack(query, { bindings: KEYS, headers: { accept: "application/json" } });
  expect(await json.json()).toEqual({ status: "processing" });
  const first = await comeBack(query, { bindings: KEYS });
  expect(noScriptTarget(await first.text())).toBe(`${PATHS.interstitial}?${query}&verder=1`);
  const second = await comeBack(`${query}&verder=1`, { bindings: KEYS });
  expect(second.headers.get("refresh")).toContain(`${PATHS.interstitial}?${query}&verder=2`);
});

test("a browser that keeps no cookies: once the cookie is there the ticket leaves the address", async () => {
  const calls = stubStripe(() => answerJson(intent({ status: "succeeded" })));
  const response = await look(`${await ticketed()}&flow=A`, { bindings: KEYS });
  expect([response.status, response.headers.get("location")]).toEqual([303, `${PATHS.interstitial}?${CLEAN}&flow=A`]);
  expect(calls).toEqual([]);
});

test("a browser that keeps no cookies: with a ticket the payment can be seen for a quarter of an hour", async () => {
  const query = await ticketed();
  for (const [passedMs, known] of [[15 * 60_000 - 1000, "paid"] as const, [1000, "unseen"] as const]) {
    passTime(passedMs);
    const { shown } = await told({ status: "succeeded" }, query, { bindings: KEYS }, comeBack);
    expect(shown).toContain(PAYMENT_RETURN_COPY[known].title);
  }
});

test("a browser that keeps no cookies: a made-up secret gets a ticket that shows nothing", async () => {
  const query = await ticketed(KEYS, RETURNED.replace("pi_1_secret_a", "pi_1_secret_b"));
  const { shown } = await told({ status: "succeeded" }, query, { bindings: KEYS }, comeBack);
  expect(shown).toContain(PAYMENT_RETURN_COPY.unknown.title);
});

test("a browser that keeps no cookies: without a key there is no ticket, and none is taken from an address", async () => {
  const mine = await ticketed();
  const query = await ticketed({ ORDER_TOKEN_KEYS: "" }, `${mine}&payment_intent_client_secret=pi_1_secret_a`);
  expect(query).toBe(CLEAN);
});
