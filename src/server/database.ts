import type { D1Database } from "@cloudflare/workers-types";
import { errorMessage, logEvent } from "./log.ts";

/**
 * The only caller of the ledger, D1. A call is one transaction: all of its statements happen, or none. Every write may be
 * done twice without harm, because an answer may be lost after its work was done. So a call is tried again by itself, and whether a
 * write did its work is asked after it, of what is there.
 */

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
/** One statement of SQL with its bound values, `?1` the first. */
export type Statement = { sql: string; values: readonly Value[] };

/**
 * Runs statements as one transaction, and returns the rows of each. Rejects if the database is away, or refuses one of
 * them.
 */
export type Ledger = (statements: readonly Statement[]) => Promise<readonly (readonly Row[])[]>;

export function sql(text: string, ...values: readonly Value[]): Statement {
  return { sql: text, values };
}

/** The longest time that somebody waits for the ledger, milliseconds. */
export const DEADLINE_MS = 3000;
/** The pauses before a call is tried again, milliseconds. */
const PAUSES_MS: readonly number[] = [100, 500];

/** Errors after which the same call may succeed (D1, "Retry queries", and "Error list"). */
const PASSING =
  /Network connection lost|storage caused object to be reset|reset because its code was updated|Cannot resolve D1 DB|Internal error in D1|D1 DB is overloaded|too many requests queued/i;

/** The ledger of these bindings. A call rejects after `DEADLINE_MS` at the latest. Failures are logged. */
export function ledgerOf({ DB }: { DB: D1Database }): Ledger {
  return async (statements) => {
    try {
      const results = await withDeadline((isOver) => runOften(DB, statements, isOver));
      // Whatever made a credit note: after a restore the log alone knows its number.
      for (const { credit_note: number, intent_id: intentId } of results.flat())
        if (number !== undefined) logEvent("info", "invoice.issued", { intentId, number });
      return results;
    } catch (error) {
      const reason = errorMessage(error);
      logEvent("error", isRefusal(reason) ? "ledger.refused" : "ledger.unavailable", { reason });
      throw error;
    }
  };
}

/**
 * The record in a row: `paid_at` as `paidAt`, `is_repaid` as a boolean, `json` parsed, and no field without a value. The schema
 * has checked what is in it.
 */
export function fromRow<T>(row: Row, json?: string): T {
  const known = Object.entries(row).flatMap(([column, value]) => {
    if (value === null) return [];
    const field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [[field, column === json ? JSON.parse(String(value)) : column.startsWith("is_") ? value === 1 : value]];
  });
  return Object.fromEntries(known) as T;
}

/** The one row that a call's statement returned; null if there is none. */
export function firstOf(results: readonly (readonly Row[])[], index: number): Row | null {
  return results.at(index)?.[0] ?? null;
}

/** `isOver`: nobody waits any more. No more attempts then: a late one could undo later work. */
async function runOften(
  db: D1Database,
  statements: readonly Statement[],
  isOver: () => boolean,
): Promise<readonly (readonly Row[])[]> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await runOnce(db, statements);
    } catch (error) {
      if (!PASSING.test(errorMessage(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (isOver()) throw error;
    }
  }
  return runOnce(db, statements);
}

async function runOnce(db: D1Database, statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
  const results = await db.batch<Row>(statements.map((one) => db.prepare(one.sql).bind(...one.values)));
  return results.map((result) => result.results);
}

async function withDeadline<T>(begin: (isOver: () => boolean) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isOver = true;
      reject(new Error("the ledger did not answer in time"));
    }, DEADLINE_MS);
  });
  try {
    return await Promise.race([begin(() => isOver), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the schema refused a statement: the same call fails again, until somebody mends it. */
function isRefusal(reason: string): boolean {
  return /SQLITE_(CONSTRAINT|ERROR|MISMATCH)|constraint failed|cannot store|Wrong number of parameter|D1_TYPE_ERROR/i.test(
    reason,
  );
}
