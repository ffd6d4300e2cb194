import { afterEach } from "vitest";
import { shop } from "./test-shop.ts";

/**
 * Runs before each file that has a shop. The files of a worker share it, and each test begins with one that has no
 * faults, an empty ledger and its usual vars, whatever a test or a file before has done.
 */
await shop.reset();
afterEach(shop.reset);
