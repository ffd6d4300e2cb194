import type { ConfirmPaymentData, PaymentIntent, StripeError } from "@stripe/stripe-js";

/** What a stand-in for Stripe.js asks of the local Stripe's API, in a page (`stripe.ts`) and in the simulator. */

export type ApiResult<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError };
export type LocalIntent = PaymentIntent & { next_action: { redirect_to_url?: { url: string | null } } | null };

/** The outcomes that a payer can choose on the local payment form, with their texts. */
export const OUTCOME_LABELS = {
  succeeded: "Geslaagd",
  declined: "Geweigerd",
  processing: "In behandeling",
  "connection-lost": "Netwerkfout, niet betaald",
  "connection-lost-after-payment": "Netwerkfout, wel betaald",
  "api-error": "Storing bij Stripe (api_error)",
  "rate-limit": "Te veel verzoeken (rate_limit_error)",
} as const;
export type Outcome = keyof typeof OUTCOME_LABELS;

const PAYABLE: readonly string[] = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Calls with the publishable key, which never reject. `send` asks the API. */
export function createCalls(key: string, origin: string, send: (url: string, init: RequestInit) => Promise<Response>) {
  async function call<T>(path: string, parameters: URLSearchParams, method = "GET"): Promise<ApiResult<T>> {
    try {
      const isGet = method === "GET";
      const url = `${origin}${path}${isGet ? `?${parameters}` : ""}`;
      const response = await send(url, isGet ? { method } : { method, body: parameters });
      const body = (await response.json()) as T & { error?: StripeError };
      return response.ok ? { value: body } : { error: body.error ?? { type: "api_error" } };
    } catch {
      const message = "Er kon geen verbinding worden gemaakt. Controleer je internetverbinding.";
      return { error: { type: "api_connection_error", message } };
    }
  }
  const pathOf = (clientSecret: string) => `/v1/payment_intents/${clientSecret.split("_secret_")[0]}`;

  const retrieve = (clientSecret: string) =>
    call<LocalIntent>(pathOf(clientSecret), new URLSearchParams({ key, client_secret: clientSecret }));

  return {
    call,
    async retrievePaymentIntent(clientSecret: string) {
      const { value, error } = await retrieve(clientSecret);
      return error === undefined ? { paymentIntent: value } : { error };
    },
    /** The intent, or an error if it can no longer be paid. */
    async retrievePayable(clientSecret: string): Promise<ApiResult<LocalIntent>> {
      const result = await retrieve(clientSecret);
      if (result.error !== undefined || PAYABLE.includes(result.value.status)) return result;
      const message = `This PaymentIntent is in a terminal state and cannot be used to initialize Elements: ${result.value.status}.`;
      return { error: { type: "invalid_request_error", code: "payment_intent_unexpected_state", message } };
    },
    /** Confirms with this method. `outcome`: what a card or bank would decide. */
    confirm(clientSecret: string, data: ConfirmPaymentData, source: { type: string; outcome: string }) {
      const parameters = new URLSearchParams({
        key,
        client_secret: clientSecret,
        return_url: data.return_url,
        "payment_method_data[type]": source.type,
        "payment_method_data[local_outcome]": source.outcome,
      });
      if (data.receipt_email !== undefined) parameters.set("receipt_email", data.receipt_email);
      for (const [name, value] of Object.entries(data.payment_method_data?.billing_details ?? {}))
        if (value !== null) parameters.set(`payment_method_data[billing_details][${name}]`, String(value));
      return call<LocalIntent>(`${pathOf(clientSecret)}/confirm`, parameters, "POST");
    },
  };
}

/** The shop's return address with Stripe's parameters. */
export function returnAddress(
  returnUrl: string,
  { id, client_secret: secret, status }: { id: string; client_secret: string | null; status: string },
): string {
  const url = new URL(returnUrl);
  url.searchParams.set("payment_intent", id);
  url.searchParams.set("payment_intent_client_secret", secret ?? "");
  const ends: Readonly<Record<string, string>> = { succeeded: "succeeded", requires_payment_method: "failed" };
  url.searchParams.set("redirect_status", ends[status] ?? "pending");
  return url.href;
}
