import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { type KvToolParts, runKvTool } from "../../kv-seed/kv.ts";
import { createTerminal, type DataTerminal } from "../../kv-seed/terminal.ts";
import type { KvBinding } from "../../kv-seed/wrangler.ts";
import { type Ledger, ledgerOf } from "../../src/server/database.ts";
import type { KvEntry, KvKey, KvStore } from "../../src/server/kv-store.ts";
import { openD1 } from "../d1-on-node.ts";
import { inLines } from "../worker/document.ts";

/** A day in the middle of the year, so that no time zone changes the date. */
export const TODAY = new Date("2026-07-15T12:00:00Z");

/** A folder for one test file, which is removed when its tests have run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vaarkoers-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A KV namespace in memory that can be made to fail. */
export class MemoryStore implements KvStore {
  readonly entries = new Map<string, KvEntry>();
  readonly calls: string[] = [];
  /** Writes fail after this many entries; those before that are written. */
  private left = Number.POSITIVE_INFINITY;
  private failsReads = false;

  constructor(values: Readonly<Record<string, unknown>> = {}) {
    for (const [key, value] of Object.entries(values)) this.set(key, value);
  }

  /** Lets writes fail after this many entries; with `reads` nothing can be read from then on either. */
  failFrom(entries: number, { reads = false } = {}): void {
    Object.assign(this, { left: entries, failsReads: reads });
  }

  set(key: string, value: unknown, metadata?: KvEntry["metadata"]): void {
    this.entries.set(key, { key, value: JSON.stringify(value), metadata });
  }

  /** The stored value; null if there is none. */
  valueOf(key: string) {
    return JSON.parse(this.entries.get(key)?.value ?? "null");
  }

  /** The stored keys that begin so, in the order in which they came. */
  keys(prefix = ""): string[] {
    return [...this.entries.keys()].filter((key) => key.startsWith(prefix));
  }

  list = async (prefix = ""): Promise<readonly KvKey[]> => {
    this.calls.push("list");
    return [...this.entries.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, expiration, metadata }) => ({ name: key, expiration, metadata }));
  };

  get = async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    this.calls.push("get");
    if (this.failsReads && this.left < 0) throw new Error("no answer");
    const found = keys.flatMap((key) => this.entries.get(key) ?? []);
    return new Map(found.map(({ key, value }) => [key, value]));
  };

  write = async (entries: readonly KvEntry[]): Promise<void> =>
    this.change("put", entries, (entry) => this.entries.set(entry.key, entry));
  delete = async (keys: readonly string[]): Promise<void> =>
    this.change("delete", keys, (key) => this.entries.delete(key));

  private change<T>(call: string, all: readonly T[], make: (one: T) => unknown): void {
    this.calls.push(`${call} ${all.length}`);
    for (const one of all) {
      if (this.left-- <= 0) throw new Error("connection lost");
      make(one);
    }
  }
}

/** `said`: all that it printed, in its order, with a mark before what is no result. */
export type ToolRun = { exitCode: number; out: string; notes: string; said: string };

/** Runs a program with a terminal that answers so, and nothing if there is no answer. Resolves to what it printed. */
export async function record(program: (terminal: DataTerminal) => Promise<number>, answer?: boolean): Promise<ToolRun> {
  const run: ToolRun = { exitCode: 0, out: "", notes: "", said: "" };
  const write = (where: "out" | "notes", mark: string) => (text: string) => {
    run[where] += text;
    run.said += text.replaceAll(/^(?=.)/gm, mark);
  };
  const terminal = createTerminal({ out: write("out", ""), note: write("notes", "! ") });
  if (answer !== undefined) {
    terminal.confirm = async (question) => {
      write("notes", "? ")(`${question}\n`);
      return answer;
    };
  }
  run.exitCode = await program(terminal);
  for (const name of ["out", "notes", "said"] as const) run[name] = run[name].replace(/\n$/, "");
  return run;
}

/** A run as its reader sees it. `after`: what else it changed. Names that differ in each run are numbered as they come. */
export function reading({ said, exitCode }: ToolRun, ...after: readonly string[]): string {
  const seen: string[] = [];
  const text = [said, `[${exitCode}]`, ...after].join("\n").replaceAll(CHANGING, (name) => {
    if (!seen.includes(name)) seen.push(name);
    return `<${/^\/?[a-z]+(?=_)|^VK(?=-)/.exec(name)?.[0] ?? "code"} ${seen.indexOf(name) + 1}>`;
  });
  const lines = text
    .replaceAll(CHANGEABLE, "…")
    .replaceAll(FOLDERS, "")
    .replaceAll(/\n {10}(?=-> )/g, "\n");
  return inLines(lines.split("\n"), { begins: /^(?!-> | {6}|\[\d\]$)/ });
}

/** Ids, secrets, and codes of gifts. */
const CHANGING =
  /\b(?:whsec|pi|cs|re|du|plink|we|evt|price)_\w+|\bVK-\w{10}|\/test_\w+|\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}\b/g;
/** Days, and prices, which stand in `src/shared/prices.ts` alone. */
const CHANGEABLE =
  /(?<= (?:on|since) )\d{4}-\d\d-\d\d|(?<=bridge-)\d+(?=incl)|(?<=€\s?)\d+(?:,\d\d)?|(?<="price": ?")\d+/g;
const FOLDERS = /[^\s"]*\/vaarkoers-\w+\//g;

/** Matches a run that ended with this exit code and printed this, or said it beside what it printed. */
export const printed = (exitCode: number, text: string) =>
  expect.objectContaining({ exitCode, out: expect.stringContaining(text) });
export const noted = (exitCode: number, text: string) =>
  expect.objectContaining({ exitCode, notes: expect.stringContaining(text) });

export type RunOptions = Partial<Pick<KvToolParts, "stripe" | "now" | "openKv" | "openLedger">> & {
  stores?: Partial<Record<KvBinding, KvStore>>;
  ledger?: Ledger;
  answer?: boolean | undefined;
};

/**
 * Runs one command line of the tool. Without `stores` it works through wrangler on the KV and the database that the options
 * name; with them on a ledger of its own, unless there is another.
 */
export function runTool(
  args: readonly string[],
  { stores, ledger, answer, now = TODAY, ...parts }: RunOptions = {},
): Promise<ToolRun> {
  const close = async () => {};
  const openKv = () => ({ store: (name: KvBinding) => stores?.[name] ?? new MemoryStore(), close });
  const openLedger = () => ({ ledger: ledger ?? ledgerOf(openD1()), close });
  const all = { now, ...parts, ...(stores === undefined ? {} : { openKv, openLedger }) };
  return record((terminal) => runKvTool(args, { terminal, ...all }), answer);
}
