import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";
import { readFiles } from "./source-files.ts";

/**
 * A translator, such as Google's, replaces each text of a page by an element. React does not know, and a React island
 * dies when it removes a text that is gone, or puts something before it. It removes a text by itself only if the text
 * has brothers. So in `client/` a text is always the only child of its element: not beside another child, not in a
 * fragment or a component (whose place is not known), not in a list, and no component returns one.
 */

type Node = { type: string; start: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

/** The values that a function returns; functions inside it have their own. */
function returnsOf({ body, expression }: Node): Node[] {
  if (expression === true) return [body as Node];
  const found: Node[] = [];
  const collect = (node: Node): void => {
    if (node.type === "ReturnStatement" && isNode(node.argument)) found.push(node.argument);
    if (!FUNCTIONS.has(node.type)) for (const child of childrenOf(node)) collect(child);
  };
  if (isNode(body)) for (const child of childrenOf(body)) collect(child);
  return found;
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** The places in a file where React may have to remove a text by itself, as "line 12: …". */
function findLooseTexts(text: string): string[] {
  const program = parseAst(text, { lang: "tsx" }) as unknown as Node;
  const found: string[] = [];
  const report = ({ start }: Node, what: string) => {
    found.push(`line ${text.slice(0, start).split("\n").length}: ${what}`);
  };
  /** Names of props that are declared to hold one element. */
  const elements = new Set<string>();
  walk(program, (node) => {
    if (node.type !== "TSPropertySignature") return;
    const [name, type] = [(node.key as Node).name, text.slice(node.start, node.end as number)];
    if (/: ReactElement;?$/.test(type)) elements.add(String(name));
  });

  /** Whether a child, or a value that a component returns, may be a text. */
  const mayBeText = (node: Node): boolean => {
    switch (node.type) {
      case "JSXElement":
      case "JSXFragment":
      case "JSXEmptyExpression":
        return false;
      case "JSXText":
        return /\S/.test(String(node.value)) || !String(node.value).includes("\n");
      case "JSXExpressionContainer":
        return mayBeText(node.expression as Node);
      case "ConditionalExpression":
        return [node.consequent, node.alternate].some((branch) => mayBeText(branch as Node));
      case "LogicalExpression":
        return [node.left, node.right].some((side) => mayBeText(side as Node));
      case "Literal":
        return typeof node.value === "string" || typeof node.value === "number";
      case "Identifier":
        return node.name !== "undefined" && !elements.has(String(node.name));
      case "CallExpression":
        return !isList(node) || listMayHoldText(node);
      default:
        return true;
    }
  };
  const isList = ({ callee }: Node) =>
    isNode(callee) && callee.type === "MemberExpression" && (callee.property as Node).name === "map";
  const listMayHoldText = (call: Node) => {
    const [make] = call.arguments as Node[];
    return make === undefined || !FUNCTIONS.has(make.type) || returnsOf(make).some(mayBeText);
  };
  const isListOfTexts = (node: Node): boolean =>
    node.type === "JSXExpressionContainer"
      ? isListOfTexts(node.expression as Node)
      : node.type === "CallExpression" && isList(node) && listMayHoldText(node);

  walk(program, (node) => {
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      const children = (node.children as Node[]).filter(
        (child) => !(child.type === "JSXText" && !mayBeText(child)) && !isComment(child),
      );
      const name = node.type === "JSXFragment" ? "" : text.slice(node.start).match(/^<([\w.]+)/)?.[1];
      const isPlace = name !== undefined && /^[a-z]/.test(name);
      for (const child of children.filter(mayBeText)) {
        if (!isPlace) report(child, `a text in <${name}>, whose place is not known`);
        else if (children.length > 1) report(child, `a text beside another child of <${name}>`);
        else if (isListOfTexts(child)) report(child, `a list of texts in <${name}>`);
      }
    }
    if (!FUNCTIONS.has(node.type)) return;
    const returned = returnsOf(node);
    const isComponent = /^[A-Z]/.test(String((node.id as Node | null)?.name ?? "")) || returned.some(holdsMarkup);
    for (const value of returned) if (isComponent && mayBeText(value)) report(value, "a text that a component returns");
  });
  return found;
}

const isComment = (node: Node) =>
  node.type === "JSXExpressionContainer" && (node.expression as Node).type === "JSXEmptyExpression";

/** Whether a returned value has markup in one of its branches. */
function holdsMarkup(node: Node): boolean {
  if (node.type === "JSXElement" || node.type === "JSXFragment") return true;
  if (node.type === "ConditionalExpression")
    return [node.consequent, node.alternate].some((branch) => holdsMarkup(branch as Node));
  return node.type === "LogicalExpression" && holdsMarkup(node.right as Node);
}

/** How a script finds a text by its place, or keeps hold of it. */
const BY_PLACE =
  /\.(?:firstChild|lastChild|nextSibling|previousSibling|nodeValue)\b|\b(?:insertBefore|removeChild|createTextNode)\(/;

test("no script of a page reaches for a text by its place", () => {
  const scripts = readFiles("client", [".ts", ".tsx"]).filter(({ path }) => !path.startsWith("client/build/"));
  expect(scripts.filter(({ text }) => BY_PLACE.test(text)).map(({ path }) => path)).toEqual([]);
});

const files = readFiles("client", [".tsx"]);

test.each(files)("$path has no text that React would remove by itself", ({ text }) => {
  expect(findLooseTexts(text)).toEqual([]);
});
