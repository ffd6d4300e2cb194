import { correctAddress, correctAtStripe } from "../orders/address-correction.ts";
import { resendConfirmation, resendReceipt, whyNoConfirmation } from "../orders/resend.ts";
import { readWithdrawals } from "../orders/withdrawal/withdrawal-records.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import { connectStripe, readStripeAccess } from "../server/stripe.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { PATHS } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { readEmailText } from "../shared/typed-values.ts";
import type { ActPreview, ActRefusal } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedOrder } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";
import { DESK_PATHS } from "./desk-copy.ts";
import { orderCell, withdrawalHref } from "./order-words-handler.ts";

/** Sends a confirmation or a receipt again, also to a corrected address. */

export async function previewResend(desk: Desk): Promise<ActPreview | ActRefusal> {
  const copy = ACTS_COPY.resend;
  const asked = await askedOrder(desk);
  if ("refusal" in asked) return asked;
  const { order, number, back } = asked;
  const reason = whyNoConfirmation(order) ?? (order.email === undefined ? "no-address" : null);
  if (reason !== null) return { refusal: copy.refusals[reason], back };
  const earlier = order.confirmedAt === undefined ? copy.never : formatMoment(order.confirmedAt);
  return {
    title: copy.title,
    about: order.intentId,
    what: copy.what(number),
    before: earlier,
    facts: [[copy.to, order.email], ...asked.facts, [copy.earlier, earlier]],
    follows: copy.follows,
    button: copy.button,
    isLive: null,
    back,
    async perform() {
      const outcome = await resendConfirmation(desk.ledger, order, desk.now);
      if (outcome === "due") return { state: "done", said: copy.done };
      return { state: "refused", said: copy.refusals[outcome] };
    },
  };
}

export async function previewCorrection(desk: Desk): Promise<ActPreview | ActRefusal> {
  const copy = ACTS_COPY.correct;
  const asked = await askedOrder(desk);
  if ("refusal" in asked) return asked;
  const { order, number, back } = asked;
  const to = readEmailText(desk.params.get(ACT_FIELDS.address) ?? "");
  if (!isEmailAddress(to)) return { refusal: copy.invalid, back };
  const reason = whyNoConfirmation(order);
  if (reason !== null) return { refusal: ACTS_COPY.resend.refusals[reason], back };
  return {
    title: copy.title,
    about: order.intentId,
    what: copy.what(number),
    before: order.email ?? copy.none,
    facts: [[copy.becomes, to], [copy.change, order.email ?? copy.none], ...asked.facts],
    follows: copy.follows,
    button: copy.button,
    isLive: null,
    back,
    async perform() {
      await correctAddress(desk.ledger, order.intentId, to, desk.now);
      return { state: "done", said: `${copy.done} ${await correctThere(desk, order.intentId, to)}` };
    },
  };
}

/** The shop does not depend on what Stripe has: a correction counts before it. */
async function correctThere({ env }: Desk, intentId: string, to: string): Promise<string> {
  const copy = ACTS_COPY.correct;
  const access = readStripeAccess(env);
  if (access === null) return copy.stripeUnchanged;
  try {
    const outcome = await correctAtStripe(await connectStripe(access), intentId, to);
    return { replaced: copy.stripeDone, hosted: copy.stripeKeeps, unknown: copy.stripeUnchanged }[outcome];
  } catch (error) {
    logEvent("error", "desk.failed", {
      act: "correct",
      reason: error instanceof Error ? error.name : errorMessage(error),
    });
    return copy.stripeUnchanged;
  }
}

export async function previewReceipt({ ledger, params, now }: Desk): Promise<ActPreview | ActRefusal> {
  const copy = ACTS_COPY.receipt;
  const [record] = await readWithdrawals(ledger, "reference = upper(?1)", params.get(ACT_FIELDS.withdrawal) ?? "");
  if (record === undefined)
    return { refusal: ACTS_COPY.answer.unknown, back: `${PATHS.desk}${DESK_PATHS.withdrawals}` };
  const { withdrawal, orders } = record;
  const { reference, name, email } = withdrawal;
  const back = withdrawalHref(reference);
  if (email === "") return { refusal: copy.refused, back };
  return {
    title: copy.title,
    about: reference,
    what: copy.what(reference),
    before: "",
    facts: [
      [ACTS_COPY.answer.withdrawal, { text: reference, href: back }],
      [ACTS_COPY.answer.from, name],
      [ACTS_COPY.order, orders.map(({ intentId }) => orderCell(intentId))],
      [ACTS_COPY.resend.to, email],
    ],
    follows: copy.follows,
    button: copy.button,
    isLive: null,
    back,
    async perform() {
      const outcome = await resendReceipt(ledger, reference, now);
      if (outcome === "due") return { state: "done", said: copy.done };
      return { state: "refused", said: copy.refused };
    },
  };
}
