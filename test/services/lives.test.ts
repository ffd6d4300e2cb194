import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIFE_TRIGGERS } from "../../kv-seed/life-triggers.ts";
import { DELIVERY_LIFE } from "../../src/ledger/delivery-life-rules.ts";
import { type LifeEvent, mayHappenIn } from "../../src/ledger/life-rules.ts";
import { MAIL_ENDS, MAIL_LIFE } from "../../src/ledger/mail-life-rules.ts";
import { DISPUTE_STATES, type PaymentEvent, readOrder, recordStatements } from "../../src/ledger/orders.ts";
import { PAYMENT_LIFE, type RecordedPaymentState } from "../../src/ledger/payment-life-rules.ts";
import { WITHDRAWAL_LIFE } from "../../src/ledger/withdrawal-life-rules.ts";
import { ledgerOf } from "../../src/server/database.ts";
import { openD1 } from "../d1-on-node.ts";
import { FULL } from "../full.ts";

/** The lives: what may happen, and what the database refuses. */

const AT = "2026-12-01T10:00:00.000Z";
const ROWS: Readonly<Record<RecordedPaymentState, string>> = {
  open: "'open', NULL, NULL",
  failed: "'failed', NULL, NULL",
  canceled: "'canceled', NULL, NULL",
  paid: "'paid', NULL, NULL",
  partlyRefunded: "'paid', 100, NULL",
  refunded: "'paid', 3900, NULL",
  disputed: "'paid', NULL, 'open'",
  reversed: "'paid', NULL, 'lost'",
};
const PAYMENT_STATES = Object.keys(ROWS) as RecordedPaymentState[];
const put = (state: RecordedPaymentState) => `INSERT OR REPLACE INTO orders
  (intent_id, status, refunded_cents, dispute, amount_cents, currency, created_at, updated_at)
  VALUES ('pi_1', ${ROWS[state]}, 3900, 'eur', '${AT}', '${AT}')`;

test("the last migration of the lives is what their tables make: `npm run lives`", () => {
  const folder = "src/ledger/migrations";
  const last = readdirSync(folder)
    .filter((name) => name.endsWith("_lives.sql"))
    .sort()
    .at(-1);
  expect(readFileSync(`${folder}/${last}`, "utf8")).toBe(LIFE_TRIGGERS);
});

describe("a payment", () => {
  const strange = ({ sqlite }: ReturnType<typeof openD1>) =>
    sqlite
      .prepare("SELECT about, detail FROM alarms WHERE kind = 'payment-strange'")
      .all()
      .map((row) => ({ ...row }));

  test.each(PAYMENT_STATES)("what leads out of '%s' and is no event alarms", (before) => {
    const events = Object.values(PAYMENT_LIFE);
    for (const after of PAYMENT_STATES) {
      const d1 = openD1();
      for (const state of [before, after, before, after]) d1.sqlite.exec(put(state));
      expect({ ...d1.sqlite.prepare("SELECT money FROM orders").get() }).toEqual({ money: after });
      const isEvent = (from: RecordedPaymentState, to: RecordedPaymentState) =>
        from === to ||
        events.some((event) => mayHappenIn<RecordedPaymentState>(event, from) && event.to.some((one) => one === to));
      const wrong = [[before, after] as const, [after, before] as const].filter(([from, to]) => !isEvent(from, to));
      // Each once, however often it comes.
      const alarms = wrong.map(([from, to]) => ({ about: `pi_1 ${from} ${to}`, detail: "pi_1" }));
      expect(strange(d1)).toEqual(alarms.toSorted((one, other) => one.about.localeCompare(other.about)));
    }
  });

  const SOLD = { amountCents: 3900, currency: "eur", createdAt: AT };
  const cents = fc.constantFrom(1000, 2900, 3900);
  const minutes = fc.integer({ min: 0, max: 600 });
  const SOURCES = { open: "processing", failed: "failed", canceled: "canceled", paid: "intent" } as const;
  const report = fc.constantFrom("open", "failed", "canceled", "paid").map((status) => {
    const told = { ...SOLD, status, ...(status === "paid" ? { paidAt: AT } : {}) };
    return { kind: "report", source: SOURCES[status], report: told } as const;
  });
  const [refund, dispute] = [fc.constant("refund" as const), fc.constant("dispute" as const)];
  const told: fc.Arbitrary<PaymentEvent["told"]> = fc.oneof(
    report,
    fc.record({ kind: refund, id: fc.constantFrom("re_1", "re_2"), cents, isFailed: fc.boolean() }),
    fc.record({ kind: dispute, id: fc.constantFrom("du_1", "du_2"), state: fc.constantFrom(...DISPUTE_STATES) }),
  );

  test("whatever Stripe tells, in any order, is an event of its life", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(told, minutes), { maxLength: 12 }), async (events) => {
        const d1 = openD1();
        const ledger = ledgerOf(d1);
        for (const [index, [one, minute]] of events.entries()) {
          const at = new Date(Date.parse(AT) + minute * 60_000).toISOString();
          await ledger(recordStatements({ intentId: "pi_1", eventId: `evt_${index}`, at, told: one }));
        }
        expect(strange(d1)).toEqual([]);
        const order = await readOrder(ledger, "pi_1");
        if (order?.status === "paid")
          expect(["paid", "partlyRefunded", "refunded", "disputed", "reversed"]).toContain(order.money);
      }),
      { numRuns: FULL ? 500 : 80 },
    );
  });
});

