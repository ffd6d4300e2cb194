import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Context, createParser, NodeParser } from "ts-json-schema-generator";
import type { Definitions, JsonSchema } from "./json-schema.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TYPES = join(import.meta.dirname, "stripe-types.ts");
/** `npm ci` empties it, so that a new version of any package begins again. */
const CACHE = join(ROOT, "node_modules/.cache/stripe-schema");

const ROOT_TYPE = "StripeTypes";

/**
 * Objects that `expand` returns instead of an id. All other fields keep their id only: with their objects the schema
 * would be all of Stripe.
 */
const EXPANDED = new Set(["Charge", "BalanceTransaction"]);

/**
 * The JSON Schema definitions of the types in `stripe-types.ts`, from the installed `stripe` package, as text. The
 * first run takes some seconds; its result is stored.
 */
export async function readStripeSchema(): Promise<string> {
  const files = [import.meta.filename, TYPES, join(ROOT, "node_modules/stripe/package.json")];
  const content = files.map((file) => readFileSync(file, "utf8")).join();
  const kept = join(CACHE, `${createHash("sha256").update(content).digest("hex").slice(0, 16)}.json`);
  try {
    return readFileSync(kept, "utf8");
  } catch {
    const text = JSON.stringify(await makeDefinitions());
    mkdirSync(CACHE, { recursive: true });
    const written = `${kept}.${process.pid}`;
    writeFileSync(written, text);
    renameSync(written, kept);
    return text;
  }
}

/** The nodes of the syntax tree, from the generator's own TypeScript. */
type Program = Parameters<typeof createParser>[0];
type TypeNode = { getText(): string; types?: readonly TypeNode[]; typeName?: { getText(): string } };

async function makeDefinitions(): Promise<Definitions> {
  const generator = await import("ts-json-schema-generator");
  const config = {
    ...generator.DEFAULT_CONFIG,
    path: TYPES,
    tsconfig: join(ROOT, "tsconfig.json"),
    type: ROOT_TYPE,
    skipTypeCheck: true,
    expose: "all",
    jsDoc: "none",
    topRef: true,
    additionalProperties: false,
  } as const;
  const program: Program = generator.createProgram(config);
  const parser = generator.createParser(program, config, (chain) => {
    // Its type does not declare that the chain is itself a parser.
    const whole = chain as unknown as NodeParser;
    chain.addNodeParser({
      supportsNode: (node) => isOpen(node as unknown as TypeNode),
      createType(node, context: Context) {
        const kept = keptTypes(node as unknown as TypeNode).map((type) => whole.createType(type as never, context));
        const [only] = kept;
        return kept.length === 1 && only !== undefined ? only : new generator.UnionType(kept);
      },
    });
  });
  const formatter = generator.createFormatter(config);
  const { definitions } = new generator.SchemaGenerator(program, parser, formatter, config).createSchema(ROOT_TYPE);
  const made = definitions as Record<string, JsonSchema>;
  // A class of the package, made from the text that Stripe sends.
  made.Decimal = { type: "string" };
  const source = made.BalanceTransaction?.properties;
  if (source !== undefined)
    source.source = { anyOf: [{ type: ["string", "null"] }, { $ref: "#/definitions/ExpandedSource" }] };
  return made;
}

const nameOf = ({ typeName }: TypeNode) => typeName?.getText();
const isId = (node: TypeNode) => node.getText() === "string";

/** Unions that are wider than Stripe's present values: with `OtherString`, or with an object instead of an id. */
function isOpen({ types = [] }: TypeNode): boolean {
  const names = types.map(nameOf);
  return names.includes("OtherString") || (types.some(isId) && names.some((name) => name !== undefined));
}

function keptTypes({ types = [] }: TypeNode): readonly TypeNode[] {
  const isExpandable = types.some(isId);
  return types.filter((type) => {
    const name = nameOf(type);
    return name === undefined || (name !== "OtherString" && (!isExpandable || EXPANDED.has(name)));
  });
}
