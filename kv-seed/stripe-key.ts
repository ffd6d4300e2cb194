import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { isMissing, UsageError } from "./data-files.ts";
import { PROJECT_ROOT } from "./wrangler.ts";

/** Finds Stripe's secret key for the operators' tools. It is never printed. */

export type StripeMode = "live" | "test";

const KEY_NAME = "STRIPE_SECRET_KEY";

/** The mode that a key of any kind names; null if it is no key of Stripe's. */
export function modeOfKey(key: string): StripeMode | null {
  const [, mode] = /^(?:sk|rk|pk)_(live|test)_[A-Za-z0-9]+$/.exec(key) ?? [];
  return mode === "live" || mode === "test" ? mode : null;
}

export const KEY_HELP =
  `put ${KEY_NAME} into .dev.vars.<env> (git ignores it) or into the environment;\n` +
  "keys are at https://dashboard.stripe.com/apikeys";

/**
 * The secret key: of the environment, else of `.dev.vars.<env>`; null if neither has it. Rejects with a `UsageError`
 * for a value that is no secret key, and if only `.dev.vars` has a key: that is this machine's, and must not read or
 * change another shop's account.
 */
export async function readSecretKey(
  env: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
  folder: string = PROJECT_ROOT,
): Promise<string | null> {
  const read = async (file: string) => (await readVars(join(folder, file)))[KEY_NAME] ?? "";
  const key = environment[KEY_NAME] || (await read(devVarsOf(env)));
  if (key === "" && env !== undefined && (await read(".dev.vars")) !== "") {
    throw new UsageError(
      `The ${KEY_NAME} in .dev.vars is for the shop of this machine: put the one of ${env} into ${devVarsOf(env)}\n` +
        "(git ignores it) or into the environment.",
    );
  }
  if (key === "") return null;
  if (modeOfKey(key) === null || key.startsWith("pk_")) {
    throw new UsageError(`${KEY_NAME} is no secret key of Stripe's: it begins with sk_ or rk_.`);
  }
  return key;
}

function devVarsOf(env: string | undefined): string {
  return env === undefined ? ".dev.vars" : `.dev.vars.${env}`;
}

async function readVars(path: string): Promise<NodeJS.Dict<string>> {
  try {
    return parseEnv(await readFile(path, "utf8"));
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}
