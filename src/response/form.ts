import type { AppContext } from "../context.ts";
import { mediaType } from "./header.ts";
import { readBody } from "./json.ts";
import { isWithinLimit, type Limiter } from "./rate-limit.ts";
import { isSameOrigin } from "./same-origin.ts";
import { traceOf } from "./trace.ts";

/** How much of a form is read, bytes, and what counts how often a client sends one, under a purpose of its own. */
export type FormLimits = { maxBytes: number; limiter: Limiter; purpose: string };

/**
 * The fields of a form that one of our own pages sent, or the status of the answer to anything else. The body is read
 * last: who sends too much or too often is refused for nothing.
 */
export async function readForm(
  c: AppContext,
  { maxBytes, limiter, purpose }: FormLimits,
): Promise<URLSearchParams | 403 | 413 | 415 | 429> {
  if (!isSameOrigin(c)) return 403;
  if (mediaType(c) !== "application/x-www-form-urlencoded") return 415;
  if (!(await isWithinLimit(c, limiter, purpose))) {
    traceOf(c).causes.push("rate_limited");
    return 429;
  }
  const body = await readBody(c.req.raw, maxBytes);
  return body === null ? 413 : new URLSearchParams(new TextDecoder().decode(body));
}
