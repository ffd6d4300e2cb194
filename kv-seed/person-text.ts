import type { Delivery } from "../src/services/delivery-facts.ts";
import { boughtAt, type Order } from "../src/services/orders.ts";
import { formatGiftCode } from "../src/shared/gift.ts";
import { formatDecimal, vatBreakdown } from "../src/shared/money.ts";
import { formatOrderNumber } from "../src/shared/order.ts";
import { orderExpiration, RETENTION } from "../src/shared/retention.ts";
import { formatTime, labelled } from "./command.ts";
import { deliveryFacts } from "./deliveries.ts";
import type { StoredOrder } from "./order-records.ts";
import type { Mention, Person, PersonOrder, PersonWithdrawal } from "./person.ts";
import { dashboardPage } from "./stripe-errors.ts";

/** The text of the command `person`. */

export const ELSEWHERE =
  "Not in here: what Stripe keeps of a payment itself, the course environment, the sign-in service, your own mailbox,\n" +
  "Cloudflare's log of mails and its list of addresses that bounced (Email Sending), and files on your disk (cards in\n" +
  "kv-seed/gift-cards/, CSV, gifts.json of `pull`). A gift that was made by hand has names and no address: `gift list --names --codes`\n" +
  "finds its code; `pull`, change the names and the message under that code in gifts.json, `push gifts.json`.";

/** All that is known of a person, with the deliveries of their gifts by payment. */
export function describePerson(person: Person, deliveries: ReadonlyMap<string, Delivery>, now: Date): string {
  const { orders, giftCodes, mentions, withdrawals, counts } = person;
  return [
    ...orders.map((order) => describeOrder(order, giftCodes.get(order.intentId), deliveries.get(order.intentId), now)),
    ...mentions.map(describeMention),
    ...withdrawals.map(describeWithdrawal),
    ...person.deliveries.map(describeDelivery),
    ...(counts.length === 0 ? [] : [describeCounts(person)]),
  ].join("\n\n");
}

function describeOrder(
  { intentId, order, values, told }: PersonOrder,
  giftCode: string | undefined,
  delivery: Delivery | undefined,
  now: Date,
): string {
  const { gift } = order ?? {};
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["At Stripe", dashboardPage(`payments/${intentId}`)],
    ["Status", statusOf(order, values, told)],
    ["Day", order === null ? "" : formatTime(boughtAt(order))],
    ["Product", order?.productId],
    ["Amount", order === null ? undefined : amountsOf(order.amountCents)],
    ["Paid back", order?.refundedCents === undefined ? undefined : formatDecimal(order.refundedCents)],
    ["Name", order?.buyerName],
    ["Address", order?.email],
    ["Account", order?.userId],
    ["Waiver", order?.consentAt === undefined ? undefined : `${order.consent}, ${formatTime(order.consentAt)}`],
    ["Gift for", gift?.recipient],
    ["Gift from", gift?.giver],
    ["Written", gift === undefined || gift.message === "" ? undefined : gift.message.split("\n")],
    ["Gift code", giftCode && formatGiftCode(giftCode)],
    ...deliveryFacts(order, delivery, now),
    ...[...values.keys()].map((key) => ["Key in KV", key] as const),
  ]);
}

function describeMention({ intentId, facts }: Mention): string {
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["Named in", "an order of somebody else: this address was typed first, and another one counts now"],
    ...facts.map(({ key }) => ["Key in KV", key] as const),
  ]);
}

function statusOf(order: Order | null, values: StoredOrder["values"], told: PersonOrder["told"]): string {
  if (told.length > 0) return "paid, which only Stripe knows: `reconcile --write` writes it";
  if (order === null) return values.size === 0 ? "begun at Stripe, and may still be paid" : "cannot be read";
  return values.size === 0 ? "begun at Stripe, and not paid" : order.status;
}

