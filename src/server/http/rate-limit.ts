import { errorMessage, logEvent } from "../log.ts";
import type { AppContext } from "./context.ts";
import { readHeader } from "./header.ts";
import { traceOf } from "./trace.ts";

/** The window of every limiter in wrangler.toml, seconds, for Retry-After. */
export const RATE_LIMIT_PERIOD_S = 60;
/** When something that the shop could not read or store may be asked again, seconds, for Retry-After. */
export const UNAVAILABLE_RETRY_S = 30;
/** The same of what a program asks again by itself: Stripe's events, a payment's state, the map of targets. */
export const PROGRAM_RETRY_S = 5;

/** The bindings that count requests (wrangler.toml). */
export type Limiter = "PAYMENT_LIMIT" | "GIFT_LIMIT" | "REPORT_LIMIT" | "ORDER_LIMIT";

/**
 * Counts this client's request under a purpose, `cost` times if it is answered. Returns whether it is within the limit;
 * if not, that is a cause of the answer. If the limiter is missing or fails, it returns true and logs that: no sale and no
 * gift may be lost to a limiter.
 */
export async function isWithinLimit(c: AppContext, limiter: Limiter, purpose: string, cost = 1): Promise<boolean> {
  try {
    const { success } = await c.env[limiter].limit({ key: `${purpose}:${clientAddress(c)}` });
    if (success) await countFurther(c, limiter, purpose, cost - 1);
    else traceOf(c).causes.push("rate_limited");
    return success;
  } catch (error) {
    logEvent("error", "limit.unavailable", {
      limiter,
      requestId: c.get("shop").requestId,
      reason: errorMessage(error),
    });
    return true;
  }
}

/**
 * Counts `times` more requests of this client, for an answer whose cost is known only afterwards. The limit shows at
 * the next request. (The binding counts one per call.) Never rejects.
 */
export async function countFurther(c: AppContext, limiter: Limiter, purpose: string, times: number): Promise<void> {
  const key = `${purpose}:${clientAddress(c)}`;
  try {
    await Promise.all(Array.from({ length: times }, () => c.env[limiter].limit({ key })));
  } catch {
    // `isWithinLimit` has logged this for the request.
  }
}

/**
 * The client that a rate limit counts: the address that Cloudflare saw. For IPv6 only the network half (/64) counts,
 * because one household or server can choose any value of the other half.
 */
function clientAddress(c: AppContext): string {
  const address = readHeader(c, "cf-connecting-ip") ?? "unknown";
  return address.includes(":") ? networkOf(address) : address;
}

/** The first four groups of an IPv6 address, written out: `2001:db8::1` -> `2001:db8:0:0`. */
function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::", 2);
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4).join(":");
}
