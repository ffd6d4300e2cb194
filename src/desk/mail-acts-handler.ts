import { correctAddress, correctAtStripe } from "../orders/address-correction.ts";
import { resendConfirmation, resendReceipt, whyNoConfirmation } from "../orders/resend.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { formatMoment } from "../shared/time.ts";
import { readEmailText } from "../shared/typed-values.ts";
import type { ActPreview, ActRefusal } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askStripe } from "./ask-stripe.ts";
import { askedOrder, askedWithdrawal } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";

/** Sends a confirmation or a receipt again, also to a corrected address. */

/** Sends the confirmation to the address that is filled in: the order's own, or a corrected one. */
export async function previewConfirmation(desk: Desk): Promise<ActPreview | ActRefusal> {
  const copy = ACTS_COPY.confirm;
  const asked = await askedOrder(desk);
  if ("refusal" in asked) return asked;
  const { order, number, back } = asked;
  const to = readEmailText(desk.params.get(ACT_FIELDS.address) ?? "");
  if (!isEmailAddress(to)) return { refusal: copy.invalid, back };
  const reason = whyNoConfirmation(order);
  if (reason !== null) return { refusal: copy.refusals[reason], back };
  const isSame = to.toLowerCase() === order.email?.toLowerCase();
  const earlier = order.confirmedAt === undefined ? copy.never : formatMoment(order.confirmedAt);
  return {
    title: copy.title,
    about: order.intentId,
    what: (isSame ? copy.what : copy.corrected)(number),
    before: isSame ? earlier : (order.email ?? copy.none),
    facts: [
      [copy.to, to],
      ...(isSame ? [] : [[copy.change, order.email ?? copy.none] as const]),
      ...asked.facts,
      [copy.earlier, earlier],
    ],
    follows: isSame ? copy.follows : [...copy.follows, ...copy.followsCorrection],
    button: isSame ? copy.button : copy.correct,
    isLive: null,
    back,
    async perform() {
      // One that went goes again as to another address: until it has gone, the buyer has none.
      if (isSame && order.confirmedAt === undefined) {
        const outcome = await resendConfirmation(desk.ledger, order, desk.now);
        return outcome === "due" || outcome === "is-due"
          ? { state: "done", said: copy.done }
          : { state: "refused", said: copy.changed };
      }
      await correctAddress(desk.ledger, order.intentId, to, desk.now);
      const there = isSame ? [] : [await correctThere(desk, order.intentId, to)];
      return { state: "done", said: [copy.done, ...there].join(" ") };
    },
  };
}

/** The shop does not depend on what Stripe has: a correction counts before it. */
async function correctThere(desk: Desk, intentId: string, to: string): Promise<string> {
  const copy = ACTS_COPY.confirm;
  const outcome = (await askStripe(desk, "update", ({ stripe }) => correctAtStripe(stripe, intentId, to))) ?? "unknown";
  return { replaced: copy.stripeDone, hosted: copy.stripeKeeps, unknown: copy.stripeUnchanged }[outcome];
}

export async function previewReceipt(desk: Desk): Promise<ActPreview | ActRefusal> {
  const copy = ACTS_COPY.receipt;
  const asked = await askedWithdrawal(desk);
  if ("refusal" in asked) return asked;
  const { back } = asked;
  const { reference, email } = asked.withdrawal;
  if (email === "") return { refusal: copy.refused, back };
  return {
    title: copy.title,
    about: reference,
    what: copy.what(reference),
    before: "",
    facts: [...asked.facts, [ACTS_COPY.confirm.to, email]],
    follows: copy.follows,
    button: copy.button,
    isLive: null,
    back,
    async perform() {
      const outcome = await resendReceipt(desk.ledger, reference, desk.now);
      if (outcome === "due") return { state: "done", said: copy.done };
      return { state: "refused", said: copy.refused };
    },
  };
}
