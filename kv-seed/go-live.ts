import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type Stripe from "stripe";
import { errorMessage } from "../src/log.ts";
import { connectStripe } from "../src/services/stripe.ts";
import { openCloudflareKv } from "./cloudflare-kv.ts";
import { UsageError } from "./data-files.ts";
import { checkKv, checkSecrets, checkVars, siteOriginOf } from "./go-live/configuration.ts";
import { type Finding, missing, printFindings } from "./go-live/findings.ts";
import { checkLiveSite } from "./go-live/live-site.ts";
import { checkStripe, setUpStripe } from "./go-live/stripe.ts";
import type { Site } from "./go-live/wishes.ts";
import { STRIPE_API } from "./stripe-connection.ts";
import { describeStripeError } from "./stripe-errors.ts";
import { readSecretKey } from "./stripe-key.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import { type KvBinding, type KvStore, type KvTarget, listSecretNames, readWranglerConfig } from "./wrangler.ts";

/** From an empty account to a shop that sells: `npm run go-live -- check|stripe --env NAME`. */

const HELP = `Brings the shop live, and says what is still missing.

Usage: npm run go-live -- <check | stripe> --env NAME [options]

  check      reads wrangler.toml, the secrets' names, KV, the Stripe account and the live site, changes nothing, and
             prints what is missing with the command or page that mends it. Ends with 0 only when a visitor can buy.
  stripe     makes what is missing in the Stripe account: products and prices, nine payment links, the webhook endpoint
             and the domain for Apple Pay and Google Pay. Shows every change first and asks. What it made before it
             finds again, so it can be run as often as you like; with other prices or texts it brings them up to date.

Options:
  --env NAME   environment in wrangler.toml, such as production
  --yes        stripe: don't ask (for scripts)
  -h, --help   this help

Stripe's secret key comes from STRIPE_SECRET_KEY in the environment, from .dev.vars.NAME or from .dev.vars. For this it
must be allowed to write products, prices, payment links, webhook endpoints and payment method domains; the Worker's own
key needs far less. With a test key, stripe sets up the test mode of the account: a rehearsal.

  npm run go-live -- check --env production
  npm run go-live -- stripe --env production`;

/** What tests replace. */
export type GoLiveParts = {
  terminal: Terminal;
  readKey?: (env: string) => Promise<string | null>;
  connect?: (secretKey: string) => Promise<Stripe>;
  openStore?: (target: KvTarget, binding: KvBinding) => KvStore;
  listSecrets?: (target: KvTarget) => Promise<readonly string[]>;
  fetchPage?: typeof fetch;
};

/** Runs one command line and returns its exit code: 0 done, 1 not done, 2 asked in a way that makes no sense. */
export async function runGoLive(argv: readonly string[], parts: GoLiveParts): Promise<number> {
  const { terminal } = parts;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: {
        help: { type: "boolean", short: "h" },
        env: { type: "string" },
        yes: { type: "boolean" },
        // Not in the help: another wrangler.toml, for tests.
        config: { type: "string" },
      },
      allowPositionals: true,
    });
    const [command] = positionals;
    if (values.help === true || command === undefined) {
      terminal.out(HELP);
      return values.help === true ? 0 : 2;
    }
    if (positionals.length > 1 || (command !== "check" && command !== "stripe")) {
      throw new UsageError(`There is no command "${positionals.join(" ")}". Commands: check, stripe.`);
    }
    if (values.env === undefined) throw new UsageError("--env NAME is needed: the environment that goes live.");
    const target: KvTarget = { remote: true, env: values.env };
    if (values.config !== undefined) target.config = resolve(values.config);
    return await (command === "check"
      ? check(values.env, target, parts)
      : stripe(values.env, target, values.yes === true, parts));
  } catch (error) {
    if (error instanceof UsageError || (error instanceof TypeError && "code" in error)) {
      terminal.note(`${error.message}\nSee: npm run go-live -- --help`);
      return 2;
    }
    terminal.note(describeStripeError(error) ?? `failed: ${errorMessage(error)}`);
    return 1;
  }
}

async function check(env: string, target: KvTarget, parts: GoLiveParts): Promise<number> {
  const {
    terminal,
    openStore = (kvTarget, binding) => openCloudflareKv(kvTarget).store(binding),
    listSecrets = listSecretNames,
    fetchPage = fetch,
  } = parts;
  const configuration = await readWranglerConfig(target);
  const origin = siteOriginOf(configuration);
  const { vars } = configuration;
  const site: Site | null = origin === null ? null : { origin, environment: env };
  const waiting = [missing("cannot be checked yet", "fill in SITE_ORIGIN first")];

  const sections: readonly [string, () => Promise<readonly Finding[]>][] = [
    [`wrangler.toml, [env.${env}]`, async () => checkVars(configuration, env)],
    ["Secrets", () => checkSecrets(() => listSecrets(target), configuration, env)],
    ["KV", () => checkKv(configuration, env, (binding) => openStore(target, binding))],
    ["Stripe", async () => (site === null ? waiting : checkStripe(await connectWith(parts, env), site, vars))],
    ["The live site", async () => (site === null ? waiting : checkLiveSite(site, vars, fetchPage))],
  ];
  const all: Finding[] = [];
  for (const [title, find] of sections) {
    const findings = await find();
    printFindings(title, findings, terminal);
    all.push(...findings);
  }
  const count = all.filter(({ level }) => level === "missing").length;
  terminal.out(count === 0 ? "\nA visitor can buy." : `\n${count} missing: a visitor cannot buy yet.`);
  return count === 0 ? 0 : 1;
}

async function stripe(env: string, target: KvTarget, isSure: boolean, parts: GoLiveParts): Promise<number> {
  const configuration = await readWranglerConfig(target);
  const origin = siteOriginOf(configuration);
  if (origin === null) {
    parts.terminal.note(
      `Fill in SITE_ORIGIN under [env.${env}.vars] in wrangler.toml first: the links lead back to it.`,
    );
    return 1;
  }
  const site: Site = { origin, environment: env };
  return setUpStripe(await connectWith(parts, env), site, configuration.vars, isSure, parts.terminal);
}

/** The key and a client of it; null while there is no key. */
async function connectWith({ readKey = readSecretKey, connect }: GoLiveParts, env: string) {
  const secretKey = await readKey(env);
  if (secretKey === null) return null;
  const open = connect ?? ((key: string) => connectStripe({ secretKey: key, apiBase: STRIPE_API }));
  return { secretKey, stripe: await open(secretKey) };
}

if (import.meta.main) process.exitCode = await runGoLive(process.argv.slice(2), { terminal: processTerminal() });
