import { formatGiftCode } from "../../src/shared/gift.ts";
import { formatDecimal, vatBreakdown } from "../../src/shared/money.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { type Command, describeTarget } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { listOrderNames, newestFirst, type OrderName, readOrders, type StoredOrder } from "../order-records.ts";
import { dashboardPage } from "../stripe-errors.ts";
import { printable } from "../terminal.ts";
import type { KvStore } from "../wrangler.ts";

export const orderCommand: Command = {
  name: "order",
  usage: "NUMBER | PAYMENT | E-MAIL",
  summary: "Show one order in full",
  help: `By order number (VK-...), payment intent (pi_...) or the buyer's e-mail address. Prints personal data.
An address may have several orders: all are shown, the newest first. Looking for an address reads every order there is.
Attempts that were not paid are shown too, for a month.

  npm run kv -- order VK-1A2B3C4D5E --remote --env production
  npm run kv -- order sanne@example.nl --remote --env production`,
  options: {},
  async run({ args, target, openStore, terminal }) {
    const [what, ...rest] = args;
    if (what === undefined || rest.length > 0) {
      throw new UsageError("Name one order: its number, its payment intent or the buyer's e-mail address.");
    }
    const orders = newestFirst(await findOrders(openStore("ORDERS"), what.trim()));
    if (orders.length === 0) {
      terminal.out(`No order of ${printable(what)} (${describeTarget(target)}).`);
      return 1;
    }
    terminal.out(orders.map((order) => formatOrder(order).join("\n")).join("\n\n"));
    return 0;
  },
};

async function findOrders(store: KvStore, what: string): Promise<readonly StoredOrder[]> {
  const names = await listOrderNames(store);
  if (!what.includes("@")) return readOrders(store, names.filter(isNamed(what)));
  const email = what.toLowerCase();
  return (await readOrders(store, names)).filter(({ order }) => order?.email?.toLowerCase() === email);
}

function isNamed(what: string): (name: OrderName) => boolean {
  return ({ intentId }) => intentId === what || formatOrderNumber(intentId) === what.toUpperCase();
}

function formatOrder({ intentId, order, values }: StoredOrder): readonly string[] {
  const lines: [string, string][] = [
    ["Order", formatOrderNumber(intentId)],
    ["Payment", intentId],
    ["In Stripe", dashboardPage(`payments/${intentId}`)],
  ];
  const { amountCents, refundedCents, gift, giftCode, intentId: _intentId, ...rest } = order ?? {};
  if (amountCents !== undefined) {
    const { exclCents, vatCents } = vatBreakdown(amountCents);
    lines.push([
      "Amount",
      `${formatDecimal(amountCents)} (${formatDecimal(exclCents)} + VAT ${formatDecimal(vatCents)})`,
    ]);
  }
  if (refundedCents !== undefined) lines.push(["Refunded", formatDecimal(refundedCents)]);
  // What was written is between the two of them.
  if (gift !== undefined) lines.push(["Gift", `for ${gift.recipient}, from ${gift.giver}`]);
  if (giftCode !== undefined) lines.push(["Gift code", formatGiftCode(giftCode)]);
  for (const [name, found] of Object.entries(rest)) lines.push([labelOf(name), String(found)]);
  // Enough to see where each thing comes from; the values themselves when they make no order.
  for (const [key, value] of values) lines.push(["Key in KV", order === null ? `${key}  ${value}` : key]);
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  return lines.map(([label, text]) => `${label.padEnd(width)}${printable(text)}`);
}

/** `buyerName` as `Buyer name`. */
function labelOf(name: string): string {
  const words = printable(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
