import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { vi } from "vitest";

/**
 * The screen reader Orca, in Dutch, over a Firefox of its own, on a screen and a message bus of its own. Keys are
 * pressed as by a person; what Orca says is read in its log, so that no sound is needed.
 */

/** Each program that this needs, with Debian's package of it. */
const NEEDED: Readonly<Record<string, string>> = {
  "/usr/bin/orca": "orca",
  "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
  "/usr/bin/dbus-daemon": "dbus-daemon",
  "/usr/bin/Xvfb": "xvfb",
  "/usr/bin/openbox": "openbox",
  "/usr/bin/xdotool": "xdotool",
  "/usr/bin/firefox-esr": "firefox-esr",
  "/usr/lib/firefox-esr/browser/extensions/langpack-nl@firefox-esr.mozilla.org.xpi": "firefox-esr-l10n-nl",
  "/usr/share/i18n/locales/nl_NL": "locales",
};

/** Debian's packages that this machine lacks. */
export const MISSING: readonly string[] = Object.entries(NEEDED)
  .filter(([path]) => !existsSync(path))
  .map(([, name]) => name);

/** If nothing happens in Orca for this long, it has said all that it says after a key. */
const QUIET_MS = 4000;
/** The same, if it has said what was expected. */
const QUIET_AS_EXPECTED_MS = 800;
const PATIENCE_MS = 150_000;
const POLL_MS = 50;

const PREFERENCES = {
  "accessibility.force_disabled": -1,
  "browser.aboutwelcome.enabled": false,
  "browser.sessionstore.resume_from_crash": false,
  "browser.newtabpage.enabled": false,
  "browser.startup.page": 0,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.translations.automaticallyPopup": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.locale.requested": "nl",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "signon.rememberSignons": false,
  "termsofuse.bypassNotification": true,
  "ui.prefersReducedMotion": 1,
};

const ORCA = {
  // By default it reads a loaded page to its end, and says nothing to the next keys until it has.
  general: { sayAllOnLoad: false, enableKeyEcho: false },
  profiles: { default: { profile: ["Default", "default"], pronunciations: {}, keybindings: {} } },
  pronunciations: {},
  keybindings: {},
};

const SPOKEN = /^\d\d:\d\d:\d\d\.\d+ - SPEECH OUTPUT: '(.*)'(?: voice=\w+)?(?:\{.*\})?$/;

export const LOADED = "Pagina heeft";
/** Said or not by chance: of Firefox, of an empty line, and how many links and forms a page has when it is half ready. */
const NOISE = [
  /^Schermlezer aan\.$/,
  /Mozilla Firefox frame\.$/,
  /^Bezig met laden\. Even geduld alstublieft\.$/,
  /^Klaar met laden\.$/,
  /^Pagina heeft /,
  /^leeg$/,
];
/** Said of a page that comes, with its title or before that is known; and the mode for its text. */
const NOISE_OF_LOADING = /document-web\.$|^Bladermodus$/;
/** A day with or without a time, and a withdrawal's reference. */
const CHANCE = [/\d{1,2} [a-z]+ 20\d\d(,? om \d{1,2}[.:]\d\d( uur)?)?/g, /HR-?[A-Z0-9-]{6,}/g];

const RELEASED = "KEYBOARD_EVENT:  type=ATSPI_KEY_RELEASED_EVENT";

export type ScreenReader = {
  /** Opens an address in a browser that was never used before. */
  open(address: string, options: { expected?: Said | undefined; words: string }): Promise<Said>;
  /** Presses a key by its X11 name, or types a text. */
  press(key: string, options: { expected?: Said | undefined; words?: string }): Promise<Said>;
  type(text: string, expected?: Said): Promise<Said>;
  close(): void;
};

/**
 * What is said until it is quiet, but at least until `words` are said. Every action resolves to it, the sooner if it is what was expected:
 * in the same words, in any order, because messages and the focus race each other. It is without what has nothing to do with the shop.
 */
export type Said = readonly string[];

export const isSame = (one: Said, other: Said) => String(one.toSorted()) === String(other.toSorted());

