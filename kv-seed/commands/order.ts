import { courseTargetKey } from "../../src/services/course-target.ts";
import { checkValue, interstitialSchema } from "../../src/services/kv.ts";
import type { Order } from "../../src/services/orders.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { formatDecimal, vatBreakdown } from "../../src/shared/money.ts";
import { formatOrderNumber, INTENT_ID, isOrderNumberOf } from "../../src/shared/order.ts";
import { type Command, describeTarget, formatTime, labelled } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { listOrderNames, newestFirst, readOrders, type StoredOrder } from "../order-records.ts";
import { dashboardPage } from "../stripe-errors.ts";
import { printable } from "../terminal.ts";
import type { KvStore } from "../wrangler.ts";

export const orderCommand: Command = {
  name: "order",
  usage: "NUMBER | PAYMENT | E-MAIL",
  summary: "Show one order in full",
  help: `By order number (VK-...), payment intent (pi_...) or the buyer's e-mail address. Prints personal data.
A number may come without VK-, with spaces and in any case. An address may have several orders: all are shown, the
newest first. Times are Amsterdam's.
Attempts that were not paid are shown too, for a month.

  npm run kv -- order VK-1A2B3C4D5E --remote --env production
  npm run kv -- order sanne@example.nl --remote --env production`,
  async run({ args, target, openStore, terminal }) {
    const what = args.join(" ").trim();
    if (what === "") {
      throw new UsageError("Name one order: its number, its payment intent or the buyer's e-mail address.");
    }
    const orders = newestFirst(await findOrders(openStore("ORDERS"), what));
    if (orders.length === 0) {
      terminal.out(`No order of ${printable(what)} (${describeTarget(target)}).`);
      return 1;
    }
    const keys = orders.flatMap(({ order }) => (order === null ? [] : (courseTargetKey(order) ?? [])));
    const targets = keys.length === 0 ? new Map<string, string>() : await openStore("INTERSTITIALS").get(keys);
    terminal.out(orders.map((order) => formatOrder(order, targets)).join("\n\n"));
    return 0;
  },
};

async function findOrders(store: KvStore, what: string): Promise<readonly StoredOrder[]> {
  if (INTENT_ID.test(what)) {
    const names = await listOrderNames(store, what);
    return readOrders(
      store,
      names.filter(({ intentId }) => intentId === what),
    );
  }
  const names = await listOrderNames(store);
  if (!what.includes("@"))
    return readOrders(
      store,
      names.filter(({ intentId }) => isOrderNumberOf(intentId, what)),
    );
  const email = what.toLowerCase();
  return (await readOrders(store, names)).filter(({ order }) => order?.email?.toLowerCase() === email);
}

function formatOrder({ intentId, order, values }: StoredOrder, targets: ReadonlyMap<string, string>): string {
  const { amountCents, refundedCents, gift, giftCode, intentId: _intentId, ...rest } = order ?? {};
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["Payment", intentId],
    ["In Stripe", dashboardPage(`payments/${intentId}`)],
    ["Amount", amountCents === undefined ? undefined : formatAmount(amountCents)],
    ["Refunded", refundedCents === undefined ? undefined : formatDecimal(refundedCents)],
    // What was written is between the two of them.
    ["Gift", gift && `for ${gift.recipient}, from ${gift.giver}`],
    ["Gift code", giftCode && formatGiftCode(giftCode)],
    ["Course at", order === null || gift !== undefined ? undefined : describeTargetOf(order, targets)],
    ...Object.entries(rest).map(
      ([name, found]) => [labelOf(name), name.endsWith("At") ? formatTime(String(found)) : String(found)] as const,
    ),
    // Enough to see where each thing comes from; the values themselves when they make no order.
    ...[...values].map(([key, value]) => ["Key in KV", order === null ? `${key}  ${value}` : key] as const),
  ]);
}

/** Where the buyer finds the course: what the mail and the order's page say. */
function describeTargetOf(order: Order, targets: ReadonlyMap<string, string>): string | undefined {
  const key = courseTargetKey(order);
  if (key === null) return undefined;
  const checked = checkValue(targets.get(key) ?? "", interstitialSchema);
  return checked.ok ? `${checked.value.target} (${key})` : `no address under ${key}`;
}

function formatAmount(cents: number): string {
  const { exclCents, vatCents } = vatBreakdown(cents);
  return `${formatDecimal(cents)} (${formatDecimal(exclCents)} + VAT ${formatDecimal(vatCents)})`;
}

/** `buyerName` as `Buyer name`. */
function labelOf(name: string): string {
  const words = printable(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
