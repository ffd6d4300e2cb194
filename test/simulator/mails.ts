import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { ALARM_COPY } from "../../src/orders/owner-mail-copy.ts";
import type { MailerParams } from "../../src/server/env.ts";
import { ownersSubject } from "../../src/shared/environment.ts";
import { type SentMail, VARS } from "./cloud.ts";

/** What a mail is: by its row, and by what its reader sees, its address and its subject. */

type Kind = MailerParams["kind"];

export const mailsOf = (mails: readonly SentMail[], kind: Kind, about: string): SentMail[] =>
  mails.filter(({ row }) => row.kind === kind && row.about === about);

const REPORTS = ["sent", "failed", "lost", "stopped"] as const;

/** The kind of a mail that reports to the giver on the delivery of this payment's gift; null for another mail. */
export function reportIn({ subject }: SentMail, intentId: string): (typeof REPORTS)[number] | null {
  const number = formatOrderNumber(intentId);
  return REPORTS.find((kind) => subject === `${GIFT_DELIVERY_COPY.report[kind].title} (${number})`) ?? null;
}

const TO_OWNER = new Set<Kind>(["notice", "withdrawal-notice", "alarm", "ledger-away", "digest", "evening"]);

/** Whether a mail's reader sees what its row says: it is theirs, of that kind, about that payment or withdrawal. */
export function isOfItsRow(mail: SentMail): boolean {
  const { to, subject, row } = mail;
  if ((to === VARS.MAIL_OWNER) !== TO_OWNER.has(row.kind)) return false;
  const isAlarm = subject.startsWith(ownersSubject(ALARM_COPY.subject, VARS.ENVIRONMENT ?? null));
  const { subject: giftSubject } = GIFT_DELIVERY_COPY.mail;
  switch (row.kind) {
    case "confirmation":
    case "notice":
    case "invoice":
      return subject.includes(formatOrderNumber(row.about)) && reportIn(mail, row.about) === null && !isAlarm;
    case "delivery-report":
      return reportIn(mail, row.about) !== null;
    case "gift":
      return subject === giftSubject("") || subject.startsWith(giftSubject("x").slice(0, -1));
    case "links":
      return subject === MY_COURSE_COPY.mail.subject;
    case "receipt":
    case "withdrawal-notice":
      return subject.includes(row.about);
    default:
      return isAlarm === (row.kind === "alarm" || row.kind === "ledger-away");
  }
}
