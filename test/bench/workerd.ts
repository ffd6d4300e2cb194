import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { unstable_readConfig } from "wrangler";
import { buildWorker } from "../../client/build/worker.ts";
import { expandCourseKeys } from "../../kv-seed/course-keys.ts";
import gifts from "../../kv-seed/gifts.json" with { type: "json" };
import interstitials from "../../kv-seed/interstitials.json" with { type: "json" };
import { GIFT_ACTIVATION_KEY, ORDER_TOKEN_KEYS } from "../outside-world/order-keys.ts";
import { freePort } from "../outside-world/ports.ts";

/** Serves bundled Workers on raw workerd: no wrangler, no proxy, nothing between the load and the runtime. */

export const ROOT = resolve(import.meta.dirname, "../..");

/** The parts of wrangler.toml that a bench uses; the published type is `any`. */
type Configuration = { compatibility_date: string; compatibility_flags: string[]; vars: Record<string, string> };

const CONFIG: Configuration = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });

export type BenchWorker = {
  name: string;
  /** Text of each ES module by its name; the first one is the entry. */
  modules: Readonly<Record<string, string>>;
  vars?: Readonly<Record<string, string>>;
  /** KV namespaces by binding: entries that are written to disk and read from there. */
  kv?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rate limits by binding; none of them ever refuses. */
  rateLimits?: readonly string[];
  /** Files that the modules import as bytes. */
  data?: Readonly<Record<string, Uint8Array>>;
};

export type Running = { origin: string; stop(): Promise<void> };

export const SEEDED_GIFT = gifts.find(({ key }) => !key.startsWith("cadeau-"))?.key ?? "";

/** The deployed Worker with the local shop's vars, secrets and KV. Without a secret it would not use built pages. */
export async function bundleShop(folder: string): Promise<BenchWorker> {
  const bundle = join(folder, "bundle");
  await buildWorker("src/worker.ts", bundle);
  const others = readdirSync(bundle).filter((name) => name.endsWith(".mjs") && name !== "worker.mjs");
  const entries = (seed: readonly { key: string; value: string }[]) =>
    Object.fromEntries(seed.map(({ key, value }) => [key, value]));
  return {
    name: "shop",
    modules: Object.fromEntries(
      ["worker.mjs", ...others].map((name) => [name, readFileSync(join(bundle, name), "utf8")]),
    ),
    vars: { ...CONFIG.vars, GIFT_ACTIVATION_KEY, ORDER_TOKEN_KEYS },
    kv: { INTERSTITIALS: entries(expandCourseKeys(interstitials)), GIFTS: entries(gifts) },
    rateLimits: ["PAYMENT_LIMIT", "GIFT_LIMIT", "REPORT_LIMIT"],
  };
}

/** The longest configuration, which includes all modules. */
const CONFIG_MAX_BYTES = 64 * 1024 * 1024;

/** A Worker with which processes can be started any number of times. */
export type Ready = { config: string; origin: string };

const WORKERD = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json")).resolve(
  "workerd/bin/workerd",
);

/** Writes a Worker's configuration as wrangler does, in one binary file: as text, each process would first parse every module. */
export async function prepare(worker: BenchWorker, folder: string): Promise<Ready> {
  const home = join(folder, worker.name);
  mkdirSync(home, { recursive: true });
  const files = Object.entries({ ...worker.modules, ...worker.data });
  for (const [name, content] of files) writeFileSync(join(home, name), content);
  for (const [binding, entries] of Object.entries(worker.kv ?? {})) {
    mkdirSync(join(home, binding), { recursive: true });
    for (const [key, value] of Object.entries(entries)) writeFileSync(join(home, binding, key), value);
  }
  const port = await freePort();
  const [text, config] = [join(home, "config.capnp"), join(home, "config.bin")];
  writeFileSync(text, capnpConfig(worker, home, port));
  writeFileSync(config, execFileSync(WORKERD, ["compile", "--config-only", text], { maxBuffer: CONFIG_MAX_BYTES }));
  return { config, origin: `http://127.0.0.1:${port}` };
}

export async function startProcess({ config, origin }: Ready, { path = "/", pollMs = 50 } = {}): Promise<Running> {
  const child = spawn(WORKERD, ["serve", "--binary", config], { stdio: ["ignore", "ignore", "inherit"] });
  const up = () => fetch(origin + path).then((answer) => answer.arrayBuffer());
  while ((await up().catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error(`workerd stopped with exit code ${child.exitCode}`);
    await delay(pollMs);
  }
  return {
    origin,
    stop: () =>
      new Promise((resolveStop) => {
        child.once("exit", () => resolveStop());
        child.kill("SIGTERM");
      }),
  };
}

function capnpConfig(worker: BenchWorker, home: string, port: number): string {
  const text = (value: string) => JSON.stringify(value);
  const namespaces = Object.keys(worker.kv ?? {});
  const bindings = [
    ...Object.entries(worker.vars ?? {}).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
    ...namespaces.map((name) => `(name = ${text(name)}, kvNamespace = ${text(`kv-${name}`)})`),
    ...(worker.rateLimits ?? []).map((name) => `(name = ${text(name)}, wrapped = (moduleName = "bench:rate-limit"))`),
  ];
  const modules = [
    ...Object.keys(worker.modules).map((name) => `(name = ${text(name)}, esModule = embed ${text(name)})`),
    ...Object.keys(worker.data ?? {}).map((name) => `(name = ${text(name)}, data = embed ${text(name)})`),
  ];
  const disks = namespaces.map(
    (name) => `(name = ${text(`kv-${name}`)}, disk = (path = ${text(join(home, name))}, writable = false))`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${modules.join(", ")}],
      compatibilityDate = ${text(CONFIG.compatibility_date)},
      compatibilityFlags = [${CONFIG.compatibility_flags.map(text).join(", ")}],
      bindings = [${bindings.join(", ")}],
    )),
    # The outside world is on this machine.
    (name = "internet", network = (allow = ["public", "private"])),
    ${disks.join(",\n    ")}
  ],
  extensions = [(modules = [
    (
      name = "bench:rate-limit",
      internal = true,
      esModule = "export default () => ({ limit: async () => ({ success: true }) });",
    ),
  ])],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}
