import { type Exchange, type Handler, parseFields, RequestError, route, sendJson, sendSeeOther } from "./http.ts";
import type { StripeControls } from "./stripe.ts";
import { STRIPE_MODES } from "./stripe-api.ts";
import { DISPUTE_STATUSES } from "./stripe-sales.ts";

const EVENT_TYPES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "payment_intent.processing",
] as const;
const SETTLED_STATUSES = ["succeeded", "requires_payment_method", "processing", "canceled"] as const;

/**
 * `/_control/…`: sets failure modes and reads what happened, for people (forms on the home page) and for tests in
 * another process (JSON). A bad value throws a `RequestError`.
 */
export function createControlRoutes(stripe: StripeControls): readonly Handler[] {
  return [
    route("/_control/state", ["GET"], (exchange) => sendJson(exchange, 200, stateOf(stripe))),
    ...Object.entries(CHANGES).map(([name, change]) =>
      route(`/_control/${name}`, ["POST"], async (exchange) => {
        const result = await change(stripe, parseFields(exchange));
        return isForm(exchange) ? sendSeeOther(exchange, "/") : sendJson(exchange, 200, result ?? stateOf(stripe));
      }),
    ),
  ];
}

type Fields = Readonly<Record<string, unknown>>;

const CHANGES: Readonly<Record<string, (stripe: StripeControls, fields: Fields) => unknown>> = {
  stripe(stripe, fields) {
    const times = fields.times === undefined || fields.times === "" ? undefined : Number(fields.times);
    if (times !== undefined && !(Number.isInteger(times) && times > 0))
      throw new RequestError(400, "times is no count");
    stripe.setMode(oneOf(fields.mode, STRIPE_MODES, "mode"), times);
  },
  wallets(stripe, fields) {
    stripe.setWallets({ applePay: isOn(fields.applePay), googlePay: isOn(fields.googlePay) });
  },
  webhooks(stripe, fields) {
    stripe.setWebhooks(isOn(fields.enabled));
  },
  settle(stripe, fields) {
    stripe.settle(String(fields.intent), oneOf(fields.status, SETTLED_STATUSES, "status"));
  },
  refund(stripe, fields) {
    const cents = fields.cents === undefined || fields.cents === "" ? undefined : Number(fields.cents);
    stripe.refund(String(fields.intent), cents);
  },
  dispute(stripe, fields) {
    stripe.dispute(String(fields.intent), oneOf(fields.status, DISPUTE_STATUSES, "status"));
  },
  webhook(stripe, fields) {
    const skewSeconds = Number(fields.skewSeconds ?? 0);
    if (!Number.isInteger(skewSeconds)) throw new RequestError(400, "skewSeconds is no whole number");
    const type = oneOf(fields.type, EVENT_TYPES, "type");
    const flaws = { skewSeconds, badSignature: isOn(fields.badSignature) };
    return stripe.sendWebhook({ intent: String(fields.intent), type }, flaws);
  },
  reset(stripe) {
    stripe.reset();
  },
};

function stateOf(stripe: StripeControls): unknown {
  const { mode, times } = stripe.mode;
  return {
    mode,
    times: Number.isFinite(times) ? times : null,
    wallets: stripe.wallets,
    intents: stripe.intents,
    requests: stripe.requests,
    webhookDeliveries: stripe.webhookDeliveries,
  };
}

function isForm(exchange: Exchange): boolean {
  return exchange.request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
}

function isOn(value: unknown): boolean {
  return value === true || value === "true" || value === "on";
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], name: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new RequestError(400, `${name} must be one of ${allowed.join(", ")}`);
  return found;
}
