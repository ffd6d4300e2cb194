import { beforeEach, expect, test, vi } from "vitest";
import { buyerEntriesOf } from "../../kv-seed/buyer-entries.ts";
import { UsageError } from "../../kv-seed/data-files.ts";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import { buyerHash } from "../../src/services/buyer-index.ts";
import { joinDelivery } from "../../src/services/delivery-facts.ts";
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
/** The digest of the gift's texts that the checkout writes at Stripe. */
const DIGEST = "k".repeat(43);
/** The private data of which nothing may be left. */
const PERSONAL = /jan@|Noor|Opa Kees|Tot op|user-7|Ik vaar niet|kkkk/i;
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

const down = () => Object.assign(new Error("no answer"), { type: "StripeAPIError" });

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
      ...{ buyer_name: "Jan de Vries", buyer_email: EMAIL, user_id: "user-7", contents: `KVB1.3900.${DIGEST}` },
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

const answer = (reference: string) => run(["withdrawals", reference, "--answer", "no-order"]);

/** The same sale if no event came: the return page has stored the gift and its wish, but there is no order. */
async function giftWithoutEvent(): Promise<string> {
  const id = await giftSale();
  const wish = { intentId: id, gift: WISH, updatedAt: new Date(0).toISOString() };
  orders.entries.clear();
  orders.entries.set(`${id}.wish`, { key: `${id}.wish`, value: JSON.stringify(wish) });
  return id;
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
  // One entry by address and one by account.
  expect(await buyerEntriesOf(keys, { intentId: id, values })).toHaveLength(2);
  expect([...orders.entries.keys()].filter((key) => key.startsWith("buyer:"))).toHaveLength(2);
  withdraw("HR-AAAA-0000-0001");
  await answer("HR-AAAA-0000-0001");
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
    expect(metadata).toMatchObject({
      product: "KVB1",
      price: "3900",
      buyer_name: "Jan de Vries",
      contents: "KVB1.3900",
    });
  }
  expect((await run(["person", EMAIL])).out).toContain("Nothing is known of this address");
  expect((await run(["mails", "--resend", id, "--to", EMAIL], { answer: true })).notes).toContain("data were erased");
});

test("a gift that only the return page has stored is shown with what was written", async () => {
  const id = await giftWithoutEvent();
  const { exitCode, out } = await run(["person", "JAN@example.nl"]);
  expect(exitCode).toBe(0);
  for (const line of [
    `Order      ${formatOrderNumber(id)}`,
    "Status     paid, which only Stripe knows: `reconcile --write` writes it",
    "Name       Jan de Vries",
    "Gift for   Noor",
    "Written    Tot op",
    "Gift code  DEMO-VAAR-2026",
    `Key in KV  ${id}.wish`,
  ])
    expect(out.split("\n")).toContain(line);

  const keyless = await runTool(["person", EMAIL], {
    stores: { ORDERS: orders, GIFTS: gifts },
    stripe: { connect: () => Promise.reject(new UsageError("No secret key")) },
    now: later,
  });
  expect(keyless.notes).toContain("No secret key\nPayments that only Stripe knows are not shown.");
});

test("it is erased as another sale is: what the tax law keeps is written, and its code still opens", async () => {
  const id = await giftWithoutEvent();
  const young = await erase({ answer: true, now: new Date() });
  expect([young.exitCode, young.out]).toEqual([1, expect.stringContaining("it can be withdrawn from for 14 days.")]);
  expect(kept()).toMatch(PERSONAL);

  const { exitCode, out } = await erase();
  expect([exitCode, out]).toEqual([0, expect.stringContaining("goes: address, account, the gift's names and message")]);
  expect(kept()).not.toMatch(PERSONAL);
  expect(orderOf(id)).toMatchObject({
    status: "found",
    value: { status: "paid", amountCents: 3900, buyerName: "Jan de Vries", erasedAt: later.toISOString() },
  });
  expect(orders.entries.get(id)).toMatchObject({ expiration: expect.any(Number) });
  expect(JSON.parse(gifts.entries.get(CODE)?.value ?? "")).toEqual({ recipient: "de ontvanger", giver: "de gever" });
  expect(JSON.stringify((await stripe.paymentIntents.retrieve(id)).metadata)).not.toMatch(PERSONAL);
  expect((await run(["reconcile"], { now: new Date() })).out).toContain("All is as Stripe says");
  expect((await run(["person", EMAIL])).out).toContain("Nothing is known of this address");
});

test("what only Stripe names is erased there last, so that a run that failed finds it again", async () => {
  const id = await giftWithoutEvent();
  orders.failAfter = 1;
  expect((await erase()).notes).toContain("Not all of it was erased. Run this again.");
  orders.failAfter = Number.POSITIVE_INFINITY;
  const failing = vi.spyOn(stripe.paymentIntents, "update").mockRejectedValueOnce(down());
  expect((await erase()).notes).toContain("It was erased here, and at Stripe not all of it. Run this again.");
  failing.mockRestore();
  expect((await stripe.paymentIntents.retrieve(id)).metadata).toHaveProperty("buyer_email");
  expect((await erase()).exitCode).toBe(0);
  expect(kept()).not.toMatch(PERSONAL);
  expect((await stripe.paymentIntents.retrieve(id)).metadata).not.toHaveProperty("buyer_email");
});

