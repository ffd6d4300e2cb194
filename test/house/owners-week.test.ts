import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./source-files.ts";

/** The manual's page for the owner names what stands on the desk: in its very words, or nobody finds it. */

/** What callers say, and the subjects of the owner's mails, which have tests of their own. */
const NOT_ON_THE_DESK = /^(No mail came|I paid and|I cannot get)|…$/;

test("each word that the owner's week quotes stands on the desk", () => {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
  const [, week = ""] = /## The owner's week\n([\s\S]*?)\n## /.exec(read("kv-seed/operations.md")) ?? [];
  const quoted = [...week.replaceAll(/\s+/g, " ").matchAll(/"([^"]{3,60})"/g)].map(([, text = ""]) => text);
  const copy = read("src/desk/desk-copy.ts") + read("src/desk/acts-copy.ts");
  expect(quoted.length).toBeGreaterThan(20);
  expect(quoted.filter((text) => !NOT_ON_THE_DESK.test(text) && !copy.includes(text))).toEqual([]);
});
