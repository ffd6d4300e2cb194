import type { Owner } from "../ledger/compose.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { composeMail, type MailPart, type MailStep } from "../server/mail/compose-mail.ts";
import type { Mail } from "../server/mail.ts";
import { paymentPage } from "../server/stripe.ts";
import { fillIn } from "../shared/fill-in.ts";
import { formatMoney } from "../shared/money.ts";
import { deskOrderPath, deskWithdrawalPath, PATHS } from "../shared/paths.ts";
import type { Alarm } from "./alarms.ts";
import { ALARM_COPY, BANK_COPY, DESK_LINK, LEDGER_AWAY_COPY, sayBy } from "./owner-mail-copy.ts";
import { tellWithdrawal } from "./withdrawal/withdrawal-facts-copy.ts";

/** The mails that tell the owner what cannot wait. */

/** The most alarms in a mail; the others are only counted, because Gmail cuts off a long mail. */
const MOST_LINES = 50;

/** The owner's mail of one or more alarms. `day`: of the mail, `2026-07-14`. */
export function composeAlarmMail(alarms: readonly Alarm[], { to, deskOrigin }: Owner, day: string): Mail {
  const steps = alarms.map((alarm) => stepOf(alarm, deskOrigin, day));
  const more = steps.length - MOST_LINES;
  const [only] = steps;
  const subject = only === undefined || steps.length > 1 ? ALARM_COPY.several(steps.length) : inSentence(only.title);
  return composeMail(to, `${ALARM_COPY.subject}${subject}`, [
    { title: ALARM_COPY.title },
    { steps: steps.slice(0, MOST_LINES) },
    ...(more > 0 ? [{ text: fillIn(ALARM_COPY.more, { count: more }) }] : []),
    ...deskLink(deskOrigin),
  ]);
}

/** A title as it stands after a colon: its first letter is small. */
function inSentence(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function stepOf(alarm: Alarm, deskOrigin: string | null, day: string): MailStep {
  const { kind, about, detail, cents, currency, dueBy, withdrawal } = alarm;
  const { what, todo } = ALARM_COPY.kinds[kind];
  const intentId = kind === "night" ? null : (detail ?? null);
  const number = intentId === null ? "" : formatOrderNumber(intentId);
  const texts = {
    number,
    order: number === "" ? ALARM_COPY.noOrder : fillIn(ALARM_COPY.ofOrder, { number }),
    amount: cents === undefined ? ALARM_COPY.noAmount : formatMoney(cents, currency ?? "eur"),
    // Of a mail the version follows.
    reference: about.split(" ", 1)[0] ?? "",
    facts: withdrawal === null ? "" : tellWithdrawal(withdrawal, day),
    detail: detail ?? "",
    by: sayBy(dueBy),
  };
  return {
    title: fillIn(what, texts),
    text: [
      fillIn(todo, texts),
      // A withdrawal's screen on the desk leads to its order.
      ...(kind === "receipt-unsent" || kind === "withdrawal-due"
        ? linkTo(deskWithdrawalPath(texts.reference), deskOrigin, ALARM_COPY.openWithdrawal)
        : linkToOrder(intentId, deskOrigin, ALARM_COPY.open)),
      ...(/^(inquiry|dispute)/.test(kind) ? linkToStripe(intentId) : []),
    ],
  };
}

export function linkToStripe(intentId: string | null): MailStep["text"] {
  return intentId === null ? [] : [" ", { label: BANK_COPY.toStripe, href: paymentPage(intentId) }];
}

/** The link to an order on the owner's desk, as a sentence of its own. Empty if there is no desk, or no order. */
export function linkToOrder(intentId: string | null, deskOrigin: string | null, label: string): MailStep["text"] {
  return intentId === null ? [] : linkTo(deskOrderPath(formatOrderNumber(intentId)), deskOrigin, label);
}

/** The button to the desk's first screen, where all that waits is. */
export function deskLink(deskOrigin: string | null): readonly MailPart[] {
  return deskOrigin === null ? [] : [{ link: DESK_LINK, href: `${deskOrigin}${PATHS.desk}` }];
}

export function linkTo(path: string, deskOrigin: string | null, label: string): MailStep["text"] {
  return deskOrigin === null ? [] : [" ", { label, href: `${deskOrigin}${path}` }];
}

export function composeLedgerAway({ to, deskOrigin }: Owner): Mail {
  const { subject, title, text, todo, again } = LEDGER_AWAY_COPY;
  return composeMail(to, subject, [{ title }, { text }, { text: todo }, { text: again }, ...deskLink(deskOrigin)]);
}
