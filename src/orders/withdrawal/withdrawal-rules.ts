import { EMAIL_MAX_LENGTH, isEmailAddress } from "../../shared/email-address.ts";
import { today } from "../../shared/time.ts";
import { cleanLine, cleanText } from "../../shared/typed-text.ts";
import { readEmailText } from "../../shared/typed-values.ts";

/** The shop repays within this many days of a withdrawal (art. 6:230r BW). */
export const REPAYMENT_DAYS = 14;

/** What decides on a withdrawal, as the view `shown_withdrawals` says it. */
export type WithdrawalFacts = {
  /**
   * `link`: by the order's own link, with its address. `other-address`: its number or its link, with another address. `typed`: the order's
   * address, which anybody can type. `several`, `none`: no single order is known.
   */
  proof: "link" | "other-address" | "typed" | "several" | "none";
  /** The beginning of the order's address, `k…@…`. */
  orderHint?: string;
  /** `waived`: the buyer asked for delivery at once, and had the confirmation before. `unpaid`: its payment is not in. `unknown`: no single order is known. */
  hasRight: "exists" | "waived" | "late" | "unpaid" | "unknown";
  withdrawUntil?: string;
  /** The last day to repay, `2026-07-16`, of one that is its buyer's, open, and has the right. */
  payBy?: string;
};

export type WithdrawalRight = Pick<WithdrawalFacts, "hasRight" | "withdrawUntil">;

/** Whether there is a right to withdraw from a paid order at a moment: what `shown_withdrawals` says of one that is received then. */
export function rightAt(order: { waivedAt?: string; withdrawUntil?: string }, at: Date): WithdrawalRight {
  const { waivedAt, withdrawUntil = "" } = order;
  const isWaived = waivedAt !== undefined && waivedAt <= at.toISOString() && waivedAt.slice(0, 10) <= withdrawUntil;
  return { hasRight: isWaived ? "waived" : today(at) > withdrawUntil ? "late" : "exists", withdrawUntil };
}

/** The typed fields of a withdrawal; an empty field is "". */
export type WithdrawalFields = {
  name: string;
  /** The contract: a course, an order number, or another description. */
  contract: string;
  email: string;
  reason: string;
};
export type WithdrawalField = keyof WithdrawalFields;

/** The fields in the order of the form, with the longest text that each takes, in UTF-16 units. */
export const WITHDRAWAL_FIELDS = {
  name: 200,
  contract: 300,
  email: EMAIL_MAX_LENGTH,
  reason: 2000,
} as const satisfies Record<WithdrawalField, number>;
export const WITHDRAWAL_FIELD_NAMES = Object.keys(WITHDRAWAL_FIELDS) as readonly WithdrawalField[];

/** The required fields; the law allows no more (Directive 2011/83/EU, article 11a). */
const REQUIRED: ReadonlySet<WithdrawalField> = new Set(["name", "contract", "email"]);

/**
 * The content of a withdrawal's receipt. `full`: everything that was declared, if the order is proved. `facts`: no
 * typed text, because anybody can type it for anybody. `held`: not sent automatically.
 */
export type MailedReceipt = "full" | "facts" | "held";
/** When the owner is told of a withdrawal: at once, or with others the next morning. */
export type WithdrawalNotice = "now" | "digest";

export type WithdrawalProblem = "missing" | "invalid" | "tooLong";
export type WithdrawalProblems = Partial<Record<WithdrawalField, WithdrawalProblem>>;

/** The errors of the fields; an empty record if there are none. The fields must come from `cleanWithdrawal`. */
export function checkWithdrawal(fields: WithdrawalFields): WithdrawalProblems {
  const problems: WithdrawalProblems = {};
  for (const field of WITHDRAWAL_FIELD_NAMES) {
    const text = fields[field];
    if (text === "" && REQUIRED.has(field)) problems[field] = "missing";
    else if (text.length > WITHDRAWAL_FIELDS[field]) problems[field] = "tooLong";
    else if (field === "email" && !isEmailAddress(text)) problems[field] = "invalid";
  }
  return problems;
}

/** The fields without control characters, and all but the reason on one line. */
export function cleanWithdrawal(fields: WithdrawalFields): WithdrawalFields {
  const { name, contract, email, reason } = fields;
  return {
    name: cleanLine(name),
    contract: cleanLine(contract),
    email: readEmailText(email),
    reason: cleanText(reason),
  };
}
