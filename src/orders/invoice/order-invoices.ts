import { canInvoice, type Invoice, type InvoiceBuyer, MAX_CORRECTIONS } from "../../ledger/invoice-rules.ts";
import { creditRefunded, firstInvoice, replaceInvoice, selectInvoices, toInvoice } from "../../ledger/invoices.ts";
import type { Order } from "../../ledger/orders.ts";
import { errorMessage, logEvent } from "../../server/log.ts";
import type { Shop } from "../../server/shop.ts";
import type { Trader } from "../../shared/trader.ts";

/** Invoices that buyers ask for on the order page. */

/**
 * The reason why nothing was made. `closed`: this order gets none now. `other`: it has an invoice with other data, which the
 * form did not know.
 */
type NotIssuedReason = "closed" | "other" | "too-often" | "unavailable";

/** The reason why the buyer of an order can ask for no invoice, or correct none; null if they can. */
export function whyNotIssued(
  order: Order | null,
  invoices: readonly Invoice[],
  seller: Trader,
): "closed" | "too-often" | null {
  if (order === null || order.unconfirmable === "no-sale" || !canInvoice(seller)) return "closed";
  if ((order.state !== "paid" && order.state !== "partlyRefunded") || order.keptCents === 0) return "closed";
  // A refund that failed after its credit note left nothing to correct.
  if (order.owedCents !== undefined && invoices.length > 0 && lastInvoice(invoices) === undefined) return "closed";
  return invoices.filter(({ kind }) => kind === "correction").length < MAX_CORRECTIONS ? null : "too-often";
}

/** The invoice that counts: the last, unless credit notes took back all. */
export function lastInvoice(documents: readonly Invoice[]): Invoice | undefined {
  if (documents.reduce((sum, { inclCents }) => sum + inclCents, 0) === 0) return undefined;
  return documents.findLast(({ kind }) => kind === "invoice");
}

/** Whether this buyer is on an invoice. */
export function isFor({ company, address, vatId = "" }: Invoice, buyer: InvoiceBuyer): boolean {
  return company === buyer.company && address === buyer.address && vatId === buyer.vatId;
}

type Asked = {
  buyer: InvoiceBuyer;
  description: string;
  /** The number of the invoice that the buyer saw; null: none. */
  replaces: string | null;
};

/**
 * Makes an order's invoice, or replaces it. The answer is what the ledger has, so the same form again is answered the same.
 * Never rejects.
 */
export async function issueInvoice(
  shop: Shop,
  intentId: string,
  { buyer, description, replaces }: Asked,
): Promise<{ status: "issued" } | { status: NotIssuedReason; invoices: readonly Invoice[] }> {
  try {
    const { now, ledger } = shop;
    const { trader: seller } = shop.settings;
    const results = await ledger([
      ...(replaces === null
        ? [firstInvoice(intentId, buyer, seller, description, now), creditRefunded(intentId, now)]
        : replaceInvoice(intentId, replaces, buyer, seller, now)),
      selectInvoices(intentId),
    ]);
    const invoices = (results.at(-1) ?? []).map(toInvoice);
    const last = lastInvoice(invoices);
    if (last === undefined) return { status: "closed", invoices };
    if (!isFor(last, buyer)) return { status: "other", invoices };
    logEvent("info", "invoice.issued", { intentId, number: last.number });
    return { status: "issued" };
  } catch (error) {
    logEvent("error", "invoice.unissued", { intentId, reason: errorMessage(error) });
    return { status: "unavailable", invoices: [] };
  }
}
