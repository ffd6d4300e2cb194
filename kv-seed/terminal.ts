import { createInterface } from "node:readline/promises";

/** What a command may do to the terminal. Results go to `out`, everything that merely accompanies them to `note`. */
export type Terminal = {
  out(text: string): void;
  note(text: string): void;
  /** Asks a yes/no question; absent when nobody can answer (no TTY, a script, CI). */
  confirm?(question: string): Promise<boolean>;
};

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const terminal: Terminal = {
    out: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
  };
  if (process.stdin.isTTY && process.stdout.isTTY) terminal.confirm = confirm;
  return terminal;
}

async function confirm(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await reader.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}

/** Makes control characters visible, so that a value out of KV cannot move the cursor or forge a line. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    return character === "\n" ? "\\n" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
