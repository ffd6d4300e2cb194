/** When the practice popup shows (given 9.1). */

/** After this long on the page, milliseconds. */
export const POPUP_DELAY_MS = 15_000;

/** The pause after it was closed or followed, milliseconds. */
export const POPUP_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** The pause before trying again while the visitor is busy, milliseconds. */
export const POPUP_RETRY_MS = 1000;

/** Local storage key of the time at which the popup was last closed or followed, milliseconds since 1970. */
export const POPUP_STORAGE_KEY = "vaarkoers.practice-popup";

/** Whether the popup may show, by the value in local storage. A value that cannot be a past time is ignored. */
export function isPopupDue(stored: string | null, nowMs: number): boolean {
  const closedMs = Number(stored ?? Number.NaN);
  return !(closedMs <= nowMs && nowMs - closedMs < POPUP_INTERVAL_MS);
}
