import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";
import manifest from "../../package.json" with { type: "json" };

const SYSTEM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** No look-ups of the browser's own: tests must pass without a network. */
const OFFLINE_ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  "--no-default-browser-check",
];

/** Drawing in software is slow enough on two cores; the npm-shipped build has no GPU process to talk to. */
const HEADLESS_ARGS = ["--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none", "--hide-scrollbars"];

/** Arguments beside the usual ones, and those of Playwright's that are left out. */
type LaunchOptions = { extraArgs?: readonly string[]; withoutArgs?: readonly string[] };

/**
 * Starts Chromium. If CHROMIUM_PATH is set, it starts that one only. Else it tries the build of npm, Playwright's own
 * and the system's, and takes the first that starts. Rejects with one message that names every place that was tried.
 */
export async function launchChromium({ extraArgs = [], withoutArgs = [] }: LaunchOptions = {}): Promise<Browser> {
  const tried: string[] = [];
  const named = process.env.CHROMIUM_PATH;
  for (const { name, find } of named ? [{ name: "CHROMIUM_PATH", find: async () => named }] : CANDIDATES) {
    const executablePath = await find().catch((error: unknown) => {
      tried.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    });
    if (executablePath === null) continue;
    if (!existsSync(executablePath)) {
      tried.push(`${name}: nothing at ${executablePath}`);
      continue;
    }
    try {
      const args = [...chromiumArgs(), ...extraArgs];
      return await chromium.launch({ executablePath, args, ignoreDefaultArgs: [...withoutArgs] });
    } catch (error) {
      tried.push(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    }
  }
  throw new Error(
    `No Chromium could be started. Set CHROMIUM_PATH, or install Chromium on this machine.\n${tried.join("\n")}`,
  );
}

/** The npm build comes first, so that the tests have the same browser on every machine. */
const CANDIDATES: readonly { name: string; find: () => Promise<string | null> }[] = [
  { name: "@sparticuz/chromium", find: unpackNpmChromium },
  { name: "Playwright's Chromium", find: async () => chromium.executablePath() || null },
  { name: "the system's Chromium", find: async () => SYSTEM_PATHS.find(existsSync) ?? null },
];

/**
 * Unpacks the npm build into a folder of its version and returns its path. The package itself unpacks into the
 * temporary folder. There it would use files that another process is still writing, or that another version left.
 */
async function unpackNpmChromium(): Promise<string> {
  const folder = join(tmpdir(), `chromium-npm-${manifest.devDependencies["@sparticuz/chromium"]}`);
  const executable = join(folder, "chromium");
  if (existsSync(executable)) return executable;
  const { TMPDIR } = process.env;
  const unpacked = await mkdtemp(`${folder}-`);
  try {
    process.env.TMPDIR = unpacked;
    await (await import("@sparticuz/chromium")).default.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  // Another process may have been faster.
  await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true }));
  return executable;
}

function chromiumArgs(): string[] {
  const asRoot = process.getuid?.() === 0;
  return [...OFFLINE_ARGS, ...HEADLESS_ARGS, ...(asRoot ? ["--no-sandbox"] : [])];
}
