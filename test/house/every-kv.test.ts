import { expect, test } from "vitest";
import { readFiles } from "./source-files.ts";

/**
 * Tests of orders, gifts, withdrawals, mails and targets also run with the rules of the real KV
 * (`test/worker/places.ts`). These files need not, for the reason beside each name.
 */
const EXEMPT: Readonly<Record<string, string>> = {
  "addresses.test.ts": "spellings of addresses, of seeded gifts",
  "configuration.test.ts": "a shop without its secrets, which refuses before it asks KV",
  "every-page.test.ts": "what every page has, of seeded entries",
  "faults.test.ts": "KV and everything else fails altogether; its rows stand in the manual",
  "guessing.test.ts": "counts tries at seeded gifts",
  "hostile-input.test.ts": "hostile requests, of seeded targets",
  "kv-places.test.ts": "the rules of KV themselves",
  "kv.test.ts": "one write",
  "order-mail.test.ts": "the text of mails, of an order at hand",
  "prices.test.ts": "other prices, of seeded targets",
  "request-log.test.ts": "log lines, of seeded entries",
  "security.test.ts": "headers, of seeded entries",
  "webhook-signature.test.ts": "what is refused before KV is asked",
};

/** Imports and names in a test that uses entries in KV. */
const ASKS_KV = new RegExp(
  [
    String.raw`\benv\.(?:ORDERS|GIFTS|INTERSTITIALS)\b`,
    String.raw`\bseed(?:Gifts|Targets)\b`,
    String.raw`\bPATHS\.stripeWebhook\b`,
    String.raw`/services/(?:buyer-index|course-target|erasure|gift-delivery|kv|orders|paid-gifts|receipts|withdrawals)\.ts"`,
    String.raw`/(?:after-sale-steps|delivery-steps|memory-kv)\.ts"`,
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
