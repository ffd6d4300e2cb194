import * as z from "zod/mini";
import type { Bindings } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { orderExpiration } from "../shared/retention.ts";
import { WITHDRAWAL_FIELDS, type WithdrawalFields } from "../shared/withdrawal.ts";
import { type KvRead, readEntry } from "./kv.ts";
import { canSendMail } from "./mail.ts";
import { startOnce } from "./workflow-start.ts";

/** Withdrawals of contracts: entries of the namespace `ORDERS` beside the orders that they may belong to. */

/** What every key of a withdrawal begins with; no payment intent's id does. */
export const WITHDRAWAL_PREFIX = "withdrawal:";

/** Value under `withdrawal:{reference}`. */
export const withdrawalSchema = z.strictObject({
  reference: z.string().check(z.regex(/^HR(-[0-9A-Z]{4}){3}$/)),
  /** When our server received it, ISO 8601 in UTC: what counts is when it was sent, and this is not later by much. */
  receivedAt: z.iso.datetime(),
  name: z.string().check(z.maxLength(WITHDRAWAL_FIELDS.name)),
  contract: z.string().check(z.maxLength(WITHDRAWAL_FIELDS.contract)),
  email: z.string().check(z.maxLength(WITHDRAWAL_FIELDS.email)),
  reason: z.optional(z.string().check(z.maxLength(WITHDRAWAL_FIELDS.reason))),
  /** The payment whose signed link the form was filled in from. */
  intentId: z.optional(z.string()),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export type NewWithdrawal = {
  /** Of the form that was sent, a UUID: the same form is the same withdrawal, however often it is sent. */
  formId: string;
  fields: WithdrawalFields;
  intentId: string | null;
};

export type WithdrawalOutcome =
  /** Stored for good. `isMailed`: the receipt is on its way. */
  | { status: "recorded"; withdrawal: Withdrawal; isMailed: boolean }
  /** Nothing is known to have been stored; it has been logged. */
  | { status: "unavailable" };

/**
 * Stores a withdrawal, then starts its mails. A form that is sent again gets what was stored at first, with its time.
 * Never rejects.
 */
export async function recordWithdrawal(
  env: Bindings,
  { formId, fields, intentId }: NewWithdrawal,
): Promise<WithdrawalOutcome> {
  const reference = await referenceOf(formId);
  const known = await readWithdrawal(env, reference);
  if (known.status === "unavailable") return { status: "unavailable" };
  const { reason, ...rest } = fields;
  const withdrawal: Withdrawal =
    known.status === "found"
      ? known.value
      : {
          reference,
          receivedAt: new Date().toISOString(),
          ...rest,
          ...(reason === "" ? {} : { reason }),
          ...(intentId === null ? {} : { intentId }),
        };
  if (known.status !== "found") {
    try {
      await env.ORDERS.put(WITHDRAWAL_PREFIX + reference, JSON.stringify(withdrawalSchema.parse(withdrawal)), {
        expiration: orderExpiration(withdrawal.receivedAt),
        // Lets the operators' tool sort a list without reading every value.
        metadata: { receivedAt: withdrawal.receivedAt },
      });
    } catch (error) {
      logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
      return { status: "unavailable" };
    }
    logEvent("info", "withdrawal.recorded", { reference });
  }
  return { status: "recorded", withdrawal, isMailed: await startMails(env, reference) };
}

/** Reads and checks one withdrawal. Never throws. */
export function readWithdrawal(env: Bindings, reference: string): Promise<KvRead<Withdrawal>> {
  return readEntry(env.ORDERS, "ORDERS", WITHDRAWAL_PREFIX + reference, withdrawalSchema);
}

/**
 * Starts the Workflow that mails, once: a second one of the same name is refused by the platform. So not while it could
 * not send: the form that is sent again later still can.
 */
async function startMails(env: Bindings, reference: string): Promise<boolean> {
  try {
    if (!canSendMail(env)) throw new Error("no mail service or sender is configured");
    await startOnce(env.AFTER_WITHDRAWAL, reference, { reference });
    return true;
  } catch (error) {
    logEvent("error", "withdrawal.unmailed", { reference, reason: errorMessage(error) });
    return false;
  }
}

/** Without letters and digits that look alike (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const REFERENCE_LENGTH = 12;

/**
 * The name of a form's withdrawal, `HR-8K2M-...`: sixty bits of a digest, so that nobody who is told the reference can
 * send that form again and be shown what it said.
 */
async function referenceOf(formId: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(formId)));
  const characters = Array.from(digest.subarray(0, REFERENCE_LENGTH), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  );
  return `HR-${(characters.join("").match(/.{4}/g) ?? []).join("-")}`;
}
