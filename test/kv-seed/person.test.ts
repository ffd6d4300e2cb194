import { expect, test, vi } from "vitest";
import { UsageError } from "../../kv-seed/data-files.ts";
import { changeDelivery, keepDeliveryDraft, readDelivery, releaseDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { eraseStatements } from "../../src/ledger/erasure.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import {
  answer,
  CODE,
  EMAIL,
  erase,
  eraseNow,
  expectErased,
  giftSale,
  giftWithoutEvent,
  inDays,
  kept,
  later,
  now,
  openPersonShop,
  PERSONAL,
  reconcile,
  run,
  show,
  tellOf,
  WISH,
  withdraw,
} from "./person-shop.ts";
import { begin, DB, gifts, ledger, rows, run as runNow, sell, stripe, world } from "./stripe-world.ts";
import { noted, printed } from "./tool.ts";

openPersonShop();

/** Makes Stripe's next change of a payment fail, while `action` runs. */
async function whileStripeFails<T>(action: () => Promise<T>): Promise<T> {
  const down = Object.assign(new Error("no answer"), { type: "StripeAPIError" });
  const failing = vi.spyOn(stripe.paymentIntents, "update").mockRejectedValueOnce(down);
  const result = await action();
  failing.mockRestore();
  return result;
}

const metadataOf = async (id: string) => (await stripe.paymentIntents.retrieve(id)).metadata;
const chargesOf = async (id: string) => (await stripe.charges.list({ payment_intent: id })).data;
const NAMELESS = { recipient: "de ontvanger", giver: "de gever" };

