/**
 * Virtual time for a whole process: `Date`, timers and time limits follow this clock, which jumps to the next timer when
 * nothing is at work. Everything outside the shop is a function in this process, so nothing else ever has to be waited for.
 */

const realDate = Date;
const realSetImmediate = setImmediate;

/** Chains of promises end within one turn of the event loop; Node's streams take another. */
const TURNS_UNTIL_QUIET = 2;
/** More timers than any story needs: something asks again for ever. */
const TIMERS_MAX = 400_000;

type Timer = { atMs: number; order: number; work: () => void };

let nowMs = 0;
let count = 0;
let timers = new Map<number, Timer>();

/** Puts the clock in the place of the process's own. */
export function installClock(): void {
  class VirtualDate extends realDate {
    constructor(...given: [] | ConstructorParameters<typeof Date>) {
      if (given.length === 0) super(nowMs);
      else super(...given);
    }
    static override now(): number {
      return nowMs;
    }
  }
  const setTimer = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): number => {
    count += 1;
    timers.set(count, { atMs: nowMs + Math.max(0, ms), order: count, work: () => work(...given) });
    return count;
  };
  const clearTimer = (id: unknown) => void timers.delete(id as number);
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: setTimer,
    clearTimeout: clearTimer,
    setInterval: () => {
      throw new Error("Nothing in a sale repeats by an interval.");
    },
    clearInterval: clearTimer,
  });
  performance.now = () => nowMs;
  AbortSignal.timeout = (ms: number) => {
    const controller = new AbortController();
    setTimer(() => controller.abort(new DOMException("The operation timed out.", "TimeoutError")), ms);
    return controller.signal;
  };
}

/** Begins anew at that moment, milliseconds since 1970, with no timer left. */
export function resetClock(startMs: number): void {
  nowMs = startMs;
  count = 0;
  timers = new Map();
}

export function now(): number {
  return nowMs;
}

/** Resolves after that long, milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets time pass until `isOver` says so, or nothing is left to wait for, or that moment has come. Rejects when time stands still. */
export async function runUntil(isOver: () => boolean, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
  for (let fired = 0; fired < TIMERS_MAX; fired += 1) {
    await quiet();
    if (isOver()) return;
    const next = earliest();
    if (next === null || next.atMs > untilMs) {
      if (untilMs !== Number.POSITIVE_INFINITY) nowMs = Math.max(nowMs, untilMs);
      return;
    }
    timers.delete(next.order);
    nowMs = Math.max(nowMs, next.atMs);
    next.work();
  }
  throw new Error("Something asks again for ever.");
}

function earliest(): Timer | null {
  let found: Timer | null = null;
  for (const timer of timers.values()) if (found === null || timer.atMs < found.atMs) found = timer;
  return found;
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < TURNS_UNTIL_QUIET; turn += 1) await new Promise((resolve) => realSetImmediate(resolve));
}
