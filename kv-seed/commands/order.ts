import { type GiftWords, readGiftWords } from "../../src/gifts/gift-state.ts";
import { courseTargetKeys, interstitialSchema } from "../../src/ledger/course-target.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { BOUGHT_AT, isRepaid } from "../../src/ledger/orders.ts";
import { conditionOf, type OrderRecord, readOrderRecords } from "../../src/orders/order-records.ts";
import { findPayment, findPaymentsOf, type NamedPayment } from "../../src/paying/money/payments-of.ts";
import { checkValue } from "../../src/server/kv.ts";
import { dashboardPage } from "../../src/server/stripe.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { INTENT_ID } from "../../src/shared/intent-id.ts";
import { formatDecimal, vatBreakdown } from "../../src/shared/money.ts";
import { printable } from "../../src/shared/printable.ts";
import { type Command, type CommandContext, describeAsked, environmentOf, formatTime, labelled } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { giftFacts } from "../deliveries.ts";
import { sayInvoices, sayPayment, sayStatus } from "../order-text.ts";
import { describeStripeError } from "../stripe-errors.ts";

export const orderCommand: Command = {
  name: "order",
  usage: "NUMBER | PAYMENT | E-MAIL | GIFT CODE",
  summary: "Show one order in full",
  help: `By order number (VK-...), payment intent (pi_...), the buyer's e-mail address or the code of the gift that was bought.
Prints personal data. A number may come without VK-, with spaces and in any case. An address may have several orders: all are
shown, the newest first. Times are Amsterdam's.
Invoices and credit notes are shown with the company on them.
Payments whose money is on its way are shown as that. Attempts that were not paid are shown too, for a month. Of a gift: whether
it was stopped, by whom and when, and when and where to the shop mails it, or what became of that.
When the shop has nothing of a payment or an address, Stripe is asked for a payment that was begun, with its secret key out of
where "reconcile" has it.

  npm run kv -- order VK-1A2B3C4D5E --remote --env production
  npm run kv -- order sanne@example.nl --remote --env production`,
  async run(context) {
    const { args, ledger, openStore, terminal, now } = context;
    const what = args.join(" ").trim();
    if (what === "") {
      throw new UsageError("Name one order: its number, its payment intent or the buyer's e-mail address.");
    }
    const [condition, ...values] = conditionOf(what);
    const records = await readOrderRecords(ledger, `${condition} ORDER BY ${BOUGHT_AT} DESC, intent_id`, ...values);
    if (records.length === 0) return showPayments(context, what);
    const keys = records.flatMap(({ order }) => courseTargetKeys(order));
    const codes = records.flatMap(({ order: { giftCode } }) => giftCode ?? []);
    const [targets, wordsOf] = await Promise.all([
      keys.length === 0 ? new Map<string, string>() : openStore("INTERSTITIALS").get(keys),
      readGiftWords(openStore("GIFTS"), codes),
    ]);
    const texts = records.map((record) => formatOrder(record, targets, wordsOf(record.order.giftCode), now));
    terminal.out(texts.join("\n\n"));
    return 0;
  },
};

function formatOrder(record: OrderRecord, targets: ReadonlyMap<string, string>, words: GiftWords, now: Date): string {
  const { order } = record;
  const { amountCents, refundedCents, failedRefundCents, gift, giftCode, intentId, status, ...rest } = order;
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["Payment", intentId],
    ["In Stripe", dashboardPage(`payments/${intentId}`)],
    ["Status", sayStatus(order)],
    ["Amount", formatAmount(amountCents)],
    ["Refunded", refundedCents === undefined ? undefined : formatDecimal(refundedCents)],
    ["Refund failed", failedRefundCents === undefined ? undefined : formatDecimal(failedRefundCents)],
    // Without the message, which is private to giver and recipient.
    ["Gift", gift && `for ${gift.recipient}, from ${gift.giver}`],
    ["Gift code", giftCode && formatGiftCode(giftCode)],
    ...giftFacts(record, words, now),
    ["Invoices", sayInvoices(record.invoices)],
    ...(gift !== undefined || status !== "paid" || isRepaid(order) ? [] : courseTargetKeys(order)).map(
      (key) => ["Course at", describeTargetAt(key, targets)] as const,
    ),
    ...Object.entries(rest).map(
      ([name, found]) => [labelOf(name), name.endsWith("At") ? formatTime(String(found)) : String(found)] as const,
    ),
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
  // Its value is the version of a text, which looks like a day.
  if (name === "consent") return "Consent text";
  const words = printable(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shows payments that only Stripe knows. Resolves to the exit code. */
async function showPayments(context: CommandContext, what: string): Promise<number> {
  const { target, terminal } = context;
  const payments = await askStripe(context, what);
  if (payments.length === 0) {
    terminal.out(`No order of ${printable(what)} (${describeAsked(target)}).`);
    return 1;
  }
  terminal.out(payments.map(formatPayment).join("\n\n"));
  return 0;
}

/** The payments at Stripe of an address, or the one with this id. Says so if Stripe cannot be asked. */
async function askStripe(context: CommandContext, what: string): Promise<readonly NamedPayment[]> {
  const { target, terminal, now } = context;
  const isPayment = INTENT_ID.test(what);
  if (!isPayment && !what.includes("@")) return [];
  try {
    const stripe = await context.openStripe();
    const environment = environmentOf(target);
    return isPayment
      ? await findPayment(stripe, what, environment, now)
      : await findPaymentsOf(stripe, what, environment, now);
  } catch (error) {
    const reason = error instanceof UsageError ? error.message : describeStripeError(error);
    if (reason === null) throw error;
    terminal.note(`Stripe was not asked whether a payment is under way. ${reason}`);
    return [];
  }
}

function formatPayment(payment: NamedPayment): string {
  const { intentId, order } = payment;
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["Payment", intentId],
    ["In Stripe", dashboardPage(`payments/${intentId}`)],
    ["Status", sayPayment(payment)],
    ["Amount", order === null ? undefined : formatAmount(order.amountCents)],
    ["Product", order?.productId],
    ["Buyer name", order?.buyerName],
    ["Email", order?.email],
    ["Created at", order === null ? undefined : formatTime(order.createdAt)],
  ]);
}
