import type { KVNamespace, KVNamespaceListOptions, KVNamespacePutOptions } from "@cloudflare/workers-types";
import { listKeys } from "../../src/server/kv.ts";

/**
 * Workers KV as Cloudflare documents it, in front of a KV without places (Miniflare's, or one in memory). Each place is
 * a data centre with a cache of its own:
 *
 *   const places = placesOf(env.GIFTS, () => nowMs);
 *   await places.at("AMS").put("key", "value");
 *   await places.at("FRA").get("key");
 *
 * The test sets the clock, so nothing here waits. The clock may run ahead of the real one, not behind it: the KV
 * underneath removes expired entries by the real one. A test that writes to the KV underneath writes to the central
 * store, at once: so it stores entries beforehand. Pages of Cloudflare's documentation are named beside each rule.
 */

/** How long a place caches a read, a miss too ("How KV works", Performance; "Read key-value pairs", cacheTtl). */
const KEPT_S = 60;
/** The shortest `cacheTtl` ("Limits", Minimum cacheTtl). */
const KEPT_AT_LEAST_S = 30;
/** How late a change may show in lists, even in its own place ("List keys", Response). */
const LIST_LATE_MS = 60_000;
/** The shortest time between two writes to a key, from any place ("Limits", Writes to same key). */
const WRITE_EVERY_MS = 1_000;
/** "Limits", Key size, Key metadata and Value size. */
const KEY_MAX_BYTES = 512;
const METADATA_MAX_BYTES = 1_024;
const VALUE_MAX_BYTES = 25 * 1024 * 1024;
/** "Write key-value pairs", Expiring keys: an earlier expiration is not supported. */
const EXPIRES_AT_LEAST_S = 60;
/** The binding's option is a 32-bit number (workerd, `KvNamespace::PutOptions`), and a larger one is a TypeError. */
const EXPIRATION_MAX_S = 2 ** 31 - 1;
/** "List keys", Parameters: the default and the maximum. */
const LIST_MAX_KEYS = 1_000;
/** "Read key-value pairs", Request multiple keys. */
const BULK_MAX_KEYS = 100;

export type PlaceOptions = {
  /**
   * The age of the copy that a place gets at its first read, milliseconds, at most 60,000. It may come from a tier
   * between the place and the central store, filled by another place's read ("How KV works", Write data and read data).
   * 0 is the default: the central store itself. 60,000: a place sees every write of another exactly a minute late.
   */
  copyAgeMs?: number | (() => number);
  /** How late lists are, milliseconds; default 60,000. */
  listLateMs?: number | (() => number);
  /**
   * How many names one list scans, removed ones included: a page may be empty without being the last ("List keys",
   * Pagination).
   */
  listPage?: number;
};

export type Places = {
  /** The namespace as a Worker in this data centre sees it. The same name is the same place. */
  at(place: string): KVNamespace;
};

type Entry = { bytes: Uint8Array; metadata: unknown; expiration?: number | undefined };
/** The value of a key from a moment on; `by` is the place of the write. */
type Version = { fromMs: number; by: string | null; entry: Entry | null };
type Kept = { entry: Entry | null; sinceMs: number };
type ReadOptions = string | { type?: string; cacheTtl?: number } | undefined;
type ListedKey = { name: string; expiration?: number; metadata?: unknown };