function describeWithdrawal({ withdrawal, answer }: PersonWithdrawal): string {
  const { reference, receivedAt, name, contract, email, reason, intentId } = withdrawal;
  return labelled([
    ["Withdrawal", reference],
    ["Received", formatTime(receivedAt)],
    ["Answered", answer === null ? undefined : "yes (`withdrawals`)"],
    ["Name", name],
    ["Contract", contract],
    ["Address", email],
    ["Reason", reason?.split("\n")],
    ["Order", intentId === undefined ? undefined : formatOrderNumber(intentId)],
  ]);
}

function describeDelivery({ key, intentId }: Person["deliveries"][number]): string {
  return labelled([
    ["To be mailed", "a gift from somebody else, on its day"],
    ["Order", formatOrderNumber(intentId)],
    ["Key in KV", key],
  ]);
}

function describeCounts({ counts }: Person): string {
  return labelled([
    ["Counted", `mails to it, without the address; each goes by itself within ${RETENTION.tallyDays} days`],
    ...counts.map((key) => ["Key in KV", key] as const),
  ]);
}

function amountsOf(cents: number): string {
  return `${formatDecimal(cents)}, of which VAT ${formatDecimal(vatBreakdown(cents).vatCents)}`;
}

/** What goes and what stays, a line each. `needed`: why an order stays whole, by payment; `open`: withdrawals that do. */
export function describeErasure(
  { orders, counts }: Person,
  going: Person,
  needed: ReadonlyMap<string, string>,
  open: readonly PersonWithdrawal[],
): string {
  return [
    ...orders.map((order) => saying(order, needed.get(order.intentId))),
    ...open.map(
      ({ withdrawal: { reference } }) =>
        `${reference}  stays whole for now: it has to be answered (\`withdrawals ${reference}\`).`,
    ),
    ...going.withdrawals.map(
      ({ withdrawal: { reference, receivedAt } }) =>
        `${reference}  goes: address, reason. Stays as proof until ${keptUntil(receivedAt)}: the rest.`,
    ),
    ...going.mentions.map(
      ({ intentId }) =>
        `${formatOrderNumber(intentId)}  goes: this address, which was corrected. The order is somebody else's.`,
    ),
    ...going.deliveries.map(
      ({ intentId }) =>
        `${formatOrderNumber(intentId)}  goes: the address that a gift was to be mailed to. Its giver reads that it could not.`,
    ),
    ...(counts.length === 0 ? [] : [`Counts of mails go by themselves within ${RETENTION.tallyDays} days.`]),
  ].join("\n");
}

/** A line about the erased and the kept parts of an order. */
function saying({ intentId, order, isLeft }: PersonOrder, needed: string | undefined): string {
  const number = formatOrderNumber(intentId);
  if (needed !== undefined) return `${number}  stays whole for now: ${needed}.`;
  if (order?.status !== "paid")
    return `${number}  goes: all of an attempt that was not paid.${isLeft ? " It is canceled at Stripe." : ""}`;
  const { gift, amountCents, productId = "no course", createdAt, buyerName, consent } = order;
  const going = [
    "address",
    "account",
    ...(gift === undefined
      ? []
      : ["the gift's names and message; its code stays valid, and the shop mails it to nobody"]),
  ];
  const staying = [
    productId,
    amountsOf(amountCents),
    formatTime(boughtAt(order)).slice(0, 10),
    "what was paid back",
    ...(buyerName === undefined ? [] : [`the name ${buyerName}`]),
    ...(consent === undefined ? [] : ["the waiver"]),
  ];
  return (
    `${number}  goes: ${going.join(", ")}.\n` +
    `               Stays until ${keptUntil(createdAt)}, by tax law (art. 52 AWR) or as proof: ${staying.join(", ")}.`
  );
}

/** The last day on which data of this time are kept. */
function keptUntil(time: string): string {
  return `${new Date(orderExpiration(time) * 1000).getUTCFullYear() - 1}-12-31`;
}
