import { beforeEach, expect, test, vi } from "vitest";
import { ledgerOf, sql } from "../../src/server/database.ts";
import { eachRow } from "../table.ts";
import { emptyLedger, row, rowsOf, run } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { troubled } from "./shop.ts";

/** The ledger's schema in workerd's D1, which refuses rows that make no sense. */

beforeEach(emptyLedger);

test("what D1 refuses is not asked again, and is logged as that, without its values", async () => {
  const REFUND = "INSERT INTO refunds (id, intent_id, cents, created_at) VALUES ('re_1', 'pi_1', ?1, '')";
  const refused = [sql(REFUND, "els@x.example"), sql(REFUND, -1), sql("UPDATE refunds SET email = 1")];
  const asked = vi.fn();
  for (const statement of refused) await expect(ledgerOf({ DB: troubled(asked) })([statement])).rejects.toThrow();
  expect([asked.mock.calls.length, logs.lines("ledger.unavailable")]).toEqual([refused.length, []]);
  expect(logs.lines("ledger.refused").map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/cannot store TEXT value in INTEGER column refunds\.cents: SQLITE_CONSTRAINT/),
    expect.stringMatching(/CHECK constraint failed: cents >= 0: SQLITE_CONSTRAINT/),
    expect.stringContaining("no such column: email"),
  ]);
});

test("a database that begins anew, is not found at once or has too much to do is asked again", async () => {
  const resets = ["storage caused object to be reset", "reset because its code was updated"];
  const busy = ["Internal error in D1 DB", "D1 DB is overloaded.", "Too many requests queued."];
  for (const why of [...resets, "Cannot resolve D1 DB", ...busy]) {
    const DB = troubled((call) => call === 1 && Promise.reject(new Error(`D1_ERROR: ${why}`)));
    expect(await ledgerOf({ DB })([sql("SELECT 1 AS one")])).toEqual([[{ one: 1 }]]);
  }
});

const AT = "2026-11-22T10:00:00.000Z";

test("the view that makes an order has the order's columns, in their order: a statement copies them by position", async () => {
  const names = (table: string) =>
    rowsOf("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid", table);
  expect(await names("joined_orders")).toEqual(await names("orders"));
});

const PLANNED = "state=planned day=2026-12-05 address=a@b.nl send_at=AT";

/** Puts a row with these columns, as `column=value`; AT is a time, and nothing is NULL. */
function put(name: string, changes = "") {
  const pairs = changes
    .replaceAll("AT", AT)
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split("="));
  return run(row(name, Object.fromEntries(pairs.map(([column, value]) => [column, value === "" ? null : value]))));
}

// Rows of each table that make sense: purge.test.ts.
eachRow(`
an invoice of less than nothing                                 | invoices        | incl_cents=-3900 vat_cents=-677
an invoice whose VAT is less than nothing                       | invoices        | vat_cents=-677
a credit note of more than nothing                              | invoices        | turn=2 kind=refund about=2026-0001
a first invoice that replaces another                           | invoices        | about=2026-0001
a mail with an address after its end                            | mails           | state=sent ended_at=AT detail=a@b.nl
a mail that ended without a time                                | mails           | state=sent
a mail that waits and has ended                                 | mails           | ended_at=AT
a mail that nobody sends                                        | mails           | state=sending
a mail that waits and is held                                   | mails           | claim=a claimed_until=AT
a claim without an end                                          | mails           | state=sending claim=a
a mail in a state that nobody knows                             | mails           | state=lost
a plan without an address                                       | deliveries      | ${PLANNED} address=
a plan without a moment                                         | deliveries      | ${PLANNED} send_at=
an address that is awaited and there                            | deliveries      | address=a@b.nl
an address after the mail                                       | deliveries      | address=a@b.nl state=sent
a day after a stop                                              | deliveries      | day=2026-12-05 state=stopped stopped_by=giver
a stop by nobody                                                | deliveries      | state=stopped
a plan that somebody stopped                                    | deliveries      | ${PLANNED} stopped_by=giver
a gift that nobody mails                                        | deliveries      | ${PLANNED} state=sending
a report of what is no payment                                  | payment_reports | intent_id=cs_1
a report of an unknown kind                                     | payment_reports | source=rumour
a payment of less than nothing                                  | payment_reports | amount_cents=-1
a consent without its time                                      | payment_reports | consent=2026-11
a wish that is no JSON                                          | payment_reports | gift={
an answer without its time                                      | withdrawals     | answer=repaid
an alarm that names somebody                                    | alarms          | kind=night about=a at=AT detail=a@b.nl
an alarm about somebody                                         | alarms          | kind=night about=a@b.nl at=AT
an answer that nobody gives                                     | withdrawals     | answer=maybe answered_at=AT`)(
  "a row that makes no sense is refused: %s",
  async (_row, name, changes) => {
    await expect(put(name, changes)).rejects.toThrow("SQLITE_CONSTRAINT");
  },
);
