import { ANSWERS } from "../ledger/withdrawal-life-rules.ts";
import { resendReceipt } from "../orders/resend.ts";
import {
  answerStatements,
  countDismissed,
  countUnknown,
  dismissUnknown,
  reopenDismissed,
} from "../orders/withdrawal/withdrawals.ts";
import { firstOf } from "../server/database.ts";
import { PATHS } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { type ActRefusal, type Asked, defineAct } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedWithdrawal } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS, euros } from "./desk-copy.ts";
import { sayAnswer } from "./order-words-handler.ts";

const { answer: ANSWER, receipt: RECEIPT, dismiss: DISMISS, reopen: REOPEN } = ACTS_COPY;

/** Writes down what the owner answered to a withdrawal. It mails nobody, and moves no money. */
export const previewAnswer = defineAct(ANSWER, askedWithdrawal, async ({ shop, params }, { withdrawal }) => {
  const { reference, answer: before, orderId, paidOtherwiseCents = 0, leftCents = 0 } = withdrawal;
  const wanted = params.get(ACT_FIELDS.answer);
  const answer = ANSWERS.find((known) => known === wanted) ?? null;
  if (answer === null && wanted !== "open") return ANSWER.choose;
  if (answer === null && withdrawal.email === "") return ANSWER.erased;
  const earlier = before === undefined ? ANSWER.none : sayAnswer(before, paidOtherwiseCents);
  const later = sayAnswer(answer ?? "open", paidOtherwiseCents + leftCents);
  const isGift = withdrawal.kept === "gift";
  // The shop has not seen the money go back.
  const isElsewhere = answer === "repaid" && leftCents > 0;
  return {
    what: ANSWER.what(reference, later),
    follows: [
      ...ANSWER.follows,
      ...(isElsewhere ? [ANSWER.settles, ANSWER.staysRepaid[isGift ? "gift" : "course"]] : []),
      ...(before === "repaid" && answer !== "repaid" && paidOtherwiseCents > 0 ? [ANSWER.unsettles] : []),
      ...(answer !== "repaid" && answer !== null && isGift ? [ANSWER.staysRefused] : []),
    ],
    before: earlier,
    undo: { act: "answer", fields: { [ACT_FIELDS.withdrawal]: reference, [ACT_FIELDS.answer]: before ?? "open" } },
    facts: [
      [ANSWER.becomes, later],
      [DESK_COPY.order.settled, isElsewhere ? euros(leftCents) : undefined],
      [ANSWER.now, earlier],
    ],
    button: ANSWER.button(later),
    ...(isElsewhere ? { tick: ANSWER.elsewhere(euros(leftCents)) } : {}),
    async perform() {
      const isAnswered =
        firstOf(await shop.ledger(answerStatements(reference, answer, shop.now, orderId)), -1) !== null;
      return isAnswered ? { state: "done", said: ANSWER.done } : { state: "refused", said: ANSWER.erased };
    },
  };
});

/** Sends the receipt of a withdrawal again, with all that was declared. */
export const previewReceipt = defineAct(RECEIPT, askedWithdrawal, async ({ shop: { ledger, now } }, { withdrawal }) => {
  const { reference, email } = withdrawal;
  if (email === "") return RECEIPT.refused;
  return {
    what: RECEIPT.what(reference),
    before: "",
    alsoFacts: [[ACTS_COPY.confirm.to, email]],
    async perform() {
      if (await resendReceipt(ledger, reference, now)) return { state: "done", said: RECEIPT.done };
      return { state: "refused", said: RECEIPT.refused };
    },
  };
});

/** Answers all withdrawals that nothing proves and that name no order of the shop: the form is public. */
export const previewDismissal = defineAct(DISMISS, askedUnknown, async ({ shop }, { count, until }) => ({
  what: DISMISS.what(count),
  before: "",
  undo: { act: "reopen", fields: { [ACT_FIELDS.moment]: shop.now.toISOString(), [ACT_FIELDS.until]: until } },
  button: DISMISS.button(count),
  // More may come while these are read: the form is public.
  hidden: { [ACT_FIELDS.until]: until },
  async perform() {
    await shop.ledger([dismissUnknown(until, shop.now)]);
    return { state: "done", said: DISMISS.done(count) };
  },
}));

/** Opens again what was answered together, at the moment of that act. */
export const previewReopening = defineAct(REOPEN, askedDismissed, async ({ shop: { ledger } }, { count, at }) => ({
  what: REOPEN.what(count),
  before: "",
  button: REOPEN.button(count),
  undo: { act: "dismiss", fields: {} },
  async perform() {
    await ledger([reopenDismissed(at)]);
    return { state: "done", said: REOPEN.done(count) };
  },
}));

async function askedDismissed({ shop, params }: Desk): Promise<(Asked & { count: number; at: string }) | ActRefusal> {
  const at = params.get(ACT_FIELDS.moment) ?? "";
  const count = await countDismissed(shop.ledger, at);
  const back = `${PATHS.desk}${DESK_PATHS.withdrawals}`;
  if (count === 0) return { refusal: REOPEN.nothing, back };
  // As the act that answered them: of the two only the last can be taken back.
  const about = params.get(ACT_FIELDS.until) ?? "";
  return { count, at, about, back, facts: [[DISMISS.title, String(count)]] };
}

async function askedUnknown({ shop, params }: Desk): Promise<(Asked & { count: number; until: string }) | ActRefusal> {
  const { count, until } = await countUnknown(shop.ledger, params.get(ACT_FIELDS.until) ?? undefined);
  const back = `${PATHS.desk}${DESK_PATHS.withdrawals}`;
  if (until === null) return { refusal: DISMISS.nothing, back };
  return {
    count,
    until,
    about: until,
    back,
    facts: [
      [DISMISS.until, formatMoment(until)],
      [DISMISS.title, String(count)],
    ],
  };
}
