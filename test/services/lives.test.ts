import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIFE_TRIGGERS } from "../../kv-seed/life-triggers.ts";
import { mayHappenIn } from "../../src/ledger/life-rules.ts";
import { MAIL_ENDS, MAIL_LIFE, type MailState } from "../../src/ledger/mail-life-rules.ts";
import { DISPUTE_STATES, type PaymentEvent, readOrder, recordStatements } from "../../src/ledger/orders.ts";
import { PAYMENT_LIFE, type RecordedPaymentState } from "../../src/ledger/payment-life-rules.ts";
import { WITHDRAWAL_LIFE, type WithdrawalState } from "../../src/ledger/withdrawal-life-rules.ts";
import { ledgerOf } from "../../src/server/database.ts";
import { openD1 } from "../d1-on-node.ts";

/** The lives of a payment and a withdrawal: what may happen, and what the database refuses. */

const AT = "2026-12-01T10:00:00.000Z";
const PAYMENT_STATES: readonly RecordedPaymentState[] = [
  "open",
  "failed",
  "canceled",
  "paid",
  "partlyRefunded",
  "refunded",
  "disputed",
  "reversed",
];
/** Columns of an order in each state. */
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

  test.each(PAYMENT_STATES)(
    "what leads out of '%s' and is no event of its life is written down, and alarms",
    (before) => {
      const events = Object.values(PAYMENT_LIFE);
      for (const after of PAYMENT_STATES) {
        const d1 = openD1();
        for (const state of [before, after, before, after]) d1.sqlite.exec(put(state));
        expect({ ...d1.sqlite.prepare("SELECT money FROM orders").get() }).toEqual({ money: after });
        const isEvent = (from: RecordedPaymentState, to: RecordedPaymentState) =>
          from === to ||
          events.some((event) => mayHappenIn<RecordedPaymentState>(event, from) && event.to.some((one) => one === to));
        const wrong = [
          [before, after],
          [after, before],
        ] as const;
        // Each once, however often it comes.
        expect(strange(d1)).toEqual(
          wrong
            .filter(([from, to]) => !isEvent(from, to))
            .map(([from, to]) => ({ about: `pi_1 ${from} ${to}`, detail: "pi_1" }))
            .toSorted((one, other) => one.about.localeCompare(other.about)),
        );
      }
    },
  );

  test("that was paid never becomes unpaid", () => {
    const unpaid: readonly RecordedPaymentState[] = ["open", "failed", "canceled"];
    const paid = PAYMENT_STATES.filter((state) => !unpaid.includes(state));
    for (const event of Object.values(PAYMENT_LIFE))
      if (event.from.some((state) => paid.some((one) => one === state)))
        expect(event.to.filter((state) => unpaid.some((one) => one === state))).toEqual([]);
  });

  const cents = fc.constantFrom(1000, 2900, 3900);
  const minutes = fc.integer({ min: 0, max: 600 });
  const told: fc.Arbitrary<PaymentEvent["told"]> = fc.oneof(
    fc.constantFrom("open", "failed", "canceled", "paid").map(
      (status) =>
        ({
          kind: "report",
          source: ({ open: "processing", failed: "failed", canceled: "canceled", paid: "intent" } as const)[status],
          report: {
            status,
            amountCents: 3900,
            currency: "eur",
            createdAt: AT,
            ...(status === "paid" ? { paidAt: AT } : {}),
          },
        }) as const,
    ),
    fc
      .record({ id: fc.constantFrom("re_1", "re_2"), cents, isFailed: fc.boolean() })
      .map((refund) => ({ kind: "refund", ...refund }) as const),
    fc
      .record({ id: fc.constantFrom("du_1", "du_2"), state: fc.constantFrom(...DISPUTE_STATES) })
      .map((dispute) => ({ kind: "dispute", ...dispute }) as const),
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
      { numRuns: 200 },
    );
  });
});

describe("a withdrawal", () => {
  const STATES: readonly WithdrawalState[] = ["open", "repaid", "refused", "no-order"];
  const answerOf = (state: WithdrawalState) => (state === "open" ? "NULL, NULL" : `'${state}', '${AT}'`);

  test.each(STATES)("nothing leads out of '%s' but an event of its life", (before) => {
    const { sqlite } = openD1();
    const reached = STATES.filter((after) => {
      sqlite.exec(`DELETE FROM withdrawals;
        INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, is_proven, receipt, notice, answer, answered_at)
        VALUES ('HR-1', '${AT}', '${AT}', 'Noor', 'KVB1', '', '', 0, 'full', 'now', ${answerOf(before)})`);
      try {
        sqlite.exec(`UPDATE withdrawals SET (answer, answered_at) = (${answerOf(after)})`);
        return after !== before;
      } catch (error) {
        expect(String(error)).toContain("no event of a withdrawal makes this change");
        return false;
      }
    });
    const events = Object.values(WITHDRAWAL_LIFE);
    expect(reached).toEqual(
      STATES.filter(
        (after) =>
          after !== before &&
          events.some((event) => mayHappenIn<WithdrawalState>(event, before) && event.to.some((to) => to === after)),
      ),
    );
  });
});

describe("a mail", () => {
  const STATES: readonly MailState[] = ["due", "sending", ...MAIL_ENDS];
  const columnsOf = (state: MailState) =>
    state === "due" ? "NULL, NULL, NULL" : state === "sending" ? "'a', '2027', NULL" : `NULL, NULL, '${AT}'`;

  test.each(STATES)("nothing leads out of '%s' but an event of its life", (before) => {
    const { sqlite } = openD1();
    // Of a sale that can be confirmed, and incomplete: no fact stands in the way of any event.
    sqlite.exec(put("paid"));
    sqlite.exec("UPDATE orders SET source = 'checkout', email = 'a@b.nl'");
    const reached = STATES.filter((after) => {
      sqlite.exec(`DELETE FROM mails; INSERT INTO mails (kind, about, due_at, state, claim, claimed_until, ended_at, detail)
        VALUES ('confirmation', 'pi_1', '${AT}', '${before}', ${columnsOf(before)}, 'codeless')`);
      try {
        sqlite.exec(`UPDATE mails SET state = '${after}', (claim, claimed_until, ended_at) = (${columnsOf(after)})`);
        return true;
      } catch (error) {
        expect(String(error)).toContain("no event of a mail makes this change");
        return false;
      }
    });
    const events = Object.values(MAIL_LIFE);
    expect(reached).toEqual(
      STATES.filter((after) =>
        events.some((event) => mayHappenIn<MailState>(event, before) && event.to.some((to) => to === after)),
      ),
    );
  });
});
