import type Stripe from "stripe";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { boughtAt, type Order } from "../../src/ledger/orders.ts";
import { findOpenWithdrawalsOf } from "../../src/orders/withdrawal/withdrawal-records.ts";
import {
  hasFailed,
  minutesSince,
  payBack,
  type Refundable,
  type Refusal,
  readRefundable,
} from "../../src/paying/money/refunds.ts";
import { dashboardPage } from "../../src/server/stripe.ts";
import { formatDecimal, parseEuros } from "../../src/shared/money.ts";
import {
  askAfterPreview,
  type Command,
  type CommandContext,
  describeTarget,
  environmentOf,
  formatTime,
  labelled,
  textOption,
} from "../command.ts";
import { UsageError } from "../data-files.ts";
import { sayForeign } from "../foreign-text.ts";
import { findPaidOrder } from "../paid-order.ts";
import { describeStripeError } from "../stripe-errors.ts";

const NOTHING = "Nothing was paid back.";

export const refundCommand: Command = {
  name: "refund",
  usage: "NUMBER | PAYMENT [--amount EUROS] [--dry-run]",
  summary: "Pay an order back through Stripe: shows what it will do, and asks",
  help: `By order number (VK-...) or payment intent (pi_...). Shows who bought what and when, what was paid back before, what would
be paid back now and what follows from it. Then it asks; without a terminal nobody can answer, and nothing is paid back.
Prints personal data.

  --amount EUROS  so much of it, such as 19,50; without it everything that is left. Never more
  --dry-run       show it only

It pays back sales of this shop and environment only, and none whose money the buyer's bank has taken, or may take (a dispute).
A bank that only asks (an inquiry) has taken nothing, and a refund of everything ends its question. If the same amount went back
within the last hour, it asks first whether you mean a second refund. Two who ask at the same moment make one. Everything else
follows as with a refund in Stripe's dashboard: Stripe tells the shop.
Stripe's secret key comes from where "reconcile" has it; a restricted one needs charges and refunds (write), payment
intents and disputes (read).

  npm run kv -- refund VK-1A2B3C4D5E --remote --env production
  npm run kv -- refund VK-1A2B3C4D5E --amount 19,50 --remote --env production`,
  async run(context) {
    const { args, target, terminal, now } = context;
    const wanted = readAmount(textOption(context, "amount"));
    const order = await findPaidOrder(context, args.join(" ").trim());
    if (order === null) return 1;
    const { intentId } = order;
    const number = formatOrderNumber(intentId);
    const stripe = await context.openStripe();
    const refundable = await readRefundable(stripe, intentId, environmentOf(target));
    if ("refusal" in refundable) return refuse(context, `${number} ${sayRefusal(refundable.refusal)}.`);
    const { leftCents, charge } = refundable;
    const left = formatDecimal(leftCents);
    const cents = wanted ?? leftCents;
    terminal.out(labelled(factsOf(order, refundable)));
    if (leftCents === 0) return refuse(context, `Everything that was paid for ${number} has been paid back already.`);
    if (cents > leftCents) return refuse(context, `Of ${number} only ${left} is left to pay back.`);
    terminal.out(`\nThis pays back ${formatDecimal(cents)} of the ${left} that is left. Then:`);
    for (const line of await whatFollows(context, order, refundable, cents === leftCents)) {
      terminal.out(`- ${line}`);
    }

    const minutes = minutesSince(refundable, cents, now);
    if (minutes !== null) {
      const again = await askAfterPreview(
        context,
        `${formatDecimal(cents)} went back ${ago(minutes)}. Once more`,
        NOTHING,
      );
      if (again !== "yes") return again === "shown" ? 0 : 1;
    }
    const mode = charge.livemode ? "LIVE mode" : "test mode";
    const answer = await askAfterPreview(context, `Pay back ${formatDecimal(cents)} for ${number} in ${mode}`, NOTHING);
    if (answer !== "yes") return answer === "shown" ? 0 : 1;
    const outcome = await payBack(stripe, refundable, intentId, cents);
    if (outcome.status === "refused") return refuse(context, saidBy(outcome.error));
    if (outcome.status === "unknown") {
      terminal.note(
        `${saidBy(outcome.error)}\nNobody knows whether this was paid back. Look at ${dashboardPage(`payments/${intentId}`)}, or ask once\n` +
          "more within the hour: if it was, this command shows it and asks before it makes a second one; if not, it makes this one.",
      );
      return 1;
    }
    const { refund } = outcome;
    terminal.out(`\nPaid back: ${describeRefund(refund, "")}`.trimEnd());
    if (hasFailed(refund)) {
      terminal.note(
        `Stripe made it, and it failed: the buyer is still owed it. See ${dashboardPage(`refunds/${refund.id}`)}`,
      );
      return 1;
    }
    terminal.note(
      `In a minute \`order ${number}\` shows it (${describeTarget(target)}); after an hour without it: reconcile.`,
    );
    return 0;
  },
};

