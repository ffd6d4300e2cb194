import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { PROJECT_ROOT } from "./wrangler.ts";

/** The migrations of the ledger, as `wrangler d1 migrations` knows them: either may apply what the other has not. */

const FOLDER = join(PROJECT_ROOT, "src", "ledger", "migrations");

/** wrangler's own table of what was applied. */
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;
export const READ_APPLIED = "SELECT name FROM d1_migrations ORDER BY id";

/** The files' names, in the order of their numbers. */
export function migrationNames(): readonly string[] {
  return readdirSync(FOLDER).sort();
}

/** Applies the migrations that a local database lacks, each as one transaction. Rejects if the database refuses one. */
export async function applyMigrations(db: D1Database): Promise<void> {
  const { unstable_splitSqlQuery: splitStatements } = await import("wrangler");
  await db.prepare(TABLE).run();
  const { results } = await db.prepare(READ_APPLIED).all<{ name: string }>();
  for (const name of migrationNames().filter((one) => results.every((applied) => applied.name !== one))) {
    const statements = splitStatements(readFileSync(join(FOLDER, name), "utf8"));
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name),
    ]);
  }
}
