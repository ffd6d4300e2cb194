import { vi } from "vitest";
import { shop } from "../browser/test-shop.ts";

/** Fixes the time, the shop's address and the random ids of every picture. A setup file: it runs before a test file. */

/** A Monday in winter, by day in the Netherlands. */
const NOW = new Date("2026-11-23T10:00:00.000Z");
vi.setSystemTime(NOW);
Object.assign(shop.usual, { now: NOW.getTime(), vars: { SITE_ORIGIN: "http://localhost:8787" } });

let state = 1;
vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
  const bytes = new Uint8Array((array as Uint8Array).buffer);
  for (let index = 0; index < bytes.length; index += 1) {
    // A linear congruential generator (Numerical Recipes); its high bits are the more random ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return array;
});

/** Resets the shop, and begins new ids for this picture: they differ from those of other pictures, which share its KV. */
export async function beginAnew(picture: string): Promise<void> {
  await shop.reset();
  state = [...picture].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 1) >>> 0;
}
