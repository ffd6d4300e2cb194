import { chmodSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, firefox } from "playwright";
import { afterEach, beforeEach } from "vitest";
import { PHONE } from "../browser/browser.ts";
import { launchChromium } from "../browser/chromium.ts";
import { shop } from "../browser/test-shop.ts";
import { type Visitor, visitBy } from "./visitor.ts";
import { startWebKit, type WebKit } from "./webdriver.ts";

/** The browsers that are found on this machine, where Debian puts them. Only Chromium comes with npm. */

const FIREFOX_PATHS = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];
const WEBKIT = { driver: "/usr/bin/WebKitWebDriver", xvfb: "/usr/bin/Xvfb", libraries: "/usr/lib" };

export type InstalledBrowser = {
  name: string;
  /** Resolves to a visitor on a phone. The previous visitor must have left. */
  visit(): Promise<Visitor>;
  /** Playwright's type of this browser; null = Playwright does not drive it. */
  playwright: ((options?: BrowserContextOptions) => ReturnType<typeof visitBy>) | null;
};

const CHROMIUM = drivenByPlaywright("Chromium", () => launchChromium(), { reducedMotion: "reduce" });
export const FIREFOX = findFirefox();
export const INSTALLED: readonly InstalledBrowser[] = [CHROMIUM, FIREFOX, findWebKit()].filter((one) => one !== null);

function drivenByPlaywright(
  name: string,
  launch: () => Promise<Browser>,
  usual: BrowserContextOptions,
): InstalledBrowser & { playwright: object } {
  let launched: Promise<Browser> | undefined;
  const playwright = async (options: BrowserContextOptions = {}) => {
    launched ??= launch();
    const context = await (await launched).newContext({ viewport: PHONE, baseURL: shop.origin, ...usual, ...options });
    return visitBy(context);
  };
  return { name, visit: () => playwright(), playwright };
}

function findFirefox() {
  const binary = FIREFOX_PATHS.find(existsSync);
  if (binary === undefined) return null;
  return drivenByPlaywright(
    "Firefox",
    () => {
      const relay = join(import.meta.dirname, "firefox-relay.ts");
      const executablePath = join(mkdtempSync(join(tmpdir(), "firefox-")), "firefox");
      writeFileSync(executablePath, `#!/bin/sh\nexec "${process.execPath}" "${relay}" "${binary}" "$@"\n`);
      chmodSync(executablePath, 0o755);
      return firefox.launch({
        channel: "moz-firefox",
        executablePath,
        // Playwright does not follow the way back to a page that Firefox kept: here it keeps none.
        firefoxUserPrefs: { "ui.prefersReducedMotion": 1, "browser.sessionhistory.max_total_viewers": 0 },
      });
    },
    {},
  );
}

function findWebKit(): InstalledBrowser | null {
  const { driver, xvfb, libraries } = WEBKIT;
  if (![driver, xvfb, libraries].every(existsSync)) return null;
  const browser = findMiniBrowser(libraries);
  if (browser === undefined) return null;
  let started: Promise<WebKit> | undefined;
  return {
    name: "WebKit",
    async visit() {
      started ??= startWebKit(driver, browser, xvfb).then((webkit) => {
        process.once("exit", webkit.close);
        return webkit;
      });
      return (await started).visit(shop.origin);
    },
    playwright: null,
  };
}

/** `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser` and the like. */
function findMiniBrowser(libraries: string): string | undefined {
  return readdirSync(libraries)
    .filter((name) => name.endsWith("-linux-gnu"))
    .flatMap((name) => readdirSync(join(libraries, name)).map((folder) => join(libraries, name, folder, "MiniBrowser")))
    .find((path) => path.includes("webkit") && existsSync(path));
}

/**
 * Gives each test a shop that collects the errors in its pages. The returned function awaits a visitor,
 * who leaves after the test.
 */
export function openShop(): <V extends Visitor>(arrival: Promise<V>) => Promise<V> {
  const visitors: Visitor[] = [];
  beforeEach(() => shop.set({ listens: true }));
  afterEach(async () => {
    await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
  });
  return async (arrival) => {
    const visitor = await arrival;
    visitors.push(visitor);
    return visitor;
  };
}
