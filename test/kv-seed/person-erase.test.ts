import { expect, test, vi } from "vitest";
import { buyerEntriesOf } from "../../kv-seed/buyer-entries.ts";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import { joinDelivery } from "../../src/services/delivery-facts.ts";
import { wishToMetadata } from "../../src/services/gift-wish.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import {
  answer,
  CODE,
  EMAIL,
  erase,
  eraseNow,
  expectErased,
  giftSale,
  giftWithoutEvent,
  kept,
  later,
  now,
  PERSONAL,
  reconcile,
  run,
  show,
  WISH,
  withdraw,
} from "./person-shop.ts";
import { begin, gifts, openStripeWorld, orders, stripe, world } from "./stripe-world.ts";
import { noted, printed } from "./tool.ts";

openStripeWorld();

/** Makes Stripe's next change of a payment fail, while `action` runs. */
async function whileStripeFails<T>(action: () => Promise<T>): Promise<T> {
  const down = Object.assign(new Error("no answer"), { type: "StripeAPIError" });
  const failing = vi.spyOn(stripe.paymentIntents, "update").mockRejectedValueOnce(down);
  const result = await action();
  failing.mockRestore();
  return result;
}

const metadataOf = async (id: string) => (await stripe.paymentIntents.retrieve(id)).metadata;

