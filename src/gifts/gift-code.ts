import type { Shop } from "../server/shop.ts";
import { signText } from "../server/signing.ts";
import { GIFT_CODE_BYTES, writeGiftCode } from "../shared/gift-code.ts";
import { INTENT_ID } from "../shared/intent-id.ts";

/**
 * The code of the gift that a payment pays, as it is stored. It is computed, so the return page and the Workflow get
 * the same code in any order, and each time. Codes are always made with the oldest key, the last in the list: a new key
 * goes in front, and existing codes stay the same (record 0026). Null if no key is configured or the id is invalid.
 */
export async function createGiftCode({ keys }: Pick<Shop, "keys">, intentId: string): Promise<string | null> {
  const key = keys.at(-1);
  if (key === undefined || !INTENT_ID.test(intentId)) return null;
  const signature = await signText(key, "vaarkoers gift code", intentId);
  return writeGiftCode(signature.subarray(0, GIFT_CODE_BYTES));
}
