import { FULL } from "../full.ts";

/** The items in every order. */
export function turnsOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => turnsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

/**
 * The items in every order in a full run; else in a sample: the list and its reverse, begun at each item. In the sample
 * each item comes at each place, and of each pair each item comes first.
 */
export function sampleTurnsOf<T>(items: readonly T[]): T[][] {
  if (FULL || items.length < 4) return turnsOf(items);
  return [items, items.toReversed()].flatMap((list) =>
    list.map((_, start) => [...list.slice(start), ...list.slice(0, start)]),
  );
}
