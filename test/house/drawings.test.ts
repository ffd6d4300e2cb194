import { basename } from "node:path";
import { siApplepay, siGooglepay, siKlarna, siMastercard, siVisa } from "simple-icons";
import { describe, expect, test } from "vitest";
import { buildPictures } from "../../client/build/pictures.ts";
import { ROOT, readFiles, readText, TOKENS } from "./source-files.ts";

const drawings = readFiles("assets/drawings", [".svg"]);

/** Colours of other companies' marks. */
const BRANDS = new Map(
  [siApplepay, siGooglepay, siKlarna, siMastercard, siVisa].map(({ slug, hex }) => [
    `brand-${slug.replace("pay", "")}`,
    `#${hex.toLowerCase()}`,
  ]),
);

/** Values that a colour may have. */
const PAINT = /^(?:&[\w-]+;|none|currentColor|url\(#[\w-]+\))$/;

function declaredColours(svg: string): Map<string, string> {
  return new Map([...svg.matchAll(/<!ENTITY (\S+) "([^"]*)">/g)].map(([, name = "", value = ""]) => [name, value]));
}

describe("a drawing", () => {
  test.each(drawings.map(({ path, text }) => [path, text] as const))(
    "%s paints with the palette's names only, and says of each what it is",
    (_, text) => {
      const declared = declaredColours(text);
      for (const [name, value] of declared) expect(value, name).toBe(TOKENS.get(name) ?? BRANDS.get(name));
      const markup = text.slice(text.indexOf("<svg"));
      const painted = [...markup.matchAll(/\s(?:fill|stroke|color|[a-z]+-color)="([^"]*)"/g)].map(
        ([, paint = ""]) => paint,
      );
      expect(painted.filter((paint) => !PAINT.test(paint))).toEqual([]);
      const used = new Set([...markup.matchAll(/&([\w-]+);/g)].map(([, name = ""]) => name));
      expect([...declared.keys()].sort()).toEqual([...used].sort());
      expect(markup).not.toMatch(/<style|\sstyle=|<script|\son\w+=|(?<!href=")#[\da-f]{3,8}\b|rgb|hsl/i);
    },
  );

  test("that is an icon has the lines that .icon gives it in a page", () => {
    const icons = drawings.filter(({ path }) => path.includes("/icons/"));
    const roots = icons.map(({ text }) => text.slice(0, text.indexOf(">")));
    expect(new Set(roots).size, [...new Set(roots)].join("\n")).toBe(1);
    const [rule = ""] = /\.icon \{[^}]*\}/.exec(readText("src/ui/picture.css")) ?? [];
    for (const [, name, value] of rule.matchAll(/([\w-]+): ([\w.]+);/g))
      expect(roots[0]?.toLowerCase()).toContain(`${name}="${value}"`);
  });

  test("has one line in the table of what each shows", () => {
    const table = readText("assets/drawings/README.md");
    const listed = [...table.matchAll(/^\| `([\w/-]+)` \|/gm)].map(([, name]) => `assets/drawings/${name}.svg`);
    const icons = /^assets\/drawings\/icons\//;
    expect(listed.sort()).toEqual(drawings.map(({ path }) => path).filter((path) => !icons.test(path)));
  });
});

describe("what the build makes of a drawing", () => {
  const files = new Map<string, string>();
  const { inline, icons } = buildPictures(ROOT, (name, content) => {
    files.set(name, content);
    return name;
  });
  const made = new Map([...files, ...Object.entries(inline)]);

  /** The optimiser writes `#0066cc` as `#06c`. */
  const short = (colour: string) => colour.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");

  test.each(
    drawings
      .filter(({ path }) => /\/(pictures|backgrounds|inline)\//.test(path))
      .map(({ path, text }) => [path, text] as const),
  )("%s keeps every colour, and needs nothing from outside", (path, text) => {
    const svg = made.get(basename(path, ".svg")) ?? "";
    for (const [name, value] of declaredColours(text)) expect(svg, name).toContain(`"${short(value)}"`);
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(/<!|<\?|<title|&[\w-]+;|\n/);
  });

  test("two drawings of one page share no id", () => {
    for (const [name, svg] of Object.entries({ ...inline, ...icons })) {
      for (const [, id] of svg.matchAll(/\sid="([^"]*)"/g)) expect(id).toMatch(new RegExp(`^${name}-`));
      expect(svg).toContain(' aria-hidden="true"');
    }
  });
});

test("marks of payment methods are those of their brands", () => {
  const picture = readText("assets/drawings/pictures/payment-methods.svg");
  // The G and the word of Google's mark differ in colour. Apple's mark is drawn without its card.
  const [letter, word] = [siGooglepay.path.indexOf("z") + 1, siApplepay.path.indexOf("m4.71 3.7") + "m4.71 3.7".length];
  const google = [siGooglepay.path.slice(0, letter), siGooglepay.path.slice(letter)];
  for (const path of [siVisa.path, ...google, siApplepay.path.slice(word)]) expect(picture).toContain(path);
});

test("the browser's icon has colours of the palette", () => {
  const icon = readText("assets/favicon.svg");
  const values = new Set(TOKENS.values());
  expect([...icon.matchAll(/#[\da-f]+/gi)].map(([colour]) => colour).filter((colour) => !values.has(colour))).toEqual(
    [],
  );
});
