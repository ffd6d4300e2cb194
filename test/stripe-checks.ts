import { afterEach, expect, inject } from "vitest";
import { createStripeRules } from "./outside-world/stripe-rules.ts";
import { takeFaults, watchStripe } from "./outside-world/stripe-watch.ts";

/**
 * Runs before each file. A test fails if a call of the shop or its tools, or an answer of the local Stripe, does not
 * match Stripe's published types. A test that sends a wrong call on purpose takes the faults itself.
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
