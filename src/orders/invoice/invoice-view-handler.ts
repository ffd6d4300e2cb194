import type { Invoice, InvoiceBuyer } from "../../ledger/invoice-rules.ts";
import type { Order } from "../../ledger/orders.ts";
import type { Trader } from "../../shared/trader.ts";
import type { InvoiceView } from "./invoice-section.tsx";
import { lastInvoice, whyNotIssued } from "./order-invoices.ts";

/** The answer to a form that makes an invoice: its outcome, and the typed values for the form. */
export type InvoiceAnswer = Partial<Pick<InvoiceView, "problems" | "done" | "unchanged">> & {
  typed?: InvoiceBuyer;
  /** The order's invoices, if they are newer than those that were read before. */
  invoices?: readonly Invoice[];
};

const EMPTY: InvoiceBuyer = { company: "", address: "", vatId: "" };

/** The order page's view of its invoices. Null if there are none, and none can be made. */
export function viewInvoices(
  order: Order | null,
  known: readonly Invoice[],
  seller: Trader,
  answer: InvoiceAnswer = {},
): InvoiceView | null {
  const invoices = answer.invoices ?? known;
  const reason = whyNotIssued(order, invoices, seller);
  const { unchanged = null, problems = {} } = answer;
  if (reason === "closed" && invoices.length === 0 && unchanged === null) return null;
  const last = lastInvoice(invoices);
  const offered = last === undefined ? EMPTY : { ...last, vatId: last.vatId ?? "" };
  return {
    documents: invoices,
    typed: reason === null ? (answer.typed ?? offered) : null,
    replaces: last?.number ?? null,
    hasNoChangesLeft: reason === "too-often",
    problems,
    done: answer.done ?? null,
    unchanged,
  };
}
