import { WITHDRAWAL_COPY } from "../content/withdrawal.ts";
import type { Mail } from "../services/mail.ts";
import type { Withdrawal } from "../services/withdrawals.ts";
import { formatMoment } from "../shared/time.ts";
import type { Trader } from "../shared/trader.ts";
import { type MailPart, renderMailBody } from "./mail-body.ts";
import { traderLines } from "./trader-lines.ts";

const { mail, facts, byMail, done } = WITHDRAWAL_COPY;

/** The receipt on a durable medium that the law asks for: what was declared, and when it was received. */
export function composeReceipt(withdrawal: Withdrawal, trader: Trader): Mail {
  const { reference, name, email, receivedAt } = withdrawal;
  return compose(email, mail.subject.replace("{reference}", reference), [
    { title: done.title },
    { text: mail.greeting.replace("{name}", () => name) },
    { text: mail.received.replace("{receivedAt}", formatMoment(receivedAt)) },
    { quote: byMail.statement },
    { rows: rowsOf(withdrawal) },
    { text: done.next },
    { lines: traderLines(trader) },
  ]);
}

/** What the owner has to know to act on it. */
export function composeWithdrawalNotice(withdrawal: Withdrawal, to: string): Mail {
  const { reference } = withdrawal;
  return compose(to, mail.noticeSubject.replace("{reference}", reference), [
    { title: mail.noticeTitle },
    { text: mail.notice },
    { rows: rowsOf(withdrawal) },
    { text: `npm run kv -- withdrawals ${reference} --remote --env production` },
  ]);
}

function compose(to: string, subject: string, parts: readonly MailPart[]): Mail {
  return { to, subject, ...renderMailBody(subject, parts) };
}

/** What was declared, by name. */
function rowsOf({ receivedAt, ...withdrawal }: Withdrawal): readonly (readonly [string, string])[] {
  const known = { ...withdrawal, receivedAt: formatMoment(receivedAt) };
  return (Object.keys(facts) as (keyof typeof facts)[]).flatMap((fact) => {
    const text = known[fact];
    return text === undefined ? [] : [[facts[fact], text] as const];
  });
}
