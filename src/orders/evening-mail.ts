import { formatOrderNumber } from "../ledger/order-rules.ts";
import { composeMail, type MailStep } from "../server/mail/compose-mail.ts";
import type { Mail } from "../server/mail.ts";
import { fillIn } from "../shared/fill-in.ts";
import { formatDayOfYear, formatMoment } from "../shared/time.ts";
import { linkToOrder, type OwnShop } from "./alarm-mail.ts";
import { formatMoney } from "./confirmation-mail.ts";
import type { Evening, WaitingWithdrawal } from "./evening.ts";
import { EVENING_COPY } from "./owner-mail-copy.ts";
import { repayBy } from "./withdrawal/withdrawal-rules.ts";

/** The mail of an evening; null if the day brought nothing and nothing waits. */
export function composeEveningMail(evening: Evening, to: string, { deskOrigin }: OwnShop): Mail | null {
  const lines = linesOf(evening);
  const waiting = waitingIn(evening, deskOrigin);
  if (lines.length === 0 && waiting.length === 0) return null;
  const [first = EVENING_COPY.quiet] = lines;
  const span = { from: formatMoment(evening.from.toISOString()), to: formatMoment(evening.to.toISOString()) };
  return composeMail(to, fillIn(EVENING_COPY.subject, { first }), [
    { title: EVENING_COPY.title },
    { text: fillIn(EVENING_COPY.span, span) },
    { lines: lines.length === 0 ? [EVENING_COPY.quiet] : lines },
    ...(waiting.length === 0 ? [] : [{ title: EVENING_COPY.waiting.title }, { steps: waiting }]),
  ]);
}

/** What the day brought, each with its number. */
function linesOf(evening: Evening): readonly string[] {
  const { sold, soldCents, gifts, refunds, refundedCents, failedRefunds, withdrawals } = evening;
  const euros = (cents: number) => formatMoney(cents, "eur");
  const [first] = withdrawals;
  return [
    ...(sold === 0
      ? []
      : [
          fillIn(EVENING_COPY.sold, { count: sold, amount: euros(soldCents) }) +
            (gifts === 0 ? "" : EVENING_COPY.gifts(gifts)),
        ]),
    ...(first === undefined
      ? []
      : [fillIn(EVENING_COPY.withdrawals(withdrawals.length), { day: formatDayOfYear(repayBy(first)) })]),
    ...(refunds === 0 ? [] : [fillIn(EVENING_COPY.refunded, { count: refunds, amount: euros(refundedCents) })]),
    ...(failedRefunds === 0 ? [] : [EVENING_COPY.failedRefunds(failedRefunds)]),
  ];
}

/** What waits for the owner, and what to do. */
function waitingIn(evening: Evening, deskOrigin: string | null): readonly MailStep[] {
  const { waiting } = EVENING_COPY;
  const link = (intentId: string | null) => linkToOrder(intentId, deskOrigin, waiting.open);
  return [
    ...evening.openWithdrawals.map((one) => withdrawalStep(one, evening.day, link(one.intentId))),
    ...evening.disputes.map(({ intentId, isInquiry }) => ({
      title: fillIn(isInquiry ? waiting.inquiry : waiting.dispute, { number: formatOrderNumber(intentId) }),
      text: [waiting.disputeTodo, ...link(intentId)],
    })),
    ...evening.unsent.map(({ kind, about, state }) => {
      const intentId = kind === "receipt" ? null : about;
      const name = intentId === null ? about : formatOrderNumber(intentId);
      return { title: `${waiting.mails[kind]} ${name}`, text: [waiting.mailStates[state], ...link(intentId)] };
    }),
  ];
}

function withdrawalStep(one: WaitingWithdrawal, day: string, link: MailStep["text"]): MailStep {
  const { withdrawal, withdrawalTodo, withdrawalLate } = EVENING_COPY.waiting;
  const lastDay = repayBy(one);
  const todo = lastDay < day ? withdrawalLate : withdrawalTodo;
  return {
    title: fillIn(withdrawal, { reference: one.reference }),
    text: [fillIn(todo, { day: formatDayOfYear(lastDay) }), ...link],
  };
}
