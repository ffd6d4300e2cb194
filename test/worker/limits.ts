import type { Bindings } from "../../src/server/env.ts";
import wrangler from "../../wrangler.toml?raw";
import { createLimiter } from "../limiter.ts";

/**
 * The rate limits of wrangler.toml. All tests share a runtime and its minute, so its limits are too high to be reached
 * (vitest.config.ts). A test of a limit brings a limiter of its own.
 */

export type LimiterName = "PAYMENT_LIMIT" | "GIFT_LIMIT" | "REPORT_LIMIT" | "ORDER_LIMIT";

/** A limiter of this name for one test alone, in a minute that does not end. The shops have the same limits (house/wrangler.test.ts). */
export function limiterOf(name: LimiterName): Partial<Bindings> {
  const [, limit] =
    new RegExp(`name = "${name}"\\n.*\\nsimple = \\{ limit = (\\d+), period = 60 \\}`).exec(wrangler) ?? [];
  return { [name]: createLimiter(Number(limit)) };
}

/** The results of this many calls, one after the other. */
export async function inTurn<T>(times: number, call: (index: number) => T | Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index += 1) results.push(await call(index));
  return results;
}
