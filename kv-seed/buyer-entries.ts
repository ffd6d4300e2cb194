import { BUYER_PREFIX, buyerEntry } from "../src/services/buyer-index.ts";
import { checkValue } from "../src/services/kv.ts";
import { orderFactSchema } from "../src/services/orders.ts";
import type { TokenKey } from "../src/services/token-keys.ts";
import { putEntries } from "./changes.ts";
import type { CommandContext } from "./command.ts";
import { UsageError } from "./data-files.ts";
import { listOrderNames } from "./order-records.ts";
import type { KvEntry, KvStore } from "./wrangler.ts";

/** The index entries that paid orders should have and do not: of orders that are older than the index, or under a key that went. */
async function findMissingBuyerEntries(store: KvStore, keys: readonly TokenKey[]): Promise<readonly KvEntry[]> {
  const names = (await listOrderNames(store)).filter(({ isPaid }) => isPaid);
  const known = new Set((await store.list(BUYER_PREFIX)).map(({ name }) => name));
  const missing: KvEntry[] = [];
  for (const [factKey, value] of await store.get(names.flatMap((name) => name.keys))) {
    const checked = checkValue(value, orderFactSchema);
    const entry = checked.ok ? await buyerEntry(keys, factKey, checked.value) : null;
    if (entry !== null && !known.has(entry.key)) missing.push(entry);
  }
  return missing;
}

/** Makes the index whole, so that `order` and the shop find every order by its buyer's address. */
export async function indexBuyers({ openStore, readOrderKeys, terminal }: CommandContext): Promise<void> {
  let keys: readonly TokenKey[];
  try {
    keys = await readOrderKeys();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The orders themselves have been written; they are found without the index too.
    terminal.note(`Orders are not indexed by address. ${error.message}`);
    return;
  }
  const store = openStore("ORDERS");
  const missing = await findMissingBuyerEntries(store, keys);
  if (missing.length === 0) return;
  const { went } = await putEntries(store, missing, terminal, "indexed");
  terminal.out(`${went.length} indexed by the buyer's address.`);
}
