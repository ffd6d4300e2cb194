import type { CompatStatement, Identifier as CompatTree } from "@mdn/browser-compat-data/types";
import type { Identifier, Node } from "typescript/unstable/ast";
import {
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isTypeNode,
  isTypeOfExpression,
} from "typescript/unstable/ast/is";
import type { Symbol as ApiSymbol } from "typescript/unstable/sync";
import { expect, test } from "vitest";
import { BUILT_INS, neededVersions, WEB_APIS } from "../browser-support.ts";
import { openProject, parsedFile, readFiles } from "./source-files.ts";

/**
 * No script uses an API that one of the oldest supported browsers lacks (client/build/browser-versions.ts), unless it
 * checks first in the same function: `"name" in thing`, `typeof thing.name` or `thing.name?.()`. TypeScript tells which
 * API each name in a file is, and MDN's data since when browsers have it. The declared type counts, so a cast that
 * hides an API from TypeScript hides it from this test.
 */

const { checker } = openProject();

/** TypeScript's own declarations of JavaScript and of browsers. */
const LIBRARY = /\/lib\.[\w.]*d\.ts$/;

/** The APIs in a file that are too new for some browser, as "line 12: URL.parse needs Safari 18". */
function findNewerApis(path: string): string[] {
  const file = parsedFile(path);
  const names: Identifier[] = [];
  const collect = (node: Node): void => {
    if (isTypeNode(node)) return;
    if (isIdentifier(node)) names.push(node);
    node.forEachChild(collect);
  };
  collect(file);
  const symbols = checker.getSymbolAtLocation(names);
  return names.flatMap((name, index) => {
    const used = platformApi(name, symbols[index]);
    const needed = used === null ? null : neededVersions(used.compat);
    if (used === null || needed === null || isGuarded(name, used.api)) return [];
    const { line } = file.getLineAndCharacterOfPosition(name.getStart());
    return [`line ${line + 1}: ${used.api} needs ${needed}`];
  });
}

type PlatformApi = { api: string; compat: CompatStatement };

/** The API that a name in the source stands for; null for the shop's own names, and for names that the data lacks. */
function platformApi(name: Identifier, symbol: ApiSymbol | undefined): PlatformApi | null {
  const { parent } = name;
  const isTaken = isBindingElement(parent) && (parent.propertyName ?? parent.name) === name;
  const declared = isTaken ? propertyOf(parent.parent, name.text) : symbol;
  if (!declared?.declarations.some(({ path }) => LIBRARY.test(path))) return null;
  const owner = declared.getParent()?.name;
  if (owner === undefined)
    return declared.valueDeclaration === undefined ? null : findCompat(["", "Window"], declared.name);
  // Static members are declared without the constructor's name.
  const object = isPropertyAccessExpression(parent) ? parent.expression.getText().split(".").at(-1) : undefined;
  return findCompat(object === undefined ? [owner] : [owner, object], declared.name);
}

/** `const { name } = thing`. */
function propertyOf(pattern: Node, name: string): ApiSymbol | undefined {
  const type = checker.getTypeAtLocation(pattern);
  return type && checker.getPropertyOfType(type, name);
}

/** Where MDN's data has the members of an interface. Those of `Intl` are one level deeper. */
const DATA: readonly CompatTree[] = [WEB_APIS, BUILT_INS, BUILT_INS.Intl ?? {}];

/** The data about a member of the first owner that has it; an owner "" is the global scope. */
function findCompat(owners: readonly string[], name: string): PlatformApi | null {
  for (const declared of owners) {
    const owner = declared.replace(/^Readonly|Constructor$/g, "");
    const compat = DATA.map((data) => compatOf(data, owner, name)).find((each) => each !== undefined);
    if (compat !== undefined) return { api: owner === "" ? name : `${owner}.${name}`, compat };
  }
  if (owners.some((owner) => DATA.some((data) => owner in data))) return null;
  // MDN's data has no mixins such as ParentNode or Body: their members are at each interface that includes them.
  const namesakes = [WEB_APIS, BUILT_INS].flatMap((data) =>
    Object.keys(data).flatMap((owner) => compatOf(data, owner, name) ?? []),
  );
  const compat = namesakes.find((namesake) => neededVersions(namesake) === null) ?? namesakes[0];
  return compat === undefined ? null : { api: `${owners[0]}.${name}`, compat };
}

function compatOf(data: CompatTree, owner: string, name: string): CompatStatement | undefined {
  const members = owner === "" ? data : data[owner];
  return (members?.[name] ?? members?.[`${name}_static`])?.__compat;
}

function isGuarded(name: Identifier, api: string): boolean {
  const { parent } = name;
  const access = isPropertyAccessExpression(parent) && parent.name === name ? parent : name;
  const user = access.parent;
  if (isTypeOfExpression(user)) return true;
  const isOptional =
    (isCallExpression(user) || isPropertyAccessExpression(user) || isElementAccessExpression(user)) &&
    user.expression === access &&
    user.questionDotToken !== undefined;
  if (isOptional) return true;
  let outermost: Node = name;
  while (outermost.parent.parent !== undefined) outermost = outermost.parent;
  const [owner = ""] = api.split(".");
  return new RegExp(`"(${owner}|${name.text})" in |typeof (\\w+\\.)*${name.text}\\b`).test(outermost.getText());
}

test("no script uses an API that the oldest browsers lack", () => {
  const scripts = ["client", "src"]
    .flatMap((folder) => readFiles(folder, [".ts", ".tsx"]))
    .map(({ path }) => path)
    .filter((path) => /^client\/(?!build\/)|^src\/shared\/|-rules\.ts$/.test(path));
  expect(scripts.flatMap((path) => findNewerApis(path).map((found) => `${path}, ${found}`))).toEqual([]);
});
