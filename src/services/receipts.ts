import * as z from "zod/mini";
import type { Bindings } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { TALLY_TTL_S } from "../shared/retention.ts";
import type { MailedReceipt, WithdrawalNotice } from "../shared/withdrawal.ts";
import { writeKv } from "./kv.ts";
import { encodeBase64Url, readTokenKeys, signText } from "./token-keys.ts";

/**
 * Limits the mail of the withdrawal form. Anybody can type any address there. Without limits the form would mail
 * strangers at will, and use up the mail service's daily limit, which confirmations of orders need. There are two
 * counts: the rate limiter's, which is immediate but only for its minute and data centre, and a daily tally in KV, one
 * entry per withdrawal, which every place sees within a minute. So at most one minute's mails get past both (record
 * 0039).
 */

/**
 * Receipts a day to addresses that no order proves. Cloudflare publishes no number for an account's mail: a new account
 * begins low and grows with its reputation (Email Service, Limits). Even then most mails are left for confirmations.
 * Receipts of proven orders do not count.
 */
export const RECEIPTS_A_DAY = 50;
/**
 * Receipts a day to one address: as many contracts as one household may withdraw from. Proven receipts are counted
 * apart, so that nobody else can hold them back.
 */
export const RECEIPTS_A_DAY_TO_ONE = 5;
/** Mails a day to the owner about withdrawals that no order proves; the others come in one mail the next morning. */
export const NOTICES_A_DAY = 10;

/** The cost of a receipt, of the 60 a minute that `ORDER_LIMIT` allows: three a minute to one address. */
const COST_TO_ONE = 20;
/** The cost of a receipt that no order proves: twelve a minute. */
const COST_UNPROVEN = 5;

/**
 * The parts of a day's tally in `ORDERS`: `tally:2026-11-22:mailed:{reference}`. Withdrawals without a mail that counts
 * have a part of their own. A list ends at a thousand keys; the part with counted mails stays far below that.
 */
const PLACES = ["mailed", "held"] as const;
type Place = (typeof PLACES)[number];

/** The prefix of every count of mails, also of those with links (services/link-requests.ts). */
export const TALLY_PREFIX = "tally:";

function tallyPrefix(day: string, place: Place): string {
  return `${TALLY_PREFIX}${day}:${place}:`;
}

/** KV metadata of such a key: all its data, so that a list is enough. */
const tallySchema = z.object({
  /** Keyed hash of the address. */
  to: z.string(),
  isProven: z.boolean(),
  receipt: z.enum(["full", "facts", "held"]),
  notice: z.enum(["now", "digest"]),
});
type Counted = z.infer<typeof tallySchema>;
export type Tally = Counted & { reference: string };

/** The mails of a withdrawal: its receipt, and the owner's notice. */
export type Mailing = { receipt: MailedReceipt; notice: WithdrawalNotice };

/** Decides the mails of one more withdrawal of a day (`2026-11-22`). Never rejects; a failed count holds none back. */
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
    // Counts only withdrawals that this buyer has proved: other people know the address and may type it too.
    const isBuyerFree = await isOneFree(
      "receipt-to-buyer",
      sentTo.filter(({ receipt }) => receipt === "full"),
    );
    return { to, isProven, receipt: isBuyerFree ? "full" : "held", notice: "now" };
  }
  const isAddressFree = await isOneFree("receipt-to", sentTo);
  const isMinuteFree = await isFree(env, "receipts", COST_UNPROVEN);
  const facts = tallies.filter(({ receipt }) => receipt === "facts").length;
  // Proven withdrawals are always reported at once, and do not count here.
  const notices = tallies.filter((earlier) => !earlier.isProven && earlier.notice === "now").length;
  return {
    to,
    isProven,
    receipt: isAddressFree && isMinuteFree && facts < RECEIPTS_A_DAY ? "facts" : "held",
    notice: isMinuteFree && notices < NOTICES_A_DAY ? "now" : "digest",
  };
}

/** Counts a decision. Never rejects; a failure is logged. */
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

/** The stored decision about a withdrawal's mails. Null if KV does not show it here yet. */
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

/** The withdrawals of a day that KV shows here, a thousand of each part. Rejects if KV cannot be read. */
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

/** A limiter that is missing or fails allows everything and is logged, as in `response/rate-limit.ts`. */
async function isFree(env: Bindings, key: string, cost: number): Promise<boolean> {
  try {
    const answers = await Promise.all(Array.from({ length: cost }, () => env.ORDER_LIMIT.limit({ key })));
    return answers.every(({ success }) => success);
  } catch (error) {
    logEvent("error", "limit.unavailable", { limiter: "ORDER_LIMIT", reason: errorMessage(error) });
    return true;
  }
}

/** Part of the hashed text, so that the hash has no other use. */
const PURPOSE = "vaarkoers receipt recipient";
/** Enough to tell addresses of three days apart. */
const HASH_LENGTH = 16;

/**
 * A keyed hash of a receipt's address: without our key nobody can test whether it is a certain address. Without a key
 * all addresses share one hash, so few mails are sent.
 */
async function hashRecipient(env: Bindings, email: string): Promise<string> {
  const [key] = readTokenKeys(env);
  if (key === undefined) return "anybody";
  return encodeBase64Url(await signText(key, `${PURPOSE}\n${mailboxOf(email)}`)).slice(0, HASH_LENGTH);
}

/** Several addresses are one mailbox: a plus begins a label, and Gmail ignores dots. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ""] = email.slice(0, at).toLowerCase().split("+", 1);
  return `${/^(gmail|googlemail)\.com$/.test(domain) ? name.replaceAll(".", "") : name}@${domain}`;
}
