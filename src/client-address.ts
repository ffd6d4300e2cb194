import type { AppContext } from "./request.ts";

/**
 * Whom a rate limit counts: the address that Cloudflare saw. Of an IPv6 address only the network half (/64) counts,
 * because one household or server has the whole other half to choose from.
 */
export function clientAddress(c: AppContext): string {
  const address = c.req.header("cf-connecting-ip") ?? "unknown";
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
