import type { Person, PersonOrder, Split, StillNeeded } from "../src/desk/person.ts";
import type { GiftWords } from "../src/gifts/gift-state.ts";
import { formatOrderNumber } from "../src/ledger/order-rules.ts";
import { boughtAt } from "../src/ledger/orders.ts";
import { WITHDRAWAL_DAYS, type WithdrawalRecord } from "../src/orders/withdrawal/withdrawal-records.ts";
import { dashboardPage } from "../src/server/stripe.ts";
import { formatGiftCode } from "../src/shared/gift.ts";
import { formatDecimal, vatBreakdown } from "../src/shared/money.ts";
import { RETENTION } from "../src/shared/retention.ts";
import { dayOf, formatTime, labelled } from "./command.ts";
import { giftFacts } from "./deliveries.ts";
import { sayInvoices, sayPayment, sayStatus } from "./order-text.ts";

/** The text of the command `person`. */

/** What Stripe itself keeps of a payment, whatever the shop erases there. */
const STAYS_AT_STRIPE =
  "the billing details of each attempt (name, address), what a buyer typed on Stripe's own page, and its receipts. Only Stripe's\n" +
  "redaction takes them (https://docs.stripe.com/privacy/redaction)";

export const ELSEWHERE =
  `Not in here: what Stripe keeps of a payment itself: ${STAYS_AT_STRIPE}; the course environment, the sign-in\n` +
  "service, your own mailbox, Cloudflare's log of mails and its list of addresses that bounced (Email Sending), the ledger's\n" +
  `back-up of the last ${RETENTION.backupDays} days, and files on your disk (cards in kv-seed/gift-cards/, CSV, gifts.json of \`pull\`, exports of the\n` +
  "database). A gift that was made by hand has names and no address: `gift list --names --codes` finds its code; `pull`, change the\n" +
  "names and the message under that code in gifts.json, `push gifts.json`.";

/** All that is known of a person. `wordsOf`: who stopped or released a gift, by its code. */
export function describePerson(
  { orders, gifts, mentions, withdrawals, deliveries }: Person,
  wordsOf: (code: string | undefined) => GiftWords,
  now: Date,
): string {
  return [
    ...orders.map((order) => describeOrder(order, gifts.get(order.intentId), wordsOf, now)),
    ...mentions.map(describeMention),
    ...withdrawals.map(describeWithdrawal),
    ...deliveries.map(describeDelivery),
  ].join("\n\n");
}

function describeOrder(
  record: PersonOrder,
  kept: { code: string; message: string } | undefined,
  wordsOf: (code: string | undefined) => GiftWords,
  now: Date,
): string {
  const { intentId, order, delivery, invoices } = record;
  const { gift } = order ?? {};
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["At Stripe", dashboardPage(`payments/${intentId}`)],
    ["Status", statusOf(record)],
    ["Day", order === null ? undefined : formatTime(boughtAt(order))],
    ["Product", order?.productId],
    ["Amount", order === null ? undefined : amountsOf(order.amountCents)],
    ["Paid back", order?.refundedCents === undefined ? undefined : formatDecimal(order.refundedCents)],
    ["Name", order?.buyerName],
    ["Address", order?.email],
    ["Account", order?.userId],
    ["Waiver", order?.consentAt === undefined ? undefined : `${order.consent}, ${formatTime(order.consentAt)}`],
    ["Gift for", gift?.recipient],
    ["Gift from", gift?.giver],
    ["Written", kept === undefined || kept.message === "" ? undefined : kept.message.split("\n")],
    ["Gift code", kept && formatGiftCode(kept.code)],
    ...(order === null ? [] : giftFacts({ order, delivery, invoices }, wordsOf(kept?.code), now)),
    ["Invoices", sayInvoices(invoices)],
  ]);
}

function describeMention(intentId: string): string {
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["Named in", "an order of somebody else: this address was typed too, and another one counts now"],
  ]);
}

function statusOf({ order, payment, isKnown }: PersonOrder): string {
  if (payment !== null && (!isKnown || payment.state === "paid" || payment.state === "under-way"))
    return sayPayment(payment);
  if (order === null) return "cannot be read";
  // The ledger has an attempt, and its buyer may come back to it.
  return `${sayStatus(order)}${payment?.state === "open" ? "; it may still be paid until tomorrow, ask again then" : ""}`;
}

function describeWithdrawal({ withdrawal }: WithdrawalRecord): string {
  const { reference, receivedAt, name, contract, email, reason, intentId, answer } = withdrawal;
  return labelled([
    ["Withdrawal", reference],
    ["Received", formatTime(receivedAt)],
    ["Answered", answer === undefined ? undefined : "yes (`withdrawals`)"],
    ["Name", name],
    ["Contract", contract],
    ["Address", email],
    ["Reason", reason?.split("\n")],
    ["Order", intentId === undefined ? undefined : formatOrderNumber(intentId)],
  ]);
}

function describeDelivery(intentId: string): string {
  return labelled([
    ["To be mailed", "a gift from somebody else, on its day"],
    ["Order", formatOrderNumber(intentId)],
  ]);
}

function amountsOf(cents: number): string {
  return `${formatDecimal(cents)}, of which VAT ${formatDecimal(vatBreakdown(cents).vatCents)}`;
}

/** What goes and what stays, a line each. */
export function describeErasure({ orders }: Person, { going, needed, open }: Split): string {
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
      (intentId) => `${formatOrderNumber(intentId)}  goes: this address. The order is somebody else's.`,
    ),
    ...going.deliveries.map(
      (intentId) =>
        `${formatOrderNumber(intentId)}  goes: the address that a gift is mailed to. Its giver is told that it could not.`,
    ),
  ].join("\n");
}

const NEEDED = {
  "may-be-paid": "it may still be paid until tomorrow: ask again then",
  "under-way": "its money is on its way: ask again once it has come, or not",
  unreadable: "it was paid, and cannot be read",
  disputed: "its dispute is open",
  withdrawable: `it can be withdrawn from for ${WITHDRAWAL_DAYS} days`,
  withdrawn: "its withdrawal has to be answered",
} as const satisfies Record<StillNeeded, string>;

/** A line about the erased and the kept parts of an order. */
function saying({ intentId, order, payment, invoices }: PersonOrder, needed: StillNeeded | undefined): string {
  const number = formatOrderNumber(intentId);
  const isLeft = payment?.state === "left";
  if (needed !== undefined) return `${number}  stays whole for now: ${NEEDED[needed]}.`;
  if (order?.status !== "paid")
    return `${number}  goes: all of an attempt that was not paid.${isLeft ? " It is canceled at Stripe." : ""}`;
  const { gift, amountCents, productId = "no course", buyerName, consent } = order;
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
    dayOf(boughtAt(order)),
    "what was paid back",
    ...(buyerName === undefined ? [] : [`the name ${buyerName}`]),
    ...(consent === undefined ? [] : ["the waiver"]),
    ...(invoices.length === 0 ? [] : [`the invoices ${invoices.map(({ number }) => number).join(", ")}`]),
  ];
  return (
    `${number}  goes: ${going.join(", ")}.\n` +
    `               Stays until ${keptUntil(order.updatedAt)}, by tax law (art. 52 AWR) or as proof: ${staying.join(", ")}.`
  );
}

/** The last day on which data of this time are kept, by the shop's year as in the books (`purge`). */
function keptUntil(time: string): string {
  return `${Number(dayOf(time).slice(0, 4)) + RETENTION.orderYears}-12-31`;
}
