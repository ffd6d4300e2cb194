import type { Bindings } from "../src/server/env.ts";

/** A limiter that lets this many requests of each key through, in a minute that does not end. It counts a moment after it was asked. */
export function createLimiter(limit: number): Bindings["ORDER_LIMIT"] {
  const counts = new Map<string, number>();
  return {
    limit: async ({ key }: { key: string }) => {
      const success = (counts.get(key) ?? 0) < limit;
      await new Promise((resolve) => setTimeout(resolve));
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success };
    },
  };
}
