import { MAX_OTHER_VISITS, type OtherVisit, SETTLED_LIFE_MS, VISIT_LIFE_MS } from "../../src/paying/payment-rules.ts";
import type { Flow } from "../../src/shared/courses.ts";
import { INTENT_ID } from "../../src/shared/intent-id.ts";

/**
 * The visit makes reload, retry, double click and a second tab one payment. It belongs to what is bought
 * (`PurchaseIdentity`): a gift, another gift and a course are a visit each. Its key goes to the server with each
 * request for a payment intent. The same key always gets the same intent, and an intent is charged once, whoever
 * confirms it. The visit is in local storage, so all tabs share it. It ends when its payment is known to have
 * succeeded, or by its age.
 */
export type Visit = {
  /** A UUID. */
  key: string;
  /** When it began, milliseconds since 1970. */
  at: number;
  /** The flow in which it began; it stays, because Stripe refuses a known key with other parameters. */
  flow: Flow;
  intentId?: string;
  /** When its payment was known to have succeeded or to be processing; milliseconds since 1970. */
  settledAt?: number;
};

/** Stored texts by name: the browser's storage, or a `Map`. */
export type Store = {
  get(name: string): string | null | undefined;
  set(name: string, text: string): unknown;
  delete(name: string): unknown;
  keys(): Iterable<string>;
};

/** The outside world of the checkout's machine. */
export type Surroundings = {
  /** One for all tabs of a browser. */
  shared: Store;
  /** The tab's own, which survives a reload. A tab that began a visit, or sent its details, may go to its payment. */
  tab: Store;
  /** Milliseconds since 1970. */
  now(): number;
  newKey(): string;
};

/** The prefix of a visit's name in a store; the purchase follows. */
const PREFIX = "checkout-visit:";
const PAID_PREFIX = "checkout-paid:";
/** Between the purchase and the payment in the name of a visit that is set aside. */
const ASIDE = "/";
/** The purchase in the name of a visit that buys a course for oneself. A gift has a digest behind its price. */
const COURSE = /^[^./]+\.\d+(?=\/|$)/;

/** A copy of the list: importing it would bring all courses and paths, which are larger than this file. */
const FLOWS = { none: true, A: true, B: true } satisfies Record<Flow, true>;

/** The stored visit of this purchase, or a new one in this flow, which then belongs to this tab. */
export function continueVisit(world: Surroundings, contents: string, flow: Flow): Visit {
  const current = readVisit(world, world.shared, contents);
  if (current !== null) return current;
  const visit = { key: world.newKey(), at: world.now(), flow };
  for (const store of [world.shared, world.tab]) write(store, contents, visit);
  return visit;
}

/** Stores a visit's payment intent. False if another tab has begun a new visit meanwhile: then that one counts. */
export function rememberIntent(world: Surroundings, contents: string, visit: Visit, intentId: string): boolean {
  const current = readVisit(world, world.shared, contents);
  if (current !== null && current.key !== visit.key) return false;
  const isOwn = readVisit(world, world.tab, contents)?.key === visit.key;
  for (const store of isOwn ? [world.shared, world.tab] : [world.shared])
    write(store, contents, { ...visit, intentId });
  return true;
}

/** Allows this tab to go to the present visit's payment. */
export function claimVisit(world: Surroundings, contents: string): void {
  const visit = readVisit(world, world.shared, contents);
  if (visit !== null) write(world.tab, contents, visit);
}

/** Whether this tab began the payment's visit, or has claimed it. */
export function isClaimed(world: Surroundings, contents: string, intentId: string): boolean {
  return readVisit(world, world.tab, contents)?.intentId === intentId;
}

/** The latest other visits of this browser, and of this tab, whose payments are not known to be settled. */
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
    .slice(0, MAX_OTHER_VISITS)
    .map(([intentId, visit]) => ({ intentId, visitKey: visit.key }));
}

/** Notes that a payment succeeded or is processing, which shortens its visit's lifetime. */
export function noteSettled(world: Surroundings, intentId: string): void {
  for (const { store, contents, visit } of placesOf(world, intentId)) {
    write(store, contents, { settledAt: world.now(), ...visit });
  }
}

/** Ends the visit of this payment intent: the next checkout starts a new payment. */
export function endVisit(world: Surroundings, intentId: string): void {
  for (const { store, contents } of placesOf(world, intentId)) store.delete(PREFIX + contents);
}

