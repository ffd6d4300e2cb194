import type Stripe from "stripe";
import type { KvStore } from "../src/server/kv-store.ts";
import { connectStripe } from "../src/server/stripe.ts";
import { LOCAL_ENVIRONMENT } from "../src/shared/environment.ts";
import { openCloudflareKv } from "./cloudflare-kv.ts";
import { type Command, countOption } from "./command.ts";
import { UsageError } from "./data-files.ts";
import { type DatabaseState, readDatabaseState } from "./database.ts";
import { checkDatabase, checkKv, checkSecrets, checkVars, siteOriginOf } from "./go-live/configuration.ts";
import { checkMail, checkPayment } from "./go-live/deep.ts";
import { checkDesk } from "./go-live/desk.ts";
import { type Finding, missing, printFindings } from "./go-live/findings.ts";
import { checkLiveSite, readSellingPages } from "./go-live/live-site.ts";
import { checkRehearsal, checkStripe, setUpStripe } from "./go-live/stripe.ts";
import { checkTexts, type TextState } from "./go-live/texts.ts";
import type { Site } from "./go-live/wishes.ts";
import { LOCAL_SECRET_KEY, STRIPE_API } from "./stripe-connection.ts";
import { readSecretKey } from "./stripe-key.ts";
import type { Terminal } from "./terminal.ts";
import { type KvBinding, type KvTarget, listSecretNames, readWranglerConfig, sendTestMail } from "./wrangler.ts";

/** From an empty account to a shop that sells: `npm run kv -- go-live check|stripe --env NAME`. */

const HELP = `  check      reads wrangler.toml, the secrets' names, KV, the database, the Stripe account and the live site, changes
             nothing, and prints what is missing with the command or page that mends it. Ends with 0 only when a visitor
             can buy.
  stripe     makes what is missing in the Stripe account: products, prices and payment links, the webhook endpoint
             and the domain for Apple Pay and Google Pay. Shows every change first and asks. What it made before it
             finds again, so it can be run as often as you like; with other prices or texts it brings them up to date.

The environment is that of --env, always the real one. \`npm run go-live -- ...\` is short for this.

  --deep       check: tries as well. Starts one payment through the live site, which nobody pays, and cancels it at once;
               waits until the shop has taken Stripe's event of that (needs a key that may write payment intents and
               read events); and sends a test mail from MAIL_FROM to MAIL_OWNER
  --local      instead of --env: a rehearsal with the shop and the Stripe of \`npm start\` on this machine. \`stripe\`
               sets that Stripe up, \`check\` says what it still lacks, and always tries one payment. It looks at nothing
               else of what it checks with --env: no vars, texts, secrets, KV, database, live site or mail
  --port N     --local: where the shop is (8787)
  --yes        stripe: don't ask (for scripts)

Stripe's secret key comes from STRIPE_SECRET_KEY in the environment or from .dev.vars.NAME (never .dev.vars). For this it
must be allowed to write products, prices, payment links, webhook endpoints and payment method domains; the Worker's own
key needs far less. With a test key, stripe sets up the test mode of the account: a rehearsal.

  npm run kv -- go-live check --env production
  npm run kv -- go-live stripe --env production
  npm run kv -- go-live check --env production --deep
  npm run kv -- go-live stripe --local     beside npm start, in another terminal`;

export type ReplacedParts = {
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
type GoLiveParts = ReplacedParts & { terminal: Terminal };

export function goLiveCommand(replaced: ReplacedParts = {}): Command {
  return {
    name: "go-live",
    usage: "<check | stripe> [options]",
    summary: "Bring the shop live, and say what is still missing",
    help: HELP,
    isOfEnvironment: true,
    async run(context) {
      const { args, values, target, terminal } = context;
      const parts: GoLiveParts = { ...replaced, terminal };
      const [command] = args;
      if (args.length !== 1 || (command !== "check" && command !== "stripe")) {
        throw new UsageError(`go-live takes one of the words check and stripe, not "${args.join(" ")}".`);
      }
      if (values.local === true) {
        const shop = countOption(context, "port", 8787, 65_535);
        const { outsidePort: outside = 8788 } = target;
        return rehearse(command, `http://localhost:${shop}`, `http://localhost:${outside}`, values.yes === true, parts);
      }
      const { env } = target;
      if (env === undefined) throw new UsageError("--env NAME is needed: the environment that goes live.");
      return command === "check"
        ? check(env, target, values.deep === true, parts)
        : stripe(env, target, values.yes === true, parts);
    },
  };
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
  if (command === "stripe") return setUpStripe(connection, site, {}, isSure, parts);
  const setUp = await checkRehearsal(connection.stripe, site, fetchPage);
  printFindings("The Stripe of this machine", setUp, terminal);
  const payment = await checkPayment(connection, site, { ...parts, fetchPage });
  printFindings("One payment through the shop on this machine", payment, terminal);
  const count = [...setUp, ...payment].filter(({ level }) => level === "missing").length;
  terminal.out(
    count === 0
      ? "\nThe rehearsal is whole: what else a real shop needs, only --env NAME looks at."
      : `\n${count} missing.`,
  );
  return count === 0 ? 0 : 1;
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
  const pages = site === null ? [] : readSellingPages(site, fetchPage);
  const waiting = [missing("cannot be checked yet", "fill in SITE_ORIGIN first")];

  const sections: readonly [string, () => Promise<readonly Finding[]>][] = [
    [`wrangler.toml, [env.${env}]`, async () => checkVars(configuration, env)],
    ["Texts", async () => checkTexts(vars, texts)],
    ["Secrets", () => checkSecrets(() => listSecrets(target), configuration, env)],
    ["KV", () => checkKv(configuration, env, (binding) => openStore(target, binding))],
    ["Database", () => checkDatabase(configuration, env, () => readDatabase(target))],
    [
      "Stripe",
      async () => (site === null ? waiting : checkStripe(await connectWith(parts, env), site, vars, await pages)),
    ],
    ["The live site", async () => (site === null ? waiting : checkLiveSite(site, vars, await pages, fetchPage))],
    ["The owner's desk", async () => (site === null ? waiting : checkDesk(configuration, site, fetchPage))],
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
  return setUpStripe(await connectWith(parts, env), site, configuration.vars, isSure, parts);
}

/** The secret key with a client that uses it; null if there is no key. */
async function connectWith({ readKey = readSecretKey, connect }: GoLiveParts, env: string) {
  const secretKey = await readKey(env);
  if (secretKey === null) return null;
  const open = connect ?? ((key: string) => connectStripe({ secretKey: key, apiBase: STRIPE_API }));
  return { secretKey, stripe: await open(secretKey) };
}
