import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { delimiter, resolve } from "node:path";
import manifest from "../package.json" with { type: "json" };

/**
 * `npm test`: the dry run of the deployment and the build, then everything that needs one. Steps that do not wait for
 * each other run side by side, because most of them leave a core idle. The first step that fails ends the others, and
 * gives this process its exit code. Arguments are vitest's.
 */

const ROOT = resolve(import.meta.dirname, "..");
const { scripts } = manifest;

const running = new Set<ChildProcess>();

type RunOptions = SpawnOptions & {
  /** Whether it only takes the processor time that others leave. */
  isPatient?: boolean;
};

/** Resolves when a command has ended; rejects with its exit code unless that is 0. */
async function run(command: string, args: readonly string[], { isPatient, ...options }: RunOptions): Promise<void> {
  const PATH = [resolve(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, PATH }, ...options });
  running.add(child);
  if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part));
  const [code] = (await once(child, "close")) as [number | null];
  running.delete(child);
  if (said.length > 0) process.stdout.write(`\n> ${command}\n\n${Buffer.concat(said)}`);
  if (code !== 0) throw code ?? 1;
}

/** Shows a step's output once it has ended: steps that run side by side would mix their lines. */
const runStep = (command: string, isPatient = false) =>
  run(command, [], { shell: true, stdio: ["ignore", "pipe", "pipe"], isPatient });

async function build(): Promise<void> {
  await runStep(scripts["deploy:check"]);
  // That has built the client, which is the same for all, and the production Worker.
  await runStep("node client/build/worker.ts");
}

try {
  await Promise.all([build(), runStep(scripts.licences)]);
  const vitest = ["run", "--config", "test/vitest.config.ts", ...process.argv.slice(2)];
  // The Worker's tests come first. They leave a part of the processor idle, which is enough for the check.
  await Promise.all([runStep(scripts.check, true), run("vitest", vitest, { stdio: "inherit" })]);
} catch (error) {
  for (const child of running) child.kill();
  if (typeof error !== "number") console.error(error);
  process.exitCode = typeof error === "number" ? error : 1;
}
