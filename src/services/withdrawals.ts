import * as z from "zod/mini";
import type { Bindings } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { orderExpiration } from "../shared/retention.ts";
import { type MailedReceipt, WITHDRAWAL_FIELDS, type WithdrawalFields } from "../shared/withdrawal.ts";
import { stopDelivery } from "./gift-delivery.ts";
import { isTooSoon, type KvRead, readEntry, writeKv } from "./kv.ts";
import { canSendMail } from "./mail.ts";
import { readOrder } from "./orders.ts";
import { countMailing, decideMailing, findMailing, type Mailing } from "./receipts.ts";
import type { FormName } from "./withdrawal-form.ts";
import { startOnce } from "./workflow-start.ts";

/** Withdrawals of contracts: entries of the namespace `ORDERS` beside the orders that they may belong to. */

/** The prefix of every key of a withdrawal; no payment intent's id begins with it. */
export const WITHDRAWAL_PREFIX = "withdrawal:";

/** Value under `withdrawal:{reference}`. */
export const withdrawalSchema = z.strictObject({
  reference: z.string().check(z.regex(/^HR(-[0-9A-Z]{4}){3}$/)),
  /**
   * When our server received the first form, ISO 8601 in UTC. The button that confirms it was pressed at most half an
   * hour later (`withdrawal-form.ts`), so this time never harms the buyer.
   */
  receivedAt: z.iso.datetime(),
  name: z.string().check(z.maxLength(WITHDRAWAL_FIELDS.name)),
  contract: z.string().check(z.maxLength(WITHDRAWAL_FIELDS.contract)),
  email: z.string().check(z.maxLength(WITHDRAWAL_FIELDS.email)),
  reason: z.optional(z.string().check(z.maxLength(WITHDRAWAL_FIELDS.reason))),
  /** The payment whose signed link filled in the form. */
  intentId: z.optional(z.string()),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export type NewWithdrawal = {
  /** The name of the form whose button was pressed. */
  form: FormName;
  fields: WithdrawalFields;
  /** The payment whose signed link filled in the form. */
  intentId: string | null;
};

/**
 * The outcome for the receipt. `unmailed`: the mails could not be started. `known`: it was decided before, and KV does
 * not show it here yet.
 */
export type ReceiptOutcome = MailedReceipt | "unmailed" | "known";

export type WithdrawalOutcome =
  /** It is stored. */
  | { status: "recorded"; withdrawal: Withdrawal; receipt: ReceiptOutcome }
  /** Nothing is stored: the form was open for too long. */
  | { status: "expired" }
  /** It may not have been stored; that is logged. */
  | { status: "unavailable" };

/**
 * Stores a withdrawal, then starts its mails. Its key and every byte follow from what was sent. So the same form is the
 * same withdrawal, however often and wherever it is sent, and no other can have its key. Never rejects.
 */
export async function recordWithdrawal(env: Bindings, sent: NewWithdrawal): Promise<WithdrawalOutcome> {
  const withdrawal = await composeWithdrawal(sent);
  if (sent.form.isFresh) {
    if (!(await store(env, withdrawal))) return { status: "unavailable" };
  } else {
    // The page that proves it may be loaded again much later, when every place shows the stored entry.
    const known = await readWithdrawal(env, withdrawal.reference);
    if (known.status !== "found") return { status: known.status === "unavailable" ? "unavailable" : "expired" };
    // The platform may have deleted the record that the mails were started. Then it would start them again.
    const sent = await readReceipt(env, withdrawal.reference);
    if (sent.status !== "missing") {
      return { status: "recorded", withdrawal, receipt: sent.status === "found" ? sent.value.receipt : "known" };
    }
  }
  return { status: "recorded", withdrawal, receipt: await startMails(env, withdrawal) };
}

async function composeWithdrawal({ form, fields, intentId }: NewWithdrawal): Promise<Withdrawal> {
  const { reason, ...rest } = fields;
  const declared = {
    receivedAt: form.madeAt,
    ...rest,
    ...(reason === "" ? {} : { reason }),
    ...(intentId === null ? {} : { intentId }),
  };
  return withdrawalSchema.parse({ reference: await referenceOf(JSON.stringify([form.id, declared])), ...declared });
}

async function store(env: Bindings, withdrawal: Withdrawal): Promise<boolean> {
  const { reference, receivedAt } = withdrawal;
  try {
    await writeKv(env.ORDERS, WITHDRAWAL_PREFIX + reference, JSON.stringify(withdrawal), {
      expiration: orderExpiration(receivedAt),
      // Lets the operators' tool sort a list without reading every value.
      metadata: { receivedAt },
    });
    return true;
  } catch (error) {
    // Only these bytes are ever written under this key, so another press of the same button has written them, if they
    // show.
    if (isTooSoon(error) && (await readWithdrawal(env, reference)).status === "found") return true;
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
    return false;
  }
}

/** The prefix of the keys of sent receipts. */
export const RECEIPT_PREFIX = "receipt:";

/** Value under `receipt:{reference}`: the receipt's content, and when it was sent, ISO 8601 in UTC. */
export const receiptSchema = z.object({
  reference: z.string(),
  receipt: z.enum(["full", "facts"]),
  sentAt: z.iso.datetime(),
});
export type SentReceipt = z.infer<typeof receiptSchema>;

/** Records that the receipt was sent, with its content. Rejects if KV cannot be written. */
export async function noteReceipt(env: Bindings, reference: string, receipt: SentReceipt["receipt"]): Promise<void> {
  const sentAt = new Date().toISOString();
  const sent: SentReceipt = { reference, receipt, sentAt };
  const options = { expiration: orderExpiration(sentAt) };
  await writeKv(env.ORDERS, RECEIPT_PREFIX + reference, JSON.stringify(sent), options);
}

/** The last receipt that was sent, up to two minutes late. Never throws. */
export function readReceipt(env: Bindings, reference: string): Promise<KvRead<SentReceipt>> {
  return readEntry(env.ORDERS, "ORDERS", RECEIPT_PREFIX + reference, receiptSchema);
}

/** Reads and checks one withdrawal. Never throws. */
export function readWithdrawal(env: Bindings, reference: string): Promise<KvRead<Withdrawal>> {
  return readEntry(env.ORDERS, "ORDERS", WITHDRAWAL_PREFIX + reference, withdrawalSchema);
}

/**
 * Starts the Workflow that mails, once: the platform refuses a second one of the same name. While mail is not
 * configured it is not started, so that the same form can still start it later.
 */
async function startMails(env: Bindings, withdrawal: Withdrawal): Promise<ReceiptOutcome> {
  const { reference, email } = withdrawal;
  const day = withdrawal.receivedAt.slice(0, 10);
  try {
    if (!canSendMail(env)) throw new Error("no mail service or sender is configured");
    const counted = await decideMailing(env, day, { email, isProven: await isProven(env, withdrawal) });
    const mailing: Mailing = { receipt: counted.receipt, notice: counted.notice };
    if ((await startOnce(env.AFTER_WITHDRAWAL, reference, { reference, ...mailing })) === "known") {
      return (await findMailing(env, day, reference))?.receipt ?? "known";
    }
    logEvent("info", "withdrawal.recorded", { reference, ...mailing });
    await countMailing(env, day, reference, counted);
    if (mailing.notice === "digest") await startDigest(env, day);
    return mailing.receipt;
  } catch (error) {
    logEvent("error", "withdrawal.unmailed", { reference, reason: errorMessage(error) });
    await stopGiftMail(env, withdrawal, new Date()).catch((reason) =>
      logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(reason) }),
    );
    return "unmailed";
  }
}

