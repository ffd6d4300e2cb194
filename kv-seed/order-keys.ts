import type { Bindings } from "../src/env.ts";
import { readTokenKeys, type TokenKey } from "../src/services/token-keys.ts";
import { readDevVar } from "./stripe-key.ts";
import type { KvTarget } from "./wrangler.ts";

/** Signs what the shop of this machine signs; opens nothing anywhere else. */
export const LOCAL_ORDER_TOKEN_KEYS = "local:bG9jYWwtb3JkZXItdG9rZW4ta2V5LW9mLTMyLWJ5dGU";

/**
 * The keys under which a target's orders are found by address: ORDER_TOKEN_KEYS of the environment, of `.dev.vars.<env>` or
 * of `.dev.vars`. None when nobody has them; Cloudflare never tells a secret.
 */
export async function readOrderKeys(target: KvTarget): Promise<readonly TokenKey[]> {
  const text = (await readDevVar("ORDER_TOKEN_KEYS", target.env)) || (target.remote ? "" : LOCAL_ORDER_TOKEN_KEYS);
  return text === "" ? [] : readTokenKeys({ ORDER_TOKEN_KEYS: text } as unknown as Bindings);
}
