import { checkValue, giftStopKey, giftStopSchema } from "../../src/services/kv.ts";
import type { Order } from "../../src/services/orders.ts";
import { WITHDRAWAL_PREFIX, type Withdrawal } from "../../src/services/withdrawals.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
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
import type { StoredOrder } from "../order-records.ts";
import { findPaidOrder } from "../paid-order.ts";
import { describeRefund, payBack, type Refundable, readRefundable } from "../refunds.ts";
import { dashboardPage } from "../stripe-errors.ts";
import { isOpen, readWithdrawals } from "../withdrawal-records.ts";

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

It pays back sales of this shop and environment only, no disputed ones, and what is asked for twice within the hour is one
refund. Everything else follows as with a refund in Stripe's dashboard: Stripe tells the shop.
Stripe's secret key comes from where "reconcile" has it; a restricted one needs charges and refunds (write), payment
intents and disputes (read).

  npm run kv -- refund VK-1A2B3C4D5E --remote --env production
  npm run kv -- refund VK-1A2B3C4D5E --amount 19,50 --remote --env production`,
  async run(context) {
    const { args, target, terminal, now } = context;
    const wanted = readAmount(textOption(context, "amount"));
    const stored = await findPaidOrder(context, args.join(" ").trim());
    if (stored === null) return 1;
    const { intentId } = stored;
    const number = formatOrderNumber(intentId);
    const stripe = await context.openStripe();
    const refundable = await readRefundable(stripe, intentId, environmentOf(target));
    if ("reason" in refundable) return refuse(context, `${number} ${refundable.reason}.`);
    const { leftCents, charge } = refundable;
    const left = formatDecimal(leftCents);
    const cents = wanted ?? leftCents;
    terminal.out(labelled(factsOf(stored, refundable)));
    if (leftCents === 0) return refuse(context, `Everything that was paid for ${number} has been paid back already.`);
    if (cents > leftCents) return refuse(context, `Of ${number} only ${left} is left to pay back.`);
    terminal.out(`\nThis pays back ${formatDecimal(cents)} of the ${left} that is left. Then:`);
    for (const line of await whatFollows(context, stored, cents === leftCents)) {
      terminal.out(`- ${line}`);
    }

    const mode = charge.livemode ? "LIVE mode" : "test mode";
    const question = `Pay back ${formatDecimal(cents)} for ${number} in ${mode}?`;
    const answer = await askAfterPreview(context, question, NOTHING);
    if (answer !== "yes") return answer === "shown" ? 0 : 1;
    const outcome = await payBack(stripe, refundable, intentId, cents, now);
    if (outcome.status === "refused") return refuse(context, outcome.reason);
    if (outcome.status === "unknown") {
      terminal.note(
        `${outcome.reason}\nNobody knows whether this was paid back. Look at ${dashboardPage(`payments/${intentId}`)}, or ask once\n` +
          "more: this command then shows it among what was paid back, or makes the same refund, within the hour never a second one.",
      );
      return 1;
    }
    const { refund } = outcome;
    terminal.out(`\nPaid back: ${describeRefund(refund, "")}`.trimEnd());
    if (refund.status === "failed" || refund.status === "canceled") {
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

function refuse({ terminal }: CommandContext, reason: string): 1 {
  terminal.note(`${reason}\n${NOTHING}`);
  return 1;
}

/** Cents of `19,50`, `19.50` or `19`. */
function readAmount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, euros, decimals = ""] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  const cents = Number(euros) * 100 + Number(decimals.padEnd(2, "0"));
  if (euros === undefined || cents === 0) throw new UsageError("--amount must be euros such as 19,50");
  return cents;
}

function factsOf({ intentId, order, time }: StoredOrder, { charge, refunds }: Refundable) {
  const gift = order?.gift;
  const buyer = [order?.buyerName, order?.email].filter((text) => text !== undefined).join(", ");
  const product = `${charge.metadata.product}${gift === undefined ? "" : `, a gift for ${gift.recipient}`}`;
  return [
    ["Order", formatOrderNumber(intentId)],
    ["In Stripe", dashboardPage(`payments/${intentId}`)],
    ["Buyer", buyer === "" ? "not known" : buyer],
    ["Product", product],
    ["Paid", `${formatDecimal(charge.amount)} on ${formatTime(time)}`],
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
  { intentId, order }: StoredOrder,
  isLast: boolean,
): Promise<readonly string[]> {
  const isGift = order?.gift !== undefined;
  const stays = isGift ? "its gift goes on: only all of the money stops it" : "the buyer keeps the course";
  const withdrawals = await findWithdrawals(context, intentId);
  return [
    "Stripe sends the money back the way it came, and keeps its fee",
    isLast ? await whatEnds(context, order) : stays,
    ...(isLast && order?.confirmedAt === undefined ? ["its confirmation, which has not gone yet, will not go"] : []),
    "the shop mails nobody about it: answer the buyer yourself",
    ...withdrawals.map(({ reference }) =>
      isLast ? `withdrawal ${reference} counts as repaid` : `withdrawal ${reference} stays open: something is left`,
    ),
  ];
}

/** What ends once nothing is left to refund. */
async function whatEnds(context: CommandContext, order: StoredOrder["order"]): Promise<string> {
  if (order?.gift === undefined) return "close the buyer's access in the course environment yourself";
  return (await isKeptOpen(context, order))
    ? "its gift goes on, because it was restored once: `gift --revoke CODE` stops it (`order` shows the code). It is mailed to nobody any more"
    : "its gift stops within a minute, and is mailed to nobody any more";
}

/** Whether an operator has restored the order's gift, which counts before the stop of a refund. */
async function isKeptOpen({ openStore }: CommandContext, { giftCode }: Order): Promise<boolean> {
  if (giftCode === undefined) return false;
  const key = giftStopKey(giftCode, "operator");
  const checked = checkValue((await openStore("GIFTS").get([key])).get(key) ?? "", giftStopSchema);
  return checked.ok && !checked.value.stopped;
}

/** The withdrawals that are still open and mean this order, by its link or by its number. */
async function findWithdrawals({ openStore }: CommandContext, intentId: string): Promise<readonly Withdrawal[]> {
  const store = openStore("ORDERS");
  const names = (await store.list(WITHDRAWAL_PREFIX)).map(({ name }) => name);
  const records = await readWithdrawals(store, names, []);
  return records.flatMap((record) => {
    const isMeant = record.orders.length === 1 && record.orders[0]?.intentId === intentId;
    return isMeant && isOpen(record) ? (record.withdrawal ?? []) : [];
  });
}
