import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { MINUTE_MS, nowS } from "../clock.ts";
import { eachRow } from "../table.ts";
import { refund } from "./events.ts";
import { orderOf, rowsOf, tracesOf } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { AWAY, askWith, changed, endlessBody, takeKept } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerError, answerJson, deliver, signWebhook as sign, stripeEvent, stubStripe } from "./stripe-stub.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** A payment that Stripe tells of, and the deliveries of its events. */

let intentId = "";
let payments = 0;
const started: Instance[] = [];
const MAILER = createIdleWorkflow(started);
beforeEach(() => {
  payments += 1;
  intentId = `pi_payment${payments}`;
  started.length = 0;
});

const event = (type: string, { object = {}, ...changes }: { id?: string; created?: number; object?: object } = {}) =>
  stripeEvent(type, intent({ id: intentId, ...object }), changes);

const order = () => orderOf(intentId);

const succeeded = (options = {}) => event("payment_intent.succeeded", { object: { status: "succeeded" }, ...options });
const failed = (options = {}) => event("payment_intent.payment_failed", options);
const canceled = (options = {}) => event("payment_intent.canceled", { object: { status: "canceled" }, ...options });

const PAID_MS = 1_700_000_100_000;

const mails = () => rowsOf("SELECT * FROM mails WHERE about = ?1", intentId);

test("an attempt that failed keeps nothing of its gift", async () => {
  const metadata = { ...OURS.metadata, gift: "1", gift_recipient: "Noor", gift_giver: "Opa", gift_from: "now" };
  expect((await deliver(failed({ object: { status: "requires_payment_method", metadata } }))).status).toBe(200);
  expect(await rowsOf("SELECT source, gift FROM payment_reports WHERE intent_id = ?1", intentId)).toEqual([
    { source: "failed", gift: null },
  ]);
});

const OURS = { status: "succeeded", metadata: { product: "KVB1", visit: "v", buyer_email: "jan@example.nl" } };
const ours = () => succeeded({ object: OURS });
const SALES: Readonly<Record<string, () => object>> = { ours, unbegun: ours, failed, canceled };
const hear = (what: string, afterMs: number, bindings: Partial<Bindings> = {}) => {
  vi.setSystemTime(PAID_MS + afterMs);
  return deliver(SALES[what]?.() ?? what, { MAILER, ...bindings });
};

// Those of hosted sales: after-sale.test.ts. What is heard of a sale, so many minutes after it, the mails that are owed then, and those that were begun.
eachRow(`
    once begun, the confirmation's end begins the notice       | ours 1, ours 1               | confirmation due in 1, notice due in 1    | confirmation
    of one that failed or was canceled there is none           | failed 1, canceled 1         |                                           |
    within five days it is told                                | ours 7200                    | confirmation due in 7200, notice due in 7200 | confirmation
    without a Mailer it is recorded, and comes again to begin them | unbegun 1, ours 3         | confirmation due in 1, notice due in 1    | confirmation
    what the shop hears later is not                           | ours 7200.01                 | confirmation old, notice old              |
  `)("the mails of a sale: %s", async (_promise, story = "", owed, begun) => {
  for (const step of story.split(", ")) {
    const [, what = "", minutes] = /^(.*) (\S+)$/.exec(step) ?? [];
    const bindings = what === "unbegun" ? { MAILER: AWAY } : {};
    const { status } = await hear(what, Number(minutes) * MINUTE_MS, bindings);
    expect(status).toBe(what === "unbegun" ? 503 : 200);
  }
  const rows = (await mails()).map(({ kind, state, detail, due_at }) => {
    const minutes = (Date.parse(String(due_at)) - PAID_MS) / MINUTE_MS;
    return state === "due" ? `${kind} due in ${minutes}` : `${kind} ${detail}`;
  });
  expect(rows.sort().join(", ")).toBe(owed);
  expect(started.map(({ id }) => id.replace(`-${intentId}`, "")).join(" ")).toBe(begun);
  for (const { params } of started) expect(params).toMatchObject({ about: intentId, version: "" });
});

