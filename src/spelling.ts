import type { MiddlewareHandler } from "hono";
import { spellQuestionNumber } from "./free/quiz/quiz-rules.ts";
import { spellGiftCode, spellGiftName } from "./gifts/gift-address-rules.ts";
import { spellOrderToken } from "./ledger/order-rules.ts";
import type { AppContext, AppEnv } from "./server/http/context.ts";
import { apiSecurityHeaders } from "./server/http/security.ts";
import { PRODUCT_IDS } from "./shared/courses.ts";
import { PATHS, spellProduct } from "./shared/paths.ts";

/**
 * An address has one spelling (record 0073). Hono's router matches paths as they were sent. Any other spelling of an
 * address (percent-encoding, capitals, empty segments) is redirected to it.
 */

/** Addresses with a parameter at their end: the canonical parameter, or null if it is invalid. */
const SPELLINGS: Readonly<Record<string, (parameter: string) => string | null>> = {
  [PATHS.quizQuestion]: spellQuestionNumber,
  [PATHS.giftPayment]: (said) => PRODUCT_IDS.map(spellProduct).find((known) => known === said.toLowerCase()) ?? null,
  [PATHS.giftCode]: spellGiftCode,
  [PATHS.giftName]: spellGiftName,
  [PATHS.orderStatus]: spellOrderToken,
};
const PREFIXES = Object.entries(SPELLINGS).map(([path, spell]) => ({
  prefix: path.slice(0, path.indexOf(":")),
  spell,
}));

/** The canonical path and its parameter. `path` is empty if the parameter is invalid. Null for no address of ours. */
export function spellPath(sent: string): { path: string; parameter: string } | null {
  const decoded = decodeSegments(sent);
  const path = `/${(decoded ?? sent.split("/").slice(1)).map((name) => name.replaceAll("/", "%2F")).join("/")}`;
  const folded = path.toLowerCase();
  const found = PREFIXES.find(
    ({ prefix }) =>
      folded.startsWith(prefix) && folded.length > prefix.length && !folded.slice(prefix.length).includes("/"),
  );
  if (found === undefined || folded === PATHS.giveGift)
    return decoded === null ? null : { path: folded, parameter: "" };
  const said = path.slice(found.prefix.length).replaceAll("%2F", "/");
  const parameter = decoded === null ? null : found.spell(said);
  if (parameter === null) return { path: "", parameter: said };
  return { path: found.prefix + encodeURIComponent(parameter), parameter };
}

/** Sets the parameter of an address that has one, and redirects another spelling of it. */
export const oneSpelling: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { path, parameter } = spellPath(c.req.path) ?? { path: "", parameter: "" };
  if (path !== "" && path !== c.req.path) return isRead(c) ? redirectTo(c, path) : c.notFound();
  c.set("path", path);
  c.set("parameter", parameter);
  return next();
};

/** Redirects a reader to the same address in another spelling. Not stored, because the address may name a gift. */
export function redirectTo(c: AppContext, path: string): Response {
  const location = path + new URL(c.req.url).search;
  return c.body(null, 308, { ...apiSecurityHeaders(), "cache-control": "no-store", location });
}

export function isRead(c: AppContext): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}

/** The decoded names between the slashes, without empty ones. Null for a malformed encoding or a dot segment. */
function decodeSegments(path: string): readonly string[] | null {
  try {
    const segments = path
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
    return segments.includes(".") || segments.includes("..") ? null : segments;
  } catch {
    return null;
  }
}
