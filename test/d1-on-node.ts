import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import type { Row } from "../src/server/database.ts";

/**
 * D1's binding on node:sqlite, for a process without workerd: the simulator, and the tests of the operators' tool. It has
 * what the ledger uses: `prepare`, `bind` and `batch`. It does not have the calls of one statement, sessions, `exec` and
 * `dump`, nor D1's limits on a row, a database and the time of a query.
 */

export type D1Options = {
  /** Awaited before a call reaches the database, and before its answer is heard. Rejects: not done, or done unheard. */
  travel?: (way: "there" | "back", statements: readonly string[]) => Promise<void>;
  /** What it has, if it is not empty. */
  content?: Uint8Array;
};

/** D1, "Limits": maximum bound parameters per query, and maximum SQL statement length. */
const MAX_PARAMETERS = 100;
const MAX_SQL_BYTES = 100_000;

// Relative to the repository's root, where tests and the simulator run. A planted fault may stand in a copy (simulator/bundle.ts).
const MIGRATIONS = resolve(process.env.LEDGER_MIGRATIONS ?? "src/ledger/migrations");

/** An empty ledger: the tables take twenty times as long to make as to copy. */
let empty: Uint8Array | undefined;

function makeEmpty(): Uint8Array {
  const sqlite = new DatabaseSync(":memory:");
  for (const name of readdirSync(MIGRATIONS).sort()) sqlite.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
  return sqlite.serialize();
}

type Result = { success: true; results: Row[] };
type Statement = { sql: string; values: readonly SQLInputValue[] };

/** Opens a database with the ledger's tables. `sqlite`: the database itself; `rows` asks it at once. */
export function openD1({ travel = async () => {}, content }: D1Options = {}) {
  const sqlite = new DatabaseSync(":memory:");
  empty ??= makeEmpty();
  sqlite.deserialize(content ?? empty);
  const prepared = new Map<string, { statement: StatementSync; parameters: number }>();

  /** Each text is compiled once. */
  function prepare(sql: string): { statement: StatementSync; parameters: number } {
    const known = prepared.get(sql) ?? { statement: sqlite.prepare(sql), parameters: countParameters(sql) };
    prepared.set(sql, known);
    return known;
  }

  function execute({ sql, values }: Statement): Result {
    const { statement, parameters } = prepare(sql);
    // Node binds NULL to a parameter without a value.
    if (values.length !== parameters) throw new Error("Wrong number of parameter bindings for SQL query.");
    return { success: true, results: statement.all(...values).map((row) => ({ ...row }) as Row) };
  }

  /** One transaction. Nothing else happens meanwhile, as in D1's one thread. */
  async function batch(statements: readonly Statement[]): Promise<Result[]> {
    const texts = statements.map(({ sql }) => sql);
    if (texts.some((sql) => Buffer.byteLength(sql) > MAX_SQL_BYTES)) throw new Error("D1_ERROR: statement too long");
    await travel("there", texts);
    let results: Result[];
    sqlite.exec("BEGIN IMMEDIATE");
    try {
      results = statements.map(execute);
      sqlite.exec("COMMIT");
    } catch (error) {
      sqlite.exec("ROLLBACK");
      throw new Error(`D1_ERROR: ${(error as Error).message}${codeOf(error)}`, { cause: error });
    }
    await travel("back", texts);
    return results;
  }

  const statement = (sql: string, values: readonly SQLInputValue[]): Statement & { bind: unknown } => {
    return { sql, values, bind: (...given: unknown[]) => statement(sql, checkValues(given)) };
  };

  return {
    DB: { batch, prepare: (sql: string) => statement(sql, []) } as unknown as D1Database,
    sqlite,
    rows: (sql: string, ...values: readonly SQLInputValue[]) => execute({ sql, values }).results,
  };
}

/** The highest number of a statement's parameters: `?3`, or the third `?`. */
function countParameters(sql: string): number {
  const withoutTexts = sql.replaceAll(/'[^']*'/g, "");
  return [...withoutTexts.matchAll(/\?(\d*)/g)].reduce(
    (highest, [, number]) => (number === "" ? highest + 1 : Math.max(highest, Number(number))),
    0,
  );
}

/** The name of an error's code, as D1 has it at the end of its message. */
function codeOf(error: unknown): string {
  const { errcode = 0 } = error as { errcode?: number };
  // The lower byte is the primary code.
  const name = { 1: "SQLITE_ERROR", 19: "SQLITE_CONSTRAINT" }[errcode & 0xff];
  return name === undefined ? "" : `: ${name}`;
}

function checkValues(given: readonly unknown[]): SQLInputValue[] {
  if (given.length > MAX_PARAMETERS) throw new Error("D1_ERROR: too many SQL variables");
  return given.map((value) => {
    if (value === null || typeof value === "string" || typeof value === "number") return value;
    throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
  });
}
