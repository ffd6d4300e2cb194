import type { D1Database } from "@cloudflare/workers-types";
import { afterEach, beforeEach, vi } from "vitest";
import { type Ledger, ledgerOf, sql, type Value } from "../../src/server/database.ts";
import { openD1 } from "../d1-on-node.ts";

/** The database of the test that runs, and the ledger in it. */
export let DB: D1Database;
export let ledger: Ledger;

/** Gives each test of a file an empty ledger. The Worker's functions log, and are not heard. */
export function openLedger(): void {
  beforeEach(() => {
    for (const level of ["info", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
    ({ DB } = openD1());
    ledger = ledgerOf({ DB });
  });
  afterEach(() => void vi.restoreAllMocks());
}

export async function rows(text: string, ...values: readonly Value[]) {
  const [found = []] = await ledger([sql(text, ...values)]);
  return found;
}
