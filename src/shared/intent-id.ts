/** The form of a payment intent's id at Stripe. It names the payment and its order everywhere in the shop. */
export const INTENT_ID = /^pi_[A-Za-z0-9]{1,200}$/;

/** The form of a payment intent's client secret. It begins with the intent's id. */
export const CLIENT_SECRET = /^pi_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9]{1,200}$/;
