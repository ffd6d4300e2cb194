import { isPopupDue, POPUP_RETRY_MS, POPUP_STORAGE_KEY } from "../../src/free/quiz/practice-popup-rules.ts";

/** Elements that a visitor may be using: a popup must not take the focus from them. */
const BUSY = "input, textarea, select, iframe, [contenteditable]";
/** The question about measuring, whose script has not started yet. */
const QUESTION_TO_COME = '[data-island="consent"]:is([data-status="waiting"], [data-status="loading"])';

/**
 * Opens the page's dialog, once a day. It waits while the visitor is typing, watching a video, has not answered the
 * question about measuring, or looks at another dialog or tab.
 */
export function enhance(root: HTMLElement): void {
  if (!isDue()) return;
  const open = () => {
    if (isBusy()) setTimeout(open, POPUP_RETRY_MS);
    else if (isDue()) show(root);
  };
  open();
}

function show(root: HTMLElement): void {
  root.append((root.querySelector("template") as HTMLTemplateElement).content);
  const dialog = root.querySelector("dialog") as HTMLDialogElement;
  dialog.addEventListener("close", remember);
  dialog.addEventListener("click", ({ target }: MouseEvent) => {
    // A press on the dialog element itself is a press on its backdrop.
    if (target === dialog || (target as Element).closest("button")) dialog.close();
    else if ((target as Element).closest("a")) remember();
  });
  dialog.showModal();
  // Focuses the dialog, not its first button, so that the visitor's next key does not press it by mistake. Screen readers
  // then say its text; they are silent if a part of it gets the focus in the same moment.
  dialog.focus();
  // It is closed in another tab, or was while the browser kept this page.
  const follow = () => {
    if (!isDue()) dialog.close();
  };
  addEventListener("storage", follow);
  addEventListener("pageshow", follow);
}

function isBusy(): boolean {
  return (
    document.hidden ||
    document.activeElement?.matches(BUSY) === true ||
    document.querySelector(`dialog[open], :is(:popover-open), .consent-bar, ${QUESTION_TO_COME}`) !== null
  );
}

function isDue(): boolean {
  try {
    return isPopupDue(localStorage.getItem(POPUP_STORAGE_KEY), Date.now());
  } catch {
    // Storage is forbidden: the popup could not be limited to once a day, so it never shows.
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(POPUP_STORAGE_KEY, String(Date.now()));
  } catch {
    // Storage is full or forbidden: the popup may show again on the next page.
  }
}
