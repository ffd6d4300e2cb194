import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type SeedOptions, seedLocalKv } from "../../kv-seed/seed.ts";
import { errorMessage } from "../../src/server/log.ts";
import { StartError } from "./ports.ts";

/**
 * The Worker in `wrangler dev`, under a process that leads its own process group. wrangler starts workerd and builds as
 * child processes, and none of them notices when the starter has ended. The leader does: its channel to the starter
 * closes however the starter ends, even by SIGKILL. Then it ends the whole group.
 */

export const ROOT = resolve(import.meta.dirname, "../..");
/** The time that wrangler gets to end by itself before the group is killed. */
const ENDING_TIMEOUT_MS = 3000;
/** Only this platform has no process groups. */
const HAS_GROUPS = process.platform !== "win32";

type Order = { seed: SeedOptions; wranglerArgs: readonly string[] };
type Report = "ready" | { failed: string };

export type WorkerProcess = {
  /** Resolves when this Worker itself listens; rejects with a `StartError` if it never will. */
  ready: Promise<void>;
  /** Resolves when all its processes have ended, by themselves or by `close`. */
  ended: Promise<void>;
  close(): Promise<void>;
};

/** Fills the local KV if it is empty, then runs `wrangler dev` with these arguments. */
export function startWorker(order: Order, output: "inherit" | "ignore"): WorkerProcess {
  const leader = fork(fileURLToPath(import.meta.url), {
    cwd: ROOT,
    execArgv: [],
    detached: HAS_GROUPS,
    stdio: ["ignore", output, output, "ipc"],
  });
  leader.send(order);
  const ended = once(leader, "exit").then(() => signalGroup(leader.pid ?? 0, "SIGKILL"));
  const { promise: ready, resolve: resolveReady, reject } = Promise.withResolvers<void>();
  leader.on("message", (report: Report) =>
    report === "ready" ? resolveReady() : reject(new StartError(report.failed)),
  );
  void ended.then(() => reject(new StartError("It ended before it was ready.")));
  return {
    ready,
    ended,
    close() {
      if (leader.connected) leader.disconnect();
      return ended;
    },
  };
}

function signalGroup(leaderPid: number, signal: NodeJS.Signals): void {
  try {
    if (HAS_GROUPS && leaderPid > 0) process.kill(-leaderPid, signal);
  } catch {
    // The group has no process left.
  }
}

/** Prints wrangler's output without the table of the Worker's modules, which are more than a hundred. */
async function printWithoutModules(output: Readable): Promise<void> {
  let isInTable = false;
  for await (const line of createInterface({ input: output })) {
    isInTable ||= line.includes("Attaching additional modules:");
    if (!isInTable) process.stdout.write(`${line}\n`);
    // The table's last line.
    if (line.includes("└")) isInTable = false;
  }
}

function leadGroup(): void {
  let wrangler: ChildProcess | undefined;

  async function end(): Promise<never> {
    if (wrangler !== undefined && wrangler.exitCode === null && wrangler.signalCode === null) {
      const exited = once(wrangler, "exit");
      if (HAS_GROUPS) signalGroup(process.pid, "SIGTERM");
      else wrangler.kill();
      await Promise.race([exited, delay(ENDING_TIMEOUT_MS)]);
    }
    // This process ends too.
    signalGroup(process.pid, "SIGKILL");
    process.exit();
  }

  function report(report: Report, sent = () => {}): void {
    if (process.connected) process.send?.(report, sent);
    else sent();
  }
  const fail = (failed: string) => report({ failed }, () => void end());

  // The starter decides when this ends, by closing the channel.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.once("disconnect", () => void end());
  process.once("message", async ({ seed, wranglerArgs }: Order) => {
    console.log("Filling the local KV, if it is empty …");
    try {
      await seedLocalKv(seed);
    } catch (error) {
      return fail(errorMessage(error));
    }
    const bin = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "bin/wrangler.js");
    console.log("Building the shop and starting the runtime, which takes minutes on a busy machine …");
    wrangler = spawn(process.execPath, [bin, "dev", ...wranglerArgs], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        // wrangler writes to a pipe, but a person may be reading the output.
        ...(process.stdout.isTTY && process.env.NO_COLOR === undefined ? { FORCE_COLOR: "1" } : {}),
        ...process.env,
        WRANGLER_SEND_METRICS: "false",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_HIDE_BANNER: "true",
      },
    });
    if (wrangler.stdout !== null) void printWithoutModules(wrangler.stdout);
    // wrangler itself reports when its server listens: an answer on the port could come from another server.
    wrangler.on("message", (message) => {
      if (String(message).includes("DEV_SERVER_READY")) report("ready");
    });
    wrangler.once("exit", (code, signal) => fail(`wrangler dev stopped with ${signal ?? `exit code ${code}`}.`));
  });
}

if (import.meta.main) leadGroup();
