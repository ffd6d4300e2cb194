import { expect, test } from "vitest";
import { readFiles } from "./source-files.ts";

/**
 * Tests of gifts and targets also run with the rules of the real KV (`test/worker/places.ts`). These files need not, for
 * the reason beside each name.
 */
const EXEMPT: Readonly<Record<string, string>> = {
  "addresses.test.ts": "spellings of addresses, of seeded gifts",
  "desk.test.ts": "the owner's desk, whose acts are rows of the ledger; each entry is written once",
  "every-page.test.ts": "what every page has, of seeded entries",
  "faults.test.ts": "KV and everything else fails altogether; its rows stand in the manual",
  "guessing.test.ts": "counts tries at seeded gifts",
  "hostile-input.test.ts": "hostile requests, of seeded targets",
  "kv-places.test.ts": "the rules of KV themselves",
  "kv-reads.test.ts": "how often KV is asked, of seeded entries",
  "kv-store.test.ts": "many keys of one namespace, of its own",
  "kv.test.ts": "one write",
  "mails.test.ts": "mails, which are rows of the ledger, of seeded targets",
  "order-page.test.ts": "orders, which are rows of the ledger; its gifts are seeded",
  "prices.test.ts": "other prices, of seeded targets",
  "request-log.test.ts": "log lines, of seeded entries",
  "security.test.ts": "headers, of seeded entries",
};

/** Imports and names in a test that uses entries in KV. */
const ASKS_KV = new RegExp(
  [
    String.raw`\benv\.(?:GIFTS|INTERSTITIALS)\b`,
    String.raw`\bseed(?:Gifts|Targets)\b`,
    String.raw`/(?:course-target|gift-entries|kv|paid-gifts)\.ts"`,
    String.raw`/memory-kv\.ts"`,
  ].join("|"),
);

test("each test of what KV holds runs on every KV, or says why not", () => {
  const files = readFiles("test/worker", [".test.ts"]).filter(({ text }) => ASKS_KV.test(text));
  const without = files.filter(({ text }) => !text.includes("onEveryKv("));
  expect(without.map(({ path }) => path.replace("test/worker/", ""))).toEqual(Object.keys(EXEMPT));
});

test("no test takes the first thousand names for all: a namespace holds what tests of other files wrote", () => {
  const files = readFiles("test/worker", [".ts", ".tsx"]).filter(({ text }) => /const .*\.list\(\)/.test(text));
  expect(files.map(({ path }) => path)).toEqual([]);
});
