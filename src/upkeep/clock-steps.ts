import { findDueDeliveries, giveUpAwaited } from "../gifts/day/gift-delivery.ts";
import { ledgerOf } from "../ledger/database.ts";
import { findDueMails } from "../ledger/mails.ts";
import type { Bindings, MailerParams } from "../server/env.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import { startMails, startOnce } from "../server/mail-starts.ts";

/** The shop's clock. Every ten minutes it starts what is owed; nothing that the shop owes sleeps in a Workflow. */

/** One module for what the schedules begin: apart they would share less code, and the Worker would weigh a kilobyte more. */
export { workThroughNight } from "./night-steps.ts";

/** The schedules of wrangler.toml: each ten minutes, and each night. */
export const SCHEDULES = { clock: "*/10 * * * *", night: "17 2 * * *" } as const;

const MINUTE_MS = 60_000;
/** An address that was typed at the checkout comes before its payment, or within seconds. */
const ADDRESS_AWAITED_MS = 15 * MINUTE_MS;
/** Then the instance that was to send a mail has ended without it, and another one is started, each day. */
const OVERDUE_MS = 30 * MINUTE_MS;
/** Then something is wrong: an alarm looks for this. */
const ALARMING_MS = 60 * MINUTE_MS;

/** Does what is due at this moment of the schedule `cron`. Never rejects; a failure is logged, and the next time comes soon. */
export async function keepTime(env: Bindings, cron: string, now: Date): Promise<void> {
  try {
    if (cron === SCHEDULES.night) await startNight(env, now);
    else await startDue(env, now);
  } catch (error) {
    logEvent("error", "clock.failed", { cron, reason: errorMessage(error) });
  }
}

/** Starts the mails that are owed and due, and the gifts whose day has come. */
async function startDue(env: Bindings, now: Date): Promise<void> {
  const ledger = ledgerOf(env);
  const at = now.toISOString();
  await ledger(giveUpAwaited(new Date(now.getTime() - ADDRESS_AWAITED_MS).toISOString(), at));
  const [mails, gifts] = await Promise.all([findDueMails(ledger, at), findDueDeliveries(ledger, at)]);
  const due = new Map<MailerParams, number>();
  for (const { kind, about, version, dueAt } of mails) due.set({ kind, about, version }, Date.parse(dueAt));
  for (const { intentId, version, sendAt } of gifts)
    due.set({ kind: "gift", about: intentId, version: String(version) }, Date.parse(sendAt));
  const overdueMs = (mail: MailerParams) => now.getTime() - (due.get(mail) ?? 0);
  const startedBefore = await startMails(env, [...due.keys()]);
  await startMails(
    env,
    startedBefore.filter((mail) => overdueMs(mail) > OVERDUE_MS),
    at.slice(0, 10),
  );
  const alarming = [...due.keys()].filter((mail) => overdueMs(mail) > ALARMING_MS);
  if (alarming.length > 0) logEvent("error", "mail.overdue", { count: alarming.length, kind: alarming[0]?.kind });
}

async function startNight({ NIGHT }: Bindings, now: Date): Promise<void> {
  const at = now.toISOString();
  await startOnce(NIGHT, [{ id: `night-${at.slice(0, 10)}`, params: { at } }]);
}
