import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FULL } from "../full.ts";
import { requireFreePorts } from "./ports.ts";
import { readOptions } from "./shop.ts";

/** Tests `npm start` as a person uses it: its messages, its exit codes, and the processes that are left afterwards. */

const SHOP = resolve(import.meta.dirname, "shop.ts");
/** The timeout of a whole start on a busy machine. */
const START_MS = 5 * 60_000;
const READY = /The shop: +(\S+).+The outside world: +(\S+)/s;

let folder: string;
let started: ChildProcess[] = [];
let servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vaarkoers-start-"));
});

afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  for (const server of servers) server.close().closeAllConnections();
  started = [];
  servers = [];
  rmSync(folder, { recursive: true, force: true });
});

type Run = { child: ChildProcess; output(): string; exitCode: Promise<number | null> };

function run(command: string, args: readonly string[], env = process.env): Run {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env });
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output, exitCode: once(child, "close").then(([code]) => code) };
}

/** `npm start`, or the command line behind it, on free ports and with a KV of its own. */
function start(by: "node" | "npm" = "node"): Run {
  const options = ["--port", "0", "--outside-port", "0", "--persist-to", join(folder, "state")];
  return by === "npm"
    ? run("npm", ["start", "--", ...options])
    : run(process.execPath, [SHOP, ...options], builtBefore());
}

/** Outside a full run wrangler finds another npm, which builds nothing and writes down what was asked: `npm test` has built the shop. */
function builtBefore(): NodeJS.ProcessEnv {
  if (FULL) return process.env;
  writeFileSync(join(folder, "npm"), `#!/bin/sh\necho "$@" > ${join(folder, "asked-of-npm")}\n`, { mode: 0o755 });
  return { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
}

/** The processes of this machine that still run: a zombie has ended. */
function running(): { pid: number; parent: number; command: string }[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" }).trim().split("\n");
  const cells = rows.map((row) => row.trim().split(/\s+/)).filter(([, , stat]) => !stat?.startsWith("Z"));
  return cells.map(([pid, parent, , ...command]) => ({
    pid: Number(pid),
    parent: Number(parent),
    command: command.join(" "),
  }));
}

function waitFor<T>(check: () => T, timeout = START_MS): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 50 });
}

/** A run's processes, at any depth. Waits for the one that leads wrangler's group: it could be left behind. */
function processesOf({ child }: Run): Promise<ReturnType<typeof running>> {
  return waitFor(() => {
    const all = running();
    const own = all.filter(({ pid }) => pid === child.pid);
    // The loop also visits those that are added on the way.
    for (const { pid } of own) own.push(...all.filter(({ parent }) => parent === pid));
    expect(own.map(({ command }) => command).join()).toContain("worker-process.ts");
    return own;
  });
}

const untilGone = (processes: ReturnType<typeof running>) => {
  const pids = processes.map(({ pid }) => pid);
  return waitFor(() => expect(running().filter(({ pid }) => pids.includes(pid))).toEqual([]));
};

/** Answers everything with 200, like a Worker that an earlier start left behind. */
async function holdPort(host: string): Promise<number> {
  const server = createServer((_request, response) => response.end("ok"));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  return (server.address() as AddressInfo).port;
}

test.each(["127.0.0.1", "::1"])("each port that is taken is named with a way out, on %s", async (host) => {
  const [port, outside] = [await holdPort(host), await holdPort(host)];
  const refused = requireFreePorts({ "--port": port, "--outside-port": outside, "--other": 0 });
  const text = `Port ${port} is taken.* --port\\.\nPort ${outside} is taken.* --outside-port\\.$`;
  await expect(refused).rejects.toMatchObject({ name: "StartError", message: expect.stringMatching(text) });
});

test("an option that makes no sense is refused", () => {
  for (const option of ["--port=80x", "--outside-port=70000", "--nothing"])
    expect(() => readOptions([option]), option).toThrow(TypeError);
});

describe("when it ends, nothing is left", () => {
  test.runIf(FULL)("npm is killed while it starts", { timeout: START_MS }, async () => {
    const starting = start("npm");
    const processes = await processesOf(starting);
    starting.child.kill("SIGKILL");
    await untilGone(processes);
  });

  test.runIf(FULL).each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s while it starts",
    { timeout: START_MS },
    async (signal) => {
      const starting = start();
      const processes = await processesOf(starting);
      starting.child.kill(signal);
      expect(await starting.exitCode).toBe(0);
      expect(starting.output()).not.toContain("did not start");
      await untilGone(processes);
    },
  );

  test("killed as it stands", { timeout: 2 * START_MS }, async () => {
    const shop = start();
    const [, origin = "", world] = await waitFor(() => READY.exec(shop.output()) ?? expect.fail(shop.output()));
    expect((await fetch(`${origin}/healthz`)).ok).toBe(true);
    // Only `wrangler dev` can run the shop's schedules.
    expect((await fetch(`${world}/_control/clock`, { method: "POST" })).ok).toBe(true);
    if (!FULL) expect(readFileSync(join(folder, "asked-of-npm"), "utf8")).toBe("run --silent build\n");
    expect(shop.output()).toMatch(/Filling the local KV.+Building the shop.+The shop:/s);
    const processes = await processesOf(shop);
    expect(processes.map(({ command }) => command).join()).toContain("workerd");
    shop.child.kill("SIGKILL");
    await untilGone(processes);
  });

  test.runIf(FULL)("the Worker ends by itself: that is said, with exit code 1", { timeout: 2 * START_MS }, async () => {
    const shop = start();
    await waitFor(() => expect(shop.output()).toMatch(READY));
    const processes = await processesOf(shop);
    process.kill(processes.find(({ command }) => command.includes("wrangler.js"))?.pid ?? 0, "SIGKILL");
    expect(await shop.exitCode).toBe(1);
    expect(shop.output()).toContain("wrangler dev stopped by itself");
    await untilGone(processes);
  });
});
