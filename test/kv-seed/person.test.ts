import { beforeEach, expect, test } from "vitest";
import { buyerEntriesOf } from "../../kv-seed/buyer-entries.ts";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/services/gift-wish.ts";
import { joinOrder } from "../../src/services/orders.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { openStripeWorld, stripe, world } from "./stripe-world.ts";
import { MemoryStore, runTool, type ToolRun } from "./tool.ts";

const EMAIL = "jan@example.nl";
const CODE = "DEMOVAAR2026";
const WISH = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Tot op\nhet water",
  from: "now",
} as const;
/** The private data of which nothing may be left. */
const PERSONAL = /jan@|Noor|Opa Kees|Tot op|user-7|Ik vaar niet/i;
const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date();
/** A month after the sales of these tests. */
const later = new Date(now.getTime() + 30 * DAY_MS);

openStripeWorld();
let orders: MemoryStore;
let gifts: MemoryStore;
beforeEach(() => {
  orders = new MemoryStore();
  gifts = new MemoryStore();
});

type Options = { answer?: boolean; now?: Date };
const run = (args: readonly string[], options: Options = {}): Promise<ToolRun> =>
  runTool(args, {
    stores: { ORDERS: orders, GIFTS: gifts },
    stripe: { readKey: async () => null, connect: () => Promise.resolve(stripe) },
    now: later,
    ...options,
  });
const erase = (options: Options = { answer: true }, ...more: string[]) =>
  run(["person", EMAIL, "--erase", ...more], options);

/** A gift that was paid in our checkout, with all its stored data. */
async function giftSale(): Promise<string> {
  const { id } = await stripe.paymentIntents.create({
    amount: 3900,
    currency: "eur",
    metadata: {
      ...{ product: "KVB1", price: "3900", flow: "none", visit: "v", environment: "local" },
      ...{ buyer_name: "Jan de Vries", buyer_email: EMAIL, user_id: "user-7" },
      ...GIFT_METADATA,
      ...wishToMetadata(WISH),
    },
  });
  world.stripe.settle(id, "succeeded");
  await run(["reconcile", "--write"], { now: new Date() });
  const code = { intentId: id, giftCode: CODE, updatedAt: now.toISOString() };
  orders.entries.set(`${id}.gift`, { key: `${id}.gift`, value: JSON.stringify(code) });
  const value = JSON.stringify({ recipient: WISH.recipient, giver: WISH.giver });
  gifts.entries.set(CODE, { key: CODE, value, metadata: { intentId: id } });
  return id;
}

function withdraw(reference: string, more: object = {}, receivedAt = now): void {
  const withdrawal = {
    reference,
    receivedAt: receivedAt.toISOString(),
    name: "Jan",
    contract: "KVB1",
    email: "Jan@example.nl",
  };
  const value = JSON.stringify({ ...withdrawal, reason: "Ik vaar niet meer", ...more });
  orders.entries.set(`withdrawal:${reference}`, { key: `withdrawal:${reference}`, value });
}

const kept = () => JSON.stringify([...orders.entries.values(), ...gifts.entries.values()]);
const orderOf = (id: string) =>
  joinOrder(id, new Map([...orders.entries.values()].map(({ key, value }) => [key, value])));

test("shows orders, gifts with what was written, and withdrawals of an address in any case; and nobody else's", async () => {
  const id = await giftSale();
  withdraw("HR-AAAA-0000-0001", { intentId: id });
  withdraw("HR-BBBB-0000-0002", { email: "els@example.nl", name: "Els" });
  const { exitCode, out } = await run(["person", "JAN@example.nl"]);
  expect(exitCode).toBe(0);
  for (const line of [
    `Order      ${formatOrderNumber(id)}`,
    "Amount     39.00, of which VAT 6.77",
    "Name       Jan de Vries",
    `Address    ${EMAIL}`,
    "Account    user-7",
    "Gift for   Noor",
    "Written    Tot op",
    "           het water",
    "Withdrawal  HR-AAAA-0000-0001",
    "Reason      Ik vaar niet meer",
  ])
    expect(out.split("\n")).toContain(line);
  expect(out).toContain("Not in here: what Stripe keeps");
  expect(out).not.toContain("Els");
  const nobody = await run(["person", "piet@example.nl"]);
  expect([nobody.exitCode, nobody.out]).toEqual([1, expect.stringContaining("Nothing is known of this address")]);
  for (const args of [[], ["jan"], [EMAIL, "els@example.nl"]])
    expect((await run(["person", ...args])).exitCode).toBe(2);
});

