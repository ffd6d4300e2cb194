import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { ANSWERS } from "../../src/ledger/withdrawal-life-rules.ts";
import {
  daysBetween,
  isDisputed,
  isOpen,
  isOverdue,
  outcomeOf,
  readWithdrawals,
  rightOf,
  type WithdrawalRecord,
} from "../../src/orders/withdrawal/withdrawal-records.ts";
import { repayBy } from "../../src/orders/withdrawal/withdrawal-rules.ts";
import { answerStatements } from "../../src/orders/withdrawal/withdrawals.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { printable } from "../../src/shared/printable.ts";
import { today } from "../../src/shared/time.ts";
import {
  askIfRemote,
  type Command,
  type CommandContext,
  describeAsked,
  describeTarget,
  formatTime,
  labelled,
  table,
  textOption,
} from "../command.ts";
import { UsageError } from "../data-files.ts";
import { readReference } from "../reference.ts";

/** The value of `--answer` that removes an operator's answer. */
const NO_ANSWER = "open";

export const withdrawalsCommand: Command = {
  name: "withdrawals",
  usage: "[REFERENCE | E-MAIL] [--open] [--answer WORD]",
  summary: "List withdrawals of contracts with what is left to do, or show one in full",
  help: `Without a word: newest first. Each with its state, its order, whether there was a right to withdraw, and its receipt. Prints
no personal data. With a reference or an e-mail address: all that was declared, and why. Times are Amsterdam's.

  repay by      nothing went back yet; the law gives 14 days from the day on which it came. OVERDUE once they have passed
  repaid        all of the order's money went back, on that day; "12.00 of 30.00" is a part, and the rest is still open
  find its ...  it names no order that is known: find it within those days, or answer no-order
  disputed      the buyer's bank has taken the money back: answer the dispute, or the buyer is paid twice. A bank that only asks
                (an inquiry) has taken nothing: repay, which ends it
  answer it     the order's facts say that there was no right (any more): answer the buyer, then --answer refused

The order is the one whose link was used, else that of the number or the address that was typed (~), which anybody can type.
RECEIPT: what was sent (full, or facts: without what was typed), due, refused, failed, or held: nothing proves the address, and
that day many such receipts were sent. "mails --resend HR-..." sends it.

  --open          only those that somebody still has to answer
  --answer WORD   with a reference: what you answered. refused: there was no right. repaid: in another way than by Stripe, or in
                  part as agreed. no-order: nothing was bought here. ${NO_ANSWER}: takes that back. It mails nobody, and moves no money.
                  Asks with --remote
  --yes           with --answer: don't ask (for scripts)

  npm run kv -- withdrawals --open --remote --env production
  npm run kv -- withdrawals HR-8K2M-0Q4Z-7VTA --remote --env production
  npm run kv -- withdrawals HR-8K2M-0Q4Z-7VTA --answer refused --remote --env production`,
  async run(context) {
    const { args, ledger, target, terminal, values, now } = context;
    const typed = args.join(" ").trim();
    const reference = readReference(typed);
    const isReference = reference !== null;
    if (!isReference && args.length > 1)
      throw new UsageError("withdrawals takes one reference (HR-...) or one e-mail address");
    const wanted = typed === "" ? undefined : (reference ?? typed);
    const answer = textOption(context, "answer");
    if (answer !== undefined && !isReference) throw new UsageError("--answer goes with one reference (HR-...)");
    const records = await (wanted === undefined
      ? readWithdrawals(ledger)
      : readWithdrawals(ledger, wanted.includes("@") ? BY_ADDRESS : BY_REFERENCE, wanted));
    const shown = values.open === true ? records.filter(isOpen) : records;
    if (shown.length === 0) {
      const what = wanted === undefined ? "No withdrawals" : `No withdrawal of ${printable(wanted)}`;
      const where = wanted === undefined ? describeTarget(target) : describeAsked(target);
      terminal.out(`${what}${values.open === true ? " to answer" : ""} (${where}).`);
      return wanted === undefined ? 0 : 1;
    }
    const [only] = shown;
    if (answer !== undefined && only !== undefined) return noteAnswer(context, only, answer);
    const day = today(now);
    if (wanted === undefined) {
      terminal.out(table([HEADER, ...shown.map((record) => rowOf(record, day))]));
      const open = records.filter(isOpen).length;
      const overdue = records.filter((record) => isOverdue(record, day)).length;
      terminal.note(`${open} to answer${overdue === 0 ? "" : `, ${overdue} OVERDUE`}.`);
    } else terminal.out(shown.map((record) => formatWhole(record, day)).join("\n\n"));
    return 0;
  },
};

const BY_REFERENCE = "reference = upper(?1)";
const BY_ADDRESS = "email = ?1 COLLATE NOCASE ORDER BY received_at DESC, reference";

