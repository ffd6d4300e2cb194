import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Bindings, readConfigProblems, SECRET_NAMES, type SecretName, VAR_NAMES } from "../../src/server/env.ts";
import type { KvStore } from "../../src/server/kv-store.ts";
import { IN_PRODUCT_OFFER, OFFERS } from "../../src/shared/courses.ts";
import { CODE_PLACE } from "../../src/shared/targets.ts";
import { findErrors, remoteUrlError } from "../data-files.ts";
import type { DatabaseState } from "../database.ts";
import { STRIPE_API } from "../stripe-connection.ts";
import {
  createDatabaseCommand,
  createNamespaceCommand,
  isDatabaseId,
  isNamespaceId,
  KV_BINDINGS,
  type KvBinding,
  PlatformError,
  type WranglerConfig,
} from "../wrangler.ts";
import { DESK_VARS } from "./desk.ts";
import { advice, type Finding, missing, ok } from "./findings.ts";
import { HOSTED_SALES, type HostedSale, isOffered } from "./wishes.ts";

/** The shop at Cloudflare: wrangler.toml, secrets, KV and the database. */

/** Without these vars a page says that something is not there yet, but courses and gifts sell. */
const NOT_FOR_SELLING = /^(PRACTICE_APP_URL|VIDEO_\w+|MAP_\w+)$/;

/** `SITE_ORIGIN` when the public can reach it, else null. */
export function siteOriginOf({ vars }: WranglerConfig): string | null {
  const origin = vars.SITE_ORIGIN;
  const isUsable =
    typeof origin === "string" && URL.parse(origin)?.origin === origin && remoteUrlError(origin) === null;
  return isUsable ? origin : null;
}

/** Checks the vars as the Worker does, and also addresses of this machine, gifts, course makers and the domain. */
export function checkVars(configuration: WranglerConfig, env: string): readonly Finding[] {
  const { vars } = configuration;
  const findings: Finding[] = [];
  const section = `[env.${env}.vars] in wrangler.toml`;
  const problems = new Map(readConfigProblems({ ...vars } as Bindings).map(({ name, reason }) => [name, reason]));
  for (const [name, value] of Object.entries(vars)) {
    const isAddress = typeof value === "string" && /^https?:/.test(value) && URL.canParse(value);
    const reason = problems.get(name) ?? (isAddress ? remoteUrlError(value) : null);
    if (reason !== null) problems.set(name, reason as "malformed");
  }
  for (const [name, reason] of problems) {
    const level = NOT_FOR_SELLING.test(name) ? advice : missing;
    findings.push(level(`${name}: ${reason}`, `fill it in under ${section}${helpFor(name, env)}`));
  }
  for (const name of Object.keys(vars).filter((known) => !VAR_NAMES.includes(known))) {
    findings.push(advice(`${name}: the shop knows no such var`, `correct its name under ${section}, or take it out`));
  }
  if (vars.ENVIRONMENT !== env && !problems.has("ENVIRONMENT")) {
    const what = "ENVIRONMENT is not the name of its section: payments are taken for another shop's";
    findings.push(missing(what, `ENVIRONMENT = "${env}" under ${section}`));
  }
  if (vars.STRIPE_API_BASE !== STRIPE_API && !problems.has("STRIPE_API_BASE")) {
    findings.push(missing("STRIPE_API_BASE is not Stripe's own", `"${STRIPE_API}" under ${section}`));
  }
  if (findings.length === 0) findings.push(ok("every var is filled in"));
  return [
    ...findings,
    ...checkActivation(configuration),
    ...checkMakers(configuration),
    ...checkRoute(configuration, env),
  ];
}

/** Without `{code}` the course environment cannot tell one gift from another. */
function checkActivation({ vars }: WranglerConfig): readonly Finding[] {
  if (typeof vars.ACTIVATION_URL !== "string" || signsGifts(vars)) return [];
  const what = `ACTIVATION_URL has no ${CODE_PLACE}: whoever knows the address redeems gifts, and nobody knows which`;
  return [advice(what, "kv-seed/course-environment.md")];
}

const ASSETS = resolve(import.meta.dirname, "../../assets");

/** Buyers trust people with names; the shop invents none. */
function checkMakers({ vars }: WranglerConfig): readonly Finding[] {
  const { MAKERS_PICTURE: picture } = vars;
  if (typeof picture === "string" && picture !== "" && !existsSync(`${ASSETS}${picture}`))
    return [
      missing(`MAKERS_PICTURE: there is no assets${picture}`, "put the picture there, or leave MAKERS_PICTURE empty"),
    ];
  if (typeof vars.COURSE_MAKERS === "string" && vars.COURSE_MAKERS.trim() !== "") return [];
  const how = 'COURSE_MAKERS = "names, and what they know of sailing and teaching" in wrangler.toml';
  return [advice("COURSE_MAKERS is empty: no page says who made the courses", how)];
}

function signsGifts({ ACTIVATION_URL: url }: WranglerConfig["vars"]): boolean {
  return typeof url === "string" && url.includes(CODE_PLACE);
}

function helpFor(name: string, env: string): string {
  if (HOSTED_SALES.some(({ varName }) => varName === name))
    return `;\nnpm run go-live -- stripe --env ${env} prints it`;
  if (name === "STRIPE_PUBLISHABLE_KEY") return ";\nhttps://dashboard.stripe.com/apikeys";
  if (name === "ACTIVATION_URL") return ";\nno gift is sold without it: kv-seed/course-environment.md";
  if (DESK_VARS.test(name)) return ";\nthere is no desk without it: kv-seed/cloudflare.md, The owner's desk";
  if (name === "TRADER_PHONE") return ";\na shop must be reachable by telephone (art. 6:230m lid 1 c BW)";
  if (name.startsWith("MAIL_")) return ";\nbuyers must get a confirmation by mail (art. 6:230v BW)";
  return "";
}