test("--erase takes everything but what the law keeps, here and at Stripe, and says what stays until when", async () => {
  const id = await giftSale();
  const year = now.getUTCFullYear() + 7;
  const sale = orders.entries.get(id);
  const keys = await readOrderKeys({ remote: false });
  const values = new Map([[id, sale?.value ?? ""]]);
  // By address and by account.
  expect(await buyerEntriesOf(keys, { intentId: id, values })).toHaveLength(2);
  expect([...orders.entries.keys()].filter((key) => key.startsWith("buyer:"))).toHaveLength(2);
  withdraw("HR-AAAA-0000-0001");
  const { exitCode, out, notes } = await erase();
  expect(exitCode).toBe(0);
  expect(out).toContain("goes: address, account, the gift's names and message; its code stays valid, and the shop");
  expect(out).toContain(
    `Stays until ${year}-12-31, by tax law (art. 52 AWR) or as proof: KVB1, 39.00, of which VAT 6.77`,
  );
  expect(out).toContain("the name Jan de Vries");
  expect(out).toContain("HR-AAAA-0000-0001  goes: address, reason.");
  expect(notes).toContain("Erase this? It cannot be undone.");

  expect(kept()).not.toMatch(PERSONAL);
  expect([...orders.entries.keys()].filter((key) => key.startsWith("buyer:") || key.endsWith(".wish"))).toEqual([]);
  expect(orderOf(id)).toMatchObject({
    status: "found",
    value: {
      status: "paid",
      amountCents: 3900,
      buyerName: "Jan de Vries",
      giftCode: CODE,
      erasedAt: later.toISOString(),
    },
  });
  // The entry expires as before, and the code still opens.
  expect(orders.entries.get(id)).toMatchObject({ metadata: sale?.metadata });
  expect(gifts.entries.get(CODE)).toMatchObject({ metadata: { intentId: id } });
  expect(JSON.parse(gifts.entries.get(CODE)?.value ?? "")).toEqual({ recipient: "de ontvanger", giver: "de gever" });
  const intent = await stripe.paymentIntents.retrieve(id);
  const charge = await stripe.charges.retrieve(String(intent.latest_charge));
  for (const { metadata } of [intent, charge]) {
    expect(JSON.stringify(metadata)).not.toMatch(PERSONAL);
    expect(metadata).toMatchObject({ product: "KVB1", price: "3900", buyer_name: "Jan de Vries" });
  }
  expect((await run(["person", EMAIL])).out).toContain("Nothing is known of this address");
  expect((await run(["mails", "--resend", id, "--to", EMAIL], { answer: true })).notes).toContain("data were erased");
});

test("a gift that waits to be mailed: its recipient sees and erases the address, and its giver takes it along", async () => {
  const id = await giftSale();
  const put = (key: string, value: object) => orders.entries.set(key, { key, value: JSON.stringify(value) });
  const plan = { day: "2026-12-05", to: "Noor@example.nl", sendAt: "2026-12-05T07:00:00.000Z", changes: 0 };
  put(`delivery:${id}:0`, { ...plan, at: now.toISOString() });
  put("delivery-draft:pi_other", { to: "noor@example.nl" });
  put("delivery:pi_other:0", { ...plan, to: "els@example.nl", at: now.toISOString() });
  const shown = await run(["person", "noor@example.nl"]);
  expect(shown.exitCode).toBe(0);
  expect(shown.out).toContain(`delivery:${id}:0`);
  expect(shown.out).not.toContain("els@");
  expect((await run(["person", "noor@example.nl", "--erase"], { answer: true })).exitCode).toBe(0);
  const left = [...orders.entries.keys()].filter((key) => key.startsWith("delivery"));
  expect(left.sort()).toEqual([`delivery:${id}:0.refused`, "delivery:pi_other:0"]);

  put(`delivery:${id}:1795402992305-aaaa`, { ...plan, at: now.toISOString() });
  expect((await erase()).exitCode).toBe(0);
  expect([...orders.entries.keys()].filter((key) => key.includes(`delivery:${id}`))).toEqual([]);
});

