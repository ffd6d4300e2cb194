import type { Flow } from "../../src/shared/courses.ts";
import { INTENT_ID } from "../../src/shared/intent-id.ts";

/**
 * The visit: what makes reload, retry, double click and a second tab one payment. It belongs to what is bought
 * (`PurchaseIdentity`), so that a gift, another gift and a course are a visit each. Its key goes to the server with each
 * request for a payment intent, and the same key always gets the same intent; an intent is charged once, whoever
 * confirms it. It lives in local storage, so that all tabs share it. It ends when its payment has been seen to succeed,
 * and by itself.
 */
export type Visit = {
  /** A UUID. */
  key: string;
  /** When it began, milliseconds since 1970. */
  at: number;
  /** The flow in which it began; it stays, because Stripe refuses a known key with other parameters. */
  flow: Flow;
  /** The payment intent that the server gave for it, once known. */
  intentId?: string;
  /** When its payment was known to have gone through, or to be on its way; milliseconds since 1970. */
  settledAt?: number;
};

/** Texts by their names: the browser's storage, or a `Map`. */
export type Store = {
  get(name: string): string | null | undefined;
  set(name: string, text: string): unknown;
  delete(name: string): unknown;
  keys(): Iterable<string>;
};

/** What decides in the checkout knows of the world only this. */
export type Surroundings = {
  /** One for all tabs of a browser. */
  shared: Store;
  /** The tab's own, which a reload keeps: who began a visit here, or sent details for it, may be led to its payment. */
  tab: Store;
  /** Milliseconds since 1970. */
  now(): number;
  /** A UUID that nobody has had. */
  newKey(): string;
};

/** A visit of which the server is asked whether its payment went through. */
export type OtherVisit = { intentId: string; visitKey: string };

/** A visit ends this long after it began, and after its payment was known to be settled; milliseconds. */
const LIFE_MS = 24 * 60 * 60_000;
const SETTLED_LIFE_MS = 60 * 60_000;
/** The server takes no more (src/handlers/payment-api.ts). */
const MAX_OTHERS = 3;

/** In a store's names; what is bought follows. */
const PREFIX = "checkout-visit:";

/** Written out: with the list itself would come all courses and paths, which weigh more than this file. */
const FLOWS = { none: true, A: true, B: true } satisfies Record<Flow, true>;

/** The visit of these contents that is going on, or a new one in this flow, which is this tab's then. */
export function continueVisit(world: Surroundings, contents: string, flow: Flow): Visit {
  const current = readVisit(world, world.shared, contents);
  if (current !== null) return current;
  const visit = { key: world.newKey(), at: world.now(), flow };
  for (const store of [world.shared, world.tab]) write(store, contents, visit);
  return visit;
}

/**
 * Remembers which payment intent belongs to the visit. False when another tab has begun a visit of its own meanwhile:
 * then that one counts.
 */
export function rememberIntent(world: Surroundings, contents: string, visit: Visit, intentId: string): boolean {
  const current = readVisit(world, world.shared, contents);
  if (current !== null && current.key !== visit.key) return false;
  const isOwn = readVisit(world, world.tab, contents)?.key === visit.key;
  for (const store of isOwn ? [world.shared, world.tab] : [world.shared])
    write(store, contents, { ...visit, intentId });
  return true;
}

/** From here on this tab may be led to the payment of the visit that is going on. */
export function claimVisit(world: Surroundings, contents: string): void {
  const visit = readVisit(world, world.shared, contents);
  if (visit !== null) write(world.tab, contents, visit);
}

/** Whether this tab began the payment's visit, or has claimed it. */
export function isClaimed(world: Surroundings, contents: string, intentId: string): boolean {
  return readVisit(world, world.tab, contents)?.intentId === intentId;
}

/** The latest other visits of this browser, and of this tab, whose payments nobody is known to have seen settled. */
export function otherVisits(world: Surroundings, { key }: Visit): readonly OtherVisit[] {
  const found = new Map<string, Visit>();
  for (const store of [world.shared, world.tab]) {
    for (const contents of contentsIn(store)) {
      const visit = readVisit(world, store, contents);
      if (visit?.intentId !== undefined && visit.key !== key) found.set(visit.intentId, visit);
    }
  }
  return [...found]
    .filter(([, { settledAt }]) => settledAt === undefined)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MAX_OTHERS)
    .map(([intentId, visit]) => ({ intentId, visitKey: visit.key }));
}

/** The payment went through, or is on its way: its visit has not long to go. */
export function noteSettled(world: Surroundings, intentId: string): void {
  for (const store of [world.shared, world.tab]) {
    for (const contents of contentsIn(store)) {
      const visit = readVisit(world, store, contents);
      if (visit?.intentId === intentId) write(store, contents, { settledAt: world.now(), ...visit });
    }
  }
}

/** Ends the visit that this payment intent belongs to: the next checkout starts a payment of its own. */
export function endVisit({ shared, tab }: Surroundings, intentId: string): void {
  for (const store of [shared, tab]) {
    for (const contents of contentsIn(store)) {
      if (parse(store, contents)?.intentId === intentId) store.delete(PREFIX + contents);
    }
  }
}

/** Gives up a key under which no payment can be made any more: the next attempt gets a new one. */
export function dropKey({ shared }: Surroundings, contents: string, { key }: Visit): void {
  if (parse(shared, contents)?.key === key) shared.delete(PREFIX + contents);
}

/** Whether this payment intent is still the one of the visit that is going on. */
export function isCurrentIntent(world: Surroundings, contents: string, intentId: string): boolean {
  return readVisit(world, world.shared, contents)?.intentId === intentId;
}

/** Whether a change of this name in the shared store is about visits of these contents; null = all of it was emptied. */
export function isAbout(contents: string, name: string | null): boolean {
  return name === null || name === PREFIX + contents;
}

function contentsIn(store: Store): string[] {
  return [...store.keys()].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
}

/** The stored visit; null when there is none, or when it has ended by itself. */
function readVisit({ now }: Surroundings, store: Store, contents: string): Visit | null {
  const visit = parse(store, contents);
  if (visit === null) return null;
  // A clock that was set back must not keep it for longer.
  const isOver = Math.abs(now() - visit.at) >= LIFE_MS || now() - (visit.settledAt ?? now()) >= SETTLED_LIFE_MS;
  if (!isOver) return visit;
  store.delete(PREFIX + contents);
  return null;
}

function write(store: Store, contents: string, visit: Visit): void {
  store.set(PREFIX + contents, JSON.stringify(visit));
}

/** What the server would refuse must not be sent for ever: anything else in storage is no visit. */
function parse(store: Store, contents: string): Visit | null {
  try {
    const { key, at, flow, intentId, settledAt } = JSON.parse(store.get(PREFIX + contents) ?? "") as Visit;
    const isVisit =
      /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key) &&
      INTENT_ID.test(intentId ?? "pi_0") &&
      Object.hasOwn(FLOWS, flow) &&
      Number.isFinite(at) &&
      Number.isFinite(settledAt ?? 0);
    return isVisit ? { key, at, flow, ...(intentId && { intentId }), ...(settledAt && { settledAt }) } : null;
  } catch {
    return null;
  }
}
