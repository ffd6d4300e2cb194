import { WITHDRAWAL_PREFIX } from "../../src/services/withdrawals.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { today } from "../../src/shared/time.ts";
import { readKeysHere } from "../buyer-entries.ts";
import { deleteKeys, putEntries } from "../changes.ts";
import {
  type Command,
  type CommandContext,
  describeTarget,
  formatTime,
  labelled,
  table,
  textOption,
} from "../command.ts";
import { UsageError } from "../data-files.ts";
import { printable } from "../terminal.ts";
import {
  ANSWER_PREFIX,
  ANSWERS,
  answerEntry,
  isDisputed,
  isOpen,
  isOverdue,
  outcomeOf,
  readWithdrawals,
  repayBy,
  rightOf,
  type WithdrawalRecord,
} from "../withdrawal-records.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
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
  disputed      the buyer's bank has taken the money back or may do so: answer the dispute, or the buyer is paid twice
  answer it     the order's facts say that there was no right (any more): answer the buyer, then --answer refused

The order is the one whose link was used, else that of the number or the address that was typed (~), which anybody can type.
By address only with ORDER_TOKEN_KEYS (see "order").

  --open          only those that somebody still has to answer
  --answer WORD   with a reference: what you answered. refused: there was no right. repaid: in another way than by Stripe, or in
                  part as agreed. no-order: nothing was bought here. ${NO_ANSWER}: takes that back. It mails nobody, and moves no money

  npm run kv -- withdrawals --open --remote --env production
  npm run kv -- withdrawals HR-8K2M-0Q4Z-7VTA --remote --env production
  npm run kv -- withdrawals HR-8K2M-0Q4Z-7VTA --answer refused --remote --env production`,
  async run(context) {
    const { args, openStore, target, terminal, values, now } = context;
    const [wanted, ...rest] = args;
    if (rest.length > 0) throw new UsageError("withdrawals takes one reference or one e-mail address");
    const isReference = wanted !== undefined && !wanted.includes("@");
    const answer = textOption(context, "answer");
    if (answer !== undefined && !isReference) throw new UsageError("--answer goes with one reference (HR-...)");
    const store = openStore("ORDERS");
    const listed = (await store.list(WITHDRAWAL_PREFIX)).map(({ name }) => name);
    const asked = isReference ? listed.filter((key) => key === WITHDRAWAL_PREFIX + wanted.toUpperCase()) : listed;
    const records = (await readWithdrawals(store, asked, await readKeysHere(context))).toSorted(byTime);
    const meant =
      wanted === undefined || isReference
        ? records
        : records.filter(({ withdrawal }) => withdrawal?.email.toLowerCase() === wanted.toLowerCase());
    const shown = values.open === true ? meant.filter(isOpen) : meant;
    if (shown.length === 0) {
      const what = wanted === undefined ? "No withdrawals" : `No withdrawal of ${printable(wanted)}`;
      terminal.out(`${what}${values.open === true ? " to answer" : ""} (${describeTarget(target)}).`);
      return wanted === undefined ? 0 : 1;
    }
    const [only] = shown;
    if (answer !== undefined && only !== undefined) return noteAnswer(context, only, answer);
    const day = today(now);
    if (wanted === undefined) {
      terminal.out(table([HEADER, ...shown.map((record) => rowOf(record, day))]));
      const open = meant.filter(isOpen).length;
      const overdue = meant.filter((record) => isOverdue(record, day)).length;
      terminal.note(`${open} to answer${overdue === 0 ? "" : `, ${overdue} OVERDUE`}.`);
    } else terminal.out(shown.map((record) => formatWhole(record, day)).join("\n\n"));
    return 0;
  },
};

async function noteAnswer(context: CommandContext, record: WithdrawalRecord, word: string): Promise<number> {
  const { openStore, terminal, now } = context;
  const answer = ANSWERS.find((known) => known === word);
  if (answer === undefined && word !== NO_ANSWER)
    throw new UsageError(`--answer is one of ${[...ANSWERS, NO_ANSWER].join(", ")}`);
  const { withdrawal } = record;
  if (withdrawal === null) throw new UsageError("this record cannot be read");
  const store = openStore("ORDERS");
  const { ok } =
    answer === undefined
      ? await deleteKeys(store, [ANSWER_PREFIX + withdrawal.reference], terminal)
      : await putEntries(store, [answerEntry(withdrawal, answer, now)], terminal, "stored");
  if (!ok) return 1;
  terminal.out(`${withdrawal.reference} is ${word} from now on. Nobody was mailed: answer the buyer yourself.`);
  return 0;
}

/** Newest first; unreadable entries come before all, so that they are seen. */
function byTime(a: WithdrawalRecord, b: WithdrawalRecord): number {
  return (b.withdrawal?.receivedAt ?? "9999").localeCompare(a.withdrawal?.receivedAt ?? "9999");
}

const HEADER = ["REFERENCE", "RECEIVED", "STATE", "RIGHT", "RECEIPT", "ORDER"];

function rowOf(record: WithdrawalRecord, day: string): readonly string[] {
  const { key, withdrawal, receipt } = record;
  if (withdrawal === null) return [key, "unreadable record"];
  const { status } = rightOf(record);
  return [
    withdrawal.reference,
    formatTime(withdrawal.receivedAt),
    stateOf(record, day),
    RIGHTS[status],
    receipt?.receipt ?? "none",
    orderOf(record),
  ];
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
  const { withdrawal } = record;
  const { status } = rightOf(record);
  if (isDisputed(record)) return "disputed: do not repay, answer it at Stripe";
  if (withdrawal === null || status === "waived" || status === "late") return "answer it";
  const last = repayBy(withdrawal);
  if (isOverdue(record, day)) return `OVERDUE since ${last}`;
  const left = Math.round((Date.parse(last) - Date.parse(day)) / DAY_MS);
  return `repay by ${last} (${left === 0 ? "today" : left === 1 ? "1 day" : `${left} days`})`;
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
  const { key, withdrawal, orders, meantBy, receipt } = record;
  if (withdrawal === null) return `${printable(key)}: unreadable record`;
  const { reference, receivedAt, name, contract, email, reason, intentId } = withdrawal;
  return labelled([
    ["Withdrawal", reference],
    ["Received", formatTime(receivedAt)],
    ["State", stateOf(record, day)],
    ["Right", describeRight(record)],
    ["Receipt", receipt === null ? "none went" : `${receipt.receipt}, ${formatTime(receipt.sentAt)}`],
    ["Name", name],
    ["Contract", contract],
    ["E-mail", email === "" ? "(erased)" : email],
    ["Reason", reason?.split("\n")],
    ...orders.map(
      (order) => ["Order", `${formatOrderNumber(order.intentId)}, ${MEANT_BY[meantBy ?? "address"]}`] as const,
    ),
    ["Order", orders.length === 0 ? (intentId === undefined ? "not known" : `${intentId}, not in KV`) : undefined],
  ]);
}

function describeRight(record: WithdrawalRecord): string {
  const right = rightOf(record);
  switch (right.status) {
    case "exists":
      return `yes: ${right.why}`;
    case "waived":
      return `no: the buyer asked for delivery at once and had the confirmation (${right.why}). See the README`;
    case "late":
      return `no: ${right.why}. A 14th day on a Saturday, Sunday or public holiday moves to the next working day`;
    case "unknown":
      return record.orders.length > 1
        ? "not known: which of these orders is meant?"
        : "not known: no paid order was found";
  }
}