test("a ledger that refuses a part of what an event changes writes nothing of it: the event is to come again", async () => {
  const broken = env.DB.prepare("INSERT INTO refunds VALUES ('re_broken', 'pi_broken', -1, '', NULL)");
  const DB = changed(env.DB, { batch: (real) => (statements: object[]) => real([...statements, broken]) });
  const response = await deliver(succeeded(), { MAILER, DB });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect([await tracesOf(intentId), started, logs.lines("webhook.recorded")]).toEqual([[], [], []]);
  expect(logs.lines("webhook.postponed")).toEqual([expect.objectContaining({ intentId })]);
  const reason = expect.stringContaining("CHECK constraint failed");
  expect(logs.lines("ledger.refused")).toEqual([expect.objectContaining({ level: "error", reason })]);
  expect((await deliver(succeeded())).status).toBe(200);
});

const refunded = () => stripeEvent("refund.created", refund(intentId, "re", 3900));

// What is told of such a payment: orders.test.ts.
test("a payment of another environment on the account: a refund of a payment that the ledger has is ours, and Stripe is not asked", async () => {
  await deliver(succeeded());
  const calls = stubStripe(() => answerError(500, {}));
  expect((await deliver(refunded())).status).toBe(200);
  expect(calls).toEqual([]);
  expect(await order()).toMatchObject({ refundedCents: 3900 });
});

test("a payment of another environment on the account: while neither the ledger nor Stripe can name a refund's payment, the event is to come again", async () => {
  const calls = stubStripe(() => answerError(500, { type: "api_error" }));
  expect((await deliver(refunded())).status).toBe(503);
  expect(calls).not.toEqual([]);
  expect((await deliver(refunded(), { DB: AWAY })).status).toBe(503);
  expect(await tracesOf(intentId)).toEqual([]);
});

test.each([undefined, "", "a shop", "FILL-IN"])(
  "a payment that was made for another environment on the same account: a shop whose own name is %j follows nothing yet",
  async (name) => {
    expect((await deliver(succeeded(), { ENVIRONMENT: name })).status).toBe(503);
    expect(await tracesOf(intentId)).toEqual([]);
    expect(logs.lines("config.invalid")).toContainEqual(expect.objectContaining({ name: "ENVIRONMENT" }));
  },
);

/** The payment of a hosted checkout gets its order's number at Stripe, after the webhook has answered. */
const SESSION = { id: "cs_1", metadata: { product: "KVB2" }, payment_status: "paid" };
/** Delivers a session's event, and lets what follows the answer end. Resolves to what was written at Stripe. */
async function complete(answer: () => Response, changes: object = {}) {
  const { promise: delivered, resolve } = Promise.withResolvers<void>();
  const calls = stubStripe(() => delivered.then(answer));
  const session = stripeEvent("checkout.session.completed", { ...SESSION, payment_intent: intentId, ...changes });
  expect((await deliver(session)).status).toBe(200);
  resolve();
  await Promise.all(takeKept());
  return { calls, written: calls.filter(({ method }) => method === "POST") };
}
const at = (is: object) => () => answerJson(intent({ id: intentId, status: "succeeded", metadata: {}, ...is }));

test.each<[string, object, number]>([
  ["of its own is described by the number of its order, and nothing else is written", {}, 1],
  ["that has a description, which may be somebody else's: nothing is written", { description: "Groepskorting" }, 0],
  ["of another shop on the same account: nothing is written", { metadata: { environment: "staging" } }, 0],
])("a hosted checkout that was paid: a payment %s", async (_name, is, times) => {
  const { written } = await complete(at(is));
  const described = { description: `VK-${intentId.slice(-10).toUpperCase()}` };
  expect(written.map(({ form }) => Object.fromEntries(form))).toEqual(Array(times).fill(described));
  for (const { url } of written) expect(url.pathname).toBe(`/v1/payment_intents/${intentId}`);
});

test("a hosted checkout that was paid: Stripe fails: the answer is the same, and the log says so", async () => {
  await complete(() => answerError(400, { type: "invalid_request_error", code: "lock_timeout" }));
  const failed = { level: "error", call: "describe", code: "lock_timeout", status: 400 };
  expect(logs.lines("stripe.failed")).toEqual([expect.objectContaining(failed)]);
});

