import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright";

/** Where distributions put Chromium. */
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

/** Arguments beside the usual ones, and those of Playwright's that are left away. */
type LaunchOptions = { extraArgs?: readonly string[]; withoutArgs?: readonly string[] };

/**
 * Starts Chromium: the one that CHROMIUM_PATH names, Playwright's own, the system's, or else the build that comes with
 * npm. Rejects with one message that names every place that was tried.
 */
export async function launchChromium({ extraArgs = [], withoutArgs = [] }: LaunchOptions = {}): Promise<Browser> {
  const tried: string[] = [];
  for (const { name, find } of CANDIDATES) {
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

const CANDIDATES: readonly { name: string; find: () => Promise<string | null> }[] = [
  { name: "CHROMIUM_PATH", find: async () => process.env.CHROMIUM_PATH ?? null },
  { name: "Playwright's Chromium", find: async () => chromium.executablePath() || null },
  { name: "the system's Chromium", find: async () => SYSTEM_PATHS.find(existsSync) ?? null },
  {
    name: "@sparticuz/chromium",
    find: async () => (await import("@sparticuz/chromium")).default.executablePath(),
  },
];

function chromiumArgs(): string[] {
  const asRoot = process.getuid?.() === 0;
  return [...OFFLINE_ARGS, ...HEADLESS_ARGS, ...(asRoot ? ["--no-sandbox"] : [])];
}
