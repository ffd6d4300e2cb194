import { FLOWS, type Flow } from "../../src/shared/courses.ts";

/**
 * The visit: what makes reload, retry, double click and a second tab one payment. Its key goes to the server with each
 * request for a payment intent, and the same key always gets the same intent; an intent is charged once, whoever
 * confirms it. It lives in local storage, so that all tabs share it, and ends when its payment has been seen to succeed.
 */

const STORAGE_KEY = "checkout-visit";

export type Visit = {
  /** A UUID. */
  key: string;
  /** The flow in which it began; it stays, because Stripe refuses a known key with other parameters. */
  flow: Flow;
  /** The payment intent that the server gave for it, once known. */
  intentId?: string;
};

/** For browsers that keep no storage: at least this page view stays one visit. */
let unstored: Visit | null = null;

/** The visit that is going on, or a new one in this flow. */
export function continueVisit(flow: Flow): Visit {
  return readVisit() ?? storeVisit({ key: crypto.randomUUID(), flow });
}

/**
 * Remembers which payment intent belongs to the visit. False when another tab has begun a visit of its own meanwhile:
 * then that one counts.
 */
export function rememberIntent(visit: Visit, intentId: string): boolean {
  const current = readVisit();
  if (current !== null && current.key !== visit.key) return false;
  storeVisit({ ...visit, intentId });
  return true;
}

/** Ends the visit that this payment intent belongs to: the next checkout starts a payment of its own. */
export function endVisit(intentId: string): void {
  if (readVisit()?.intentId === intentId) forgetVisit();
}

/** Gives up a key under which no payment can be made any more: the next attempt gets a new one. */
export function dropKey({ key }: Visit): void {
  if (readVisit()?.key === key) forgetVisit();
}

/** Whether this payment intent is still the one of the visit that is going on. */
export function isCurrentIntent(intentId: string): boolean {
  return readVisit()?.intentId === intentId;
}

/** Calls back when another tab has begun, ended or changed the visit; returns what stops that. */
export function onVisitChange(callback: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) callback();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

function readVisit(): Visit | null {
  if (unstored !== null) return unstored;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    return isVisit(stored) ? stored : null;
  } catch {
    return null;
  }
}

function storeVisit(visit: Visit): Visit {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(visit));
    unstored = null;
  } catch {
    // Storage is off or full; `unstored` has it.
    unstored = visit;
  }
  return visit;
}

function forgetVisit(): void {
  unstored = null;
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing is stored then.
  }
}

/** What the server would refuse must not be sent for ever: anything else in storage is no visit. */
function isVisit(value: unknown): value is Visit {
  const { key, flow, intentId = "pi_0" } = (value ?? {}) as Partial<Record<keyof Visit, unknown>>;
  return (
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(key)) &&
    FLOWS.some((known) => known === flow) &&
    /^pi_[A-Za-z0-9]{1,200}$/.test(String(intentId))
  );
}
