/**
 * Checks a value against the part of JSON Schema that TypeScript's types become. Faults are texts that name their
 * place.
 */

type TypeName = "object" | "array" | "string" | "number" | "boolean" | "null";

export type JsonSchema = {
  $ref?: string;
  type?: TypeName | readonly TypeName[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
};
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** `form`: a posted form, where every value is text, and lists are objects with their indexes as names. */
export type Encoding = "json" | "form";

type Fault = { path: readonly string[]; message: string };
type Check = { definitions: Definitions; encoding: Encoding };

/** The faults, such as `metadata.price: number in place of string`; empty = none. */
export function findFaults(
  definitions: Definitions,
  schema: JsonSchema,
  value: unknown,
  encoding: Encoding = "json",
): readonly string[] {
  return faultsOf({ definitions, encoding }, schema, value, []).map(
    ({ path, message }) => `${path.length === 0 ? "the whole" : path.join(".")}: ${message}`,
  );
}

/** The schema of a reference. Throws if there is none. */
export function resolveSchema(definitions: Definitions, schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const name = decodeURIComponent(schema.$ref.replace("#/definitions/", ""));
  const found = definitions[name];
  if (found === undefined) throw new Error(`no definition of ${name}`);
  return resolveSchema(definitions, found);
}

function faultsOf(check: Check, reference: JsonSchema, value: unknown, path: readonly string[]): readonly Fault[] {
  const schema = resolveSchema(check.definitions, reference);
  const known = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword));
  if (known !== undefined) throw new Error(`the keyword ${known} of JSON Schema is not known here`);
  if (schema.anyOf !== undefined) return faultsOfAny(check, schema.anyOf, value, path);
  if (schema.const !== undefined || schema.enum !== undefined) {
    const allowed = schema.enum ?? [schema.const];
    const isOne = allowed.some((one) => one === value || (check.encoding === "form" && String(one ?? "") === value));
    const names = allowed.slice(0, 12).map((one) => JSON.stringify(one));
    return isOne ? [] : [{ path, message: `${shown(value)} is none of ${names.join(", ")}` }];
  }
  const types = [schema.type ?? []].flat();
  // No type at all means `unknown`.
  if (types.length === 0) return [];
  const type = types.find((name) => isOfType(check, name, value));
  if (type === undefined) return [{ path, message: `${shown(value)} in place of ${types.join(" or ")}` }];
  if (type === "array") {
    const { items } = schema;
    if (items === undefined) return [];
    return Object.entries(value as object).flatMap(([index, item]) => faultsOf(check, items, item, [...path, index]));
  }
  return type === "object" ? faultsOfObject(check, schema, value as Record<string, unknown>, path) : [];
}

const KEYWORDS = new Set(["type", "const", "enum", "anyOf", "properties", "required", "additionalProperties", "items"]);

function faultsOfObject(
  check: Check,
  { properties = {}, required = [], additionalProperties: others = true }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
): readonly Fault[] {
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => ({ path: [...path, name], message: "is missing" }));
  const wrong = Object.entries(value).flatMap(([name, one]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : others;
    if (one === undefined || schema === true || schema === undefined) return [];
    if (schema === false) return [{ path: [...path, name], message: "is not known to Stripe" }];
    return faultsOf(check, schema, one, [...path, name]);
  });
  return [...missing, ...wrong];
}

/** The faults by the alternative that fits best: the one with the deepest fault. */
function faultsOfAny(
  check: Check,
  alternatives: readonly JsonSchema[],
  value: unknown,
  path: readonly string[],
): readonly Fault[] {
  const tried = alternatives.map((schema) => faultsOf(check, schema, value, path));
  const depth = (faults: readonly Fault[]) => Math.min(...faults.map((fault) => fault.path.length));
  const isOther = (faults: readonly Fault[]) =>
    faults.some(
      (fault) =>
        fault.path.length === path.length + 1 &&
        KINDS.has(fault.path.at(-1) ?? "") &&
        fault.message.includes("none of"),
    );
  return tried.reduce((best, faults) => {
    if (best.length === 0 || faults.length === 0) return best.length === 0 ? best : faults;
    if (isOther(best) !== isOther(faults)) return isOther(best) ? faults : best;
    return depth(faults) > depth(best) || (depth(faults) === depth(best) && faults.length < best.length)
      ? faults
      : best;
  });
}
/** Fields that tell alternatives apart. */
const KINDS = new Set(["object", "type"]);

function isOfType({ encoding }: Check, type: TypeName, value: unknown): boolean {
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (encoding === "json") {
    if (type === "array") return Array.isArray(value);
    return type === "null" ? value === null : typeof value === type;
  }
  if (type === "array")
    return (
      typeof value === "object" && value !== null && Object.keys(value).every((key, index) => key === String(index))
    );
  if (typeof value !== "string") return false;
  if (type === "number") return /^-?\d+(\.\d+)?$/.test(value);
  if (type === "boolean") return value === "true" || value === "false";
  // An empty text removes a value, so it is not a text (https://docs.stripe.com/api/errors, parameter_invalid_empty).
  return type === "null" ? value === "" : value !== "";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