test("a payment that was begun and not paid goes at Stripe, with the address that its gift was to be mailed to", async () => {
  const metadata = { environment: "local", buyer_name: "Jan", buyer_email: EMAIL, ...wishToMetadata(WISH) };
  const { id } = await stripe.paymentIntents.create({ amount: 3900, currency: "eur", metadata });
  const { id: other } = await stripe.paymentIntents.create({
    amount: 3900,
    currency: "eur",
    metadata: { ...metadata, environment: "rehearsal" },
  });
  const draft = { key: `delivery-draft:${id}:0a1b2c3d`, value: JSON.stringify({ to: "noor@example.nl" }) };
  orders.entries.set(draft.key, draft);
  expect((await run(["person", EMAIL])).out).toContain("Status     begun at Stripe, and not paid");
  const soon = await erase({ answer: true, now: new Date() });
  expect([soon.exitCode, soon.out]).toEqual([1, expect.stringContaining("it is not known yet whether it was paid.")]);
  expect((await erase()).exitCode).toBe(0);
  expect([...orders.entries.keys()]).toEqual([]);
  expect(JSON.stringify((await stripe.paymentIntents.retrieve(id)).metadata)).not.toMatch(PERSONAL);
  expect((await stripe.paymentIntents.retrieve(other)).metadata).toHaveProperty("buyer_email");
});

test("a payment that was left at the bank is canceled as it is erased, unless it was paid meanwhile", async () => {
  const metadata = { environment: "local", buyer_name: "Jan", buyer_email: EMAIL };
  const { id } = await stripe.paymentIntents.create({ amount: 3900, currency: "eur", metadata });
  const statusNow = async () => (await stripe.paymentIntents.retrieve(id)).status;
  world.stripe.settle(id, "requires_action");
  const soon = await erase({ answer: true, now: new Date() });
  expect([soon.exitCode, soon.out]).toEqual([1, expect.stringContaining("it is not known yet whether it was paid.")]);
  const number = formatOrderNumber(id);
  expect((await erase({}, "--dry-run")).out).toContain(
    `${number}  goes: all of an attempt that was not paid. It is canceled at Stripe.`,
  );
  expect(await statusNow()).toBe("requires_action");
  const asked = vi.spyOn(stripe.paymentIntents, "retrieve").mockImplementationOnce(() => {
    world.stripe.settle(id, "succeeded");
    return stripe.paymentIntents.retrieve(id);
  });
  const paid = await erase();
  asked.mockRestore();
  expect([paid.exitCode, paid.notes]).toEqual([
    1,
    expect.stringContaining(`${number} cannot be canceled at Stripe any more: it is succeeded now.`),
  ]);
  expect((await stripe.paymentIntents.retrieve(id)).metadata).toEqual(metadata);

  world.stripe.settle(id, "requires_action");
  expect((await erase()).exitCode).toBe(0);
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: "canceled",
    metadata: { environment: "local" },
  });
  expect((await run(["person", EMAIL])).out).toContain("Nothing is known of this address");
});

test("a gift whose code was not noted with its order yet loses its names too", async () => {
  const id = await giftSale();
  orders.entries.delete(`${id}.gift`);
  expect((await run(["person", EMAIL])).out).toContain("Gift code  DEMO-VAAR-2026");
  expect((await erase()).exitCode).toBe(0);
  expect(kept()).not.toMatch(PERSONAL);
});

test("a withdrawal that is open keeps its address however old it is; an answered one does not", async () => {
  withdraw("HR-AAAA-0000-0001");
  const early = await erase();
  expect([early.exitCode, early.out]).toEqual([
    1,
    expect.stringContaining("HR-AAAA-0000-0001  stays whole for now: it has to be answered"),
  ]);
  expect(kept()).toContain("Ik vaar niet");
  await answer("HR-AAAA-0000-0001");
  expect((await run(["person", EMAIL])).out).toContain("Answered    yes");
  expect((await erase()).exitCode).toBe(0);
  expect(kept()).not.toMatch(PERSONAL);
});

test("a withdrawal that was repaid goes, by whatever its order is known, and is not open again after that", async () => {
  const id = await giftSale();
  withdraw("HR-AAAA-0000-0001", { contract: `KVB1, ${formatOrderNumber(id)}` });
  withdraw("HR-BBBB-0000-0002");
  expect((await erase()).out).toContain("its withdrawal has to be answered.");
  world.stripe.refund(id);
  await run(["reconcile", "--write"], { now: new Date() });
  expect((await erase({ answer: true, now: new Date() })).exitCode).toBe(0);
  expect(kept()).not.toMatch(PERSONAL);
  expect((await run(["withdrawals", "--open"])).out).toContain("No withdrawals to answer");
});

