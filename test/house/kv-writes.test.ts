import { expect, test } from "vitest";
import { readFiles } from "./source-files.ts";

/** KV refuses a second write of a key within a second; only `writeKv` writes again. */
const WRITER = "src/server/kv.ts";
const PUT = /(?:\.put\b|\bput\s*\}|\[["']put["']\])/;

test("no file but the one of KV writes to it", () => {
  const writers = readFiles("src", [".ts", ".tsx"]).filter(({ text }) => PUT.test(text));
  expect(writers.map(({ path }) => path)).toEqual([WRITER]);
});
