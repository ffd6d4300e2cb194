import type { Trader } from "../../shared/trader.ts";

/** The seller's data, one line each; data that is not configured is left out. */
export function traderLines({ legalName, address, email, phone, kvk, vatId }: Trader): readonly string[] {
  const parts = [legalName, address, email, phone, kvk && `KvK ${kvk}`, vatId && `Btw-id ${vatId}`];
  return parts.flatMap((part) => part ?? []);
}
