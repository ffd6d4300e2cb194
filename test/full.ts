import { inject } from "vitest";

/** Whether everything is tried (`npm run test:full`) or samples where a sample finds the same (`npm test`); vitest.config.ts says. */
export const FULL = inject("full");

/** Where random values begin: the same in each `npm test`, another in each full run, which prints it. */
export const SEED = inject("seed");

declare module "vitest" {
  interface ProvidedContext {
    full: boolean;
    seed: number;
  }
}
