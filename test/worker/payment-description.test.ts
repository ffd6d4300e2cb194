import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { type Event, event, METADATA, newIntent, session } from "./events.ts";
import { emptyLedger } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { ORIGIN } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerError, answerJson, STRIPE_BINDINGS, type StripeCall, stubStripe, webhookCall } from "./stripe-stub.ts";

/** The payment of a hosted checkout gets its order's number at Stripe, after the webhook has answered. */

const logs = collectLogs();

let id = "";
let calls: StripeCall[] = [];
let atStripe: Record<string, unknown> = {};
beforeEach(async () => {
  await emptyLedger();
  id = newIntent();
  atStripe = { metadata: {} };
  calls = stubStripe(() => answerJson(intent({ id, status: "succeeded", ...atStripe })));
});

/** Delivers an event, and lets what follows the answer end. */
async function deliver(what: Event): Promise<number> {
  const waited: Promise<unknown>[] = [];
  const context = { waitUntil: (work: Promise<unknown>) => waited.push(work), passThroughOnException() {}, props: {} };
  const call = await webhookCall(JSON.stringify(what));
  const request = new Request(ORIGIN + PATHS.stripeWebhook, call);
  const response = await createApp().fetch(request, { ...env, ...STRIPE_BINDINGS } as Bindings, context as never);
  await Promise.all(waited);
  return response.status;
}
const paid = () => event("checkout.session.completed", 60, session(id));
const changes = () => calls.filter(({ method }) => method === "POST");

describe("a hosted checkout that was paid", () => {
  test("is described by the number of its order, and nothing else is written", async () => {
    expect(await deliver(paid())).toBe(200);
    expect(changes().map(({ url, form }) => [url.pathname, Object.fromEntries(form)])).toEqual([
      [`/v1/payment_intents/${id}`, { description: `VK-${id.slice(-10).toUpperCase()}` }],
    ]);
  });

  test.each([
    ["has a description, which may be somebody else's", { description: "Groepskorting" }],
    ["is of another shop on the same account", { metadata: { environment: "staging" } }],
  ])("whose payment %s: nothing is written", async (_name, is) => {
    atStripe = is;
    expect(await deliver(paid())).toBe(200);
    expect(changes()).toEqual([]);
  });

  test("Stripe fails: the answer is the same, and the log says so", async () => {
    calls = stubStripe(() => answerError(400, { type: "invalid_request_error", code: "lock_timeout" }));
    expect(await deliver(paid())).toBe(200);
    expect(logs.lines("stripe.failed")).toEqual([
      expect.objectContaining({ level: "error", call: "describe", code: "lock_timeout", status: 400 }),
    ]);
  });
});

test("no other event calls Stripe: our own checkout has described its payment before it was paid", async () => {
  await deliver(event("payment_intent.succeeded", 60, intent({ id, status: "succeeded", metadata: METADATA })));
  await deliver(event("checkout.session.completed", 60, session(id, { payment_status: "unpaid" })));
  expect(calls).toEqual([]);
});
