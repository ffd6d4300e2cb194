import type { PaymentIntent } from "@stripe/stripe-js";
import type { Outcome } from "../outside-world/stripe-intents.ts";
import type { Tab } from "./browser.ts";
import { sleep } from "./clock.ts";
import type { World } from "./world.ts";

/** Stripe.js without a page: the functions that the checkout calls, with their documented answers. */

/** The outcome of a confirmation. */
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

type ApiError = { type: string; code?: string; message?: string; payment_intent?: PaymentIntent };
type ApiAnswer = { value: PaymentIntent } | { error: ApiError };

const CONNECTION_ERROR: ApiError = { type: "api_connection_error", message: "geen verbinding" };
const FINAL: readonly string[] = ["succeeded", "canceled", "processing"];

export function createStripeJs(world: World, tab: Tab) {
  const { publishableKey: key } = tab.config;
  const pathOf = (clientSecret: string) => `/v1/payment_intents/${clientSecret.split("_secret_")[0]}`;

  async function call(path: string, parameters: URLSearchParams, method: "GET" | "POST"): Promise<ApiAnswer> {
    try {
      const isGet = method === "GET";
      const response = await world.fromBrowser(
        new Request(`${world.apiBase}${path}${isGet ? `?${parameters}` : ""}`, {
          method,
          ...(isGet
            ? {}
            : { body: String(parameters), headers: { "content-type": "application/x-www-form-urlencoded" } }),
        }),
      );
      const body = (await response.json()) as PaymentIntent & { error?: ApiError };
      return response.ok ? { value: body } : { error: body.error ?? { type: "api_error" } };
    } catch {
      return { error: CONNECTION_ERROR };
    }
  }

  const retrieve = (clientSecret: string) =>
    call(pathOf(clientSecret), new URLSearchParams({ key, client_secret: clientSecret }), "GET");

  async function confirm(
    clientSecret: string,
    params: { return_url: string; receipt_email?: string },
  ): Promise<unknown> {
    const { plan } = tab;
    const parameters = new URLSearchParams({
      key,
      client_secret: clientSecret,
      return_url: params.return_url,
      "payment_method_data[type]": plan.method,
      "payment_method_data[local_outcome]": plan.method === "card" ? plan.outcome : "succeeded",
    });
    if (params.receipt_email !== undefined) parameters.set("receipt_email", params.receipt_email);
    const answer = await call(`${pathOf(clientSecret)}/confirm`, parameters, "POST");
    const intentId = clientSecret.split("_secret_")[0] ?? "";
    // The bank continues whether or not the browser got an answer.
    if (plan.method === "card" && plan.later !== undefined) world.answerLater(intentId, plan.later);
    if ("error" in answer) return { error: answer.error };
    const intent = answer.value;
    const returnUrl = new URL(params.return_url);
    returnUrl.searchParams.set("payment_intent", intentId);
    returnUrl.searchParams.set("payment_intent_client_secret", clientSecret);
    if (plan.method === "ideal" && intent.status === "requires_action") {
      tab.toBank();
      void world.atBank(tab, intentId, returnUrl.href, plan.bank);
      return new Promise(() => undefined);
    }
    returnUrl.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "pending");
    tab.toReturnPage(returnUrl.href);
    return new Promise(() => undefined);
  }

  return {
    async retrievePaymentIntent(clientSecret: string) {
      const answer = await retrieve(clientSecret);
      return "error" in answer ? answer : { paymentIntent: answer.value };
    },
    confirmPayment: ({
      clientSecret,
      confirmParams,
    }: {
      clientSecret: string;
      confirmParams: { return_url: string };
    }) => confirm(clientSecret, confirmParams),
    elements({ clientSecret }: { clientSecret: string }) {
      const create = (kind: string) => {
        const handlers = new Map<string, (event: unknown) => void>();
        return {
          on: (type: string, handler: (event: unknown) => void) => void handlers.set(type, handler),
          destroy() {},
          async mount() {
            await sleep(200);
            if (kind !== "payment") return handlers.get("availablepaymentmethodschange")?.({});
            const answer = await retrieve(clientSecret);
            if ("error" in answer) handlers.get("loaderror")?.({ error: answer.error });
            else if (FINAL.includes(answer.value.status))
              handlers.get("loaderror")?.({
                error: { type: "invalid_request_error", code: "payment_intent_unexpected_state" },
              });
            else handlers.get("ready")?.({});
          },
        };
      };
      return { create, submit: async () => ({ selectedPaymentMethod: "card" }) };
    },
  };
}
