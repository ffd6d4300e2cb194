import { env } from "cloudflare:workers";
import type { Bindings } from "../../src/server/env.ts";
import wrangler from "../../wrangler.toml?raw";
import { createLimiter } from "../limiter.ts";

/**
 * The rate limits of wrangler.toml. All tests share a runtime and its minute, so its limits are too high to be reached
 * (vitest.config.ts). A test of a limit brings a limiter of its own.
 */

export const LIMITERS = ["PAYMENT_LIMIT", "GIFT_LIMIT", "REPORT_LIMIT", "ORDER_LIMIT"] as const;
export type LimiterName = (typeof LIMITERS)[number];

/** A limiter's settings in wrangler.toml: for the local shop first, then for production and staging. Seconds. */
export function limitsOf(name: LimiterName): { limit: number; period: number }[] {
  const written = new RegExp(`name = "${name}"\\n.*\\nsimple = \\{ limit = (\\d+), period = (\\d+) \\}`, "g");
  return [...wrangler.matchAll(written)].map(([, limit, period]) => ({ limit: Number(limit), period: Number(period) }));
}

/** A limiter of this name for one test alone, in a minute that does not end. */
export function limiterOf(name: LimiterName): Partial<Bindings> {
  return { [name]: createLimiter(limitsOf(name)[0]?.limit ?? 0) };
}

export function realLimiterOf(name: LimiterName): Bindings["ORDER_LIMIT"] {
  return (env as unknown as Record<string, Bindings["ORDER_LIMIT"]>)[`REAL_${name}`] as Bindings["ORDER_LIMIT"];
}

/** The results of this many calls, one after the other. */
export async function inTurn<T>(times: number, call: (index: number) => T | Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index += 1) results.push(await call(index));
  return results;
}
