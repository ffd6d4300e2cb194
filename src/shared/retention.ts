/**
 * How long the shop keeps what it knows of people: the one list that the code's lifetimes come from and that `/privacy`
 * prints (content/retention.ts). Whoever keeps something new adds it here.
 */
export const RETENTION = {
  /** Orders, what became of them and withdrawals: the tax law's seven years, counted from the end of the year (art. 52 AWR). */
  orderYears: 7,
  /** What a giver wrote with a gift that was bought here; the tax law does not ask for it, and the gift opens without it. */
  giftMessageYears: 2,
  /** Attempts that were not paid. */
  unpaidDays: 30,
  /**
   * What the platform remembers of the work after a sale or a withdrawal, without names or addresses: as long as Stripe
   * delivers events again, and no longer than every plan of Workflows allows.
   */
  afterSaleDays: 3,
  /**
   * The same, at most, of mails that an operator sends again: `wrangler workflows trigger` cannot ask for less than the
   * platform's own limit (https://developers.cloudflare.com/workflows/reference/limits/: 30 days on the paid plan of
   * Workers, three on the free one). Identifiers only.
   */
  resentDays: 30,
  /** How often the withdrawal form mailed an address, by a keyed hash of it (services/receipts.ts). */
  tallyDays: 3,
  /** Workers Logs, at most: seven days on the paid plan of Workers, three on the free one (Cloudflare's documents). */
  logDays: 7,
} as const;

const DAY_S = 24 * 60 * 60;

const WORK = `${RETENTION.afterSaleDays} days` as const;

/** How long the platform remembers a Workflow's instance. */
export const WORK_RETENTION = { successRetention: WORK, errorRetention: WORK } as const;

/** Lifetime of an unpaid attempt in KV, seconds. */
export const UNPAID_TTL_S = RETENTION.unpaidDays * DAY_S;

/** The form takes no day that is further away. */
const GIFT_DAY_MAX_S = 6 * 365 * DAY_S;

/**
 * Lifetime of a giver's message in KV, seconds: so many years from now or, for a gift of a later day (`YYYY-MM-DD`), from
 * that day. Any other `from` is a gift of today. A lifetime, because KV takes no moment after 2038.
 */
export function giftMessageTtl(from: string, now: Date): number {
  const aheadS = Math.floor(((Date.parse(from) || 0) - now.getTime()) / 1000);
  return Math.min(Math.max(0, aheadS), GIFT_DAY_MAX_S) + RETENTION.giftMessageYears * 365 * DAY_S;
}

/** Lifetime of such a count in KV, seconds. */
export const TALLY_TTL_S = RETENTION.tallyDays * DAY_S;

/** When an order of that moment (ISO 8601) may go, seconds since 1970: the end of the last year that it is kept. */
export function orderExpiration(time: string): number {
  return Date.UTC(new Date(time).getUTCFullYear() + RETENTION.orderYears + 1, 0, 1) / 1000;
}
