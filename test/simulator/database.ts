import type { D1Database } from "@cloudflare/workers-types";
import type { Ledger } from "../../src/server/database.ts";
import type { MailerParams } from "../../src/server/env.ts";
import { openD1 } from "../d1-on-node.ts";
import { randomBelow } from "./chance.ts";
import { sleep } from "./clock.ts";

/** The ledger's database as the shop reaches it: some way off, sometimes away, and one answer in twenty is lost after the work was done. */

const TRAVEL_MS = 30;
const ANSWERS_LOST_ONE_IN = 20;
/** How long a stuck database takes to answer, if it does at all: longer than the shop waits. Milliseconds. */
const STUCK_MS = 10_000;
const STUCK_ONE_IN = 4;

const AWAY = {
  all: "D1 DB is overloaded. Too many requests queued.",
  writes: "Internal error in D1 DB storage caused object to be reset.",
} as const;

/** The calls that fail while the ledger is away; `answers`: all are done, and no answer is heard. */
export type LedgerCalls = "all" | "writes" | "answers";

/** A call that failed on its way. */
export class Away extends Error {}

/** `failing`: the calls that fail now. `onCommit` is called after each transaction. */
export function openDatabase({ failing, onCommit }: { failing(): LedgerCalls | null; onCommit(): void }) {
  const own = { losesAnswers: true, failures: 0 };

  async function fail(message: string, afterMs = 0): Promise<never> {
    own.failures += 1;
    if (afterMs > 0) await sleep(afterMs);
    throw new Away(`D1_ERROR: ${message}`);
  }

  async function travel(way: "there" | "back", statements: readonly string[]): Promise<void> {
    if (way === "back") onCommit();
    await sleep(1 + randomBelow(TRAVEL_MS));
    const fails = failing();
    if (way === "back") {
      if (fails === "answers" || (own.losesAnswers && randomBelow(ANSWERS_LOST_ONE_IN) === 0))
        await fail("Network connection lost.");
      return;
    }
    const isRead = statements.every((sql) => sql.startsWith("SELECT"));
    if (fails === "all" || (fails === "writes" && !isRead))
      await fail(AWAY[fails], randomBelow(STUCK_ONE_IN) === 0 ? STUCK_MS : 0);
  }

  const { DB, rows } = openD1({ travel });

  /** The ledger without a way to it and without failures, for promises. */
  const ledger: Ledger = async (statements) => statements.map(({ sql, values }) => rows(sql, ...values));

  /** Whether somebody holds a mail's row now, to send it. */
  function isHeld({ kind, about, version }: MailerParams): boolean {
    const held = `SELECT 1 FROM mails WHERE kind = ?1 AND about = ?2 AND version = ?3 AND state = 'sending'
      UNION ALL SELECT 1 FROM deliveries WHERE ?1 = 'gift' AND intent_id = ?2 AND version = ?3 AND state = 'sending'`;
    return rows(held, kind, about, version).length > 0;
  }

  return { DB, own, rows, ledger, isHeld };
}

/** The binding with its calls made by `call`. */
export function calledBy(DB: D1Database, call: <T>(work: () => Promise<T>) => Promise<T>): D1Database {
  return {
    prepare: (sql: string) => DB.prepare(sql),
    batch: (statements: Parameters<D1Database["batch"]>[0]) => call(() => DB.batch(statements)),
  } as D1Database;
}
