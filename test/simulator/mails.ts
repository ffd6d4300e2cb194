import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { ALARM_COPY } from "../../src/orders/owner-mail-copy.ts";
import { ownersSubject } from "../../src/shared/environment.ts";
import { type SentMail, VARS } from "./cloud.ts";

/** What a mail is, by what its reader sees: its address and its subject. */

type Seen = Pick<SentMail, "to" | "subject">;

export function isToOwner({ to }: Seen): boolean {
  return to === VARS.MAIL_OWNER;
}

/** Whether a mail confirms a payment to its buyer. */
export function isConfirmationOf(mail: Seen, intentId: string): boolean {
  return !isToOwner(mail) && mail.subject.includes(formatOrderNumber(intentId)) && reportIn(mail, intentId) === null;
}

/** Whether a mail tells the owner of a sale. */
export function isNoticeOf(mail: Seen, intentId: string): boolean {
  return isToOwner(mail) && mail.subject.includes(formatOrderNumber(intentId)) && !isAlarm(mail);
}

/** Whether a mail tells the owner what cannot wait. */
function isAlarm(mail: Seen): boolean {
  return isToOwner(mail) && mail.subject.startsWith(ownersSubject(ALARM_COPY.subject, VARS.ENVIRONMENT ?? null));
}

/** Whether a mail brings a gift to its recipient. */
export function isGiftMail({ subject }: Seen): boolean {
  const { subject: subjectOf } = GIFT_DELIVERY_COPY.mail;
  return subject === subjectOf("") || subject.startsWith(subjectOf("x").slice(0, -1));
}

const REPORTS = ["sent", "failed", "lost", "stopped"] as const;

/** The kind of a mail that reports to the giver on the delivery of this payment's gift; null for another mail. */
export function reportIn({ subject }: Seen, intentId: string): (typeof REPORTS)[number] | null {
  const number = formatOrderNumber(intentId);
  return REPORTS.find((kind) => GIFT_DELIVERY_COPY.report[kind].subject(number) === subject) ?? null;
}

/** Whether a mail is what its row says: of that kind, about that payment or withdrawal. */
export function isOfItsRow(mail: SentMail): boolean {
  const { kind, about } = mail.row;
  switch (kind) {
    case "confirmation":
      return isConfirmationOf(mail, about);
    case "notice":
      return isNoticeOf(mail, about);
    case "delivery-report":
      return !isToOwner(mail) && reportIn(mail, about) !== null;
    case "gift":
      return !isToOwner(mail) && isGiftMail(mail);
    case "invoice":
      return !isToOwner(mail) && mail.subject.includes(formatOrderNumber(about));
    case "links":
      return !isToOwner(mail) && mail.subject === MY_COURSE_COPY.mail.subject;
    case "receipt":
      return !isToOwner(mail) && mail.subject.includes(about);
    case "withdrawal-notice":
      return isToOwner(mail) && mail.subject.includes(about);
    case "alarm":
    case "ledger-away":
      return isAlarm(mail);
    case "digest":
    case "evening":
      return isToOwner(mail) && !isAlarm(mail);
  }
}
