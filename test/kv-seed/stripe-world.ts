import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { connectStripe } from "../../src/services/stripe.ts";
import { type OutsideWorld, startOutsideWorld } from "../outside-world/server.ts";
import { STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";
import { MemoryStore, type RunOptions, runTool, type ToolRun } from "./tool.ts";

/** The outside world of the test file that called `openStripeWorld`, and its Stripe as the tool has it. */
export let world: OutsideWorld;
export let stripe: Stripe;
/** The KV of the test. */
export let orders: MemoryStore;
export let gifts: MemoryStore;

/** Gives each test of a file an empty KV, and an empty local Stripe that sends no webhooks. */
export function openStripeWorld(): void {
  beforeAll(async () => {
    world = await startOutsideWorld({ port: 0 });
    stripe = await connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase: world.origin });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.stripe.reset();
    world.stripe.setWebhooks(false);
    orders = new MemoryStore();
    gifts = new MemoryStore();
  });
}

/** This Stripe, as the tool finds it on a machine without a key. */
export const LOCAL = { readKey: async () => null, connect: () => Promise.resolve(stripe) };

/** Runs one command line of the tool on this KV and this Stripe, now. */
export function run(args: readonly string[], options: RunOptions = {}): Promise<ToolRun> {
  return runTool(args, { stores: { ORDERS: orders, GIFTS: gifts }, stripe: LOCAL, now: new Date(), ...options });
}

/** A payment that was begun in our checkout. Resolves to its id. */
export async function begin(more: Readonly<Record<string, string>> = {}, amount = 3900): Promise<string> {
  const metadata = { product: "KVB1", price: String(amount), flow: "none", visit: "v", ...more };
  return (await stripe.paymentIntents.create({ amount, currency: "eur", metadata })).id;
}

/** The same, paid. */
export async function sell(more: Readonly<Record<string, string>> = {}, amount = 3900): Promise<string> {
  const id = await begin(more, amount);
  world.stripe.settle(id, "succeeded");
  return id;
}
