import { BUYER_PREFIX, buyerHash } from "../src/services/buyer-index.ts";
import {
  addressIn,
  DELIVERY_KEYS,
  type DeliveryOutcome,
  erasedEntry,
  readDeliveryKey,
  refusedEntry,
} from "../src/services/delivery-facts.ts";
import { erasedKey, withoutPerson } from "../src/services/erasure.ts";
import { checkValue, giftSchema } from "../src/services/kv.ts";
import { linkTallyPrefix } from "../src/services/link-requests.ts";
import { boughtAt, isRepaid, joinOrder, type Order, type OrderFact, orderFactSchema } from "../src/services/orders.ts";
import { TALLY_PREFIX } from "../src/services/receipts.ts";
import type { TokenKey } from "../src/services/token-keys.ts";
import { WITHDRAWAL_PREFIX, type Withdrawal, withdrawalSchema } from "../src/services/withdrawals.ts";
import { ERASED_GIFT_NAMES } from "../src/shared/gift.ts";
import { intentIdOfBuyerKey } from "./buyer-entries.ts";
import { storedEntry } from "./changes.ts";
import { giftMetadataSchema } from "./gift-list.ts";
import { listOrderNames, newestFirst, readOrders, type StoredOrder } from "./order-records.ts";
import type { NamedPayment } from "./payments-of.ts";
import { entriesOfFact, type StripeFact } from "./stripe-facts.ts";
import {
  answerEntry,
  outcomeOf,
  readWithdrawals,
  WITHDRAWAL_DAYS,
  type WithdrawalRecord,
} from "./withdrawal-records.ts";
import type { KvEntry, KvKey, KvStore } from "./wrangler.ts";

/** The shop's data about an address, and the part that can be erased. */

/**
 * `told`: facts of a sale that only Stripe has, because no event of it came. `isNamedHere`: KV itself has the address.
 * `isLeft`: as in `NamedPayment`.
 */
export type PersonOrder = StoredOrder & { told: readonly StripeFact[]; isNamedHere: boolean; isLeft: boolean };

export type PersonWithdrawal = WithdrawalRecord & { withdrawal: Withdrawal };

/** Facts with the address in an order that is somebody else's: it was typed first, and another one counts now. */
export type Mention = { intentId: string; facts: readonly { key: string; fact: OrderFact }[] };

export type Person = {
  orders: readonly PersonOrder[];
  mentions: readonly Mention[];
  /** The codes under which their gifts are stored, by payment: also of gifts that only the return page has stored. */
  giftCodes: ReadonlyMap<string, string>;
  /** Declared with this address, or by the link of one of these orders. */
  withdrawals: readonly PersonWithdrawal[];
  /** Keys of the index that find the orders by address. */
  indexKeys: readonly string[];
  /** Gifts of others that wait to be mailed to the address; `plan` is null before the payment. */
  deliveries: readonly { key: string; intentId: string; plan: string | null }[];
  /** Keys of the counts of mails to the address, which hold a keyed hash of it for some days. */
  counts: readonly string[];
};

/** The writes and removals of an erasure, by namespace. */
export type Erasure = {
  orders: { put: readonly KvEntry[]; remove: readonly string[] };
  gifts: { put: readonly KvEntry[] };
};

/** The data from outside the namespaces: the address's payments at Stripe, and the keys of the index by address. */
export type Elsewhere = { payments: readonly NamedPayment[]; keys: readonly TokenKey[] };

/**
 * Finds all data about an address, whatever its case. Reads every order and withdrawal, because the index has only paid
 * orders, by their present address.
 */
