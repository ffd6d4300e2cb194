import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { connectStripe } from "../../src/server/stripe.ts";
import { now } from "../clock.ts";
import { MemoryStore, type RunOptions, runTool, type ToolRun } from "../kv-seed/tool.ts";
import { type OutsideWorld, startOutsideWorld } from "../outside-world/server.ts";
import { STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";
import { ledger, openLedger } from "./ledger.ts";

/** The outside world of the test file that called `openStripeWorld`, and its Stripe as the tool has it. */
export let world: OutsideWorld;
export let stripe: Stripe;
export let gifts: MemoryStore;

/** Gives each test of a file an empty ledger and KV, and an empty local Stripe that sends no webhooks. */
export function openStripeWorld(): void {
  beforeAll(async () => {
    world = await startOutsideWorld({ port: 0 });
    stripe = await connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase: world.origin });
  });
  afterAll(() => world.close());
  openLedger();
  beforeEach(() => {
    world.stripe.reset();
    world.stripe.setWebhooks(false);
    gifts = new MemoryStore();
  });
}

/** This Stripe, as the tool finds it on a machine without a key. */
export const LOCAL = { readKey: async () => null, connect: () => Promise.resolve(stripe) };

export function run(args: readonly string[], options: RunOptions = {}): Promise<ToolRun> {
  return runTool(args, { stores: { GIFTS: gifts }, ledger, stripe: LOCAL, now: now(), ...options });
}

export const hear = () => run(["reconcile", "--write"]);

/** A payment that was begun in our checkout. Resolves to its id. */
export async function begin(more: Readonly<Record<string, string>> = {}, amount = 3900): Promise<string> {
  const metadata = { product: "KVB1", price: String(amount), flow: "none", visit: "v", ...more };
  return (await stripe.paymentIntents.create({ amount, currency: "eur", metadata })).id;
}

export async function sell(more: Readonly<Record<string, string>> = {}, amount = 3900): Promise<string> {
  const id = await begin(more, amount);
  world.stripe.settle(id, "succeeded");
  return id;
}

/** A sale of 39.00 in the hosted checkout. Returns the payment's id. */
export function buyHosted(changes: object = {}): string {
  const buyer = { name: "Jan de Vries", email: "jan@example.nl", hasConsented: true };
  const offer = { product: "KVB1", flow: "A", amount: 3900 };
  return world.stripe.buy({ ...offer, ...buyer, isPaid: "now", ...changes }).payment_intent;
}
