import type { KvEntry } from "../src/server/kv-store.ts";
import { OFFERS } from "../src/shared/courses.ts";

/** The key of all bridge pages of a product, in files only: `bridge-*-vb1`. */
const productKey = (key: string) => key.replace(/^bridge-\d+incl-/, "bridge-*-");

/**
 * Replaces the entry of all bridge pages of a product by one for each page, with the page's price, so that a file need
 * not know the prices. A page's own entry takes precedence. A value that is not JSON is left as it is.
 */
export function expandCourseKeys<Entry extends Pick<KvEntry, "key" | "value">>(entries: readonly Entry[]): Entry[] {
  const own = new Set(entries.map(({ key }) => key));
  return entries.flatMap((entry) => {
    const offers = OFFERS.filter(({ key }) => productKey(key) === entry.key && !own.has(key));
    if (!OFFERS.some(({ key }) => productKey(key) === entry.key)) return [entry];
    return offers.map(({ key, priceCents }) => ({ ...entry, key, value: withPrice(entry.value, priceCents / 100) }));
  });
}

function withPrice(value: string, price: number): string {
  try {
    return JSON.stringify({ ...JSON.parse(value), price });
  } catch {
    return value;
  }
}
