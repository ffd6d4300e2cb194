import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";

/** A short message that comes and goes by itself. */
export type Toast = { id: number; title: string; text: string };

/** How long a toast stays and how many there are at most (given 9.8). */
export const TOAST_DURATION_MS = 5_000;
export const TOASTS_MAX = 3;

/** The toasts of an island, oldest first. `show` replaces one that says the same; a fourth pushes out the oldest. */
export function useToasts(): {
  toasts: readonly Toast[];
  show(toast: { title: string; text: string }): void;
  dismiss(id: number): void;
} {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);

  const show = useCallback(({ title, text }: { title: string; text: string }) => {
    const id = nextId.current++;
    setToasts((current) => {
      const others = current.filter((toast) => toast.title !== title || toast.text !== text);
      return [...others, { id, title, text }].slice(-TOASTS_MAX);
    });
  }, []);
  const dismiss = useCallback((id: number) => {
    setToasts((current) => current.filter((toast) => toast.id !== id));
  }, []);

  return { toasts, show, dismiss };
}

type ToastsProps = {
  toasts: readonly Toast[];
  onDismiss: (id: number) => void;
  copy: { regionLabel: string; dismiss: string };
};

/**
 * Where toasts appear. A polite live region that is there from the start, so that what comes into it is announced. All
 * clocks stand still while the pointer is on a toast or the focus in one.
 */
export function Toasts({ toasts, onDismiss, copy }: ToastsProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const region = useRef<HTMLElement>(null);

  // A toast that goes from under the pointer, or with the focus in it, tells nobody: look again after each change.
  useEffect(() => {
    setHovered(region.current?.matches(":hover") ?? false);
    setFocused(region.current?.contains(document.activeElement) ?? false);
  }, [toasts]);

  const onKeyDown = (event: KeyboardEvent) => {
    const newest = toasts.at(-1);
    if (event.key === "Escape" && newest !== undefined) onDismiss(newest.id);
  };

  return (
    <section
      ref={region}
      className="toasts"
      aria-label={copy.regionLabel}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={onKeyDown}
    >
      <div role="status" aria-live="polite" aria-atomic="false">
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            paused={hovered || focused}
            onDismiss={onDismiss}
            dismissLabel={copy.dismiss}
          />
        ))}
      </div>
    </section>
  );
}

type ToastCardProps = { toast: Toast; paused: boolean; onDismiss: (id: number) => void; dismissLabel: string };

function ToastCard({ toast, paused, onDismiss, dismissLabel }: ToastCardProps) {
  const { id } = toast;
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
    <div className="toast">
      <p>
        <strong>{toast.title}</strong>
        <span>{toast.text}</span>
      </p>
      <button type="button" className="icon-button" aria-label={dismissLabel} onClick={() => onDismiss(id)}>
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
          <path d="m4 4 10 10M14 4 4 14" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