/** Starts screen, buses, window manager and Orca. Rejects if one of them does not come. */
export async function startScreenReader(): Promise<ScreenReader> {
  const home = mkdtempSync(join(tmpdir(), "orca-"));
  const folder = (name: string) => {
    const path = join(home, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const log = join(home, "orca.log");
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: folder("run"),
    LOCPATH: folder("locales"),
    LANG: "nl_NL.UTF-8",
    LANGUAGE: "nl",
    XDG_SESSION_TYPE: "x11",
    XDG_CURRENT_DESKTOP: "GNOME",
    GNOME_ACCESSIBILITY: "1",
    GSETTINGS_BACKEND: "memory",
  };
  const close = () => {
    endAll(home);
    // The desktop's portal of documents, where there is one, leaves a file system mounted.
    spawnSync("umount", ["--lazy", join(home, "run/doc")], { stdio: "ignore" });
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const start = (command: string, args: readonly string[], stdio: "ignore" | "pipe" = "ignore"): ChildProcess =>
    spawn(command, args, { env, stdio: ["ignore", stdio, "ignore"] });

  // Also if the tests are interrupted.
  process.once("exit", close);
  try {
    spawnSync("localedef", ["-i", "nl_NL", "-f", "UTF-8", join(folder("locales"), "nl_NL.UTF-8")], { stdio: "ignore" });
    writeFileSync(join(folder(".local/share/orca"), "user-settings.conf"), JSON.stringify(ORCA));
    const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
      env,
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    env.DISPLAY = `:${await firstLine(screen.stdio[3] as NodeJS.ReadableStream)}`;
    const bus = start("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address"], "pipe");
    env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus.stdout as NodeJS.ReadableStream);
    start("/usr/libexec/at-spi-bus-launcher", ["--launch-immediately", "--a11y=1", "--screen-reader=1"]);
    start("openbox", []);
    start("/usr/bin/python3", [join(import.meta.dirname, "start-orca.py"), log]);
    const isUp = () => existsSync(log) && readFileSync(log, "utf8").includes("ORCA: Starting registry");
    await vi.waitUntil(isUp, { timeout: PATIENCE_MS, interval: POLL_MS });
  } catch (error) {
    close();
    throw error;
  }

  let read = 0;
  /** The lines of the log since the last call that are complete. */
  async function news(): Promise<string[]> {
    const bytes = await buffer(createReadStream(log, { start: read }));
    const end = bytes.lastIndexOf("\n") + 1;
    read += end;
    return end === 0 ? [] : bytes.toString("utf8", 0, end).split("\n");
  }

  /** Resolves when `isBegun` has seen a line of the log for which the action waits, and it is quiet then. */
  async function listen(expected: Said | undefined, isBegun: (line: string) => boolean): Promise<Said> {
    const all: string[] = [];
    const end = performance.now() + PATIENCE_MS;
    let hasBegun = false;
    let last = performance.now();
    while (performance.now() < end) {
      for (const line of await news()) {
        last = performance.now();
        hasBegun ||= isBegun(line);
        const [, words = ""] = SPOKEN.exec(line) ?? [];
        if (words.trim() !== "") all.push(words.trim());
      }
      const said = withoutChance(all);
      const quiet = expected !== undefined && isSame(said, expected) ? QUIET_AS_EXPECTED_MS : QUIET_MS;
      if (hasBegun && performance.now() - last > quiet) return said;
      await delay(POLL_MS);
    }
    const what = hasBegun ? "does not become quiet" : "does not say what it should";
    throw new Error(`Orca ${what} within ${PATIENCE_MS} ms. It said: ${withoutChance(all).join(" | ")}`);
  }

  const isSaid = (words: string) => (line: string) => SPOKEN.exec(line)?.[1]?.includes(words) === true;
  const xdotool = (...args: readonly string[]) =>
    spawnSync("xdotool", [...args.slice(0, 1), "--delay", "60", "--clearmodifiers", ...args.slice(1)], { env });
  /** Sees whether this many keys were released. */
  function areReleased(count: number): (line: string) => boolean {
    let left = count;
    return (line) => line.startsWith(RELEASED) && --left <= 0;
  }

  let browser: ChildProcess | undefined;
  return {
    async open(address, { expected, words }) {
      if (browser !== undefined) {
        browser.kill();
        await once(browser, "exit");
        await listen([], () => true);
      }
      const profile = mkdtempSync(join(home, "firefox-"));
      const lines = Object.entries(PREFERENCES).map(
        ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
      );
      writeFileSync(join(profile, "user.js"), lines.join("\n"));
      browser = start("firefox-esr", ["--no-remote", "--profile", profile, "--kiosk", address]);
      return listen(expected, isSaid(words));
    },
    press(key, { expected, words }) {
      xdotool("key", key);
      return listen(expected, words === undefined ? areReleased(1) : isSaid(words));
    },
    type(text, expected) {
      xdotool("type", text);
      return listen(expected, areReleased(text.length));
    },
    close,
  };
}

function withoutChance(all: readonly string[]): string[] {
  const isLoaded = all.some((words) => words.startsWith(LOADED));
  return all
    .filter((words) => !NOISE.some((noise) => noise.test(words)) && !(isLoaded && NOISE_OF_LOADING.test(words)))
    .map((words) => CHANCE.reduce((text, chance) => text.replace(chance, "…"), words));
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error("A program ended before it was ready.");
}

/** Ends every process that was started with this home: some start others, which outlive them. */
function endAll(home: string): void {
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${id}/environ`, "utf8").split("\0").includes(`HOME=${home}`)) process.kill(Number(id), 9);
    } catch {
      // It is somebody else's, or it has ended.
    }
  }
}
