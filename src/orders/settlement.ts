import { creditRefunded } from "../ledger/invoices.ts";
import { refreshStatements } from "../ledger/orders.ts";
import { firstOf, type Ledger, sql } from "../server/database.ts";

/** What a failed refund left owed, and the owner paid otherwise, such as by a bank transfer. */

/** Only of exactly what is owed: so a second time finds nothing to settle. */
const SETTLE = `INSERT INTO settlements (intent_id, cents, at) SELECT intent_id, owed_cents, ?3 FROM orders
  WHERE intent_id = ?1 AND owed_cents = ?2 ON CONFLICT DO NOTHING`;
/** The last one can be taken back. */
const LAST = "SELECT max(at) AS at FROM settlements WHERE intent_id = ?1 AND withdrawal IS NULL";

/** Settles what an order's buyer is owed, `cents`. Returns whether that is settled now. Rejects if the ledger is away. */
export async function settleOwed(ledger: Ledger, intentId: string, cents: number, now: Date): Promise<boolean> {
  const results = await ledger([
    sql(SETTLE, intentId, cents, now.toISOString()),
    ...refreshStatements(intentId),
    creditRefunded(intentId, now),
    sql("SELECT 1 FROM orders WHERE intent_id = ?1 AND unreturned_cents IS NULL", intentId),
  ]);
  return firstOf(results, -1) !== null;
}

/**
 * Takes back what was settled at a moment, ISO 8601. Returns whether it is not settled now, nor anything later. Rejects if the ledger
 * is away.
 */
export async function unsettle(ledger: Ledger, intentId: string, at: string): Promise<boolean> {
  const results = await ledger([
    sql(`DELETE FROM settlements WHERE intent_id = ?1 AND at = ?2 AND at = (${LAST})`, intentId, at),
    ...refreshStatements(intentId),
    sql(LAST, intentId),
  ]);
  return String(firstOf(results, -1)?.at ?? "") < at;
}