/** The places around one namespace; `nowMs` is the test's clock, milliseconds since 1970. */
export function placesOf(central: KVNamespace, nowMs: () => number, options: PlaceOptions = {}): Places {
  const history = new Map<string, Version[]>();
  const writtenMs = new Map<string, number>();
  const places = new Map<string, KVNamespace>();
  const delayOf = (delay: number | (() => number) | undefined, usual: number) =>
    typeof delay === "function" ? delay() : (delay ?? usual);

  const isGone = (entry: Entry | null): boolean =>
    entry === null || (entry.expiration !== undefined && entry.expiration * 1000 <= nowMs());

  async function readCentral(key: string): Promise<Entry | null> {
    const { value, metadata } = await central.getWithMetadata(key, "arrayBuffer");
    if (value === null) return null;
    return { bytes: new Uint8Array(value), metadata, expiration: history.get(key)?.at(-1)?.entry?.expiration };
  }

  /** The entry of a key that `place` sees, of the central store's state at `asOfMs`. */
  async function seenAt(place: string | null, key: string, asOfMs: number): Promise<Entry | null> {
    const versions = history.get(key) ?? [];
    const isSeen = ({ fromMs, by }: Version) => fromMs <= asOfMs || (by !== null && by === place);
    const newest = versions.at(-1);
    if (newest === undefined || isSeen(newest)) return readCentral(key);
    return versions.findLast(isSeen)?.entry ?? null;
  }

  /** Makes one change, at most one per second. Rejects with the runtime's message. */
  async function write(
    call: "PUT" | "DELETE",
    place: string,
    key: string,
    entry: Entry | null,
    change: () => Promise<void>,
  ) {
    const atMs = nowMs();
    // "Write key-value pairs", Limits to KV writes to the same key: further writes get this error.
    if (atMs - (writtenMs.get(key) ?? Number.NEGATIVE_INFINITY) < WRITE_EVERY_MS)
      throw refusal(call, "429 Too Many Requests");
    writtenMs.set(key, atMs);
    const versions = history.get(key) ?? [
      { fromMs: Number.NEGATIVE_INFINITY, by: null, entry: await readCentral(key) },
    ];
    await change();
    history.set(key, [...versions, { fromMs: atMs, by: place, entry }]);
  }

  function createPlace(place: string): KVNamespace {
    const kept = new Map<string, Kept>();

    async function read(key: string, keptS: number): Promise<Entry | null> {
      checkKey("GET", key);
      const known = kept.get(key);
      // "Read key-value pairs", CacheTtl parameter: a shorter one also counts for a read that is kept already.
      if (known !== undefined && nowMs() - known.sinceMs < keptS * 1000)
        return isGone(known.entry) ? null : known.entry;
      const sinceMs = nowMs() - delayOf(options.copyAgeMs, 0);
      const entry = await seenAt(place, key, sinceMs);
      kept.set(key, { entry, sinceMs });
      return isGone(entry) ? null : entry;
    }

    async function readAs(
      keys: string | readonly string[],
      how: ReadOptions,
      shape: (entry: Entry | null, type: string) => unknown,
    ) {
      const { type = "text", cacheTtl = KEPT_S } = typeof how === "string" ? { type: how } : (how ?? {});
      if (!Number.isInteger(cacheTtl) || cacheTtl < KEPT_AT_LEAST_S) {
        throw refusal("GET", `400 Invalid cache_ttl of ${cacheTtl}. Cache TTL must be at least ${KEPT_AT_LEAST_S}.`);
      }
      if (typeof keys === "string") return shape(await read(keys, cacheTtl), type);
      if (keys.length > BULK_MAX_KEYS)
        throw refusal("GET_BULK", `400 You can request a maximum of ${BULK_MAX_KEYS} keys`);
      const found = await Promise.all(keys.map(async (key) => [key, shape(await read(key, cacheTtl), type)] as const));
      return new Map(found);
    }

    async function list({ prefix, limit = LIST_MAX_KEYS, cursor }: KVNamespaceListOptions = {}) {
      if (!Number.isInteger(limit) || limit < 1 || limit > LIST_MAX_KEYS)
        throw refusal("GET", `400 Invalid key_count_limit of ${limit}.`);
      const start = prefix ?? "";
      const names = new Map((await listKeys(central, start)).map((key) => [key.name, key as ListedKey | null]));
      const asOfMs = nowMs() - delayOf(options.listLateMs, LIST_LATE_MS);
      for (const [name, versions] of history) {
        if (!name.startsWith(start)) continue;
        const entry = versions.findLast(({ fromMs }) => fromMs <= asOfMs)?.entry ?? null;
        if ((versions.at(-1)?.fromMs ?? 0) > asOfMs) names.set(name, entry === null ? null : listed(name, entry));
        if (isGone(entry)) names.set(name, null);
      }
      const all = [...names]
        .sort(([a], [b]) => compareBytes(a, b))
        .filter(([name]) => compareBytes(name, cursor ?? "") > 0);
      const page = all.slice(0, Math.min(limit, options.listPage ?? LIST_MAX_KEYS));
      const keys = page.flatMap(([, key]) => key ?? []);
      const last = page.at(-1)?.[0];
      return all.length > page.length && last !== undefined
        ? { keys, list_complete: false, cursor: last, cacheStatus: null }
        : { keys, list_complete: true, cacheStatus: null };
    }

    return {
      get: (keys: string | string[], how?: ReadOptions) => readAs(keys, how, contentOf),
      getWithMetadata: (keys: string | string[], how?: ReadOptions) =>
        readAs(keys, how, (entry, type) => ({
          value: contentOf(entry, type),
          metadata: entry?.metadata ?? null,
          cacheStatus: null,
        })),
      list,
      async put(key: string, value: string | ArrayBuffer, putOptions: KVNamespacePutOptions = {}) {
        checkKey("PUT", key);
        const bytes = new Uint8Array(await new Response(value).arrayBuffer());
        const expiration = checkWrite(bytes, putOptions, nowMs());
        const entry = { bytes, metadata: copyOf(putOptions.metadata), expiration };
        await write("PUT", place, key, entry, () => central.put(key, bytes, putOptions));
        // "How KV works", Consistency: a change usually shows at once in its own place.
        kept.delete(key);
      },
      async delete(key: string) {
        checkKey("DELETE", key);
        await write("DELETE", place, key, null, () => central.delete(key));
        kept.delete(key);
      },
    } as unknown as KVNamespace;
  }

  return {
    at(name) {
      const place = places.get(name) ?? createPlace(name);
      places.set(name, place);
      return place;
    },
  };
}