export async function findPerson(
  store: KvStore,
  gifts: KvStore,
  email: string,
  { payments, keys }: Elsewhere,
): Promise<Person> {
  const wanted = email.toLowerCase();
  const named = new Map(payments.map((payment) => [payment.intentId, payment]));
  const stored = await readOrders(store, await listOrderNames(store));
  const known = new Set(stored.map(({ intentId }) => intentId));
  const unknown = [...named.keys()].filter((intentId) => !known.has(intentId)).map(nothingStored);
  const mentions: Mention[] = [];
  const orders = [...stored, ...unknown].flatMap((order) => {
    const { intentId } = order;
    const facts = factsIn(order.values).filter(({ fact }) => fact.email?.toLowerCase() === wanted);
    const isNamedHere = facts.length > 0;
    const owner = order.order?.email?.toLowerCase();
    if (owner !== undefined && owner !== wanted) {
      if (isNamedHere) mentions.push({ intentId, facts });
      return [];
    }
    const payment = named.get(intentId);
    const isLeft = payment?.isLeft === true;
    return isNamedHere || payment !== undefined ? [{ ...withStripe(order, payment), isNamedHere, isLeft }] : [];
  });
  const intentIds = new Set(orders.map(({ intentId }) => intentId));

  const values = await store.get((await store.list(WITHDRAWAL_PREFIX)).map(({ name }) => name));
  const theirs = [...values.keys()].filter((key) => {
    const checked = checkValue(values.get(key) ?? "", withdrawalSchema);
    return checked.ok && (checked.value.email.toLowerCase() === wanted || intentIds.has(checked.value.intentId ?? ""));
  });
  const withdrawals = (await readWithdrawals(store, theirs, keys)).flatMap((record) => {
    const { withdrawal } = record;
    return withdrawal === null ? [] : [{ ...record, withdrawal }];
  });
  const references = new Set(withdrawals.map(({ withdrawal }) => withdrawal.reference));
  const hash = await buyerHash(keys, email);
  const index = orders.length === 0 ? [] : await store.list(BUYER_PREFIX);
  const counts = await store.list(TALLY_PREFIX);
  return {
    orders: newestFirst(orders),
    mentions,
    giftCodes: await findGiftCodes(gifts, orders),
    withdrawals,
    indexKeys: index.map(({ name }) => name).filter((name) => intentIds.has(intentIdOfBuyerKey(name))),
    deliveries: await findDeliveries(store, wanted),
    counts: counts.map(({ name }) => name).filter((name) => isCountOf(name, hash, references)),
  };
}

function nothingStored(intentId: string): StoredOrder {
  return { intentId, keys: [], time: "", isPaid: false, order: null, values: new Map() };
}

/** Adds Stripe's fact to an order, unless the shop knows already that it was paid. */
function withStripe(
  stored: StoredOrder,
  payment: NamedPayment | undefined,
): Omit<PersonOrder, "isNamedHere" | "isLeft"> {
  if (payment === undefined || stored.order?.status === "paid") return { ...stored, told: [] };
  const { fact: told } = payment;
  if (told === null) return { ...stored, order: null, told: [] };
  const joined = joinOrder(stored.intentId, new Map([...stored.values, [told.key, JSON.stringify(told.fact)]]));
  const order = joined.status === "found" ? joined.value : null;
  const time = order === null ? stored.time : boughtAt(order);
  return { ...stored, order, time, told: order?.status === "paid" ? [told] : [] };
}

/** Finds the codes of the orders' gifts. A gift's metadata name its payment from the moment that it is stored. */
async function findGiftCodes(gifts: KvStore, orders: readonly StoredOrder[]): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const { name, metadata } of orders.length === 0 ? [] : await gifts.list()) {
    const { intentId } = giftMetadataSchema.safeParse(metadata).data ?? {};
    if (intentId !== undefined) codes.set(intentId, name);
  }
  return new Map(
    orders.flatMap(({ intentId, order }) => {
      const code = codes.get(intentId) ?? order?.giftCode;
      return code === undefined ? [] : [[intentId, code] as const];
    }),
  );
}

