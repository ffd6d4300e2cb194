import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { KVNamespace } from "@cloudflare/workers-types";
import * as z from "zod";

/** The only file that runs wrangler. Everything else works on a `KvStore`. */

export const PROJECT_ROOT = resolve(import.meta.dirname, "..");

/** Which KV is meant: the one on this machine (default) or the one at Cloudflare. */
export type KvTarget = {
  remote: boolean;
  /** Environment in wrangler.toml, such as `production`. */
  env?: string;
  /** Folder of the local state; wrangler's own default is `.wrangler/state`. */
  persistTo?: string;
  /** Another wrangler.toml. */
  config?: string;
};

export const KV_BINDINGS = ["INTERSTITIALS", "GIFTS", "ORDERS"] as const;
export type KvBinding = (typeof KV_BINDINGS)[number];

/** Whether an id in wrangler.toml is one of Cloudflare's, and no placeholder. */
export function isNamespaceId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/** A key as `wrangler kv key list` prints it. `expiration` is in seconds since 1970. */
export type KvKey = { name: string; expiration?: number | undefined; metadata?: unknown };

/** One entry in the form that `wrangler kv bulk put` takes. */
export type KvEntry = {
  key: string;
  value: string;
  expiration?: number | undefined;
  metadata?: Record<string, unknown> | undefined;
};

