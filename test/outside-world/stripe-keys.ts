import type Stripe from "stripe";

/** The keys that the local shop uses. They open nothing but this server. */
export const STRIPE_SECRET_KEY = "sk_test_local";
export const STRIPE_PUBLISHABLE_KEY = "pk_test_local";
export const STRIPE_WEBHOOK_SECRET = "whsec_local_test";

/** The API version that the installed `stripe` package asks for; a new package makes this a type error. */
export const STRIPE_API_VERSION: Stripe.LatestApiVersion = "2026-10-28.endive";
