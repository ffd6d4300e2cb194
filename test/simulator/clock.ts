import { dateBy } from "../date-by.ts";
import { answerCrypto } from "./chance.ts";

/**
 * Virtual time for a whole process: `Date`, timers and timeouts follow this clock, which jumps to the next timer when
 * all work is done. Everything outside the shop is a function in this process, so nothing else has to be waited for.
 */

const realSetImmediate = setImmediate;

/** The turns of the event loop after which all work is done: promise chains end within one turn, Node's streams take another. */
const TURNS_UNTIL_QUIET = 2;
/** More timers than any story needs: beyond this, something repeats without end. */
const TIMERS_MAX = 400_000;

type Timer = { atMs: number; order: number; work: () => void };

let nowMs = 0;
let count = 0;
let timers = new Map<number, Timer>();

export function installClock(): void {
  const setTimer = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): number => {
    count += 1;
    timers.set(count, { atMs: nowMs + Math.max(0, ms), order: count, work: () => work(...given) });
    return count;
  };
  const clearTimer = (id: unknown) => void timers.delete(id as number);
  Object.assign(globalThis, {
    Date: dateBy(now),
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

/** Resets the clock to that moment, milliseconds since 1970, without timers. */
export function resetClock(startMs: number): void {
  nowMs = startMs;
  count = 0;
  timers = new Map();
}

export function now(): number {
  return nowMs;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets time pass until `isOver` returns true, no timer is left, or the moment has come. Rejects if time stands still. */
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
  do {
    for (let turn = 0; turn < TURNS_UNTIL_QUIET; turn += 1) await new Promise((resolve) => realSetImmediate(resolve));
  } while (await answerCrypto());
}
