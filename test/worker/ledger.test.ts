import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ledgerOf, sql } from "../../src/server/database.ts";
import { testLedgerOn } from "../ledger-cases.ts";
import { logs } from "./logs.ts";

/** The ledger's SQL in workerd's D1. */

testLedgerOn(env.DB);

test("what D1 refuses is logged as that, without its values", async () => {
  const REFUND = "INSERT INTO refunds (id, intent_id, cents, created_at) VALUES ('re_1', 'pi_1', ?1, '')";
  for (const cents of ["els@x.example", -1]) await expect(ledgerOf(env)([sql(REFUND, cents)])).rejects.toThrow();
  expect(logs.lines("ledger.refused").map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/cannot store TEXT value in INTEGER column refunds\.cents: SQLITE_CONSTRAINT/),
    expect.stringMatching(/CHECK constraint failed: cents >= 0: SQLITE_CONSTRAINT/),
  ]);
  expect(JSON.stringify(logs.lines("ledger.refused"))).not.toContain("els@x.example");
});
