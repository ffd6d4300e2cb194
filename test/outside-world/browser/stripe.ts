import type { ConfirmPaymentData, StripeElementsOptionsClientSecret, StripeError } from "@stripe/stripe-js";
import { createCalls, returnAddress } from "./stripe-calls.ts";
import { type Calls, type ElementOptions, Elements, IntegrationError, ORIGIN } from "./stripe-elements.ts";

/**
 * The stand-in for Stripe.js: the functions that the checkout uses, with their checks, events and results. It is a
 * classic script, like the real one, and calls the server that served it.
 */

type ConfirmOptions = { elements: Elements; clientSecret: string; confirmParams: Partial<ConfirmPaymentData> };

/** Resolves with an error, or leaves the page. */
async function confirmPayment(
  { confirm }: Calls,
  { elements, clientSecret, confirmParams }: ConfirmOptions,
): Promise<{ error: StripeError }> {
  checkConfirmParams(confirmParams);
  const source = collectSource(elements, confirmParams);
  if ("error" in source) return source;
  const { value: intent, error } = await confirm(clientSecret, confirmParams, source);
  if (error !== undefined) return { error };
  const bankUrl = intent.next_action?.redirect_to_url?.url;
  location.assign(
    intent.status === "requires_action" && typeof bankUrl === "string"
      ? bankUrl
      : returnAddress(confirmParams.return_url, intent),
  );
  return new Promise(() => undefined);
}

/** Names in a confirmation. The shop joins it from several objects, where types find no wrong name. */
const CONFIRM_NAMES: readonly string[] = [
  "return_url",
  "receipt_email",
  "payment_method_data",
] satisfies readonly (keyof ConfirmPaymentData)[];

function checkConfirmParams(params: Partial<ConfirmPaymentData>): asserts params is ConfirmPaymentData {
  const unknown = Object.keys(params).find((name) => !CONFIRM_NAMES.includes(name));
  if (unknown !== undefined) throw new IntegrationError(`confirmParams.${unknown} is not a recognized parameter.`);
  if (!URL.canParse(params.return_url ?? "")) {
    throw new IntegrationError(
      `confirmParams.return_url should be an absolute URL. You specified: ${params.return_url}.`,
    );
  }
}

/** The data of the wallet whose sheet is open, else of the payment element's form. */
function collectSource(
  elements: Elements,
  confirmParams: ConfirmPaymentData,
): { type: string; outcome: string } | { error: StripeError } {
  // A wallet pays with a card: Stripe has no payment method of a wallet's type.
  if (elements.wallet !== null) return { ...elements.wallet, type: "card" };
  const payment = elements.payment();
  requireHiddenDetails(payment.options, confirmParams);
  const { method, outcome, problem } = payment.collect();
  return problem === undefined ? { type: method, outcome } : { error: { type: "validation_error", ...problem } };
}

/** A field that the page hides must come with the confirmation. */
function requireHiddenDetails(options: ElementOptions, confirmParams: ConfirmPaymentData): void {
  const fields = options.fields?.billingDetails;
  const given = confirmParams.payment_method_data?.billing_details ?? {};
  for (const name of ["name", "email", "phone", "address"] as const) {
    const choice = typeof fields === "object" ? fields[name] : fields;
    if (choice === "never" && given[name] === undefined) {
      throw new IntegrationError(
        `You specified "never" for fields.billing_details.${name} when creating the payment Element, but did not pass it when calling stripe.confirmPayment().`,
      );
    }
  }
}

function Stripe(key: string): object {
  if (!key.startsWith("pk_")) throw new IntegrationError("You should not use your secret key with Stripe.js.");
  const calls = createCalls(key, ORIGIN, (url, init) => fetch(url, init));
  return {
    elements: (options: StripeElementsOptionsClientSecret) => new Elements(calls, options),
    confirmPayment: (options: ConfirmOptions) => confirmPayment(calls, options),
    retrievePaymentIntent: calls.retrievePaymentIntent,
  };
}

Object.assign(window, { Stripe });
