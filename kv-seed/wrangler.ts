import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import type { KvStore } from "../src/server/kv-store.ts";

/** The only file that starts the program wrangler, and that reads wrangler.toml. */

export const PROJECT_ROOT = resolve(import.meta.dirname, "..");

/** Which KV is meant: the one on this machine (default) or the one at Cloudflare. */
export type KvTarget = {
  remote: boolean;
  /** Environment in wrangler.toml, such as `production`. */
  env?: string;
  /** Folder of the local state; wrangler's own default is `.wrangler/state`. */
  persistTo?: string;
  config?: string;
  /** The port of the local outside world, if it is not that of wrangler.toml. */
  outsidePort?: number;
};

export const KV_BINDINGS = ["INTERSTITIALS", "GIFTS"] as const;
export type KvBinding = (typeof KV_BINDINGS)[number];

/** Whether an id in wrangler.toml is one of Cloudflare's, and no placeholder. */
export function isNamespaceId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/** The command that creates a namespace. One holds personal data: only at creation can it be kept in the EU. */
export function createNamespaceCommand(binding: string, env: string): string {
  const place = binding === "INTERSTITIALS" ? "" : " --jurisdiction eu";
  return `npx wrangler kv namespace create ${binding} --env ${env}${place}`;
}

/** Whether an id in wrangler.toml is one of Cloudflare's, and no placeholder. */
export function isDatabaseId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}

/** The command that creates a database. It holds personal data, which only at creation can be kept in the EU. */
export function createDatabaseCommand(name: string): string {
  return `npx wrangler d1 create ${name} --jurisdiction eu`;
}

/** The namespaces of a target, for one command; `close` lets the process end. */
export type KvSession = { store(binding: KvBinding): KvStore; close(): Promise<void> };

/** The platform (wrangler, Cloudflare's API, the local database) refused, could not be reached or is not configured; the message says which. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
}

const TIMEOUT_MS = 300_000;

const secretListSchema = z.array(z.object({ name: z.string() }));

/** The parts of wrangler.toml that the operators' tools need; the published types of its configuration are `any`. */
const configSchema = z
  .object({
    vars: z.record(z.string(), z.unknown()),
    kv_namespaces: z.array(z.object({ binding: z.string(), id: z.string().default("") })),
    d1_databases: z.array(
      z
        .object({ binding: z.string(), database_name: z.string(), database_id: z.string().default("") })
        .transform(({ binding, database_name: name, database_id: id }) => ({ binding, name, id })),
    ),
    account_id: z.string().optional(),
    workers_dev: z.boolean().default(false),
    preview_urls: z.boolean().optional(),
    routes: z
      .array(z.union([z.string(), z.object({ pattern: z.string() }).transform(({ pattern }) => pattern)]))
      .default([]),
  })
  .transform((config) => ({
    vars: config.vars,
    /** By binding; an id may still be a placeholder. */
    namespaceIds: new Map(config.kv_namespaces.map(({ binding, id }) => [binding, id])),
    /** The ledger's database; its id may still be a placeholder. */
    database: config.d1_databases.find(({ binding }) => binding === "DB") ?? { name: "vaarkoers", id: "" },
    /** The Worker's routes: `www.example.nl` or `www.example.nl/*`. */
    routes: config.routes,
    workersDev: config.workers_dev,
    /** Whether each version has an address. Left out, it is as `workers_dev`. */
    previewUrls: config.preview_urls ?? config.workers_dev,
    accountId: config.account_id,
  }));
export type WranglerConfig = z.infer<typeof configSchema>;

/** The names of the secrets that the Worker of an environment has. Rejects with a `PlatformError`. */
export async function listSecretNames(target: KvTarget, run = runWrangler): Promise<readonly string[]> {
  const output = await run(["secret", "list", "--format", "json", ...environmentArgs(target)]);
  return secretListSchema.parse(parseOutput(output)).map(({ name }) => name);
}

/** How to call Cloudflare's API in somebody's name. The headers hold the secret. */
export type CloudflareLogin = { accountId: string; headers: Readonly<Record<string, string>>; apiBase: string };

const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

/** `wrangler auth token --json` and `wrangler whoami --json`. */
const tokenSchema = z.union([
  z.object({ token: z.string() }),
  z.object({ type: z.literal("api_key"), key: z.string(), email: z.string() }),
]);
const accountsSchema = z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })) });

