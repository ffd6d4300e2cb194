import type { CloudflareWorkersModule } from "@cloudflare/workers-types";

export type Step = CloudflareWorkersModule.WorkflowStep;
type StepConfig = CloudflareWorkersModule.WorkflowStepConfig;

/** A day of attempts: after ten seconds, then after twenty, in the end every twenty-two minutes. */
export const FOR_A_DAY: StepConfig = {
  retries: { limit: 131, delay: "10 seconds", backoff: "linear" },
  timeout: "1 minute",
};