async function noteAnswer(
  context: CommandContext,
  { withdrawal: { reference } }: WithdrawalRecord,
  word: string,
): Promise<number> {
  const { ledger, terminal, now } = context;
  const answer = ANSWERS.find((known) => known === word) ?? null;
  if (answer === null && word !== NO_ANSWER)
    throw new UsageError(`--answer is one of ${[...ANSWERS, NO_ANSWER].join(", ")}`);
  if ((await askIfRemote(context, `Note ${reference} as ${word}`, "Nothing was noted.")) !== "yes") return 1;
  await ledger(answerStatements(reference, answer, now));
  terminal.out(`${reference} is ${word} from now on. Nobody was mailed: answer the buyer yourself.`);
  return 0;
}

const HEADER = ["REFERENCE", "RECEIVED", "STATE", "RIGHT", "RECEIPT", "ORDER"];

function rowOf(record: WithdrawalRecord, day: string): readonly string[] {
  const { withdrawal } = record;
  const { status } = rightOf(record);
  return [
    withdrawal.reference,
    formatTime(withdrawal.receivedAt),
    stateOf(record, day),
    RIGHTS[status],
    sayReceipt(record),
    orderOf(record),
  ];
}

/** `full` or `facts`: what was sent. `held`: nothing proves the address, and too many were sent that day (`mails`). */
function sayReceipt({ withdrawal, receipt }: WithdrawalRecord): string {
  if (receipt === null) return withdrawal.receipt === "held" ? "held" : "none";
  return receipt.state === "sent" ? (receipt.detail ?? "sent") : receipt.state;
}

const RIGHTS = { unknown: "?", exists: "yes", waived: "no, waived", late: "no, too late" } as const;

function stateOf(record: WithdrawalRecord, day: string): string {
  const outcome = outcomeOf(record);
  switch (outcome.state) {
    case "repaid":
    case "refused":
    case "no-order":
      return `${outcome.state} ${outcome.day}`.trimEnd();
    case "part":
      return `${formatDecimal(outcome.cents)} of ${formatDecimal(outcome.ofCents)} repaid ${outcome.day}; ${due(record, day)}`;
    case "open":
      return due(record, day);
  }
}

function due(record: WithdrawalRecord, day: string): string {
  const { status } = rightOf(record);
  if (isDisputed(record)) return "disputed: do not repay, answer it at Stripe";
  if (status === "waived" || status === "late") return "answer it";
  const last = repayBy(record.withdrawal);
  if (isOverdue(record, day)) return `OVERDUE since ${last}`;
  const left = daysBetween(day, last);
  // Of an order that nobody knows it is not known that there is anything to repay.
  const what = status === "unknown" ? "find its order by" : "repay by";
  return `${what} ${last} (${left === 0 ? "today" : left === 1 ? "1 day" : `${left} days`})`;
}

function orderOf({ orders, meantBy }: WithdrawalRecord): string {
  const [only, ...others] = orders;
  if (only === undefined) return "not known";
  if (others.length > 0) return `~ one of ${orders.length}`;
  return `${meantBy === "link" ? "" : "~ "}${formatOrderNumber(only.intentId)}`;
}

const MEANT_BY = {
  link: "its own link was used",
  number: "by the number that was typed, which anybody can type",
  address: "by the address that was typed, which anybody can type",
} as const;

function formatWhole(record: WithdrawalRecord, day: string): string {
  const { withdrawal, orders, meantBy, receipt } = record;
  const { reference, receivedAt, name, contract, email, reason, intentId } = withdrawal;
  return labelled([
    ["Withdrawal", reference],
    ["Received", formatTime(receivedAt)],
    ["State", stateOf(record, day)],
    ["Right", describeRight(record)],
    ["Receipt", `${sayReceipt(record)}${receipt?.endedAt === undefined ? "" : `, ${formatTime(receipt.endedAt)}`}`],
    ["Name", name],
    ["Contract", contract],
    ["E-mail", email === "" ? "(erased)" : email],
    ["Reason", reason?.split("\n")],
    ...orders.map(
      (order) => ["Order", `${formatOrderNumber(order.intentId)}, ${MEANT_BY[meantBy ?? "address"]}`] as const,
    ),
    [
      "Order",
      orders.length === 0 ? (intentId === undefined ? "not known" : `${intentId}, which is not known here`) : undefined,
    ],
  ]);
}

const KEPT = { gift: "a gift", "no-waiver": "no waiver", unconfirmed: "not confirmed by mail" } as const;

function describeRight(record: WithdrawalRecord): string {
  const right = rightOf(record);
  switch (right.status) {
    case "exists":
      return `yes: ${KEPT[right.kept]}, ${after(right.days)}`;
    case "waived":
      return `no: the buyer asked for delivery at once and had the confirmation (consent ${right.consent}). See the README`;
    case "late":
      return `no: ${after(right.days)}. A 14th day on a Saturday, Sunday or public holiday moves to the next working day`;
    case "unknown":
      return record.orders.length > 1
        ? "not known: which of these orders is meant?"
        : "not known: no paid order was found";
  }
}

function after(days: number): string {
  if (days === 0) return "on the day of the sale";
  return `${days} ${days === 1 ? "day" : "days"} after the sale`;
}
