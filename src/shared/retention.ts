/**
 * How long the shop keeps data about people. The code's lifetimes come from this list, and `/privacy` prints it
 * (content/retention.ts). A new kind of data gets a line here.
 */
export const RETENTION = {
  /**
   * Orders, their refunds and disputes, and withdrawals: the tax law's seven years, counted from the end of the year
   * (art. 52 AWR).
   */
  orderYears: 7,
  /**
   * The giver's message of a gift that was bought here. The tax law does not require it, and the gift opens without it.
   */
  giftMessageYears: 2,
  /** Payments that were begun and not paid. */
  unpaidDays: 30,
  /** The recipient's address of an unpaid gift: enough for a slow bank and Stripe's three days of repeated events. */
  deliveryDraftDays: 7,
  /** That address after the day of mailing, at most: a day of attempts, and one to tell the giver. */
  deliveryDays: 4,
  /**
   * The platform's record of the work after a sale, a withdrawal or a request for links, without names or addresses: as
   * long as Stripe delivers events again, and no longer than every plan of Workflows allows.
   */
  afterSaleDays: 3,
  /**
   * The platform's record of mails that an operator sends again, at most: `wrangler workflows trigger` cannot set less
   * than the platform's own limit (https://developers.cloudflare.com/workflows/reference/limits/: 30 days on the paid
   * plan of Workers, three on the free one). Ids only.
   */
  resentDays: 30,
  /**
   * Counts of the mails to an address, under its keyed hash: from the withdrawal form (services/receipts.ts) and from
   * `/mijn-cursus` (services/link-requests.ts).
   */
  tallyDays: 3,
  /** Workers Logs, at most: seven days on the paid plan of Workers, three on the free one (Cloudflare's documents). */
  logDays: 7,
} as const;

const DAY_S = 24 * 60 * 60;

const WORK = `${RETENTION.afterSaleDays} days` as const;

/** How long the platform keeps a Workflow's instance. */
export const WORK_RETENTION = { successRetention: WORK, errorRetention: WORK } as const;

/** Lifetime of an unpaid attempt in KV, seconds. */
export const UNPAID_TTL_S = RETENTION.unpaidDays * DAY_S;

/** Lifetime of an address that a gift is to be mailed to, until it is paid, in KV, seconds. */
export const DELIVERY_DRAFT_TTL_S = RETENTION.deliveryDraftDays * DAY_S;

/** Lifetime in KV of a plan to mail a gift at that moment (ISO 8601), seconds. A plan that ends is deleted sooner. */
export function deliveryTtl(sendAt: string, now: Date): number {
  const aheadS = Math.ceil((Date.parse(sendAt) - now.getTime()) / 1000);
  return Math.max(0, aheadS) + RETENTION.deliveryDays * DAY_S;
}

/** The form takes no day that is further away. */
const GIFT_DAY_MAX_S = 6 * 365 * DAY_S;

/**
 * Lifetime of a giver's message in KV, seconds: the years from now on or, for a gift of a later day (`YYYY-MM-DD`),
 * from that day on. Any other `from` counts as today.
 */
export function giftMessageTtl(from: string, now: Date): number {
  const aheadS = Math.floor(((Date.parse(from) || 0) - now.getTime()) / 1000);
  return Math.min(Math.max(0, aheadS), GIFT_DAY_MAX_S) + RETENTION.giftMessageYears * 365 * DAY_S;
}

/** Lifetime of the withdrawal form's counts in KV, seconds. */
export const TALLY_TTL_S = RETENTION.tallyDays * DAY_S;

/**
 * When KV may delete an order of that moment (ISO 8601), seconds since 1970: the end of the last year in which it is
 * kept.
 */
export function orderExpiration(time: string): number {
  return Date.UTC(new Date(time).getUTCFullYear() + RETENTION.orderYears + 1, 0, 1) / 1000;
}
