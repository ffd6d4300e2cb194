import { createInterface } from "node:readline/promises";
import { safeLines } from "../src/shared/printable.ts";

/**
 * A command's access to the terminal. Results go to `out`, accompanying messages to `note`. Both print control
 * characters as text.
 */
export type Terminal = {
  out(text: string): void;
  note(text: string): void;
  /** Asks a yes/no question; absent when nobody can answer (no TTY, a script, CI). */
  confirm?(question: string): Promise<boolean>;
};

/** A terminal that also takes a file's content as it is, for a program or a file to read. */
export type DataTerminal = Terminal & { data(text: string): void };

export function processTerminal(): DataTerminal {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreClosedPipe);
  const terminal = createTerminal({
    out: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(text),
  });
  if (process.stdin.isTTY && process.stdout.isTTY) terminal.confirm = confirm;
  return terminal;
}

/** A terminal that writes to these two outputs. It makes all text safe to show, except a file's content. */
export function createTerminal(write: { out(text: string): void; note(text: string): void }): DataTerminal {
  return {
    out: (text) => write.out(`${safeLines(text)}\n`),
    note: (text) => write.note(`${safeLines(text)}\n`),
    data: (text) => write.out(text),
  };
}

/** `gift --count 50 | head` closes the pipe when it has read enough. The command goes on, so that nothing stays half done. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

async function confirm(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await reader.question(`${safeLines(question)} [y/N] `);
    // The Dutch say `j` or `ja`.
    return /^(y|yes|j|ja)$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}
