import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { collectStyles } from "../../client/build/styles.ts";
import { readFiles, withoutComments } from "./source-files.ts";

/** A stylesheet holds the CSS of the modules that its pages use, and is small. */

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
  "src/shop/a-page.tsx": `import { Document } from "../ui/document.tsx";
    import { Card } from "../ui/card.tsx";
    export const A = () => <Document><Card /></Document>;`,
  "src/shop/b-page.tsx": `import { Document } from "../ui/document.tsx";
    import { mark } from "../ui/symbols.tsx";
    import { Moving } from "../../client/islands/moving.tsx";
    export const B = () => <Document stylesheet="styles-b" className={mark() ? "b b-marked" : "b"}><Moving /></Document>;`,
  "src/shop/b-page.css": '@import "./b-motion.css";\n.b {} .b-marked {}',
  "src/shop/b-motion.css": "",
};

/** The stylesheets of that shop with other files in it. */
async function collect(changed: Readonly<Record<string, string>> = {}) {
  await using folder = await mkdtempDisposable(join(tmpdir(), "styles-"));
  for (const [path, text] of Object.entries({ ...SHOP, ...changed })) {
    await mkdir(join(folder.path, dirname(path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  return Object.fromEntries(await collectStyles(folder.path));
}

test("it holds the CSS of its modules, of islands, and what a file of them imports, and nothing else", async () => {
  expect(await collect()).toEqual({
    styles: ["src/ui/card.css"],
    "styles-b": ["client/islands/moving.css", "src/shop/b-motion.css", "src/shop/b-page.css"],
  });
});

test.each<[string, Record<string, string>]>([
  ["src/ui/lost.css has no module", { "src/ui/lost.css": "" }],
  [
    "No page uses src/ui/unused.css",
    { "src/ui/unused.tsx": "export const Unused = () => <i />;", "src/ui/unused.css": "" },
  ],
  [
    "src/shop/b-page.tsx: styles-b.css lacks .card of src/ui/card.css",
    { "src/ui/symbols.tsx": 'export const mark = (is) => <p className={is ? "card" : "wrap"} />;' },
  ],
])("the build stops: %s", async (message, changed) => {
  await expect(collect(changed)).rejects.toThrow(message);
});

/** The focus, what the mouse is on, taps, the quiz on its way, what stays in place, scrolls, covers another, stands still or waits, comes with a fault or late, what an animation leaves, paper, and what not every browser has. */
test("what no picture shows is as approved", () => {
  const files = [...readFiles("client", [".css"]), ...readFiles("src", [".css"])];
  const css = withoutComments(files.map(({ text }) => text).join("\n")).replaceAll(/\s+/g, " ");
  const seen =
    /(?<=[{;] )(?<!(?::hover|quiz-step-\d:|data-phase="\w+"\]|pay-(?:notice|refusal) |account-result:is|exam-warning:not|return-paid:has|quiet-foot )[^{}]*\{[^{}]*)(?!outline|pointer-events|touch-action|scroll-|position: (?:sticky|fixed)|(?<=(?:: (?:sticky|fixed)|skip-link\));[^{}]*)(?:inset-|background:)|overflow(?:-[xy])?: auto|appearance|z-index: var|--z-|inset: 0 \S+ -\d|max-block-size: (?:calc\()?100dvh|animation: (?:none|wait-)|-webkit-text-size|font-display)[-\w]+:[^;{}]*; ?/g;
  const rules = css.replaceAll(seen, "").match(/(?:@media[^{]*\{)?[^{}]*\{[^{}]*;[^{}]*\}/g) ?? [];
  const blocks = css.matchAll(/@(?:media print|supports|keyframes \S+-rise)[^{]*\{(?:[^{}]*\{[^{}]*\})* \}/g);
  expect([...rules, ...blocks].join("\n")).toMatchSnapshot();
});

// On its way with the first page, compressed; a kilobyte is 1000.
test.each(readFiles("assets/build", [".css"]))("$path has at most 9000 bytes; old browsers read it", ({ text }) => {
  expect(text, "a nested rule, or a font twice").not.toMatch(/&|(figtree-[\w-]+\.).*\1/);
  expect(gzipSync(text).length).toBeLessThanOrEqual(9000);
});