/** One KV namespace. Every method rejects with a `WranglerError` when KV could not be reached or refused. */
export type KvStore = {
  list(prefix?: string): Promise<readonly KvKey[]>;
  /** Values by key; keys that do not exist are absent. */
  get(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  put(entries: readonly KvEntry[]): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
};

/** wrangler ended with an error; the message is what it printed. */
export class WranglerError extends Error {
  override readonly name = "WranglerError";
}

/** Cloudflare's bulk read takes at most 100 keys a call (Workers KV API), and wrangler does not split the list. */
const GET_CHUNK = 100;
const TIMEOUT_MS = 300_000;

const keyListSchema = z.array(
  z.object({ name: z.string(), expiration: z.number().optional(), metadata: z.unknown().optional() }),
);
/** Local reads print `{key: {value}}`, remote ones `{key: value}`; a key that does not exist has null. */
const valuesSchema = z.record(
  z.string(),
  z.union([z.string(), z.null(), z.object({ value: z.union([z.string(), z.null()]) })]),
);

const secretListSchema = z.array(z.object({ name: z.string() }));

/** The parts of wrangler.toml that the operators' tools need; the published types of its configuration are `any`. */
const configSchema = z
  .object({
    vars: z.record(z.string(), z.unknown()),
    kv_namespaces: z.array(z.object({ binding: z.string(), id: z.string().default("") })),
    workers_dev: z.boolean().default(false),
    routes: z
      .array(z.union([z.string(), z.object({ pattern: z.string() }).transform(({ pattern }) => pattern)]))
      .default([]),
  })
  .transform(({ vars, kv_namespaces: namespaces, workers_dev: workersDev, routes }) => ({
    vars,
    /** By binding; an id may still be a placeholder. */
    namespaceIds: new Map(namespaces.map(({ binding, id }) => [binding, id])),
    /** What the Worker answers to, as routes have it: `www.example.nl` or `www.example.nl/*`. */
    routes,
    workersDev,
  }));
export type WranglerConfig = z.infer<typeof configSchema>;

/** The names of the secrets that the Worker of an environment has. Rejects with a `WranglerError`. */
export async function listSecretNames(target: KvTarget): Promise<readonly string[]> {
  const output = await runWrangler(["secret", "list", "--format", "json", ...environmentArgs(target)]);
  return secretListSchema.parse(parseOutput(output)).map(({ name }) => name);
}

/** Opens a namespace through wrangler. Nothing runs before the first call. */
export function openWranglerStore(target: KvTarget, binding: KvBinding): KvStore {
  const run = (args: readonly string[]) => runWrangler(["kv", ...args, "--binding", binding, ...kvArgs(target)]);

  return {
    async list(prefix) {
      const args = ["key", "list", ...(prefix === undefined ? [] : ["--prefix", prefix])];
      return keyListSchema.parse(parseOutput(await run(args)));
    },
    async get(keys) {
      const values = new Map<string, string>();
      for (const chunk of chunked(keys, GET_CHUNK)) {
        const output = await withJsonFile(chunk, (path) => run(["bulk", "get", path]));
        for (const [key, found] of Object.entries(valuesSchema.parse(parseOutput(output)))) {
          const value = found !== null && typeof found === "object" ? found.value : found;
          if (value !== null) values.set(key, value);
        }
      }
      return values;
    },
    async put(entries) {
      if (entries.length > 0) await withJsonFile(entries, (path) => run(["bulk", "put", path]));
    },
    async delete(keys) {
      if (keys.length > 0) await withJsonFile(keys, (path) => run(["bulk", "delete", path, "--force"]));
    },
  };
}

/** Starts Workflows: `name` as wrangler.toml has it, params as JSON. Rejects with a `WranglerError`. */
export type StartWorkflow = (name: string, params: unknown) => Promise<void>;

/** Starts Workflows through wrangler: at Cloudflare, or in the shop that runs on this machine at `localPort`. */
export function openWorkflows(target: KvTarget, localPort: number): StartWorkflow {
  return async (name, params) => {
    const place = target.remote ? [] : ["--local", "--port", String(localPort)];
    await runWrangler(["workflows", "trigger", name, JSON.stringify(params), ...place, ...environmentArgs(target)]);
  };
}

/** Where wrangler keeps the local state. */
export function localStateFolder({ persistTo }: Pick<KvTarget, "persistTo">): string {
  return resolve(persistTo ?? join(PROJECT_ROOT, ".wrangler", "state"));
}

/**
 * Opens all local namespaces at once, in this process: a second start-up of wrangler for each step would make every
 * `npm start` wait. Reads and writes the same files as `wrangler kv ... --local` and `wrangler dev`.
 */
export async function withLocalNamespaces<T>(
  target: Omit<KvTarget, "remote">,
  use: (namespaces: Readonly<Record<KvBinding, KVNamespace>>) => Promise<T>,
): Promise<T> {
  const level = process.env.WRANGLER_LOG;
  // Or it warns that Workflows do not run on this machine: not in here, where only KV is opened, but in `wrangler dev`.
  process.env.WRANGLER_LOG = "error";
  const { getPlatformProxy } = await import("wrangler");
  const proxy = await getPlatformProxy<Record<KvBinding, KVNamespace>>({
    configPath: target.config === undefined ? join(PROJECT_ROOT, "wrangler.toml") : resolve(target.config),
    ...(target.env === undefined ? {} : { environment: target.env }),
    envFiles: [],
    remoteBindings: false,
    // wrangler's command line puts its state in a folder `v3` under the one it is given; this function does not.
    persist: { path: join(localStateFolder(target), "v3") },
  }).finally(() => {
    if (level === undefined) delete process.env.WRANGLER_LOG;
    else process.env.WRANGLER_LOG = level;
  });
  try {
    return await use(proxy.env);
  } finally {
    await proxy.dispose();
  }
}

/** A target's section of wrangler.toml, read by wrangler's own parser. Rejects with its message. */
export async function readWranglerConfig(target: KvTarget): Promise<WranglerConfig> {
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const config = target.config ?? join(PROJECT_ROOT, "wrangler.toml");
  return configSchema.parse(readConfig({ config, ...(target.env === undefined ? {} : { env: target.env }) }));
}

/** Splits a list into parts of at most `size`. */
export function chunked<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

function kvArgs(target: KvTarget): readonly string[] {
  const args = [target.remote ? "--remote" : "--local", ...environmentArgs(target)];
  if (target.persistTo !== undefined) args.push("--persist-to", resolve(target.persistTo));
  return args;
}

function environmentArgs({ env, config }: KvTarget): readonly string[] {
  return [...(env === undefined ? [] : ["--env", env]), ...(config === undefined ? [] : ["--config", resolve(config)])];
}

/** Hands data to wrangler in a file that only this user can read and that is gone afterwards: gifts hold names. */
async function withJsonFile<T>(content: unknown, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "vaarkoers-kv-"));
  try {
    const path = join(folder, "data.json");
    await writeFile(path, JSON.stringify(content), { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
    child.on("error", (error) => reject(new WranglerError(`wrangler could not be started: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (code === 0) resolvePromise(stdout);
      else reject(new WranglerError(readableError(`${stderr}\n${stdout}`, code, signal)));
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
  return lines.length === 0 ? `wrangler failed (${ending})` : lines.join("\n");
}

/** The JSON that wrangler printed, even when it said something before it. */
function parseOutput(stdout: string): unknown {
  const start = stdout.search(/^[[{]/m);
  try {
    return JSON.parse(start < 0 ? stdout : stdout.slice(start));
  } catch {
    throw new WranglerError(`wrangler printed something that is not JSON: ${stdout.slice(0, 200)}`);
  }
}
