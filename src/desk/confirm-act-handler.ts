import { correctAddress, correctAtStripe } from "../orders/address-correction.ts";
import { resendConfirmation } from "../orders/resend.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { formatMoment } from "../shared/time.ts";
import { readEmailText } from "../shared/typed-values.ts";
import { defineAct } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedOrder } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";
import { stripeOrNull } from "./stripe-or-null.ts";

const COPY = ACTS_COPY.confirm;

/** Sends the confirmation to the address that is filled in: the order's own, or a corrected one. */
export const previewConfirmation = defineAct(COPY, askedOrder, async (desk, { order, number }) => {
  const to = readEmailText(desk.params.get(ACT_FIELDS.address) ?? "");
  if (!isEmailAddress(to)) return COPY.invalid;
  if (order.unconfirmable !== undefined) return COPY.refusals[order.unconfirmable];
  const isSame = to.toLowerCase() === order.email?.toLowerCase();
  // What Stripe did not take of an earlier correction is asked of it again.
  const isCorrection = !isSame || order.emailCorrectedAt !== undefined;
  const follows = [...COPY.follows, ...(order.source === undefined ? [COPY.followsUnheard] : [])];
  const earlier = order.confirmedAt === undefined ? COPY.never : formatMoment(order.confirmedAt);
  return {
    what: (isSame ? COPY.what : COPY.corrected)(number),
    before: isSame ? earlier : (order.email ?? COPY.none),
    facts: [[COPY.to, to], ...(isSame ? [] : [[COPY.change, order.email ?? COPY.none] as const])],
    alsoFacts: [[COPY.earlier, earlier]],
    ...(isSame
      ? { follows }
      : { title: COPY.correctTitle, follows: [...follows, ...COPY.followsCorrection], button: COPY.correct }),
    ...(isSame || order.email === undefined
      ? {}
      : {
          undo: { act: "confirm", fields: { [ACT_FIELDS.order]: order.intentId, [ACT_FIELDS.address]: order.email } },
        }),
    async perform() {
      const { ledger, now } = desk.shop;
      // One that cannot go again goes as to another address: until that has gone, the buyer has none.
      const isDue = isSame && (await resendConfirmation(ledger, order, now));
      if (!isDue && !(await correctAddress(ledger, order, to, now))) return { state: "refused", said: COPY.changed };
      const there = isCorrection ? [await correctThere(desk, order.intentId, to)] : [];
      return { state: "done", said: [COPY.done, ...there].join(" ") };
    },
  };
});

/** The shop does not depend on what Stripe has: a correction counts before it. */
async function correctThere(desk: Desk, intentId: string, to: string): Promise<string> {
  const outcome =
    (await stripeOrNull(desk, "update", ({ stripe }) => correctAtStripe(stripe, intentId, to))) ?? "unknown";
  return { replaced: COPY.stripeDone, hosted: COPY.stripeKeeps, unknown: COPY.stripeUnchanged }[outcome];
}
