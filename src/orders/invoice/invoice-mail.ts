import { type Invoice, invoiceFileName } from "../../ledger/invoice-rules.ts";
import { formatOrderNumber } from "../../ledger/order-rules.ts";
import type { Order } from "../../ledger/orders.ts";
import { composeMail } from "../../server/mail/compose-mail.ts";
import { greet } from "../../server/mail/greeting-copy.ts";
import { callingName } from "../../server/mail/greeting-rules.ts";
import { traderLines } from "../../server/mail/trader-lines-copy.ts";
import type { Mail } from "../../server/mail.ts";
import { writePdf } from "../../shared/pdf.ts";
import type { Trader } from "../../shared/trader.ts";
import { INVOICE_COPY } from "./invoice-copy.ts";
import { invoiceSheet } from "./invoice-sheet-markup.ts";

/** The mail with an order's invoices and credit notes. `page`: the address of the order's page; null if no link can be made. */
export function composeInvoiceMail(
  { intentId, buyerName = "" }: Order,
  to: string,
  invoices: readonly Invoice[],
  trader: Trader,
  page: string | null,
): Mail {
  const { subject, title, text, link } = INVOICE_COPY.mail;
  const number = formatOrderNumber(intentId);
  const mail = composeMail(to, subject(number), [
    { title },
    { text: greet(callingName(buyerName)) },
    { text: text(number) },
    ...(page === null ? [] : [{ link, href: page }]),
    { lines: traderLines(trader) },
  ]);
  const attachments = invoices.map((invoice) => ({
    filename: invoiceFileName(invoice),
    content: writePdf(invoiceSheet(invoice)),
    type: "application/pdf" as const,
  }));
  return { ...mail, attachments };
}
