import type { AppContext } from "../context.ts";
import { mediaType } from "./header.ts";
import { readBody } from "./json.ts";
import { isSameOrigin } from "./same-origin.ts";

/** The fields of a form that one of our own pages sent, or the status of the answer to anything else. */
export async function readForm(c: AppContext, maxBytes: number): Promise<URLSearchParams | 403 | 413 | 415> {
  if (!isSameOrigin(c)) return 403;
  if (mediaType(c) !== "application/x-www-form-urlencoded") return 415;
  const body = await readBody(c.req.raw, maxBytes);
  return body === null ? 413 : new URLSearchParams(new TextDecoder().decode(body));
}
