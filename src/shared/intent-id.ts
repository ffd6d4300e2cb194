/** The form of a payment intent's id at Stripe: the name of a payment, and of its order, everywhere in the shop. */
export const INTENT_ID = /^pi_[A-Za-z0-9]{1,200}$/;

/** The form of a payment intent's client secret. It begins with the intent's id. */
export const CLIENT_SECRET = /^pi_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9]{1,200}$/;
