import { inject } from "vitest";

/** Whether tests run all cases (`npm run test:full`) or samples that find the same (`npm test`); vitest.config.ts sets it. */
export const FULL = inject("full");

/** All cases in a full run; in `npm test` those that `isSampled` picks. */
export function sample<T>(cases: readonly T[], isSampled: (one: T, index: number) => boolean): readonly T[] {
  return FULL ? cases : cases.filter(isSampled);
}

/** The seed of random values: the same in each `npm test`, another in each full run, which prints it. */
export const SEED = inject("seed");

declare module "vitest" {
  interface ProvidedContext {
    full: boolean;
    seed: number;
  }
}
