import type { ConfirmPaymentData } from "@stripe/stripe-js";
import { intentIdOf } from "../../src/shared/intent-id.ts";
import { createCalls, type Outcome, returnAddress } from "../outside-world/browser/stripe-calls.ts";
import type { Tab } from "./browser.ts";
import { sleep } from "./clock.ts";
import type { World } from "./world.ts";

/** Stripe.js without a page: the functions that the checkout calls, with their documented answers. */

export type PaymentPlan =
  | { method: "card"; outcome: Outcome; later?: LaterAnswer }
  | { method: "ideal"; bank: BankPlan };
/** The payer's choice at the bank, and its time. `isBack`: the browser returns to the shop by itself. */
export type BankPlan = {
  decides: "pays" | "refuses" | "processes" | "nothing";
  afterMs: number;
  isBack: boolean;
  later?: LaterAnswer;
};
/** A bank's late decision on a payment. */
export type LaterAnswer = { status: "succeeded" | "requires_payment_method"; afterMs: number };

export function createStripeJs(world: World, tab: Tab) {
  const { retrievePaymentIntent, retrievePayable, confirm } = createCalls(
    tab.config.publishableKey,
    world.apiBase,
    (url, init) => world.fromBrowser(new Request(url, init)),
  );

  return {
    retrievePaymentIntent,
    async confirmPayment({ clientSecret, confirmParams }: { clientSecret: string; confirmParams: ConfirmPaymentData }) {
      const { plan } = tab;
      const source = { type: plan.method, outcome: plan.method === "card" ? plan.outcome : "succeeded" };
      // What the buyer typed is in the payment already.
      const { payment_method_data: _, ...data } = confirmParams;
      const { value: intent, error } = await confirm(clientSecret, data, source);
      const intentId = intentIdOf(clientSecret);
      // The bank continues whether or not the browser got an answer.
      if (plan.method === "card" && plan.later !== undefined) world.answerLater(intentId, plan.later);
      if (error !== undefined) return { error };
      const address = returnAddress(confirmParams.return_url, intent);
      if (plan.method === "ideal" && intent.status === "requires_action") {
        tab.toBank();
        void world.atBank(tab, intentId, address, plan.bank);
      } else tab.toReturnPage(address);
      return new Promise(() => undefined);
    },
    elements({ clientSecret }: { clientSecret: string }) {
      const create = (kind: string) => {
        const handlers = new Map<string, (event: unknown) => void>();
        return {
          on: (type: string, handler: (event: unknown) => void) => void handlers.set(type, handler),
          destroy() {},
          async mount() {
            await sleep(200);
            if (kind !== "payment") return handlers.get("availablepaymentmethodschange")?.({});
            const { error } = await retrievePayable(clientSecret);
            handlers.get(error === undefined ? "ready" : "loaderror")?.({ error });
          },
        };
      };
      return { create, submit: async () => ({ selectedPaymentMethod: "card" }) };
    },
  };
}
