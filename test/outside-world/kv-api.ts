import type { KVNamespace } from "@cloudflare/workers-types";
import { listKeys } from "../../src/server/kv.ts";
import type { KvStore } from "../../src/server/kv-store.ts";

/** A namespace as Cloudflare's API shows it to operators: with the rules of the place whose namespace it is. */
export function storeOf(kv: KVNamespace): KvStore {
  return {
    list: (prefix = "") => listKeys(kv, prefix),
    async get(names) {
      const found = new Map<string, string>();
      for (const name of names) {
        const value = await kv.get(name, "text");
        if (value !== null) found.set(name, value);
      }
      return found;
    },
    async write(entries) {
      for (const { key, value, expiration, metadata } of entries)
        await kv.put(key, value, {
          ...(expiration === undefined ? {} : { expiration }),
          ...(metadata === undefined ? {} : { metadata }),
        });
    },
    async delete(names) {
      for (const name of names) await kv.delete(name);
    },
  };
}
