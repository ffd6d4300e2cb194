import { afterEach } from "vitest";
import { shop } from "./test-shop.ts";

/**
 * Runs before each file that has a shop. The files of a worker share it, and each test begins with one that has no
 * faults and its usual vars, whatever the file before has set.
 */
async function resetShop(): Promise<void> {
  shop.world.stripe.reset();
  shop.world.auth.reset();
  await shop.set({});
}

await resetShop();
afterEach(resetShop);
