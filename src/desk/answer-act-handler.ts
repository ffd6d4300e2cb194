import { ANSWERS } from "../ledger/withdrawal-life-rules.ts";
import { readWithdrawals } from "../orders/withdrawal/withdrawal-records.ts";
import { answerStatements } from "../orders/withdrawal/withdrawals.ts";
import { PATHS } from "../shared/paths.ts";
import type { ActPreview, ActRefusal } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { orderCell, withdrawalHref } from "./order-words-handler.ts";

/** Writes down what the owner answered to a withdrawal. It mails nobody, and moves no money. */

const COPY = ACTS_COPY.answer;

export async function previewAnswer({ ledger, params, now }: Desk): Promise<ActPreview | ActRefusal> {
  const [record] = await readWithdrawals(ledger, "reference = upper(?1)", params.get(ACT_FIELDS.withdrawal) ?? "");
  if (record === undefined) return { refusal: COPY.unknown, back: `${PATHS.desk}${DESK_PATHS.withdrawals}` };
  const { withdrawal, orders } = record;
  const { reference, name, answer: before } = withdrawal;
  const wanted = params.get(ACT_FIELDS.answer);
  const answer = ANSWERS.find((known) => known === wanted) ?? null;
  const words = DESK_COPY.withdrawals.answers;
  const [earlier, later] = [before === undefined ? COPY.none : words[before], words[answer ?? "open"]];
  return {
    title: COPY.title,
    about: reference,
    what: COPY.what(reference, later),
    before: earlier,
    facts: [
      [COPY.becomes, later],
      [COPY.now, earlier],
      [COPY.from, name],
      [COPY.withdrawal, { text: reference, href: withdrawalHref(reference) }],
      [ACTS_COPY.order, orders.map(({ intentId }) => orderCell(intentId))],
    ],
    follows: COPY.follows,
    button: COPY.button(later),
    isLive: null,
    back: withdrawalHref(reference),
    async perform() {
      await ledger(answerStatements(reference, answer, now));
      return { state: "done", said: COPY.done };
    },
  };
}
