import type { AppContext } from "../context.ts";
import { errorMessage, logEvent } from "../log.ts";
import { readHeader } from "./header.ts";

/** The window of every limiter in wrangler.toml, seconds: what Retry-After says. */
export const RATE_LIMIT_PERIOD_S = 60;

/** The bindings that count requests (wrangler.toml). */
export type Limiter = "PAYMENT_LIMIT" | "GIFT_LIMIT" | "REPORT_LIMIT" | "ORDER_LIMIT";

/**
 * Counts this client's request under a purpose and tells whether it may go on. A limiter that is missing or fails lets
 * everybody through and is logged: no sale and no gift is lost to the guard at the door.
 */
export async function isWithinLimit(c: AppContext, limiter: Limiter, purpose: string): Promise<boolean> {
  try {
    return (await c.env[limiter].limit({ key: `${purpose}:${clientAddress(c)}` })).success;
  } catch (error) {
    logEvent("error", "limit.unavailable", { limiter, requestId: c.get("requestId"), reason: errorMessage(error) });
    return true;
  }
}

/**
 * Counts `times` more of this client's requests: for an answer that should cost more than another, which is known only
 * afterwards. Whether the limit is reached shows at the next request. (The binding counts one a call.)
 */
export async function countFurther(c: AppContext, limiter: Limiter, purpose: string, times: number): Promise<void> {
  const key = `${purpose}:${clientAddress(c)}`;
  try {
    await Promise.all(Array.from({ length: times }, () => c.env[limiter].limit({ key })));
  } catch {
    // `isWithinLimit` has logged it for this request.
  }
}

/**
 * Whom a rate limit counts: the address that Cloudflare saw. Of an IPv6 address only the network half (/64) counts,
 * because one household or server has the whole other half to choose from.
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
