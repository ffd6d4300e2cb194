import * as fc from "fast-check";
import { afterEach, vi } from "vitest";
import { SEED } from "../full.ts";

/**
 * Runs before each file. All random values of the worker's tests begin at one seed. A text with a `maxLength` may be so
 * long: by default fast-check makes none of more than a dozen characters. No fake outlives its test.
 */
fc.configureGlobal({ seed: SEED, defaultSizeToMaxWhenMaxSpecified: true });
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
