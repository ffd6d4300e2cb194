import type { CloudflareWorkersModule } from "@cloudflare/workers-types";

export type Step = CloudflareWorkersModule.WorkflowStep;
export type StepConfig = CloudflareWorkersModule.WorkflowStepConfig;

/** A day of attempts: after ten seconds, then after twenty, in the end every twenty-two minutes. */
export const FOR_A_DAY: StepConfig = {
  retries: { limit: 131, delay: "10 seconds", backoff: "linear" },
  timeout: "1 minute",
};

/** Longer than the delay of KV in any place: a list may be a minute late, and the entries in it another minute. */
export const EVERY_PLACE_SHOWS_IT = "3 minutes";

/** More than the clocks of two machines differ, milliseconds. */
const CLOCK_SKEW_MS = 2000;

/**
 * Sleeps until `moment`, or not at all if that is past: the platform refuses a past moment, and the error would end the
 * instance. An instance may begin late, and runs from its first line again if it is restarted.
 */
export async function sleepUntil(step: Step, name: string, moment: Date): Promise<void> {
  if (moment.getTime() - Date.now() > CLOCK_SKEW_MS) await step.sleepUntil(name, moment);
}
