import { FLOWS, type Flow } from "../../src/shared/courses.ts";

/**
 * The visit: what makes reload, retry and double click one payment. Its key goes to the server with each request for a
 * payment intent, and the same key always gets the same intent. It lives in session storage, so it is the tab's own,
 * and ends when its payment has been seen to succeed.
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

/** For browsers that keep no session storage: at least this page view stays one visit. */
let unstored: Visit | null = null;

/** The visit that is going on, or a new one in this flow. */
export function continueVisit(flow: Flow): Visit {
  return readVisit() ?? storeVisit({ key: crypto.randomUUID(), flow });
}

/** Remembers which payment intent belongs to the visit. */
export function rememberIntent(visit: Visit, intentId: string): void {
  storeVisit({ ...visit, intentId });
}

/** Ends the visit that this payment intent belongs to: the next checkout starts a payment of its own. */
export function endVisit(intentId: string): void {
  if (readVisit()?.intentId !== intentId) return;
  unstored = null;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing is stored then.
  }
}

/** Whether this payment intent is still the one of the visit that is going on. */
export function isCurrentIntent(intentId: string): boolean {
  return readVisit()?.intentId === intentId;
}

function readVisit(): Visit | null {
  let text: string | null;
  try {
    text = sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return unstored;
  }
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    return isVisit(stored) ? stored : null;
  } catch {
    return null;
  }
}

function storeVisit(visit: Visit): Visit {
  unstored = visit;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(visit));
  } catch {
    // Storage is off or full; `unstored` has it.
  }
  return visit;
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== "object" || value === null || !("key" in value) || !("flow" in value)) return false;
  const { key, flow } = value;
  if (typeof key !== "string" || !FLOWS.some((known) => known === flow)) return false;
  return !("intentId" in value) || typeof value.intentId === "string";
}
