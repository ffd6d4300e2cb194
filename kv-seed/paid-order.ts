import { type Order, selectOrders } from "../src/ledger/orders.ts";
import { conditionOf } from "../src/orders/order-records.ts";
import { printable } from "../src/shared/printable.ts";
import { type CommandContext, describeAsked } from "./command.ts";
import { UsageError } from "./data-files.ts";
import { sayStatus } from "./order-text.ts";

/**
 * Finds the one paid order that `what` names. Null, after a message, if there is none or more than one. Rejects with a
 * `UsageError` if `what` cannot name a single order, and if the ledger is away.
 */
export async function findPaidOrder(
  { ledger, target, terminal }: Pick<CommandContext, "ledger" | "target" | "terminal">,
  what: string,
): Promise<Order | null> {
  if (what === "" || what.includes("@")) throw new UsageError("Name one order: its number or its payment.");
  const found = await selectOrders(ledger, ...conditionOf(what));
  const paid = found.filter(({ status }) => status === "paid");
  const [only, ...others] = paid;
  if (only !== undefined && others.length === 0) return only;
  const [unpaid] = found;
  if (only !== undefined) {
    const listed = paid.map(({ intentId }) => `  ${intentId}`).join("\n");
    terminal.note(`Several orders have this number: name one by its payment.\n${listed}`);
  } else if (unpaid !== undefined) terminal.note(`${printable(what)} is ${sayStatus(unpaid)}.`);
  else
    terminal.note(
      `No paid order ${printable(what)} (${describeAsked(target)}). Does Stripe know it? Then reconcile first.`,
    );
  return null;
}