test("what was erased does not come back by reconcile --write, and the books stay as they are", async () => {
  const id = await giftSale();
  await erase();
  const ledger = await run(["ledger"]);
  // Stripe's own records may still have the address, as after a payment link.
  await stripe.paymentIntents.update(id, { metadata: { buyer_email: EMAIL, gift_recipient: WISH.recipient } });
  expect((await run(["reconcile", "--write"], { now: new Date() })).out).toContain("All is as Stripe says");
  orders.entries.delete(id);
  expect((await run(["reconcile", "--write"], { now: new Date() })).out).toContain("1 written.");
  expect(orderOf(id)).toMatchObject({ status: "found", value: { amountCents: 3900, buyerName: "Jan de Vries" } });
  expect(kept()).not.toMatch(PERSONAL);
  expect([...orders.entries.keys()].filter((key) => key.startsWith("buyer:"))).toEqual([]);
  expect((await run(["ledger"])).out).toBe(ledger.out);
});

test("what is still needed stays whole and is said; an attempt that was not paid goes wholly", async () => {
  const id = await giftSale();
  const young = await erase({ answer: true, now: new Date() });
  expect([young.exitCode, young.out]).toEqual([
    1,
    expect.stringContaining("stays whole for now: it can be withdrawn from for 14 days."),
  ]);
  expect(kept()).toContain(EMAIL);

  withdraw("HR-AAAA-0000-0001", { intentId: id }, later);
  expect((await erase()).out).toContain("stays whole for now: its withdrawal has to be answered.");
  orders.entries.delete("withdrawal:HR-AAAA-0000-0001");

  const { id: tried } = await stripe.paymentIntents.create({
    amount: 3900,
    currency: "eur",
    metadata: { buyer_name: "Jan" },
  });
  const fact = {
    intentId: tried,
    status: "failed",
    amountCents: 3900,
    currency: "eur",
    email: EMAIL,
    eventId: "evt_1",
  };
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  orders.entries.set(`${tried}.failed`, { key: `${tried}.failed`, value: JSON.stringify({ ...fact, ...times }) });
  const updatedAt = later.toISOString();
  const dispute = JSON.stringify({ intentId: id, dispute: "open", updatedAt });
  orders.entries.set(`${id}.dispute-du_1-open`, { key: `${id}.dispute-du_1-open`, value: dispute });
  const mixed = await erase();
  expect(mixed.exitCode).toBe(1);
  expect(mixed.out).toContain("stays whole for now: its dispute is open.");
  expect(mixed.out).toContain(`${formatOrderNumber(tried)}  goes: all of an attempt that was not paid.`);
  expect([...orders.entries.keys()].filter((key) => key.startsWith(tried))).toEqual([]);
  expect((await stripe.paymentIntents.retrieve(tried)).metadata).toEqual({});
  expect(orderOf(id)).toMatchObject({ value: { email: EMAIL, gift: { recipient: "Noor" } } });
});

test("a sale that was paid back needs no address any more, however young", async () => {
  const id = await giftSale();
  world.stripe.refund(id);
  await run(["reconcile", "--write"], { now: new Date() });
  const { exitCode } = await erase({ answer: true, now: new Date() });
  expect([exitCode, kept()]).toEqual([0, expect.not.stringMatching(PERSONAL)]);
});

test("no, nobody to ask, --dry-run, and a Stripe that does not answer: nothing here is erased", async () => {
  await giftSale();
  const before = kept();
  for (const options of [{ answer: false }, {}]) {
    expect(await erase(options)).toMatchObject({ exitCode: 1, notes: expect.stringContaining("Nothing was erased.") });
  }
  expect((await erase({ answer: true }, "--dry-run")).exitCode).toBe(0);
  world.stripe.setMode("error-500");
  const failed = await erase();
  world.stripe.setMode("ok");
  expect([failed.exitCode, failed.notes]).toEqual([1, expect.stringContaining("and nothing here. Run this again.")]);
  expect(kept()).toBe(before);
});

test("a write that fails half-way: said, and run again it is whole", async () => {
  await giftSale();
  orders.failAfter = 3;
  const half = await erase();
  expect([half.exitCode, half.notes]).toEqual([
    1,
    expect.stringContaining("Not all of it was erased. Run this again."),
  ]);
  orders.failAfter = Number.POSITIVE_INFINITY;
  expect((await erase()).exitCode).toBe(0);
  expect(kept()).not.toMatch(PERSONAL);
});
