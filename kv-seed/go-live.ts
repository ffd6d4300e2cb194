import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type Stripe from "stripe";
import { errorMessage } from "../src/server/log.ts";
import { connectStripe } from "../src/server/stripe.ts";
import { openCloudflareKv } from "./cloudflare-kv.ts";
import { LOCAL_ENVIRONMENT } from "./command.ts";
import { UsageError } from "./data-files.ts";
import { type DatabaseState, readDatabaseState } from "./database.ts";
import { checkDatabase, checkKv, checkSecrets, checkVars, siteOriginOf } from "./go-live/configuration.ts";
import { checkMail, checkPayment } from "./go-live/deep.ts";
import { type Finding, missing, printFindings } from "./go-live/findings.ts";
import { checkLiveSite } from "./go-live/live-site.ts";
import { checkStripe, setUpStripe } from "./go-live/stripe.ts";
import { checkTexts, type TextState } from "./go-live/texts.ts";
import type { Site } from "./go-live/wishes.ts";
import { LOCAL_SECRET_KEY, STRIPE_API } from "./stripe-connection.ts";
import { describeStripeError } from "./stripe-errors.ts";
import { readSecretKey } from "./stripe-key.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import {
  type KvBinding,
  type KvStore,
  type KvTarget,
  listSecretNames,
  readWranglerConfig,
  sendTestMail,
} from "./wrangler.ts";

/** From an empty account to a shop that sells: `npm run go-live -- check|stripe --env NAME`. */

const HELP = `Brings the shop live, and says what is still missing.

Usage: npm run go-live -- <check | stripe> --env NAME [options]

  check      reads wrangler.toml, the secrets' names, KV, the database, the Stripe account and the live site, changes
             nothing, and prints what is missing with the command or page that mends it. Ends with 0 only when a visitor
             can buy.
  stripe     makes what is missing in the Stripe account: products, prices and payment links, the webhook endpoint
             and the domain for Apple Pay and Google Pay. Shows every change first and asks. What it made before it
             finds again, so it can be run as often as you like; with other prices or texts it brings them up to date.

Options:
  --env NAME   environment in wrangler.toml, such as production
  --deep       check: tries as well. Starts one payment through the live site, which nobody pays, and cancels it at once;
               waits until the shop has taken Stripe's event of that (needs a key that may write payment intents and
               read events); and sends a test mail from MAIL_FROM to MAIL_OWNER
  --local      instead of --env: a rehearsal with the shop and the Stripe of \`npm start\` on this machine. \`stripe\`
               sets that Stripe up, \`check\` always tries as --deep does, without mail
  --port N     --local: where the shop is (8787)
  --outside-port N   --local: where the outside world is (8788)
  --yes        stripe: don't ask (for scripts)
  -h, --help   this help

Stripe's secret key comes from STRIPE_SECRET_KEY in the environment or from .dev.vars.NAME (never .dev.vars). For this it
must be allowed to write products, prices, payment links, webhook endpoints and payment method domains; the Worker's own
key needs far less. With a test key, stripe sets up the test mode of the account: a rehearsal.

  npm run go-live -- check --env production
  npm run go-live -- stripe --env production
  npm run go-live -- check --env production --deep
  npm run go-live -- stripe --local     beside npm start, in another terminal`;

/** Parts that tests replace. */
export type GoLiveParts = {
  terminal: Terminal;
  readKey?: (env: string) => Promise<string | null>;
  connect?: (secretKey: string) => Promise<Stripe>;
  openStore?: (target: KvTarget, binding: KvBinding) => KvStore;
  readDatabase?: (target: KvTarget) => Promise<DatabaseState | null>;
  listSecrets?: (target: KvTarget) => Promise<readonly string[]>;
  fetchPage?: typeof fetch;
  sendMail?: (from: string, to: string) => Promise<void>;
  texts?: TextState | undefined;
  /** The pause between two checks of whether an event was delivered, milliseconds. */
  pauseMs?: number;
};

