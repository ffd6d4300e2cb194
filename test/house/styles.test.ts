import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { collectStyles } from "../../client/build/styles.ts";
import { readFiles } from "./source-files.ts";

/** A stylesheet on its way with the first page, compressed; a kilobyte is 1000. */
const STYLESHEET_MAX_BYTES = 9000;

/** A shop of two pages: `a` with the first stylesheet, `b` with one of its own. */
const SHOP = {
  "client/tokens.css": "",
  "client/base.css": "",
  "client/objects.css": ".wrap {}",
  "client/islands/moving.tsx": 'export const Moving = () => <i className="moving" />;',
  "client/islands/moving.css": ".moving {}",
  "src/ui/document.tsx": "export const Document = (props) => <html {...props} />;",
  "src/ui/card.tsx": 'export const Card = () => <p className="card wrap" />;',
  "src/ui/card.css": ".card {}",
  "src/ui/symbols.tsx": "export const mark = () => 1; export const Other = () => <i />;",
  "src/shop/a-page.tsx": `
    import { Document } from "../ui/document.tsx";
    import { Card } from "../ui/card.tsx";
    export const A = () => <Document><Card /></Document>;`,
  "src/shop/b-page.tsx": `
    import { Document } from "../ui/document.tsx";
    import { mark } from "../ui/symbols.tsx";
    import { Moving } from "../../client/islands/moving.tsx";
    export const B = () => <Document stylesheet="styles-b" className={mark() ? "b b-marked" : "b"}><Moving /></Document>;`,
  "src/shop/b-page.css": ".b {} .b-marked {}",
};

let folder = "";
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The stylesheets of that shop with other files in it. */
async function collect(changed: Readonly<Record<string, string>> = {}) {
  folder = await mkdtemp(join(tmpdir(), "styles-"));
  for (const [path, text] of Object.entries({ ...SHOP, ...changed })) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return Object.fromEntries(await collectStyles(folder));
}

describe("a stylesheet", () => {
  test("holds the CSS of the modules that its pages use, islands among them, and nothing else", async () => {
    expect(await collect()).toEqual({
      styles: ["src/ui/card.css"],
      "styles-b": ["client/islands/moving.css", "src/shop/b-page.css"],
    });
  });

  test("holds the CSS that one of its files imports", async () => {
    const shared = {
      "client/islands/moving.css": '@import "../../src/ui/card.css";\n.moving {}',
      "client/islands/moving.tsx": 'export const Moving = () => <i className="moving card" />;',
    };
    expect((await collect(shared))["styles-b"]).toContain("src/ui/card.css");
  });

  test("holds a part of a page's CSS that has no module of its own", async () => {
    const parts = {
      "src/shop/b-page.css": '@import "./b-motion.css";\n.b {} .b-marked {}',
      "src/shop/b-motion.css": "",
    };
    expect((await collect(parts))["styles-b"]).toContain("src/shop/b-motion.css");
  });

  test.each<[string, Record<string, string>, string]>([
    ["CSS beside no module", { "src/ui/lost.css": "" }, "src/ui/lost.css has no module"],
    ["the client's CSS beside no module", { "client/checkout/form.css": "" }, "client/checkout/form.css has no module"],
    [
      "CSS of a component that no page uses",
      { "src/ui/unused.tsx": "export const Unused = () => <i />;", "src/ui/unused.css": "" },
      "No page uses src/ui/unused.css",
    ],
    [
      "a class of another component's CSS",
      { "src/ui/symbols.tsx": 'export const mark = () => <p className="wrap card" />;' },
      "src/shop/b-page.tsx: styles-b.css lacks .card of src/ui/card.css",
    ],
    [
      "such a class that a condition chooses",
      { "src/ui/symbols.tsx": 'export const mark = (is) => <p className={is ? "card" : "wrap"} />;' },
      "src/shop/b-page.tsx: styles-b.css lacks .card of src/ui/card.css",
    ],
  ])("is refused for %s", async (_, changed, message) => {
    await expect(collect(changed)).rejects.toThrow(message);
  });

  test("takes no list's role away, as `list-style: none` does for VoiceOver in Safari", () => {
    const files = [...readFiles("client", [".css"]), ...readFiles("src", [".css"])];
    const without = files.filter(({ text }) => /list-style(-type)?: none/.test(text));
    // A summary is no list.
    expect(without.map(({ path }) => path)).toEqual(["src/ui/faq-list.css"]);
  });

  test.each(readFiles("assets/build", [".css"]).map(({ path, text }) => [path, text] as const))(
    "%s is small enough",
    (_, text) => {
      expect(gzipSync(text).length).toBeLessThanOrEqual(STYLESHEET_MAX_BYTES);
    },
  );
});
