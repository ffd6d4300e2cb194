import type { Buyer } from "./buyer.ts";
import { surroundings } from "./surroundings.ts";

/**
 * Name and e-mail address of this tab's buyer, until a payment is made: a buyer who comes back from a bank, or reloads,
 * finds them again. A consent is never kept, because it must be given.
 */

const STORAGE_KEY = "checkout-buyer";

export type KeptBuyer = Pick<Buyer, "name" | "email">;

export function keepBuyer({ name, email }: KeptBuyer): void {
  if (name || email) surroundings.tab.set(STORAGE_KEY, JSON.stringify([name, email]));
  else forgetBuyer();
}

export function forgetBuyer(): void {
  surroundings.tab.delete(STORAGE_KEY);
}

/** The kept buyer; empty texts if there is none. */
export function readKeptBuyer(): KeptBuyer {
  try {
    const [name, email] = JSON.parse(surroundings.tab.get(STORAGE_KEY) ?? "") as unknown[];
    return { name: String(name), email: String(email) };
  } catch {
    return { name: "", email: "" };
  }
}