function checkRoute(configuration: WranglerConfig, env: string): readonly Finding[] {
  const origin = siteOriginOf(configuration);
  if (origin === null) return [];
  const { host } = new URL(origin);
  const isRouted = configuration.routes.some((pattern) => pattern === host || pattern.startsWith(`${host}/`));
  const isWorkersDev = configuration.workersDev && host.endsWith(".workers.dev");
  if (isRouted || isWorkersDev) return [ok(`${host} leads to the Worker`)];
  const route = `routes = [{ pattern = "${host}", custom_domain = true }]`;
  return [missing(`no route for ${host}`, `${route} in [env.${env}] of wrangler.toml`)];
}

/** Compares the names of the Worker's secrets with those that it reads. */
export async function checkSecrets(
  listNames: () => Promise<readonly string[]>,
  { vars }: WranglerConfig,
  env: string,
): Promise<readonly Finding[]> {
  const known = await orTrouble(listNames, "secrets");
  if ("level" in known) return [known];
  const needed = SECRET_NAMES.filter((name) => name !== "GIFT_ACTIVATION_KEY" || signsGifts(vars));
  const absent = needed.filter((name) => !known.value.includes(name));
  if (absent.length === 0) return [ok(`secrets: ${needed.join(", ")}`)];
  return absent.map((name) =>
    missing(`secret ${name}`, [`npx wrangler secret put ${name} --env ${env}`, SECRET_HELP[name]].join("\n").trim()),
  );
}

const SECRET_HELP: Readonly<Record<SecretName, string>> = {
  STRIPE_SECRET_KEY:
    "a restricted key with write access to payment intents, for the desk more (kv-seed/README.md, step 9):\n" +
    "https://dashboard.stripe.com/apikeys",
  STRIPE_WEBHOOK_SECRET: "printed when the endpoint is made, later shown at https://dashboard.stripe.com/webhooks",
  ORDER_TOKEN_KEYS: `an id, a colon and 32 random bytes: printf '1:%s' "$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=')"`,
  GIFT_ACTIVATION_KEY:
    "no gift is sold without it; the course environment has the same one: openssl rand -hex 32\n" +
    "kv-seed/course-environment.md",
};

export async function checkKv(
  { namespaceIds, vars }: WranglerConfig,
  env: string,
  openStore: (binding: KvBinding) => KvStore,
): Promise<readonly Finding[]> {
  const unmade = KV_BINDINGS.filter((binding) => !isNamespaceId(namespaceIds.get(binding) ?? ""));
  if (unmade.length > 0) {
    return unmade.map((binding) =>
      missing(
        `KV namespace ${binding}`,
        `${createNamespaceCommand(binding, env)}\nand put its id into [env.${env}] of wrangler.toml`,
      ),
    );
  }
  const keysOf = (sales: readonly HostedSale[]) => sales.map(({ bridgePath }) => bridgePath.slice(1));
  const offered = HOSTED_SALES.filter((sale) => isOffered(sale, vars));
  const needed = [...keysOf(offered), IN_PRODUCT_OFFER.key];
  const unsold = keysOf(HOSTED_SALES.filter((sale) => !offered.includes(sale)));
  const others = OFFERS.map(({ key }) => key).filter((key) => ![...needed, ...unsold].includes(key));
  const read = await orTrouble(() => openStore("INTERSTITIALS").get([...needed, ...others]), "KV");
  if ("level" in read) return [read];
  const findings = [...needed, ...others].flatMap((key): Finding[] => {
    const value = read.value.get(key);
    const reasons = value === undefined ? ["not there"] : findErrors("INTERSTITIALS", { key, value }, true);
    const level = needed.includes(key) ? missing : advice;
    const files = `kv-seed/${env}/interstitials.json, then npm run kv -- push --remote --env ${env}`;
    return reasons.map((reason) => level(`INTERSTITIALS ${key}: ${reason}`, files));
  });
  return findings.length > 0 ? findings : [ok(`KV: ${KV_BINDINGS.join(", ")}, and a target for every sale`)];
}

/** Checks that the database is there, that its data stay in the EU, and that it has every migration. */
export async function checkDatabase(
  { database: { name, id } }: WranglerConfig,
  env: string,
  readState: () => Promise<DatabaseState | null>,
): Promise<readonly Finding[]> {
  const make = `${createDatabaseCommand(name)}\nand put its id into [env.${env}] of wrangler.toml`;
  if (!isDatabaseId(id)) return [missing(`database ${name}`, make)];
  const read = await orTrouble(readState, "the database");
  if ("level" in read) return [read];
  if (read.value === null) return [missing(`database ${name}: the account has none with the id ${id}`, make)];
  const { jurisdiction, waiting } = read.value;
  const findings: Finding[] = [];
  if (jurisdiction !== "eu") {
    // The place of a database cannot be changed.
    const again = `while it is empty: npx wrangler d1 delete ${name}\n${make}`;
    findings.push(missing(`database ${name}: its data need not stay in the EU`, again));
  }
  if (waiting.length > 0) {
    const apply = `npx wrangler d1 migrations apply DB --env ${env} --remote`;
    findings.push(missing(`database ${name} lacks ${waiting.join(", ")}`, apply));
  }
  return findings.length > 0 ? findings : [ok(`database ${name}: in the EU, with every migration`)];
}

/** Resolves to the answer, or to a finding if wrangler fails. */
async function orTrouble<T>(ask: () => Promise<T>, what: string): Promise<{ value: T } | Finding> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return missing(`${what} could not be read`, `${error.message}\nnpx wrangler login, or deploy once`);
  }
}
