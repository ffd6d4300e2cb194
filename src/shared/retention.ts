import { DAY_S } from "./time.ts";

/**
 * How long the shop keeps data about people. The code's lifetimes come from this list, and `/privacy` prints it
 * (legal/privacy-copy.ts). A new kind of data gets a line here.
 */
export const RETENTION = {
  /**
   * Orders, their refunds and disputes, the owner's notes, withdrawals and invoices: the tax law's seven years, counted from the end of the
   * year (art. 52 AWR).
   */
  orderYears: 7,
  /**
   * The giver's message and the two names of a gift that was bought here. The tax law does not require them, and the gift
   * opens without them.
   */
  giftTextYears: 2,
  /** Withdrawals that belong to no order: anybody can type anybody's name there. */
  strayWithdrawalDays: 365,
  /**
   * Mails in the shop's own mailbox: questions, and the notices of sales and withdrawals. People delete them there (the rule is
   * in kv-seed/owner.md). A complaint about a course may come so late.
   */
  mailboxYears: 2,
  /** Payments that were begun and not paid. */
  unpaidDays: 30,
  /** The recipient's address of an unpaid gift: enough for a slow bank and Stripe's three days of repeated events. */
  deliveryDraftDays: 7,
  /** That address after the day of mailing, at most: a day of attempts, and one to tell the giver. */
  deliveryDays: 4,
  /** What an act at the desk replaced, so that it can be taken back: no longer than that, since it may be a recipient's address. */
  undoDays: 4,
  /**
   * The platform's record of each mail that was sent, without names or addresses: as long as every plan of Workflows allows.
   */
  mailerDays: 3,
  /** What the owner was told at once (`alarms`): ids of payments and withdrawals, and no names or addresses. */
  alarmDays: 365,
  /**
   * The ledger's own back-up: deleted data can be restored for this long (D1, Time Travel; 30 days on the paid plan).
   */
  backupDays: 30,
  /** Workers Logs, at most: seven days on the paid plan of Workers, three on the free one (Cloudflare's documents). */
  logDays: 7,
} as const;

const WORK = `${RETENTION.mailerDays} days` as const;

/** How long the platform keeps a Workflow's instance. */
export const WORK_RETENTION = { successRetention: WORK, errorRetention: WORK } as const;

/** The form takes no day that is further away. */
const GIFT_DAY_MAX_S = 6 * 365 * DAY_S;

/**
 * Lifetime of a bought gift's texts in KV, seconds: the years from now on or, for a gift of a later day (`YYYY-MM-DD`),
 * from that day on. Any other `from` counts as today.
 */
export function giftTextsTtl(from: string, now: Date): number {
  const aheadS = Math.floor(((Date.parse(from) || 0) - now.getTime()) / 1000);
  return Math.min(Math.max(0, aheadS), GIFT_DAY_MAX_S) + RETENTION.giftTextYears * 365 * DAY_S;
}
