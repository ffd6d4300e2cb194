import { beforeEach, expect, vi } from "vitest";
import { type ErasureOutcome, erasePerson } from "../../src/desk/erase-person.ts";
import { findPerson, type Person, splitPerson } from "../../src/desk/person.ts";
import { isUnknown } from "../../src/desk/person-handler.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { answerStatements } from "../../src/orders/withdrawal/withdrawals.ts";
import { findPaymentsOf } from "../../src/paying/money/payments-of.ts";
import type { ORDER_EVENT_TYPES } from "../../src/paying/webhook/order-events.ts";
import { DAY_MS } from "../clock.ts";
import { DB, type Declared, declare, ledger, rows } from "./ledger.ts";
import { tell } from "./shop.ts";
import { begin, gifts, hear, openStripeWorld, stripe, world } from "./stripe-world.ts";

export const EMAIL = "jan@example.nl";
export const CODE = "DEMOVAAR2026";
const NAMES = { recipient: "Noor", giver: "Opa Kees", message: "Tot op\nhet water" } as const;
export const WISH = { productId: "KVB1", ...NAMES, from: "now" } as const;
/** The digest of the gift's texts that the checkout writes at Stripe. */
const DIGEST = "k".repeat(43);
/** The private data that nothing may be left of. */
export const PERSONAL = /jan@|Noor|Opa Kees|Tot op|user-7|Ik vaar niet|kkkk/i;
/** The day of the sales. The clock stands still, so no test knows the machine's day. */
export const now = new Date("2026-07-01T10:00:00Z");
export const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
export const later = inDays(30);

/** Gives each test of a file an empty shop and an empty Stripe. */
export function openPersonShop(): void {
  openStripeWorld();
  beforeEach(() => void vi.setSystemTime(now));
}

/** All that the shop has of an address, as the desk shows it; null if nothing is known. */
export async function show(email = EMAIL, at = later, on = ledger): Promise<Person | null> {
  const payments = await findPaymentsOf(stripe, email, "local", at);
  const person = await findPerson(on, gifts, email, payments);
  return isUnknown(person) ? null : person;
}

/** What an erasure came to. `needed`: why orders stay, `staying`: the withdrawals that do. `outcome`: null if nothing could go. */
type Erased = { needed: readonly string[]; staying: readonly string[]; outcome: ErasureOutcome | null };

/** Erases what may be erased of an address, as the desk does. */
export async function erase(at = later, email = EMAIL, on = ledger): Promise<Erased> {
  const person = await show(email, at, on);
  if (person === null) throw new Error("nothing is known");
  const { going, needed, staying } = splitPerson(person, at);
  const outcome = isUnknown(going) ? null : await erasePerson({ ledger: on, gifts, stripe }, email, going, at);
  return { needed: [...needed.values()], staying: staying.map(({ reference }) => reference), outcome };
}
export const ERASED = { needed: [], staying: [], outcome: { status: "erased" } };
export const stopped = (at: string) => expect.objectContaining({ outcome: expect.objectContaining({ at }) });
export const kept = (...needed: readonly string[]) => ({ needed, staying: [], outcome: null });

export const answer = (reference: string) => ledger(answerStatements(reference, "no-order", now));

/** All that is stored. */
export async function all(): Promise<string> {
  const tables = await rows("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const found = await Promise.all(tables.map(({ name }) => rows(`SELECT * FROM ${name}`)));
  return JSON.stringify([found, [...gifts.entries.values()]]);
}

/** Erases, and looks for what must be gone. */
export async function expectErased(erased: Promise<Erased> = erase()): Promise<void> {
  expect(await erased).toEqual(ERASED);
  expect(await all()).not.toMatch(PERSONAL);
}

/** The same sale if no event came: the return page has stored the gift, and the ledger has nothing. */
export async function giftWithoutEvent(): Promise<string> {
  vi.setSystemTime(inDays(-1));
  const id = await begin({
    ...{ environment: "local", buyer_name: "Jan de Vries", buyer_email: EMAIL, user_id: "user-7" },
    ...{ contents: `KVB1.3900.${DIGEST}`, ...GIFT_METADATA, ...wishToMetadata(WISH) },
  });
  vi.setSystemTime(now);
  // It was paid a day later; two attempts were declined.
  for (const status of ["requires_payment_method", "requires_payment_method", "succeeded"] as const)
    world.stripe.settle(id, status);
  // An operator wrote this message.
  gifts.set(CODE, { message: NAMES.message }, { intentId: id });
  gifts.set(`${CODE}.message`, NAMES);
  return id;
}

/** A gift that was paid in our checkout, with all its stored data. */
export async function giftSale(): Promise<string> {
  const id = await giftWithoutEvent();
  await hear();
  const stored = "INSERT OR REPLACE INTO gifts (intent_id, code, stored_at) VALUES (?1, ?2, ?3)";
  await rows(stored, id, CODE, now.toISOString());
  return id;
}

const DECLARED = { name: "Jan", contract: "KVB1", email: "Jan@example.nl", reason: "Ik vaar niet meer" };
export const withdraw = (fields: Declared = {}, at = now): Promise<string> =>
  declare(DB, at.toISOString(), { ...DECLARED, ...fields });

export async function tellOf(type: (typeof ORDER_EVENT_TYPES)[number], intentId: string): Promise<void> {
  const object = await stripe.paymentIntents.retrieve(intentId);
  await tell(type, new Date(object.created * 1000).toISOString(), object);
}
