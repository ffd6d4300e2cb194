import { Hono } from "hono";
import type { World } from "./http.ts";
import { createBank } from "./stripe-bank.ts";
import { createStripeCore } from "./stripe-core.ts";
import type { IntentStatus } from "./stripe-intents.ts";
import { createStripeJs, type Wallets } from "./stripe-js.ts";
import type { Dispute } from "./stripe-objects.ts";
import { createWebhookSender } from "./stripe-webhooks.ts";

/** The local Stripe's state and controls, for a test or a person on the home page. */
export type StripeControls = ReturnType<typeof createStripe>["controls"];

const NO_WALLETS: Wallets = { applePay: false, googlePay: false };

/** Stripe's API, Stripe.js, the bank's page and the webhooks, all local. */
export function createStripe(options: { origin: () => string; shopOrigin: () => string }) {
  const webhooks = createWebhookSender(options.shopOrigin);
  const { account, intents, sales, api, settle } = createStripeCore({
    origin: options.origin,
    emit: webhooks.notify,
    events: () =>
      webhooks.deliveries.map(({ event, delivered }) => ({ ...event, pending_webhooks: delivered ? 0 : 1 })),
  });
  const wallets = { ...NO_WALLETS };

  /** Those that name an intent throw for one that there is not, and where Stripe would refuse. */
  const controls = {
    /** Every payment intent in its present state, oldest first. */
    get intents() {
      return intents.all();
    },
    /** Every call of the API, oldest first; calls with the secret key are the Worker's. */
    requests: api.requests,
    webhookDeliveries: webhooks.deliveries,
    account,
    wallets: wallets as Readonly<Wallets>,
    behaviour: api.behaviour,
    setMode: api.setMode,
    setWallets: (chosen: Partial<Wallets>) => void Object.assign(wallets, chosen),
    setWebhooks(enabled: boolean): void {
      webhooks.enabled = enabled;
    },
    create: intents.create,
    settle: (intentId: string, status: IntentStatus) => settle(intents.require(intentId), status),
    buy: sales.buy,
    refund: (intentId: string, cents?: number) => void sales.refund(intents.require(intentId), cents),
    failRefund: (intentId: string) => sales.failRefund(intents.require(intentId)),
    dispute: (intentId: string, status: Dispute["status"]) => sales.dispute(intents.require(intentId), status),
    reset(): void {
      for (const store of [account, api]) store.clear();
      webhooks.deliveries.length = 0;
      webhooks.enabled = true;
      Object.assign(wallets, NO_WALLETS);
    },
  };
  const app = new Hono<World>();
  for (const part of [api.app, createStripeJs(wallets), createBank(intents)]) app.route("/", part);
  return { controls, app, close: webhooks.close };
}
