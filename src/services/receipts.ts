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
 * (record 0039).
 */

/**
 * Receipts a day to addresses that no order proves. Cloudflare publishes no number for an account's mail: a new one begins
 * low and grows with its standing (Email Service, Limits). This leaves most of even a low one to confirmations; receipts
 * of proven orders do not count.
 */
export const RECEIPTS_A_DAY = 50;
/**
 * Receipts a day to one address: as many contracts as one household may withdraw from. Those that an order proves are
 * counted by themselves, so that nobody else can hold them back.
 */
export const RECEIPTS_A_DAY_TO_ONE = 5;
/** Mails a day to the owner about withdrawals that no order proves; the rest comes as one mail the next morning. */
export const NOTICES_A_DAY = 10;

/** What a receipt costs of the 60 that a minute of `ORDER_LIMIT` has: three a minute to one address. */
const COST_TO_ONE = 20;
/** ... and twelve a minute of those that no order proves. */
const COST_UNPROVEN = 5;

/**
 * Where a day's tally stands in `ORDERS`: `tally:2026-11-22:mailed:{reference}`. What caused no mail that counts has a
 * place of its own, so that a list, which ends at a thousand, is never full of it: what counts stays far below that.
 */
const PLACES = ["mailed", "held"] as const;
type Place = (typeof PLACES)[number];

function tallyPrefix(day: string, place: Place): string {
  return `tally:${day}:${place}:`;
}

/** What stands beside such a key: all that is known of it, so that a list is enough. */
const tallySchema = z.object({
  /** Keyed hash of the address. */
  to: z.string(),
  isProven: z.boolean(),
  receipt: z.enum(["full", "facts", "held"]),
  notice: z.enum(["now", "digest"]),
});
type Counted = z.infer<typeof tallySchema>;
export type Tally = Counted & { reference: string };

/** What a withdrawal may cause: its receipt, and how the owner hears of it. */
export type Mailing = { receipt: MailedReceipt; notice: WithdrawalNotice };

/** What is decided of one more withdrawal of a day (`2026-11-22`). Never rejects: a count that cannot be had holds nothing back. */
export async function decideMailing(
  env: Bindings,
  day: string,
  { email, isProven }: { email: string; isProven: boolean },
): Promise<Counted> {
  const to = await hashRecipient(env, email);
  const tallies = await readPlace(env, day, "mailed").catch((error: unknown) => {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
    return [];
  });
  const sentTo = tallies.filter((earlier) => earlier.to === to && earlier.receipt !== "held");
  const isOneFree = async (limiterKey: string, earlier: readonly unknown[]) =>
    (await isFree(env, `${limiterKey}:${to}`, COST_TO_ONE)) && earlier.length < RECEIPTS_A_DAY_TO_ONE;
  if (isProven) {
    // Only what this buyer did themselves: the address is known to others, who may fill in the form too.
    const isBuyerFree = await isOneFree(
      "receipt-to-buyer",
      sentTo.filter(({ receipt }) => receipt === "full"),
    );
    return { to, isProven, receipt: isBuyerFree ? "full" : "held", notice: "now" };
  }
  const isAddressFree = await isOneFree("receipt-to", sentTo);
  const isMinuteFree = await isFree(env, "receipts", COST_UNPROVEN);
  const facts = tallies.filter(({ receipt }) => receipt === "facts").length;
  // Proven ones are told of at once, and are not among these.
  const notices = tallies.filter((earlier) => !earlier.isProven && earlier.notice === "now").length;
  return {
    to,
    isProven,
    receipt: isAddressFree && isMinuteFree && facts < RECEIPTS_A_DAY ? "facts" : "held",
    notice: isMinuteFree && notices < NOTICES_A_DAY ? "now" : "digest",
  };
}

/** Counts what was decided. Never rejects: one that cannot be counted is logged. */
export async function countMailing(env: Bindings, day: string, reference: string, counted: Counted): Promise<void> {
  try {
    const options = { expirationTtl: TALLY_TTL_S, metadata: tallySchema.parse(counted) };
    await writeKv(env.ORDERS, tallyPrefix(day, placeOf(counted)) + reference, "", options);
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
  }
}

function placeOf({ receipt, notice, isProven }: Counted): Place {
  return receipt !== "held" || (notice === "now" && !isProven) ? "mailed" : "held";
}

/** What was decided of a withdrawal that is known to have been counted; null when that cannot be seen from here. */
export async function findMailing(env: Bindings, day: string, reference: string): Promise<Mailing | null> {
  try {
    const reads = await Promise.all(
      PLACES.map((place) => env.ORDERS.getWithMetadata(tallyPrefix(day, place) + reference)),
    );
    const known = reads.map(({ metadata }) => tallySchema.safeParse(metadata)).find(({ success }) => success);
    return known?.data ?? null;
  } catch {
    return null;
  }
}

/** The withdrawals of a day as far as they show here, a thousand of each place. Rejects when KV cannot be read. */
export async function readTally(env: Bindings, day: string): Promise<readonly Tally[]> {
  return (await Promise.all(PLACES.map((place) => readPlace(env, day, place)))).flat();
}

async function readPlace(env: Bindings, day: string, place: Place): Promise<readonly Tally[]> {
  const prefix = tallyPrefix(day, place);
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
