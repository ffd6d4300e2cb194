import * as z from "zod/mini";
import type { Bindings } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { TALLY_TTL_S } from "../shared/retention.ts";
import type { MailedReceipt, WithdrawalNotice } from "../shared/withdrawal.ts";
import { writeKv } from "./kv.ts";
import { importSigningKey } from "./order-token.ts";
import { encodeBase64Url, readTokenKeys } from "./token-keys.ts";

/**
 * How much mail the withdrawal form may cause. Anybody can fill in any address there, so without this it would mail
 * strangers as often as somebody likes, and use up the mail service's day, which confirmations of orders need.
 *
 * Two counts: the rate limiter's, at once but for its minute and data centre only, and a tally of the day in KV, an entry
 * a withdrawal, which everybody sees within a minute. What gets past both is what one minute lets through
 * (decisions, record 0039).
 */

/**
 * Receipts a day to addresses that no order proves. Cloudflare publishes no number for an account's mail: a new one begins
 * low and grows with its standing (Email Service, Limits). This leaves most of even a low one to confirmations; receipts
 * of proven orders do not count.
 */
export const RECEIPTS_A_DAY = 50;
/** Receipts a day to one address, proven or not: as many contracts as one household may withdraw from. */
export const RECEIPTS_A_DAY_TO_ONE = 5;
/** Mails a day to the owner about withdrawals that no order proves; the rest comes as one mail the next morning. */
export const NOTICES_A_DAY = 10;

/** What a receipt costs of the 60 that a minute of `ORDER_LIMIT` has: three a minute to one address. */
const COST_TO_ONE = 20;
/** ... and twelve a minute of those that no order proves. */
const COST_UNPROVEN = 5;

/** What a day's tally begins with in `ORDERS`: `tally:2026-11-22:{reference}`. */
const TALLY_PREFIX = "tally:";

/** What stands beside such a key: all that is known of it, so that a list is enough. */
const tallySchema = z.object({
  /** Keyed hash of the address. */
  to: z.string(),
  receipt: z.enum(["full", "facts", "held"]),
  notice: z.enum(["now", "digest"]),
});
export type Tally = z.infer<typeof tallySchema> & { reference: string };

/** What a withdrawal may cause: its receipt, and how the owner hears of it. */
export type Mailing = { receipt: MailedReceipt; notice: WithdrawalNotice };

/** What is decided of one more withdrawal of a day (`2026-11-22`). Never rejects: a count that cannot be had holds nothing back. */
export async function decideMailing(
  env: Bindings,
  day: string,
  { email, isProven }: { email: string; isProven: boolean },
): Promise<Mailing & { to: string }> {
  const to = await hashRecipient(env, email);
  const tallies = await readTally(env, day).catch((error: unknown) => {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
    return [];
  });
  const toOne = tallies.filter((earlier) => earlier.to === to && earlier.receipt !== "held").length;
  const isOneFree = (await isFree(env, `receipt-to:${to}`, COST_TO_ONE)) && toOne < RECEIPTS_A_DAY_TO_ONE;
  if (isProven) return isOneFree ? { to, receipt: "full", notice: "now" } : { to, receipt: "held", notice: "digest" };
  const isMinuteFree = await isFree(env, "receipts", COST_UNPROVEN);
  const facts = tallies.filter(({ receipt }) => receipt === "facts").length;
  // Proven ones are told of at once, and are not among these.
  const notices = tallies.filter(({ receipt, notice }) => receipt !== "full" && notice === "now").length;
  return {
    to,
    receipt: isOneFree && isMinuteFree && facts < RECEIPTS_A_DAY ? "facts" : "held",
    notice: isMinuteFree && notices < NOTICES_A_DAY ? "now" : "digest",
  };
}

/** Counts what was decided. Never rejects: one that cannot be counted is logged. */
export async function countMailing(
  env: Bindings,
  day: string,
  reference: string,
  mailing: Mailing & { to: string },
): Promise<void> {
  try {
    const options = { expirationTtl: TALLY_TTL_S, metadata: tallySchema.parse(mailing) };
    await writeKv(env.ORDERS, `${TALLY_PREFIX}${day}:${reference}`, "", options);
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
  }
}

/** What was decided of a withdrawal that is known to have been counted; null when that cannot be seen from here. */
export async function findMailing(env: Bindings, day: string, reference: string): Promise<Mailing | null> {
  try {
    const { metadata } = await env.ORDERS.getWithMetadata(`${TALLY_PREFIX}${day}:${reference}`);
    const known = tallySchema.safeParse(metadata);
    return known.success ? known.data : null;
  } catch {
    return null;
  }
}

/** The withdrawals of a day as far as they show here, the first thousand. Rejects when KV cannot be read. */
export async function readTally(env: Bindings, day: string): Promise<readonly Tally[]> {
  const prefix = `${TALLY_PREFIX}${day}:`;
  const { keys } = await env.ORDERS.list({ prefix });
  return keys.flatMap(({ name, metadata }) => {
    const known = tallySchema.safeParse(metadata);
    return known.success ? [{ ...known.data, reference: name.slice(prefix.length) }] : [];
  });
}

/** A limiter that is missing or fails lets everything through and is logged, as at the door (`response/rate-limit.ts`). */
async function isFree(env: Bindings, key: string, cost: number): Promise<boolean> {
  try {
    const answers = await Promise.all(Array.from({ length: cost }, () => env.ORDER_LIMIT.limit({ key })));
    return answers.every(({ success }) => success);
  } catch (error) {
    logEvent("error", "limit.unavailable", { limiter: "ORDER_LIMIT", reason: errorMessage(error) });
    return true;
  }
}

/** Nothing else is made of a key under this. */
const PURPOSE = "vaarkoers receipt recipient";
/** Enough to tell addresses of three days apart. */
const HASH_LENGTH = 16;

/**
 * Whom a receipt is for, without naming them: only who has our key can ask whether it is a certain address. Without a key
 * all are one, so that little is mailed.
 */
async function hashRecipient(env: Bindings, email: string): Promise<string> {
  const [key] = readTokenKeys(env);
  if (key === undefined) return "anybody";
  const data = new TextEncoder().encode(`${PURPOSE}\n${mailboxOf(email)}`);
  const hash = await crypto.subtle.sign("HMAC", await importSigningKey(key, "sign"), data);
  return encodeBase64Url(new Uint8Array(hash)).slice(0, HASH_LENGTH);
}

/** One mailbox has many addresses: what follows a plus is a label, and Gmail sees no dots. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ""] = email.slice(0, at).toLowerCase().split("+", 1);
  return `${/^(gmail|googlemail)\.com$/.test(domain) ? name.replaceAll(".", "") : name}@${domain}`;
}
