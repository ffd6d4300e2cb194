import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { World } from "./http.ts";
import { createStripeAccount, type StripeAccountStore } from "./stripe-account.ts";
import { createStripeApi, type StripeApi } from "./stripe-api.ts";
import { createBank } from "./stripe-bank.ts";
import { createIntentStore, type IntentEventType, type IntentStatus, type PaymentIntent } from "./stripe-intents.ts";
import { createStripeJs, type Wallets } from "./stripe-js.ts";
import { createSaleStore, type SaleStore } from "./stripe-sales.ts";
import { createWebhookSender, newEvent, type WebhookDelivery } from "./stripe-webhooks.ts";

/** The local Stripe's state and controls, for a test or a person on the home page. */
export type StripeControls = {
  /** Every payment intent in its present state, oldest first. */
  readonly intents: readonly PaymentIntent[];
  /** Every call of the API, oldest first; calls with the secret key are the Worker's. */
  readonly requests: StripeApi["requests"];
  readonly webhookDeliveries: readonly WebhookDelivery[];
  /** Products, prices, payment links, webhook endpoints and domains. */
  readonly account: Pick<StripeAccountStore, "all" | "add" | "settings">;
  readonly wallets: Readonly<Wallets>;
  readonly behaviour: StripeApi["behaviour"];
  /** `times`: for this many calls; without it, until it is set again. */
  setMode: StripeApi["behaviour"]["set"];
  /** Sets the express buttons of the simulated device. */
  setWallets(wallets: Partial<Wallets>): void;
  /** Whether changes of a payment are delivered automatically (default: yes). */
  setWebhooks(enabled: boolean): void;
  /** Decides a processing payment, as its bank does. Throws for an unknown intent. */
  settle(intentId: string, status: IntentStatus): void;
  /** Buys in the hosted checkout. */
  buy: SaleStore["buy"];
  /** Refunds this many cents, or all that is left. Throws for an unknown intent, or one that is not paid. */
  refund(intentId: string, cents?: number): void;
  /** Makes the last refund fail. Throws for an unknown intent, or one without a refund. */
  failRefund(intentId: string): void;
  /** Sets the status of a dispute; the first call opens it. */
  dispute(intentId: string, status: Parameters<SaleStore["dispute"]>[1]): void;
  /** Delivers an event by hand, about an intent in its present state. */
  sendWebhook(what: { intent: string; type: IntentEventType }): Promise<WebhookDelivery>;
  /** Deletes everything and resets the mode. */
  reset(): void;
};

export type LocalStripe = { controls: StripeControls; app: Hono<World>; close(): Promise<void> };

const NO_WALLETS: Wallets = { applePay: false, googlePay: false };

/** Stripe's API, Stripe.js, the bank's page and the webhooks, all local. */
export function createStripe(options: { origin: () => string; shopOrigin: () => string }): LocalStripe {
  const webhooks = createWebhookSender(options.shopOrigin);
  const intents = createIntentStore({
    bankPageUrl: (intentId) => `${options.origin()}/bank/${intentId}`,
    onEvent(type, intent) {
      if (type === "payment_intent.succeeded") sales.paid(intent);
      webhooks.notify(type, intent);
    },
  });
  const account = createStripeAccount();
  const sales = createSaleStore(intents, account, webhooks.notify);
  const events = () =>
    webhooks.deliveries.map(({ event, delivered }) => ({ ...event, pending_webhooks: delivered ? 0 : 1 }));
  const api = createStripeApi(intents, account, events, sales.refund);
  const wallets = { ...NO_WALLETS };

  function requireIntent(id: string): PaymentIntent {
    const intent = intents.get(id);
    if (intent === undefined) throw new HTTPException(404, { message: `no payment intent ${id}` });
    return intent;
  }

  const controls: StripeControls = {
    get intents() {
      return intents.all();
    },
    requests: api.requests,
    webhookDeliveries: webhooks.deliveries,
    account,
    wallets,
    behaviour: api.behaviour,
    setMode: (mode, times) => api.behaviour.set(mode, times),
    setWallets: (chosen) => void Object.assign(wallets, chosen),
    setWebhooks(enabled) {
      webhooks.enabled = enabled;
    },
    settle(intentId, status) {
      const intent = requireIntent(intentId);
      if (status === "canceled") intents.cancel(intent);
      else intents.settle(intent, status);
      sales.settled(intent);
    },
    buy: sales.buy,
    refund: (intentId, cents) => void sales.refund(requireIntent(intentId), cents),
    failRefund: (intentId) => sales.failRefund(requireIntent(intentId)),
    dispute: (intentId, status) => sales.dispute(requireIntent(intentId), status),
    sendWebhook: ({ type, intent }) => webhooks.send(newEvent(type, requireIntent(intent))),
    reset() {
      for (const store of [intents, sales, account, api]) store.clear();
      webhooks.deliveries.length = 0;
      webhooks.enabled = true;
      Object.assign(wallets, NO_WALLETS);
    },
  };
  const app = new Hono<World>();
  for (const part of [api.app, createStripeJs(wallets), createBank(intents)]) app.route("/", part);
  return { controls, app, close: webhooks.close };
}
