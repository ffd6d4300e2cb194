import { boughtAt, intentIdOfKey, joinOrder, type Order } from "../src/services/orders.ts";
import { INTENT_ID } from "../src/shared/intent-id.ts";
import { isoDateOf } from "../src/shared/time.ts";
import type { Days } from "./command.ts";
import type { KvKey, KvStore } from "./wrangler.ts";

/**
 * Payments in `ORDERS`, as the operators' commands read them. Keys of other kinds, such as withdrawals, are left out.
 */

/** A payment with facts in KV: their keys, and the time that those carry. */
export type OrderName = {
  intentId: string;
  keys: readonly string[];
  /** ISO 8601; empty if no key carries it. */
  time: string;
  /** Whether it has a fact that only a paid payment has. */
  isPaid: boolean;
};

/** One payment with its joined order; null = too little is known, or it is not readable. */
export type StoredOrder = OrderName & { order: Order | null; values: ReadonlyMap<string, string> };

/** The end of the keys, after the id, that only a paid payment has (`services/orders.ts`). */
const PAID_FACT = /^(\.session|\.refund-\d+)?$/;

/** The payments in KV whose id begins with `prefix`. */
export async function listOrderNames(store: KvStore, prefix = "pi_"): Promise<readonly OrderName[]> {
  const byIntent = new Map<string, KvKey[]>();
  for (const key of await store.list(prefix)) {
    const intentId = intentIdOfKey(key.name);
    if (INTENT_ID.test(intentId)) byIntent.set(intentId, [...(byIntent.get(intentId) ?? []), key]);
  }
  return [...byIntent].map(([intentId, keys]) => ({
    intentId,
    keys: keys.map(({ name }) => name),
    time: paidTime(keys) || latestCreation(keys),
    isPaid: keys.some(({ name }) => PAID_FACT.test(name.slice(intentId.length))),
  }));
}

/** The time in a key's metadata, so that a list can be sorted without reading every value; empty if there is none. */
export function metadataTime({ metadata }: Pick<KvKey, "metadata">, field: "paidAt" | "createdAt"): string {
  const time = (metadata as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  return typeof time === "string" && !Number.isNaN(Date.parse(time)) ? time : "";
}

/**
 * The time of payment that the joined order will have: the payment's own event counts before the hosted checkout's,
 * which may be a second later, on the next day.
 */
function paidTime(keys: readonly KvKey[]): string {
  const byName = keys.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return byName.map((key) => metadataTime(key, "paidAt")).find((time) => time !== "") ?? "";
}

function latestCreation(keys: readonly KvKey[]): string {
  return (
    keys
      .map((key) => metadataTime(key, "createdAt"))
      .sort()
      .at(-1) ?? ""
  );
}

/** Reads these payments. */
export async function readOrders(store: KvStore, names: readonly OrderName[]): Promise<readonly StoredOrder[]> {
  const values = await store.get(names.flatMap(({ keys }) => keys));
  return names.map((name) => {
    const own = new Map(
      name.keys.flatMap((key) => {
        const value = values.get(key);
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
    const joined = joinOrder(name.intentId, own);
    const order = joined.status === "found" ? joined.value : null;
    return { ...name, order, values: own, time: order === null ? name.time : boughtAt(order) };
  });
}

/** Whether a payment is of these days; true if its keys carry no time, because then it must be read. */
export function isWithin({ time }: { time: string }, { from, to }: Days): boolean {
  if (time === "") return true;
  const day = isoDateOf(new Date(time));
  return day >= from && day <= to;
}

/** Sorted by time, the newest first. */
export function newestFirst<T extends { time: string }>(orders: readonly T[]): readonly T[] {
  return orders.toSorted((a, b) => b.time.localeCompare(a.time));
}
