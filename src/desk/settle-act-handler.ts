import { settleOwed, unsettle } from "../orders/settlement.ts";
import { defineAct } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedOrder } from "./asked-order-handler.ts";
import { euros } from "./desk-copy.ts";

/** Writes down that what a failed refund left owed was paid otherwise, or that it was not. It moves no money. */
const settleAct = (name: "settle" | "unsettle") => {
  const copy = ACTS_COPY[name];
  return defineAct(copy, askedOrder, async ({ shop: { ledger, now }, params }, { order, number }) => {
    const { intentId, owedCents, settledCents, settledAt = "", keptCents, gift } = order;
    const cents = name === "settle" ? owedCents : settledCents;
    if (cents === undefined) return copy.nothing;
    // What is taken back is what was read, and nothing that was settled after it.
    if (name === "unsettle" && (params.get(ACT_FIELDS.moment) ?? settledAt) !== settledAt) return copy.changed;
    const amount = euros(cents);
    const isLast = name === "settle" && cents === keptCents;
    const stays = ACTS_COPY.answer.staysRepaid[gift === undefined ? "course" : "gift"];
    return {
      what: copy.what(amount, number),
      before: amount,
      facts: [[copy.amount, amount]],
      follows: isLast ? [...copy.follows, stays] : copy.follows,
      button: copy.button(amount),
      undo:
        name === "settle"
          ? { act: "unsettle", fields: { [ACT_FIELDS.order]: intentId, [ACT_FIELDS.moment]: now.toISOString() } }
          : { act: "settle", fields: { [ACT_FIELDS.order]: intentId } },
      async perform() {
        const isDone = await (name === "settle"
          ? settleOwed(ledger, intentId, cents, now)
          : unsettle(ledger, intentId, settledAt));
        return isDone ? { state: "done", said: copy.done } : { state: "refused", said: copy.changed };
      },
    };
  });
};
export const previewSettlement = settleAct("settle");
export const previewUnsettlement = settleAct("unsettle");
