import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { unstable_readConfig } from "wrangler";
import { freePort } from "../outside-world/ports.ts";

/** Serves bundled Workers on raw workerd: no wrangler, no proxy, nothing between the load and the runtime. */

export const ROOT = resolve(import.meta.dirname, "../..");

/** The whole Worker with Stripe, gzip, kilobytes. */
export const BUNDLE_LIMIT_KB = 210;

/** The default section of wrangler.toml, the local shop's; the published type is `any`. */
export const CONFIG: { compatibility_date: string; vars: Record<string, string> } = unstable_readConfig({
  config: join(ROOT, "wrangler.toml"),
});

export type BenchWorker = {
  name: string;
  /** Text of the ES module. */
  script: string;
  /** Vars of the Worker. */
  vars?: Readonly<Record<string, string>>;
  /** KV namespaces by binding: entries that are written to disk and read from there. */
  kv?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rate limits by binding; none of them ever refuses. */
  rateLimits?: readonly string[];
  /** Files that the script imports as bytes. */
  data?: Readonly<Record<string, Uint8Array>>;
};

export type Running = { origin: string; pid: number; stop(): Promise<void> };

/** Bundles the Worker as a deployment would, without deploying, and returns its module's text. */
export function bundleShop(folder: string, ...options: readonly string[]): string {
  const wrangler = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "bin/wrangler.js");
  const run = spawnSync(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", folder, ...options], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
  });
  if (run.status !== 0) throw new Error(`wrangler deploy --dry-run failed:\n${run.stdout}\n${run.stderr}`);
  return readFileSync(join(folder, "worker.js"), "utf8");
}

/** Starts one workerd process with one Worker on a free port. */
export async function serve(worker: BenchWorker, folder: string, { path = "/", pollMs = 50 } = {}): Promise<Running> {
  const home = join(folder, worker.name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "worker.js"), worker.script);
  for (const [name, bytes] of Object.entries(worker.data ?? {})) writeFileSync(join(home, name), bytes);
  for (const [binding, entries] of Object.entries(worker.kv ?? {})) {
    mkdirSync(join(home, binding), { recursive: true });
    for (const [key, value] of Object.entries(entries)) writeFileSync(join(home, binding, key), value);
  }
  const port = await freePort();
  writeFileSync(join(home, "config.capnp"), capnpConfig(worker, home, port));
  const bin = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json")).resolve(
    "workerd/bin/workerd",
  );
  const child = spawn(bin, ["serve", join(home, "config.capnp")], { stdio: ["ignore", "ignore", "inherit"] });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilUp(origin + path, child, pollMs);
  return {
    origin,
    pid: child.pid ?? 0,
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
    `(name = "worker.js", esModule = embed "worker.js")`,
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
      bindings = [${bindings.join(", ")}],
    )),
    # The outside world is on this machine.
    (name = "internet", network = (allow = ["public", "private"])),
    ${disks.join(",\n    ")}
  ],
  extensions = [(modules = [(
    name = "bench:rate-limit",
    internal = true,
    esModule = "export default () => ({ limit: async () => ({ success: true }) });",
  )])],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

async function waitUntilUp(url: string, child: ChildProcess, pollMs: number): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`workerd stopped with exit code ${child.exitCode}`);
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch {
      await new Promise((resolvePause) => setTimeout(resolvePause, pollMs));
    }
  }
  throw new Error("workerd did not answer within 10 seconds");
}

/** CPU time that a process has used so far, user and system, milliseconds (Linux's /proc; null elsewhere). */
export function cpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // Fields 14 and 15 of proc(5), in clock ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** Resident memory of a process, megabytes (Linux's /proc; null elsewhere). */
export function memoryMb(pid: number): number | null {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return match === null ? null : Number(match[1]) / 1024;
  } catch {
    return null;
  }
}
