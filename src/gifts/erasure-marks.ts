import { ERASABLE_KINDS, type Erasable } from "../ledger/erasure.ts";
import type { KvEntry, KvStore } from "../server/kv-store.ts";
import { mapKeys } from "../shared/map-keys.ts";
import { RETENTION } from "../shared/retention.ts";
import { DAY_S } from "../shared/time.ts";

/**
 * What was erased, in `GIFTS`: a key for each, `erased.payments.pi_…`, without an address or a name. A restored ledger has
 * back what was erased after its copy was made, and KV is not restored with it. So `restored` reads the marks
 * and erases again. Stripe could bear the mark of a payment only, not that of a withdrawal or of a gift's recipient.
 */

/** The beginning of each mark's key. No gift's own key has a dot. */
export const ERASURE_MARK = "erased.";

/** No copy of the ledger has an older order. */
const KEPT_S = (RETENTION.orderYears + 1) * 366 * DAY_S;
/** A binding takes no later moment: its option is a 32-bit number. */
const EXPIRATION_MAX_S = 2 ** 31 - 1;

export function markErasure(erased: Erasable, now: Date): readonly KvEntry[] {
  const value = JSON.stringify({ at: now.toISOString() });
  const expiration = Math.min(Math.floor(now.getTime() / 1000) + KEPT_S, EXPIRATION_MAX_S);
  return ERASABLE_KINDS.flatMap((kind) =>
    (erased[kind] ?? []).map((id) => ({ key: `${ERASURE_MARK}${kind}.${id}`, value, expiration })),
  );
}

/** All that was ever erased, by its marks. Rejects if KV is away. */
export async function readErasures(gifts: KvStore): Promise<Required<Erasable>> {
  const keys = (await gifts.list(ERASURE_MARK)).map(({ name }) => name);
  return mapKeys(ERASABLE_KINDS, (kind) => {
    const prefix = `${ERASURE_MARK}${kind}.`;
    return keys.flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []));
  });
}
