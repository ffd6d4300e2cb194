import type { ConfirmPaymentData, StripeExpressCheckoutElementOptions } from "@stripe/stripe-js";

/** Errors that Stripe.js reports and its types cannot. Other names and values are left to the type checker. */

/** The error that Stripe.js throws when it is called wrongly. */
export class IntegrationError extends Error {
  override name = "IntegrationError";
}

/** Names in a confirmation. The shop joins it from several objects, where types find no wrong name. */
const CONFIRM_NAMES: readonly string[] = [
  "return_url",
  "receipt_email",
  "payment_method_data",
] satisfies readonly (keyof ConfirmPaymentData)[];

/** Stripe's range for the buttons' height in pixels. */
const BUTTON_HEIGHT = { min: 40, max: 55 };

export function checkClientSecret(value: string | undefined): asserts value is string {
  if (!/^pi_\w+_secret_\w+$/.test(value ?? "")) {
    throw new IntegrationError(
      `clientSecret should be a client secret such as pi_123_secret_456. You specified: ${value}.`,
    );
  }
}

export function checkExpressOptions({ buttonHeight = BUTTON_HEIGHT.min }: StripeExpressCheckoutElementOptions): void {
  if (buttonHeight < BUTTON_HEIGHT.min || buttonHeight > BUTTON_HEIGHT.max) {
    throw new IntegrationError(`buttonHeight should be a number from 40 to 55. You specified: ${buttonHeight}.`);
  }
}

export function checkConfirmParams(params: Partial<ConfirmPaymentData>): asserts params is ConfirmPaymentData {
  const unknown = Object.keys(params).find((name) => !CONFIRM_NAMES.includes(name));
  if (unknown !== undefined) throw new IntegrationError(`confirmParams.${unknown} is not a recognized parameter.`);
  if (!URL.canParse(params.return_url ?? "")) {
    throw new IntegrationError(
      `confirmParams.return_url should be an absolute URL. You specified: ${params.return_url}.`,
    );
  }
}
