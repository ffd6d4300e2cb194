import type { KVNamespacePutOptions } from "@cloudflare/workers-types";
import type { Bindings } from "../../src/server/env.ts";

/**
 * A KV namespace in memory, for tests with so many reads that the local one is too slow. Nothing expires; lists say when
 * it would.
 */
export function createMemoryKv(): Bindings["GIFTS"] {
  const entries = new Map<string, { bytes: Uint8Array; metadata: unknown; expiration: number | undefined }>();
  const read = (key: string, type = "text") => {
    const bytes = entries.get(key)?.bytes;
    if (bytes === undefined) return null;
    return type === "arrayBuffer" ? bytes.slice().buffer : new TextDecoder().decode(bytes);
  };
  return {
    get: async (key: string | string[], type?: string) =>
      Array.isArray(key) ? new Map(key.map((one) => [one, read(one, type)])) : read(key, type),
    getWithMetadata: async (key: string, type?: string) => ({
      value: read(key, type),
      metadata: entries.get(key)?.metadata ?? null,
    }),
    put: async (
      key: string,
      value: string | Uint8Array,
      { metadata = null, expirationTtl, ...rest }: KVNamespacePutOptions = {},
    ) => {
      // The machine's clock, or that of the simulator or the test, which has replaced it.
      const expiration = expirationTtl === undefined ? rest.expiration : Math.floor(Date.now() / 1000) + expirationTtl;
      const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
      entries.set(key, { bytes, metadata, expiration });
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
