import { vi } from "vitest";

export { DAY_MS, HOUR_MS, MINUTE_MS } from "../src/shared/time.ts";

/** The moment at which a test's clock stands, or `laterMs` after it. Throws where it runs, since no test may know the machine's day. */
export function now(laterMs = 0): Date {
  const moment = vi.getMockedSystemTime();
  if (moment === null) throw new Error("The clock of this test runs.");
  return new Date(moment.getTime() + laterMs);
}

/** The same in seconds since 1970. */
export const nowS = (): number => Math.floor(now().getTime() / 1000);

/** Moves a test's clock. */
export const passTime = (ms: number): unknown => vi.setSystemTime(now(ms));