test("--erase takes everything but what the law keeps, here and at Stripe, and says what stays until when", async () => {
  const id = await giftSale();
  const year = now.getUTCFullYear() + 7;
  const sale = orders.entries.get(id);
  const keys = await readOrderKeys({ remote: false });
  const values = new Map([[id, sale?.value ?? ""]]);
  // One entry by address and one by account.
  expect(await buyerEntriesOf(keys, { intentId: id, values })).toHaveLength(2);
  expect(orders.keys("buyer:")).toHaveLength(2);
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
  expect(orders.keys().filter((key) => key.startsWith("buyer:") || key.endsWith(".wish"))).toEqual([]);
  expect(orders.order(id)).toMatchObject({
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
  expect(gifts.valueOf(CODE)).toEqual({ recipient: "de ontvanger", giver: "de gever" });
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
  expect((await show()).out).toContain("Nothing is known of this address");
  expect((await run(["mails", "--resend", id, "--to", EMAIL], { answer: true })).notes).toContain("data were erased");
});

test("it is erased as another sale is: what the tax law keeps is written, and its code still opens", async () => {
  const id = await giftWithoutEvent();
  expect(await eraseNow()).toEqual(printed(1, "it can be withdrawn from for 14 days."));
  expect(kept()).toMatch(PERSONAL);

  const { exitCode, out } = await erase();
  expect([exitCode, out]).toEqual([0, expect.stringContaining("goes: address, account, the gift's names and message")]);
  expect(kept()).not.toMatch(PERSONAL);
  expect(orders.order(id)).toMatchObject({
    status: "found",
    value: { status: "paid", amountCents: 3900, buyerName: "Jan de Vries", erasedAt: later.toISOString() },
  });
  expect(orders.entries.get(id)).toMatchObject({ expiration: expect.any(Number) });
  expect(gifts.valueOf(CODE)).toEqual({ recipient: "de ontvanger", giver: "de gever" });
  expect(JSON.stringify(await metadataOf(id))).not.toMatch(PERSONAL);
  expect((await reconcile()).out).toContain("All is as Stripe says");
  expect((await show()).out).toContain("Nothing is known of this address");
});

test("what only Stripe names is erased there last, so that a run that failed finds it again", async () => {
  const id = await giftWithoutEvent();
  orders.failAfter = 1;
  expect((await erase()).notes).toContain("Not all of it was erased. Run this again.");
  orders.failAfter = Number.POSITIVE_INFINITY;
  const failed = await whileStripeFails(() => erase());
  expect(failed.notes).toContain("It was erased here, and at Stripe not all of it. Run this again.");
  expect(await metadataOf(id)).toHaveProperty("buyer_email");
  await expectErased();
  expect(await metadataOf(id)).not.toHaveProperty("buyer_email");
});

test("a payment that was begun and not paid goes at Stripe, with the address that its gift was to be mailed to", async () => {
  const metadata = { environment: "local", buyer_name: "Jan", buyer_email: EMAIL, ...wishToMetadata(WISH) };
  const id = await begin(metadata);
  const other = await begin({ ...metadata, environment: "rehearsal" });
  orders.set(`delivery-draft:${id}:0a1b2c3d`, { to: "noor@example.nl" });
  expect((await show()).out).toContain("Status     begun at Stripe, and not paid");
  expect(await eraseNow()).toEqual(printed(1, "it is not known yet whether it was paid."));
  expect((await erase()).exitCode).toBe(0);
  expect(orders.keys()).toEqual([]);
  expect(JSON.stringify(await metadataOf(id))).not.toMatch(PERSONAL);
  expect(await metadataOf(other)).toHaveProperty("buyer_email");
});

test("a payment that was left at the bank is canceled as it is erased, unless it was paid meanwhile", async () => {
  const id = await begin({ environment: "local", buyer_name: "Jan", buyer_email: EMAIL });
  const metadata = await metadataOf(id);
  const statusNow = async () => (await stripe.paymentIntents.retrieve(id)).status;
  world.stripe.settle(id, "requires_action");
  expect(await eraseNow()).toEqual(printed(1, "it is not known yet whether it was paid."));
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
  expect(await metadataOf(id)).toEqual(metadata);

  world.stripe.settle(id, "requires_action");
  expect((await erase()).exitCode).toBe(0);
  expect(await statusNow()).toBe("canceled");
  expect(JSON.stringify(await metadataOf(id))).not.toMatch(/Jan|jan@/);
  expect((await show()).out).toContain("Nothing is known of this address");
});

test("a gift whose code was not noted with its order yet loses its names too", async () => {
  const id = await giftSale();
  orders.entries.delete(`${id}.gift`);
  expect((await show()).out).toContain("Gift code  DEMO-VAAR-2026");
  await expectErased();
});

test("a withdrawal that is open keeps its address however old it is; an answered one does not", async () => {
  withdraw("HR-AAAA-0000-0001");
  expect(await erase()).toEqual(printed(1, "HR-AAAA-0000-0001  stays whole for now: it has to be answered"));
  expect(kept()).toContain("Ik vaar niet");
  await answer("HR-AAAA-0000-0001");
  expect((await show()).out).toContain("Answered    yes");
  await expectErased();
});

test("a withdrawal that was repaid goes, by whatever its order is known, and is not open again after that", async () => {
  const id = await giftSale();
  withdraw("HR-AAAA-0000-0001", { contract: `KVB1, ${formatOrderNumber(id)}` });
  withdraw("HR-BBBB-0000-0002");
  expect((await erase()).out).toContain("its withdrawal has to be answered.");
  world.stripe.refund(id);
  await reconcile("--write");
  await expectErased(eraseNow());
  expect((await run(["withdrawals", "--open"])).out).toContain("No withdrawals to answer");
});

test("a withdrawal by an order's own link is its buyer's, whatever address was typed", async () => {
  const id = await giftSale();
  withdraw("HR-AAAA-0000-0001", { intentId: id, email: "werk@example.nl" });
  expect((await show()).out).toContain("werk@example.nl");
  await answer("HR-AAAA-0000-0001");
  await erase();
  expect(kept()).not.toMatch(/werk@|Ik vaar/);
});

test("a gift that waits to be mailed: its recipient sees and erases the address, and its giver takes it along", async () => {
  const id = await giftSale();
  const plan = { day: "2026-12-05", to: "Noor@example.nl", sendAt: "2026-12-05T07:00:00.000Z", changes: 0 };
  orders.set(`delivery:${id}:0`, { ...plan, at: now.toISOString() });
  orders.set("delivery-draft:pi_other:0a1b2c3d", { to: "noor@example.nl" });
  orders.set("delivery:pi_other:0", { ...plan, to: "els@example.nl", at: now.toISOString() });
  const shown = await show("noor@example.nl");
  expect(shown.exitCode).toBe(0);
  expect(shown.out).toContain(`delivery:${id}:0`);
  expect(shown.out).not.toContain("els@");
  expect((await run(["person", "noor@example.nl", "--erase"], { answer: true })).exitCode).toBe(0);
  const left = orders.keys("delivery");
  expect(left.sort()).toEqual([`delivery:${id}:0.refused`, "delivery:pi_other:0"]);

  orders.set(`delivery:${id}:1795402992305-aaaa`, { ...plan, at: now.toISOString() });
  expect((await erase()).exitCode).toBe(0);
  // The Workflow of the first plan still sleeps: on the day it must find that nothing is to be mailed.
  const stop = `delivery:${id}:${later.getTime()}-shop`;
  expect(orders.keys(`delivery:${id}`)).toEqual([stop]);
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
  expect((await reconcile("--write")).out).toContain("All is as Stripe says");
  orders.entries.delete(id);
  expect((await reconcile("--write")).out).toContain("1 written.");
  expect(orders.order(id)).toMatchObject({ status: "found", value: { amountCents: 3900, buyerName: "Jan de Vries" } });
  expect(kept()).not.toMatch(PERSONAL);
  expect(orders.keys("buyer:")).toEqual([]);
  expect((await run(["ledger"])).out).toBe(ledger.out);
});

test("what is still needed stays whole and is said; an attempt that was not paid goes wholly", async () => {
  const id = await giftSale();
  expect(await eraseNow()).toEqual(printed(1, "stays whole for now: it can be withdrawn from for 14 days."));
  expect(kept()).toContain(EMAIL);

  withdraw("HR-AAAA-0000-0001", { intentId: id }, later);
  expect((await erase()).out).toContain("stays whole for now: its withdrawal has to be answered.");
  expect(kept()).toContain("Ik vaar niet meer");
  orders.entries.delete("withdrawal:HR-AAAA-0000-0001");

  const tried = await begin({ buyer_name: "Jan" });
  const fact = { intentId: tried, status: "failed", amountCents: 3900, currency: "eur", email: EMAIL };
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  orders.set(`${tried}.failed`, { ...fact, eventId: "evt_1", ...times });
  orders.set(`${id}.dispute-du_1-open`, { intentId: id, dispute: "open", updatedAt: later.toISOString() });
  const mixed = await erase();
  expect(mixed.exitCode).toBe(1);
  expect(mixed.out).toContain("stays whole for now: its dispute is open.");
  expect(mixed.out).toContain(`${formatOrderNumber(tried)}  goes: all of an attempt that was not paid.`);
  expect(orders.keys(tried)).toEqual([]);
  expect(await metadataOf(tried)).not.toHaveProperty("buyer_name");
  expect(orders.order(id)).toMatchObject({ value: { email: EMAIL, gift: { recipient: "Noor" } } });
});

test("a sale that was paid back needs no address any more, however young", async () => {
  const id = await giftSale();
  world.stripe.refund(id);
  await reconcile("--write");
  await expectErased(eraseNow());
});

test("no, nobody to ask, --dry-run, and a Stripe that does not answer: nothing here is erased", async () => {
  await giftSale();
  const before = kept();
  for (const options of [{ answer: false }, {}]) {
    expect(await erase(options)).toEqual(noted(1, "Nothing was erased."));
  }
  expect((await erase({ answer: true }, "--dry-run")).exitCode).toBe(0);
  world.stripe.setMode("error-500");
  const unasked = await erase();
  world.stripe.setMode("ok");
  expect([unasked.exitCode, unasked.notes]).toEqual([1, expect.stringContaining("Nothing was erased.")]);
  expect(await whileStripeFails(() => erase())).toEqual(noted(1, "and nothing here. Run this again."));
  expect(kept()).toBe(before);
});

test("a write that fails half-way: said, and run again it is whole", async () => {
  await giftSale();
  orders.failAfter = 3;
  expect(await erase()).toEqual(noted(1, "Not all of it was erased. Run this again."));
  orders.failAfter = Number.POSITIVE_INFINITY;
  await expectErased();
});

test("an address that was typed first, and corrected: its owner sees and erases the address only, not the order", async () => {
  const id = await giftSale();
  const corrected = { intentId: id, email: "els@example.nl", emailCorrectedAt: now.toISOString(), updatedAt: now };
  orders.set(`${id}.email`, corrected);
  const shown = await show();
  expect([shown.exitCode, shown.out]).toEqual([0, expect.stringContaining("an order of somebody else")]);
  expect(shown.out).not.toMatch(/els@|Jan de Vries|Noor|user-7/);
  const { exitCode, out } = await erase();
  expect([exitCode, out]).toEqual([0, expect.stringContaining("goes: this address, which was corrected")]);
  expect(kept()).not.toContain(EMAIL);
  expect(orders.order(id)).toMatchObject({
    value: { email: "els@example.nl", userId: "user-7", gift: { recipient: "Noor" } },
  });
  expect((await show()).exitCode).toBe(1);
  expect((await show("els@example.nl")).out).toContain(formatOrderNumber(id));
});
