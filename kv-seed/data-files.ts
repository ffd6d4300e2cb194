import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import * as z from "zod";
import { ERASURE_MARK } from "../src/gifts/erasure-marks.ts";
import {
  GIFT_STOPPERS,
  giftCodeKey,
  giftCodeSchema,
  giftNameKey,
  giftNameSchema,
  giftSchema,
  giftStopSchema,
  giftTextsKey,
  storedGiftSchema,
} from "../src/gifts/gift-entries.ts";
import { INTERSTITIAL_KEYS, interstitialKeySchema, interstitialSchema } from "../src/ledger/course-target.ts";
import { checkValue } from "../src/server/kv.ts";
import type { KvEntry } from "../src/server/kv-store.ts";
import { OFFERS } from "../src/shared/courses.ts";
import { expandCourseKeys } from "./course-keys.ts";
import { KV_BINDINGS, type KvBinding, type KvTarget } from "./wrangler.ts";

/** The JSON files in this folder: how they are found, read, checked and written. */

export const DATA_FOLDER = import.meta.dirname;

const stemOf = (binding: KvBinding) => binding.toLowerCase();

export type DataFile = {
  path: string;
  binding: KvBinding;
  /** Meant for the real shop: addresses on this machine are errors. */
  forRemote: boolean;
};

/** `key` is absent when the file as a whole is wrong. */
export type Finding = { file: string; key?: string; reason: string };
export type CheckedFile = {
  file: DataFile;
  entries: readonly KvEntry[];
  errors: readonly Finding[];
  warnings: readonly Finding[];
};

/** An operator's input that cannot be used; the message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const entrySchema = z.strictObject({
  key: z.string().min(1),
  value: z.string(),
  expiration: z.int().positive().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

const keySchema = z.object({ key: z.string().min(1) });
/** A value that was not written as text. */
const objectSchema = z.object({ value: z.looseObject({}) });

/**
 * The files a command works on: those named, else the two of the target's folder: `kv-seed/` for this machine, `kv-seed/<env>/`
 * for a remote environment.
 */
export function chooseFiles(named: readonly string[], target: KvTarget): readonly DataFile[] {
  if (named.length > 0) return named.map((path) => describeFile(resolve(path), target.remote));
  const folder = target.remote ? join(DATA_FOLDER, target.env ?? "") : DATA_FOLDER;
  return KV_BINDINGS.map((binding) => describeFile(join(folder, `${stemOf(binding)}.json`), target.remote));
}

export async function listAllFiles(): Promise<readonly DataFile[]> {
  const names = await readdir(DATA_FOLDER, { recursive: true });
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => describeFile(join(DATA_FOLDER, name), false));
}

function describeFile(path: string, remote: boolean): DataFile {
  const name = basename(path);
  const binding = KV_BINDINGS.find((candidate) => name.startsWith(stemOf(candidate)) && name.endsWith(".json"));
  if (binding === undefined) {
    throw new UsageError(
      `${displayPath(path)}: cannot tell what this file holds. Its name must be interstitials….json or gifts….json.`,
    );
  }
  const inside = relative(DATA_FOLDER, dirname(path));
  const inEnvironmentFolder = inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
  return { path, binding, forRemote: remote || inEnvironmentFolder };
}

/** A path as the operator would type it from here. */
export function displayPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}

class NotUtf8 extends Error {}

/** The text of a file, without its byte order mark. Throws `NotUtf8`. */
function decodeFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new NotUtf8();
  }
}

