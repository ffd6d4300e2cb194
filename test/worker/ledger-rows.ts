import { env } from "cloudflare:workers";
import { type Order, type ReportSource, readOrder, recordStatements } from "../../src/ledger/orders.ts";
import { UNKNOWN } from "../../src/paying/money/payments-of.ts";
import { ledgerOf, type Row, type Statement, sql, type Value } from "../../src/server/database.ts";

/** The tests' ledger: workerd's D1, which all files of a worker share. */

export const run = (...statements: readonly Statement[]) => ledgerOf(env)(statements);

export async function rowsOf(text: string, ...values: readonly Value[]): Promise<readonly Row[]> {
  return (await run(sql(text, ...values)))[0] ?? [];
}

export const orderOf = (intentId: string) => readOrder(ledgerOf(env), intentId);

/** A sale of €39.00 that was paid at this time, with these changes. */
export function paidOrder(changes: Partial<Order>, time = "2026-07-01T22:10:00.000Z"): Order {
  const times = { createdAt: time, paidAt: time, updatedAt: time, boughtAt: time };
  const money = { amountCents: 3900, keptCents: 3900, currency: "eur" };
  return { intentId: "pi_1", status: "paid", ...money, ...times, ...UNKNOWN, ...changes };
}

/** A gift of KVB1 that is given at once. */
export const WISH = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;

/** What an event of this source says of an order, at the order's last change. */
export function newsOf(order: Order, source: ReportSource = "intent") {
  const { intentId, updatedAt: at } = order;
  return { intentId, eventId: `evt_${source}`, at, told: { kind: "report" as const, source, report: order } };
}

/** Writes an order down as an event about it does, without the mails that a sale makes owed. */
export async function keepOrder(order: Order, source: ReportSource = "intent"): Promise<void> {
  await run(...recordStatements(newsOf(order, source)));
}

const AT = "2026-11-22T10:00:00.000Z";
const PAID = { status: "paid", amount_cents: 3900, currency: "eur", created_at: AT };
const LEAST: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  mails: { kind: "confirmation", about: "pi_1", state: "due", due_at: AT },
  deliveries: { intent_id: "pi_1", state: "awaited", at: AT },
  refunds: { id: "re_1", intent_id: "pi_1", cents: 3900, created_at: AT },
  disputes: { id: "du_1", intent_id: "pi_1", stage: 1, event_at: AT },
  orders: { ...PAID, updated_at: AT },
  payment_reports: { intent_id: "pi_1", source: "intent", event_id: "evt_1", event_at: AT, ...PAID },
  withdrawals: {
    reference: "HR-1",
    received_at: AT,
    recorded_at: AT,
    name: "Jan",
    contract: "KVB1",
    email: "jan@example.nl",
    mailbox: "jan@example.nl",
    is_proven: 0,
    receipt: "facts",
    notice: "now",
  },
  invoices: {
    series: "2026",
    serial: 1,
    intent_id: "pi_1",
    turn: 1,
    kind: "invoice",
    issued_at: AT,
    supplied_at: AT,
    seller: "{}",
    company: "Jansen BV",
    address: "Dijk 2",
    description: "Cursus",
    incl_cents: 3900,
    vat_cents: 677,
    vat_percent: 21,
  },
};

/** Inserts a row of a table with these columns, and what they need beside them. */
export function row(table: string, columns: Readonly<Record<string, Value>> = {}): Statement {
  const whole = { ...LEAST[table], ...columns };
  const names = Object.keys(whole);
  return sql(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`, ...Object.values(whole));
}

/** Orders show what was written of them as rows. */
export const refreshed = sql("INSERT OR REPLACE INTO orders SELECT * FROM joined_orders");

/** What is stored of a payment, and the mails about it. */
export async function tracesOf(intentId: string): Promise<readonly Row[]> {
  const tables = ["payment_reports", "refunds", "disputes", "orders", "gifts", "deliveries"];
  const rows = tables.map((table) => rowsOf(`SELECT * FROM ${table} WHERE intent_id = ?1`, intentId));
  return (await Promise.all([...rows, rowsOf("SELECT * FROM mails WHERE about = ?1", intentId)])).flat();
}

/** Removes every row, of tests of other files too. */
export async function emptyLedger(): Promise<void> {
  const tables = await rowsOf("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'");
  await run(...tables.map(({ name }) => sql(`DELETE FROM ${name}`)));
}
