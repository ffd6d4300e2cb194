import { afterEach, beforeEach, expect, vi } from "vitest";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { type ORDER_EVENT_TYPES, readOrderEvent } from "../../src/paying/webhook/order-events.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import type { Bindings } from "../../src/server/env.ts";
import { type Declared, declare } from "./declaration.ts";
import { DB, gifts, ledger, openStripeWorld, rows, run as runNow, sell, stripe } from "./stripe-world.ts";
import type { RunOptions, ToolRun } from "./tool.ts";

export const EMAIL = "jan@example.nl";
export const CODE = "DEMOVAAR2026";
export const WISH = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Tot op\nhet water",
  from: "now",
} as const;
/** The digest of the gift's texts that the checkout writes at Stripe. */
const DIGEST = "k".repeat(43);
/** The private data that nothing may be left of. */
export const PERSONAL = /jan@|Noor|Opa Kees|Tot op|user-7|Ik vaar niet|kkkk/i;
const DAY_MS = 24 * 60 * 60 * 1000;
export const now = new Date();
export const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
/** A month after the sales of these tests. */
export const later = inDays(30);

/** Gives each test of a file an empty shop and an empty Stripe. */
export function openPersonShop(): void {
  openStripeWorld();
  // The Worker's functions log.
  beforeEach(() => {
    for (const level of ["info", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  });
  afterEach(() => vi.restoreAllMocks());
}

/** Runs one command line of the tool a month after the sales. */
export const run = (args: readonly string[], options: RunOptions = {}): Promise<ToolRun> =>
  runNow(args, { now: later, ...options });
export const show = (email = EMAIL) => run(["person", email]);
export const erase = (options: RunOptions = { answer: true }, ...more: string[]) =>
  run(["person", EMAIL, "--erase", ...more], options);
export const eraseNow = () => erase({ answer: true, now: new Date() });
export const reconcile = (...args: string[]) => runNow(["reconcile", ...args]);
export const answer = (reference: string) => run(["withdrawals", reference, "--answer", "no-order"]);

/** All that the ledger and KV hold. */
export async function kept(): Promise<string> {
  const tables = await rows("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const found = await Promise.all(tables.map(({ name }) => rows(`SELECT * FROM ${name}`)));
  return JSON.stringify([found, [...gifts.entries.values()]]);
}

/** Erases, and looks for what must be gone. */
export async function expectErased(erased: Promise<ToolRun> = erase()): Promise<void> {
  expect((await erased).exitCode).toBe(0);
  expect(await kept()).not.toMatch(PERSONAL);
}

/** The same sale if no event came: the return page has stored the gift, and the ledger has nothing. */
export async function giftWithoutEvent(): Promise<string> {
  const id = await sell({
    ...{ environment: "local", buyer_name: "Jan de Vries", buyer_email: EMAIL, user_id: "user-7" },
    ...{ contents: `KVB1.3900.${DIGEST}`, ...GIFT_METADATA, ...wishToMetadata(WISH) },
  });
  gifts.set(CODE, {}, { intentId: id });
  gifts.set(`${CODE}.message`, { message: WISH.message, recipient: WISH.recipient, giver: WISH.giver });
  return id;
}

/** A gift that was paid in our checkout, with all its stored data. */
export async function giftSale(): Promise<string> {
  const id = await giftWithoutEvent();
  await reconcile("--write");
  return id;
}

export const withdraw = (fields: Declared = {}, at = now): Promise<string> =>
  declare(DB, at.toISOString(), {
    name: "Jan",
    contract: "KVB1",
    email: "Jan@example.nl",
    reason: "Ik vaar niet meer",
    ...fields,
  });

/** Tells the ledger of an event about a payment as it is at Stripe now. */
export async function tellOf(type: (typeof ORDER_EVENT_TYPES)[number], intentId: string): Promise<void> {
  const object = await stripe.paymentIntents.retrieve(intentId);
  const event = readOrderEvent({ id: `evt_${type}`, type, created: object.created, data: { object } });
  if (event === null || event === "unrelated") throw new Error(`${type} is ${event}`);
  await recordEvent({} as Bindings, ledger, event, now);
}
