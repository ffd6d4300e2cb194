import { courseTargetKeys } from "../../src/services/course-target.ts";
import type { Delivery } from "../../src/services/delivery-facts.ts";
import { checkValue, interstitialSchema } from "../../src/services/kv.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { INTENT_ID } from "../../src/shared/intent-id.ts";
import { formatDecimal, vatBreakdown } from "../../src/shared/money.ts";
import { formatOrderNumber, isOrderNumberOf } from "../../src/shared/order.ts";
import { findByAddress } from "../buyer-entries.ts";
import { type Command, type CommandContext, describeTarget, formatTime, labelled } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { deliveryFacts, readDeliveries } from "../deliveries.ts";
import { listOrderNames, newestFirst, type OrderName, readOrders, type StoredOrder } from "../order-records.ts";
import { dashboardPage } from "../stripe-errors.ts";
import { printable } from "../terminal.ts";
import type { KvStore } from "../wrangler.ts";

export const orderCommand: Command = {
  name: "order",
  usage: "NUMBER | PAYMENT | E-MAIL [--all]",
  summary: "Show one order in full",
  help: `By order number (VK-...), payment intent (pi_...) or the buyer's e-mail address. Prints personal data.
A number may come without VK-, with spaces and in any case. An address may have several orders: all are shown, the
newest first. Times are Amsterdam's.
Attempts that were not paid are shown too, for a month, by number or payment. Of a gift that the shop mails: when and where to,
or what became of it.
An address is looked for in the index that the shop writes with each order, with ORDER_TOKEN_KEYS out of the
environment or .dev.vars.<env> (on this machine also .dev.vars). When the index has nothing, every order is read.

  --all   read every order in any case: also those that are older than the index

  npm run kv -- order VK-1A2B3C4D5E --remote --env production
  npm run kv -- order sanne@example.nl --remote --env production`,
  async run(context) {
    const { args, target, openStore, terminal, now } = context;
    const what = args.join(" ").trim();
    if (what === "") {
      throw new UsageError("Name one order: its number, its payment intent or the buyer's e-mail address.");
    }
    const orders = newestFirst(await findOrders(context, what));
    if (orders.length === 0) {
      terminal.out(`No order of ${printable(what)} (${describeTarget(target)}).`);
      return 1;
    }
    const keys = orders.flatMap(({ order }) => (order === null ? [] : courseTargetKeys(order)));
    const targets = keys.length === 0 ? new Map<string, string>() : await openStore("INTERSTITIALS").get(keys);
    const deliveries = await readDeliveries(openStore("ORDERS"), orders);
    const texts = orders.map((order) => formatOrder(order, targets, deliveries.get(order.intentId), now));
    terminal.out(texts.join("\n\n"));
    return 0;
  },
};

async function findOrders(context: CommandContext, what: string): Promise<readonly StoredOrder[]> {
  const store = context.openStore("ORDERS");
  if (what.includes("@")) return findOfBuyer(context, store, what);
  const names = await listOrderNames(store, INTENT_ID.test(what) ? what : undefined);
  const isMeant = ({ intentId }: OrderName) => intentId === what || isOrderNumberOf(intentId, what);
  return readOrders(store, names.filter(isMeant));
}

async function findOfBuyer(context: CommandContext, store: KvStore, email: string): Promise<readonly StoredOrder[]> {
  const isTheirs = ({ order }: StoredOrder) => order?.email?.toLowerCase() === email.toLowerCase();
  const indexed = context.values.all === true ? [] : await findByAddress(store, email, await context.readOrderKeys());
  const names = await Promise.all(indexed.map((intentId) => listOrderNames(store, intentId)));
  const found = (await readOrders(store, names.flat())).filter(isTheirs);
  if (found.length > 0) return found;
  context.terminal.note("Reading every order.");
  return (await readOrders(store, await listOrderNames(store))).filter(isTheirs);
}

function formatOrder(
  { intentId, order, values }: StoredOrder,
  targets: ReadonlyMap<string, string>,
  delivery: Delivery | undefined,
  now: Date,
): string {
  const { amountCents, refundedCents, failedRefundCents, gift, giftCode, intentId: _intentId, ...rest } = order ?? {};
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["Payment", intentId],
    ["In Stripe", dashboardPage(`payments/${intentId}`)],
    ["Amount", amountCents === undefined ? undefined : formatAmount(amountCents)],
    ["Refunded", refundedCents === undefined ? undefined : formatDecimal(refundedCents)],
    ["Refund failed", failedRefundCents === undefined ? undefined : formatDecimal(failedRefundCents)],
    // Without the message, which is private to giver and recipient.
    ["Gift", gift && `for ${gift.recipient}, from ${gift.giver}`],
    ["Gift code", giftCode && formatGiftCode(giftCode)],
    ...deliveryFacts(order, delivery, now),
    ...(order === null || gift !== undefined ? [] : courseTargetKeys(order)).map(
      (key) => ["Course at", describeTargetAt(key, targets)] as const,
    ),
    ...Object.entries(rest).map(
      ([name, found]) => [labelOf(name), name.endsWith("At") ? formatTime(String(found)) : String(found)] as const,
    ),
    // The keys show the source of each fact. If the values make no order, they are shown too.
    ...[...values].map(([key, value]) => ["Key in KV", order === null ? `${key}  ${value}` : key] as const),
  ]);
}

/** The address of the course, as the mail and the order's page name it. */
function describeTargetAt(key: string, targets: ReadonlyMap<string, string>): string {
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
