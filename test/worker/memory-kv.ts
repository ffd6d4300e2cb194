import type { Bindings } from "../../src/env.ts";

/** A KV namespace in memory, for a test that asks more than the local one answers in reasonable time. */
export function createMemoryKv(): Bindings["ORDERS"] {
  const entries = new Map<string, string>();
  return {
    get: async (key: string) => entries.get(key) ?? null,
    put: async (key: string, value: string) => void entries.set(key, value),
    list: async ({ prefix }: { prefix: string }) => ({
      keys: [...entries.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name })),
    }),
  } as unknown as Bindings["ORDERS"];
}
