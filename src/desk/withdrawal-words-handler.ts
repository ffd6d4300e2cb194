import { sayWithdrawal } from "../orders/withdrawal/withdrawal-facts-copy.ts";
import {
  isOverdue,
  MOST_COUNTED,
  type readOpenWithdrawals,
  type WithdrawalRecord,
} from "../orders/withdrawal/withdrawal-records.ts";
import { DESK_WITHDRAWALS_PATH, deskWithdrawalPath } from "../shared/paths.ts";
import { formatDay } from "../shared/time.ts";
import { actHref } from "./act-forms-handler.ts";
import { DESK_COPY, euros } from "./desk-copy.ts";
import type { Item } from "./desk-rules.ts";
import { sayDay } from "./order-words-handler.ts";

/** How several screens name an open withdrawal. */

const { waits } = DESK_COPY.today;
const { outcomes } = DESK_COPY.withdrawals;

/** Something that waits for the owner since a moment, ISO 8601. */
export type Waiting = Item & { since: string };

/** An open withdrawal, with what is so about it, and what is to be done until when. */
export function withdrawalItem(record: WithdrawalRecord, day: string): Waiting {
  const { reference, receivedAt, name, receipt, receiptMail } = record;
  const isHeld = receipt === "held" && receiptMail === null;
  return {
    title: { text: `${waits.withdrawal}: ${name}`, href: deskWithdrawalPath(reference) },
    said: sayDue(record, day),
    lines: [
      sayWithdrawal(record),
      ...(isHeld ? [DESK_COPY.withdrawals.receipts.held] : []),
      `${reference} · ${waits.since(sayDay(receivedAt))}`,
    ],
    tone: isOverdue(record, day) ? "bad" : "wait",
    since: receivedAt,
  };
}

type Open = Awaited<ReturnType<typeof readOpenWithdrawals>>;

/** Later than every moment. `localeCompare` sorts signs before digits, so this is one of digits. */
const LAST = "9999";

/** The others, as one item with the act for those that are nobody's, if there are any. */
export function moreWithdrawals({ shown, more, hasUnknown }: Open, mayAct: boolean): readonly Waiting[] {
  if (more <= 0) return [];
  const isMany = shown.length + more === MOST_COUNTED;
  const text = waits.moreWithdrawals(more, isMany);
  const href = mayAct && hasUnknown ? actHref("dismiss") : DESK_WITHDRAWALS_PATH;
  const said = hasUnknown ? waits.moreUnknown : waits.moreText;
  return [{ title: { text, href }, said, lines: [], tone: "wait", since: LAST }];
}

function sayDue(record: WithdrawalRecord, day: string): string {
  const { hasRight, isDisputed, payBy, proof } = record;
  if (isDisputed) return waits.answerDispute;
  if (payBy !== undefined)
    return isOverdue(record, day) ? waits.overdue(formatDay(payBy)) : waits.repayBy(formatDay(payBy));
  if (hasRight === "unpaid") return waits.unpaid;
  if (hasRight === "waived" || hasRight === "late") return waits.answer;
  return proof === "none" || proof === "several" ? waits.find : waits.check;
}

/** The outcome of a withdrawal, or what is to be done. */
export function sayOutcome(record: WithdrawalRecord, day: string): string {
  const { outcome, answer, paidOtherwiseCents = 0, refundedCents = 0, amountCents = 0, newsAt = "" } = record;
  if (outcome === "open") return sayDue(record, day);
  if (answer === "repaid" && paidOtherwiseCents > 0) return outcomes.elsewhere(formatDay(newsAt));
  if (outcome !== "part") return outcomes[outcome](formatDay(newsAt));
  return `${outcomes.part(euros(refundedCents), euros(amountCents), formatDay(newsAt))}; ${sayDue(record, day)}`;
}
