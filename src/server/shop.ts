import { decodeBase64Url } from "./bytes.ts";
import { type Ledger, ledgerOf } from "./database.ts";
import { type Bindings, readSecret, readSettings, type SecretName, type Settings, sellsGifts } from "./env.ts";
import type { TokenKey } from "./signing.ts";
import type { ShopAccess } from "./stripe.ts";

/**
 * What a request or a step may use of the shop, opened once at its door and handed on. Each part is made when it is
 * asked for. A class, because an object with getters of its own takes as long to make as a page's answer.
 */
export class Shop {
  readonly #env: Bindings;
  /** When the request or the step began. */
  readonly now: Date;
  readonly requestId: string;

  constructor(env: Bindings, now: Date, requestId: string) {
    this.#env = env;
    this.now = now;
    this.requestId = requestId;
  }

  get settings(): Settings {
    return readSettings(this.#env);
  }
  get ledger(): Ledger {
    return ledgerOf(this.#env);
  }
  /** Null if it is not configured. */
  get stripe(): ShopAccess | null {
    return readStripeAccess(this.#env);
  }
  /** They sign and verify the shop's links; empty if none is configured. */
  get keys(): readonly TokenKey[] {
    return readTokenKeys(this.#env);
  }
  get sellsGifts(): boolean {
    return sellsGifts(this.#env);
  }
  /** Null if it is missing or malformed, which is logged. */
  secret(name: SecretName): string | null {
    return readSecret(this.#env, name);
  }
  get GIFTS() {
    return this.#env.GIFTS;
  }
  get INTERSTITIALS() {
    return this.#env.INTERSTITIALS;
  }
  get MAILER() {
    return this.#env.MAILER;
  }
  get NIGHT() {
    return this.#env.NIGHT;
  }
  get EMAIL() {
    return this.#env.EMAIL;
  }
  get ASSETS() {
    return this.#env.ASSETS;
  }
}

/** The moment now, for what has ended long after its step began, such as a mail that went: it must not seem to have gone earlier. */
export function momentNow(): Date {
  return new Date();
}

export function openShop(env: Bindings, now = new Date(), requestId = ""): Shop {
  return new Shop(env, now, requestId);
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
