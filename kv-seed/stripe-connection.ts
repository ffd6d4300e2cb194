import type Stripe from "stripe";
import { connectStripe, type StripeAccess } from "../src/server/stripe.ts";
import { UsageError } from "./data-files.ts";
import { KEY_HELP, modeOfKey, readSecretKey } from "./stripe-key.ts";
import type { Terminal } from "./terminal.ts";
import { type KvTarget, readWranglerConfig } from "./wrangler.ts";

export const STRIPE_API = "https://api.stripe.com";
/** The key that the local outside world takes; it opens nothing else. */
export const LOCAL_SECRET_KEY = "sk_test_local";

export type StripeParts = {
  readKey?: (env: string | undefined) => Promise<string | null>;
  connect?: (access: StripeAccess) => Promise<Stripe>;
};

/**
 * A client for the Stripe account that belongs to a target's orders; locally, without a key or with the port of an outside
 * world, for that outside world.
 * Rejects with a `UsageError` without a key, and for a key of the other mode: it would mix rehearsals with sales.
 */
export async function openStripe(
  target: KvTarget,
  terminal: Terminal,
  { readKey = readSecretKey, connect = connectStripe }: StripeParts,
): Promise<Stripe> {
  const { vars } = await readWranglerConfig(target);
  const { outsidePort } = target;
  if (outsidePort !== undefined) {
    const apiBase = `http://localhost:${outsidePort}`;
    terminal.note(`Asking the local outside world at ${apiBase}.`);
    return connect({ secretKey: LOCAL_SECRET_KEY, apiBase });
  }
  const secretKey = await readKey(target.env);
  if (secretKey === null && !target.remote) {
    const apiBase = String(vars.STRIPE_API_BASE);
    terminal.note(`No secret key: asking the local outside world at ${apiBase} (another one: --outside-port).`);
    return connect({ secretKey: LOCAL_SECRET_KEY, apiBase });
  }
  if (secretKey === null) throw new UsageError(`No secret key: ${KEY_HELP}`);
  const mode = modeOfKey(secretKey);
  const sold = modeOfKey(String(vars.STRIPE_PUBLISHABLE_KEY));
  if (target.remote && mode !== sold) {
    throw new UsageError(
      `The secret key is of ${mode} mode, and STRIPE_PUBLISHABLE_KEY of [env.${target.env}] is of ${sold ?? "no"} mode: ` +
        "these orders are not of that account.",
    );
  }
  return connect({ secretKey, apiBase: STRIPE_API });
}
