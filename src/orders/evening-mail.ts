import type { Owner } from "../ledger/compose.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { composeMail, type MailStep } from "../server/mail/compose-mail.ts";
import type { Mail } from "../server/mail.ts";
import { fillIn } from "../shared/fill-in.ts";
import { formatEuros } from "../shared/money.ts";
import { DESK_WITHDRAWALS_PATH, deskWithdrawalPath } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { deskLink, linkTo, linkToOrder, linkToStripe } from "./alarm-mail.ts";
import type { Evening, WaitingWithdrawal } from "./evening.ts";
import { EVENING_COPY, sayBy } from "./owner-mail-copy.ts";
import { tellWithdrawal } from "./withdrawal/withdrawal-facts-copy.ts";

/** The mail of an evening; null if the day brought nothing and nothing waits. */
export function composeEveningMail(evening: Evening, { to, deskOrigin }: Owner): Mail | null {
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
    ...deskLink(deskOrigin),
  ]);
}

/** What the day brought, each with its number. */
function linesOf(evening: Evening): readonly string[] {
  const { sold, soldCents, gifts, refunds, refundedCents, failedRefunds, withdrawals } = evening;
  return [
    ...(sold === 0
      ? []
      : [
          fillIn(EVENING_COPY.sold, { count: sold, amount: formatEuros(soldCents) }) +
            (gifts === 0 ? "" : EVENING_COPY.gifts(gifts)),
        ]),
    ...(withdrawals === 0 ? [] : [EVENING_COPY.withdrawals(withdrawals)]),
    ...(refunds === 0 ? [] : [fillIn(EVENING_COPY.refunded, { count: refunds, amount: formatEuros(refundedCents) })]),
    ...(failedRefunds === 0 ? [] : [EVENING_COPY.failedRefunds(failedRefunds)]),
  ];
}

function waitingIn(evening: Evening, deskOrigin: string | null): readonly MailStep[] {
  const { waiting } = EVENING_COPY;
  const link = (intentId: string | null) => linkToOrder(intentId, deskOrigin, waiting.open);
  return [
    ...evening.openWithdrawals.map((one) => withdrawalStep(one, evening.today, deskOrigin)),
    ...moreSteps(evening, deskOrigin),
    ...evening.owed.map(({ intentId, cents }) => ({
      title: fillIn(waiting.owed, { number: formatOrderNumber(intentId) }),
      text: [fillIn(waiting.owedTodo, { amount: formatEuros(cents) }), ...link(intentId)],
    })),
    ...evening.disputes.map(({ intentId, isInquiry, dueBy }) => ({
      title: fillIn(isInquiry ? waiting.inquiry : waiting.dispute, { number: formatOrderNumber(intentId) }),
      text: [fillIn(waiting.disputeTodo, { by: sayBy(dueBy) }), ...link(intentId), ...linkToStripe(intentId)],
    })),
    ...evening.unsent.map(({ kind, about, state }) => {
      const intentId = kind === "receipt" ? null : about;
      const name = intentId === null ? about : formatOrderNumber(intentId);
      const toScreen =
        intentId === null ? linkTo(deskWithdrawalPath(about), deskOrigin, waiting.openWithdrawal) : link(intentId);
      return { title: `${waiting.mails[kind]} ${name}`, text: [waiting.mailStates[state], ...toScreen] };
    }),
  ];
}

function withdrawalStep(one: WaitingWithdrawal, day: string, deskOrigin: string | null): MailStep {
  const { withdrawal, unanswered, openWithdrawal } = EVENING_COPY.waiting;
  const { reference } = one;
  return {
    title: fillIn(withdrawal, { reference }),
    text: [
      `${unanswered} ${tellWithdrawal(one, day)}`,
      ...linkTo(deskWithdrawalPath(reference), deskOrigin, openWithdrawal),
    ],
  };
}

function moreSteps({ moreWithdrawals: more }: Evening, deskOrigin: string | null): readonly MailStep[] {
  if (more <= 0) return [];
  const { moreWithdrawals, openWithdrawals: label } = EVENING_COPY.waiting;
  return [{ title: moreWithdrawals(more), text: [...linkTo(DESK_WITHDRAWALS_PATH, deskOrigin, label)] }];
}
