import { env } from "cloudflare:workers";
import { type Order, type PaymentEvent, type ReportSource, recordStatements } from "../../src/ledger/orders.ts";
import { ledgerOf, type Row, type Statement, sql, type Value } from "../../src/server/database.ts";

/** The tests' ledger: workerd's D1, which all files of a worker share. */

/** Runs statements as one transaction. */
export const run = (...statements: readonly Statement[]) => ledgerOf(env)(statements);

export async function rowsOf(text: string, ...values: readonly Value[]): Promise<readonly Row[]> {
  return (await run(sql(text, ...values)))[0] ?? [];
}

/** What an event of this source says of an order, at the order's last change. */
export function newsOf(order: Order, source: ReportSource = "intent"): PaymentEvent {
  const { intentId, updatedAt: at } = order;
  return { intentId, eventId: `evt_${source}`, at, told: { kind: "report", source, report: order } };
}

/** Writes an order down as an event about it does, without the mails that a sale makes owed. */
export async function keepOrder(order: Order, source: ReportSource = "intent"): Promise<void> {
  await run(...recordStatements(newsOf(order, source)));
}

/** Removes every row, of tests of other files too. */
export async function emptyLedger(): Promise<void> {
  const tables = await rowsOf("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'");
  await run(...tables.map(({ name }) => sql(`DELETE FROM ${name}`)));
}
