import { expect, test } from "vitest";
import { migrationNames } from "../../kv-seed/migrations.ts";

/** wrangler applies migrations in the order of their numbers; the other readers sort them by their names. */

test("each migration has a number of four digits, and the numbers are those from 1", () => {
  const names = migrationNames();
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/);
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
});
