import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";
import manifest from "../../package.json" with { type: "json" };

/** The npm build comes first, so that the tests have the same browser on every machine; then Playwright's own and the system's. */
const CANDIDATES: readonly (() => Promise<string> | string)[] = [
  unpackNpmChromium,
  () => chromium.executablePath(),
  ...[
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ].map((path) => () => path),
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

/**
 * Starts Chromium with these arguments beside the usual ones: the one at CHROMIUM_PATH if that is set, or else the first of the
 * candidates that starts. Rejects with one message that says of each why not.
 */
export async function launchChromium(...extraArgs: readonly string[]): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const args = [...OFFLINE_ARGS, ...HEADLESS_ARGS, ...asRoot, ...extraArgs];
  const tried: string[] = [];
  for (const find of named ? [() => named] : CANDIDATES) {
    try {
      return await chromium.launch({ executablePath: await find(), args });
    } catch (error) {
      tried.push(String(error).split("\n", 1)[0] ?? "");
    }
  }
  throw new Error(
    `No Chromium could be started. Set CHROMIUM_PATH, or install Chromium on this machine.\n${tried.join("\n")}`,
  );
}

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
