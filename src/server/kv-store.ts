import type { KVNamespace } from "@cloudflare/workers-types";
import { chunked, inTurns } from "../shared/batches.ts";
import { isRecord } from "../shared/is-record.ts";
import { listKeys, writeKv } from "./kv.ts";

/**
 * A KV namespace that reads and writes many keys at once. The operators' tool has others: Cloudflare's API, and tests.
 */

/** A key as a list has it. `expiration` is in seconds since 1970. */
export type KvKey = { name: string; expiration?: number | undefined; metadata?: unknown };

/** One entry, in the form that Cloudflare's bulk write takes. */
export type KvEntry = {
  key: string;
  value: string;
  expiration?: number | undefined;
  metadata?: Record<string, unknown> | undefined;
};

/** One KV namespace. Every method rejects when KV could not be reached or refused. */
export type KvStore = {
  list(prefix?: string): Promise<readonly KvKey[]>;
  /** Values by key; keys that do not exist are absent. */
  get(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  write(entries: readonly KvEntry[]): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
};

/** A binding reads at most 100 keys at once (Workers KV, "Read key-value pairs"). */
const READ_CHUNK = 100;
/** Calls under way at once: a Worker has six connections (Workers, "Limits"). */
const LANES = 6;

/** The store of a binding. An entry that is written has the expiration and metadata that it names, and no others. */
export function kvStoreOf(namespace: KVNamespace): KvStore {
  return {
    list: (prefix = "") => listKeys(namespace, prefix),
    async get(keys) {
      const values = new Map<string, string>();
      await inTurns(chunked(keys, READ_CHUNK), LANES, async (chunk) => {
        for (const [key, value] of await namespace.get([...chunk])) if (value !== null) values.set(key, value);
      });
      return values;
    },
    write: (entries) =>
      inTurns(entries, LANES, ({ key, value, expiration, metadata }) =>
        writeKv(namespace, key, value, {
          ...(expiration === undefined ? {} : { expiration }),
          ...(metadata === undefined ? {} : { metadata }),
        }),
      ),
    delete: (keys) => inTurns(keys, LANES, (key) => namespace.delete(key)),
  };
}

export function storedEntry(key: KvKey, value: string): KvEntry {
  const { metadata } = key;
  return {
    key: key.name,
    value,
    ...(key.expiration === undefined ? {} : { expiration: key.expiration }),
    ...(isRecord(metadata) ? { metadata } : {}),
  };
}
