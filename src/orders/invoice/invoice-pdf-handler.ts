import { type Invoice, invoiceFileName } from "../../ledger/invoice-rules.ts";
import type { AppContext } from "../../server/http/context.ts";
import { apiSecurityHeaders, KEYED_PAGE_HEADERS } from "../../server/http/security.ts";
import { writePdf } from "../../shared/pdf.ts";
import { invoiceSheet } from "./invoice-sheet-markup.ts";

/** Answers with an invoice as a PDF to keep. Only the order's page imports this module, when somebody asks. */
export function sendInvoicePdf(c: AppContext, invoice: Invoice): Response {
  return c.body(writePdf(invoiceSheet(invoice)) as Uint8Array<ArrayBuffer>, 200, {
    ...apiSecurityHeaders(),
    ...KEYED_PAGE_HEADERS,
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="${invoiceFileName(invoice)}"`,
    "cache-control": "private, no-store",
  });
}
