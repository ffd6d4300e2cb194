import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";

/** What can be known of a visitor's session without the client library: that one is stored, and that it has changed. */

/** Told on the document by the code that holds the session. */
const CHANGE_EVENT = "accountchange";

/** What this browser keeps under a key; null when there is nothing, or storage is forbidden. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether this browser keeps a session, good or not. */
export function hasStoredSession(): boolean {
  return readStored(SESSION_STORAGE_KEY) !== null;
}

/** Tells whoever listens in this tab. Other tabs notice by themselves. */
export function tellAccountChange(): void {
  document.dispatchEvent(new Event(CHANGE_EVENT));
}

/**
 * Calls back when the session may have changed: in this tab, in another one (also where neither has loaded the client
 * library), or while the page lay in the back/forward cache. Returns what stops it.
 */
export function onAccountMayHaveChanged(callback: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Null: everything was cleared.
    if (key === SESSION_STORAGE_KEY || key === null) callback();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) callback();
  };
  document.addEventListener(CHANGE_EVENT, callback);
  addEventListener("storage", onStorage);
  addEventListener("pageshow", onPageShow);
  return () => {
    document.removeEventListener(CHANGE_EVENT, callback);
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", onPageShow);
  };
}
