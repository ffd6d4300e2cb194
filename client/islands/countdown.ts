/** `endsAt`: the end of the offer, milliseconds since the epoch; null = of the visitor's day, each day. */
type CountdownProps = { endsAt: number | null; expiredLabel: string };

const TICK_MS = 1000;
const DAY_MS = 86_400_000;

/** Counts down to the end, HH:MM:SS; that of an offer on its last day only. Stays at 00:00:00 after that. */
export function enhance(root: HTMLElement, { endsAt, expiredLabel }: CountdownProps): void {
  if (endsAt !== null && endsAt - Date.now() > DAY_MS) return;
  (root.querySelector(".countdown") as HTMLElement).hidden = false;
  const clock = root.querySelector("[role=timer]") as HTMLElement;
  const end = endsAt ?? new Date().setHours(23, 59, 59, 999);
  const update = () => {
    const remainingMs = Math.max(0, end - Date.now());
    clock.textContent = formatRemaining(remainingMs);
    if (remainingMs > 0) return;
    clearInterval(timer);
    const note = document.createElement("span");
    note.className = "countdown-expired";
    note.role = "status";
    note.textContent = expiredLabel;
    clock.after(note);
  };
  const timer = setInterval(update, TICK_MS);
  update();
}

/** Whole seconds left, as HH:MM:SS. */
function formatRemaining(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
