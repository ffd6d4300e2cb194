import * as fc from "fast-check";
import { afterEach, vi } from "vitest";
import { SEED } from "../full.ts";

/** Runs before each file: all random values of the worker's tests begin at one seed, and no fake outlives its test. */
fc.configureGlobal({ seed: SEED });
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
