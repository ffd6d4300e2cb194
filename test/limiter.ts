import type { Bindings } from "../src/server/env.ts";

/** A limiter that lets this many requests of each key through, in a minute that does not end. */
export function createLimiter(limit: number): Bindings["ORDER_LIMIT"] {
  const counts = new Map<string, number>();
  return {
    limit: async ({ key }: { key: string }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= limit };
    },
  };
}
