import { expect } from "vitest";
import { GIFT_METADATA, wishToMetadata } from "../../src/services/gift-wish.ts";
import { gifts, orders, run as runNow, sell } from "./stripe-world.ts";
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
/** The private data of which nothing may be left. */
export const PERSONAL = /jan@|Noor|Opa Kees|Tot op|user-7|Ik vaar niet|kkkk/i;
const DAY_MS = 24 * 60 * 60 * 1000;
export const now = new Date();
/** A month after the sales of these tests. */
export const later = new Date(now.getTime() + 30 * DAY_MS);

/** Runs one command line of the tool a month after the sales. */
export const run = (args: readonly string[], options: RunOptions = {}): Promise<ToolRun> =>
  runNow(args, { now: later, ...options });
export const show = (email = EMAIL) => run(["person", email]);
export const erase = (options: RunOptions = { answer: true }, ...more: string[]) =>
  run(["person", EMAIL, "--erase", ...more], options);
export const eraseNow = () => erase({ answer: true, now: new Date() });
export const reconcile = (...args: string[]) => runNow(["reconcile", ...args]);
export const answer = (reference: string) => run(["withdrawals", reference, "--answer", "no-order"]);

export const kept = () => JSON.stringify([...orders.entries.values(), ...gifts.entries.values()]);

/** Erases, and looks for what must be gone. */
export async function expectErased(erased: Promise<ToolRun> = erase()): Promise<void> {
  expect((await erased).exitCode).toBe(0);
  expect(kept()).not.toMatch(PERSONAL);
}

/** A gift that was paid in our checkout, with all its stored data. */
export async function giftSale(): Promise<string> {
  const id = await sell({
    ...{ environment: "local", buyer_name: "Jan de Vries", buyer_email: EMAIL, user_id: "user-7" },
    ...{ contents: `KVB1.3900.${DIGEST}`, ...GIFT_METADATA, ...wishToMetadata(WISH) },
  });
  await reconcile("--write");
  orders.set(`${id}.gift`, { intentId: id, giftCode: CODE, updatedAt: now.toISOString() });
  gifts.set(CODE, { recipient: WISH.recipient, giver: WISH.giver }, { intentId: id });
  return id;
}

/** The same sale if no event came: the return page has stored the gift and its wish, but there is no order. */
export async function giftWithoutEvent(): Promise<string> {
  const id = await giftSale();
  orders.entries.clear();
  orders.set(`${id}.wish`, { intentId: id, gift: WISH, updatedAt: new Date(0).toISOString() });
  return id;
}

export function withdraw(reference: string, more: object = {}, receivedAt = now): void {
  const what = { name: "Jan", contract: "KVB1", email: "Jan@example.nl", reason: "Ik vaar niet meer" };
  orders.set(`withdrawal:${reference}`, { reference, receivedAt: receivedAt.toISOString(), ...what, ...more });
}
