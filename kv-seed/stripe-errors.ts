import { dashboardPage, isStripeError, textField } from "../src/server/stripe.ts";

/** Stripe's refusals, as texts for operators. */

/** A Stripe error as text, with the page that fixes it; null for any other error. The text never holds the key. */
export function describeStripeError(error: unknown): string | null {
  if (!isStripeError(error)) return null;
  const said = `Stripe: ${error.message}`;
  if (/terms of service/i.test(error.message)) {
    return `${said}\nset the terms' address at ${dashboardPage("settings/public")}, then run this again`;
  }
  const type = textField(error, "type");
  if (type === "StripePermissionError") return `${said}\ngive the key this right at ${dashboardPage("apikeys")}`;
  if (type === "StripeAuthenticationError") return `${said}\na working key is at ${dashboardPage("apikeys")}`;
  return said;
}
