import { type Invoice, MAX_CORRECTIONS } from "../../src/ledger/invoice-rules.ts";
import { toInvoice } from "../../src/ledger/invoices.ts";
import type { Row } from "../../src/server/database.ts";
import { vatBreakdown } from "../../src/shared/money.ts";
import { shortId } from "./order-page.ts";
import type { World } from "./world.ts";

/** The shop's promises about invoices: their numbers, and that their sums are the money that was kept. */

export function checkInvoices(world: World): void {
  const rows = world.database.rows("SELECT * FROM invoices ORDER BY series, serial");
  checkNumbers(world, rows);
  const byOrder = Map.groupBy(
    rows.toSorted((one, other) => Number(one.turn) - Number(other.turn)),
    ({ intent_id }) => String(intent_id),
  );
  for (const [intentId, own] of byOrder) checkOrder(world, intentId, own.map(toInvoice));
  for (const intentId of world.invoiced)
    if (!byOrder.has(intentId)) world.fail(`an invoice of ${shortId(intentId)} was said to be made, and is not there`);
}

/** Each series counts from 1 without a gap, and a later number is never of an earlier moment. */
function checkNumbers({ fail }: World, rows: readonly Row[]): void {
  for (const [series, own] of Map.groupBy(rows, ({ series }) => String(series))) {
    own.forEach(({ serial, number, issued_at: at }, index) => {
      if (serial !== index + 1) fail(`the invoices of ${series} have a gap before ${number}`);
      const before = own[index - 1]?.issued_at;
      if (before !== undefined && String(before) > String(at))
        fail(`the invoice ${number} is older than the one before`);
    });
  }
}

function checkOrder(world: World, intentId: string, invoices: readonly Invoice[]): void {
  const says = (what: string) => world.fail(`the invoices of ${shortId(intentId)} ${what}`);
  const [first, ...later] = invoices;
  if (first?.kind !== "invoice") says("do not begin with an invoice");
  later.forEach((invoice, index) => {
    const before = invoices[index];
    if (invoice.kind === "invoice") {
      // A corrected invoice: a credit note of what was left, and a new invoice of the same.
      if (before?.kind !== "correction" || before.about !== invoice.about)
        says(`have ${invoice.number}, and no credit note before it`);
      else if (before.inclCents !== -invoice.inclCents || before.vatCents !== -invoice.vatCents)
        says(`replace ${before.inclCents} cents by ${invoice.inclCents}`);
    } else if (invoice.kind === "correction" && later[index + 1]?.kind !== "invoice")
      says(`have the credit note ${invoice.number}, and no invoice after it`);
    if (!invoices.slice(0, index + 1).some(({ number }) => number === invoice.about))
      says(`have ${invoice.number}, which is about ${invoice.about}`);
  });
  if (invoices.filter(({ kind }) => kind === "correction").length > MAX_CORRECTIONS) says("were corrected too often");
  checkSums(world, intentId, invoices);
}

/** What was paid less what was paid back. A refund that failed is still owed, so its credit note may stay. */
function checkSums({ database, provider, fail }: World, intentId: string, invoices: readonly Invoice[]): void {
  const [order] = database.rows(
    "SELECT amount_cents, ifnull(refunded_cents, 0) AS back FROM orders WHERE intent_id = ?1",
    intentId,
  );
  const keptCents = Number(order?.amount_cents) - Number(order?.back);
  const failedCents = provider.account
    .of("refunds", intentId)
    .filter(({ status }) => status === "failed" || status === "canceled")
    .reduce((cents, { amount }) => cents + amount, 0);
  const sumOf = (part: "inclCents" | "vatCents") => invoices.reduce((cents, invoice) => cents + invoice[part], 0);
  const sumCents = sumOf("inclCents");
  if (sumCents > keptCents || sumCents < Math.max(0, keptCents - failedCents))
    fail(`the invoices of ${shortId(intentId)} come to ${sumCents} cents, and ${keptCents} were kept`);
  if (sumOf("vatCents") !== vatBreakdown(sumCents).vatCents)
    fail(`the VAT of the invoices of ${shortId(intentId)} is ${sumOf("vatCents")} cents of ${sumCents}`);
}
