import { describeItem } from "../courses/products-copy.ts";
import { INVOICE_FIELD_NAMES, type Invoice } from "../ledger/invoice-rules.ts";
import { selectInvoices, toInvoice } from "../ledger/invoices.ts";
import { checkInvoiceBuyer, readInvoiceBuyer } from "../orders/invoice/invoice-form.ts";
import { sendInvoicePdf } from "../orders/invoice/invoice-pdf-handler.ts";
import { problemText } from "../orders/invoice/invoice-section.tsx";
import { isFor, issueInvoice, lastInvoice, whyNotIssued } from "../orders/invoice/order-invoices.ts";
import { oweInvoices } from "../orders/resend.ts";
import { firstOf, sql } from "../server/database.ts";
import { type ActRefusal, defineAct } from "./act.ts";
import { ACTS_COPY } from "./acts-copy.ts";
import { type AskedOrder, askedOrder } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";
import { sayInvoice } from "./order-words-handler.ts";

/** The invoices of an order, made and corrected as its buyer can on the order's page, mailed, and as PDF. */

const { invoice: MAKE, mailInvoices: MAIL } = ACTS_COPY;

/** Makes the invoice of an order, or a credit note of it and a new one. */
export const previewInvoice = defineAct(MAKE, askedInvoices, async (desk, { order, number, invoices }) => {
  const { shop, params } = desk;
  const seller = shop.settings.trader;
  const why = whyNotIssued(order, invoices, seller);
  if (why !== null) return MAKE.refusals[why];
  const buyer = readInvoiceBuyer(params);
  const problems = checkInvoiceBuyer(buyer);
  const problem = INVOICE_FIELD_NAMES.flatMap((field) => problemText(field, problems[field], buyer) ?? [])[0];
  if (problem !== undefined) return problem;
  const last = lastInvoice(invoices);
  const { company, address, vatId } = buyer;
  if (last !== undefined && isFor(last, buyer)) return MAKE.same;
  const replaces = last?.number ?? null;
  const description = describeItem(order.productId, order.gift !== undefined);
  return {
    what: MAKE.what(number),
    before: replaces === null ? "" : MAKE.before(replaces),
    facts: [
      [MAKE.company, company],
      [MAKE.address, address],
      [MAKE.vatId, vatId === "" ? MAKE.none : vatId],
      [MAKE.replaces, replaces ?? undefined],
    ],
    follows: replaces === null ? MAKE.follows.first : MAKE.follows.again,
    async perform() {
      const { status } = await issueInvoice(shop, order.intentId, { buyer, description, replaces });
      if (status === "issued") return { state: "done", said: MAKE.done };
      return { state: status === "unavailable" ? "unknown" : "refused", said: MAKE.refusals[status] };
    },
  };
});

/** Mails the invoices and credit notes of an order to its buyer. */
export const previewInvoiceMail = defineAct(MAIL, askedInvoices, async ({ shop }, { order, number, invoices }) => {
  if (order.email === undefined) return ACTS_COPY.confirm.refusals.erased;
  if (invoices.length === 0) return MAIL.nothing;
  return {
    what: MAIL.what(number),
    before: "",
    facts: [
      [ACTS_COPY.confirm.to, order.email],
      [MAIL.files, invoices.map(sayInvoice)],
    ],
    async perform() {
      await shop.ledger(oweInvoices(order.intentId, shop.now));
      return { state: "done", said: MAIL.done };
    },
  };
});

async function askedInvoices(desk: Desk): Promise<(AskedOrder & { invoices: readonly Invoice[] }) | ActRefusal> {
  const asked = await askedOrder(desk);
  if ("refusal" in asked) return asked;
  const [rows = []] = await desk.shop.ledger([selectInvoices(asked.order.intentId)]);
  return { ...asked, invoices: rows.map(toInvoice) };
}

/** `GET /beheer/facturen/{number}`: an invoice or a credit note as PDF. Null if there is none with this number. */
export async function sendInvoiceFile({ shop: { ledger } }: Desk, number: string): Promise<Response | null> {
  const row = firstOf(await ledger([sql("SELECT * FROM invoices WHERE number = ?1", number)]), 0);
  return row === null ? null : sendInvoicePdf(toInvoice(row));
}
