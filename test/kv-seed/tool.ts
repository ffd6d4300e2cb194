import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { runKvTool } from "../../kv-seed/kv.ts";
import type { StripeParts } from "../../kv-seed/stripe-connection.ts";
import { createTerminal } from "../../kv-seed/terminal.ts";
import type { KvBinding, KvEntry, KvKey, KvStore, StartWorkflow } from "../../kv-seed/wrangler.ts";

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
  /** Writes fail after so many entries; the entries before that are written. */
  failAfter = Number.POSITIVE_INFINITY;
  failReads = false;

  static with(values: Readonly<Record<string, unknown>>): MemoryStore {
    const store = new MemoryStore();
    for (const [key, value] of Object.entries(values)) store.entries.set(key, { key, value: JSON.stringify(value) });
    return store;
  }

  list = async (prefix = ""): Promise<readonly KvKey[]> => {
    this.calls.push("list");
    return [...this.entries.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, metadata }) => ({ name: key, metadata }));
  };

  get = async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    this.calls.push("get");
    if (this.failReads) throw new Error("no answer");
    const found = new Map<string, string>();
    for (const key of keys) {
      const entry = this.entries.get(key);
      if (entry !== undefined) found.set(key, entry.value);
    }
    return found;
  };

  put = async (entries: readonly KvEntry[]): Promise<void> => {
    this.calls.push(`put ${entries.length}`);
    for (const entry of entries) {
      if (this.failAfter-- <= 0) throw new Error("connection lost");
      this.entries.set(entry.key, entry);
    }
  };

  delete = async (keys: readonly string[]): Promise<void> => {
    this.calls.push(`delete ${keys.length}`);
    for (const key of keys) {
      if (this.failAfter-- <= 0) throw new Error("connection lost");
      this.entries.delete(key);
    }
  };
}

export type ToolRun = { exitCode: number; out: string; notes: string };

/** Runs one command line of the tool. Without `stores` it works through wrangler on the KV that the options name. */
export async function runTool(
  args: readonly string[],
  options: {
    stores?: Partial<Record<KvBinding, KvStore>>;
    startWorkflow?: StartWorkflow;
    answer?: boolean;
    stripe?: StripeParts;
    pause?: (ms: number) => Promise<void>;
    now?: Date;
  } = {},
): Promise<ToolRun> {
  const out: string[] = [];
  const notes: string[] = [];
  const { stores, startWorkflow, answer, stripe = {}, pause = async () => {}, now = TODAY } = options;
  const terminal = createTerminal({ out: (text) => void out.push(text), note: (text) => void notes.push(text) });
  if (answer !== undefined) {
    terminal.confirm = async (question) => {
      notes.push(`${question}\n`);
      return answer;
    };
  }
  const exitCode = await runKvTool(args, {
    terminal,
    now,
    stripe,
    pause,
    ...(startWorkflow === undefined ? {} : { startWorkflow }),
    ...(stores === undefined
      ? {}
      : { openKv: () => ({ store: (binding) => stores[binding] ?? new MemoryStore(), close: async () => {} }) }),
  });
  return { exitCode, out: withoutLastLineEnd(out), notes: withoutLastLineEnd(notes) };
}

function withoutLastLineEnd(parts: readonly string[]): string {
  return parts.join("").replace(/\n$/, "");
}
