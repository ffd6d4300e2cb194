import { settleOwed } from "../orders/settlement.ts";
import { defineAct } from "./act.ts";
import { ACTS_COPY } from "./acts-copy.ts";
import { askedOrder } from "./asked-order-handler.ts";
import { euros } from "./desk-copy.ts";

const COPY = ACTS_COPY.settle;

/** Writes down that what a failed refund left owed was paid otherwise. It moves no money. */
export const previewSettlement = defineAct(COPY, askedOrder, async ({ shop: { ledger, now } }, { order, number }) => {
  const { owedCents, intentId } = order;
  if (owedCents === undefined) return COPY.nothing;
  const amount = euros(owedCents);
  return {
    what: COPY.what(amount, number),
    before: amount,
    facts: [[COPY.owed, amount]],
    button: COPY.button(amount),
    async perform() {
      const isSettled = await settleOwed(ledger, intentId, owedCents, now);
      return isSettled ? { state: "done", said: COPY.done } : { state: "refused", said: COPY.changed };
    },
  };
});
