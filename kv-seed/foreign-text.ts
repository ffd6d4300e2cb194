import type { Foreign } from "../src/paying/money/books.ts";

/** Why a charge is no sale of this shop, in words. */
export function sayForeign(foreign: Foreign): string {
  if (foreign.why === "environment") return `a sale of ${foreign.environment}`;
  return foreign.why === "currency" ? "not in euros" : "no sale of this shop";
}
