import type { AppContext } from "./context.ts";
import { mediaType } from "./header.ts";
import { readBody } from "./json.ts";
import { isWithinLimit, type Limiter } from "./rate-limit.ts";
import { isSameOrigin } from "./same-origin.ts";

/** Limits of one form: its longest body in bytes, and the limiter and purpose under which requests are counted. */
export type FormLimits = { maxBytes: number; limiter: Limiter; purpose: string };
/** Those of a form that only somebody who has signed in can send. */
type UncountedLimits = { maxBytes: number; limiter?: undefined };

/**
 * Returns the fields of a form that a page of ours sent, else the status of the error. The body is read last, so a
 * refused request costs no reading.
 */
export async function readForm(
  c: AppContext,
  limits: FormLimits | UncountedLimits,
): Promise<URLSearchParams | 403 | 413 | 415 | 429> {
  if (!isSameOrigin(c)) return 403;
  if (mediaType(c) !== "application/x-www-form-urlencoded") return 415;
  if (limits.limiter !== undefined && !(await isWithinLimit(c, limits.limiter, limits.purpose))) return 429;
  const body = await readBody(c.req.raw, limits.maxBytes);
  return body === null ? 413 : new URLSearchParams(new TextDecoder().decode(body));
}
