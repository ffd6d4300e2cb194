import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { forward, type LocalServer, listenLocally } from "./local-server.ts";
import { freePort, requireFreePorts, StartError } from "./ports.ts";
import { DEFAULT_PORT as OUTSIDE_PORT, type OutsideWorld, startOutsideWorld } from "./server.ts";
import { ROOT, startWorker, type WorkerProcess } from "./worker-process.ts";

/**
 * The whole shop on this machine: the outside world, the local KV, filled if it is empty, and the Worker in
 * `wrangler dev`. `npm start` runs it. The browser tests run a shop without `wrangler dev` (test/browser/test-shop.ts).
 */

export const SHOP_PORT = 8787;
const NPM_POLL_MS = 500;
/** How often a running shop's clock is started: more often than Cloudflare does, because a person waits for a mail. */
const CLOCK_MS = 60_000;

export type Shop = {
  origin: string;
  world: OutsideWorld;
  /** Resolves when the Worker has ended, by itself or by `close`. */
  ended: Promise<void>;
  /** Ends everything that was started; may be called again. */
  close(): Promise<void>;
};

export type ShopOptions = {
  /** 0 picks a free port. */
  port: number;
  outsidePort: number;
  /** Folder of the local KV; default `.wrangler/state`. */
  persistTo?: string;
  /** Vars that differ from wrangler.toml. */
  vars?: Readonly<Record<string, string>>;
  /** The destination of the Worker's output. */
  output?: "inherit" | "ignore";
  /** Ends the start, or the running shop. */
  signal?: AbortSignal;
};

/** Starts everything and resolves when the Worker answers. Rejects with a `StartError` that says what to do. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { outsidePort, output = "inherit", signal } = options;
  const persistTo = resolve(options.persistTo ?? join(ROOT, ".wrangler/state"));
  await requireFreePorts({ "--port": options.port, "--outside-port": outsidePort });

  const port = options.port === 0 ? await freePort() : options.port;
  const origin = `http://localhost:${port}`;
  const world = await startOutsideWorld({ port: outsidePort, shopOrigin: origin });
  let worker: WorkerProcess | undefined;
  let front: LocalServer | undefined;
  const close = async () => {
    await Promise.all([front?.close(), worker?.close()]);
    await world.close();
  };
  try {
    const workerPort = await freePort();
    const vars = { ...world.vars(), SITE_ORIGIN: origin, ...realStripeVars(), ...options.vars };
    const wranglerArgs = [
      ...["--port", String(workerPort), "--ip", "localhost", "--local", "--show-interactive-dev-session=false"],
      ...["--persist-to", persistTo],
      ...Object.entries(vars).flatMap(([name, value]) => (value === undefined ? [] : ["--var", `${name}:${value}`])),
    ];
    signal?.throwIfAborted();
    worker = startWorker({ seed: { outsideOrigin: world.origin, persistTo }, wranglerArgs }, output);
    signal?.addEventListener("abort", worker.close);
    await worker.ready;
    // The first request makes the runtime read the Worker.
    const health = await fetch(`http://localhost:${workerPort}/healthz`);
    if (!health.ok) throw new StartError(`The Worker answers /healthz with status ${health.status}.`);
    // `wrangler dev` listens on one of this machine's two addresses; the front listens on both.
    front = await listenLocally(port, (incoming, outgoing) =>
      forward(incoming, outgoing, { port: workerPort, headers: incoming.headers }),
    );
    return { origin, world, ended: worker.ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** With a real key in .dev.vars the payment vars are that file's, and Stripe's own defaults. */
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

/** Returns whether the npm that runs this has ended. Its shell passes no signal on, and may outlive an npm that is killed. */
function watchNpm(): () => boolean {
  const { ppid, env } = process;
  if (env.npm_lifecycle_event === undefined) return () => false;
  const { stdout } = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(ppid)], { encoding: "utf8" });
  // Some shells replace themselves by their last command; then npm is the parent.
  const npm = Number(/^\s*(\d+) .*sh\s*$/.exec(stdout)?.[1] ?? ppid);
  return () => {
    try {
      return process.ppid !== ppid || !process.kill(npm, 0);
    } catch {
      return true;
    }
  };
}

function readPort(text: string | undefined, fallback: number): number {
  const port = Number(text ?? fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError(`${text} is no port`);
  return port;
}

/** Throws for options that make no sense. */
export function readOptions(args: readonly string[] = process.argv.slice(2)): ShopOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: "string" }, "outside-port": { type: "string" }, "persist-to": { type: "string" } },
  });
  return {
    port: readPort(values.port, SHOP_PORT),
    outsidePort: readPort(values["outside-port"], OUTSIDE_PORT),
    ...(values["persist-to"] === undefined ? {} : { persistTo: values["persist-to"] }),
  };
}

/** Exit code: 0 for a requested end, 1 if it did not start or ended by itself, 2 for wrong arguments. */
async function runFromCommandLine(): Promise<number> {
  const stop = new AbortController();
  const asked = new Promise<void>((resolveAsked) => stop.signal.addEventListener("abort", () => resolveAsked()));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  const hasNpmEnded = watchNpm();
  setInterval(() => void (hasNpmEnded() && stop.abort()), NPM_POLL_MS).unref();

  let options: ShopOptions;
  try {
    options = readOptions();
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  try {
    const shop = await startShop({ ...options, signal: stop.signal });
    // In one piece: wrangler writes meanwhile.
    console.log(`\nThe shop:          ${shop.origin}\nThe outside world: ${shop.world.origin}\n`);
    // While its sources change, the shop may not answer.
    setInterval(() => void shop.world.clock.run("clock", new Date()).catch(() => undefined), CLOCK_MS).unref();
    await Promise.race([asked, shop.ended]);
    await shop.close();
    if (!stop.signal.aborted) console.error("The shop has ended: wrangler dev stopped by itself.");
  } catch (error) {
    if (!stop.signal.aborted)
      console.error(error instanceof StartError ? `\nThe shop did not start.\n${error.message}` : error);
  }
  return stop.signal.aborted ? 0 : 1;
}

if (import.meta.main) process.exit(await runFromCommandLine());
