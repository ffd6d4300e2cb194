import type { GiftWish } from "../../src/shared/gift.ts";

/**
 * The gift that is being paid in this tab, so that who comes back from a bank without having paid finds it in the form
 * again. It is gone when the payment has ended, or with the tab.
 */

const STORAGE_KEY = "gift-draft";

export function storeGiftDraft(wish: GiftWish): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(wish));
  } catch {
    // Storage is off or full: it has to be typed again then.
  }
}

/** The stored gift; null when there is none, or something else in its place. */
export function readGiftDraft(): GiftWish | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    return isWish(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function forgetGiftDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing is stored then.
  }
}

function isWish(value: unknown): value is GiftWish {
  const { recipient, giver, message, from } = (value ?? {}) as Partial<Record<keyof GiftWish, unknown>>;
  return [recipient, giver, message, from].every((text) => typeof text === "string");
}
