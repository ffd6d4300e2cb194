import { useEffect, useState } from "react";

type CountdownProps = {
  label: string;
  /** Shown in the clock's place until the browser knows the time. */
  withoutClock: string;
  expiredLabel: string;
};

const TICK_MS = 1000;

/** Counts down to the end of the visitor's own day, HH:MM:SS; stays at 00:00:00 once that moment has passed. */
export function Countdown({ label, withoutClock, expiredLabel }: CountdownProps) {
  const [remainingMs, setRemainingMs] = useState<number | null>(null);

  useEffect(() => {
    const end = endOfDay(new Date());
    const update = () => setRemainingMs(Math.max(0, end - Date.now()));
    update();
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <div className="countdown">
      <span className="countdown-label">{label}</span>
      <span className="countdown-clock" role="timer" aria-live="off">
        {remainingMs === null ? withoutClock : formatRemaining(remainingMs)}
      </span>
      {remainingMs === 0 ? (
        <span className="countdown-expired" role="status">
          {expiredLabel}
        </span>
      ) : null}
    </div>
  );
}

/** 23:59:59.999 of the day of `now`, in the visitor's time zone, milliseconds since the epoch. */
function endOfDay(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate(), 23, 59, 59, 999).getTime();
}

/** Whole seconds that remain, as HH:MM:SS. */
function formatRemaining(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
