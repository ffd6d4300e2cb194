import type { Flow } from "../../src/shared/courses.ts";

/**
 * The visit: what makes reload, retry, double click and a second tab one payment. Its key goes to the server with each
 * request for a payment intent, and the same key always gets the same intent; an intent is charged once, whoever
 * confirms it. It lives in local storage, so that all tabs share it, and ends when its payment has been seen to succeed.
 */

/** A gift and a course of one's own are two payments, also in one browser. */
const STORAGE_KEYS = { course: "checkout-visit", gift: "gift-visit" } as const;
type VisitKind = keyof typeof STORAGE_KEYS;
const KINDS = ["course", "gift"] as const satisfies readonly VisitKind[];

/** Written out: with the list itself would come all courses and paths, which weigh more than this file. */
const FLOWS = { none: true, A: true, B: true } satisfies Record<Flow, true>;

export type Visit = {
  /** A UUID. */
  key: string;
  kind: VisitKind;
  /** The flow in which it began; it stays, because Stripe refuses a known key with other parameters. */
  flow: Flow;
  /** The payment intent that the server gave for it, once known. */
  intentId?: string;
};

/** For browsers that keep no storage: at least this page view stays one visit. */
const unstored: Partial<Record<VisitKind, Visit>> = {};

/** The visit that is going on, or a new one in this flow. */
export function continueVisit(kind: VisitKind, flow: Flow): Visit {
  return readVisit(kind) ?? storeVisit({ key: crypto.randomUUID(), kind, flow });
}

/**
 * Remembers which payment intent belongs to the visit. False when another tab has begun a visit of its own meanwhile:
 * then that one counts.
 */
export function rememberIntent(visit: Visit, intentId: string): boolean {
  const current = readVisit(visit.kind);
  if (current !== null && current.key !== visit.key) return false;
  storeVisit({ ...visit, intentId });
  return true;
}

/** Ends the visit that this payment intent belongs to, and says which: the next checkout starts a payment of its own. */
export function endVisit(intentId: string): VisitKind | undefined {
  const kind = kindOf(intentId);
  if (kind !== undefined) forgetVisit(kind);
  return kind;
}

/** Gives up a key under which no payment can be made any more: the next attempt gets a new one. */
export function dropKey({ key, kind }: Visit): void {
  if (readVisit(kind)?.key === key) forgetVisit(kind);
}

/** Whether this payment intent is still the one of the visit that is going on. */
export function isCurrentIntent(intentId: string): boolean {
  return kindOf(intentId) !== undefined;
}

function kindOf(intentId: string): VisitKind | undefined {
  return KINDS.find((kind) => readVisit(kind)?.intentId === intentId);
}

/** Calls back when another tab has begun, ended or changed the visit; returns what stops that. */
export function onVisitChange(callback: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === null || KINDS.some((kind) => key === STORAGE_KEYS[kind])) callback();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

function readVisit(kind: VisitKind): Visit | null {
  if (unstored[kind] !== undefined) return unstored[kind];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEYS[kind]) ?? "null");
    return isVisit(stored) ? { ...stored, kind } : null;
  } catch {
    return null;
  }
}

function storeVisit(visit: Visit): Visit {
  try {
    localStorage.setItem(STORAGE_KEYS[visit.kind], JSON.stringify(visit));
    delete unstored[visit.kind];
  } catch {
    // Storage is off or full; `unstored` has it.
    unstored[visit.kind] = visit;
  }
  return visit;
}

function forgetVisit(kind: VisitKind): void {
  delete unstored[kind];
  try {
    localStorage.removeItem(STORAGE_KEYS[kind]);
  } catch {
    // Nothing is stored then.
  }
}

/** What the server would refuse must not be sent for ever: anything else in storage is no visit. */
function isVisit(value: unknown): value is Omit<Visit, "kind"> {
  const { key, flow, intentId = "pi_0" } = (value ?? {}) as Partial<Record<keyof Visit, unknown>>;
  return (
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(key)) &&
    Object.hasOwn(FLOWS, String(flow)) &&
    /^pi_[A-Za-z0-9]{1,200}$/.test(String(intentId))
  );
}
