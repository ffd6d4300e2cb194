import { beforeEach, expect, test } from "vitest";
import { type Order, recordStatements } from "../../src/ledger/orders.ts";
import type { MyOrder } from "../../src/orders/my-course/my-course-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { openService, type Service } from "./access-tokens.ts";
import { emptyLedger, keepOrder, newsOf, paidOrder, run } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { AWAY, answerText, askWith } from "./shop.ts";
import { type StripeCall, stubStripe } from "./stripe-stub.ts";
import { answerAll, keepWithdrawal } from "./withdrawing-buyer.ts";

/** The orders of an account: its user sees them when signed in, and nobody else does. */

const JAN = "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55";
const ELS = "9b2d7c10-1a2b-4c3d-8e4f-5a6b7c8d9e0f";

let service: Service;
let asked: readonly StripeCall[];

beforeEach(async () => {
  service = openService();
  asked = stubStripe(() => Response.json(service.published));
  await emptyLedger();
});

const bindings = (more: object) => ({ AUTH_URL: service.url, AUTH_ANON_KEY: "public-key", ...more });

const send = (authorization: string | null, more: object = {}) =>
  askWith(bindings(more), PATHS.myOrders, { headers: { ...(authorization && { authorization }) } });

const sendAs = (userId: string) => send(`Bearer ${service.tokenOf(userId)}`);

async function ordersOf(userId: string): Promise<readonly MyOrder[]> {
  const { orders } = JSON.parse(await answerText(sendAs(userId))) as { orders: readonly MyOrder[] };
  return orders;
}

const sell = (changes: Partial<Order>, time?: string) => keepOrder(sold(changes, time));

const sold = (changes: Partial<Order>, time?: string) =>
  paidOrder({ productId: "KVB1", source: "checkout", userId: JAN, ...changes }, time);

async function expectError(response: Response, status: number, code: string): Promise<void> {
  expect([response.status, await response.json()]).toEqual([status, { error: { code, message: expect.any(String) } }]);
  expect(response.headers.get("cache-control")).toBe("no-store");
}

test("who is signed in sees every order of the account, the newest first, with the way to its page, what became of its money, and nobody else's", async () => {
  const gift = { productId: "KVB2", recipient: "Noor", giver: "Opa", message: "Hoi", from: "now" } as const;
  const SOLD: readonly Partial<Order>[] = [
    { intentId: "pi_old" },
    { intentId: "pi_both", productId: "KVB1_KVB2" },
    { intentId: "pi_back", refundedCents: 3900 },
    { intentId: "pi_part", refundedCents: 100 },
    { intentId: "pi_gift", gift },
    { intentId: "pi_els", userId: ELS },
    ...["pi_open", "pi_lost", "pi_quit"].map((intentId) => ({ intentId })),
  ];
  for (const [index, changes] of SOLD.entries())
    await sell({ createdAt: `2026-05-${29 - index}T10:00:00.000Z`, ...changes }, `2026-06-0${index + 1}T10:00:00.000Z`);
  await keepOrder(paidOrder({ intentId: "pi_nobody", email: "jan@example.nl" }));
  for (const state of ["open", "lost"] as const) {
    const told = { kind: "dispute", id: `du_${state}`, state } as const;
    await run(...recordStatements({ ...newsOf(sold({ intentId: `pi_${state}` })), told }));
  }
  await keepWithdrawal("pi_quit");
  expect([await ordersOf(JAN), await ordersOf(ELS)]).toMatchSnapshot();
  await answerAll("refused");
  expect((await ordersOf(JAN))[0]?.state).toBe("Betaald");
});

test("who is signed in and has bought nothing, gets an empty list: the address in the token proves nothing", async () => {
  await sell({ intentId: "pi_els", userId: ELS, email: "jan@example.nl" });
  // Nor is an order theirs whose buyer's address is the account's id.
  await keepOrder(paidOrder({ intentId: "pi_nobody", email: JAN }));
  const response = await send(`Bearer ${service.tokenOf(JAN, { email: "jan@example.nl" })}`);
  expect(await response.json()).toEqual({ orders: [] });
  const { etag, "cache-control": kept, "access-control-allow-origin": others } = Object.fromEntries(response.headers);
  expect([kept, etag, others]).toEqual(["no-store", undefined, undefined]);
});

test("who is signed in is not named by the log or by a header", async () => {
  await sell({ intentId: "pi_quiet", email: "jan@example.nl" });
  const { headers } = await sendAs(JAN);
  const lines = logs.lines("request.handled");
  expect(lines).toMatchObject([{ route: "my-orders", status: 200 }]);
  expect(JSON.stringify([...headers, ...lines])).not.toMatch(/3f0c1a52|pi_quiet|Bearer/);
});

// What else may be wrong with a token: auth.test.ts.
test.each([
  [null, "Bearer"],
  ["Bearer abc", 'Bearer error="invalid_token", error_description="JWT header not accepted"'],
])("a token that does not count: %s: 401, and the ledger is not read", async (authorization, challenge) => {
  const response = await send(authorization, { DB: AWAY });
  expect(response.headers.get("www-authenticate")).toBe(challenge);
  await expectError(response, 401, "invalid_token");
  expect(logs.lines("ledger.unavailable")).toEqual([]);
});

test("a token that does not count in the address or a cookie is not looked at", async () => {
  const token = service.tokenOf(JAN);
  const headers = { cookie: `access_token=${token}; vaarkoers-account=${token}` };
  const response = await askWith(bindings({}), `${PATHS.myOrders}?access_token=${token}`, { headers });
  await expectError(response, 401, "invalid_token");
});

test("a shop without accounts has no such address, and asks nobody", async () => {
  await expectError(await send("Bearer abc", { AUTH_URL: "", AUTH_ANON_KEY: "" }), 404, "not_found");
  expect(asked).toEqual([]);
});

test("the page, on which a script fills in the orders, is the same for everybody", async () => {
  await sell({ intentId: "pi_jan" });
  const open = async (headers: Record<string, string>) =>
    answerText(askWith(bindings({}), PATHS.myCourse, { headers }));
  const html = await open({});
  expect(await open({ authorization: `Bearer ${service.tokenOf(JAN)}` })).toBe(html);
});
