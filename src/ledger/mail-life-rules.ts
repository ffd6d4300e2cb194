import { isFrom, type LifeEvent, sqlList, whyNot } from "./life-rules.ts";

/** How a mail ended. `withheld`: it is not to be sent any more. `refused`: the mail service blocks the address. */
export const MAIL_ENDS = ["sent", "refused", "withheld", "failed"] as const;
export type MailEnd = (typeof MAIL_ENDS)[number];

export type MailState = "due" | "sending" | MailEnd;

/** The `detail` of a sent confirmation that lacked the link to the gift or the course. Such a mail may be sent again. */
export const INCOMPLETE = ["codeless", "targetless"] as const;

/**
 * The life of a mail: all events that change its state; nothing else changes it. A guard is SQL for a row of `shown_mails`. A trigger
 * refuses any other change (`migrations/0002_lives.sql`).
 */
export const MAIL_LIFE = {
  /** It becomes owed. Of a sale that is heard of late it is withheld at once. */
  owe: { by: "Stripe", from: ["none"], to: ["due", "withheld"] },
  claim: { by: "clock", from: ["due", "sending"], to: ["sending"] },
  release: { by: "clock", from: ["sending"], to: ["due"] },
  end: { by: "clock", from: ["sending"], to: MAIL_ENDS },
  /** Another address counts now, its buyer has proven a withdrawal, or the ledger was set back, so perhaps it went. */
  withhold: { by: "operator", from: ["due", "sending"], to: ["withheld"] },
  expire: { by: "night", from: ["due", "sending"], to: ["failed"] },
  resend: {
    by: "operator",
    from: MAIL_ENDS,
    to: ["due"],
    guard: {
      superseded: "is_last",
      "no-reader": "has_reader",
      complete: `state <> 'sent' OR detail IN (${sqlList(INCOMPLETE)})`,
    },
  },
} as const satisfies Record<string, LifeEvent<MailState>>;

/** Whether an event without a guard may happen, as SQL for a row of `mails`. */
export const mailMay = (name: Exclude<keyof typeof MAIL_LIFE, "resend">): string => isFrom(MAIL_LIFE[name]);

/** Whether a mail can be sent again, as SQL for a row of `shown_mails`. */
export const MAY_RESEND = `${whyNot(MAIL_LIFE.resend)} IS NULL`;