/** Why an order cannot be paid back, after its number. */
function sayRefusal(refusal: Refusal): string {
  switch (refusal.why) {
    case "unknown":
      return "is not known to this Stripe account";
    case "unpaid":
      return `was not paid: Stripe says ${refusal.status}`;
    case "foreign":
      return `is ${sayForeign(refusal.foreign)}: pay it back in Stripe's dashboard`;
    case "disputed":
      return `is disputed (${refusal.status}): the buyer's bank has taken the money back, or may do so`;
  }
}

function saidBy(error: Error): string {
  return describeStripeError(error) ?? error.message;
}

/** One refund in a line: `10.00  re_1…  succeeded`. */
function describeRefund({ amount, id, status }: Stripe.Refund, time: string): string {
  return `${formatDecimal(amount)}  ${id}  ${status ?? "status not known"}  ${time}`;
}

function refuse({ terminal }: CommandContext, reason: string): 1 {
  terminal.note(`${reason}\n${NOTHING}`);
  return 1;
}

/** Cents of `19,50`, `19.50` or `19`. */
function readAmount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const cents = parseEuros(text);
  if (cents === null) throw new UsageError("--amount must be euros such as 19,50");
  return cents;
}

/** `4 minutes ago`. */
function ago(minutes: number): string {
  if (minutes === 0) return "less than a minute ago";
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"} ago`;
}

function factsOf({ intentId, gift, buyerName, email, ...order }: Order, { charge, refunds }: Refundable) {
  const buyer = [buyerName, email].filter((text) => text !== undefined).join(", ");
  const product = `${charge.metadata.product}${gift === undefined ? "" : `, a gift for ${gift.recipient}`}`;
  return [
    ["Order", formatOrderNumber(intentId)],
    ["In Stripe", dashboardPage(`payments/${intentId}`)],
    ["Buyer", buyer === "" ? "not known" : buyer],
    ["Product", product],
    ["Paid", `${formatDecimal(charge.amount)} on ${formatTime(boughtAt(order))}`],
    [
      "Paid back",
      refunds.length === 0
        ? "nothing"
        : refunds.map((refund) => describeRefund(refund, formatTime(new Date(refund.created * 1000).toISOString()))),
    ],
  ] as const;
}

/** The consequences of a refund, and the work that it leaves. `isLast`: nothing is left to refund. */
async function whatFollows(
  context: CommandContext,
  order: Order,
  { inquiry }: Refundable,
  isLast: boolean,
): Promise<readonly string[]> {
  const isGift = order.gift !== undefined;
  const ends = isGift
    ? "its gift stops within a minute, and is mailed to nobody any more"
    : "close the buyer's access in the course environment yourself";
  const stays = isGift ? "its gift goes on: only all of the money stops it" : "the buyer keeps the course";
  const question = `the question of the buyer's bank (${inquiry})`;
  return [
    "Stripe sends the money back the way it came, and keeps its fee",
    isLast ? ends : stays,
    ...(inquiry === null ? [] : [isLast ? `${question} ends` : `${question} stays: only all of the money ends it`]),
    ...(isLast && order.confirmedAt === undefined ? ["its confirmation, which has not gone yet, will not go"] : []),
    "the shop mails nobody about it: answer the buyer yourself",
    ...(await findOpenWithdrawalsOf(context.ledger, order)).map((reference) =>
      isLast ? `withdrawal ${reference} counts as repaid` : `withdrawal ${reference} stays open: something is left`,
    ),
  ];
}
