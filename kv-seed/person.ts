import { BUYER_PREFIX } from "../src/services/buyer-index.ts";
import { erasedKey, withoutPerson } from "../src/services/erasure.ts";
import { addressIn, DELIVERY_KEYS, readDeliveryKey, refusedEntry } from "../src/services/gift-delivery.ts";
import { checkValue, giftSchema } from "../src/services/kv.ts";
import { isRepaid, type Order, type OrderFact, orderFactSchema } from "../src/services/orders.ts";
import { WITHDRAWAL_PREFIX, type Withdrawal, withdrawalSchema } from "../src/services/withdrawals.ts";
import { ERASED_GIFT_NAMES } from "../src/shared/gift.ts";
import { intentIdOfBuyerKey } from "./buyer-entries.ts";
import { storedEntry } from "./changes.ts";
import { listOrderNames, newestFirst, readOrders, type StoredOrder } from "./order-records.ts";
import { entriesOfFact } from "./stripe-facts.ts";
import type { KvEntry, KvKey, KvStore } from "./wrangler.ts";

/** The shop's data about an address, and the part that can be erased. */

export type Person = {
  orders: readonly StoredOrder[];
  withdrawals: readonly Withdrawal[];
  /** Keys of the index that find the orders by address. */
  indexKeys: readonly string[];
  /** Gifts of others that wait to be mailed to the address; `plan` is null before the payment. */
  deliveries: readonly { key: string; intentId: string; plan: string | null }[];
};

/** The writes and removals of an erasure, by namespace. */
export type Erasure = {
  orders: { put: readonly KvEntry[]; remove: readonly string[] };
  gifts: { put: readonly KvEntry[] };
};

/**
 * Finds all data about an address, whatever its case. Reads every order and withdrawal, because the index has only paid
 * orders, by their present address.
 */
export async function findPerson(store: KvStore, email: string): Promise<Person> {
  const wanted = email.toLowerCase();
  const all = await readOrders(store, await listOrderNames(store));
  const orders = all.filter(({ values }) => factsIn(values).some(({ fact }) => fact.email?.toLowerCase() === wanted));
  const values = await store.get((await store.list(WITHDRAWAL_PREFIX)).map(({ name }) => name));
  const withdrawals = [...values.values()].flatMap((value) => {
    const checked = checkValue(value, withdrawalSchema);
    return checked.ok && checked.value.email.toLowerCase() === wanted ? [checked.value] : [];
  });
  const intentIds = new Set(orders.map(({ intentId }) => intentId));
  const index = orders.length === 0 ? [] : await store.list(BUYER_PREFIX);
  const indexKeys = index.map(({ name }) => name).filter((name) => intentIds.has(intentIdOfBuyerKey(name)));
  return { orders: newestFirst(orders), withdrawals, indexKeys, deliveries: await findDeliveries(store, wanted) };
}

async function findDeliveries(store: KvStore, wanted: string): Promise<Person["deliveries"]> {
  const values = await store.get((await store.list(DELIVERY_KEYS)).map(({ name }) => name));
  return [...values].flatMap(([key, value]) => {
    const delivery = addressIn(value)?.toLowerCase() === wanted ? readDeliveryKey(key) : null;
    return delivery === null ? [] : [{ key, ...delivery }];
  });
}

function factsIn(values: ReadonlyMap<string, string>): readonly { key: string; fact: OrderFact }[] {
  return [...values].flatMap(([key, value]) => {
    const checked = checkValue(value, orderFactSchema);
    return checked.ok ? [{ key, fact: checked.value }] : [];
  });
}

/** Days after the sale in which a buyer may withdraw (art. 6:230o BW); a withdrawal is repaid within as many. */
const WITHDRAWAL_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Why an order's address is still needed for its contract; null if it is not. */
export function whyStillNeeded(order: Order | null, withdrawals: readonly Withdrawal[], now: Date): string | null {
  if (order === null) return "it is not known yet whether it was paid";
  if (order.status !== "paid") return null;
  if (order.dispute === "open") return "its dispute is open";
  if (isRepaid(order)) return null;
  const isYoung = (time: string) => now.getTime() - Date.parse(time) < WITHDRAWAL_DAYS * DAY_MS;
  if (isYoung(order.paidAt ?? order.createdAt)) return `it can be withdrawn from for ${WITHDRAWAL_DAYS} days`;
  const isOpen = withdrawals.some(({ intentId, receivedAt }) => intentId === order.intentId && isYoung(receivedAt));
  return isOpen ? "its withdrawal has to be answered" : null;
}

/** The changes in KV that erase these orders and withdrawals. Data that the tax law requires stay. */
export async function planErasure(
  store: KvStore,
  gifts: KvStore,
  { orders, withdrawals, indexKeys, deliveries }: Person,
  now: Date,
): Promise<Erasure> {
  const put: KvEntry[] = [];
  const remove: string[] = [];
  for (const { intentId, order, values } of orders) {
    const listed = await store.list(intentId);
    const delivery = await store.list(DELIVERY_KEYS);
    remove.push(...delivery.map(({ name }) => name).filter((name) => readDeliveryKey(name)?.intentId === intentId));
    if (order?.status !== "paid") {
      remove.push(...values.keys());
      continue;
    }
    // Written first, so that a second run after a failure still finds the order by its address.
    const marker = { intentId, erasedAt: now.toISOString(), updatedAt: order.createdAt };
    put.push(...(await entriesOfFact({ key: erasedKey(intentId), fact: marker }, now)));
    for (const { key, fact } of factsIn(values)) {
      if (key === `${intentId}.wish`) remove.push(key);
      else if (isAboutPerson(fact)) put.push(rewritten(listed, key, withoutPerson(fact)));
    }
  }
  const erased = new Set(orders.map(({ intentId }) => intentId));
  remove.push(...indexKeys.filter((key) => erased.has(intentIdOfBuyerKey(key))));
  for (const withdrawal of withdrawals) {
    const key = WITHDRAWAL_PREFIX + withdrawal.reference;
    const { reason: _reason, ...kept } = withdrawal;
    const listed = await store.list(key);
    put.push(rewritten(listed, key, { ...kept, email: "" }));
  }
  for (const { key, intentId, plan } of deliveries) {
    if (erased.has(intentId)) continue;
    remove.push(key);
    if (plan !== null) put.push(refusedEntry(intentId, plan, now));
  }
  return { orders: { put, remove }, gifts: { put: await namelessGifts(gifts, orders) } };
}

/** The gifts of these orders without names: they open as before. */
async function namelessGifts(gifts: KvStore, orders: readonly StoredOrder[]): Promise<readonly KvEntry[]> {
  const codes = orders.flatMap(({ order }) => order?.giftCode ?? []);
  if (codes.length === 0) return [];
  const values = await gifts.get(codes);
  const entries: KvEntry[] = [];
  for (const [code, value] of values) {
    const checked = checkValue(value, giftSchema);
    if (!checked.ok) continue;
    const { message: _message, ...kept } = checked.value;
    entries.push(rewritten(await gifts.list(code), code, { ...kept, ...ERASED_GIFT_NAMES }));
  }
  return entries;
}

function isAboutPerson({ email, userId, gift }: OrderFact): boolean {
  return email !== undefined || userId !== undefined || gift !== undefined;
}

/** The same entry with another value, and its old expiration. */
function rewritten(listed: readonly KvKey[], key: string, value: object): KvEntry {
  return storedEntry(listed.find(({ name }) => name === key) ?? { name: key }, JSON.stringify(value));
}
