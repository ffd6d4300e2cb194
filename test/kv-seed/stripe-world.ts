import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { connectStripe } from "../../src/services/stripe.ts";
import { type OutsideWorld, startOutsideWorld } from "../outside-world/server.ts";
import { STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";

/** The outside world of the test file that called `openStripeWorld`, and its Stripe as the tool has it. */
export let world: OutsideWorld;
export let stripe: Stripe;

/** Gives each test of a file an empty local Stripe that sends no webhooks. */
export function openStripeWorld(): void {
  beforeAll(async () => {
    world = await startOutsideWorld({ port: 0 });
    stripe = await connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase: world.origin });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.stripe.reset();
    world.stripe.setWebhooks(false);
  });
}