/**
 * Stops the gift's mail after a withdrawal by the signed link of its order; any other withdrawal proves nothing. An
 * order that KV does not show yet may be a gift's, so it is stopped too. Rejects if KV cannot be read or written.
 */
export async function stopGiftMail(env: Bindings, { intentId }: Withdrawal, at: Date): Promise<"stopped" | "none"> {
  if (intentId === undefined) return "none";
  const order = await readOrder(env.ORDERS, intentId);
  if (order.status === "unavailable") throw new Error("the order could not be read");
  if (order.status === "found" && order.value.gift === undefined) return "none";
  await stopDelivery(env, intentId, "withdrawal", at);
  return "stopped";
}

/** Starts a day's digest. Never rejects: after a failure the day's next withdrawal for the digest tries again. */
async function startDigest(env: Bindings, day: string): Promise<void> {
  try {
    await startOnce(env.AFTER_WITHDRAWAL, `digest-${day}`, { digestOf: day });
  } catch (error) {
    logEvent("error", "workflow.unavailable", { reason: errorMessage(error) });
  }
}

/** Whether the order's own link was used and the e-mail address is the order's. False if the order cannot be read. */
async function isProven(env: Bindings, { intentId, email }: Withdrawal): Promise<boolean> {
  if (intentId === undefined) return false;
  const read = await readOrder(env.ORDERS, intentId);
  return read.status === "found" && read.value.email?.toLowerCase() === email.toLowerCase();
}

/** Crockford's base 32, without letters and digits that look alike. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const REFERENCE_LENGTH = 12;

/**
 * The reference of a withdrawal, `HR-8K2M-...`: sixty bits of a digest of all that was sent, with the form's random
 * name. So nobody can compute the withdrawal from the reference, or send it again.
 */
async function referenceOf(sent: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sent)));
  const characters = Array.from(digest.subarray(0, REFERENCE_LENGTH), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  );
  return `HR-${(characters.join("").match(/.{4}/g) ?? []).join("-")}`;
}
