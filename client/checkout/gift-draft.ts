import type { GiftDraft } from "../../src/gifts/give-gift-rules.ts";
import type { GiftWish } from "../../src/shared/gift.ts";

/**
 * The gift that is being paid in this tab. A buyer who comes back from a bank without paying finds it in the form
 * again. It is deleted when its payment has ended, or with the tab.
 */

const STORAGE_KEY = "gift-draft";

/** `intentId`: its payment, once known. */
type Draft = GiftDraft & { intentId?: string | undefined };

/** Returns false if it could not be stored, because storage is forbidden or full. */
export function storeGiftDraft(draft: Draft): boolean {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Deletes the stored gift if this payment was for it; another gift of this tab stays. */
export function forgetGiftDraft(intentId: string): void {
  if (readGiftDraft()?.intentId === intentId) sessionStorage.removeItem(STORAGE_KEY);
}

/** The stored gift; null if there is none, or the stored value is no gift. */
export function readGiftDraft(): Draft | null {
  try {
    const stored: Draft = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    const { wish, digest, intentId } = stored;
    if (!isWish(wish)) return null;
    const deliverTo = typeof stored.deliverTo === "string" ? stored.deliverTo : undefined;
    return { wish, digest: String(digest ?? ""), intentId, deliverTo };
  } catch {
    return null;
  }
}

function isWish(value: unknown): value is GiftWish {
  const { productId, recipient, giver, message, from } = (value ?? {}) as Partial<Record<keyof GiftWish, unknown>>;
  return [productId, recipient, giver, message, from].every((text) => typeof text === "string");
}
