import { createStripeAccount } from "./stripe-account.ts";
import { createStripeApi } from "./stripe-api.ts";
import { createIntentStore, type IntentStatus } from "./stripe-intents.ts";
import type { PaymentIntent } from "./stripe-objects.ts";
import { createSaleStore } from "./stripe-sales.ts";
import { newEvent, type StripeEvent } from "./stripe-webhooks.ts";

/** The local Stripe without its pages and its webhooks: one account with its payments and sales, and the API of these. */
export function createStripeCore(options: {
  origin(): string;
  emit(event: StripeEvent): void;
  /** The events that the API lists, oldest first. */
  events(): readonly StripeEvent[];
}) {
  const account = createStripeAccount();
  const intents = createIntentStore(account, {
    bankPageUrl: (intentId) => `${options.origin()}/bank/${intentId}`,
    onEvent(type, intent) {
      if (type === "payment_intent.succeeded") sales.paid(intent);
      options.emit(newEvent(type, intent));
    },
  });
  const sales = createSaleStore(intents, account, (type, object) => options.emit(newEvent(type, object)));
  const api = createStripeApi(intents, account, options.events, sales.refund);
  return {
    ...{ account, intents, sales, api },
    /** The bank decides, also on a hosted order that was waiting for its money. */
    settle(intent: PaymentIntent, status: IntentStatus): void {
      intents.settle(intent, status);
      sales.settled(intent);
    },
  };
}
