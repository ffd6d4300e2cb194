import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { type BuyerField, findOrdersOf, recordStatements } from "../../src/ledger/orders.ts";
import { type Ledger, ledgerOf, sql } from "../../src/server/database.ts";
import { keepOrder, newsOf, run } from "./ledger-rows.ts";
import { paidOrder } from "./paid-order.ts";

/** The orders of a buyer, by address and by account. */

let buyers = 0;
let email = "";
let userId = "";
beforeEach(() => {
  buyers += 1;
  email = `Jan.Found${buyers}@example.nl`;
  userId = `user-found-${buyers}`;
});
const orderOf = (name: string, changes: object = {}) =>
  paidOrder({ intentId: `pi_found${buyers}${name}`, email, userId, ...changes });
const found = async (buyer: string, field: BuyerField = "email") =>
  (await findOrdersOf(ledgerOf(env), field, buyer)).map(({ intentId }) => intentId);

// Who finds what, and who does not: links-mail.test.ts and my-orders.test.ts.
test("an account is found as it is spelled, and an address as a whole", async () => {
  await keepOrder(orderOf("a"));
  expect([await found(userId.toUpperCase(), "userId"), await found(`x${email}`)]).toEqual([[], []]);
});

test("the newest comes first, by when it was paid: a refund long after makes it no newer", async () => {
  for (const [name, time] of [
    ["b", "2026-02-01T10:00:00.000Z"],
    ["c", "2026-03-01T10:00:00.000Z"],
    ["a", "2026-01-01T10:00:00.000Z"],
  ] as const)
    await keepOrder(orderOf(name, { createdAt: "2026-01-01T00:00:00.000Z", paidAt: time, updatedAt: time }));
  const intentId = `pi_found${buyers}a`;
  const told = { kind: "refund", id: `re_found${buyers}`, cents: 100, isFailed: false } as const;
  await run(...recordStatements({ intentId, eventId: "evt_1", at: "2027-01-01T00:00:00.000Z", told }));
  expect(await found(email)).toEqual(["c", "b", "a"].map((name) => `pi_found${buyers}${name}`));
});

test("of more orders than are read the newest are found", async () => {
  const days = Array.from({ length: 121 }, (_, day) => new Date(Date.UTC(2026, 0, day + 1)).toISOString());
  const orders = days.map((at, day) => orderOf(`many${day + 1}`, { createdAt: at, paidAt: at, updatedAt: at }));
  await run(...orders.flatMap((order) => recordStatements(newsOf(order))));
  const ids = await found(email);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([120, `pi_found${buyers}many121`, `pi_found${buyers}many2`]);
});

test.each(["email", "userId"] as const)("orders are found by an index of %s: no others are read", async (field) => {
  const plan: unknown[] = [];
  const explain: Ledger = async (statements) => {
    const rows = await run(...statements.map((one) => sql(`EXPLAIN QUERY PLAN ${one.sql}`, ...one.values)));
    plan.push(...rows.flat().map(({ detail }) => detail));
    return [];
  };
  await findOrdersOf(explain, field, email);
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH o USING INDEX orders_by_(email|account)/));
  // The days that move a last day are read once.
  expect(plan.filter((detail) => /^SCAN (?!json_each|easter|13 CONSTANT)/.test(String(detail)))).toEqual([]);
});

test("what is asked for is a value, and no part of the question", async () => {
  await keepOrder(orderOf("a"));
  for (const typed of ["' OR 1=1 --", "%", "_", "", `${email}' --`]) expect(await found(typed)).toEqual([]);
});
