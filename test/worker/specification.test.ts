import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { all, attributes, meta, one, texts } from "./document.ts";
import { expectOn } from "./page-data.ts";
import { ORIGIN, openPage } from "./shop.ts";
import LINES from "./specification.txt?raw";

/**
 * What the shop was ordered with, in the order's own order and words: a test for each line (src/decisions/given.md is its
 * short form). Its numbers and texts are typed here, never taken from the code. "Decided" is a line that a decision
 * changed.
 *
 * A row of specification.txt is `the line's words | where | what`. Where: addresses, or a file of tests without its
 * ending. What: for an address what `expectOn` reads, and for a file the beginning of the name of the test that holds the
 * line, mostly because it needs a browser. A row without where and what has a function in CHECKS.
 */

const SALES = ["/klein-vaarbewijs-1", "/klein-vaarbewijs-2", "/marifonie-cursus"];
const BRIDGES = [
  ...["59", "39", "29", "19"].map((euros) => `/bridge-${euros}incl-vb1`),
  ...["vb2", "marifonie"].flatMap((suffix) => ["59", "39", "19"].map((euros) => `/bridge-${euros}incl-${suffix}`)),
];
const SIX = ["/", ...SALES, "/cbr-examen", "/veelgestelde-vragen"];
const GROUPS: Readonly<Record<string, readonly string[]>> = { SALES, BRIDGES, SIX };

const CHECKS: Readonly<Record<string, () => Promise<unknown>>> = {
  async "a change of URL hash scrolls smoothly; decided: a page is a document, so a new one begins at its top"() {
    const [file = ""] = attributes(await openPage("/"), "link[rel=stylesheet]", "href");
    expect(await (await env.ASSETS.fetch(`${ORIGIN}${file}`)).text()).toContain("scroll-behavior:smooth");
  },
  async "every sales page sets document title and meta description"() {
    const pages = await Promise.all(SALES.map(openPage));
    expect(new Set(pages.map((one) => texts(one, "title")[0])).size).toBe(3);
    expect(new Set(pages.map((one) => meta(one, "description"))).size).toBe(3);
  },
  async "its sections in this order"() {
    const first = "home-hero course-cards benefit-list reviews practice-band course-screens route-steps";
    const order = `${first} licence-rules course-list faq-list closing-call`.split(" ");
    const found = all(one(await openPage("/"), "main"), order.map((name) => `.${name}`).join(", "));
    expect(found.map(({ classList }) => order.find((name) => classList.contains(`${name}`)))).toEqual(order);
  },
  async "review: the avatar shows the first letter of the name"() {
    const home = await openPage("/");
    expect(texts(home, ".review-avatar")).toEqual(texts(home, ".review figcaption p").map(([letter]) => letter));
  },
};

const TESTS = import.meta.glob(["../{browser,client}/*.test.ts", "./*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

async function check(row: string): Promise<void> {
  const [words = "", where, what = ""] = row.split(" | ");
  if (where === undefined) {
    await (CHECKS[words] ?? (() => Promise.reject(new Error("no check has these words"))))();
    return;
  }
  const file = TESTS[`../${where}.test.ts`] ?? TESTS[`./${where.replace("worker/", "")}.test.ts`];
  if (file !== undefined) {
    // A name stands in quotes, or begins the row of a table.
    expect(String(file).replaceAll(/\n +/g, '\n"')).toContain(`"${what}`);
    return;
  }
  for (const group of where.split(" ")) {
    const [name = "", query] = group.split("?");
    for (const path of GROUPS[name] ?? [name])
      expectOn(await openPage(query === undefined ? path : `${path}?${query}`), what);
  }
}

const PARTS = LINES.trim()
  .split("\n\n")
  .map((part) => part.split("\n"));
describe.each(PARTS.map(([title = "", ...rows]) => [title.slice(2), rows] as const))("%s", (_, rows) => {
  test.each(rows.map((row) => [row.split(" | ")[0], row] as const))("%s", (_words, row) => check(row));
});

test("each check belongs to a line", () => {
  const rows = PARTS.flat();
  expect(Object.keys(CHECKS).filter((words) => !rows.includes(words))).toEqual([]);
});