function refusal(call: "GET" | "GET_BULK" | "PUT" | "DELETE", reason: string): Error {
  return new Error(`KV ${call} failed: ${reason}`);
}

/** "Write key-value pairs", Parameters. */
function checkKey(call: "GET" | "PUT" | "DELETE", key: string): void {
  if (key === "") throw new TypeError("Key name cannot be empty.");
  if (key === "." || key === "..") throw new TypeError(`"${key}" is not allowed as a key name.`);
  const bytes = new TextEncoder().encode(key).length;
  if (bytes > KEY_MAX_BYTES) {
    throw refusal(call, `414 UTF-8 encoded length of ${bytes} exceeds key length limit of ${KEY_MAX_BYTES}.`);
  }
}

/** Refuses an entry that is too large or ends too soon. Returns its expiration, seconds since 1970. */
function checkWrite(bytes: Uint8Array, { expiration, expirationTtl, metadata }: KVNamespacePutOptions, nowMs: number) {
  if (bytes.length > VALUE_MAX_BYTES) {
    throw refusal("PUT", `413 Value length of ${bytes.length} exceeds limit of ${VALUE_MAX_BYTES}.`);
  }
  const length = metadata === undefined ? 0 : new TextEncoder().encode(JSON.stringify(metadata)).length;
  if (length > METADATA_MAX_BYTES) {
    throw refusal("PUT", `413 Metadata length of ${length} exceeds limit of ${METADATA_MAX_BYTES}.`);
  }
  for (const seconds of [expiration, expirationTtl]) {
    if ((seconds ?? 0) > EXPIRATION_MAX_S) throw new TypeError(`Value out of range: ${seconds}.`);
  }
  const nowS = Math.floor(nowMs / 1000);
  const endS = expirationTtl === undefined ? expiration : nowS + expirationTtl;
  if (endS !== undefined && endS < nowS + EXPIRES_AT_LEAST_S) {
    throw refusal(
      "PUT",
      `400 Invalid expiration of ${endS}. Expiration times must be at least ${EXPIRES_AT_LEAST_S} seconds in the future.`,
    );
  }
  return endS;
}

function contentOf(entry: Entry | null, type: string): unknown {
  if (entry === null) return null;
  if (type === "arrayBuffer") return entry.bytes.slice().buffer;
  if (type === "stream") return new Response(entry.bytes.slice()).body;
  const text = new TextDecoder().decode(entry.bytes);
  return type === "json" ? JSON.parse(text) : text;
}

function copyOf(metadata: unknown): unknown {
  return metadata === undefined ? null : JSON.parse(JSON.stringify(metadata));
}

function listed(name: string, { metadata, expiration }: Entry): ListedKey {
  return {
    name,
    ...(expiration === undefined ? {} : { expiration }),
    ...(metadata === null || metadata === undefined ? {} : { metadata }),
  };
}

/** "List keys", Ordering: by UTF-8 bytes, which is by code point. */
function compareBytes(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  const index = left.findIndex((character, at) => character !== right[at]);
  if (index < 0) return left.length - right.length;
  return (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
}
