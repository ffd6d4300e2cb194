import { WorkflowEntrypoint } from "cloudflare:workers";
import type { ScheduledController } from "@cloudflare/workers-types";
import type { Bindings, MailerParams, NightParams } from "./server/env.ts";
import { openShop } from "./server/shop.ts";
import { FOR_A_DAY, type Step } from "./server/workflow-step.ts";

/**
 * The classes and the schedules that wrangler.toml names; the Worker's entry must export them. Their code is imported when
 * it runs, because an isolate that serves visitors does not need it.
 */

/** How long after its failure the ledger is asked again, before the owner is told. */
const LEDGER_AWAITED = "10 minutes";

/** Runs at the moments of the schedules. Never rejects once its code is loaded (`keepTime`). */
export async function scheduled({ cron, scheduledTime }: ScheduledController, env: Bindings): Promise<void> {
  const { keepTime } = await import("./upkeep/clock-steps.ts");
  await keepTime(openShop(env, new Date(scheduledTime)), cron);
}

/** Sends one mail. */
export class Mailer extends WorkflowEntrypoint<Bindings, MailerParams> {
  override async run({ payload }: { payload: Readonly<MailerParams> }, step: Step) {
    const { sendMail } = await import("./upkeep/send-mail-steps.ts");
    if (payload.kind === "ledger-away") await step.sleep("wait for the ledger", LEDGER_AWAITED);
    // Awaited: workerd takes a run that returns the promise of a step itself for one that hangs, now and then.
    return await step.do("send", FOR_A_DAY, () => sendMail(openShop(this.env), payload));
  }
}

export class Night extends WorkflowEntrypoint<Bindings, NightParams> {
  override async run({ payload }: { payload: Readonly<NightParams> }, step: Step) {
    const { workThroughNight } = await import("./upkeep/clock-steps.ts");
    return workThroughNight(() => openShop(this.env), new Date(payload.at), step);
  }
}
