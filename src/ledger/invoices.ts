import { fromRow, type Ledger, type Row, type Statement, sql } from "../server/database.ts";
import { foldedNames } from "../shared/folded-text.ts";
import { VAT_PERCENT } from "../shared/money.ts";
import { today } from "../shared/time.ts";
import type { Trader } from "../shared/trader.ts";
import { type Invoice, type InvoiceBuyer, MAX_CORRECTIONS } from "./invoice-rules.ts";

/**
 * Invoices and credit notes (record 0063). One statement takes the next number and writes the row. Each statement looks at
 * the rows that the order has, so to run it again changes nothing. The sum of an order's rows is what was paid less what
 * was paid back.
 */

/** `vatBreakdown` as SQL. A credit note has the rate of its invoice. */
const vatOf = (cents: string, percent: string | number = "vat_percent") =>
  `${cents} - CAST(round(${cents} * 100.0 / (100 + ${percent})) AS INTEGER)`;

const COLUMNS = `series, serial, intent_id, turn, kind, about, issued_at, supplied_at, seller, company, names, address, vat_id,
  description, incl_cents, vat_cents, vat_percent`;
/** ?1 payment, ?2 year, ?3 now. `next`: the number that is free. `net`: what the order's rows come to. */
const INSERT = `INSERT INTO invoices (${COLUMNS}) WITH
    year AS (SELECT ifnull((SELECT series FROM invoice_series WHERE year = ?2), ?2) AS series),
    next AS (SELECT series, (SELECT ifnull(max(serial), 0) + 1 FROM invoices AS i WHERE i.series = year.series) AS serial FROM year),
    net AS (SELECT count(*) AS turn, ifnull(sum(incl_cents), 0) AS cents, sum(kind = 'correction') AS corrections
      FROM invoices WHERE intent_id = ?1),
    latest AS (SELECT * FROM invoices WHERE intent_id = ?1 ORDER BY turn DESC LIMIT 1),
    active AS (SELECT * FROM invoices WHERE intent_id = ?1 AND kind = 'invoice' ORDER BY turn DESC LIMIT 1)
  SELECT next.series, next.serial, ?1, net.turn + 1,`;
/**
 * ?4 to ?7: seller and buyer, ?8 what was bought, ?9 the company as a search finds it. Also if credit notes took back all, and it is
 * paid after all: an answer to a withdrawal can be taken back.
 */
const FIRST = `${INSERT} 'invoice', (SELECT number FROM active), ?3, bought_at, ?4, ?5, ?9, ?6, ?7, ?8, amount_cents, ${vatOf("amount_cents", VAT_PERCENT)},
    ${VAT_PERCENT}
  FROM next, net, shown_orders WHERE intent_id = ?1 AND state IN ('paid', 'partlyRefunded') AND is_sale AND kept_cents > 0
    AND (net.turn = 0 OR (net.cents = 0 AND owed_cents IS NULL))`;
/** ?4 the invoice that is to be replaced, ?5 to ?7 the right buyer. Nothing is left of an order that was repaid. */
const TAKE_BACK = `${INSERT} 'correction', number, ?3, supplied_at, seller, company, names, address, vat_id, description, -net.cents,
    -(${vatOf("net.cents")}), vat_percent
  FROM next, net, active WHERE number = ?4 AND net.cents > 0 AND net.corrections < ${MAX_CORRECTIONS}
    AND (company, address, ifnull(vat_id, '')) <> (?5, ?6, ifnull(?7, '')) RETURNING number AS credit_note, intent_id`;
/** ?4 seller, ?5 to ?7 buyer, ?8 the company as a search finds it. Only right after the credit note of its own transaction. */
const REPLACE = `${INSERT} 'invoice', about, ?3, supplied_at, ?4, ?5, ?8, ?6, ?7, description, -incl_cents, -vat_cents, vat_percent
  FROM next, net, latest WHERE kind = 'correction'`;
/** A refund that failed is still owed, so what was credited stays credited. */
const CREDIT = `${INSERT} 'refund', number, ?3, supplied_at, seller, company, names, address, vat_id, description, kept_cents - net.cents,
    (${vatOf("kept_cents")}) - (${vatOf("net.cents")}), vat_percent
  FROM next, net, active, (SELECT kept_cents FROM shown_orders WHERE intent_id = ?1) WHERE kept_cents < net.cents RETURNING number AS credit_note, intent_id`;

/** Makes the invoice of an order that has none which counts, if it is a sale of which something is kept, and neither withdrawn nor disputed. */
export function firstInvoice(
  intentId: string,
  { company, address, vatId }: InvoiceBuyer,
  seller: Trader,
  description: string,
  now: Date,
): Statement {
  const buyer = [company, address, vatId || null];
  return sql(FIRST, ...placed(intentId, now), JSON.stringify(seller), ...buyer, description, foldedNames([company]));
}

/** Makes a credit note of this invoice, and a new invoice, unless the buyer on it is already the one that is wanted. */
export function replaceInvoice(
  intentId: string,
  number: string,
  { company, address, vatId }: InvoiceBuyer,
  seller: Trader,
  now: Date,
): readonly Statement[] {
  const at = placed(intentId, now);
  const buyer = [company, address, vatId || null];
  return [
    sql(TAKE_BACK, ...at, number, ...buyer),
    sql(REPLACE, ...at, JSON.stringify(seller), ...buyer, foldedNames([company])),
  ];
}

/** Makes a credit note of what was paid back and not credited yet. In the transaction of everything that changes an order. */
export function creditRefunded(intentId: string, now: Date): Statement {
  return sql(CREDIT, ...placed(intentId, now));
}

function placed(intentId: string, now: Date): [intentId: string, year: string, at: string] {
  return [intentId, today(now).slice(0, 4), now.toISOString()];
}

/** Reads the invoices and credit notes of an order, the first first; they come as rows that `toInvoice` reads. */
export function selectInvoices(intentId: string): Statement {
  return sql("SELECT * FROM invoices WHERE intent_id = ?1 ORDER BY turn", intentId);
}

/** The invoice in a row of `invoices`. The schema has checked what is in it. */
export function toInvoice(row: Row): Invoice {
  return fromRow<Invoice>(row, "seller");
}

/** The numbers of the invoices and credit notes of each payment that has any. Rejects if the ledger is away. */
export async function readInvoiceNumbers(ledger: Ledger): Promise<ReadonlyMap<string, string>> {
  const numbers =
    "SELECT intent_id, group_concat(number, ' ' ORDER BY turn) AS numbers FROM invoices GROUP BY intent_id";
  const [rows = []] = await ledger([sql(numbers)]);
  return new Map(rows.map((row) => [String(row.intent_id), String(row.numbers)]));
}
