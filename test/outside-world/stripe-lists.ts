import * as z from "zod";
import { ApiError, type FormObject, integer, list, readParameters, text } from "./stripe-parameters.ts";

/** Stripe's pagination: newest first, `limit` and `starting_after`, an object with `data` and `has_more`. */

/** What a list may show whole. Stripe refuses a field that the answer does not have (docs, "Expanding responses"). */
const EXPAND = list(
  z.enum(
    ["latest_charge", "line_items", "source", "balance_transaction", "failure_balance_transaction"].map(
      (field) => `data.${field}`,
    ),
  ),
).default([]);

const LIST_SHAPE = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer.optional(), lt: integer.optional() }).default({}),
  expand: EXPAND,
};

export type StripeList<T> = { object: "list"; url: string; has_more: boolean; data: readonly T[] };
/** Not every kind has `created`. */
type Listed = { id: string; created?: number };

/**
 * One page of the objects, which must be oldest first. `created[gte]` and the fields of `filters` select among them.
 * `show` makes each object's answer, with expanded fields such as `data.line_items`.
 */
export function listPage<T extends Listed>(
  url: string,
  oldestFirst: readonly T[],
  form: FormObject,
  show: (object: T, expand: readonly string[]) => unknown = (object) => object,
  filters: readonly string[] = [],
): StripeList<unknown> {
  const filterShape = Object.fromEntries(filters.map((name) => [name, text.optional()]));
  const {
    limit,
    starting_after: after,
    created,
    expand,
    ...wanted
  } = readParameters(form, {
    ...LIST_SHAPE,
    ...filterShape,
  });
  const found = oldestFirst
    .filter((object) => (object.created ?? 0) >= (created.gte ?? 0))
    .filter((object) => (object.created ?? 0) < (created.lt ?? Number.POSITIVE_INFINITY))
    .filter((object) => Object.entries(wanted).every(([name, value]) => String(Reflect.get(object, name)) === value))
    .toReversed();
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw new ApiError(`No such object: '${after}'`, { param: "starting_after" });
  const data = found.slice(start, start + limit).map((object) => show(object, expand));
  return { object: "list", url, has_more: found.length > start + limit, data };
}

const SEARCH_SHAPE = {
  query: text,
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  page: text.optional(),
  expand: EXPAND,
};

/**
 * One page of a search (https://docs.stripe.com/search), newest first. It knows one clause of the query language: a
 * field of the metadata with a value, in any case.
 */
export function searchPage<T extends Listed & { metadata: Readonly<Record<string, string>> }>(
  url: string,
  oldestFirst: readonly T[],
  form: FormObject,
  show: (object: T, expand: readonly string[]) => unknown,
): { object: "search_result"; url: string; has_more: boolean; next_page: string | null; data: readonly unknown[] } {
  const { query, limit, page, expand } = readParameters(form, SEARCH_SHAPE);
  const [, name = "", value = ""] = /^metadata\["(\w+)"\]:"([^"\\]+)"$/.exec(query) ?? [];
  if (name === "") throw new ApiError(`We were unable to parse your search query: ${query}`, { param: "query" });
  const found = oldestFirst
    .filter(({ metadata }) => metadata[name]?.toLowerCase() === value.toLowerCase())
    .toReversed();
  const start = Number(page ?? 0);
  const isMore = found.length > start + limit;
  const data = found.slice(start, start + limit).map((object) => show(object, expand));
  return { object: "search_result", url, has_more: isMore, next_page: isMore ? String(start + limit) : null, data };
}
