import { isOverdue, type WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import { formatDay } from "../shared/time.ts";
import { DESK_COPY } from "./desk-copy.ts";
import type { Item } from "./desk-rules.ts";
import { sayDay, withdrawalHref } from "./order-words-handler.ts";

/** How several screens name an open withdrawal. */

const { waits } = DESK_COPY.today;

/** Something that waits for the owner since a moment, ISO 8601. */
export type Waiting = Item & { since: string };

/** An open withdrawal, with what is to be done and until when. */
export function withdrawalItem(record: WithdrawalRecord, day: string): Waiting {
  const { reference, receivedAt, name } = record;
  return {
    title: { text: `${waits.withdrawal}: ${name}`, href: withdrawalHref(reference) },
    said: sayDue(record, day),
    lines: [`${reference} · ${waits.since(sayDay(receivedAt))}`],
    tone: isOverdue(record, day) ? "bad" : "wait",
    since: receivedAt,
  };
}

/** What is to be done with an open withdrawal. */
export function sayDue(record: WithdrawalRecord, day: string): string {
  const { hasRight, isDisputed, repayBy } = record;
  if (isDisputed) return waits.answerDispute;
  if (hasRight === "waived" || hasRight === "late") return waits.answer;
  const last = formatDay(repayBy);
  if (isOverdue(record, day)) return waits.overdue(last);
  return hasRight === "unknown" ? waits.findBy(last) : waits.repayBy(last);
}
