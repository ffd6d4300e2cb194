import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";

/**
 * The facts about a visitor's session that need no client library: whether one is stored, and that it may have
 * changed.
 */

/** Dispatched on the document by the code that holds the session. */
const CHANGE_EVENT = "accountchange";

/** The value of a key in local storage. Null if there is none, or storage is forbidden. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether this browser stores a session, valid or not. */
export function hasStoredSession(): boolean {
  return readStored(SESSION_STORAGE_KEY) !== null;
}

/** Tells the listeners in this tab that the session may have changed. Other tabs notice through local storage. */
export function tellAccountChange(): void {
  document.dispatchEvent(new Event(CHANGE_EVENT));
}

/**
 * Calls back when the session may have changed: in this tab, in another one (even if neither has loaded the client
 * library), or while the page was in the back/forward cache. Returns a function that stops it.
 */
export function onAccountMayHaveChanged(callback: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Null if all of local storage was cleared.
    if (key === SESSION_STORAGE_KEY || key === null) callback();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) callback();
  };
  const listening = new AbortController();
  document.addEventListener(CHANGE_EVENT, callback, listening);
  addEventListener("storage", onStorage, listening);
  addEventListener("pageshow", onPageShow, listening);
  return () => listening.abort();
}
