import { expect, test } from "vitest";
import { eraseGift } from "../../src/desk/erase-person.ts";
import { keepDeliveryDraft, readDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { creditRefunded, firstInvoice } from "../../src/ledger/invoices.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { resendRestored } from "../../src/orders/resend.ts";
import { countRestored } from "../../src/orders/unsent-mails.ts";
import { answerStatements } from "../../src/orders/withdrawal/withdrawals.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { keepTime, SCHEDULES } from "../../src/upkeep/clock-steps.ts";
import { now } from "../clock.ts";
import { copyLedger, DB, declare, ledger, mailOwed, replaceLedger, rows } from "../services/ledger.ts";
import { all, CODE, EMAIL, erase, inDays, openPersonShop, PERSONAL, WISH } from "../services/person-shop.ts";
import { gifts, run as runIn, sell, stripe, world } from "../services/stripe-world.ts";
import { noted, printed } from "./tool.ts";

/** A ledger that is lost, restored from an older copy, and put right. */

openPersonShop();

const run = (...args: string[]) => runIn(args, { answer: true });

const sendAll = () => mailOwed(now());
const buyer = (email: string) => ({ environment: "local", buyer_name: "Jan de Vries", buyer_email: email });

/** What the clock starts in its next round, but for mails to the owner. */
async function startedByClock(at = now()): Promise<readonly string[]> {
  const started: string[] = [];
  const MAILER = {
    async createBatch({ instances }: { instances: readonly { params: { kind: string; about: string } }[] }) {
      started.push(
        ...instances.flatMap(({ params: { kind, about } }) => (kind === "evening" || kind === "alarm" ? [] : [about])),
      );
      return { errors: [] };
    },
  };
  const bindings = { DB, MAILER } as unknown as Bindings;
  await keepTime(openShop(bindings, new Date(at.getTime() + 60_000)), SCHEDULES.clock);
  return started;
}

test("a lost database: the copy is put in its place, erased again, mails nobody twice, and is as Stripe says", async () => {
  // Before the copy: a sale of somebody who is erased later, one whose confirmation is still due, and a gift whose day has come.
  const erased = await sell({ ...buyer(EMAIL), user_id: "user-7" });
  const repaid = await sell(buyer("ria@example.nl"));
  world.stripe.refund(repaid);
  await run("reconcile", "--write");
  await sendAll();
  const settled = await declare(DB, now().toISOString(), { email: "ria@example.nl" });
  const due = await sell(buyer("els@example.nl"));
  world.stripe.refund(due, 500);
  const wish = { ...WISH, from: "2026-01-01", deliveryDraftId: "0a1b2c3d" };
  const giver = { ...buyer("kees@example.nl"), ...GIFT_METADATA };
  const sellGift = async (id: string, day: string, to = "noor@example.nl") => {
    const sold = await sell({ ...giver, ...wishToMetadata({ ...wish, from: day, deliveryDraftId: id }) });
    await keepDeliveryDraft({ ledger, now: now() }, sold, { id, to, day });
    return sold;
  };
  const [gift, planned] = [await sellGift("0a1b2c3d", wish.from), await sellGift("0a1b2c3e", "2027-01-15")];
  const refused = await sellGift("0a1b2c40", "2027-01-15", "piet@example.nl");
  const [stoppedByOwner, gone] = [await sellGift("0a1b2c3f", wish.from), await sellGift("0a1b2c41", wish.from)];
  await run("reconcile", "--write");
  await rows("INSERT OR REPLACE INTO gifts (intent_id, code) VALUES (?1, ?2), (?3, 'ON')", stoppedByOwner, CODE, gift);
  for (const code of [CODE, "ON"]) gifts.set(`${code}.operator`, { stopped: code === CODE, at: now().toISOString() });
  const reference = await declare(DB, now().toISOString(), { email: "bas@example.nl", reason: "Ik vaar niet" });
  await ledger([firstInvoice(due, { company: "Els BV", address: "Kade 1", vatId: "" }, {}, "Cursus", now())]);
  await ledger([creditRefunded(due, now())]);
  const copy = copyLedger();
  expect(await all()).toMatch(PERSONAL);

  // After it: all mails go, somebody is erased, a gift is mailed, two things are sold, something is paid back.
  await sendAll();
  await ledger(answerStatements(reference, "no-order", now()));
  for (const email of [EMAIL, "bas@example.nl", "ria@example.nl", "piet@example.nl"])
    expect((await erase(inDays(30), email)).outcome).toEqual({ status: "erased" });
  expect((await readOrder(ledger, planned))?.gift?.recipient).toBe("Noor");
  await eraseGift({ ledger, gifts, stripe }, planned, "NOORSCODE2", now());
  const later = await sell(buyer("tom@example.nl"));
  const laterGift = await sell({ ...giver, ...wishToMetadata({ ...wish, from: "2026-12-05" }) });
  await run("reconcile", "--write");
  await sendAll();
  for (const id of [due, gone]) world.stripe.refund(id, id === due ? 1000 : 3900);

  replaceLedger(copy);
  const preview = await runIn(["restored", "--dry-run"]);
  expect([preview.exitCode, preview.out]).toEqual([0, expect.stringMatching(/^Mails +16 due: with.*last 31 days/ms)]);
  expect(await runIn(["restored"])).toEqual(noted(1, "Nothing was changed."));
  expect(JSON.stringify(await rows("SELECT * FROM orders"))).toContain(EMAIL);

  // Cloudflare stops answering while it writes: that is not the end, and what was stopped is told by the run that is whole.
  const failing: typeof ledger = async (statements) =>
    statements.some(({ sql }) => /withheld.*about = /s.test(sql))
      ? Promise.reject(new Error("lost"))
      : ledger(statements);
  const half = await runIn(["restored"], { answer: true, ledger: failing });
  expect(half).toEqual(noted(1, "0 of 4 written. Error: lost"));
  expect(await rows("SELECT kind FROM mails WHERE is_owed")).toEqual([]);

  // Two days later something of today has been told already: that says nothing of the days before it.
  const restoredAt = inDays(2);
  await rows(`UPDATE orders SET updated_at = '${restoredAt.toISOString()}'`);
  const restored = await runIn(["restored"], { answer: true, now: restoredAt });
  expect([restored.exitCode, restored.out]).toEqual([0, expect.stringContaining("4 written.")]);
  const [series] = await rows("SELECT * FROM invoice_series");
  expect(series).toEqual({ year: expect.any(String), series: expect.stringMatching(/^20\d\d-\d{8}$/) });
  expect(restored.out).toContain(`Credit notes made now, of refunds since: ${series?.series}-0001. `);
  const stopped = [gift, laterGift].toSorted();
  const unmailed = [...stopped, refused].toSorted().map(formatOrderNumber);
  expect(restored.out).toContain(`Gifts that are mailed no more: ${unmailed.join(", ")}.`);
  expect(restored.out).toContain(`as the copy has them: ${formatOrderNumber(planned)}.`);

  // Nobody is mailed again, also once an address is awaited no longer, and nothing of those who were erased is back.
  expect(await startedByClock(inDays(3))).toEqual([]);
  for (const id of stopped) expect(await readDelivery(ledger, id)).toMatchObject({ state: "stopped", by: "shop" });
  expect(await readDelivery(ledger, planned)).toMatchObject({ state: "planned", day: "2027-01-15" });
  expect((await readOrder(ledger, planned))?.gift?.recipient).toBe("de ontvanger");
  expect(await all()).not.toMatch(/jan@|bas@|ria@|piet@|user-7|Ik vaar niet/);
  expect(await rows(`SELECT erased_at IS NOT NULL AS done FROM shown_orders WHERE intent_id = '${erased}'`)).toEqual([
    { done: 1 },
  ]);
  expect(await rows("SELECT answer FROM withdrawals WHERE reference = ?1", settled)).toEqual([{ answer: "repaid" }]);
  expect(await run("reconcile")).toEqual(printed(0, "All is as Stripe says"));
  expect(await readOrder(ledger, due)).toMatchObject({ refundedCents: 1500 });

  // All that was withheld is sent once somebody says so at the desk, and once only.
  const confirmations = [{ kind: "confirmation", count: 7 }];
  expect(await countRestored(ledger)).toEqual({ kinds: confirmations, count: 7, since: expect.any(String) });
  await ledger([resendRestored(restoredAt)]);
  expect(await countRestored(ledger)).toEqual({ kinds: [], count: 0 });
  expect((await startedByClock(restoredAt)).toSorted()).toEqual(
    [due, gift, refused, stoppedByOwner, planned, later, laterGift].toSorted(),
  );
});
