import type { PaymentIntent, StripeError } from "@stripe/stripe-js";

/** The calls that the stand-in Stripe.js makes to the server that served it. */

export const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;

export type ApiResult<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError };
export type LocalIntent = PaymentIntent & { next_action: { redirect_to_url?: { url: string | null } } | null };

export type AvailableWallets = { applePay: boolean; googlePay: boolean };

/** Calls the local API with the publishable key; never rejects. */
export async function callApi<T>(path: string, parameters: URLSearchParams, method = "GET"): Promise<ApiResult<T>> {
  try {
    const isGet = method === "GET";
    const response = await fetch(`${ORIGIN}${path}${isGet ? `?${parameters}` : ""}`, {
      method,
      ...(isGet ? {} : { body: parameters }),
    });
    const body = (await response.json()) as T & { error?: StripeError };
    return response.ok ? { value: body } : { error: body.error ?? { type: "api_error" } };
  } catch {
    const message = "Er kon geen verbinding worden gemaakt. Controleer je internetverbinding.";
    return { error: { type: "api_connection_error", message } };
  }
}

export function intentPath(clientSecret: string): string {
  return `/v1/payment_intents/${clientSecret.split("_secret_")[0]}`;
}

export function retrieve(key: string, clientSecret: string): Promise<ApiResult<LocalIntent>> {
  return callApi(intentPath(clientSecret), new URLSearchParams({ key, client_secret: clientSecret }));
}

/** The wallets of this device, as the outside world was told. */
export async function readWallets(): Promise<AvailableWallets> {
  const { value } = await callApi<AvailableWallets>("/elements/wallets.json", new URLSearchParams());
  return value ?? { applePay: false, googlePay: false };
}
