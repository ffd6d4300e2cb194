import type { Bindings } from "../src/env.ts";
import { readTokenKeys, type TokenKey } from "../src/services/token-keys.ts";
import { UsageError } from "./data-files.ts";
import { devVarsOf, readDevVar, readOwnVar } from "./stripe-key.ts";
import { type KvTarget, PROJECT_ROOT } from "./wrangler.ts";

/** The keys of the local shop; they are of no use anywhere else. */
export const LOCAL_ORDER_TOKEN_KEYS = "local:bG9jYWwtb3JkZXItdG9rZW4ta2V5LW9mLTMyLWJ5dGU";

const NAME = "ORDER_TOKEN_KEYS";

/**
 * The keys under which a target's orders are found by address: ORDER_TOKEN_KEYS of the environment or of
 * `.dev.vars.<env>`; for this machine also of `.dev.vars`. Rejects with a `UsageError` if a deployed shop has none:
 * this machine's keys would search and index its buyers under wrong hashes. Cloudflare never tells a secret.
 */
export async function readOrderKeys(
  target: KvTarget,
  environment: NodeJS.ProcessEnv = process.env,
  folder: string = PROJECT_ROOT,
): Promise<readonly TokenKey[]> {
  const text = target.remote
    ? await readOwnVar(NAME, target.env, environment, folder)
    : (await readDevVar(NAME, target.env, environment, folder)) || LOCAL_ORDER_TOKEN_KEYS;
  if (text === "") {
    throw new UsageError(
      `No ${NAME}: put those of the deployed shop into ${devVarsOf(target.env)} (git ignores it) or into the environment;\n` +
        "`order <address> --all` finds an order without them.",
    );
  }
  return readTokenKeys({ [NAME]: text } as unknown as Bindings);
}
