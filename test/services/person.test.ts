import { expect, test, vi } from "vitest";
import { changeDelivery, keepDeliveryDraft, readDelivery, releaseDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { markErasure, readErasures } from "../../src/gifts/erasure-marks.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { ERASABLE_KINDS, eraseStatements } from "../../src/ledger/erasure.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { correctAddress, correctAtStripe } from "../../src/orders/address-correction.ts";
import { readWithdrawals } from "../../src/orders/withdrawal/withdrawal-records.ts";
import { makeBooks } from "../../src/paying/money/books.ts";
import { readMoney } from "../../src/paying/money/stripe-money.ts";
import { eraseAtStripe } from "../../src/paying/stripe-erasure.ts";
import { sql } from "../../src/server/database.ts";
import { mapKeys } from "../../src/shared/map-keys.ts";
import { RETENTION } from "../../src/shared/retention.ts";
import { ledger, mailOwed, rows } from "./ledger.ts";
import {
  all,
  answer,
  CODE,
  EMAIL,
  ERASED,
  erase,
  expectErased,
  giftSale,
  giftWithoutEvent,
  inDays,
  kept,
  later,
  now,
  openPersonShop,
  PERSONAL,
  show,
  stopped,
  tellOf,
  WISH,
  withdraw,
} from "./person-shop.ts";
import { begin, buyHosted, gifts, hear, run, sell, stripe, world } from "./stripe-world.ts";

/** The shop's data about an address, and erasing what the law lets go. */

openPersonShop();

/** Erases, while Stripe's first change of a payment fails. */
function eraseWhileStripeFails() {
  const down = Object.assign(new Error("no answer"), { type: "StripeAPIError" });
  vi.spyOn(stripe.paymentIntents, "update").mockRejectedValueOnce(down);
  return erase();
}

const metadataOf = async (id: string) => (await stripe.paymentIntents.retrieve(id)).metadata;
const chargesOf = async (id: string) => (await stripe.charges.list({ payment_intent: id })).data;
const NAMELESS = { recipient: "de ontvanger", giver: "de gever" };

const SOLD = [
  ["a sale", giftSale, 14],
  ["a sale of which no event came", giftWithoutEvent, 19],
] as const;

test.each(SOLD)(
  "%s: everything but what the law keeps goes, here and at Stripe; the code still opens",
  async (_what, sold, lastDay) => {
    const id = await sold();
    await stripe.paymentIntents.update(id, { receipt_email: EMAIL });
    const { email: _email, userId: _userId, gift: _gift, ...stays } = (await readOrder(ledger, id)) ?? {};
    expect([await erase(inDays(lastDay)), PERSONAL.test(await all())]).toEqual([kept("withdrawable"), true]);
    await answer(await withdraw());
    await expectErased();
    const erased = { status: "paid", amountCents: 3900, buyerName: "Jan de Vries", erasedAt: later.toISOString() };
    expect(await readOrder(ledger, id)).toMatchObject({
      ...stays,
      ...erased,
      isUnconfirmed: false,
      unconfirmable: "erased",
    });
    expect(gifts.entries.get(CODE)).toMatchObject({ metadata: { intentId: id } });
    expect([gifts.valueOf(CODE), gifts.valueOf(`${CODE}.message`)]).toEqual([NAMELESS, null]);
    expect((await stripe.paymentIntents.retrieve(id)).receipt_email).toBeNull();
    // Each attempt of the payment has a copy.
    const copies = [await metadataOf(id), ...(await chargesOf(id)).map(({ metadata }) => metadata)];
    expect(copies).toHaveLength(4);
    const facts = { product: "KVB1", price: "3900", buyer_name: "Jan de Vries", contents: "KVB1.3900" };
    for (const metadata of copies) expect(metadata).toMatchObject(facts);
    expect(JSON.stringify(copies)).not.toMatch(PERSONAL);
    expect((await run(["reconcile"])).out).toContain("All is as Stripe says");
    expect(await show()).toBeNull();
  },
);

test("what only Stripe names is erased there last, so that a run that failed finds it again", async () => {
  const id = await giftWithoutEvent();
  gifts.failFrom(1);
  expect(await erase()).toEqual(stopped("gifts"));
  gifts.failFrom(Number.POSITIVE_INFINITY);
  expect(await eraseWhileStripeFails()).toEqual(stopped("unrecorded"));
  expect(await metadataOf(id)).toHaveProperty("buyer_email");
  await expectErased();
  expect(await metadataOf(id)).not.toHaveProperty("buyer_email");
});

test("whatever fails half-way, run again it finds the person and is whole", async () => {
  await giftSale();
  for (const writes of [0, 1, 2]) {
    gifts.failFrom(writes);
    expect(await erase()).toEqual(stopped("gifts"));
  }
  gifts.failFrom(Number.POSITIVE_INFINITY);
  const failing: typeof ledger = async (statements) => {
    if (statements.some(({ sql }) => sql.startsWith("INSERT INTO erasures"))) throw new Error("connection lost");
    return ledger(statements);
  };
  await expect(erase(later, EMAIL, failing)).rejects.toThrow("connection lost");
  await expectErased();
});

test("a payment that was begun and not paid goes at Stripe, with the address that its gift was to be mailed to", async () => {
  const metadata = { environment: "local", buyer_name: "Jan", buyer_email: EMAIL, ...wishToMetadata(WISH) };
  const id = await begin(metadata);
  const other = await begin({ ...metadata, environment: "rehearsal" });
  await keepDeliveryDraft({ ledger, now }, id, { id: "0a1b2c3d", to: "noor@example.nl", day: "2030-12-05" });
  expect((await show())?.orders).toMatchObject([{ isKnown: false, payment: { state: "left" } }]);
  expect(await erase(now)).toEqual(kept("may-be-paid"));
  expect(await erase()).toEqual(ERASED);
  expect(await all()).not.toMatch(PERSONAL);
  expect(await rows("SELECT * FROM delivery_drafts")).toEqual([]);
  expect(JSON.stringify(await metadataOf(id))).not.toMatch(PERSONAL);
  expect(await metadataOf(other)).toHaveProperty("buyer_email");
});

test("a payment that was left at the bank is canceled as it is erased, unless it was paid meanwhile", async () => {
  const id = await begin({ environment: "local", buyer_name: "Jan", buyer_email: EMAIL });
  const metadata = await metadataOf(id);
  const statusNow = async () => (await stripe.paymentIntents.retrieve(id)).status;
  world.stripe.settle(id, "requires_action");
  expect([await erase(now), await statusNow()]).toEqual([kept("may-be-paid"), "requires_action"]);
  vi.spyOn(stripe.paymentIntents, "retrieve").mockImplementationOnce(() => {
    world.stripe.settle(id, "succeeded");
    return stripe.paymentIntents.retrieve(id);
  });
  const paid = await erase();
  expect(paid).toEqual(stopped("unrecorded"));
  expect(paid.outcome).toMatchObject({ because: { intentId: id, status: "succeeded" } });
  expect(await metadataOf(id)).toEqual(metadata);
  world.stripe.settle(id, "requires_action");
  expect([await erase(), await statusNow()]).toEqual([ERASED, "canceled"]);
  // The event of the cancellation has what the payment has then.
  const written = world.stripe.requests.flatMap(({ method, path }) => (method === "POST" ? [path] : []));
  expect(written.at(-1)).toBe(`/v1/payment_intents/${id}/cancel`);
  expect(JSON.stringify(await metadataOf(id))).not.toMatch(/Jan|jan@/);
  expect(await show()).toBeNull();
});

test("the event of the cancellation, and a late one of an earlier attempt, bring nothing back", async () => {
  const id = await begin({ environment: "local", buyer_name: "Jan B.", buyer_email: EMAIL });
  await stripe.paymentIntents.update(id, { receipt_email: EMAIL });
  world.stripe.settle(id, "requires_payment_method");
  for (const told of ["payment_failed", "canceled"] as const) await tellOf(`payment_intent.${told}`, id);
  const before = await stripe.paymentIntents.retrieve(id);
  await withdraw({ intentId: id, name: "Koper" });
  await expectErased();
  // Nothing was paid, so a withdrawal of it does not wait for an answer either.
  expect((await readWithdrawals(ledger)).map(({ isOpen }) => isOpen)).toEqual([false]);
  await tellOf("payment_intent.canceled", id);
  vi.spyOn(stripe.paymentIntents, "retrieve").mockResolvedValueOnce(before);
  await tellOf("payment_intent.payment_failed", id);
  expect([await show(), /jan[ @]/i.test(await all())]).toEqual([null, false]);
});

test("a withdrawal that was repaid goes, by whatever its order is known, and is not open again after that", async () => {
  const id = await giftSale();
  await withdraw({ contract: `KVB1, ${formatOrderNumber(id)}` });
  await withdraw();
  expect((await erase()).needed).toEqual(["withdrawn"]);
  world.stripe.refund(id);
  await hear();
  const { staying, ...rest } = await erase(inDays(9));
  expect([staying.length, { ...rest, staying: [] }]).toEqual([2, kept("moved")]);
  expect((await readWithdrawals(ledger)).map(({ email }) => email !== "")).toEqual([true, true]);
  await expectErased();
  expect((await readWithdrawals(ledger)).filter(({ isOpen }) => isOpen)).toEqual([]);
});

test("a withdrawal by an order's own link is its buyer's, whatever address was typed", async () => {
  const id = await giftSale();
  const reference = await withdraw({ intentId: id, email: "werk@example.nl" });
  expect((await show())?.withdrawals).toMatchObject([{ email: "werk@example.nl" }]);
  await answer(reference);
  await erase();
  expect(await all()).not.toMatch(/werk@|Ik vaar/);
});

test("a payment that was canceled before is erased on the same day, and of another the address for its receipt alone", async () => {
  await stripe.paymentIntents.cancel(await begin({ environment: "local", buyer_email: EMAIL }));
  expect(await erase(now)).toEqual(ERASED);
  expect(await all()).not.toContain(EMAIL);
  const { id } = await stripe.paymentIntents.update(await begin({ environment: "local" }), { receipt_email: EMAIL });
  await eraseAtStripe(stripe, await stripe.paymentIntents.retrieve(id), []);
  expect((await stripe.paymentIntents.retrieve(id)).receipt_email).toBeNull();
});

/** A gift of Jan's that waits to be mailed, to Noor unless it is to somebody else. */
async function giftByMail(to = "Noor@example.nl"): Promise<string> {
  const wish = { ...WISH, from: "2030-12-05", deliveryDraftId: "0a1b2c3d" } as const;
  const buyer = { environment: "local", buyer_name: "Jan de Vries", buyer_email: EMAIL };
  const id = await sell({ ...buyer, ...GIFT_METADATA, ...wishToMetadata(wish) });
  await keepDeliveryDraft({ ledger, now }, id, { id: wish.deliveryDraftId, to, day: wish.from });
  await hear();
  return id;
}

test("a gift that waits to be mailed: its recipient erases the address, and its giver is told and may give another", async () => {
  const id = await giftByMail();
  const draft = { id: "0a1b2c3d", to: "noor@example.nl", day: "2030-12-05" };
  await keepDeliveryDraft({ ledger, now }, "pi_other", draft);
  await keepDeliveryDraft({ ledger, now }, "pi_third", { ...draft, to: "els@example.nl" });
  expect(await show("noor@example.nl")).toMatchObject({ orders: [], deliveries: expect.arrayContaining([`${id}.1`]) });
  expect((await show(EMAIL))?.orders).toMatchObject([{ delivery: { state: "planned", address: "Noor@example.nl" } }]);
  expect(await erase(later, "noor@example.nl")).toEqual(ERASED);
  expect(await all()).not.toContain("oor@example.nl");
  expect(await rows("SELECT intent_id FROM delivery_drafts")).toEqual([{ intent_id: "pi_third" }]);
  expect(await readDelivery(ledger, id)).toMatchObject({ state: "refused" });
  const reports = await rows("SELECT version, state, detail FROM mails WHERE kind = 'delivery-report'");
  expect(reports).toEqual([{ version: "1-refused", state: "due", detail: null }]);
  const changed = await changeDelivery({ ledger, now: later }, id, { day: "2030-12-05", to: "bas@example.nl" });
  expect(changed).toMatchObject({ status: "changed" });
  // The giver's own erasure stops it, and takes that address along.
  expect(await erase()).toEqual(ERASED);
  expect(await readDelivery(ledger, id)).toMatchObject({ state: "stopped", by: "shop" });
  expect(await all()).not.toMatch(/bas@|jan@/);
});

test("a giver who has it mailed to themselves keeps that mail as long as their order is needed", async () => {
  const id = await giftByMail("JAN@example.nl");
  expect(await erase(now)).toEqual(kept("withdrawable"));
  expect(await readDelivery(ledger, id)).toMatchObject({ state: "planned" });
});

test("a mail that is being sent while its giver or recipient is erased keeps no address, and is not planned again", async () => {
  for (const email of [EMAIL, "noor@example.nl"]) {
    const id = await giftByMail();
    const isSending = "state = 'sending', claim = 'a', claimed_until = '2031-01-01'";
    await rows(`UPDATE deliveries SET ${isSending} WHERE intent_id = ?1`, id);
    // What its giver is to hear has the address too.
    const report = "'delivery-report', ?1, '1-sent', '2026-07-15', 'noor@example.nl'";
    await rows(`INSERT INTO mails (kind, about, version, due_at, detail) VALUES (${report})`, id);
    expect((await erase(later, email)).outcome).toEqual({ status: "erased" });
    // Whoever holds it gives it back.
    await ledger([releaseDelivery(id, "a")]);
    expect(await all()).not.toContain("oor@example.nl");
  }
});

test("what was erased does not come back from Stripe, and the books stay as they are", async () => {
  const id = await giftSale();
  await erase();
  const days = { from: "0000-01-01", to: "9999-12-31" };
  const books = async () => makeBooks(await readMoney(stripe, days, []), days, "local");
  const before = await books();
  // Stripe's own records may still have the address, as after a payment link.
  await stripe.paymentIntents.update(id, { metadata: { buyer_email: EMAIL, gift_recipient: WISH.recipient } });
  expect((await hear()).out).toContain("All is as Stripe says");
  expect(await books()).toEqual(before);
  world.stripe.refund(id, 100);
  expect((await hear()).out).toContain("1 written.");
  await tellOf("payment_intent.succeeded", id);
  expect(await readOrder(ledger, id)).toMatchObject({ refundedCents: 100, buyerName: "Jan de Vries" });
  expect(await all()).not.toMatch(PERSONAL);
});

test("what is still needed stays whole and is said; an attempt that was not paid goes wholly", async () => {
  const id = await giftSale();
  const reference = await withdraw({ intentId: id }, later);
  expect(await erase()).toEqual({ needed: ["withdrawn"], staying: [reference], outcome: null });
  expect(await all()).toContain("Ik vaar niet meer");
  await answer(reference);

  const tried = await begin({ environment: "local", buyer_name: "Jan", buyer_email: EMAIL });
  world.stripe.settle(tried, "requires_payment_method");
  await tellOf("payment_intent.payment_failed", tried);
  world.stripe.dispute(id, "needs_response");
  await hear();
  expect(await erase()).toEqual({ needed: ["disputed"], staying: [reference], outcome: { status: "erased" } });
  expect(await readOrder(ledger, tried)).toBeNull();
  expect(await metadataOf(tried)).not.toHaveProperty("buyer_name");
  expect(await readOrder(ledger, id)).toMatchObject({ email: EMAIL, gift: { recipient: "Noor" } });
  expect([gifts.valueOf(CODE), gifts.valueOf(`${CODE}.message`)]).not.toEqual([NAMELESS, null]);
});

/** Another shop's ledger forgot the sale, and Stripe names a currency that is none. */
async function unreadable(id: string) {
  await ledger([sql("DELETE FROM payment_reports"), sql("DELETE FROM orders")]);
  Object.assign(world.stripe.intents.find((intent) => intent.id === id) ?? {}, { currency: "none" });
}

function owe(id: string) {
  world.stripe.refund(id, 1000);
  world.stripe.failRefund(id);
}

function repayLate(id: string) {
  vi.setSystemTime(inDays(16));
  world.stripe.refund(id);
}

async function alsoDisputed(id: string) {
  world.stripe.dispute(id, "lost");
  await ledger([sql("INSERT INTO disputes VALUES ('du_other', ?1, 1, ?2, NULL)", id, now.toISOString())]);
}

test.each<[string, (id: string) => unknown, Date, object]>([
  ["can be withdrawn from to the end of its last day", () => undefined, inDays(14), kept("withdrawable")],
  ["is not kept after that", () => undefined, inDays(15), ERASED],
  ["stays if the bank only asks", (id) => world.stripe.dispute(id, "warning_needs_response"), later, kept("disputed")],
  ["stays while its buyer is owed a refund that failed", owe, later, kept("owed")],
  ["stays if Stripe says that it was paid, and nothing that can be read", unreadable, later, kept("unreadable")],
  ["that lost one dispute stays while another one is open", alsoDisputed, later, kept("disputed")],
  ["that was paid back stays to that last day", (id) => world.stripe.refund(id), inDays(14), kept("moved")],
  ["that was paid back needs no address after that", (id) => world.stripe.refund(id), inDays(15), ERASED],
  ["stays while a bank may return what was paid back", repayLate, inDays(25.9), kept("moved")],
  ["needs no address once no bank does", repayLate, inDays(26), ERASED],
])("a sale %s", async (_name, happens, at, erased) => {
  const id = await giftSale();
  await happens(id);
  if (happens !== unreadable) await hear();
  expect(await erase(at)).toEqual(erased);
});

test("a Stripe that refuses, or does not answer: nothing here is erased", async () => {
  await giftSale();
  const before = await all();
  world.stripe.setMode("error-500");
  await expect(erase()).rejects.toThrow();
  world.stripe.setMode("ok");
  expect(await eraseWhileStripeFails()).toEqual(stopped("stripe"));
  expect(await all()).toBe(before);
});

test("the marks of an erasure name all of it, and outlive every copy of the ledger that has the order", async () => {
  const erased = mapKeys(ERASABLE_KINDS, (kind) => [`${kind}.1`]);
  const marks = markErasure(erased, now);
  for (const { expiration } of marks)
    expect(expiration).toBeGreaterThan(now.getTime() / 1000 + RETENTION.orderYears * 365 * 24 * 60 * 60);
  // KV takes no later moment than a 32-bit number of seconds.
  expect(markErasure(erased, new Date("2036-01-01"))[0]?.expiration).toBe(2 ** 31 - 1);
  await gifts.write(marks);
  expect(await readErasures(gifts)).toEqual(erased);
});

test("somebody who was declined before another paid sees and erases the address only, not the order", async () => {
  const piet = { buyer_name: "Piet", buyer_email: "Piet@Example.nl", user_id: "user-9" };
  const id = await begin({ environment: "local", ...piet });
  world.stripe.settle(id, "requires_payment_method");
  await tellOf("payment_intent.payment_failed", id);
  const jan = { buyer_name: "Jan", buyer_email: EMAIL, user_id: "user-7" };
  await stripe.paymentIntents.update(id, { metadata: jan, receipt_email: "piet@example.nl" });
  world.stripe.settle(id, "succeeded");
  await hear();

  expect(await show("piet@example.nl")).toMatchObject({ orders: [], mentions: [id] });
  expect(await erase(later, "piet@example.nl")).toEqual(ERASED);
  expect(await all()).not.toMatch(/piet["@\\]|user-9/i);
  expect(await readOrder(ledger, id)).toMatchObject({ email: EMAIL, buyerName: "Jan", userId: "user-7" });
  const [paid, declined] = (await chargesOf(id)).map(({ metadata }) => metadata);
  expect(JSON.stringify([declined, await stripe.paymentIntents.retrieve(id)])).not.toMatch(/piet["@\\]|user-9/i);
  expect(paid).toMatchObject({ buyer_email: EMAIL, user_id: "user-7" });
  expect(await show("piet@example.nl")).toBeNull();
});

test("mails are listed that went to the address, until another address became it", async () => {
  const id = await giftSale();
  const theirs = await withdraw({ intentId: id });
  for (const reference of [theirs, await withdraw({ intentId: id, email: "els@example.nl" })]) await answer(reference);
  const listed = async () => (await show())?.mails.map(({ kind, about }) => `${kind} ${about}`).toSorted();
  const correct = async (email: string, at: Date) => {
    await correctAddress(ledger, (await readOrder(ledger, id)) ?? { intentId: id }, email, at);
    await mailOwed(at);
  };
  await mailOwed(now);
  const first = [`confirmation ${id}`, `receipt ${theirs}`];
  expect(await listed()).toEqual(first);
  await correct("JAN@example.nl", inDays(1));
  expect(await listed()).toEqual([`confirmation ${id}`, ...first]);
  expect((await show())?.orders[0]?.order?.emailChangedAt).toBeUndefined();
  for (const [days, email] of ["els@example.nl", EMAIL, EMAIL].entries()) await correct(email, inDays(days + 2));
  expect(await listed()).toEqual([`confirmation ${id}`, ...first]);
  expect((await show())?.orders[0]?.order?.emailChangedAt).toBe(inDays(3).toISOString());
});

test("many at once are one transaction of few values, and twice is as once", async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `pi_${index}`);
  const what = mapKeys(ERASABLE_KINDS, () => ids);
  await ledger(eraseStatements(what, now));
  const before = await all();
  await ledger(eraseStatements(what, later));
  expect(await all()).toBe(before);
  expect(await rows("SELECT count(*) AS n FROM erasures")).toEqual([{ n: 150 }]);
});

test.each(SOLD)(
  "an address in any case finds %s, its gift with what was written, and withdrawals; and nobody else's",
  async (_what, sold) => {
    const id = await sold();
    const reference = await withdraw({ intentId: id });
    await withdraw({ email: "els@example.nl", name: "Els" });
    const person = await show("JAN@example.nl");
    const isKnown = sold === giftSale;
    const bought = { boughtAt: now.toISOString(), gift: { recipient: "Noor" } };
    const order = { buyerName: "Jan de Vries", userId: "user-7", ...bought };
    const found = { intentId: id, isKnown, order, ...(isKnown ? {} : { payment: { state: "paid" } }) };
    expect(person).toMatchObject({ orders: [found], withdrawals: [{ reference }], deliveries: [], mentions: [] });
    expect(person?.gifts.get(id)).toEqual({ code: CODE, message: WISH.message });
    expect(await show("piet@example.nl")).toBeNull();
  },
);

test("an attempt that was declined today shows its person, and stays until tomorrow; so does money on its way", async () => {
  const email = "willem@example.nl";
  const found = async (at = later) => (await show("Willem@example.nl", at))?.orders;
  const id = await begin({ environment: "local", buyer_name: "Willem", buyer_email: email });
  world.stripe.settle(id, "processing");
  expect(await found()).toMatchObject([
    { intentId: id, payment: { state: "under-way" }, order: { buyerName: "Willem" } },
  ]);
  expect(await erase(now, email)).toEqual(kept("under-way"));
  world.stripe.settle(id, "requires_payment_method");
  const seen = { payment: { state: "open" }, order: { buyerName: "Willem", amountCents: 3900 } };
  expect(await found(now)).toMatchObject([seen]);
  await tellOf("payment_intent.payment_failed", id);
  expect(await found(now)).toMatchObject([
    { ...seen, isKnown: true, order: { status: "failed", buyerName: "Willem" } },
  ]);
  // A visit lasts a day.
  expect(await erase(inDays(1), email)).toEqual(kept("may-be-paid"));
  expect(await found(inDays(1 + 1e-4))).toMatchObject([{ payment: { state: "left" } }]);
});

// What a correction does here: facts.test.ts.
test("an address is corrected at Stripe on the payment and on each attempt; a hosted sale keeps what was typed there", async () => {
  const id = await giftWithoutEvent();
  await stripe.paymentIntents.update(id, { receipt_email: EMAIL });
  const to = "els@example.nl";
  const results = [id, buyHosted(), "pi_nobody"].map((one) => correctAtStripe(stripe, one, to));
  expect(await Promise.all(results)).toEqual(["replaced", "hosted", "unknown"]);
  // It mails nobody from there.
  const corrected = { metadata: { buyer_email: to }, receipt_email: null };
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject(corrected);
  const buyer = { buyer_name: "Jan de Vries", buyer_email: to };
  expect((await chargesOf(id)).map(({ metadata }) => metadata)).toMatchObject([buyer, buyer, buyer]);
});
