import { type AfterWithdrawalParams, type Bindings, readSettings } from "../env.ts";
import {
  composeReceipt,
  composeWithdrawalDigest,
  composeWithdrawalNotice,
  type ReceiptState,
} from "../mails/withdrawal.ts";
import { deliverMail } from "../services/mail.ts";
import { readTally } from "../services/receipts.ts";
import {
  noteReceipt,
  readReceipt,
  readWithdrawal,
  type SentReceipt,
  stopGiftMail,
  type Withdrawal,
} from "../services/withdrawals.ts";
import { FOR_A_DAY, type Step, sleepUntil } from "./steps.ts";

type OfOne = Exclude<AfterWithdrawalParams, { digestOf: string }>;

/** When a day's digest is sent, hours UTC on the next day: seven or eight in the morning in the Netherlands. */
const DIGEST_HOUR = 6;

/**
 * Mails the receipt to the buyer, and a notice to the owner. Neither waits for the other, and each is retried by
 * itself. A withdrawal by the link of a gift's order also stops the gift's mail. A receipt comes twice only if its step
 * is cut off between sending and its end, if an operator asks for it after it was sent, or if both send it within about
 * two minutes, while KV may not show yet that it was sent.
 */
export async function mailWithdrawal(env: Bindings, asked: Readonly<OfOne>, askedAt: Date, step: Step): Promise<void> {
  const { reference, receipt, notice } = asked;
  const work = [
    ...(receipt === "held" ? [] : [mailReceipt(env, { ...asked, receipt }, askedAt, step)]),
    ...(notice === "now" ? [mailNotice("notice", env, reference, receipt, step)] : []),
    // The stop is left out if an operator only has a receipt sent again.
    ...(notice === "none"
      ? []
      : [
          step.do("stop the gift's mail", FOR_A_DAY, async () =>
            stopGiftMail(env, await load(env, reference), askedAt),
          ),
        ]),
  ];
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

type Receipt = OfOne & Pick<SentReceipt, "receipt">;

/** Tells the owner about a receipt that could not be sent, unless anybody could cause hundreds of such mails. */
async function mailReceipt(env: Bindings, asked: Readonly<Receipt>, askedAt: Date, step: Step): Promise<void> {
  const { reference, receipt, notice } = asked;
  const [sending] = await Promise.allSettled([step.do("receipt", FOR_A_DAY, () => sendReceipt(env, asked, askedAt))]);
  const outcome = sending.status === "rejected" ? "failed" : sending.value;
  if (outcome === "sent") await step.do("note the receipt", FOR_A_DAY, () => noteReceipt(env, reference, receipt));
  if ((outcome === "failed" || outcome === "refused") && notice !== "digest") {
    await mailNotice("second notice", env, reference, outcome, step);
  }
  if (sending.status === "rejected") throw sending.reason;
}

async function sendReceipt(
  env: Bindings,
  asked: Readonly<Receipt>,
  askedAt: Date,
): Promise<"sent" | "known" | "unconfigured" | "refused"> {
  const { reference, receipt } = asked;
  const earlier = await readReceipt(env, reference);
  if (earlier.status === "unavailable") throw new Error("whether the receipt was sent could not be read");
  if (earlier.status === "found" && isDoneBy(earlier.value, asked, askedAt)) return "known";
  const mail = composeReceipt(await load(env, reference), readSettings(env).trader, receipt);
  return deliverMail(env, mail, { reference, mail: "receipt" });
}

/** Whether the requested receipt was sent before. An operator may request it once more, or the full one. */
function isDoneBy(sent: SentReceipt, { receipt, notice }: Receipt, askedAt: Date): boolean {
  if (notice !== "none") return true;
  return Date.parse(sent.sentAt) >= askedAt.getTime() && (sent.receipt === "full" || receipt === "facts");
}

function mailNotice(
  name: string,
  env: Bindings,
  reference: string,
  receipt: ReceiptState,
  step: Step,
): Promise<unknown> {
  const owner = ownerOf(env);
  return step.do(name, FOR_A_DAY, async () => {
    if (owner === undefined) return "unconfigured";
    const mail = composeWithdrawalNotice(await load(env, reference), owner, receipt);
    return deliverMail(env, mail, { reference, mail: "notice" });
  });
}

/** Mails the owner, the next morning, the withdrawals of a day (`2026-11-22`) that had no notice of their own. */
export async function mailDigest(env: Bindings, day: string, step: Step): Promise<void> {
  const sendAt = new Date(Date.parse(day) + (24 + DIGEST_HOUR) * 60 * 60_000);
  await sleepUntil(step, "the next morning", sendAt);
  await step.do("digest", FOR_A_DAY, async () => {
    const owner = ownerOf(env);
    if (owner === undefined) return "unconfigured";
    const waiting = (await readTally(env, day)).filter(({ notice }) => notice === "digest");
    return deliverMail(env, composeWithdrawalDigest(waiting, day, owner), { mail: "digest", day });
  });
}

function ownerOf(env: Bindings): string | undefined {
  const { trader, mailOwner } = readSettings(env);
  return mailOwner?.email ?? trader.email;
}

/** Rejects if KV cannot be read or does not show it here yet, so that the step is retried. */
async function load(env: Bindings, reference: string): Promise<Withdrawal> {
  const read = await readWithdrawal(env, reference);
  if (read.status !== "found") throw new Error(`withdrawal ${read.status}`);
  return read.value;
}
