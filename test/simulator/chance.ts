import { timingSafeEqual } from "node:crypto";

/**
 * Repeatable chance. Random values follow from a story's seed. Web Crypto answers one question at a time, when all else is done:
 * the order of its own threads would vary.
 */

let state = 0;

export function resetChance(seed: number): void {
  state = seed | 0;
  asked = [];
}

/** A number from 0 up to but not including 1 (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** A whole number from 0 up to but not including `end`. */
export function randomBelow(end: number): number {
  return Math.floor(random() * end);
}

const { subtle } = crypto;
/** What Web Crypto was asked, and has not begun. */
let asked: (() => Promise<void>)[] = [];

/** Web Crypto, with a function of workerd. It works in other threads, so it begins only when `answerCrypto` lets it. */
const waiting = new Proxy(subtle, {
  get(_, name) {
    if (name === "timingSafeEqual") return timingSafeEqual;
    const work = Reflect.get(subtle, name) as (...given: unknown[]) => Promise<unknown>;
    return (...given: unknown[]) =>
      new Promise((resolve, reject) => {
        asked.push(() => work.apply(subtle, given).then(resolve, reject));
      });
  },
});

/** Lets Web Crypto answer what it was asked first. Whether there was anything. */
export async function answerCrypto(): Promise<boolean> {
  const next = asked.shift();
  await next?.();
  return next !== undefined;
}

/** Replaces the process's own functions. */
export function installChance(): void {
  const getRandomValues = <T extends Uint8Array>(values: T): T => {
    for (let index = 0; index < values.length; index += 1) values[index] = randomBelow(256);
    return values;
  };
  const randomUUID = () =>
    "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
      (+digit ^ (randomBelow(256) & (15 >> (+digit / 4)))).toString(16),
    );
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues, randomUUID, subtle: waiting } });
  Math.random = random;
}
