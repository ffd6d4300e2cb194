import * as z from "zod/mini";
import type { KvStore } from "../server/kv-store.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import { type GiftStop, giftStopKey } from "./gift-entries.ts";

/** What `GIFTS` says of a gift beside its texts: who made it, and who stopped it. */

/** The metadata of a gift: the day on which the tool made it, or the payment that bought it. */
const giftMetadataSchema = z.object({
  issued: z.catch(z.optional(z.iso.date()), undefined),
  intentId: z.catch(z.optional(z.string().check(z.regex(INTENT_ID))), undefined),
});

/**
 * The codes of bought gifts by their payments, as `GIFTS` itself has them: also of a gift that only the return page has
 * stored. Rejects if KV is away.
 */
export async function listBoughtCodes(gifts: KvStore): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const { name, metadata } of await gifts.list()) {
    const { intentId } = giftMetadataSchema.safeParse(metadata).data ?? {};
    if (intentId !== undefined) codes.set(intentId, name);
  }
  return codes;
}

/** Stores the owner's stop or release of a gift, which counts before any other. `key`: the gift's own. Rejects if KV is away. */
export async function storeOperatorStop(gifts: KvStore, key: string, stopped: boolean, now: Date): Promise<void> {
  const stop: GiftStop = { stopped, at: now.toISOString() };
  await gifts.write([{ key: giftStopKey(key, "operator"), value: JSON.stringify(stop) }]);
}
