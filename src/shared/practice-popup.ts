/** When the practice popup shows (given 9.1). */

/** After this long on the page, milliseconds. */
export const POPUP_DELAY_MS = 15_000;

/** Not again for this long after it was closed or started, milliseconds. */
export const POPUP_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** How long to wait before looking again when the visitor is busy, milliseconds. */
export const POPUP_RETRY_MS = 1000;

/** Local storage key; its value is when the popup was last closed or started, milliseconds since the epoch. */
export const POPUP_STORAGE_KEY = "vaarkoers.practice-popup";

/** Whether the popup may show, given what local storage holds. A value that cannot be a past time does not count. */
export function isPopupDue(stored: string | null, nowMs: number): boolean {
  const closedMs = Number(stored ?? Number.NaN);
  return !(closedMs <= nowMs && nowMs - closedMs < POPUP_INTERVAL_MS);
}
