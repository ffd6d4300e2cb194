import { decodeBase64Url } from "./bytes.ts";
import { type Ledger, ledgerOf } from "./database.ts";
import { type Bindings, readSecret, readSettings, type SecretName, type Settings, sellsGifts } from "./env.ts";
import type { TokenKey } from "./signing.ts";
import type { ShopAccess } from "./stripe.ts";

/**
 * What a request or a step may use of the shop, opened once at its door and handed on. Each part is made when it is first
 * asked for, so that opening it costs nothing.
 */
export type Shop = Pick<Bindings, "GIFTS" | "INTERSTITIALS" | "MAILER" | "NIGHT" | "EMAIL" | "ASSETS"> & {
  settings: Settings;
  ledger: Ledger;
  /** Null if it is not configured. */
  stripe: ShopAccess | null;
  /** They sign and verify the shop's links; empty if none is configured. */
  keys: readonly TokenKey[];
  /** Null if it is missing or malformed, which is logged. */
  secret(name: SecretName): string | null;
  sellsGifts: boolean;
  /** When the request or the step began. */
  now: Date;
  requestId: string;
};

/** The moment now, for what has ended long after its step began, such as a mail that went: it must not seem to have gone earlier. */
export function momentNow(): Date {
  return new Date();
}

/** Opens the shop for a request or a step. */
export function openShop(env: Bindings, now = new Date(), requestId = ""): Shop {
  const { GIFTS, INTERSTITIALS, MAILER, NIGHT, EMAIL, ASSETS } = env;
  return {
    ...{ GIFTS, INTERSTITIALS, MAILER, NIGHT, ASSETS, now, requestId, ...(EMAIL && { EMAIL }) },
    secret: (name) => readSecret(env, name),
    get settings() {
      return readSettings(env);
    },
    get ledger() {
      return ledgerOf(env);
    },
    get stripe() {
      return readStripeAccess(env);
    },
    get keys() {
      return readTokenKeys(env);
    },
    get sellsGifts() {
      return sellsGifts(env);
    },
  };
}

/**
 * The configured access to Stripe. Null if the address, the secret key or the environment is missing (logged by name).
 */
function readStripeAccess(env: Bindings): ShopAccess | null {
  const { stripeApiBase, environment } = readSettings(env);
  const secretKey = readSecret(env, "STRIPE_SECRET_KEY");
  if (stripeApiBase === null || secretKey === null || environment === null) return null;
  return { secretKey, apiBase: stripeApiBase, environment };
}

/** The keys in `id:base64url,id:base64url`. The first signs; all of them verify. Empty if none is configured. */
function readTokenKeys(env: Bindings): readonly TokenKey[] {
  const keys = readSecret(env, "ORDER_TOKEN_KEYS");
  if (keys === null) return [];
  return keys.split(",").map((pair) => {
    const [id = "", secret = ""] = pair.split(":");
    return { id, secret: decodeBase64Url(secret) };
  });
}
