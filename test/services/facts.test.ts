import { beforeEach, expect, test, vi } from "vitest";
import { changeDelivery, readDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { giftStopOf } from "../../src/gifts/paid-gifts.ts";
import { type Erasable, eraseStatements } from "../../src/ledger/erasure.ts";
import type { MailEnd } from "../../src/ledger/mail-life-rules.ts";
import { findOrdersOf, readOrder } from "../../src/ledger/orders.ts";
import type { Answer } from "../../src/ledger/withdrawal-life-rules.ts";
import { correctAddress } from "../../src/orders/address-correction.ts";
import { resendConfirmation } from "../../src/orders/resend.ts";
import { settleOwed, unsettle } from "../../src/orders/settlement.ts";
import { answerStatements } from "../../src/orders/withdrawal/withdrawals.ts";
import { isNameless } from "../../src/shared/gift.ts";
import { today } from "../../src/shared/time.ts";
import { HOUR_MS } from "../clock.ts";
import { eachStory, type Step, type Words } from "../table.ts";
import { ledger, openLedger, rows } from "./ledger.ts";
import { dispute, endMailOf, refund, sell, sellGiftByMail, tell, withdraw } from "./shop.ts";

/** What follows from the rows of an order, told as what happens to it and what the ledger then says. */

openLedger();

const ID = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const OTHER_ID = "pi_3QxYzAbCdEfGhIjKlOther2";
const BUYER = { buyer_name: "Jan", buyer_email: "jan@example.nl" };
const STRANGER = { buyer_name: "Piet Vreemd", buyer_email: "x@vreemd.example", user_id: "user-9" };
const WAIVER = { consent: "2026-11", consent_at: "2026-07-01T09:59:00.000Z" };
const GIFT = wishToMetadata({ productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" });
/** Each step is an hour after the one before it. */
const FIRST_MS = Date.parse("2026-07-01T10:00:00.000Z");
let hour = 0;
const next = () => new Date(FIRST_MS + HOUR_MS * hour++);
/** The step that happened at this time. */
const stepAt = (time = "") => 1 + (Date.parse(time) - FIRST_MS) / HOUR_MS;
beforeEach(() => {
  hour = 0;
});

const ofOrder = async () => {
  const order = await readOrder(ledger, ID);
  if (order === null) throw new Error("no order");
  return order;
};
const erase = (some: Erasable) => ledger(eraseStatements(some, next()));
const charge = (email: string, amount_refunded: number) => async () => {
  const money = { amount: 3900, amount_refunded, status: "succeeded" };
  const whose = { id: "ch_1", payment_intent: ID, billing_details: { email }, metadata: {} };
  await tell("charge.refunded", next().toISOString(), { ...whose, ...money });
};
/** What Stripe tells of one moment about a payment that is not paid. */
const attempt = async (
  metadata: Pick<typeof BUYER, "buyer_email">,
  ...states: readonly ("canceled" | "payment_failed" | "processing")[]
) => {
  const at = next().toISOString();
  const intent = { id: ID, amount: 3900, currency: "eur", metadata, receipt_email: metadata.buyer_email };
  for (const state of states) await tell(`payment_intent.${state}`, at, intent);
};
const refunds =
  (cents: number, status: string, id = "re_1") =>
  () =>
    refund(ID, cents, next().toISOString(), status, id);
/** What Stripe tells at one moment of one of two disputes, with the day of July before which the bank wants an answer. */
const bank = (said = "") => {
  const [number, statuses = "", day] = said.split(" ");
  const due_by = day === undefined ? null : Date.parse(`2026-07-${day}T10:00:00.000Z`) / 1000;
  return async () => {
    const at = next().toISOString();
    for (const status of statuses.split("+"))
      await dispute(ID, status, at, { id: `du_${number}`, evidence_details: { due_by } });
  };
};
let restoredAt = "";
const TYPED = { name: "Iemand", contract: "Iemand", reason: "Iemand" };
/** The withdrawal that the last press was answered with. */
let told = "";
const press = (email: string) => async () => {
  told = await withdraw(next().toISOString(), { email, intentId: ID });
};
const answer =
  (nth: number, as: Answer | null = "refused") =>
  async () => {
    const declared = await rows("SELECT reference, order_id FROM shown_withdrawals ORDER BY received_at");
    const { reference, order_id } = declared[nth] ?? {};
    await ledger(answerStatements(String(reference), as, next(), order_id ? String(order_id) : undefined));
  };
/** Takes back what was settled first or last, which it may do or not. */
const takeBack = async (which: "min" | "max", isDone: boolean) => {
  const [{ at } = {}] = await rows(`SELECT ${which}(at) AS at FROM settlements WHERE withdrawal IS NULL`);
  expect(await unsettle(ledger, ID, String(at))).toBe(isDone);
};
const change = (to: string) => async () => {
  const changed = await changeDelivery({ ledger, now: next() }, ID, { day: "2026-12-24", to });
  expect(changed.status).toBe("changed");
};

const WORDS: Words = {
  sale: () => () => sell(ID, { paidAt: next().toISOString(), metadata: BUYER }),
  "sale with a waiver": () => () => sell(ID, { paidAt: next().toISOString(), metadata: { ...BUYER, ...WAIVER } }),
  gift: () => () => sell(ID, { paidAt: next().toISOString(), metadata: { ...BUYER, ...GIFT } }),
  "gift by mail": () => () => sellGiftByMail(ID, "2026-12-05"),
  canceled: () => () => attempt(BUYER, "canceled"),
  "an attempt fails": () => () => attempt(BUYER, "payment_failed"),
  "an attempt fails at once": () => () => attempt(BUYER, "payment_failed", "processing"),
  "a stranger's fails": () => () => attempt({ ...STRANGER, ...WAIVER }, "processing", "payment_failed", "canceled"),
  refund: (id) => refunds(3900, "succeeded", id),
  "refund of 10": (id = "re_9") => refunds(1000, "succeeded", id),
  fails: (id) => refunds(3900, "failed", id),
  "refund fails at once": () => async () => {
    const at = next().toISOString();
    for (const status of ["succeeded", "failed"]) await refund(ID, 3900, at, status, "re_1");
  },
  "10 fails": (id = "re_9") => refunds(1000, "failed", id),
  "10 settled": () => async () => expect(await settleOwed(ledger, ID, 1000, next())).toBe(true),
  "settled otherwise": () => async () => expect(await settleOwed(ledger, ID, 3900, next())).toBe(true),
  "settled of another sum": () => async () => expect(await settleOwed(ledger, ID, 100, next())).toBe(false),
  "not settled": () => () => takeBack("max", true),
  "the first not settled": () => () => takeBack("min", false),
  lost: () => () => dispute(ID, "lost", next().toISOString()),
  won: () => () => dispute(ID, "won", next().toISOString()),
  bank,
  "let work again": () => async () => {
    restoredAt = next().toISOString();
  },
  "buyer withdraws": () => press("JAN@example.nl"),
  "buyer withdraws again": () => press("jan@example.nl"),
  "partner withdraws": () => press("els@example.nl"),
  refused: () => answer(0),
  "second refused": () => answer(1),
  "of no order": () => answer(0, "no-order"),
  "paid otherwise": () => answer(0, "repaid"),
  open: () => answer(0, null),
  "somebody types the address": () => async () =>
    void (await withdraw(next().toISOString(), { ...TYPED, email: "jan@example.nl" })),
  "another sale": () => () => sell(OTHER_ID, { paidAt: next().toISOString(), metadata: BUYER }),
  "buyer withdraws from it": () => async () =>
    void (await withdraw(next().toISOString(), { email: "jan@example.nl", intentId: OTHER_ID })),
  planned: (email = "els@example.nl") => change(email),
  "erase recipient": () => () => erase({ deliveries: [`${ID}.1`] }),
  "erase buyer": () => () => erase({ payments: [ID], withdrawals: [told] }),
  "erase gift": () => () => erase({ gifts: [ID] }),
  "erase mention": () => () => erase({ mentions: [ID] }),
  "stranger's charge": () => charge("x@vreemd.example", 100),
  "stranger's charge again": () => charge("x@vreemd.example", 200),
  mailed:
    (end = "sent") =>
    async () => {
      const { emailCorrectedAt: version = "" } = await ofOrder();
      await endMailOf(ID, next().toISOString(), { version, end: end as MailEnd });
    },
  "is being mailed": () => () => rows("UPDATE mails SET state = 'sending', claim = 'a', claimed_until = '2026-07-02'"),
  corrected:
    (to = "sanne@elders.example") =>
    async () =>
      void (await correctAddress(vi.fn().mockImplementationOnce(ledger), { intentId: ID }, to, next())),
  "sent again": () => async () => {
    const { email = "", ...order } = await ofOrder();
    const at = next();
    expect((await resendConfirmation(ledger, order, at)) || (await correctAddress(ledger, order, email, at))).toBe(
      true,
    );
  },
};

/** The words of an end, each with what the ledger says. */
const SAID: Readonly<Record<string, () => Promise<unknown>>> = {
  owes: async () => (await ofOrder()).owedCents ?? 0,
  otherwise: async () => (await ofOrder()).paidOtherwiseCents,
  kept: async () => (await ofOrder()).keptCents,
  settled: async () => (await ofOrder()).settledCents,
  "settled-by-step": async () => stepAt((await ofOrder()).settledAt),
  "withdrawn-by-step": async () => stepAt((await ofOrder()).withdrawnAt),
  "told-by-step": async () =>
    stepAt(String((await rows("SELECT received_at FROM withdrawals WHERE reference = ?1", told))[0]?.received_at)),
  "made-by-step": async () => stepAt(String((await rows("SELECT created_at FROM refunds"))[0]?.created_at)),
  "moved-by-step": async () => stepAt((await ofOrder()).moneyMovedAt),
  "bank-asked-by-step": async () => stepAt((await ofOrder()).disputedAt),
  "answer-before": async () => (await ofOrder()).answerBankBy?.slice(8, 10) ?? "none",
  money: async () => (await ofOrder()).money,
  state: async () => (await ofOrder()).state,
  stop: async () => {
    const stop = giftStopOf(await ofOrder());
    return stop?.stopped === true && stop.at > restoredAt;
  },
  unpaid: async () => (await rows("SELECT pay_by FROM shown_withdrawals WHERE is_open"))[0]?.pay_by ?? "none",
  withdrawals: async () => (await rows("SELECT 1 FROM withdrawals")).length,
  proven: async () => (await rows("SELECT 1 FROM withdrawals WHERE is_proven")).length,
  words: async () => (/Iemand/.test(JSON.stringify(await rows("SELECT * FROM withdrawals"))) ? "typed" : "proven"),
  delivery: async () => {
    const delivery = await readDelivery(ledger, ID);
    return delivery?.state === "planned" ? delivery.address : delivery?.state;
  },
  address: async () => (await ofOrder()).email ?? "none",
  account: async () => (await ofOrder()).userId ?? "none",
  consent: async () => (await ofOrder()).consentAt ?? "none",
  found: async () => (await findOrdersOf(ledger, "email", (await ofOrder()).email ?? "")).length,
  old: async () => (await findOrdersOf(ledger, "email", BUYER.buyer_email)).length,
  "waived-by-step": async () => {
    const { waivedAt } = await ofOrder();
    return waivedAt === undefined ? "none" : stepAt(waivedAt);
  },
  confirmed: async () => (await ofOrder()).confirmedAt !== undefined,
  confirmations: async () =>
    (await rows("SELECT state FROM mails WHERE kind = 'confirmation' ORDER BY version"))
      .map(({ state }) => state)
      .join("+"),
  named: async () => (await rows("SELECT 1 FROM payment_reports WHERE concat(gift, names) LIKE '%noor%'")).length,
  nameless: async () => isNameless((await ofOrder()).gift ?? {}),
  strangers: async () =>
    (await rows("SELECT 1 FROM payment_reports WHERE concat(email, buyer_name) LIKE '%vreemd%'")).length,
};

eachStory(WORDS)(`
    # What a failed refund left owed
    a refund that failed is owed                        | sale, refund, fails                                   | owes 3900
    until it is made again                              | sale, refund, fails, refund: re_2                     | owes 0, money refunded
    or settled otherwise, once                          | sale, refund, fails, settled otherwise                | owes 0, money paid
    and again if that was not so                        | sale, refund, fails, settled otherwise, not settled   | owes 3900
    less what went back since, as the desk says         | sale, refund of 10: re_1, 10 fails: re_1, 10 settled, refund of 10: re_2, not settled | owes 0
    but only what was settled last                      | sale, refund of 10: re_1, refund of 10: re_2, 10 fails: re_1, 10 settled, 10 fails: re_2, 10 settled, the first not settled | owes 0
    what failed after that is owed again                | sale, refund, fails, settled otherwise, refund: re_2, fails: re_2 | owes 3900
    that it failed is said once, however often it comes | sale, refund, fails, fails                            | owes 3900, made-by-step 2, moved-by-step 3
    the last of several sums is told                    | sale, refund of 10, 10 fails, 10 settled, refund, fails, settled otherwise | settled 3900, settled-by-step 7
    a part that went back before it is none of it       | sale, refund of 10, refund, fails                     | owes 3900
    what is made again and fails too is owed once       | sale, refund, fails, refund: re_2, fails: re_2        | owes 3900
    also if nobody told that it was made again          | sale, refund, fails, fails: re_2                      | owes 3900
    and if it failed in the moment it was made          | sale, refund fails at once                            | owes 3900
    a part is owed once, however often it fails         | sale, refund of 10, 10 fails, refund of 10: re_2, 10 fails: re_2 | owes 1000
    and as a part of the whole                          | sale, refund of 10, 10 fails, refund: re_2, fails: re_2 | owes 3900
    the rest of a part that was made again stays owed   | sale, refund, fails, refund of 10, refund of 10: re_8, 10 fails: re_8 | owes 2900
    two parts that went at one time are both owed       | sale, refund of 10, refund of 10: re_8, 10 fails, 10 fails: re_8 | owes 2000
    nothing is, once the bank took all back             | sale, refund, fails, lost                             | owes 0, money reversed
    nor while the bank has the money                    | sale, refund, fails, bank: 1 needs_response, settled of another sum | owes 0, otherwise 0
    until it decides for the shop                       | sale, refund, fails, bank: 1 needs_response, bank: 1 won | owes 3900
    # What an answer says was paid otherwise
    is all that is left, once                           | sale, refund of 10, buyer withdraws, paid otherwise, paid otherwise | otherwise 2900, kept 0
    and what failed to go back                          | sale, refund, fails, buyer withdraws, paid otherwise  | otherwise 3900, owes 0
    of which nothing is left, if it is made again too   | sale, refund, fails, settled otherwise, refund: re_2  | kept 0
    until it is answered in another way                 | sale, refund, fails, buyer withdraws, paid otherwise, refused | otherwise 0, owes 3900
    what the old address meant keeps its order          | sale, somebody types the address, corrected, paid otherwise | otherwise 3900
    also if the address means the order no more         | sale, somebody types the address, paid otherwise, corrected, open | otherwise 0, kept 3900
    what was settled before it stays apart              | sale, refund of 10, 10 fails, 10 settled, buyer withdraws, paid otherwise, not settled | otherwise 2900, settled undefined, settled-by-step NaN
    nothing of what is not paid                         | an attempt fails, buyer withdraws, paid otherwise     | otherwise 0
    nor of what the bank took back                      | sale, lost, buyer withdraws, paid otherwise           | otherwise 0
    ends a withdrawal that nobody answered              | sale, buyer withdraws, refund, fails, settled otherwise | unpaid none, state withdrawn
    until it was not so                                 | sale, buyer withdraws, refund, fails, settled otherwise, not settled | unpaid 2026-07-15
    but not by a part                                   | sale, buyer withdraws, refund of 10, 10 fails, 10 settled | unpaid 2026-07-15
    # Before it is paid
    what was canceled stays so, whatever failed later   | canceled, an attempt fails                            | money canceled
    what failed in the moment of its start has failed   | an attempt fails at once                              | money failed
    # A dispute's last word. Won, and then lost: worker/orders.test.ts
    what ended in the moment of its start has ended     | sale, bank: 1 needs_response+lost+needs_response      | money reversed
    a gift that an operator let work again stays so     | gift, lost, let work again, lost                      | stop false
    until money moves again                             | gift, lost, won, let work again, lost                 | stop true
    which the end of an inquiry moves not               | gift, refund, let work again, bank: 1 warning_closed  | stop false
    nor does its end stop a gift                        | gift, bank: 1 warning_closed                          | stop false
    a refund that is heard of once it failed stops none | gift, fails                                           | stop false
    # Until when the bank takes an answer
    it is told, and kept while nobody names another     | sale, bank: 1 needs_response 12, bank: 1 under_review | answer-before 12
    a later day counts                                  | sale, bank: 1 warning_needs_response 12, bank: 1 needs_response 19 | answer-before 19
    whose event may come first                          | sale, bank: 1 needs_response 19, bank: 1 needs_response 12 | answer-before 19
    of two, that of the open one, since it was opened   | sale, bank: 1 warning_needs_response 29, bank: 1 warning_closed, bank: 2 needs_response 12 | answer-before 12, bank-asked-by-step 4
    also if the other one is lost                       | sale, bank: 1 lost, bank: 2 needs_response 12         | answer-before 12, money reversed
    the first day counts while two are open             | sale, bank: 1 needs_response 12, bank: 2 needs_response 19 | answer-before 12
    nothing is to be answered once it has ended         | sale, bank: 1 needs_response 12, bank: 1 won          | answer-before none
    # Withdrawals of one order
    refused, declared again: a new one                  | gift by mail, buyer withdraws, refused, buyer withdraws again | withdrawals 2, state withdrawn
    and that one is told, however often it is declared  | sale, buyer withdraws, refused, buyer withdraws again, buyer withdraws again | withdrawals 2, told-by-step 4
    of something that was never bought here: none       | sale, buyer withdraws, of no order                    | state paid
    after a refused one of somebody else, the open one  | sale, partner withdraws, refused, buyer withdraws     | state withdrawn
    of two the first counts                             | sale, buyer withdraws, partner withdraws              | withdrawals 2, proven 1, withdrawn-by-step 2
    of who proves it, the first is somebody else's too  | sale, partner withdraws, buyer withdraws              | withdrawals 1, proven 1, withdrawn-by-step 2
    what was typed before is proven by the link, too    | sale, somebody types the address, buyer withdraws     | withdrawals 1, proven 1, words proven, withdrawn-by-step 2
    but not by another address                          | sale, somebody types the address, partner withdraws   | withdrawals 2, proven 0, withdrawn-by-step 3
    the first that was not refused                      | sale, somebody types the address, refused, somebody types the address, somebody types the address, buyer withdraws | withdrawals 3, withdrawn-by-step 4
    not if it may mean another order                    | sale, another sale, somebody types the address, buyer withdraws | withdrawals 2, withdrawn-by-step 4
    nor if it is by the link of one that comes later    | sale, buyer withdraws from it, somebody types the address, buyer withdraws | withdrawals 2, withdrawn-by-step 3
    also after a part went back                         | sale, refund of 10, buyer withdraws                   | money partlyRefunded, state withdrawn
    all refused: none counts                            | sale, partner withdraws, refused, buyer withdraws, second refused | state paid
    it proves itself though it came before its sale     | buyer withdraws, sale                                 | proven 1
    somebody else's proves nothing, whatever comes      | sale, partner withdraws, refund of 10                 | proven 0
    # Erasures
    the answer to somebody who was erased stays         | sale, buyer withdraws, refused, erase buyer, open     | unpaid none
    whoever was declined before has no part in it       | a stranger's fails, sale                              | account none, consent none
    an erased buyer gave up the right when they did     | sale with a waiver, mailed, corrected, mailed, erase buyer | waived-by-step 4, address none
    a recipient is erased by plan, not by payment       | gift by mail, erase recipient, planned, erase recipient | delivery els@example.nl
    a gift has names, also where they are searched      | gift                                                  | named 1, nameless false
    its names go, and do not come back                  | gift, erase gift, gift                                | named 0, nameless true, address jan@example.nl
    a stranger's address does not come back             | sale, stranger's charge, erase mention, stranger's charge again | strangers 0, address jan@example.nl
    nor does whoever was declined before, nor their name | a stranger's fails, sale, erase mention, a stranger's fails | strangers 0
    who goes with the buyer who paid, too               | a stranger's fails, sale, erase buyer                 | strangers 0
    an erased buyer's corrected address goes too        | sale, corrected, erase buyer                          | address none
    an erased buyer gets no address again               | sale, erase buyer, corrected                          | address none
    # A corrected address counts before all that Stripe says, and the confirmation goes there
    the first of two operators counts                   | sale, corrected, corrected: els@example.nl            | address sanne@elders.example, confirmations withheld+due
    though it went before                               | sale, mailed, corrected                               | address sanne@elders.example, found 1, old 0, confirmations sent+due, confirmed false
    or is on its way there                              | sale, is being mailed, corrected                      | found 1, old 0, confirmations sending+due
    the same address again: once more                   | sale, mailed, corrected: Jan@example.nl               | found 1, confirmations sent+due
    who gave up the right to withdraw keeps to that     | sale with a waiver, mailed, sent again, mailed, sent again | waived-by-step 2, confirmed false
    unless the address refuses the next one             | sale with a waiver, mailed, sent again, mailed: refused | waived-by-step none
    until one has gone there                            | sale with a waiver, mailed, sent again, mailed: refused, sent again, mailed | waived-by-step 6
    but not before another address had the confirmation | sale with a waiver, mailed, corrected                 | waived-by-step none
    and from then on                                    | sale with a waiver, mailed, corrected, mailed, sent again, mailed | waived-by-step 4
    nothing that Stripe tells later brings the old back | sale, corrected, sale, refund of 10                   | address sanne@elders.example, found 1, old 0`)(
  "%s",
  async (_promise, story: readonly Step[], end) => {
    restoredAt = "";
    for (const step of story) await step();
    const words = end.split(", ").map((one) => one.split(" "));
    // No mail's row names anybody, and a buyer who was corrected stands nowhere under the old address.
    if (end.includes("old 0"))
      expect(JSON.stringify(await rows("SELECT * FROM payment_reports"))).not.toContain("jan@");
    expect(JSON.stringify(await rows("SELECT * FROM mails WHERE kind = 'confirmation'"))).not.toContain("@");
    for (const [word = "", wanted] of words) expect(String(await SAID[word]?.()), word).toBe(wanted);
  },
);

test.each([
  ["2026-11-06", "2026-11-20", "a Friday"],
  ["2026-11-07", "2026-11-23", "a Saturday: Monday"],
  ["2026-12-11", "2026-12-28", "Christmas, then a weekend"],
  ["2026-12-18", "2027-01-04", "New Year's Day, then a weekend"],
  ["2027-03-12", "2027-03-30", "Good Friday to Easter Monday"],
  ["2027-03-31T22:30:00.000Z", "2027-04-15", "that of the first of April, by the shop's clock"],
  ["2027-04-13", "2027-04-28", "King's Day"],
  ["2027-04-21", "2027-05-07", "Liberation Day, then Ascension Day"],
  ["2027-05-01", "2027-05-18", "a Saturday, then Whit Sunday and Whit Monday"],
  ["2027-10-05T22:30:00.000Z", "2027-10-20", "that of the sixth of October"],
  ["2038-04-09", "2038-04-28", "Good Friday to King's Day"],
  ["2099-03-27", "2099-04-14", "the last Easter that is computed"],
])("what was bought on %s can be withdrawn from until %s: its 14th day is %s", async (day, last) => {
  const at = day.includes("T") ? day : `${day}T10:00:00.000Z`;
  await sell(ID, { paidAt: at, created: 0, metadata: BUYER });
  expect((await ofOrder()).withdrawUntil).toBe(last);
  // A withdrawal of that moment is of the same day.
  await withdraw(at);
  expect(await rows("SELECT received_on FROM withdrawals")).toEqual([{ received_on: today(new Date(at)) }]);
});

test("the days that move a last day are those of each year until 2099", async () => {
  const [found] = await rows("SELECT count(DISTINCT substr(day, 1, 4)) AS years, max(day) AS last FROM holidays");
  expect(found).toEqual({ years: 80, last: "2099-12-26" });
});
