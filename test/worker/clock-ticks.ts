import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import type { Bindings, MailerParams } from "../../src/server/env.ts";
import type { Mail } from "../../src/server/mail.ts";
import { openShop } from "../../src/server/shop.ts";
import { keepTime, SCHEDULES } from "../../src/upkeep/clock-steps.ts";
import { sendMail } from "../../src/upkeep/send-mail-steps.ts";
import { emptyLedger } from "./ledger-rows.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** The shop's clock, at moments that a test chooses. What it starts is sent only when the test says so. */

export const OWNER = "eigenaar@vaarkoers.example";
export const started: Instance[] = [];

/** Before each test nothing is sold, nothing has been started, and the clock stands here. */
export function beginAt(moment: string): void {
  beforeEach(async () => {
    vi.setSystemTime(moment);
    started.length = 0;
    await emptyLedger();
  });
}

export async function tick(at: Date | string, more: Partial<Bindings> = {}, cron: string = SCHEDULES.clock) {
  vi.setSystemTime(at);
  const workflow = createIdleWorkflow(started);
  await keepTime(openShop({ ...env, MAILER: workflow, NIGHT: workflow, ...more } as Bindings), cron);
}

export const startedOf = (wanted: MailerParams["kind"]): readonly MailerParams[] =>
  started.map(({ params }) => params as MailerParams).filter(({ kind }) => kind === wanted);

/** Sends a mail, as the Workflow does, and returns what went to the service. */
export async function sendOne(params: MailerParams | undefined, more: Partial<Bindings> = {}) {
  if (params === undefined) throw new Error("the clock has started no such mail");
  const mails: Mail[] = [];
  const EMAIL = { send: async (mail: Mail) => void mails.push(mail) };
  const outcome = await sendMail(openShop({ ...env, EMAIL, ...more } as unknown as Bindings), params);
  return { outcome, mails };
}
