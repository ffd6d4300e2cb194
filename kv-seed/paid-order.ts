import { INTENT_ID } from "../src/shared/intent-id.ts";
import { isOrderNumberOf } from "../src/shared/order.ts";
import { type CommandContext, describeTarget } from "./command.ts";
import { UsageError } from "./data-files.ts";
import { listOrderNames, readOrders, type StoredOrder } from "./order-records.ts";
import { printable } from "./terminal.ts";

/** Finds the one paid order that `what` names. Null, after a message, if there is none or more than one. */
export async function findPaidOrder(
  { openStore, target, terminal }: CommandContext,
  what: string,
): Promise<StoredOrder | null> {
  if (what === "" || what.includes("@")) throw new UsageError("Name one order: its number or its payment.");
  const store = openStore("ORDERS");
  const names = await listOrderNames(store, INTENT_ID.test(what) ? what : undefined);
  const meant = names.filter(
    ({ intentId, isPaid }) => isPaid && (intentId === what || isOrderNumberOf(intentId, what)),
  );
  const [only] = await readOrders(store, meant.slice(0, 1));
  if (only !== undefined && meant.length === 1) return only;
  if (meant.length > 1) terminal.note(`Several orders have this number: name one by its payment.\n${listed(meant)}`);
  else
    terminal.note(
      `No paid order ${printable(what)} (${describeTarget(target)}). Does Stripe know it? Then reconcile first.`,
    );
  return null;
}

function listed(orders: readonly { intentId: string }[]): string {
  return orders.map(({ intentId }) => `  ${intentId}`).join("\n");
}