/** What leads from state to state, of each life that the database holds, with a row of which no fact stands in the way. */
const LIVES: Readonly<
  Record<string, { events: object; states: readonly string[]; put(state: string): string; move(to: string): string }>
> = {
  delivery: {
    events: DELIVERY_LIFE,
    states: ["awaited", "planned", "sending", "sent", "stopped", "refused", "failed", "lost"],
    put: (state) => `DELETE FROM deliveries; INSERT INTO deliveries (intent_id, at, state, ${HELD})
      VALUES ('pi_1', '2026-12-01', '${state}', ${heldIn(state)})`,
    move: (to) => `UPDATE deliveries SET state = '${to}', (${HELD}) = (${heldIn(to)})`,
  },
  withdrawal: {
    events: WITHDRAWAL_LIFE,
    states: ["open", "repaid", "refused", "no-order"],
    put: (state) => `DELETE FROM withdrawals;
      INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, is_proven, receipt, notice, answer, answered_at)
      VALUES ('HR-1', '${AT}', '${AT}', 'Noor', 'KVB1', '', '', 0, 'full', 'now', ${answerOf(state)})`,
    move: (to) => `UPDATE withdrawals SET (answer, answered_at) = (${answerOf(to)})`,
  },
  mail: {
    events: MAIL_LIFE,
    states: ["due", "sending", ...MAIL_ENDS],
    put: (state) => `DELETE FROM mails;
      INSERT INTO mails (kind, about, due_at, state, claim, claimed_until, ended_at, detail)
      VALUES ('confirmation', 'pi_1', '${AT}', '${state}', ${claimIn(state)}, 'codeless')`,
    move: (to) => `UPDATE mails SET state = '${to}', (claim, claimed_until, ended_at) = (${claimIn(to)})`,
  },
};
const HELD = "stopped_by, day, address, send_at, claim, claimed_until";
function heldIn(state: string): string {
  const plan = "NULL, '2026-12-05', 'noor@example.nl', '2026-12-05T07:00:00.000Z'";
  if (state === "planned") return `${plan}, NULL, NULL`;
  if (state === "sending") return `${plan}, 'c', '2026-12-05T07:10:00.000Z'`;
  return `${state === "stopped" ? "'giver'" : "NULL"}, NULL, NULL, NULL, NULL, NULL`;
}
const answerOf = (state: string) => (state === "open" ? "NULL, NULL" : `'${state}', '${AT}'`);
const claimIn = (state: string) =>
  state === "due" ? "NULL, NULL, NULL" : state === "sending" ? "'a', '2027', NULL" : `NULL, NULL, '${AT}'`;

describe.each(Object.entries(LIVES))("a %s", (name, { events, states, put: putRow, move }) => {
  test.each(states)("nothing leads out of '%s' but an event of its life", (before) => {
    const { sqlite } = openD1();
    sqlite.exec(put("paid"));
    sqlite.exec("UPDATE orders SET source = 'checkout', email = 'a@b.nl', gift = '{}'");
    const reached = states.filter((after) => {
      sqlite.exec(putRow(before));
      try {
        sqlite.exec(move(after));
        return after !== before;
      } catch (error) {
        expect(String(error)).toContain(`no event of a ${name} makes this change`);
        return false;
      }
    });
    const all: readonly LifeEvent<string>[] = Object.values(events);
    const isReached = (after: string) => all.some((event) => mayHappenIn(event, before) && event.to.includes(after));
    expect(reached).toEqual(states.filter((after) => after !== before && isReached(after)));
  });
});
