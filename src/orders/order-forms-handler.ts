import { INVOICE_PARAMETER } from "../ledger/invoice-rules.ts";
import type { AppContext } from "../server/http/context.ts";
import { handleGiftDelivery } from "./change-delivery-handler.tsx";
import { handleInvoice } from "./make-invoice-handler.tsx";

/** `POST /bestelling/{token}`: a form of the order's page. The query names the one that makes an invoice. */
export function handleOrderForm(c: AppContext): Promise<Response> {
  return c.req.query(INVOICE_PARAMETER) === undefined ? handleGiftDelivery(c) : handleInvoice(c);
}
