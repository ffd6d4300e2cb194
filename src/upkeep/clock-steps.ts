import { findDueDeliveries, giveUpAwaited } from "../gifts/day/gift-delivery.ts";
import { findDueMails, OVERDUE_MS, oweMail, RESTARTED_AFTER_MS, selectDueMails, toMail } from "../ledger/mails.ts";
import { oweAlarmMail, raiseAlarms } from "../orders/alarms.ts";
import { dayOfEvening } from "../orders/evening.ts";
import type { MailerParams } from "../server/env.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import type { Shop } from "../server/shop.ts";
import { startMails, startOnce, tryMails } from "../server/workflow-starts.ts";
import { eachByItself } from "../shared/batches.ts";
import { addDays, MINUTE_MS, today } from "../shared/time.ts";

/**
 * The shop's clock. Every ten minutes it starts what is owed, and looks for what the owner must hear of. Nothing that
 * the shop owes sleeps in a Workflow.
 */

/** One module for what the schedules begin: apart they would share less code, and the Worker would weigh a kilobyte more. */
export { workThroughNight } from "./night-steps.ts";

/** The schedules of wrangler.toml: each ten minutes, and each night. */
export const SCHEDULES = { clock: "*/10 * * * *", night: "17 2 * * *" } as const;

/**
 * How long a paid gift waits for the address typed at the checkout, which comes before the payment or within seconds.
 */
const ADDRESS_AWAITED_MS = 15 * MINUTE_MS;
/** So long after an evening its mail may still become owed: the clock may have stood still. */
const EVENING_LASTS_MS = 12 * 60 * MINUTE_MS;

/** Does what is due at the shop's moment, of the schedule `cron`. Never rejects; a failure is logged, and the next time comes soon. */
export async function keepTime(shop: Shop, cron: string): Promise<void> {
  const parts = cron === SCHEDULES.night ? [startNight] : [startDue, tellOwner];
  try {
    await eachByItself(parts, (part) => part(shop));
  } catch (error) {
    logEvent("error", "clock.failed", { cron, reason: errorMessage(error) });
    // The ledger itself may have failed, and then it owes no mail about that: a Workflow asks it again later, once an hour.
    const hour = shop.now.toISOString().slice(0, "2026-11-22T10".length);
    await startMails(shop, [{ kind: "ledger-away", about: hour, version: "" }]).catch(() => undefined);
  }
}

/** Finds what alarms, and the evening's mail once its hour has come, and starts the mails that tell the owner. */
async function tellOwner(shop: Shop): Promise<void> {
  const { ledger, now } = shop;
  const at = now.toISOString();
  const { day, to: evening } = lastEvening(now);
  const found = raiseAlarms(now);
  const results = await ledger([
    ...found,
    ...oweAlarmMail(now),
    ...(now.getTime() - evening.getTime() > EVENING_LASTS_MS
      ? []
      : [oweMail({ kind: "evening", about: day }, evening.toISOString())]),
    ...[at, day].map((about) => selectDueMails(about, at)),
  ]);
  for (const alarms of results.slice(0, found.length)) {
    const [alarm] = alarms;
    if (alarm !== undefined) logEvent("warn", "alarm.raised", { kind: alarm.kind, count: alarms.length });
  }
  await startMails(shop, results.slice(-2).flat().map(toMail));
}

/** The last evening that has come: the day's, or that of the day before. */
function lastEvening(now: Date): { day: string; to: Date } {
  const [day, before] = [today(now), addDays(today(now), -1)];
  const { to } = dayOfEvening(day);
  return to <= now ? { day, to } : { day: before, to: dayOfEvening(before).to };
}

async function startDue(shop: Shop): Promise<void> {
  const { ledger, now } = shop;
  const at = now.toISOString();
  await ledger(giveUpAwaited(new Date(now.getTime() - ADDRESS_AWAITED_MS).toISOString(), at));
  const [mails, gifts] = await Promise.all([findDueMails(ledger, at), findDueDeliveries(ledger, at)]);
  const due = new Map<MailerParams, number>();
  for (const { kind, about, version, dueAt } of mails) due.set({ kind, about, version }, Date.parse(dueAt));
  for (const { intentId, version, sendAt } of gifts)
    due.set({ kind: "gift", about: intentId, version: String(version) }, Date.parse(sendAt));
  const lateMs = (mail: MailerParams) => now.getTime() - (due.get(mail) ?? 0);
  const first = await tryMails(shop, [...due.keys()]);
  const second = await tryMails(
    shop,
    first.taken.filter((mail) => lateMs(mail) > RESTARTED_AFTER_MS),
    // Once a day, and once more when somebody has made it due again.
    (mail) => `${at.slice(0, 10)}-${due.get(mail)}`,
  );
  const alarming = [...due.keys()].filter((mail) => lateMs(mail) > OVERDUE_MS);
  if (alarming.length > 0) logEvent("error", "mail.overdue", { count: alarming.length, kind: alarming[0]?.kind });
  const error = first.error ?? second.error;
  if (error !== null) throw error;
}

async function startNight({ NIGHT, now }: Shop): Promise<void> {
  const at = now.toISOString();
  await startOnce(NIGHT, { id: `night-${at.slice(0, 10)}`, params: { at } });
}
