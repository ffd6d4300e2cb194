import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Somebody at a terminal with w3m: no script, no CSS, and no `Origin` or `Sec-Fetch-Site` in its requests. tmux holds the
 * terminal, which is so high that most pages are on it whole.
 */

/** As many as w3m uses of a terminal. */
const LINES = 200;
const PATIENCE_MS = 20_000;
const POLL_MS = 50;

export type TextBrowser = {
  /** Waits until the screen shows this text. A blank is any white space. */
  reads(text: string): Promise<void>;
  /** Presses the link or button where this text is found, or found for the `times`-th time, from the top. */
  press(text: string, times?: number): Promise<void>;
  /** Writes into the empty field that follows this text. */
  write(label: string, text: string): Promise<void>;
  close(): void;
};

export function openTextBrowser(address: string): TextBrowser {
  const home = mkdtempSync(join(tmpdir(), "w3m-"));
  const env = { ...process.env, HOME: home, LC_ALL: "C.UTF-8", TERM: "xterm" };
  const tmux = (...args: readonly string[]) =>
    spawnSync("tmux", ["-u", "-S", join(home, "tmux"), ...args], { env, encoding: "utf8" }).stdout;
  const keys = (...names: readonly string[]) => tmux("send-keys", ...names);
  const screen = () => tmux("capture-pane", "-p");
  const type = (text: string) => tmux("send-keys", "-l", text);
  tmux(
    "-f",
    "/dev/null",
    "set-option",
    "-g",
    "status",
    "off",
    ";",
    "new-session",
    "-d",
    "-x",
    "160",
    "-y",
    String(LINES),
    `w3m -I UTF-8 -O UTF-8 '${address}'`,
  );

  const isShown = (text: string) => () => screen().replace(/\s+/g, " ").includes(text);
  async function until(isThere: () => boolean, what: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!isThere()) {
      if (performance.now() > end) throw new Error(`w3m: ${what} is not on the screen:\n${screen().trim()}`);
      await delay(POLL_MS);
    }
  }
  /** Whether w3m asks for a text: then the cursor is in the last line. */
  const isAsking = () => Number(tmux("display-message", "-p", "#{cursor_y}")) === LINES - 1;
  /** Answers a question of w3m. */
  async function answer(text: string): Promise<void> {
    await until(isAsking, "a question");
    type(text);
    await until(() => isAsking() && screen().trimEnd().endsWith(text), `'${text}' as an answer`);
    keys("Enter");
    await until(() => !isAsking(), `an end of the question that '${text}' answers`);
  }
  /** Puts the cursor on a text. */
  async function find(text: string): Promise<void> {
    await until(() => isShown(text)() && !isAsking(), `'${text}'`);
    keys("g", "/");
    await answer(text);
  }

  return {
    reads: (text) => until(isShown(text), `'${text}'`),
    async press(text, times = 1) {
      await find(text);
      keys(...Array<string>(times - 1).fill("n"), "Enter");
    },
    async write(label, text) {
      await find(label);
      keys("Tab", "Enter");
      await answer(text);
    },
    close() {
      tmux("kill-server");
      rmSync(home, { recursive: true, force: true });
    },
  };
}
