import { useCallback, useEffect, useRef, useState } from "react";

/** A short message that disappears by itself. */
export type Toast = { id: number; title: string; text: string };

/** How long a toast stays (given 9.8). */
const TOAST_DURATION_MS = 5_000;

/**
 * The toast of an island. There is only one at a time (given 9.8 allows three), because several would cover the fields
 * on a phone.
 */
export function useToast(): {
  toast: Toast | null;
  show(toast: { title: string; text: string }): void;
  /** `id`: dismisses only this toast, for a timer that may end after another has replaced it. */
  dismiss(id?: number): void;
} {
  const [toast, setToast] = useState<Toast | null>(null);
  const nextId = useRef(1);
  const show = useCallback((said: { title: string; text: string }) => setToast({ ...said, id: nextId.current++ }), []);
  const dismiss = useCallback((id?: number) => {
    setToast((current) => (id === undefined || current?.id === id ? null : current));
  }, []);
  return { toast, show, dismiss };
}

type ToastRegionProps = {
  toast: Toast | null;
  onDismiss: (id?: number) => void;
  copy: { regionLabel: string; dismiss: string };
};

/**
 * The place of a toast. It is a polite live region from the start, so that its content is announced. The timer pauses
 * while the pointer is on the toast or the focus in it.
 */
export function ToastRegion({ toast, onDismiss, copy }: ToastRegionProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const region = useRef<HTMLElement>(null);

  // A toast that disappears under the pointer, or with the focus in it, fires no event: check after each change.
  useEffect(() => {
    setHovered(region.current?.matches(":hover") ?? false);
    setFocused(region.current?.contains(document.activeElement) ?? false);
  }, [toast]);

  return (
    <section
      ref={region}
      className="toasts"
      aria-label={copy.regionLabel}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={({ key }) => key === "Escape" && onDismiss()}
    >
      <div className={toast === null ? undefined : "toast"}>
        {/* Of several parts that come at once, Orca says the last: so the text is one part, and the button is elsewhere. */}
        <div role="status" aria-live="polite">
          {toast === null ? null : (
            <p key={toast.id}>
              <strong>{toast.title}</strong>
              <span className="visually-hidden">. </span>
              <span>{toast.text}</span>
            </p>
          )}
        </div>
        {toast === null ? null : (
          <Dismiss
            key={toast.id}
            id={toast.id}
            paused={hovered || focused}
            onDismiss={onDismiss}
            label={copy.dismiss}
          />
        )}
      </div>
    </section>
  );
}

type DismissProps = { id: number; paused: boolean; onDismiss: (id?: number) => void; label: string };

/** The button that ends a toast, which also ends it by itself. */
function Dismiss({ id, paused, onDismiss, label }: DismissProps) {
  const remainingMs = useRef(TOAST_DURATION_MS);

  useEffect(() => {
    if (paused) return;
    const startedAt = Date.now();
    const timer = setTimeout(onDismiss, remainingMs.current, id);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - startedAt;
    };
  }, [id, paused, onDismiss]);

  return (
    <button type="button" className="icon-button" aria-label={label} onClick={() => onDismiss(id)}>
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
        <path d="m4 4 10 10M14 4 4 14" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  );
}
