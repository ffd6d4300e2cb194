import { Hono } from "hono";
import * as z from "zod";
import { DISPUTE_STATUSES } from "../../src/paying/webhook/order-events.ts";
import { control, type World } from "./http.ts";
import type { StripeControls } from "./stripe.ts";
import { STRIPE_MODES } from "./stripe-api.ts";

const intent = z.string();
const count = z.coerce.number().int().positive().optional();
/** JSON sends true, a form's ticked box "on". */
const isOn = z.coerce.boolean().default(false);

/** `/_control/…`: sets failure modes and reads records, for people (forms on the home page) and for tests in another process (JSON). */
export function createControls(stripe: StripeControls): Hono<World> {
  const app = new Hono<World>();
  const state = () => {
    const { intents, requests, wallets, webhookDeliveries, behaviour } = stripe;
    return { mode: behaviour.mode, wallets, intents, requests, webhookDeliveries };
  };
  const change = <Shape extends z.ZodRawShape>(
    name: string,
    shape: Shape,
    act: (fields: z.infer<z.ZodObject<Shape>>) => unknown,
  ) => control(app, `/_control/${name}`, z.object(shape), async (fields) => (await act(fields)) ?? state());

  app.get("/_control/state", (c) => c.json(state()));
  change("stripe", { mode: z.enum(STRIPE_MODES), times: count }, ({ mode, times }) => stripe.setMode(mode, times));
  change("wallets", { applePay: isOn, googlePay: isOn }, stripe.setWallets);
  change("webhooks", { enabled: isOn }, ({ enabled }) => stripe.setWebhooks(enabled));
  change(
    "settle",
    { intent, status: z.enum(["succeeded", "requires_payment_method", "processing", "canceled"]) },
    (to) => stripe.settle(to.intent, to.status),
  );
  change("refund", { intent, cents: count }, (of) => stripe.refund(of.intent, of.cents));
  change("refund-failed", { intent }, (of) => stripe.failRefund(of.intent));
  change("dispute", { intent, status: z.enum(DISPUTE_STATUSES) }, (of) => stripe.dispute(of.intent, of.status));
  change("reset", {}, stripe.reset);
  return app;
}