/**
 * Ends the visit of a payment on which a bank still decides. Under a name of its own it stays another visit, so that the
 * checkout goes on asking for its state.
 */
export function setAside(world: Surroundings, intentId: string): void {
  for (const { store, contents, visit } of placesOf(world, intentId)) {
    store.delete(PREFIX + contents);
    write(world.shared, `${contents}${ASIDE}${intentId}`, visit);
  }
}

/** A payment that succeeded, and when this browser heard of it, milliseconds since 1970. */
export type PaidNote = { intentId: string; at: number };

/** Ends the visit of a payment that succeeded. If it bought a course for oneself, this browser notes that for a day. */
export function endPaidVisit(world: Surroundings, intentId: string): void {
  for (const { store, contents } of placesOf(world, intentId)) {
    store.delete(PREFIX + contents);
    const course = COURSE.exec(contents)?.[0];
    const note: PaidNote = { intentId, at: world.now() };
    if (course !== undefined) world.shared.set(PAID_PREFIX + course, JSON.stringify(note));
  }
}

/** Ends the visit of a payment that is not paid, or not any more: it has bought nothing. */
export function endUnpaidVisit(world: Surroundings, intentId: string): void {
  endVisit(world, intentId);
  dropNotes(world, (note) => note.intentId === intentId);
}

/** The payment with which this browser bought the same less than a day ago. Null if there is none. Older notes go. */
export function readPaidNote(world: Surroundings, contents: string): PaidNote | null {
  dropNotes(world, ({ at }) => Math.abs(world.now() - at) >= VISIT_LIFE_MS);
  return parseNote(world.shared, PAID_PREFIX + contents);
}

/** Drops notes, also those that somebody else wrote. */
function dropNotes({ shared }: Surroundings, isOver: (note: PaidNote) => boolean): void {
  for (const name of [...shared.keys()].filter((name) => name.startsWith(PAID_PREFIX))) {
    const note = parseNote(shared, name);
    if (note === null || isOver(note)) shared.delete(name);
  }
}

function parseNote(shared: Store, name: string): PaidNote | null {
  try {
    const { intentId, at } = JSON.parse(shared.get(name) ?? "") as PaidNote;
    return INTENT_ID.test(intentId) && Number.isFinite(at) ? { intentId, at } : null;
  } catch {
    return null;
  }
}

/** Whether this browser can still open the page of a payment that it noted: its cookie lasts as long. */
export function isReadable({ now }: Surroundings, { at }: PaidNote): boolean {
  return now() - at < SETTLED_LIFE_MS;
}

/** Drops a key that cannot get a payment any more: the next attempt gets a new one. */
export function dropKey({ shared }: Surroundings, contents: string, { key }: Visit): void {
  if (parse(shared, contents)?.key === key) shared.delete(PREFIX + contents);
}

export function isCurrentIntent(world: Surroundings, contents: string, intentId: string): boolean {
  return readVisit(world, world.shared, contents)?.intentId === intentId;
}

/**
 * Whether a change of this name in the shared store concerns visits of this purchase; null = the whole store was
 * cleared.
 */
export function isAbout(contents: string, name: string | null): boolean {
  return name === null || name === PREFIX + contents;
}

/** Where the visit of a payment is stored. */
function placesOf({ shared, tab }: Surroundings, intentId: string) {
  return [shared, tab].flatMap((store) =>
    contentsIn(store).flatMap((contents) => {
      const visit = parse(store, contents);
      return visit?.intentId === intentId ? [{ store, contents, visit }] : [];
    }),
  );
}

function contentsIn(store: Store): string[] {
  return [...store.keys()].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
}

/** The stored visit. Null if there is none, or it has expired. */
function readVisit({ now }: Surroundings, store: Store, contents: string): Visit | null {
  const visit = parse(store, contents);
  if (visit === null) return null;
  // A clock that was set back must not prolong the visit.
  const isOver = Math.abs(now() - visit.at) >= VISIT_LIFE_MS || now() - (visit.settledAt ?? now()) >= SETTLED_LIFE_MS;
  if (!isOver) return visit;
  store.delete(PREFIX + contents);
  return null;
}

function write(store: Store, contents: string, visit: Visit): void {
  store.set(PREFIX + contents, JSON.stringify(visit));
}

/** Parses a stored visit. Null if it is invalid: the server would refuse it each time. */
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
