import { afterEach, inject, vi } from "vitest";

/**
 * Runs before each file of the Worker and of Node. Their clock stands still, at the same moment in each test and on each
 * day of the machine (`test/clock.ts`); TEST_NOW names another moment. Timers run. What a test put in place of something
 * global ends with it: the files of a worker share one runtime.
 */

function stopClock(): void {
  // The machine's clock for a moment: it also puts back the timers that a test has replaced.
  vi.useRealTimers();
  vi.setSystemTime(inject("now"));
}

stopClock();
afterEach(() => {
  vi.unstubAllGlobals();
  stopClock();
});

declare module "vitest" {
  interface ProvidedContext {
    /** ISO 8601. */
    now: string;
  }
}
