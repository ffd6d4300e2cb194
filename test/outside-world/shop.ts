import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { seedLocalKv } from "../../kv-seed/seed.ts";
import { type ReloadProxy, startReloadProxy } from "./reload-proxy.ts";
import { DEFAULT_PORT as OUTSIDE_PORT, type OutsideWorld, startOutsideWorld } from "./server.ts";

/**
 * The whole shop on this machine: the outside world, the local KV filled when it is empty, and the Worker in
 * `wrangler dev`. `npm start` and `npm run dev` run it; the browser tests start their own on free ports.
 */

const ROOT = resolve(import.meta.dirname, "../..");
export const SHOP_PORT = 8787;
/** A first start bundles the Worker and unpacks the runtime. */
const READY_TIMEOUT_MS = 90_000;
const POLL_MS = 150;

export type Shop = { origin: string; world: OutsideWorld; close(): Promise<void> };

export type ShopOptions = {
  /** 0 picks a free port. */
  port: number;
  outsidePort: number;
  /** Folder of the local KV; default `.wrangler/state`. */
  persistTo?: string;
  /** Vars that differ from wrangler.toml. */
  vars?: Readonly<Record<string, string>>;
  /** Pages reload by themselves after a change. */
  reload?: boolean;
  /** Where the Worker's output goes. */
  output?: "inherit" | "ignore";
};

/** Starts everything and resolves when the Worker answers. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const port = options.port === 0 ? await freePort() : options.port;
  const origin = `http://localhost:${port}`;
  const world = await startOutsideWorld({ port: options.outsidePort, shopOrigin: origin });
  let worker: ChildProcess | undefined;
  let proxy: ReloadProxy | undefined;
  const close = async () => {
    await proxy?.close();
    if (worker !== undefined) await stop(worker);
    await world.close();
  };
  try {
    await seedLocalKv({
      outsideOrigin: world.origin,
      ...(options.persistTo === undefined ? {} : { persistTo: options.persistTo }),
    });
    const workerPort = options.reload ? await freePort() : port;
    const vars = { ...world.vars(), SITE_ORIGIN: origin, ...realStripeVars(), ...options.vars };
    worker = startWorker(workerPort, vars, options);
    await waitUntilReady(`http://localhost:${workerPort}`, worker);
    if (options.reload) proxy = await startReloadProxy({ port, targetPort: workerPort, worker });
  } catch (error) {
    await close();
    throw error;
  }
  return { origin, world, close };
}

/** With a real key in .dev.vars the payment vars stay what that file and Stripe say. */
function realStripeVars(): Record<string, string | undefined> {
  const path = join(ROOT, ".dev.vars");
  if (!existsSync(path) || !/^STRIPE_SECRET_KEY\s*=/m.test(readFileSync(path, "utf8"))) return {};
  return {
    STRIPE_API_BASE: "https://api.stripe.com",
    STRIPE_JS_URL: "https://js.stripe.com/endive/stripe.js",
    STRIPE_PUBLISHABLE_KEY: undefined,
    STRIPE_SECRET_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
  };
}

function startWorker(
  port: number,
  vars: Readonly<Record<string, string | undefined>>,
  { persistTo, output = "inherit" }: ShopOptions,
): ChildProcess {
  const bin = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "bin/wrangler.js");
  const varArgs = Object.entries(vars).flatMap(([name, value]) =>
    value === undefined ? [] : ["--var", `${name}:${value}`],
  );
  const persistArgs = persistTo === undefined ? [] : ["--persist-to", persistTo];
  return spawn(
    process.execPath,
    [
      bin,
      "dev",
      "--port",
      String(port),
      "--ip",
      "localhost",
      "--local",
      "--show-interactive-dev-session=false",
      ...persistArgs,
      ...varArgs,
    ],
    {
      cwd: ROOT,
      stdio: ["ignore", output, output],
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: "false",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_HIDE_BANNER: "true",
      },
    },
  );
}

async function waitUntilReady(origin: string, worker: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (worker.exitCode !== null) throw new Error(`wrangler dev stopped with exit code ${worker.exitCode}`);
    try {
      if ((await fetch(`${origin}/healthz`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolvePoll) => setTimeout(resolvePoll, POLL_MS));
  }
  throw new Error(`The Worker did not answer within ${READY_TIMEOUT_MS / 1000} seconds.`);
}

function stop(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return Promise.resolve();
  return new Promise((resolveStop) => {
    worker.once("exit", () => resolveStop());
    worker.kill("SIGINT");
  });
}

/** A port that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolvePort(port));
    });
  });
}

async function runFromCommandLine(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: "string" }, "outside-port": { type: "string" }, watch: { type: "boolean" } },
  });
  const shop = await startShop({
    port: Number(values.port ?? SHOP_PORT),
    outsidePort: Number(values["outside-port"] ?? OUTSIDE_PORT),
    reload: values.watch ?? false,
  });
  console.log(`\nThe shop:          ${shop.origin}`);
  console.log(`The outside world: ${shop.world.origin}\n`);
  const end = () => void shop.close().then(() => process.exit(0));
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
}

if (import.meta.main) await runFromCommandLine();
