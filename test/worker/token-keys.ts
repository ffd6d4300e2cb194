import type { Bindings } from "../../src/server/env.ts";

/** Keys that sign and seal, by name, and a payment to use them for. */
export const OLD = `2025:${"A".repeat(43)}`;
export const NEW = `2026:${"B".repeat(42)}A`;
export const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";

/** A shop with these keys. The first signs. */
export function keys(...pairs: string[]): Bindings {
  return { ORDER_TOKEN_KEYS: pairs.join(",") } as unknown as Bindings;
}
