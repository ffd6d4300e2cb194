import { CONFIRMATION_COPY } from "../content/order-mail.ts";
import type { Trader } from "../shared/trader.ts";

/** The seller's data, one line each; data that is not configured is left out. */
export function traderLines({ legalName, address, email, phone, kvk, vatId }: Trader): readonly string[] {
  const { seller } = CONFIRMATION_COPY;
  const parts = [legalName, address, email, phone, kvk && `${seller.kvk} ${kvk}`, vatId && `${seller.vatId} ${vatId}`];
  return parts.flatMap((part) => part ?? []);
}
