import type { Store, Surroundings } from "./visit.ts";

/** The browser's storage and clock. Without storage a page view at least stays one visit. */
export const surroundings: Surroundings = {
  shared: storeIn("localStorage"),
  tab: storeIn("sessionStorage"),
  now: () => Date.now(),
  newKey,
};

function storeIn(area: "localStorage" | "sessionStorage"): Store {
  /** Entries that storage refused, because it is forbidden or full. */
  const unstored = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(window[area]);
    } catch {
      return undefined;
    }
  };
  return {
    get: (name) => unstored.get(name) ?? attempt((storage) => storage.getItem(name)),
    set(name, text) {
      unstored.set(name, text);
      attempt((storage) => {
        storage.setItem(name, text);
        unstored.delete(name);
      });
    },
    delete(name) {
      unstored.delete(name);
      attempt((storage) => storage.removeItem(name));
    },
    keys: () => [...unstored.keys(), ...(attempt(Object.keys) ?? [])],
  };
}

/** A random UUID (RFC 9562, version 4). Pages over http do not have `crypto.randomUUID`. */
function newKey(): string {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (+digit ^ (random & (15 >> (+digit / 4)))).toString(16);
  });
}
