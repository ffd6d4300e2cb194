import { isDeepStrictEqual } from "node:util";
import { printable, type Terminal } from "./terminal.ts";
import { chunked, type KvEntry, type KvKey, type KvStore } from "./wrangler.ts";

/** What separates a file from a namespace, and writing it. */

export type Changes = {
  added: readonly KvEntry[];
  changed: readonly { before: KvEntry; after: KvEntry }[];
  /** Keys in KV that the file does not have. */
  removed: readonly string[];
  unchanged: number;
};

/** What became of a write. After a failure KV is read again: `went` is what it holds as meant, `left` is the rest. */
export type WriteOutcome =
  | { ok: true; went: readonly string[] }
  | { ok: false; went: readonly string[]; left: readonly string[]; verified: boolean; reason: string };

/** Entries written with one wrangler call; between calls the operator sees progress. */
const WRITE_CHUNK = 250;

/** Compares a file's entries with KV. Two spellings of the same JSON (spaces, order of fields) are equal. */
export async function findChanges(store: KvStore, entries: readonly KvEntry[]): Promise<Changes> {
  const stored = new Map((await store.list()).map((key) => [key.name, key]));
  const wanted = new Set(entries.map((entry) => entry.key));
  const values = await store.get(entries.map((entry) => entry.key).filter((key) => stored.has(key)));

  const added: KvEntry[] = [];
  const changed: { before: KvEntry; after: KvEntry }[] = [];
  let unchanged = 0;
  for (const after of entries) {
    const value = values.get(after.key);
    if (value === undefined) added.push(after);
    else {
      const before = storedEntry(stored.get(after.key) ?? { name: after.key }, value);
      if (isSameEntry(before, after)) unchanged += 1;
      else changed.push({ before, after });
    }
  }
  return { added, changed, removed: [...stored.keys()].filter((key) => !wanted.has(key)).sort(), unchanged };
}

/** A key and its value in the form that files have. */
export function storedEntry(key: KvKey, value: string): KvEntry {
  const { metadata } = key;
  return {
    key: key.name,
    value,
    ...(key.expiration === undefined ? {} : { expiration: key.expiration }),
    ...(isRecord(metadata) ? { metadata } : {}),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
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

/** Whether there is nothing to do. */
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

/** Writes entries part by part. `onWritten` runs after each part that is certainly in KV. */
export async function putEntries(
  store: KvStore,
  entries: readonly KvEntry[],
  terminal: Terminal,
  onWritten: (keys: readonly string[]) => Promise<void> = async () => {},
): Promise<WriteOutcome> {
  const isWritten = async (chunk: readonly KvEntry[]): Promise<readonly string[]> => {
    const values = await store.get(chunk.map((entry) => entry.key));
    return chunk.filter((entry) => values.get(entry.key) === entry.value).map((entry) => entry.key);
  };
  return writeChunks("Wrote", entries, (entry) => entry.key, store.put, isWritten, terminal, onWritten);
}

/** Removes keys part by part. */
export async function deleteKeys(store: KvStore, keys: readonly string[], terminal: Terminal): Promise<WriteOutcome> {
  const isGone = async (chunk: readonly string[]): Promise<readonly string[]> => {
    const values = await store.get(chunk);
    return chunk.filter((key) => !values.has(key));
  };
  return writeChunks(
    "Removed",
    keys,
    (key) => key,
    store.delete,
    isGone,
    terminal,
    async () => {},
  );
}

async function writeChunks<T>(
  verb: string,
  items: readonly T[],
  keyOf: (item: T) => string,
  write: (chunk: readonly T[]) => Promise<void>,
  readBack: (chunk: readonly T[]) => Promise<readonly string[]>,
  terminal: Terminal,
  onWritten: (keys: readonly string[]) => Promise<void>,
): Promise<WriteOutcome> {
  const went: string[] = [];
  for (const chunk of chunked(items, WRITE_CHUNK)) {
    try {
      await write(chunk);
    } catch (error) {
      let verified = true;
      let partly: readonly string[] = [];
      try {
        partly = await readBack(chunk);
      } catch {
        verified = false;
      }
      went.push(...partly);
      await onWritten(partly);
      const done = new Set(went);
      const left = items.map(keyOf).filter((key) => !done.has(key));
      return { ok: false, went, left, verified, reason: error instanceof Error ? error.message : String(error) };
    }
    const keys = chunk.map(keyOf);
    went.push(...keys);
    await onWritten(keys);
    if (items.length > WRITE_CHUNK) terminal.note(`${verb} ${went.length} of ${items.length}`);
  }
  return { ok: true, went };
}

/** Says exactly what a failed write did and did not do. */
export function reportFailure(outcome: Extract<WriteOutcome, { ok: false }>, done: string, terminal: Terminal): void {
  terminal.note(`Failed: ${outcome.reason}`);
  if (outcome.went.length === 0 && outcome.verified) terminal.note(`Nothing was ${done}: KV was read again.`);
  for (const key of outcome.went) terminal.note(`  ${done}: ${printable(key)}`);
  for (const key of outcome.left) {
    terminal.note(`  ${outcome.verified ? "not" : "perhaps not"} ${done}: ${printable(key)}`);
  }
  if (!outcome.verified) terminal.note("KV could not be read again either. Run `npm run kv -- diff` once it answers.");
}
