import { ANSWERS } from "../ledger/withdrawal-life-rules.ts";
import { resendReceipt } from "../orders/resend.ts";
import { answerStatements } from "../orders/withdrawal/withdrawals.ts";
import { defineAct } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedWithdrawal } from "./asked-order-handler.ts";
import { DESK_COPY } from "./desk-copy.ts";

const { answer: ANSWER, receipt: RECEIPT } = ACTS_COPY;

/** Writes down what the owner answered to a withdrawal. It mails nobody, and moves no money. */
export const previewAnswer = defineAct(ANSWER, askedWithdrawal, async ({ ledger, params, now }, { withdrawal }) => {
  const { reference, answer: before } = withdrawal;
  const wanted = params.get(ACT_FIELDS.answer);
  const answer = ANSWERS.find((known) => known === wanted) ?? null;
  const words = DESK_COPY.withdrawals.answers;
  const [earlier, later] = [before === undefined ? ANSWER.none : words[before], words[answer ?? "open"]];
  return {
    what: ANSWER.what(reference, later),
    before: earlier,
    facts: [
      [ANSWER.becomes, later],
      [ANSWER.now, earlier],
    ],
    button: ANSWER.button(later),
    async perform() {
      await ledger(answerStatements(reference, answer, now));
      return { state: "done", said: ANSWER.done };
    },
  };
});

/** Sends the receipt of a withdrawal again, with all that was declared. */
export const previewReceipt = defineAct(RECEIPT, askedWithdrawal, async ({ ledger, now }, { withdrawal }) => {
  const { reference, email } = withdrawal;
  if (email === "") return RECEIPT.refused;
  return {
    what: RECEIPT.what(reference),
    before: "",
    alsoFacts: [[ACTS_COPY.confirm.to, email]],
    async perform() {
      if ((await resendReceipt(ledger, reference, now)) === "due") return { state: "done", said: RECEIPT.done };
      return { state: "refused", said: RECEIPT.refused };
    },
  };
});
