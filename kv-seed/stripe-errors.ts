import { dashboardPage, isStripeError } from "../src/server/stripe.ts";

/** Stripe's refusals, as texts for operators. */

/** A Stripe error as text, with the page that fixes it; null for any other error. The text never holds the key. */
export function describeStripeError(error: unknown): string | null {
  if (!isStripeError(error)) return null;
  const said = `Stripe: ${error.message}`;
  if (/terms of service/i.test(error.message)) {
    return `${said}\nset the terms' address at ${dashboardPage("settings/public")}, then run this again`;
  }
  if (isOfType(error, "StripePermissionError"))
    return `${said}\ngive the key this right at ${dashboardPage("apikeys")}`;
  if (isOfType(error, "StripeAuthenticationError")) return `${said}\na working key is at ${dashboardPage("apikeys")}`;
  return said;
}

/** Whether an error is a Stripe error of this type, such as `StripePermissionError`. */
export function isOfType(error: unknown, type: string): boolean {
  return error instanceof Error && "type" in error && error.type === type;
}
