import { type MouseEvent, useEffect, useRef, useState } from "react";
import { isPopupDue, POPUP_RETRY_MS, POPUP_STORAGE_KEY } from "../../src/shared/practice-popup.ts";

type PracticePopupProps = {
  startHref: string;
  copy: { title: string; text: string; startLabel: string; closeLabel: string; laterLabel: string };
};

/** What a visitor may be doing that a popup must not take the focus from. */
const BUSY = "input, textarea, select, iframe, [contenteditable]";

/**
 * A dialog that opens once a day, when the page loads it. It waits for as long as the visitor is typing, watching a
 * video, looking at another dialog or at another tab. Until then there is nothing of it in the page: without JavaScript
 * it could not open.
 */
export function PracticePopup({ startHref, copy }: PracticePopupProps) {
  const [isShown, setShown] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isDue()) return;
    let timer: ReturnType<typeof setTimeout>;
    function open() {
      if (isBusy()) timer = setTimeout(open, POPUP_RETRY_MS);
      else if (isDue()) setShown(true);
    }
    open();
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!isShown) return;
    dialog.current?.showModal();
    // Not the first button: a visitor who was about to press a key must not close or start anything with it.
    title.current?.focus();
  }, [isShown]);

  const close = () => dialog.current?.close();
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };

  if (!isShown) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is for pointers; Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className="practice-popup"
      aria-labelledby="practice-popup-title"
      onClick={closeOnBackdrop}
      onClose={remember}
    >
      <div className="practice-popup-route" />
      <div className="practice-popup-body">
        <h2 ref={title} id="practice-popup-title" tabIndex={-1}>
          {copy.title}
        </h2>
        <p>{copy.text}</p>
        <p className="practice-popup-actions">
          <a className="button" href={startHref} onClick={remember}>
            {copy.startLabel}
          </a>
          <button type="button" className="button button-quiet" onClick={close}>
            {copy.laterLabel}
          </button>
        </p>
        <button type="button" className="practice-popup-close icon-button" aria-label={copy.closeLabel} onClick={close}>
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d="m4.5 4.5 11 11M15.5 4.5l-11 11" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
          </svg>
        </button>
      </div>
    </dialog>
  );
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
