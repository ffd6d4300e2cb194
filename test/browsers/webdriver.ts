import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { PHONE } from "../browser/browser.ts";
import { freePort } from "../outside-world/ports.ts";
import { fillFrame, PATIENCE_MS, type Visitor } from "./visitor.ts";

/**
 * A visitor in WebKitGTK's MiniBrowser, driven by WebDriver (https://www.w3.org/TR/webdriver2/). The browser fills a
 * screen of Xvfb's that is as large as a phone's. WebDriver does not report the console, so the shop of the tests
 * collects its pages' messages (test/browser/test-worker.ts, `listens`).
 */

const POLL_MS = 50;
/** The driver sometimes never answers a call, and answers the next one at once. */
const CALL_MAX_MS = PATIENCE_MS / 2;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const SCREEN = `${PHONE.width}x${PHONE.height}x24`;

type Reference = { [ELEMENT]: string };
export type WebKit = { visit(origin: string): Promise<Visitor>; close(): void };

export async function startWebKit(driver: string, browser: string, xvfb: string): Promise<WebKit> {
  const display = `:${await freePort()}`;
  const screen = start(xvfb, [display, "-screen", "0", SCREEN, "-nolisten", "tcp"]);
  let server = await startDriver(driver, display);
  // The driver passes only arguments that it knows to an automated browser.
  const full = join(mkdtempSync(join(tmpdir(), "webkit-")), "browser");
  writeFileSync(full, `#!/bin/sh\nexec "${browser}" "$@" --full-screen\n`);
  chmodSync(full, 0o755);
  return {
    async visit(origin) {
      const session = await beginSession(server.base, full).catch(async () => {
        // A browser that did not start leaves the driver with a session that nobody can end.
        server.process.kill();
        server = await startDriver(driver, display);
        return beginSession(server.base, full);
      });
      return visitorOf(session, origin);
    },
    close() {
      server.process.kill();
      screen.kill();
    },
  };
}

async function startDriver(driver: string, display: string): Promise<{ process: ChildProcess; base: string }> {
  const port = await freePort();
  const process = start(driver, [`--port=${port}`, "--host=127.0.0.1"], { DISPLAY: display });
  const base = `http://127.0.0.1:${port}`;
  await until(
    async () => ((await fetch(`${base}/status`).catch(() => null))?.ok ? true : undefined),
    "WebKitWebDriver",
  );
  return { process, base };
}

/** Starts a browser, loads an empty page to prove that it works, and returns the address of its session. */
async function beginSession(base: string, binary: string): Promise<string> {
  const options = { binary, args: ["--automation"] };
  const timeouts = { pageLoad: CALL_MAX_MS / 2 };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options, timeouts } };
  const { sessionId } = await call<{ sessionId: string }>(`${base}/session`, { capabilities });
  const session = `${base}/session/${sessionId}`;
  await call(`${session}/window/rect`, PHONE);
  await call(`${session}/url`, { url: "about:blank" });
  return session;
}

function start(command: string, flags: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(command, flags, { stdio: "ignore", env: { ...process.env, ...env } });
}

async function call<T>(address: string, body?: object, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(CALL_MAX_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`);
  return value;
}

/** The first result that there is; an attempt that is rejected is repeated. */
const until = <T>(answer: () => Promise<T | null | undefined>, what: string): Promise<T> =>
  vi.waitFor(async () => (await answer()) ?? expect.fail(`not yet: ${what}`), {
    timeout: PATIENCE_MS,
    interval: POLL_MS,
  });

/**
 * Runs in the page. Scrolls the first visible element of a selector with this text to the middle of the screen, and
 * returns it. An element without a box of its own (`display: contents`) is visible if its children are.
 */
const FIND = `
  const [css, text, isStill] = arguments;
  const isShown = (element) => getComputedStyle(element).display === "contents"
    ? [...element.children].some(isShown)
    : element.checkVisibility({ visibilityProperty: true });
  const found = [...document.querySelectorAll(css)].find((element) =>
    isShown(element) && (text === null || element.textContent.includes(text))) ?? null;
  if (!isStill) found?.scrollIntoView({ block: "center", behavior: "instant" });
  return found;`;

function visitorOf(session: string, origin: string): Visitor {
  const run = <T>(script: string, ...args: readonly unknown[]): Promise<T> =>
    call<T>(`${session}/execute/sync`, { script, args });
  const find = (css: string, text?: string) =>
    until(() => run<Reference | null>(FIND, css, text ?? null), text === undefined ? css : `${css} with '${text}'`);

  /** An element may disappear between being found and being used: then it is looked for again. */
  function onElement(css: string, text: string | undefined, act: (element: Reference) => Promise<unknown>) {
    return until(async () => {
      await act(await find(css, text));
      return true;
    }, css);
  }
  const elementAt = ({ [ELEMENT]: id }: Reference) => `${session}/element/${id}`;
  const isShown = async (css: string) => (await run<Reference | null>(FIND, css, null, true)) !== null;

  return {
    open: async (path) =>
      void (await until(async () => {
        await call(`${session}/url`, { url: new URL(path, origin).href });
        return true;
      }, path)),
    back: async () => void (await call(`${session}/back`, {})),
    reload: async () => void (await call(`${session}/refresh`, {})),
    click: async (css, text) => void (await onElement(css, text, (element) => call(`${elementAt(element)}/click`, {}))),
    async write(css, text) {
      await onElement(css, undefined, async (element) => {
        // A date's own field takes keys in the order of the visitor's country.
        const isTyped = await run<boolean>(
          `const [field, text] = arguments;
          if (field.type !== "date") return true;
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, text);
          field.dispatchEvent(new Event("input", { bubbles: true }));
          field.dispatchEvent(new Event("change", { bubbles: true }));
          return false;`,
          element,
          text,
        );
        if (!isTyped) return;
        await call(`${elementAt(element)}/clear`, {});
        await call(`${elementAt(element)}/value`, { text });
      });
    },
    fillFrame: (frame) => run(`(${fillFrame.toString()})(arguments[0])`, frame),
    reads: async (text) =>
      void (await until(
        async () => (await run<boolean>("return document.body.innerText.includes(arguments[0])", text)) || undefined,
        `'${text}'`,
      )),
    shows: async (css) => void (await find(css)),
    hides: async (css) => void (await until(async () => ((await isShown(css)) ? undefined : true), `no ${css}`)),
    reaches: async (part) =>
      void (await until(
        async () => (await call<string>(`${session}/url`)).includes(part) || undefined,
        `an address with ${part}`,
      )),
    ask: (inPage) => run(`return (${inPage.toString()})()`),
    problems: async () => (await fetch(`${origin}/_problems`)).json() as Promise<string[]>,
    leave: async () => void (await call(session, undefined, "DELETE")),
  };
}
