import type { Bindings } from "../server/env.ts";
import { readTokenKeys, signText, type TokenKey } from "../server/token-keys.ts";
import { GIFT_CODE_BYTES, writeGiftCode } from "../shared/gift-code.ts";
import { INTENT_ID } from "../shared/intent-id.ts";

/** Part of the signed text, so that no other signature under the same key reveals a code. */
const PURPOSE = "vaarkoers gift code";

/**
 * The code of the gift that a payment pays, as it is stored. It is computed, so the return page and the Workflow get
 * the same code in any order, and each time. Codes are always made with the oldest key, the last in the list: a new key
 * goes in front, and existing codes stay the same (record 0026). Null if no key is configured or the id is invalid.
 */
export function createGiftCode(env: Bindings, intentId: string): Promise<string | null> {
  return giftCodeUnder(readTokenKeys(env), intentId);
}

/** `createGiftCode` with the shop's keys already read. */
export async function giftCodeUnder(keys: readonly TokenKey[], intentId: string): Promise<string | null> {
  const key = keys.at(-1);
  if (key === undefined || !INTENT_ID.test(intentId)) return null;
  const signature = await signText(key, `${PURPOSE}\n${intentId}`);
  return writeGiftCode(signature.subarray(0, GIFT_CODE_BYTES));
}
