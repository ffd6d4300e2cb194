/** The form of a payment intent's id at Stripe. It names the payment and its order everywhere in the shop. */
export const INTENT_ID = /^pi_[A-Za-z0-9]{1,200}$/;

/** The form of a payment intent's client secret. It begins with the intent's id. */
export const CLIENT_SECRET = /^pi_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9]{1,200}$/;

/** The payment's id, with which its client secret begins: `pi_1_secret_2` -> `pi_1`. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_", 1)[0] ?? "";
}
