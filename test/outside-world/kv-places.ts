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
 * store, at once: so it stores entries beforehand. Values are texts, and a list has only the names of what has just changed. The KV
 * underneath has the limits of size; pages of Cloudflare's documentation are named beside each rule.
 */

/** How long a place caches a read, a miss too ("How KV works", Performance). */
const KEPT_MS = 60_000;
/** How late a change may show in lists, even in its own place ("List keys", Response). */
const LIST_LATE_MS = 60_000;
/** The shortest time between two writes to a key, from any place ("Limits", Writes to same key). */
const WRITE_EVERY_MS = 1_000;
/** "Write key-value pairs", Expiring keys: an earlier expiration is not supported. */
const EXPIRES_AT_LEAST_S = 60;

/**
 * The age of the copy that a place gets at a read, milliseconds, at most 60,000. It may come from a tier between the place and the
 * central store, filled by another place's read ("How KV works", Write data and read data). 0: the central store itself. 60,000: a
 * place sees every write of another exactly a minute late.
 */
export type CopyAge = () => number;

export type Places = {
  /** The namespace as a Worker in this data centre sees it. The same name is the same place. */
  at(place: string): KVNamespace;
};

type Entry = { text: string; expiration: number | undefined };
/** The value of a key from a moment on; `by` is the place of the write. */
type Version = { fromMs: number; by: string | null; entry: Entry | null };

/** The places around one namespace; `nowMs` is the test's clock, milliseconds since 1970. */
export function placesOf(central: KVNamespace, nowMs: () => number, copyAgeMs: CopyAge = () => 0): Places {
  const history = new Map<string, Version[]>();
  const writtenMs = new Map<string, number>();
  const places = new Map<string, KVNamespace>();

  const present = (entry: Entry | null): Entry | null =>
    entry?.expiration !== undefined && entry.expiration * 1000 <= nowMs() ? null : entry;

  async function readCentral(key: string): Promise<Entry | null> {
    const text = await central.get(key, "text");
    return text === null ? null : { text, expiration: history.get(key)?.at(-1)?.entry?.expiration };
  }

  /** The entry of a key that `place` sees, of the central store's state at `asOfMs`. */
  async function seenAt(place: string, key: string, asOfMs: number): Promise<Entry | null> {
    const versions = history.get(key) ?? [];
    const isSeen = ({ fromMs, by }: Version) => fromMs <= asOfMs || by === place;
    const newest = versions.at(-1);
    if (newest === undefined || isSeen(newest)) return readCentral(key);
    return versions.findLast(isSeen)?.entry ?? null;
  }

  /** Makes one change, at most one per second. Rejects with the runtime's message. */
  async function write(place: string, key: string, entry: Entry | null, work: () => Promise<void>) {
    const atMs = nowMs();
    // "Write key-value pairs", Limits to KV writes to the same key: further writes get this error.
    if (atMs - (writtenMs.get(key) ?? Number.NEGATIVE_INFINITY) < WRITE_EVERY_MS)
      throw new Error(`KV ${entry === null ? "DELETE" : "PUT"} failed: 429 Too Many Requests`);
    writtenMs.set(key, atMs);
    const first = { fromMs: Number.NEGATIVE_INFINITY, by: null, entry: await readCentral(key) };
    const versions = history.get(key) ?? [first];
    await work();
    history.set(key, [...versions, { fromMs: atMs, by: place, entry }]);
  }

  function createPlace(place: string): KVNamespace {
    const kept = new Map<string, { entry: Entry | null; sinceMs: number }>();

    async function read(key: string): Promise<Entry | null> {
      const known = kept.get(key);
      if (known !== undefined && nowMs() - known.sinceMs < KEPT_MS) return present(known.entry);
      const sinceMs = nowMs() - copyAgeMs();
      const entry = await seenAt(place, key, sinceMs);
      kept.set(key, { entry, sinceMs });
      return present(entry);
    }

    async function list({ prefix }: KVNamespaceListOptions = {}) {
      const start = prefix ?? "";
      const keys = new Map((await listKeys(central, start)).map((key) => [key.name, key]));
      const asOfMs = nowMs() - LIST_LATE_MS;
      for (const [name, versions] of history) {
        if (!name.startsWith(start)) continue;
        const entry = present(versions.findLast(({ fromMs }) => fromMs <= asOfMs)?.entry ?? null);
        const isNew = (versions.at(-1)?.fromMs ?? 0) > asOfMs;
        if (entry === null) keys.delete(name);
        else if (isNew) keys.set(name, { name });
      }
      const names = [...keys.keys()].sort();
      return { keys: names.map((name) => keys.get(name)), list_complete: true, cacheStatus: null };
    }

    return {
      get: async (keys: string | string[]) =>
        typeof keys === "string"
          ? ((await read(keys))?.text ?? null)
          : new Map(await Promise.all(keys.map(async (key) => [key, (await read(key))?.text ?? null] as const))),
      list,
      async put(key: string, text: string, options: KVNamespacePutOptions = {}) {
        const nowS = Math.floor(nowMs() / 1000);
        const { expirationTtl: lifeS } = options;
        const expiration = lifeS === undefined ? options.expiration : nowS + lifeS;
        if ((expiration ?? Number.POSITIVE_INFINITY) < nowS + EXPIRES_AT_LEAST_S)
          throw new Error(`KV PUT failed: 400 Invalid expiration of ${expiration}.`);
        await write(place, key, { text, expiration }, () => central.put(key, text, options));
        // "How KV works", Consistency: a change usually shows at once in its own place.
        kept.delete(key);
      },
      async delete(key: string) {
        await write(place, key, null, () => central.delete(key));
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
