import { type Invoice, invoiceFileName } from "../../ledger/invoice-rules.ts";
import { apiSecurityHeaders, KEYED_PAGE_HEADERS } from "../../server/http/security.ts";
import { writePdf } from "../../shared/pdf.ts";
import { invoiceSheet } from "./invoice-sheet-markup.ts";

/** Answers with an invoice as a PDF to keep. This module is imported only when somebody asks. */
export function sendInvoicePdf(invoice: Invoice): Response {
  return new Response(writePdf(invoiceSheet(invoice)) as Uint8Array<ArrayBuffer>, {
    headers: {
      ...apiSecurityHeaders(),
      ...KEYED_PAGE_HEADERS,
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${invoiceFileName(invoice)}"`,
      "cache-control": "private, no-store",
    },
  });
}
