import { type Bindings, readSettings } from "../env.ts";
import { composeReceipt, composeWithdrawalNotice } from "../mails/withdrawal.ts";
import { deliverMail } from "../services/mail.ts";
import { readWithdrawal, type Withdrawal } from "../services/withdrawals.ts";
import { FOR_A_DAY, type Step } from "./steps.ts";

/** The receipt to who withdrew, and a notice to the owner. Neither waits for the other; each is tried again by itself. */
export async function mailWithdrawal(env: Bindings, reference: string, step: Step): Promise<void> {
  const { trader, mailOwner } = readSettings(env);
  const owner = mailOwner?.email ?? trader.email;
  const receipt = step.do("receipt", FOR_A_DAY, async () => {
    return deliverMail(env, composeReceipt(await load(env, reference), trader), { reference, mail: "receipt" });
  });
  const notice = step.do("notice", FOR_A_DAY, async () => {
    if (owner === undefined) return "unconfigured";
    return deliverMail(env, composeWithdrawalNotice(await load(env, reference), owner), { reference, mail: "notice" });
  });
  const failed = (await Promise.allSettled([receipt, notice])).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** Rejects when KV cannot be read or has not got it here yet, so that the step is tried again. */
async function load(env: Bindings, reference: string): Promise<Withdrawal> {
  const read = await readWithdrawal(env, reference);
  if (read.status !== "found") throw new Error(`withdrawal ${read.status}`);
  return read.value;
}