test("a withdrawal by an order's own link is its buyer's, whatever address was typed", async () => {
  const id = await giftSale();
  withdraw("HR-AAAA-0000-0001", { intentId: id, email: "werk@example.nl" });
  expect((await run(["person", EMAIL])).out).toContain("werk@example.nl");
  await answer("HR-AAAA-0000-0001");
  await erase();
  expect(kept()).not.toMatch(/werk@|Ik vaar/);
});

test("counts of mails to the address are shown, and go by themselves", async () => {
  const hash = await buyerHash(await readOrderKeys({ remote: false }), EMAIL);
  const keys = [`tally:links:${hash}:2026-11-22T10:00:00.000Z`, "tally:2026-11-22:mailed:HR-AAAA-0000-0001"];
  for (const key of [...keys, "tally:links:other:2026-11-22T10:00:00.000Z"])
    orders.entries.set(key, { key, value: "" });
  withdraw("HR-AAAA-0000-0001");
  const { out } = await run(["person", EMAIL]);
  for (const key of keys) expect(out).toContain(key);
  expect(out).toContain("without the address; each goes by itself within 3 days");
  expect(out).not.toContain("tally:links:other");
});

test("a giver is shown when and where their gift is mailed", async () => {
  const id = await giftSale();
  const sale = JSON.parse(orders.entries.get(id)?.value ?? "{}");
  orders.entries.delete(`${id}.wish`);
  sale.gift = { ...sale.gift, from: "2030-12-05", byMail: "0a1b2c3d" };
  orders.entries.set(id, { key: id, value: JSON.stringify(sale) });
  const plan = { day: "2030-12-05", to: "noor@example.nl", sendAt: "2030-12-05T07:00:00.000Z", changes: 0 };
  const key = `delivery:${id}:0`;
  orders.entries.set(key, { key, value: JSON.stringify({ ...plan, at: now.toISOString() }) });
  const { out } = await run(["person", EMAIL]);
  expect(out).toContain("Delivery   waits for 2030-12-05");
  expect(out).toContain("Mailed to  noor@example.nl");
});

test("a gift that waits to be mailed: its recipient sees and erases the address, and its giver takes it along", async () => {
  const id = await giftSale();
  const put = (key: string, value: object) => orders.entries.set(key, { key, value: JSON.stringify(value) });
  const plan = { day: "2026-12-05", to: "Noor@example.nl", sendAt: "2026-12-05T07:00:00.000Z", changes: 0 };
  put(`delivery:${id}:0`, { ...plan, at: now.toISOString() });
  put("delivery-draft:pi_other:0a1b2c3d", { to: "noor@example.nl" });
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
  // The Workflow of the first plan still sleeps: on the day it must find that nothing is to be mailed.
  const stop = `delivery:${id}:${later.getTime()}-shop`;
  expect([...orders.entries.keys()].filter((key) => key.includes(`delivery:${id}`))).toEqual([stop]);
  expect(joinDelivery(id, new Map([[stop, orders.entries.get(stop)?.value ?? ""]]))).toMatchObject({
    state: "stopped",
    by: "shop",
  });
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
  expect(kept()).toContain("Ik vaar niet meer");
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
  const unasked = await erase();
  world.stripe.setMode("ok");
  expect([unasked.exitCode, unasked.notes]).toEqual([1, expect.stringContaining("Nothing was erased.")]);
  const failing = vi.spyOn(stripe.paymentIntents, "update").mockRejectedValueOnce(down());
  const failed = await erase();
  failing.mockRestore();
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

test("an address that was typed first, and corrected: its owner sees and erases the address only, not the order", async () => {
  const id = await giftSale();
  const key = `${id}.email`;
  const corrected = { intentId: id, email: "els@example.nl", emailCorrectedAt: now.toISOString(), updatedAt: now };
  orders.entries.set(key, { key, value: JSON.stringify(corrected) });
  const shown = await run(["person", EMAIL]);
  expect([shown.exitCode, shown.out]).toEqual([0, expect.stringContaining("an order of somebody else")]);
  expect(shown.out).not.toMatch(/els@|Jan de Vries|Noor|user-7/);
  const { exitCode, out } = await erase();
  expect([exitCode, out]).toEqual([0, expect.stringContaining("goes: this address, which was corrected")]);
  expect(kept()).not.toContain(EMAIL);
  expect(orderOf(id)).toMatchObject({
    value: { email: "els@example.nl", userId: "user-7", gift: { recipient: "Noor" } },
  });
  expect((await run(["person", EMAIL])).exitCode).toBe(1);
  expect((await run(["person", "els@example.nl"])).out).toContain(formatOrderNumber(id));
});
