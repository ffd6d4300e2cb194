import { type ApiError, type FormObject, invalid, textOf } from "./stripe-parameters.ts";

/** How Stripe pages through what it has: newest first, `limit` and `starting_after`, an object with `data` and `has_more`. */

export const LIST_PARAMETERS = ["limit", "starting_after", "created", "expand"] as const;

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;
const COMPARISONS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

export type StripeList<T> = { object: "list"; url: string; has_more: boolean; data: readonly T[] };

/** One page of the objects, which stand oldest first. `created[gte]` and its like choose by time. */
export function listPage<T extends { id: string; created?: number }>(
  url: string,
  oldestFirst: readonly T[],
  parameters: FormObject,
): StripeList<T> | ApiError {
  const limit = Number(textOf(parameters.limit) ?? LIMIT_DEFAULT);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    return invalid("This value must be between 1 and 100.", { param: "limit" });
  }
  const bounds = Object.entries(typeof parameters.created === "object" ? parameters.created : {});
  const unknown = bounds.find(([name, bound]) => COMPARISONS[name] === undefined || !/^\d+$/.test(String(bound)));
  if (unknown !== undefined || typeof parameters.created === "string") {
    return invalid("created takes gt, gte, lt and lte, in seconds since 1970.", { param: "created" });
  }
  const found = oldestFirst
    .filter(({ created = 0 }) => bounds.every(([name, bound]) => COMPARISONS[name]?.(created, Number(bound))))
    .toReversed();
  const after = textOf(parameters.starting_after);
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) return invalid(`No such object: '${after}'`, { param: "starting_after" });
  return { object: "list", url, has_more: found.length > start + limit, data: found.slice(start, start + limit) };
}

/** The names after `expand[]`, such as `data.line_items`. */
export function expanded(parameters: FormObject): readonly string[] {
  return typeof parameters.expand === "object" ? Object.values(parameters.expand).map(String) : [];
}
