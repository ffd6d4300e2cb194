import * as z from "zod";
import { type Ledger, type Row, sql } from "../src/server/database.ts";
import { errorMessage } from "../src/server/log.ts";
import { CloudflareApiError, type CloudflareParts, openCloudflareApi, readResult } from "./cloudflare-api.ts";
import { closeLocalBindings, localBindingsOf } from "./local-kv.ts";
import { migrationNames, READ_APPLIED } from "./migrations.ts";
import { isDatabaseId, type KvTarget, PlatformError, readWranglerConfig } from "./wrangler.ts";

/** The ledger as operators read and write it: on this machine, or at Cloudflare. */

/**
 * The ledger of a target, for one command; `close` lets the process end. Its calls reject with a `PlatformError` if the
 * database is away, or refuses a statement.
 */
export type LedgerSession = { ledger: Ledger; close(): Promise<void> };

/** Opens the ledger of a target; nothing is started or called before the first statement. */
export function openLedger(target: KvTarget): LedgerSession {
  return target.remote ? { ledger: openCloudflareLedger(target), close: async () => {} } : openLocalLedger(target);
}

function openLocalLedger(target: KvTarget): LedgerSession {
  return {
    async ledger(statements) {
      const { DB } = await localBindingsOf(target);
      try {
        const results = await DB.batch<Row>(statements.map((one) => DB.prepare(one.sql).bind(...one.values)));
        return results.map((result) => result.results);
      } catch (error) {
        throw new PlatformError(`the local database: ${errorMessage(error)}`);
      }
    },
    close: () => closeLocalBindings(target),
  };
}

const resultsSchema = z.array(
  z.object({
    success: z.literal(true),
    results: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  }),
);

/**
 * The ledger at Cloudflare, through its API (D1, query a database). One call is one transaction, as a `batch` of the
 * binding is.
 *
 * Nothing here was tried at Cloudflare. The API's page calls parameters texts. But the clients of Prisma and Memos send
 * numbers and null as they are, and so does the binding, whose calls have the same form; so does this one.
 */
export function openCloudflareLedger(target: KvTarget, parts?: CloudflareParts): Ledger {
  const callApi = openCloudflareApi(target, parts);
  return async (statements) => {
    const path = `${await databasePath(target)}/query`;
    const batch = statements.map(({ sql: text, values }) => ({ sql: text, params: values }));
    const results = readResult(resultsSchema, await callApi({ method: "POST", path, body: { batch } }));
    if (results.length !== statements.length) throw new PlatformError("Cloudflare's API left out results");
    return results.map((result) => result.results);
  };
}

export type DatabaseState = {
  /** Where its data must stay, such as `eu`; null if they may be anywhere. */
  jurisdiction: string | null;
  /** The names of the migrations that it lacks, in their order. */
  waiting: readonly string[];
};

const databaseSchema = z.object({ jurisdiction: z.string().nullish() });

/** What Cloudflare says of a target's database; null if it is not there. Rejects with a `PlatformError`. */
export async function readDatabaseState(target: KvTarget, parts?: CloudflareParts): Promise<DatabaseState | null> {
  const path = await databasePath(target);
  try {
    const answer = await openCloudflareApi(target, parts)({ method: "GET", path });
    const applied = await readApplied(openCloudflareLedger(target, parts));
    return {
      jurisdiction: readResult(databaseSchema, answer).jurisdiction ?? null,
      waiting: migrationNames().filter((name) => !applied.includes(name)),
    };
  } catch (error) {
    if (error instanceof CloudflareApiError && error.status === 404) return null;
    throw error;
  }
}

/** The names of the applied migrations: none, if there is not even a table for them. */
async function readApplied(ledger: Ledger): Promise<readonly unknown[]> {
  try {
    const [rows = []] = await ledger([sql(READ_APPLIED)]);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (/no such table/.test(errorMessage(error))) return [];
    throw error;
  }
}

/** Rejects with a `PlatformError` if wrangler.toml has no id yet. */
async function databasePath(target: KvTarget): Promise<string> {
  const { id } = (await readWranglerConfig(target)).database;
  if (!isDatabaseId(id)) throw new PlatformError("wrangler.toml has no id of the database");
  return `d1/database/${id}`;
}