/** Reads one file and checks it with the Worker's own schemas. Rejects only if a file that exists cannot be read. */
export async function readDataFile(file: DataFile): Promise<CheckedFile> {
  const name = displayPath(file.path);
  const wholeFile = (reason: string): CheckedFile => ({
    file,
    entries: [],
    errors: [{ file: name, reason }],
    warnings: [],
  });

  let text: string;
  try {
    text = decodeFile(await readFile(file.path));
  } catch (error) {
    if (isMissing(error)) return wholeFile("no such file");
    if (error instanceof NotUtf8)
      return wholeFile("not UTF-8 (Latin-1, Windows-1252 or UTF-16?): save it again as UTF-8");
    throw error;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return wholeFile(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(json)) return wholeFile('must be a list of {"key": "...", "value": "..."}');

  const written: KvEntry[] = [];
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  json.forEach((item: unknown, index) => {
    const parsed = entrySchema.safeParse(item);
    const key = keySchema.safeParse(item).data?.key ?? `entry ${index + 1}`;
    if (!parsed.success) {
      const reason = parsed.error.issues
        .map((issue) => `${issue.path.join(".") || "entry"}: ${issue.message}`)
        .join("; ");
      const hint = objectSchema.safeParse(item).success
        ? ' (write the value as a JSON string: "{\\"target\\": …}")'
        : "";
      errors.push({ file: name, key, reason: reason + hint });
      return;
    }
    written.push(parsed.data);
  });
  const entries = file.binding === "INTERSTITIALS" ? expandCourseKeys(written) : written;
  const seen = new Set<string>();
  for (const entry of entries) {
    const { key } = entry;
    if (seen.has(key)) errors.push({ file: name, key, reason: "this key is in the file twice" });
    seen.add(key);
    for (const reason of findErrors(file.binding, entry, file.forRemote)) errors.push({ file: name, key, reason });
    for (const reason of findWarnings(file.binding, entry)) warnings.push({ file: name, key, reason });
  }
  if (file.binding === "INTERSTITIALS") {
    for (const key of INTERSTITIAL_KEYS) {
      if (!seen.has(key)) warnings.push({ file: name, key, reason: "no entry: a buyer who comes here is not sent on" });
    }
  }
  return { file, entries, errors, warnings };
}

export const STOP_KEY = new RegExp(`^(.*)\\.(?:${GIFT_STOPPERS.join("|")})$`);

/**
 * Whether a key of `GIFTS` is in no file: the names and the message of a bought gift, which are between giver and recipient and have
 * an end of their own, and the mark of an erasure.
 */
export function isNeverInFile(key: string): boolean {
  return key.endsWith(giftTextsKey("")) || key.startsWith(ERASURE_MARK);
}

/** The errors that make an entry unusable for the Worker; empty if there are none. */
export function findErrors(
  binding: KvBinding,
  entry: Pick<KvEntry, "key" | "value" | "metadata">,
  forRemote: boolean,
): string[] {
  if (binding === "GIFTS" && isNeverInFile(entry.key)) return ["no file has such a key: take it out"];
  const [, stoppedKey] = STOP_KEY.exec(entry.key) ?? [];
  if (binding === "GIFTS" && stoppedKey !== undefined) {
    const reasons = giftKeyErrors(stoppedKey);
    collect(checkValue(entry.value, giftStopSchema), reasons);
    return reasons;
  }
  const isGift = binding === "GIFTS";
  const reasons = isGift ? giftKeyErrors(entry.key) : reasonsOf(interstitialKeySchema.safeParse(entry.key), "key");
  // The names of a gift that was bought are beside it.
  const ofGift = entry.metadata?.intentId === undefined ? giftSchema : storedGiftSchema;
  const url = isGift
    ? collect(checkValue(entry.value, ofGift), reasons)?.activationUrl
    : collect(checkValue(entry.value, interstitialSchema), reasons)?.target;
  const reason = forRemote && url !== undefined ? remoteUrlError(url) : null;
  if (reason !== null) reasons.push(`${isGift ? "activationUrl" : "target"}: ${reason}`);
  return reasons;
}

export function remoteUrlError(value: string): string | null {
  const url = new URL(value);
  if (url.protocol !== "https:" || url.hostname === "localhost") {
    return "points at this machine; the real shop needs an https address";
  }
  return url.hostname.endsWith(".invalid") ? "is still a placeholder" : null;
}

function collect<T>(checked: ReturnType<typeof checkValue<T>>, reasons: string[]): T | undefined {
  if (checked.ok) return checked.value;
  reasons.push(checked.reason);
  return undefined;
}

function reasonsOf(
  { error }: { error?: { issues: readonly { message: string }[] } | undefined },
  what: string,
): string[] {
  return error?.issues.map((issue) => `${what} ${issue.message}`) ?? [];
}

function giftKeyErrors(key: string): string[] {
  if (key.toLowerCase().startsWith("cadeau-")) {
    const name = key.slice("cadeau-".length);
    const reasons = reasonsOf(giftNameSchema.safeParse(name), "the name after cadeau-");
    if (reasons.length > 0) return reasons;
    return giftNameKey(name) === key ? [] : [`key must be lower case: ${giftNameKey(name)}`];
  }
  const reasons = reasonsOf(giftCodeSchema.safeParse(key), "key");
  if (reasons.length > 0) return reasons;
  return giftCodeKey(key) === key
    ? []
    : [`codes are stored in capitals without hyphens: ${giftCodeKey(key)}, or nobody can open this gift`];
}

function findWarnings(binding: KvBinding, entry: KvEntry): string[] {
  if (binding !== "INTERSTITIALS") return [];
  if (!INTERSTITIAL_KEYS.includes(entry.key)) return ["no page reads this key; is it spelled right?"];
  const checked = checkValue(entry.value, interstitialSchema);
  const offer = OFFERS.find((candidate) => candidate.key === entry.key);
  if (!checked.ok || offer === undefined || checked.value.price === undefined) return [];
  const euros = offer.priceCents / 100;
  return checked.value.price === euros ? [] : [`price is ${checked.value.price}, but this page sells for ${euros}`];
}

export function formatFinding(finding: Finding): string {
  return finding.key === undefined
    ? `${finding.file}: ${finding.reason}`
    : `${finding.file}: ${finding.key}: ${finding.reason}`;
}

/**
 * Writes entries sorted by key, so that a pull of the same data is the same file. Replaces the file in one step. Only its
 * owner may read it: a code opens its gift.
 */
export async function writeDataFile(path: string, entries: readonly KvEntry[]): Promise<void> {
  const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(sorted, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
