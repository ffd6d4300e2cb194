import { digestOf, encodeBase64Url } from "../server/bytes.ts";
import { firstOf, fromRow, type Ledger, type Row, type Statement, sql } from "../server/database.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import type { Shop } from "../server/shop.ts";
import { isSigned, signName } from "../server/signing.ts";
import type { Desk } from "./desk.ts";

/**
 * Acts of operators on the desk. A preview is signed together with all that it showed, so what is confirmed is what was
 * read. Confirming writes the act down before it is done; the row's name is the form's, so it happens once.
 */

type ActState = "begun" | "done" | "refused" | "unknown";

/** A confirmed act. `at`: ISO 8601 in UTC. `after`: what became of it, once it has ended. */
export type ActRow = {
  id: string;
  at: string;
  actor: string;
  act: string;
  about: string;
  what: string;
  before: string;
  after?: string;
  /** What takes it back. Absent if nothing does, or does any more. */
  undo?: Undo | undefined;
  state: ActState;
};

/** An act with its fields. An address or a text that was replaced may be among them, so it is kept for some days only. */
export type Undo = { act: string; fields: Readonly<Record<string, string>> };

/**
 * What became of an act. `unknown`: nobody knows whether it happened. `said`: in a sentence, without a buyer's address. `made`: the id
 * of what it made elsewhere, which stands in `said` too. If another act has made the same, `saidTwice` is said instead, with that
 * act's operator for `{actor}`.
 */
export type ActEnd = { state: Exclude<ActState, "begun">; said: string; made?: string; saidTwice?: string };

/** How long a preview can be confirmed, milliseconds. */
const PREVIEW_MS = 60 * 60_000;
const TOKEN =
  /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.(\d{13})\.([a-z0-9]{1,16})\.([\w-]{43})$/;
const PURPOSE = "vaarkoers desk act";

/** Signs what a preview shows. `shown`: all of it, with who reads it. Null if no key is configured. */
export async function signPreview(shop: Shop, shown: unknown): Promise<string | null> {
  const name = `${crypto.randomUUID()}.${shop.now.getTime()}`;
  const signed = await signName(shop, PURPOSE, `${name}.${await fingerprintOf(shown)}`);
  return signed === null ? null : `${name}.${signed.keyId}.${signed.signature}`;
}

/**
 * The name of the act that a signed preview confirms. Null if the signature is not ours, the preview is too old, or it showed
 * something else than `shown`, because something has changed since.
 */
export async function readPreview(shop: Shop, token: string, shown: unknown): Promise<string | null> {
  const [, id, ms, keyId, signature] = TOKEN.exec(token) ?? [];
  if (id === undefined || ms === undefined || keyId === undefined || signature === undefined) return null;
  const isFresh = shop.now.getTime() - Number(ms) <= PREVIEW_MS;
  const name = `${id}.${ms}.${await fingerprintOf(shown)}`;
  return isFresh && (await isSigned(shop, PURPOSE, name, keyId, signature)) ? id : null;
}

/** The name in a signed preview, whatever it showed. Null if malformed. */
export function nameOfPreview(token: string): string | null {
  return TOKEN.exec(token)?.[1] ?? null;
}

async function fingerprintOf(shown: unknown): Promise<string> {
  return encodeBase64Url(await digestOf(JSON.stringify(shown)));
}

/**
 * Writes an act down before it is done. Returns whether this press does it: a second one finds the first. Rejects if
 * the ledger is away.
 */
async function beginAct(ledger: Ledger, act: Omit<ActRow, "state" | "after">): Promise<boolean> {
  const { id, at, actor, act: name, about, what, before, undo } = act;
  const press = crypto.randomUUID();
  const results = await ledger([
    sql(
      `INSERT INTO acts (id, at, actor, act, about, what, before, press) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT DO NOTHING`,
      ...[id, at, actor, name, about, withoutAddress(what), name === "target" ? before : withoutAddress(before), press],
    ),
    ...(undo === undefined
      ? []
      : [
          sql(
            "INSERT INTO undos (id, at, about, undo) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
            ...[id, at, about, JSON.stringify(undo)],
          ),
        ]),
    sql("SELECT press FROM acts WHERE id = ?1", id),
  ]);
  return firstOf(results, -1)?.press === press;
}

/**
 * Writes down what became of an act. If another act has what it made already, because both asked for it at the same moment, only that
 * one did it.
 */
function endAct(id: string, { state, said, made, saidTwice = "" }: ActEnd): readonly Statement[] {
  const isTwice =
    "SELECT actor FROM acts AS a WHERE a.id <> acts.id AND a.about = acts.about AND a.state = 'done' AND instr(a.after, ?3) > 0";
  return [
    ...(made === undefined
      ? []
      : [
          sql(
            `UPDATE acts SET state = 'refused', after = replace(?2, '{actor}', (SELECT substr(actor, 1, instr(actor, '@') - 1) FROM (${isTwice})))
              WHERE id = ?1 AND state = 'begun' AND EXISTS (${isTwice})`,
            ...[id, saidTwice, made],
          ),
        ]),
    sql("UPDATE acts SET state = ?2, after = ?3 WHERE id = ?1 AND state = 'begun'", id, state, withoutAddress(said)),
  ];
}

/**
 * Does an act, and writes down that it was begun and what became of it. Resolves to whether this press did it. `failed`: what is
 * said if nobody knows. `id`: of its form; a second press of that does nothing. Rejects if the ledger is away: an act that was begun
 * then stays `begun`.
 */
export async function noteAct(
  { shop: { ledger, now }, visitor }: Desk,
  of: Pick<ActRow, "act" | "about" | "what" | "before" | "undo">,
  perform: () => Promise<ActEnd>,
  failed: string,
  id: string = crypto.randomUUID(),
): Promise<boolean> {
  if (!(await beginAct(ledger, { id, at: now.toISOString(), actor: visitor.email, ...of }))) return false;
  let end: ActEnd;
  try {
    end = await perform();
  } catch (error) {
    logEvent("error", "desk.failed", { act: of.act, reason: errorMessage(error) });
    end = { state: "unknown", said: failed };
  }
  logEvent("info", "desk.acted", { act: of.act, state: end.state });
  await ledger(endAct(id, end));
  return end.state === "done";
}

/** A text in which each e-mail address has only its first letter, for the table `acts`: a domain may name a person too. */
function withoutAddress(text: string): string {
  return text
    .split(" ")
    .map((word) => (word.includes("@") ? `${word.slice(0, 1)}…` : word))
    .join(" ");
}

const SHOWN = "SELECT a.*, undo FROM acts AS a LEFT JOIN undos USING (id)";

/** One act. Null if there is none. Rejects if the ledger is away. */
export async function readAct(ledger: Ledger, id: string): Promise<ActRow | null> {
  const row = firstOf(await ledger([sql(`${SHOWN} WHERE id = ?1`, id)]), 0);
  return row === null ? null : toAct(row);
}

/** The latest acts, the newest first, as rows that `toAct` reads. */
export function selectLatestActs(most: number): Statement {
  return sql(`${SHOWN} ORDER BY a.at DESC LIMIT ?1`, most);
}

export function toAct(row: Row): ActRow {
  return fromRow<ActRow>(row, "undo");
}
