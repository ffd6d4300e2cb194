import type { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { beforeEach, vi } from "vitest";
import { type NewWithdrawal, recordWithdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import { type Ledger, ledgerOf, sql, type Value } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { openD1 } from "../d1-on-node.ts";

/** The database of the test that runs, and the ledger in it. */
export let DB: D1Database;
export let ledger: Ledger;
let sqlite: DatabaseSync;
export const copyLedger = () => sqlite.serialize();
/** The database is lost; in its place comes this copy. */
export function replaceLedger(content?: Uint8Array): void {
  ({ DB, sqlite } = openD1(content && { content }));
  ledger = ledgerOf({ DB });
}

/** Gives each test of a file an empty ledger. The Worker's functions log, and are not heard. */
export function openLedger(): void {
  beforeEach(() => {
    for (const level of ["info", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation(() => undefined);
    replaceLedger();
  });
}

export async function rows(text: string, ...values: readonly Value[]) {
  const [found = []] = await ledger([sql(text, ...values)]);
  return found;
}

/** All mails that are owed have gone. */
export const mailOwed = (at: Date) =>
  rows(
    `INSERT OR REPLACE INTO mails (kind, about, version, state, due_at, ended_at)
      SELECT kind, about, version, 'sent', due_at, ?1 FROM mails WHERE is_owed`,
    at.toISOString(),
  );

const FORM = { name: "Jan de Vries", contract: "Klein Vaarbewijs 1", email: "jan@example.nl", reason: "" };
const MAILER = { createBatch: async () => ({ errors: [] }) };

/** `formAt`: when its form was opened, if it was not at the press. */
export type Declared = Partial<NewWithdrawal["fields"]> & { intentId?: string | null; formAt?: string };

let forms = 0;
/** Declares a withdrawal at that time. Resolves to its reference. */
export async function declare(on: D1Database, time: string, { intentId = null, formAt, ...fields }: Declared = {}) {
  forms += 1;
  const form = { id: `form-${forms}`, madeAt: formAt ?? time, isFresh: true };
  const env = { DB: on, MAILER } as unknown as Bindings;
  const declared = { form, fields: { ...FORM, ...fields }, intentId };
  const made = await recordWithdrawal(openShop(env, new Date(time)), declared);
  if (made.status !== "recorded") throw new Error(made.status);
  return made.withdrawal.reference;
}
