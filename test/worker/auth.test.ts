import { beforeEach, expect, test, vi } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { openService, type Service } from "./access-tokens.ts";
import { logs } from "./logs.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, postJson, type StripeCall, stubStripe } from "./stripe-stub.ts";

const BUYER = { name: "Jan de Vries", email: "jan@example.nl" };
const GOOD = { ...BUYER, clientSecret: "pi_1_secret_a", consent: "2026-11", isTold: false };
const USER = "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55";
const ANON_KEY = "public-key";

let service: Service;
let keysStatus = 200;

beforeEach(() => {
  service = openService();
  keysStatus = 200;
});

const isKeys = ({ url }: StripeCall) => url.pathname.endsWith("/.well-known/jwks.json");

/** Stripe and the sign-in service. Both succeed unless a test says otherwise. */
function stubOutside(stripe: (call: StripeCall) => Response | Promise<Response> = () => answerJson(intent())) {
  return stubStripe((call) => (isKeys(call) ? Response.json(service.published, { status: keysStatus }) : stripe(call)));
}

const createToken = (claims = {}) => service.tokenOf(USER, claims);

/** Sends the buyer's details, as the checkout does just before it confirms a payment. */
function send(authorization: string | null, bindings: object = {}, more: object = {}): Promise<Response> {
  return postJson(
    PATHS.paymentDetails,
    { ...GOOD, ...more },
    {
      headers: { apikey: ANON_KEY, ...(authorization === null ? {} : { authorization }) },
      bindings: { AUTH_URL: service.url, AUTH_ANON_KEY: ANON_KEY, ...bindings },
    },
  );
}

const sendAs = (token: string, more = {}) => send(`Bearer ${token}`, {}, more);
const buyersOf = (calls: readonly StripeCall[]) =>
  calls.map(({ form }) => form.get("metadata[user_id]")).filter((id) => id !== null);
const reasons = () => logs.lines("auth.refused").map(({ reason }) => reason);

test.each(["ES256", "RS256"] as const)("%s: a signed-in buyer's id goes into the metadata", async (alg) => {
  service = openService(alg);
  const calls = stubOutside();
  const response = await sendAs(createToken());
  expect([response.status, await response.json()]).toEqual([200, { isUnderWay: false, account: "written" }]);
  expect(calls.filter((call) => !isKeys(call))[1]?.form.get("metadata[user_id]")).toBe(USER);
  expect(calls.find(isKeys)?.url.href).toBe(`${service.url}/.well-known/jwks.json`);
});

test("while a bank was asked and the buyer does not know it: nothing is written, and the answer says only that", async () => {
  const metadata = { product: "KVB1", price: "3900", flow: "none", buyer_email: BUYER.email, user_id: USER };
  const calls = stubOutside(() => answerJson(intent({ status: "requires_action", metadata })));
  expect(await (await sendAs(createToken())).json()).toEqual({ isUnderWay: true, account: "none" });
  expect(buyersOf(calls)).toEqual([]);
  // Once the buyer knows it, the account is written.
  const told = await sendAs(createToken(), { isTold: true });
  expect(await told.json()).toEqual({ isUnderWay: true, account: "written" });
  expect(buyersOf(calls)).toEqual([USER]);
});

/** What is this service's own; desk-door.test.ts has all that may be wrong with a token. */
test.each([
  ["JWT for another audience", () => createToken({ aud: "anon" })],
  ["JWT from another issuer", () => createToken({ iss: "https://other.example/auth/v1" })],
  // Without a user, and without the id of a key.
  ["JWT claims missing", () => createToken({ sub: undefined })],
  ["JWT header not accepted", () => createToken().replace(/^[^.]*/, btoa('{"alg":"ES256"}').replaceAll("=", ""))],
] as const)("a token that does not count: 401 '%s', Stripe is not called, and no log has it", async (reason, make) => {
  const calls = stubOutside();
  const token = make();
  const response = await send(`Bearer ${token}`);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ error: { code: "invalid_token", message: "Je bent niet meer ingelogd." } });
  const told = `Bearer error="invalid_token", error_description="${reason}"`;
  expect(Object.fromEntries(response.headers)).toMatchObject({ "www-authenticate": told, "cache-control": "no-store" });
  expect(calls.filter((call) => !isKeys(call))).toEqual([]);
  expect(reasons()).toEqual([reason]);
  expect(JSON.stringify(logs.lines("auth.refused"))).not.toContain(token.slice(0, 40));
});

test("no sale is lost: the service fails: the sale goes on without the user, and is logged", async () => {
  keysStatus = 500;
  const calls = stubOutside();
  const response = await sendAs(createToken());
  expect([response.status, await response.json()]).toEqual([200, { isUnderWay: false, account: "unavailable" }]);
  expect(buyersOf(calls)).toEqual([""]);
  expect(logs.lines("auth.unavailable")).toHaveLength(1);
});

test("no sale is lost: the service never answers: given up after 3 seconds", async () => {
  const patience = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("timed out", "TimeoutError")), 10);
    return controller.signal;
  });
  stubStripe((call) => (isKeys(call) ? new Promise(() => undefined) : answerJson(intent())));
  expect((await sendAs(createToken())).status).toBe(200);
  expect(logs.lines("auth.unavailable")).toHaveLength(1);
  expect(patience.mock.calls).toEqual([[3_000]]);
});

test.each([
  ["no token", null, {}],
  ["a test site's password", `Basic ${btoa("shop:open")}`, {}],
  ["a token of no service", "Bearer nonsense", { AUTH_URL: "", AUTH_ANON_KEY: "" }],
])("no sale is lost: %s: nobody is signed in, nothing is asked", async (_name, authorization, bindings) => {
  const calls = stubOutside();
  expect((await send(authorization, bindings)).status).toBe(200);
  expect([calls.filter(isKeys), buyersOf(calls)]).toEqual([[], [""]]);
});