test("--erase takes everything but what the law keeps, here and at Stripe, and says what stays until when", async () => {
  const id = await giftSale();
  await stripe.paymentIntents.update(id, { receipt_email: EMAIL });
  const year = now.getUTCFullYear() + 7;
  const sale = await readOrder(ledger, id);
  const reference = await withdraw();
  await answer(reference);
  const { exitCode, out, notes } = await erase();
  expect(exitCode).toBe(0);
  expect(out).toContain("goes: address, account, the gift's names and message; its code stays valid, and the shop");
  expect(out).toContain(
    `Stays until ${year}-12-31, by tax law (art. 52 AWR) or as proof: KVB1, 39.00, of which VAT 6.77`,
  );
  expect(out).toContain("the name Jan de Vries");
  expect(out).toContain(`${reference}  goes: address, reason.`);
  expect(out).toContain("what Stripe keeps of a payment itself");
  expect(notes).toContain(`Erase ${EMAIL} (1 order) from the shop (local)? It cannot be undone.`);

  expect(await kept()).not.toMatch(PERSONAL);
  const { email: _email, userId: _userId, gift: _gift, ...stays } = sale ?? {};
  expect(await readOrder(ledger, id)).toMatchObject({
    ...stays,
    buyerName: "Jan de Vries",
    erasedAt: later.toISOString(),
  });
  // The code still opens.
  expect(gifts.entries.get(CODE)).toMatchObject({ metadata: { intentId: id } });
  expect(gifts.valueOf(CODE)).toEqual(NAMELESS);
  expect(gifts.valueOf(`${CODE}.message`)).toBeNull();
  expect((await stripe.paymentIntents.retrieve(id)).receipt_email).toBeNull();
  for (const metadata of [await metadataOf(id), ...(await chargesOf(id)).map((charge) => charge.metadata)]) {
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

test("every attempt of a payment has copies at Stripe, and all of them are erased", async () => {
  const id = await begin({ environment: "local", buyer_name: "Jan", buyer_email: EMAIL, user_id: "user-7" });
  for (const status of ["requires_payment_method", "requires_payment_method", "succeeded"] as const)
    world.stripe.settle(id, status);
  await reconcile("--write");
  await expectErased();
  const charges = await chargesOf(id);
  expect(charges).toHaveLength(3);
  for (const { metadata } of charges) expect(JSON.stringify(metadata)).not.toMatch(PERSONAL);
});

test("a sale of which no event came is erased as another is: what the tax law keeps is written, and its code still opens", async () => {
  const id = await giftWithoutEvent();
  expect(await eraseNow()).toEqual(printed(1, "it can be withdrawn from for 14 days."));
  expect(await kept()).toMatch(PERSONAL);

  const { exitCode, out } = await erase();
  expect([exitCode, out]).toEqual([0, expect.stringContaining("goes: address, account, the gift's names and message")]);
  expect(await kept()).not.toMatch(PERSONAL);
  expect(await readOrder(ledger, id)).toMatchObject({
    status: "paid",
    amountCents: 3900,
    buyerName: "Jan de Vries",
    erasedAt: later.toISOString(),
  });
  expect(gifts.valueOf(CODE)).toEqual(NAMELESS);
  expect(JSON.stringify(await metadataOf(id))).not.toMatch(PERSONAL);
  expect((await reconcile()).out).toContain("All is as Stripe says");
  expect((await show()).out).toContain("Nothing is known of this address");
});

test("what only Stripe names is erased there last, so that a run that failed finds it again", async () => {
  const id = await giftWithoutEvent();
  gifts.failAfter = 1;
  expect((await erase()).notes).toContain("Not all of it was erased. Run this again.");
  gifts.failAfter = Number.POSITIVE_INFINITY;
  const failed = await whileStripeFails(() => erase());
  expect(failed.notes).toContain("It was erased here, and at Stripe not all of it. Run this again.");
  expect(await metadataOf(id)).toHaveProperty("buyer_email");
  await expectErased();
  expect(await metadataOf(id)).not.toHaveProperty("buyer_email");
});

test("whatever fails half-way, run again it finds the person and is whole", async () => {
  await giftSale();
  for (const failAfter of [0, 1, 2]) {
    gifts.failAfter = failAfter;
    expect(await erase()).toEqual(noted(1, "Not all of it was erased. Run this again."));
  }
  gifts.failAfter = Number.POSITIVE_INFINITY;
  const failing = async (statements: Parameters<typeof ledger>[0]) => {
    if (statements.some(({ sql }) => sql.startsWith("INSERT INTO erasures"))) throw new Error("connection lost");
    return ledger(statements);
  };
  expect(await erase({ answer: true, ledger: failing })).toEqual(noted(1, "connection lost"));
  await expectErased();
});

test("a payment that was begun and not paid goes at Stripe, with the address that its gift was to be mailed to", async () => {
  const metadata = { environment: "local", buyer_name: "Jan", buyer_email: EMAIL, ...wishToMetadata(WISH) };
  const id = await begin(metadata);
  const other = await begin({ ...metadata, environment: "rehearsal" });
  await keepDeliveryDraft(ledger, id, { id: "0a1b2c3d", to: "noor@example.nl", day: "2030-12-05" }, now);
  expect((await show()).out).toContain("Status     begun at Stripe, and not paid");
  expect(await eraseNow()).toEqual(printed(1, "it may still be paid until tomorrow: ask again then."));
  expect((await erase()).exitCode).toBe(0);
  expect(await kept()).not.toMatch(PERSONAL);
  expect(await rows("SELECT * FROM delivery_drafts")).toEqual([]);
  expect(JSON.stringify(await metadataOf(id))).not.toMatch(PERSONAL);
  expect(await metadataOf(other)).toHaveProperty("buyer_email");
});

test("a payment that was left at the bank is canceled as it is erased, unless it was paid meanwhile", async () => {
  const id = await begin({ environment: "local", buyer_name: "Jan", buyer_email: EMAIL });
  const metadata = await metadataOf(id);
  const statusNow = async () => (await stripe.paymentIntents.retrieve(id)).status;
  world.stripe.settle(id, "requires_action");
  expect(await eraseNow()).toEqual(printed(1, "it may still be paid until tomorrow: ask again then."));
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

test("the event of the cancellation, and a late one of an earlier attempt, bring nothing back", async () => {
  const id = await begin({ environment: "local", buyer_name: "Jan", buyer_email: EMAIL });
  await stripe.paymentIntents.update(id, { receipt_email: EMAIL });
  world.stripe.settle(id, "requires_payment_method");
  await tellOf("payment_intent.payment_failed", id);
  const before = await stripe.paymentIntents.retrieve(id);
  await expectErased();
  await tellOf("payment_intent.canceled", id);
  vi.spyOn(stripe.paymentIntents, "retrieve").mockResolvedValueOnce(before);
  await tellOf("payment_intent.payment_failed", id);
  vi.restoreAllMocks();
  expect(await kept()).not.toMatch(/jan/i);
  expect((await show()).out).toContain("Nothing is known of this address");
});

test("a withdrawal that is open keeps its address however old it is; an answered one does not", async () => {
  const reference = await withdraw();
  expect(await erase()).toEqual(printed(1, `${reference}  stays whole for now: it has to be answered`));
  expect(await kept()).toContain("Ik vaar niet");
  await answer(reference);
  expect((await show()).out).toContain("Answered    yes");
  await expectErased();
});

test("a withdrawal that was repaid goes, by whatever its order is known, and is not open again after that", async () => {
  const id = await giftSale();
  await withdraw({ contract: `KVB1, ${formatOrderNumber(id)}` });
  await withdraw();
  expect((await erase()).out).toContain("its withdrawal has to be answered.");
  world.stripe.refund(id);
  await reconcile("--write");
  await expectErased(eraseNow());
  expect((await run(["withdrawals", "--open"])).out).toContain("No withdrawals to answer");
});

test("a withdrawal by an order's own link is its buyer's, whatever address was typed", async () => {
  const id = await giftSale();
  const reference = await withdraw({ intentId: id, email: "werk@example.nl" });
  expect((await show()).out).toContain("werk@example.nl");
  await answer(reference);
  await erase();
  expect(await kept()).not.toMatch(/werk@|Ik vaar/);
});

/** A gift of Jan's that waits to be mailed to Noor. */
async function giftByMail(): Promise<string> {
  const wish = { ...WISH, from: "2030-12-05", deliveryDraftId: "0a1b2c3d" } as const;
  const buyer = { environment: "local", buyer_name: "Jan de Vries", buyer_email: EMAIL };
  const id = await sell({ ...buyer, ...GIFT_METADATA, ...wishToMetadata(wish) });
  await keepDeliveryDraft(ledger, id, { id: wish.deliveryDraftId, to: "Noor@example.nl", day: wish.from }, now);
  await reconcile("--write");
  return id;
}

test("a gift that waits to be mailed: its recipient erases the address, and its giver is told and may give another", async () => {
  const id = await giftByMail();
  await keepDeliveryDraft(ledger, "pi_other", { id: "0a1b2c3d", to: "noor@example.nl", day: "2030-12-05" }, now);
  await keepDeliveryDraft(ledger, "pi_third", { id: "0a1b2c3d", to: "els@example.nl", day: "2030-12-05" }, now);
  const shown = await show("noor@example.nl");
  expect([shown.exitCode, shown.out]).toEqual([0, expect.stringContaining(formatOrderNumber(id))]);
  expect((await run(["person", "noor@example.nl", "--erase"], { answer: true })).exitCode).toBe(0);
  expect(await kept()).not.toContain("oor@example.nl");
  expect(await rows("SELECT intent_id FROM delivery_drafts")).toEqual([{ intent_id: "pi_third" }]);
  expect(await readDelivery(ledger, id)).toMatchObject({ state: "refused" });
  expect(await rows("SELECT version, state, detail FROM mails WHERE kind = 'delivery-report'")).toEqual([
    { version: "1-refused", state: "due", detail: null },
  ]);
  const changed = await changeDelivery({ DB }, id, { day: "2030-12-05", to: "bas@example.nl" }, later);
  expect(changed).toMatchObject({ status: "changed" });
  // The giver's own erasure stops it, and takes that address along.
  expect((await erase()).exitCode).toBe(0);
  expect(await readDelivery(ledger, id)).toMatchObject({ state: "stopped", by: "shop" });
  expect(await kept()).not.toMatch(/bas@|jan@/);
});

test("a mail that is being sent while its giver or recipient is erased keeps no address, and is not planned again", async () => {
  for (const email of [EMAIL, "noor@example.nl"]) {
    const id = await giftByMail();
    await rows(
      "UPDATE deliveries SET state = 'sending', claim = 'a', claimed_until = '2031-01-01' WHERE intent_id = ?1",
      id,
    );
    expect((await run(["person", email, "--erase"], { answer: true })).exitCode).toBe(0);
    // Whoever holds it gives it back.
    await ledger([releaseDelivery(id, "a")]);
    expect(await kept()).not.toContain("oor@example.nl");
  }
});

test("what was erased does not come back by reconcile --write, and the books stay as they are", async () => {
  const id = await giftSale();
  await erase();
  const books = await run(["ledger"]);
  // Stripe's own records may still have the address, as after a payment link.
  await stripe.paymentIntents.update(id, { metadata: { buyer_email: EMAIL, gift_recipient: WISH.recipient } });
  expect((await reconcile("--write")).out).toContain("All is as Stripe says");
  expect((await run(["ledger"])).out).toBe(books.out);
  world.stripe.refund(id, 100);
  expect((await reconcile("--write")).out).toContain("1 written.");
  await tellOf("payment_intent.succeeded", id);
  expect(await readOrder(ledger, id)).toMatchObject({ refundedCents: 100, buyerName: "Jan de Vries" });
  expect(await kept()).not.toMatch(PERSONAL);
});

test("what is still needed stays whole and is said; an attempt that was not paid goes wholly", async () => {
  const id = await giftSale();
  expect(await eraseNow()).toEqual(printed(1, "stays whole for now: it can be withdrawn from for 14 days."));
  expect(await kept()).toContain(EMAIL);

  const reference = await withdraw({ intentId: id }, later);
  expect((await erase()).out).toContain("stays whole for now: its withdrawal has to be answered.");
  expect(await kept()).toContain("Ik vaar niet meer");
  await answer(reference);

  const tried = await begin({ environment: "local", buyer_name: "Jan", buyer_email: EMAIL });
  world.stripe.settle(tried, "requires_payment_method");
  await tellOf("payment_intent.payment_failed", tried);
  world.stripe.dispute(id, "needs_response");
  await reconcile("--write");
  const mixed = await erase();
  expect(mixed.exitCode).toBe(1);
  expect(mixed.out).toContain("stays whole for now: its dispute is open.");
  expect(mixed.out).toContain(`${formatOrderNumber(tried)}  goes: all of an attempt that was not paid.`);
  expect(await readOrder(ledger, tried)).toBeNull();
  expect(await metadataOf(tried)).not.toHaveProperty("buyer_name");
  expect(await readOrder(ledger, id)).toMatchObject({ email: EMAIL, gift: { recipient: "Noor" } });
});

test("a sale about which the buyer's bank only asks stays whole too", async () => {
  const id = await giftSale();
  world.stripe.dispute(id, "warning_needs_response");
  await reconcile("--write");
  expect(await erase()).toEqual(printed(1, "stays whole for now: its dispute is open."));
  expect(await readOrder(ledger, id)).toMatchObject({ email: EMAIL, dispute: "inquiry" });
});

test("a sale can be withdrawn from to the end of the fourteenth day, and is kept until then", async () => {
  await giftSale();
  const eraseAt = (day: number) => run(["person", EMAIL, "--erase"], { answer: true, now: inDays(day) });
  expect(await eraseAt(14)).toEqual(printed(1, "it can be withdrawn from for 14 days."));
  expect((await eraseAt(15)).exitCode).toBe(0);
});

test("a sale that was paid back needs no address any more, however young", async () => {
  const id = await giftSale();
  world.stripe.refund(id);
  await reconcile("--write");
  await expectErased(eraseNow());
});

test("no, nobody to ask, --dry-run, and a Stripe that does not answer: nothing here is erased", async () => {
  await giftSale();
  const before = await kept();
  for (const options of [{ answer: false }, {}]) {
    expect(await erase(options)).toEqual(noted(1, "Nothing was erased."));
  }
  expect((await erase({ answer: true }, "--dry-run")).exitCode).toBe(0);
  world.stripe.setMode("error-500");
  const unasked = await erase();
  world.stripe.setMode("ok");
  expect([unasked.exitCode, unasked.notes]).toEqual([1, expect.stringContaining("Nothing was erased.")]);
  expect(await whileStripeFails(() => erase())).toEqual(noted(1, "and nothing here. Run this again."));
  expect(await kept()).toBe(before);
});

test("somebody who was declined before another paid sees and erases the address only, not the order", async () => {
  const id = await begin({
    environment: "local",
    buyer_name: "Piet",
    buyer_email: "piet@example.nl",
    user_id: "user-9",
  });
  world.stripe.settle(id, "requires_payment_method");
  await tellOf("payment_intent.payment_failed", id);
  await stripe.paymentIntents.update(id, { metadata: { buyer_name: "Jan", buyer_email: EMAIL, user_id: "user-7" } });
  world.stripe.settle(id, "succeeded");
  await reconcile("--write");

  const shown = await show("piet@example.nl");
  expect([shown.exitCode, shown.out]).toEqual([0, expect.stringContaining("an order of somebody else")]);
  expect(shown.out).not.toMatch(/jan@|Jan|user-7/);
  const erased = await run(["person", "piet@example.nl", "--erase"], { answer: true });
  expect([erased.exitCode, erased.out]).toEqual([
    0,
    expect.stringContaining("goes: this address. The order is somebody else's."),
  ]);
  expect(await kept()).not.toMatch(/piet|user-9/i);
  expect(await readOrder(ledger, id)).toMatchObject({ email: EMAIL, buyerName: "Jan", userId: "user-7" });
  const [paid, declined] = (await chargesOf(id)).map(({ metadata }) => metadata);
  expect(declined).not.toHaveProperty("buyer_email");
  expect(declined).not.toHaveProperty("user_id");
  expect(paid).toMatchObject({ buyer_email: EMAIL, user_id: "user-7" });
  expect((await show("piet@example.nl")).exitCode).toBe(1);
});

test("an address that was typed first, and corrected, is nowhere in the ledger any more; the new one finds the order", async () => {
  const id = await giftSale();
  await run(["mails", "--resend", id, "--to", "els@example.nl"], { answer: true });
  expect((await show()).exitCode).toBe(1);
  expect((await show("els@example.nl")).out).toContain(formatOrderNumber(id));
  expect((await run(["person", "els@example.nl", "--erase"], { answer: true })).exitCode).toBe(0);
  expect(await kept()).not.toMatch(/els@|jan@/);
});

test("many at once are one transaction of few values, and twice is as once", async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `pi_${index}`);
  const what = { payments: ids, mentions: ids, deliveries: ids, withdrawals: ids };
  await ledger(eraseStatements(what, now));
  const before = await kept();
  await ledger(eraseStatements(what, later));
  expect(await kept()).toBe(before);
  expect(await rows("SELECT count(*) AS n FROM erasures")).toEqual([{ n: 150 }]);
});

/** Expects that these are among the lines of the output. */
const expectLines = (out: string, lines: readonly string[]) =>
  expect(out.split("\n")).toEqual(expect.arrayContaining([...lines]));

test("shows orders, gifts with what was written, and withdrawals of an address in any case; and nobody else's", async () => {
  const id = await giftSale();
  const reference = await withdraw({ intentId: id });
  await withdraw({ email: "els@example.nl", name: "Els" });
  const { exitCode, out } = await show("JAN@example.nl");
  expect(exitCode).toBe(0);
  expectLines(out, [
    `Order      ${formatOrderNumber(id)}`,
    "Amount     39.00, of which VAT 6.77",
    "Name       Jan de Vries",
    `Address    ${EMAIL}`,
    "Account    user-7",
    "Gift for   Noor",
    "Written    Tot op",
    "           het water",
    "Gift code  DEMO-VAAR-2026",
    `Withdrawal  ${reference}`,
    "Reason      Ik vaar niet meer",
  ]);
  expect(out).toContain("Not in here: what Stripe keeps of a payment itself: the billing details of each attempt");
  expect(out).not.toContain("Els");
  expect(await show("piet@example.nl")).toEqual(printed(1, "Nothing is known of this address"));
  for (const args of [[], ["jan"], [EMAIL, "els@example.nl"]])
    expect((await run(["person", ...args])).exitCode).toBe(2);
});

test("a gift that only the return page has stored is shown with what was written", async () => {
  const id = await giftWithoutEvent();
  const { exitCode, out } = await show("JAN@example.nl");
  expect(exitCode).toBe(0);
  expectLines(out, [
    `Order      ${formatOrderNumber(id)}`,
    "Status     paid, which only Stripe knows: `reconcile --write` writes it",
    "Name       Jan de Vries",
    "Gift for   Noor",
    "Written    Tot op",
    "Gift code  DEMO-VAAR-2026",
  ]);

  const keyless = await run(["person", EMAIL], {
    stripe: { connect: () => Promise.reject(new UsageError("No secret key")) },
  });
  expect(keyless.notes).toContain("No secret key\nPayments that only Stripe knows are not shown.");
});

test("an attempt that was declined today shows its person, and says when to ask again", async () => {
  const id = await begin({ environment: "local", buyer_name: "Willem", buyer_email: "willem@example.nl" });
  world.stripe.settle(id, "requires_payment_method");
  const lines = ["Name       Willem", "Address    willem@example.nl", "Amount     39.00, of which VAT 6.77"];
  const showNow = () => runNow(["person", "willem@example.nl"]);
  const only = await showNow();
  expectLines(only.out, ["Status     begun at Stripe, and may still be paid until tomorrow", ...lines]);

  await tellOf("payment_intent.payment_failed", id);
  const { out } = await showNow();
  expectLines(out, ["Status     failed, not paid; it may still be paid until tomorrow, ask again then", ...lines]);
  expect(await runNow(["person", "willem@example.nl", "--erase"], { answer: true })).toEqual(
    printed(1, "stays whole for now: it may still be paid until tomorrow: ask again then."),
  );
  expectLines((await show("willem@example.nl")).out, ["Status     failed, not paid", ...lines]);
});

test("a payment whose money is on its way is said, by `person` and by `order`, also if no event of it came", async () => {
  const id = await begin({ environment: "local", buyer_name: "Tom", buyer_email: "tom@example.nl" });
  world.stripe.settle(id, "processing");
  const person = await show("tom@example.nl");
  expectLines(person.out, ["Status     on its way, not paid yet", "Name       Tom"]);
  for (const what of [id, "Tom@example.nl"]) {
    const { exitCode, out } = await run(["order", what]);
    expect(exitCode).toBe(0);
    expectLines(out, ["Status      on its way, not paid yet", "Buyer name  Tom", "Email       tom@example.nl"]);
  }
  expect(await run(["order", "piet@example.nl"])).toEqual(
    printed(1, "No order of piet@example.nl (local; the real shop: --remote --env NAME)."),
  );
  expect(await run(["order", formatOrderNumber(id)])).toEqual(printed(1, "No order of VK-"));
  const stripeless = { stripe: { connect: () => Promise.reject(new UsageError("No secret key")) } };
  expect(await run(["order", id], stripeless)).toEqual(
    noted(1, "Stripe was not asked whether a payment is under way. No secret key"),
  );
});

test("a giver is shown when and where their gift is mailed, and its recipient that it waits for them", async () => {
  const wish = { ...WISH, from: "2030-12-05", deliveryDraftId: "0a1b2c3d" } as const;
  const id = await sell({ environment: "local", buyer_email: EMAIL, ...wishToMetadata(wish) });
  await keepDeliveryDraft(ledger, id, { id: wish.deliveryDraftId, to: "Noor@example.nl", day: wish.from }, now);
  await reconcile("--write");
  const { out } = await show();
  expect(out).toContain("Delivery   waits for 2030-12-05");
  expect(out).toContain("Mailed to  Noor@example.nl");
  const recipient = await show("noor@example.nl");
  expect(recipient.out).toMatch(
    new RegExp(`^To be mailed +a gift from somebody else, on its day\\nOrder +${formatOrderNumber(id)}$`, "m"),
  );
  expect(recipient.out).not.toContain("Opa Kees");
});