/** Runs one command line and returns its exit code: 0 done, 1 not done, 2 a wrong command line. */
export async function runGoLive(argv: readonly string[], parts: GoLiveParts): Promise<number> {
  const { terminal } = parts;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: {
        help: { type: "boolean", short: "h" },
        env: { type: "string" },
        yes: { type: "boolean" },
        deep: { type: "boolean" },
        local: { type: "boolean" },
        port: { type: "string", default: "8787" },
        "outside-port": { type: "string", default: "8788" },
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
    if (values.local === true) {
      const [shop, outside] = [values.port, values["outside-port"]].map((port) => `http://localhost:${port}`);
      return await rehearse(command, shop ?? "", outside ?? "", values.yes === true, parts);
    }
    if (values.env === undefined) throw new UsageError("--env NAME is needed: the environment that goes live.");
    const target: KvTarget = { remote: true, env: values.env };
    if (values.config !== undefined) target.config = resolve(values.config);
    return await (command === "check"
      ? check(values.env, target, values.deep === true, parts)
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

/** Runs a command against the Stripe and the shop of `npm start`. Resolves to the exit code. */
async function rehearse(
  command: "check" | "stripe",
  origin: string,
  apiBase: string,
  isSure: boolean,
  parts: GoLiveParts,
): Promise<number> {
  const secretKey = LOCAL_SECRET_KEY;
  const connection = { secretKey, stripe: await connectStripe({ secretKey, apiBase }) };
  const site: Site = { origin, environment: LOCAL_ENVIRONMENT };
  const { terminal, fetchPage = fetch } = parts;
  if (command === "stripe") return setUpStripe(connection, site, {}, isSure, terminal);
  const findings = await checkPayment(connection, site, { ...parts, fetchPage });
  printFindings("One payment through the shop on this machine", findings, terminal);
  return findings.every(({ level }) => level !== "missing") ? 0 : 1;
}

async function check(env: string, target: KvTarget, isDeep: boolean, parts: GoLiveParts): Promise<number> {
  const {
    terminal,
    sendMail = sendTestMail,
    openStore = (kvTarget, binding) => openCloudflareKv(kvTarget).store(binding),
    readDatabase = readDatabaseState,
    listSecrets = listSecretNames,
    fetchPage = fetch,
    texts,
  } = parts;
  const configuration = await readWranglerConfig(target);
  const origin = siteOriginOf(configuration);
  const { vars } = configuration;
  const site: Site | null = origin === null ? null : { origin, environment: env };
  const waiting = [missing("cannot be checked yet", "fill in SITE_ORIGIN first")];

  const sections: readonly [string, () => Promise<readonly Finding[]>][] = [
    [`wrangler.toml, [env.${env}]`, async () => checkVars(configuration, env)],
    ["Texts", async () => checkTexts(vars, texts)],
    ["Secrets", () => checkSecrets(() => listSecrets(target), configuration, env)],
    ["KV", () => checkKv(configuration, env, (binding) => openStore(target, binding))],
    ["Database", () => checkDatabase(configuration, env, () => readDatabase(target))],
    ["Stripe", async () => (site === null ? waiting : checkStripe(await connectWith(parts, env), site, vars))],
    ["The live site", async () => (site === null ? waiting : checkLiveSite(site, vars, fetchPage))],
  ];
  const tried: typeof sections = [
    [
      "One payment, canceled",
      async () =>
        site === null ? waiting : checkPayment(await connectWith(parts, env), site, { ...parts, fetchPage }),
    ],
    ["A test mail", () => checkMail(vars, sendMail)],
  ];
  const all: Finding[] = [];
  for (const [title, find] of isDeep ? [...sections, ...tried] : sections) {
    const findings = await find();
    printFindings(title, findings, terminal);
    all.push(...findings);
  }
  const count = all.filter(({ level }) => level === "missing").length;
  const untried = isDeep ? "" : "\nWhether keys, webhook and mail really work only --deep tries.";
  terminal.out(count === 0 ? `\nA visitor can buy.${untried}` : `\n${count} missing: a visitor cannot buy yet.`);
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

/** The secret key with a client that uses it; null if there is no key. */
async function connectWith({ readKey = readSecretKey, connect }: GoLiveParts, env: string) {
  const secretKey = await readKey(env);
  if (secretKey === null) return null;
  const open = connect ?? ((key: string) => connectStripe({ secretKey: key, apiBase: STRIPE_API }));
  return { secretKey, stripe: await open(secretKey) };
}

if (import.meta.main) process.exitCode = await runGoLive(process.argv.slice(2), { terminal: processTerminal() });
