/** The kinds of mails that the shop owes (`ledger/mails.ts`), each with what it is about. */
export const MAIL_KINDS = {
  confirmation: "payment",
  notice: "payment",
  invoice: "payment",
  "delivery-report": "payment",
  receipt: "withdrawal",
  "withdrawal-notice": "withdrawal",
  digest: "day",
  links: "payment",
  alarm: "moment",
  evening: "day",
} as const;
export type MailKind = keyof typeof MAIL_KINDS;