/** A count's key ends with the withdrawal that it counts, or begins with the hash of an address that got links. */
function isCountOf(key: string, hash: string | null, references: ReadonlySet<string>): boolean {
  const isOfLinks = hash !== null && key.startsWith(linkTallyPrefix(hash));
  return isOfLinks || references.has(key.slice(key.lastIndexOf(":") + 1));
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

/** The end of the key of the outcome `sent`. */
const SENT = ".sent" satisfies `.${DeliveryOutcome}`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Why an order's address is still needed for its contract; null if it is not. `open`: the open withdrawals. */
export function whyStillNeeded(order: Order | null, open: readonly PersonWithdrawal[], now: Date): string | null {
  if (order === null) return "it is not known yet whether it was paid";
  if (order.status !== "paid") return null;
  if (order.dispute === "open") return "its dispute is open";
  if (isRepaid(order)) return null;
  const ageMs = now.getTime() - Date.parse(boughtAt(order));
  if (ageMs < WITHDRAWAL_DAYS * DAY_MS) return `it can be withdrawn from for ${WITHDRAWAL_DAYS} days`;
  return open.some((record) => isAbout(record, order)) ? "its withdrawal has to be answered" : null;
}

/** Whether a withdrawal may be of this order, which perhaps only Stripe knows. */
function isAbout({ withdrawal, orders }: PersonWithdrawal, { intentId }: Order): boolean {
  return withdrawal.intentId === intentId || orders.some((meant) => meant.intentId === intentId);
}

/**
 * The entries to write before anything is erased. They mark the paid orders: once every place sees the marks, no event
 * restores erased data. They answer the repaid withdrawals: the order of these may be known by the address alone.
 */
export async function markErasure(
  { orders, withdrawals }: Pick<Person, "orders" | "withdrawals">,
  now: Date,
): Promise<readonly KvEntry[]> {
  const marks = orders.flatMap(({ intentId, order }) =>
    order?.status === "paid" ? [{ intentId, erasedAt: now.toISOString(), updatedAt: order.createdAt }] : [],
  );
  const facts = marks.map((fact) => entriesOfFact({ key: erasedKey(fact.intentId), fact }, now));
  const answers = withdrawals.flatMap((record) => {
    const outcome = outcomeOf(record);
    return record.answer === null && outcome.state === "repaid"
      ? [answerEntry(record.withdrawal, outcome.state, new Date(outcome.day))]
      : [];
  });
  return [...(await Promise.all(facts)).flat(), ...answers];
}

/** The changes in KV that erase these orders and withdrawals. Data that the tax law requires stay. */
export async function planErasure(
  store: KvStore,
  gifts: KvStore,
  { orders, mentions, giftCodes, withdrawals, indexKeys, deliveries }: Person,
  now: Date,
): Promise<Erasure> {
  const put: KvEntry[] = [];
  const remove: string[] = [];
  const deliveryKeys = (await store.list(DELIVERY_KEYS)).map(({ name }) => name);
  for (const { intentId, order, values, told } of orders) {
    const listed = await store.list(intentId);
    const delivery = deliveryKeys.filter((name) => readDeliveryKey(name)?.intentId === intentId);
    // The outcome `sent` is final and holds no personal data.
    const isSent = delivery.some((name) => name.endsWith(SENT));
    remove.push(...delivery.filter((name) => !name.endsWith(SENT)));
    if (delivery.length > 0 && !isSent && order?.status === "paid") put.push(erasedEntry(intentId, now));
    if (order?.status !== "paid") {
      remove.push(...values.keys());
      continue;
    }
    // The books need the sale, also one that only Stripe knows.
    for (const { key, fact } of told) put.push(...(await entriesOfFact({ key, fact: withoutPerson(fact) }, now)));
    for (const { key, fact } of factsIn(values)) {
      if (key === `${intentId}.wish`) remove.push(key);
      else if (isAboutPerson(fact)) put.push(rewritten(listed, key, withoutPerson(fact)));
    }
  }
  for (const { intentId, facts } of mentions) {
    const listed = await store.list(intentId);
    for (const { key, fact } of facts) {
      const { email: _email, ...kept } = fact;
      put.push(rewritten(listed, key, kept));
    }
  }
  const erased = new Set(orders.map(({ intentId }) => intentId));
  remove.push(...indexKeys.filter((key) => erased.has(intentIdOfBuyerKey(key))));
  for (const { key, withdrawal } of withdrawals) {
    const { reason: _reason, ...kept } = withdrawal;
    const listed = await store.list(key);
    put.push(rewritten(listed, key, { ...kept, email: "" }));
  }
  for (const { key, intentId, plan } of deliveries) {
    if (erased.has(intentId)) continue;
    remove.push(key);
    if (plan !== null) put.push(refusedEntry(intentId, plan, now));
  }
  const codes = orders.flatMap(({ intentId }) => giftCodes.get(intentId) ?? []);
  return { orders: { put, remove }, gifts: { put: await namelessGifts(gifts, codes) } };
}

/** These gifts without names: they open as before. */
async function namelessGifts(gifts: KvStore, codes: readonly string[]): Promise<readonly KvEntry[]> {
  const values = codes.length === 0 ? [] : await gifts.get(codes);
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
