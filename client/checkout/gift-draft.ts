import type { GiftWish } from "../../src/shared/gift.ts";

/**
 * The gift that is being paid in this tab. A buyer who comes back from a bank without paying finds it in the form
 * again. It is deleted when its payment has ended, or with the tab.
 */

const STORAGE_KEY = "gift-draft";

type Draft = { wish: GiftWish; intentId?: string | undefined };

/** `intentId`: what it is paid by, once known. */
export function storeGiftDraft(wish: GiftWish, intentId: string | undefined): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ wish, intentId } satisfies Draft));
  } catch {
    // Storage is forbidden or full: the wish must be typed again then.
  }
}

/** The stored gift; null when there is none, or something else in its place. */
export function readGiftDraft(): GiftWish | null {
  return readDraft()?.wish ?? null;
}

/** Forgets the gift that this payment was for; another one that is being made here stays. */
export function forgetGiftDraft(intentId: string): void {
  if (readDraft()?.intentId === intentId) sessionStorage.removeItem(STORAGE_KEY);
}

function readDraft(): Draft | null {
  try {
    const stored: Draft = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    return isWish(stored.wish) ? stored : null;
  } catch {
    return null;
  }
}

function isWish(value: unknown): value is GiftWish {
  const { productId, recipient, giver, message, from } = (value ?? {}) as Partial<Record<keyof GiftWish, unknown>>;
  return [productId, recipient, giver, message, from].every((text) => typeof text === "string");
}
