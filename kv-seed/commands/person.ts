import { findIntent } from "../../src/services/stripe.ts";
import type { Withdrawal } from "../../src/services/withdrawals.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { formatDecimal, vatBreakdown } from "../../src/shared/money.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { orderExpiration } from "../../src/shared/retention.ts";
import { deleteKeys, putEntries } from "../changes.ts";
import {
  askAfterPreview,
  type Command,
  type CommandContext,
  describeTarget,
  formatTime,
  labelled,
} from "../command.ts";
import { UsageError } from "../data-files.ts";
import type { StoredOrder } from "../order-records.ts";
import { findPerson, type Person, planErasure, whyStillNeeded } from "../person.ts";
import { eraseAtStripe } from "../stripe-erasure.ts";
import { dashboardPage, describeStripeError } from "../stripe-errors.ts";

const NOTHING = "Nothing was erased.";

export const personCommand: Command = {
  name: "person",
  usage: "ADDRESS [--erase] [--dry-run]",
  summary: "Show everything that the shop holds about an e-mail address, and erase what the law lets go",
  help: `For somebody who asks what you have of them, or to be forgotten (art. 15 and 17 GDPR). Shows orders and attempts, gifts with what was
written, gifts that wait to be mailed to it, withdrawals, and what is elsewhere. Reads every order. Prints personal data. Be sure that it is they who ask.

  --erase     erases it, here and in what the shop wrote at Stripe, after a question. The tax law keeps the sale for seven years: number,
              product, amounts, VAT, day, what was paid back, and the buyer's name; the waiver and a withdrawal stay as proof. Says what
              stays and until when. What is still needed stays whole: a sale of the last 14 days, an open dispute
  --dry-run   with --erase: shows what would go and stay

  npm run kv -- person sanne@example.nl --remote --env production
  npm run kv -- person sanne@example.nl --erase --remote --env production`,
  async run(context) {
    const { args, openStore, target, terminal, values } = context;
    const [email = "", ...others] = args;
    if (!isEmailAddress(email) || others.length > 0) throw new UsageError("Name one e-mail address.");
    const store = openStore("ORDERS");
    terminal.note("Reading every order.");
    const person = await findPerson(store, email);
    if (person.orders.length + person.withdrawals.length + person.deliveries.length === 0) {
      terminal.out(`Nothing is known of this address (${describeTarget(target)}).\n\n${ELSEWHERE}`);
      return 1;
    }
    if (values.erase === true) return erase(context, person);
    const known = [
      ...person.orders.map(describeOrder),
      ...person.withdrawals.map(describeWithdrawal),
      ...person.deliveries.map(describeDelivery),
    ];
    terminal.out(known.join("\n\n"));
    terminal.out(`\n${ELSEWHERE}`);
    return 0;
  },
};

const ELSEWHERE =
  "Not in here: what Stripe keeps of a payment itself, the course environment, the sign-in service, your own mailbox,\n" +
  "and gifts that were made by hand, which have names only (`gift list --names`).";

function describeOrder({ intentId, order, values }: StoredOrder): string {
  const { gift, giftCode } = order ?? {};
  return labelled([
    ["Order", formatOrderNumber(intentId)],
    ["At Stripe", dashboardPage(`payments/${intentId}`)],
    ["Status", order?.status ?? "cannot be read"],
    ["Day", formatTime(order?.paidAt ?? order?.createdAt ?? "")],
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
    ...[...values.keys()].map((key) => ["Key in KV", key] as const),
  ]);
}

function describeWithdrawal({ reference, receivedAt, name, contract, email, reason, intentId }: Withdrawal): string {
  return labelled([
    ["Withdrawal", reference],
    ["Received", formatTime(receivedAt)],
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

function amountsOf(cents: number): string {
  return `${formatDecimal(cents)}, of which VAT ${formatDecimal(vatBreakdown(cents).vatCents)}`;
}

async function erase(context: CommandContext, person: Person): Promise<number> {
  const { openStore, terminal, now } = context;
  const needed = new Map(
    person.orders.flatMap(({ intentId, order }) => {
      const reason = whyStillNeeded(order, person.withdrawals, now);
      return reason === null ? [] : [[intentId, reason] as const];
    }),
  );
  const going: Person = {
    orders: person.orders.filter(({ intentId }) => !needed.has(intentId)),
    withdrawals: person.withdrawals.filter(({ intentId = "" }) => !needed.has(intentId)),
    indexKeys: person.indexKeys,
    deliveries: person.deliveries,
  };
  for (const order of person.orders) terminal.out(saying(order, needed.get(order.intentId)));
  for (const withdrawal of going.withdrawals) {
    terminal.out(
      `${withdrawal.reference}  goes: address, reason. Stays as proof until ${keptUntil(withdrawal.receivedAt)}: the rest.`,
    );
  }
  for (const { intentId } of going.deliveries) {
    terminal.out(
      `${formatOrderNumber(intentId)}  goes: the address that a gift was to be mailed to. Its giver reads that it could not.`,
    );
  }
  terminal.out(`\n${ELSEWHERE}`);
  if (going.orders.length + going.withdrawals.length + going.deliveries.length === 0) {
    terminal.note(NOTHING);
    return 1;
  }
  const answer = await askAfterPreview(context, "Erase this? It cannot be undone.", NOTHING);
  if (answer !== "yes") return answer === "shown" ? 0 : 1;

  // First the call that may be refused: once the address is gone from KV, these payments cannot be found by it.
  const stripe = going.orders.length === 0 ? null : await context.openStripe();
  try {
    for (const { intentId, order } of going.orders) {
      if (stripe !== null) await eraseAtStripe(stripe, await findIntent(stripe, intentId), order?.status === "paid");
    }
  } catch (error) {
    const reason = describeStripeError(error);
    if (reason === null) throw error;
    terminal.note(`${reason}\nAt Stripe perhaps a part was erased, and nothing here. Run this again.`);
    return 1;
  }
  const store = openStore("ORDERS");
  const { orders, gifts } = await planErasure(store, openStore("GIFTS"), going, now);
  const isDone =
    (await putEntries(openStore("GIFTS"), gifts.put, terminal, "erased")).ok &&
    (await deleteKeys(store, orders.remove, terminal)).ok &&
    (await putEntries(store, orders.put, terminal, "erased")).ok;
  if (!isDone) {
    terminal.note("Not all of it was erased. Run this again.");
    return 1;
  }
  terminal.out("\nErased. Places that have read it before may show it for a minute.");
  return needed.size === 0 ? 0 : 1;
}

/** A line about the erased and the kept parts of an order. */
function saying({ intentId, order }: StoredOrder, needed: string | undefined): string {
  const number = formatOrderNumber(intentId);
  if (needed !== undefined) return `${number}  stays whole for now: ${needed}.`;
  if (order?.status !== "paid") return `${number}  goes: all of an attempt that was not paid.`;
  const { gift, amountCents, productId = "no course", paidAt, createdAt, buyerName, consent } = order;
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
    formatTime(paidAt ?? createdAt).slice(0, 10),
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