test("a hosted checkout that was paid: no other event calls Stripe: our own checkout has described its payment before it was paid", async () => {
  expect((await complete(at({}), { payment_status: "unpaid" })).calls).toEqual([]);
  const metadata = { product: "KVB1", price: "3900", visit: "v" };
  await deliver(succeeded({ object: { status: "succeeded", metadata } }));
  expect(fetch).not.toHaveBeenCalled();
});

const refused = async (response: Response) => {
  expect(response.status).toBe(400);
  expect(await order()).toBeNull();
  expect(logs.lines("webhook.refused")).toHaveLength(1);
};

const V1 = `v1=${"a".repeat(64)}`;
test.each([
  ["none", () => undefined],
  ["empty", () => ""],
  ["nonsense", () => "nonsense"],
  ["of another form", () => `t=${nowS()},v1=abc`],
  ["of another scheme", () => `t=${nowS()},v0=${"a".repeat(64)}`],
  ["without a time", () => V1],
  ["too old", () => `t=${nowS() - 310},${V1}`],
  ["longer than any of Stripe's", () => `t=${nowS()}${`,${V1}`.repeat(20)}`],
])("who is not Stripe is refused: before its body is read, with a signature that is %s", async (_name, signature) => {
  const { body, pulls } = endlessBody();
  const sent = signature();
  const headers: Record<string, string> = sent === undefined ? {} : { "stripe-signature": sent };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  await refused(await askWith({}, PATHS.stripeWebhook, init));
  expect(pulls()).toBe(0);
});

const WHOLE = JSON.stringify(succeeded());
const signedBefore = async (seconds: number) => {
  const body = JSON.stringify(succeeded());
  return deliver(body, {}, await sign(body, { timestamp: nowS() - seconds }));
};
test.each<[string, () => Promise<Response>]>([
  ["of another secret", async () => deliver(WHOLE, {}, await sign(WHOLE, { secret: "whsec_other" }))],
  ["of other words, be it by a space", async () => deliver(`${WHOLE} `, {}, await sign(WHOLE))],
  ["of more than 300 seconds ago", () => signedBefore(310)],
  ["of no JSON", () => deliver("{")],
  ["of an event without a time", () => deliver({ ...succeeded(), created: "gisteren" })],
])("who is not Stripe is refused: with a signature %s", async (_name, send) => refused(await send()));

test("who is not Stripe is refused: a signature of 290 seconds ago is still good", async () => {
  expect((await signedBefore(290)).status).toBe(200);
});

const TYPE = "payment_intent.succeeded";
const NOTHING = { eventId: undefined, type: TYPE, intentId: undefined };

test.each([
  ["an amount that is a text", "evt_1A2b", intent({ amount: "3900" }), { eventId: "evt_1A2b", intentId: "pi_1" }],
  ["no object", "evt_2", undefined, { eventId: "evt_2" }],
  ["a payment's own", "evt_4", { id: "ch_1", payment_intent: "pi_4" }, { eventId: "evt_4", intentId: "pi_4" }],
  ["ids that are none", "jan@example.nl", { id: { jan: 1 }, payment_intent: ["jan"] }, {}],
  ["ids without an end", `evt_${"a".repeat(5_000)}`, { id: `pi_${"a".repeat(5_000)}` }, {}],
  ["ids with line breaks", "evt_1\n{}", { id: "pi_1\njan" }, {}],
  ["no data", "evt_3", null, { eventId: "evt_3" }],
])(
  "who is not Stripe is refused: the log names a genuine event of another form: %s",
  async (_name, id, object, named) => {
    const { data: _whole, ...bare } = stripeEvent(TYPE, object, { id });
    await refused(await deliver(object === null ? bare : { ...bare, data: { object } }));
    const [line] = logs.lines("webhook.refused");
    expect({ eventId: line?.eventId, type: line?.type, intentId: line?.intentId }).toEqual({ ...NOTHING, ...named });
    expect(JSON.stringify(line)).not.toContain("jan");
    expect(line?.reason).toBe("event in an unexpected form");
  },
);

test("a body over 256 KB is refused, and one of two hundred, as of a dispute with its evidence, is read", async () => {
  expect((await deliver(JSON.stringify({ x: "y".repeat(200_000) }))).status).toBe(200);
  expect((await deliver(JSON.stringify({ x: "y".repeat(300_000) }))).status).toBe(413);
});
