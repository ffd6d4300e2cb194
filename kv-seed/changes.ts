import { isDeepStrictEqual } from "node:util";
import { type KvEntry, type KvKey, type KvStore, storedEntry } from "../src/server/kv-store.ts";
import { chunked } from "../src/shared/batches.ts";
import { isRecord } from "../src/shared/is-record.ts";
import { printable } from "../src/shared/printable.ts";
import type { Terminal } from "./terminal.ts";

/** The differences between a file and a namespace, and writing them. */

export type Changes = {
  added: readonly KvEntry[];
  changed: readonly { before: KvEntry; after: KvEntry }[];
  /** Keys in KV that the file does not have. */
  removed: readonly string[];
  /** Keys in KV that the file must not remove or change. */
  kept: readonly string[];
  unchanged: number;
};

/**
 * The outcome of a write. After a reported failure KV is read again: `went` are the keys with the intended values.
 */
export type WriteOutcome = { ok: boolean; went: readonly string[] };

/** Entries of one write; between writes the operator sees progress. */
const WRITE_CHUNK = 250;

/** Protects entries of a namespace from files. */
export type Keeper = {
  /** Whether a key is none of a file's business: it is neither shown nor touched. */
  isHidden(key: KvKey): boolean;
  isKept(key: KvKey): boolean;
  /** Returns the entry to write for the file's `after`; `before` itself if nothing may change. */
  allow(before: KvEntry, after: KvEntry): KvEntry;
};

const KEEPS_NOTHING: Keeper = { isHidden: () => false, isKept: () => false, allow: (_before, after) => after };

/**
 * Compares a file's entries with KV. Two spellings of the same JSON (spaces, order of fields) are equal. Rejects if KV
 * cannot be read.
 */
export async function findChanges(
  store: KvStore,
  entries: readonly KvEntry[],
  { isHidden, isKept, allow }: Keeper = KEEPS_NOTHING,
): Promise<Changes> {
  const listed = (await store.list()).filter((key) => !isHidden(key));
  const stored = new Map(listed.map((key) => [key.name, key]));
  const wanted = new Set(entries.map((entry) => entry.key));
  const values = await store.get(entries.map((entry) => entry.key).filter((key) => stored.has(key)));

  const added: KvEntry[] = [];
  const changed: { before: KvEntry; after: KvEntry }[] = [];
  let unchanged = 0;
  const kept: string[] = [];
  for (const entry of entries) {
    const value = values.get(entry.key);
    if (value === undefined) added.push(entry);
    else {
      const before = storedEntry(stored.get(entry.key) ?? { name: entry.key }, value);
      const after = isSameEntry(before, entry) ? entry : allow(before, entry);
      if (after === before) kept.push(entry.key);
      else if (isSameEntry(before, after)) unchanged += 1;
      else changed.push({ before, after });
    }
  }
  const others = [...stored.values()].filter(({ name }) => !wanted.has(name));
  kept.push(...others.filter(isKept).map(({ name }) => name));
  const removed = others.filter((key) => !isKept(key)).map(({ name }) => name);
  return { added, changed, removed: removed.sort(), kept: kept.sort(), unchanged };
}

function isSameEntry(before: KvEntry, after: KvEntry): boolean {
  return (
    isDeepStrictEqual(parseLoosely(before.value), parseLoosely(after.value)) &&
    isDeepStrictEqual(before.metadata, after.metadata) &&
    before.expiration === after.expiration
  );
}

/** The parsed value, or its text when it is not JSON (a malformed entry in KV equals nothing that a file may hold). */
function parseLoosely(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return { notJson: value };
  }
}

export function isEmpty(changes: Changes): boolean {
  return changes.added.length + changes.changed.length + changes.removed.length === 0;
}

/** The changes as lines: `+` added, `~` changed (field by field), `-` only in KV. */
export function formatChanges(changes: Changes): readonly string[] {
  const lines: string[] = [];
  for (const entry of changes.added) lines.push(`  + ${printable(entry.key)}  ${printable(entry.value)}`);
  for (const { before, after } of changes.changed) {
    lines.push(`  ~ ${printable(after.key)}`);
    for (const line of formatFields(before, after)) lines.push(`      ${line}`);
  }
  for (const key of changes.removed) lines.push(`  - ${printable(key)}`);
  for (const key of changes.kept) lines.push(`  = ${printable(key)}  stays as it is in KV`);
  if (isEmpty(changes)) lines.push("  nothing to change");
  else lines.push(`  ${changes.unchanged} unchanged`);
  return lines;
}

