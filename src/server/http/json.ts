import { PATHS } from "../../shared/paths.ts";
import { joinBytes } from "../bytes.ts";
import { API_ERRORS, type ApiErrorCode } from "./api-errors-copy.ts";
import type { AppContext } from "./context.ts";
import { readHeader } from "./header.ts";
import { RATE_LIMIT_PERIOD_S, UNAVAILABLE_RETRY_S } from "./rate-limit.ts";
import { apiSecurityHeaders } from "./security.ts";
import { traceOf } from "./trace.ts";

/** Shared by the JSON endpoints: the form of their answers, and reading a body without trusting its size. */

const STATUS_OF = {
  malformed_request: 400,
  invalid_signature: 400,
  invalid_token: 401,
  foreign_origin: 403,
  https_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  address_too_long: 414,
  unsupported_media_type: 415,
  payment_unknown: 404,
  payment_settled: 409,
  payment_canceled: 409,
  payment_of_other_buyer: 409,
  price_not_offered: 422,
  rate_limited: 429,
  unexpected: 500,
  payment_provider_failed: 502,
  payment_provider_unreachable: 502,
  not_configured: 503,
  gifts_not_sold: 503,
  unavailable: 503,
} as const satisfies Record<ApiErrorCode, number>;

/** Addresses for programs that are not below `/api/`. */
const PROGRAM_PATHS: ReadonlySet<string> = new Set([PATHS.cspReport, PATHS.interstitialTargets, PATHS.health]);

/** Whether programs call this path. If so, every error on it is JSON. */
export function isForPrograms(path: string): boolean {
  return path.toLowerCase().startsWith("/api/") || PROGRAM_PATHS.has(path);
}

/** Whether the request comes from the page's script, which wants JSON, and not from the browser itself. */
export function wantsJson(c: AppContext): boolean {
  return readHeader(c, "accept") === "application/json";
}

/** The error `{"error": {"code", "message"}}` with the code's status (given 6.6). */
export function apiError(c: AppContext, code: ApiErrorCode, headers: Readonly<Record<string, string>> = {}): Response {
  // The limiter has told of its own, and so has whoever threw.
  if (code !== "rate_limited" && code !== "unexpected") traceOf(c).causes.push(code);
  return c.json({ error: { code, message: API_ERRORS[code] } }, STATUS_OF[code], { ...apiHeaders(), ...headers });
}

export function tooManyRequests(c: AppContext): Response {
  return apiError(c, "rate_limited", { "retry-after": String(RATE_LIMIT_PERIOD_S) });
}

/** Answers 503 to a request that may be made again after these seconds. */
export function unavailable(
  c: AppContext,
  retryS = UNAVAILABLE_RETRY_S,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return apiError(c, "unavailable", { ...headers, "retry-after": String(retryS) });
}

/** Answers 401 to a request with an invalid token; `reason` null: without any token (RFC 6750, section 3). */
export function refuseToken(c: AppContext, reason: string | null): Response {
  const problem = reason === null ? "" : ` error="invalid_token", error_description="${reason}"`;
  return apiError(c, "invalid_token", { "www-authenticate": `Bearer${problem}` });
}

/** Headers of an answer that is for this caller only. */
export function apiHeaders(): Record<string, string> {
  return { ...apiSecurityHeaders(), "cache-control": "no-store" };
}

/** Leads a browser to another address, which it asks for by GET. Nothing keeps this answer. */
export function seeOther(c: AppContext, location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return c.body(null, 303, { ...apiHeaders(), ...headers, location });
}

/** The body's bytes. Returns null, and stops reading, if it is longer than `maxBytes`. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}

/** The parsed body. Undefined if it is not JSON in UTF-8. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
