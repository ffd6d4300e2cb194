/** `ends`: the last day of the offer, ISO 8601; null = each day. */
type CountdownProps = { ends: string | null; expiredLabel: string };

const TICK_MS = 1000;

/** Counts down to the end of the visitor's day, HH:MM:SS; of an offer with a last day only on that. Stays at 00:00:00 after that. */
export function enhance(root: HTMLElement, { ends, expiredLabel }: CountdownProps): void {
  // `sv` is ISO 8601.
  if (ends !== null && new Date().toLocaleDateString("sv") !== ends) return;
  (root.querySelector(".countdown") as HTMLElement).hidden = false;
  const clock = root.querySelector("[role=timer]") as HTMLElement;
  const end = endOfDay(new Date());
  const update = () => {
    const remainingMs = Math.max(0, end - Date.now());
    clock.textContent = formatRemaining(remainingMs);
    if (remainingMs > 0) return;
    clearInterval(timer);
    clock.after(expiredNote(expiredLabel));
  };
  const timer = setInterval(update, TICK_MS);
  update();
}

function expiredNote(label: string): HTMLElement {
  const note = document.createElement("span");
  note.className = "countdown-expired";
  note.role = "status";
  note.textContent = label;
  return note;
}

/** 23:59:59.999 of the day of `now`, in the visitor's time zone, milliseconds since the epoch. */
function endOfDay(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate(), 23, 59, 59, 999).getTime();
}

/** Whole seconds left, as HH:MM:SS. */
function formatRemaining(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
