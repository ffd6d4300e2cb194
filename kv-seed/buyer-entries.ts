import { BUYER_PREFIX, buyerEntry, buyerPrefix } from "../src/services/buyer-index.ts";
import { checkValue } from "../src/services/kv.ts";
import { correctedEmailKey, intentIdOfKey, orderFactSchema } from "../src/services/orders.ts";
import type { TokenKey } from "../src/services/token-keys.ts";
import { deleteKeys, putEntries, withEntries } from "./changes.ts";
import type { CommandContext } from "./command.ts";
import { UsageError } from "./data-files.ts";
import { listOrderNames, readOrders, type StoredOrder } from "./order-records.ts";
import type { KvEntry, KvStore } from "./wrangler.ts";

/**
 * Returns the index entries of a paid order, by address and by account. After a correction only the corrected address
 * is in the index.
 */
export async function buyerEntriesOf(
  keys: readonly TokenKey[],
  { intentId, values }: Pick<StoredOrder, "intentId" | "values">,
): Promise<readonly KvEntry[]> {
  const correctedKey = correctedEmailKey(intentId);
  const entries = await Promise.all(
    [...values].map(async ([key, value]) => {
      const checked = checkValue(value, orderFactSchema);
      if (!checked.ok) return [];
      const fact = checked.value;
      const isCorrection = key === correctedKey;
      const byAddress =
        isCorrection || !values.has(correctedKey)
          ? await buyerEntry(keys, key, isCorrection ? { ...fact, status: "paid" } : fact)
          : null;
      return [byAddress, await buyerEntry(keys, key, fact, "userId")];
    }),
  );
  return entries.flat().filter((entry) => entry !== null);
}

/** The payment of an index key, whatever its buyer and signing key. */
export function intentIdOfBuyerKey(key: string): string {
  return intentIdOfKey(key.slice(key.lastIndexOf(":") + 1));
}

/** Returns the payments of an address, in any case, from the index; none without an address or a key. */
export async function findByAddress(
  store: KvStore,
  email: string,
  keys: readonly TokenKey[],
): Promise<readonly string[]> {
  const prefix = email === "" ? null : await buyerPrefix(keys, email);
  if (prefix === null) return [];
  return [...new Set((await store.list(prefix)).map(({ name }) => intentIdOfBuyerKey(name)))];
}

/** Resolves to the keys of the index and of gift codes; to none, after a message, if this machine does not have them. */
export async function readKeysHere(
  { readOrderKeys, terminal }: CommandContext,
  describe: (reason: string) => string = () =>
    "Nothing is looked for by the address's hash: ORDER_TOKEN_KEYS is not on this machine.",
): Promise<readonly TokenKey[]> {
  try {
    return await readOrderKeys();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.note(describe(error.message));
    return [];
  }
}

/**
 * Completes the index, so that `order` and the shop find every order by its buyer's address and account, also an order
 * from before the index or under a removed key. Removes the entries of an order's earlier address. `written`: entries
 * that were just written, which KV lists a minute later.
 */
export async function indexBuyers(
  { openStore, readOrderKeys, terminal }: CommandContext,
  written: readonly KvEntry[] = [],
): Promise<void> {
  let keys: readonly TokenKey[];
  try {
    keys = await readOrderKeys();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The orders themselves have been written; they are found without the index too.
    terminal.note(`Orders are not indexed by buyer. ${error.message}`);
    return;
  }
  const store = withEntries(openStore("ORDERS"), written);
  const names = (await listOrderNames(store)).filter(({ isPaid }) => isPaid);
  const orders = await readOrders(store, names);
  const known = new Set((await store.list(BUYER_PREFIX)).map(({ name }) => name));
  const wanted = (await Promise.all(orders.map((order) => buyerEntriesOf(keys, order)))).flat();
  const right = new Set(wanted.map(({ key }) => key));
  const corrected = new Set(orders.filter(isCorrected).map(({ intentId }) => intentId));
  const stale = [...known].filter((key) => corrected.has(intentIdOfBuyerKey(key)) && !right.has(key));
  const missing = wanted.filter(({ key }) => !known.has(key));
  if (missing.length > 0) {
    const { went } = await putEntries(store, missing, terminal, "indexed");
    terminal.out(`${went.length} indexed by the buyer's address or account.`);
  }
  if (stale.length > 0) {
    const { went } = await deleteKeys(store, stale, terminal);
    terminal.out(`${went.length} of an earlier address removed from the index.`);
  }
}

function isCorrected({ intentId, values }: StoredOrder): boolean {
  return values.has(correctedEmailKey(intentId));
}