/**
 * wrangler's own login, and the account: CLOUDFLARE_ACCOUNT_ID, `account_id` in wrangler.toml, or the only one that the
 * login has. Rejects with a `PlatformError`.
 */
export async function readCloudflareLogin(target: KvTarget, run = runWrangler): Promise<CloudflareLogin> {
  const { accountId = process.env.CLOUDFLARE_ACCOUNT_ID } = await readWranglerConfig(target);
  const [login, account] = await Promise.all([
    run(["auth", "token", "--json", ...environmentArgs(target)]),
    accountId ?? findAccount(target, run),
  ]);
  const token = tokenSchema.parse(parseOutput(login));
  const headers =
    "token" in token
      ? { authorization: `Bearer ${token.token}` }
      : { "x-auth-key": token.key, "x-auth-email": token.email };
  return { accountId: account, headers, apiBase: CLOUDFLARE_API };
}

async function findAccount(target: KvTarget, run: typeof runWrangler): Promise<string> {
  const { accounts } = accountsSchema.parse(parseOutput(await run(["whoami", "--json", ...environmentArgs(target)])));
  const [only] = accounts;
  if (only !== undefined && accounts.length === 1) return only.id;
  const names = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  throw new PlatformError(`this login has ${accounts.length} accounts: set CLOUDFLARE_ACCOUNT_ID to one of\n${names}`);
}

/** Sends one mail through Cloudflare's mail service with wrangler's login. Rejects with a `PlatformError`. */
export async function sendTestMail(from: string, to: string, run = runWrangler): Promise<void> {
  const text = "Deze mail is een proef van `npm run go-live -- check --deep`. Komt hij aan, dan kan de winkel mailen.";
  const args = ["--from", from, "--to", to, "--subject", "Proefmail van je winkel", "--text", text];
  await run(["email", "sending", "send", ...args]);
}

/** A target's section of wrangler.toml, read by wrangler's own parser. Rejects with its message. */
export async function readWranglerConfig(target: KvTarget): Promise<WranglerConfig> {
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const config = target.config ?? join(PROJECT_ROOT, "wrangler.toml");
  return configSchema.parse(readConfig({ config, ...(target.env === undefined ? {} : { env: target.env }) }));
}

function environmentArgs({ env, config }: KvTarget): readonly string[] {
  return [...(env === undefined ? [] : ["--env", env]), ...(config === undefined ? [] : ["--config", resolve(config)])];
}

function runWrangler(args: readonly string[]): Promise<string> {
  const packageFile = createRequire(import.meta.url).resolve("wrangler/package.json");
  const bin = join(dirname(packageFile), "bin", "wrangler.js");
  return new Promise((resolvePromise, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: PROJECT_ROOT,
      // Without a terminal on standard input wrangler never asks; it fails with a message instead.
      stdio: ["ignore", "pipe", "pipe"],
      timeout: TIMEOUT_MS,
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: "false",
        WRANGLER_HIDE_BANNER: "true",
        WRANGLER_LOG: "log",
        NO_COLOR: "1",
        FORCE_COLOR: "0",
      },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", (error) => reject(new PlatformError(`wrangler could not be started: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (code === 0) resolvePromise(stdout);
      else reject(new PlatformError(readableError(`${stderr}\n${stdout}`, code, signal)));
    });
  });
}

/** wrangler's message without its colours, its mark and the place of its log file. */
function readableError(output: string, code: number | null, signal: NodeJS.Signals | null): string {
  const lines = output
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours start with the escape character
    .replace(/\u001b\[[0-9;]*m/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*✘\s*\[ERROR\]\s*/, "").trimEnd())
    .filter((line) => line.trim() !== "" && !line.includes("Logs were written to") && !line.includes("--temporary"));
  const ending = signal === null ? `exit code ${code}` : `stopped by ${signal}`;
  return lines.length === 0 ? `wrangler failed (${ending})` : `wrangler: ${lines.join("\n")}`;
}

/** The JSON that wrangler printed, even when it said something before it. */
function parseOutput(stdout: string): unknown {
  const start = stdout.search(/^[[{]/m);
  try {
    return JSON.parse(start < 0 ? stdout : stdout.slice(start));
  } catch {
    throw new PlatformError(`wrangler printed something that is not JSON: ${stdout.slice(0, 200)}`);
  }
}
