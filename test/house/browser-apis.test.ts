import type { Identifier, Node } from "typescript/unstable/ast";
import { isBindingElement, isIdentifier, isPropertyAccessExpression, isTypeNode } from "typescript/unstable/ast/is";
import { expect, test } from "vitest";
import { APIS } from "../browser-support.ts";
import { openProject, parsedFile, readFiles, readText } from "./source-files.ts";

/**
 * No script uses an API that one of the oldest supported browsers lacks (client/build/browser-versions.ts). TypeScript tells
 * which API each name in a file is, and MDN's data since when browsers have it. The declared type counts, so a cast that
 * hides an API from TypeScript hides it from this test.
 */

const { checker } = openProject();

/** TypeScript's own declarations of JavaScript and of browsers. */
const LIBRARY = /\/lib\.[\w.]*d\.ts$/;
const OWNERS = new Set([...APIS.keys()].map((api) => api.split(".")[0]));

/** The APIs in a file that are too new for some browser, as "parse needs Safari 18". */
function findNewerApis(path: string): string[] {
  const names: Identifier[] = [];
  const collect = (node: Node): void => {
    if (isTypeNode(node)) return;
    if (isIdentifier(node)) names.push(node);
    node.forEachChild(collect);
  };
  collect(parsedFile(path));
  const symbols = checker.getSymbolAtLocation(names);
  return names.flatMap((name, index) => {
    const { parent } = name;
    // `const { name } = thing`.
    const taken = isBindingElement(parent) ? checker.getTypeAtLocation(parent.parent) : undefined;
    const symbol = taken === undefined ? symbols[index] : checker.getPropertyOfType(taken, name.text);
    if (!symbol?.declarations.some(({ path }) => LIBRARY.test(path))) return [];
    const owner = symbol.getParent()?.name.replace(/^Readonly|Constructor$/g, "") ?? "";
    // Static members are declared without the constructor's name.
    const object = isPropertyAccessExpression(parent) ? parent.expression.getText().split(".").slice(-1) : [];
    const needed = neededOf(owner === "" ? [owner, "Window"] : [owner, ...object], symbol.name);
    return needed ? [`${name.text} needs ${needed}`] : [];
  });
}

/** What a member needs of the first owner that has it. */
function neededOf(owners: readonly string[], name: string): string | undefined {
  const known = owners.map((owner) => APIS.get(`${owner}.${name}`)).find((needed) => needed !== undefined);
  if (known !== undefined || owners.some((owner) => OWNERS.has(owner))) return known;
  // MDN's data has no mixins such as ParentNode or Body: their members are at each interface that includes them.
  const namesakes = [...APIS].filter(([api]) => api.endsWith(`.${name}`)).map(([, needed]) => needed);
  return namesakes.find((needed) => needed === "") ?? namesakes[0];
}

/** Each use for which the script asks first whether it is there; islands.test.ts takes all of them from the browser. */
const ASKED_FOR = [
  "client/hydrate.ts: requestIdleCallback needs Safari has none, Safari on iOS has none",
  "client/islands/gift-share.ts: share needs Firefox has none",
  "client/islands/gift-share.ts: share needs Firefox has none",
  "src/gifts/give-gift-rules.ts: Segmenter needs Firefox 125, Firefox for Android 125",
  "src/gifts/give-gift-rules.ts: segment needs Firefox 125, Firefox for Android 125",
  "src/gifts/give-gift-rules.ts: segment needs Firefox 125, Firefox for Android 125",
];

test("no script uses an API or selector that the oldest browsers lack, unless it asks for it first", () => {
  const scripts = ["client", "src"]
    .flatMap((folder) => readFiles(folder, [".ts", ".tsx"]))
    .map(({ path }) => path)
    .filter((path) => /^client\/(?!build\/)|^src\/shared\/|-rules\.ts$/.test(path));
  expect(scripts.filter((path) => /[^(]:popover-open/.test(readText(path)))).toEqual([]);
  expect(scripts.flatMap((path) => findNewerApis(path).map((found) => `${path}: ${found}`))).toEqual(ASKED_FOR);
});
