import { isPopupDue, POPUP_RETRY_MS, POPUP_STORAGE_KEY } from "../../src/shared/practice-popup.ts";
import type { Guard } from "../guard.ts";

/** What a visitor may be doing that a popup must not take the focus from. */
const BUSY = "input, textarea, select, iframe, [contenteditable]";

/**
 * Opens the dialog that waits in the page, once a day, when the page loads it. It waits for as long as the visitor is
 * typing, watching a video, looking at another dialog or at another tab.
 */
export function enhance(root: HTMLElement, guard: Guard): (() => void) | undefined {
  if (!isDue()) return;
  let timer: ReturnType<typeof setTimeout>;
  const open = () => {
    if (isBusy()) timer = setTimeout(guard(open), POPUP_RETRY_MS);
    else if (isDue()) show(root, guard);
  };
  open();
  return () => clearTimeout(timer);
}

function show(root: HTMLElement, guard: Guard): void {
  root.append((root.querySelector("template") as HTMLTemplateElement).content);
  const dialog = root.querySelector("dialog") as HTMLDialogElement;
  dialog.addEventListener("close", guard(remember));
  dialog.addEventListener(
    "click",
    guard(({ target }: MouseEvent) => {
      // A press on the dialog itself is one beside it, on its backdrop.
      if (target === dialog || (target as Element).closest("button")) dialog.close();
      else if ((target as Element).closest("a")) remember();
    }),
  );
  dialog.showModal();
  // Not the first button: a visitor who was about to press a key must not close or start anything with it.
  dialog.querySelector("h2")?.focus();
}

function isBusy(): boolean {
  return (
    document.hidden || document.activeElement?.matches(BUSY) === true || document.querySelector("dialog[open]") !== null
  );
}

function isDue(): boolean {
  try {
    return isPopupDue(localStorage.getItem(POPUP_STORAGE_KEY), Date.now());
  } catch {
    // Storage is forbidden: the popup could not be kept away for a day, so it never comes.
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(POPUP_STORAGE_KEY, String(Date.now()));
  } catch {
    // Full or forbidden: it may come back on the next page.
  }
}
