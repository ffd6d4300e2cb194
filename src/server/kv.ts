import type { KVNamespace, KVNamespaceListResult, KVNamespacePutOptions } from "@cloudflare/workers-types";
import type * as z from "zod/mini";
import { errorMessage, logEvent } from "./log.ts";

/**
 * KV, as the shop reads and writes it. The schemas of its values stand with what they are: the addresses of courses
 * (`INTERSTITIALS`), and gifts (`GIFTS`), which also holds the operators' marks of erasures, `erased.…`; no page reads those.
 */

/** KV refuses longer keys (Workers KV limits: 512 bytes). */
export const KEY_MAX_LENGTH = 512;
/** Longest URL of a target; browsers and caches support about 2,000 characters. */
export const URL_MAX_LENGTH = 2048;

/** Outcome of a read. To a visitor both `malformed` and `missing` are "not configured"; `malformed` is logged. */
export type KvRead<T> =
  | { status: "found"; value: T }
  | { status: "missing" }
  | { status: "malformed" }
  | { status: "unavailable" };

/**
 * Reads and checks one entry. Never throws: if KV fails, the outcome is `unavailable` and logged. A malformed value is
 * logged with its key, but not with a gift's, because its code opens it.
 */
export async function readEntry<T>(
  namespace: KVNamespace,
  namespaceName: string,
  key: string,
  schema: z.ZodMiniType<T>,
): Promise<KvRead<T>> {
  let text: string | null;
  try {
    text = await namespace.get(key, "text");
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: namespaceName, reason: errorMessage(error) });
    return { status: "unavailable" };
  }
  return readText(text, namespaceName, key, schema);
}

/** Checks what KV has for a key. */
export function readText<T>(
  text: string | null,
  namespaceName: string,
  key: string,
  schema: z.ZodMiniType<T>,
): KvRead<T> {
  if (text === null) return { status: "missing" };
  const checked = checkValue(text, schema);
  if (checked.ok) return { status: "found", value: checked.value };
  const names = namespaceName === "GIFTS" ? {} : { key };
  logEvent("error", "kv.malformed", { namespace: namespaceName, ...names, reason: checked.reason });
  return { status: "malformed" };
}

/** KV takes one write per key and second (Workers KV limits). The pause after a refused one, milliseconds. */
export const WRITE_AGAIN_MS = 1_100;
/** Few tries, because a visitor may be waiting. */
const WRITE_TRIES = 4;

/**
 * Writes one entry; every write of the shop uses this. It retries if KV refuses because the key was written less than a
 * second ago. Rejects after four such refusals, or for any other error. Concurrent writers of one key must write the
 * same bytes, because either may come last.
 */
export async function writeKv(
  namespace: KVNamespace,
  key: string,
  value: string,
  options: KVNamespacePutOptions = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await namespace.put(key, value, options);
    } catch (error) {
      if (attempt === WRITE_TRIES || !isTooSoon(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS));
    }
  }
}

/** Whether a write was refused because its key had just been written: "KV PUT failed: 429 Too Many Requests". */
function isTooSoon(error: unknown): boolean {
  return /\b429\b/.test(errorMessage(error));
}

/** Parses a stored value; `reason` is its error in one line. */
export function checkValue<T>(
  text: string,
  schema: z.ZodMiniType<T>,
): { ok: true; value: T } | { ok: false; reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, reason: "not JSON" };
  }
  const result = schema.safeParse(json);
  if (result.success) return { ok: true, value: result.data };
  const reason = result.error.issues
    .map((issue) => `${issue.path.length === 0 ? "value" : issue.path.join(".")}: ${issue.message}`)
    .join("; ");
  return { ok: false, reason };
}

/**
 * All keys with this prefix. Rejects if KV cannot be read. A page of a list may be empty and yet not the last, because
 * expired keys count in it (Workers KV, "List keys").
 */
export async function listKeys<Metadata = unknown>(
  namespace: KVNamespace,
  prefix: string,
): Promise<KVNamespaceListResult<Metadata>["keys"]> {
  const keys: KVNamespaceListResult<Metadata>["keys"] = [];
  let cursor: string | undefined;
  do {
    const page: KVNamespaceListResult<Metadata> = await namespace.list({ prefix, cursor: cursor ?? null });
    keys.push(...page.keys);
    cursor = page.list_complete ? undefined : page.cursor;
  } while (cursor !== undefined);
  return keys;
}
