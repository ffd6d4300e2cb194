import { ANSWERS } from "../ledger/withdrawal-life-rules.ts";
import { answerStatements } from "../orders/withdrawal/withdrawals.ts";
import type { ActPreview, ActRefusal } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedWithdrawal } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY } from "./desk-copy.ts";

/** Writes down what the owner answered to a withdrawal. It mails nobody, and moves no money. */

const COPY = ACTS_COPY.answer;

export async function previewAnswer(desk: Desk): Promise<ActPreview | ActRefusal> {
  const asked = await askedWithdrawal(desk);
  if ("refusal" in asked) return asked;
  const { ledger, params, now } = desk;
  const { reference, answer: before } = asked.withdrawal;
  const wanted = params.get(ACT_FIELDS.answer);
  const answer = ANSWERS.find((known) => known === wanted) ?? null;
  const words = DESK_COPY.withdrawals.answers;
  const [earlier, later] = [before === undefined ? COPY.none : words[before], words[answer ?? "open"]];
  return {
    title: COPY.title,
    about: reference,
    what: COPY.what(reference, later),
    before: earlier,
    facts: [[COPY.becomes, later], [COPY.now, earlier], ...asked.facts],
    follows: COPY.follows,
    button: COPY.button(later),
    isLive: null,
    back: asked.back,
    async perform() {
      await ledger(answerStatements(reference, answer, now));
      return { state: "done", said: COPY.done };
    },
  };
}
