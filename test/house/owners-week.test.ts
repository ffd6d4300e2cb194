import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./source-files.ts";

/** The manual's page for the owner names what stands on the desk: in its very words, or nobody finds it. */

/** What callers say (in italics), and the subjects of the owner's mails, which have tests of their own. */
const NOT_ON_THE_DESK = /\*"[^"]*"\*|"[^"]*…"/g;

test("each word that the owner's week quotes stands on the desk", () => {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
  const [, week = ""] = /## The owner's week\n([\s\S]*?)\n## What the shop mails/.exec(read("kv-seed/owner.md")) ?? [];
  const quoted = [
    ...week
      .replaceAll(/\s+/g, " ")
      .replaceAll(NOT_ON_THE_DESK, "")
      .matchAll(/"([^"]{3,60})"/g),
  ].map(([, text = ""]) => text);
  const copy = read("src/desk/desk-copy.ts") + read("src/desk/acts-copy.ts");
  expect(quoted.length).toBeGreaterThan(20);
  expect(quoted.filter((text) => !copy.includes(text))).toEqual([]);
});
