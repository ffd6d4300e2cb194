import { addDays, today } from "../../src/shared/time.ts";

/** The machine's clock: Chromium, the runtime and the outside world of browser tests have it, so these count from it too. */
export const machineNow = (): Date => new Date();

/** The day so many days after the machine's, in the shop's time zone. At midnight it may become one less: none is today. */
export const dayIn = (days: number): string => addDays(today(machineNow()), days);
