import type Stripe from "stripe";

/** The local shop's keys. They work at this server only. */
export const STRIPE_SECRET_KEY = "sk_test_local";
export const STRIPE_PUBLISHABLE_KEY = "pk_test_local";
export const STRIPE_WEBHOOK_SECRET = "whsec_local_test";

/** The API version of the installed `stripe` package; a new package makes this a type error. */
export const STRIPE_API_VERSION: Stripe.LatestApiVersion = "2026-10-28.endive";