function formatFields(before: KvEntry, after: KvEntry): readonly string[] {
  const lines: string[] = [];
  const [old, fresh] = [parseLoosely(before.value), parseLoosely(after.value)];
  if (isRecord(old) && isRecord(fresh) && !("notJson" in old)) lines.push(...compareFields("", old, fresh));
  else if (!isDeepStrictEqual(old, fresh)) lines.push(`${printable(before.value)} -> ${printable(after.value)}`);
  lines.push(...compareFields("metadata.", before.metadata ?? {}, after.metadata ?? {}));
  lines.push(...compareFields("", { expiration: before.expiration }, { expiration: after.expiration }));
  return lines;
}

function compareFields(
  prefix: string,
  old: Record<string, unknown>,
  fresh: Record<string, unknown>,
): readonly string[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return names
    .filter((name) => !isDeepStrictEqual(old[name], fresh[name]))
    .map((name) => `${prefix}${printable(name)}: ${formatValue(old[name])} -> ${formatValue(fresh[name])}`);
}

function formatValue(value: unknown): string {
  return value === undefined ? "(none)" : printable(JSON.stringify(value));
}

/**
 * Writes entries part by part. `onWritten` runs after each part that is certainly in KV; `done` is its verb in
 * messages.
 */
export function putEntries(
  store: KvStore,
  entries: readonly KvEntry[],
  terminal: Terminal,
  done: string,
  onWritten?: (keys: readonly string[]) => Promise<void>,
): Promise<WriteOutcome> {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const write = (keys: readonly string[]) => store.write(keys.flatMap((key) => byKey.get(key) ?? []));
  const isDone = (key: string, value: string | undefined) => value === byKey.get(key)?.value;
  return writeChunks(store, [...byKey.keys()], terminal, { verb: "Wrote", done, write, isDone, onWritten });
}

export function deleteKeys(store: KvStore, keys: readonly string[], terminal: Terminal): Promise<WriteOutcome> {
  const isDone = (_key: string, value: string | undefined) => value === undefined;
  return writeChunks(store, keys, terminal, { verb: "Removed", done: "removed", write: store.delete, isDone });
}

type Write = {
  verb: string;
  done: string;
  write(keys: readonly string[]): Promise<void>;
  isDone(key: string, value: string | undefined): boolean;
  onWritten?: ((keys: readonly string[]) => Promise<void>) | undefined;
};

async function writeChunks(
  store: KvStore,
  keys: readonly string[],
  terminal: Terminal,
  { verb, done, write, isDone, onWritten = async () => {} }: Write,
): Promise<WriteOutcome> {
  const went: string[] = [];
  for (const chunk of chunked(keys, WRITE_CHUNK)) {
    try {
      await write(chunk);
    } catch (error) {
      const values = await store.get(chunk).catch(() => null);
      const partly = values === null ? [] : chunk.filter((key) => isDone(key, values.get(key)));
      went.push(...partly);
      await onWritten(partly);
      // Reports exactly which entries were written and which were not.
      terminal.note(`Failed: ${(error as Error).message}`);
      if (went.length === 0 && values !== null) terminal.note(`Nothing was ${done}: KV was read again.`);
      for (const key of went) terminal.note(`  ${done}: ${printable(key)}`);
      for (const key of keys.filter((candidate) => !went.includes(candidate))) {
        terminal.note(`  ${values === null ? "perhaps not" : "not"} ${done}: ${printable(key)}`);
      }
      if (values === null)
        terminal.note("KV could not be read again either. Run `npm run kv -- push --dry-run` once it answers.");
      return { ok: false, went };
    }
    went.push(...chunk);
    await onWritten(chunk);
    if (keys.length > WRITE_CHUNK) terminal.note(`${verb} ${went.length} of ${keys.length}`);
  }
  return { ok: true, went };
}
