import type { Store, Surroundings } from "./visit.ts";

/** The browser's own; where it keeps no storage, at least this page view stays one visit. */
export const surroundings: Surroundings = {
  shared: storeIn("localStorage"),
  tab: storeIn("sessionStorage"),
  now: () => Date.now(),
  newKey,
};

function storeIn(area: "localStorage" | "sessionStorage"): Store {
  /** What storage did not take, because it is off or full. */
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

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` itself is not there on pages that come over http. */
function newKey(): string {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (+digit ^ (random & (15 >> (+digit / 4)))).toString(16);
  });
}
