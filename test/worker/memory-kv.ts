import type { KVNamespacePutOptions } from "@cloudflare/workers-types";
import type { Bindings } from "../../src/server/env.ts";

/** A KV namespace in memory, for tests with so many reads that the local one is too slow. Nothing expires; lists say when it would. */
export function createMemoryKv(): Bindings["GIFTS"] {
  const entries = new Map<string, { text: string; metadata: unknown; expiration: number | undefined }>();
  const read = (key: string) => entries.get(key)?.text ?? null;
  return {
    get: async (key: string | string[]) =>
      Array.isArray(key) ? new Map(key.map((one) => [one, read(one)])) : read(key),
    put: async (key: string, text: string, { metadata = null, expirationTtl, ...rest }: KVNamespacePutOptions = {}) => {
      // The machine's clock, or that of the simulator or the test, which has replaced it.
      const expiration = expirationTtl === undefined ? rest.expiration : Math.floor(Date.now() / 1000) + expirationTtl;
      entries.set(key, { text, metadata, expiration });
    },
    delete: async (key: string) => void entries.delete(key),
    list: async ({ prefix = "" }: { prefix?: string } = {}) => ({
      keys: [...entries]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, { metadata, expiration }]) => ({
          name,
          ...(metadata === null ? {} : { metadata }),
          ...(expiration === undefined ? {} : { expiration }),
        })),
      list_complete: true,
    }),
  } as unknown as Bindings["GIFTS"];
}
