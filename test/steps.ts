import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { delimiter, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

const running = new Set<ChildProcess>();
const took: string[] = [];
const begun = performance.now();
const secondsSince = (moment: number) => `${Math.round((performance.now() - moment) / 1000)} s`;

type StepOptions = SpawnOptions & {
  /** Whether it only takes the processor time that others leave. */
  isPatient?: boolean;
};

/**
 * Runs a program with its arguments, or a line of the shell. Its output is shown once it has ended, unless `stdio` says
 * otherwise: steps that run side by side would mix their lines. Rejects with its exit code unless that is 0.
 */
export async function runStep(
  name: string,
  command: string | readonly string[],
  { isPatient = false, ...options }: StepOptions = {},
): Promise<void> {
  const PATH = [resolve(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const started = performance.now();
  const [program = "", ...args] = [command].flat();
  const child = spawn(program, args, {
    cwd: ROOT,
    shell: typeof command === "string",
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
    // What Node has compiled of wrangler, Playwright and the like, each process of this run and of the next one has at once.
    env: { ...process.env, PATH, NODE_COMPILE_CACHE: resolve(ROOT, ".build/compiled"), ...options.env },
  });
  running.add(child);
  if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part));
  const [code] = (await once(child, "close")) as [number | null];
  running.delete(child);
  took.push(`${name} ${secondsSince(started)}`);
  if (said.length > 0) process.stdout.write(`\n> ${[command].flat().join(" ")}\n\n${Buffer.concat(said)}`);
  if (code !== 0) throw code ?? 1;
}

/** Ends the steps that still run, and gives this process the exit code of the one that failed. */
export function endFailed(error: unknown): void {
  for (const child of running) child.kill();
  if (typeof error !== "number") console.error(error);
  process.exitCode = typeof error === "number" ? error : 1;
}

/** One line with how long each step took; some have run side by side. */
export const tookLine = (): string => `Took ${secondsSince(begun)}: ${took.join(", ")}.`;
