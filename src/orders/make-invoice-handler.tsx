import { describeItem } from "../courses/products-copy.ts";
import { INVOICE_FIELDS, INVOICE_PARAMETER, INVOICE_VALUES } from "../ledger/invoice-rules.ts";
import type { AppContext } from "../server/http/context.ts";
import { type FormLimits, readForm } from "../server/http/form.ts";
import { seeOther } from "../server/http/json.ts";
import { countFurther, RATE_LIMIT_PERIOD_S, UNAVAILABLE_RETRY_S } from "../server/http/rate-limit.ts";
import { KEYED_PAGE_HEADERS } from "../server/http/security.ts";
import { traced } from "../server/http/trace.ts";
import { INVOICE_COPY } from "./invoice/invoice-copy.ts";
import { checkInvoiceBuyer, readInvoiceBuyer } from "./invoice/invoice-form.ts";
import { InvoiceForm } from "./invoice/invoice-section.tsx";
import type { InvoiceAnswer } from "./invoice/invoice-view-handler.ts";
import { issueInvoice, whyNotIssued } from "./invoice/order-invoices.ts";
import { answerOrder, openOrder } from "./order-handler.tsx";

/** Every field full, each character percent-encoded, and more, so that what is too long is shown again. */
const FORM_LIMITS: FormLimits = { maxBytes: 8 * 1024, limiter: "ORDER_LIMIT", purpose: "invoice" };
/** The cost of an invoice, of the 60 that a client has in a minute (`ORDER_LIMIT`): six a minute. */
const COST_OF_INVOICE = 10;

/**
 * `POST /bestelling/{token}?factuur=aanvragen`: makes an order's invoice, or replaces the one that the form names. Then the
 * browser is sent back to the page, so that a reload makes nothing again.
 */
export async function handleInvoice(c: AppContext): Promise<Response> {
  const form = await readForm(c, FORM_LIMITS);
  const buyer = typeof form === "number" ? null : readInvoiceBuyer(form);
  const replaces = typeof form === "number" ? null : form.get(INVOICE_FIELDS.replaces) || null;
  const action = c.get("path");
  const opened = await openOrder(
    c,
    buyer && { text: INVOICE_COPY.kept, form: <InvoiceForm {...{ action, replaces }} typed={buyer} /> },
  );
  if (opened instanceof Response) return opened;
  const answer = (invoice: InvoiceAnswer, status: number, retryS?: number) =>
    answerOrder(c, opened, { invoice, status, retryS });

  if (form === 429) return answer({ unchanged: "tooMany" }, 429, RATE_LIMIT_PERIOD_S);
  if (typeof form === "number" || buyer === null) return answer({ unchanged: "unreadable" }, Number(form));
  const { intentId, stored, invoices } = opened;
  const { trader: seller } = c.get("shop").settings;
  const reason = whyNotIssued(stored, invoices, seller);
  if (stored === null || (reason !== null && reason !== "too-often")) return answer({ unchanged: "closed" }, 409);
  const problems = checkInvoiceBuyer(buyer);
  if (Object.keys(problems).length > 0) return answer({ typed: buyer, problems }, 422);
  await countFurther(c, "ORDER_LIMIT", FORM_LIMITS.purpose, COST_OF_INVOICE - 1);
  const description = describeItem(stored.productId, stored.gift !== undefined);
  const issue = issueInvoice(c.get("shop"), intentId, { buyer, description, replaces });
  const outcome = await traced(c, "ledger", issue, ({ status }) => status);
  if (outcome.status === "issued")
    return seeOther(
      c,
      `${action}?${INVOICE_PARAMETER}=${INVOICE_VALUES.made}#${INVOICE_PARAMETER}`,
      KEYED_PAGE_HEADERS,
    );
  const { status } = outcome;
  // Of a failure nobody knows what was made: then the page shows what it read before.
  if (status === "unavailable") return answer({ typed: buyer, unchanged: status }, 503, UNAVAILABLE_RETRY_S);
  return answer({ unchanged: reason ?? status, invoices: outcome.invoices }, 409);
}
