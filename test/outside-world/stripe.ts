import { type Handler, RequestError } from "./http.ts";
import { createStripeAccount, type StripeAccountStore } from "./stripe-account.ts";
import { createStripeApi, type StripeMode, type StripeRequestRecord } from "./stripe-api.ts";
import { createBankHandler } from "./stripe-bank.ts";
import { createIntentStore, type IntentEventType, type IntentStatus, type PaymentIntent } from "./stripe-intents.ts";
import { createStripeJsHandler, type Wallets } from "./stripe-js.ts";
import { createSaleStore, type SaleStore } from "./stripe-sales.ts";
import {
  createWebhookSender,
  type DeliveryFlaws,
  newEvent,
  type StripeEvent,
  type WebhookDelivery,
} from "./stripe-webhooks.ts";

/** What a test, or a person on the home page, can see and change of the local Stripe. */
export type StripeControls = {
  /** Every payment intent in its present state, oldest first. */
  readonly intents: readonly PaymentIntent[];
  /** Every call of the API, oldest first; the ones with the secret key are the Worker's. */
  readonly requests: readonly StripeRequestRecord[];
  readonly webhookDeliveries: readonly WebhookDelivery[];
  /** Products, prices, payment links, webhook endpoints and domains. */
  readonly account: Pick<StripeAccountStore, "all" | "settings">;
  readonly wallets: Readonly<Wallets>;
  readonly mode: { mode: StripeMode; times: number };
  /** `times` = how many calls it lasts; without it, until it is set again. */
  setMode(mode: StripeMode, times?: number): void;
  /** Which express buttons this browser seems to have. */
  setWallets(wallets: Partial<Wallets>): void;
  /** Whether changes of a payment are delivered by themselves (they are). */
  setWebhooks(enabled: boolean): void;
  /** Decides a payment from outside, as a bank does with one that is being processed. Throws for an unknown intent. */
  settle(intentId: string, status: IntentStatus): void;
  /** Buys in the hosted checkout. */
  buy: SaleStore["buy"];
  /** Pays back so many cents, or all that is left. Throws for an unknown intent, or one that is not paid. */
  refund(intentId: string, cents?: number): void;
  /** What a bank says of a dispute; the first opens it. */
  dispute(intentId: string, status: Parameters<SaleStore["dispute"]>[1]): void;
  /** Delivers an event by hand: about an intent as it is now, or an earlier event once more. */
  sendWebhook(
    what: { intent: string; type: IntentEventType } | { event: StripeEvent },
    flaws?: DeliveryFlaws,
  ): Promise<WebhookDelivery>;
  /** Waits until no webhook is on its way. */
  webhooksIdle(): Promise<void>;
  /** Forgets everything and behaves well again. */
  reset(): void;
};

export type LocalStripe = { controls: StripeControls; handlers: readonly Handler[]; close(): Promise<void> };

/** Stripe's API, Stripe.js, the bank's page and the webhooks, all local. */
export function createStripe(options: {
  origin: () => string;
  shopOrigin: () => string;
  webhookRetryDelaysMs?: readonly number[];
}): LocalStripe {
  const webhooks = createWebhookSender({
    shopOrigin: options.shopOrigin,
    ...(options.webhookRetryDelaysMs === undefined ? {} : { retryDelaysMs: options.webhookRetryDelaysMs }),
  });
  const intents = createIntentStore({
    bankPageUrl: (intentId) => `${options.origin()}/bank/${intentId}`,
    onEvent: (type, intent) => webhooks.notify(type, intent),
  });
  const account = createStripeAccount();
  const api = createStripeApi(intents, account);
  const sales = createSaleStore(intents, account, webhooks.notify);
  const wallets: Wallets = { applePay: false, googlePay: false };

  function requireIntent(id: string): PaymentIntent {
    const intent = intents.get(id);
    if (intent === undefined) throw new RequestError(404, `no payment intent ${id}`);
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
    get mode() {
      return api.mode();
    },
    setMode: api.setMode,
    setWallets(changes) {
      Object.assign(wallets, changes);
    },
    setWebhooks(enabled) {
      webhooks.enabled = enabled;
    },
    settle(intentId, status) {
      const intent = requireIntent(intentId);
      if (status === "canceled") intents.cancel(intent, null);
      else intents.settle(intent, status);
      sales.settled(intent);
    },
    buy: sales.buy,
    refund(intentId, cents) {
      sales.refund(requireIntent(intentId), cents);
    },
    dispute(intentId, status) {
      sales.dispute(requireIntent(intentId), status);
    },
    sendWebhook(what, flaws) {
      const event = "event" in what ? what.event : newEvent(what.type, requireIntent(what.intent));
      return webhooks.send(event, flaws);
    },
    webhooksIdle: webhooks.idle,
    reset() {
      intents.clear();
      sales.clear();
      account.clear();
      api.clear();
      webhooks.deliveries.length = 0;
      webhooks.enabled = true;
      Object.assign(wallets, { applePay: false, googlePay: false });
    },
  };
  return {
    controls,
    handlers: [api.handle, createStripeJsHandler(wallets), createBankHandler(intents)],
    close: webhooks.close,
  };
}
