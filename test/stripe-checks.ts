import { afterEach, expect, inject } from "vitest";
import { createStripeRules } from "./outside-world/stripe-rules.ts";
import { takeFaults, watchStripe } from "./outside-world/stripe-watch.ts";

/**
 * Runs before each file: a test fails when what the shop or its tools asked Stripe, or what the local Stripe said, is not as
 * Stripe publishes it. A test that asks something wrong on purpose takes the faults itself.
 */
watchStripe(() => createStripeRules(inject("stripeSchema")));

afterEach(() => {
  expect(takeFaults(), "calls, answers and events that are not as Stripe publishes them").toEqual([]);
});

declare module "vitest" {
  interface ProvidedContext {
    stripeSchema: string;
  }
}
