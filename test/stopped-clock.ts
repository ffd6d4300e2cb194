import { afterEach, inject, vi } from "vitest";

/**
 * Runs before each file of the Worker and of Node. Their clock stands still, at the same moment in each test and on each
 * day of the machine (`test/clock.ts`); TEST_NOW names another moment. Timers run. Spies end with their
 * test, and so does what it put in place of something global: the files of a worker share one runtime.
 */

function stopClock(): void {
  // The machine's clock for a moment: it also puts back the timers that a test has replaced.
  vi.useRealTimers();
  vi.setSystemTime(inject("now"));
}

stopClock();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  stopClock();
});

declare module "vitest" {
  interface ProvidedContext {
    /** ISO 8601. */
    now: string;
  }
}
