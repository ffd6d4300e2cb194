import { REPAYMENT_DAYS } from "../../src/content/withdrawal.ts";
import { checkValue } from "../../src/services/kv.ts";
import { WITHDRAWAL_PREFIX, type Withdrawal, withdrawalSchema } from "../../src/services/withdrawals.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { formatDay, formatMoment } from "../../src/shared/time.ts";
import { type Command, describeTarget } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { printable } from "../terminal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A withdrawal, or the key of one that cannot be read. */
type Entry = { key: string; withdrawal: Withdrawal | null };

export const withdrawalsCommand: Command = {
  name: "withdrawals",
  usage: "[REFERENCE | E-MAIL]",
  summary: "List withdrawals of contracts, or show one in full",
  help: `Without a word: newest first, and until when each must be repaid if the right still existed. Prints no personal data.
With a reference or an e-mail address: all that was declared. Times are Amsterdam's.

  npm run kv -- withdrawals --remote --env production
  npm run kv -- withdrawals HR-8K2M-0Q4Z-7VTA --remote --env production`,
  async run({ args, openStore, target, terminal }) {
    const [wanted, ...rest] = args;
    if (rest.length > 0) throw new UsageError("withdrawals takes one reference or one e-mail address");
    const store = openStore("ORDERS");
    const keys = (await store.list(WITHDRAWAL_PREFIX)).map(({ name }) => name);
    const isReference = wanted !== undefined && !wanted.includes("@");
    const asked = isReference ? keys.filter((key) => key === WITHDRAWAL_PREFIX + wanted.toUpperCase()) : keys;
    const values = await store.get(asked);
    const entries = asked.map((key) => readEntry(key, values.get(key) ?? "")).sort(byTime);
    const shown =
      wanted === undefined || isReference
        ? entries
        : entries.filter(({ withdrawal }) => withdrawal?.email.toLowerCase() === wanted.toLowerCase());
    if (shown.length === 0) {
      const what = wanted === undefined ? "No withdrawals" : `No withdrawal of ${printable(wanted)}`;
      terminal.out(`${what} (${describeTarget(target)}).`);
      return wanted === undefined ? 0 : 1;
    }
    terminal.out(shown.map(wanted === undefined ? formatLine : formatWhole).join(wanted === undefined ? "\n" : "\n\n"));
    return 0;
  },
};

function readEntry(key: string, value: string): Entry {
  const checked = checkValue(value, withdrawalSchema);
  return { key, withdrawal: checked.ok ? checked.value : null };
}

/** Newest first; what cannot be read comes before all, so that it is seen. */
function byTime(a: Entry, b: Entry): number {
  return (b.withdrawal?.receivedAt ?? "9999").localeCompare(a.withdrawal?.receivedAt ?? "9999");
}

function formatLine({ key, withdrawal }: Entry): string {
  if (withdrawal === null) return `${printable(key)}  unreadable record`;
  const { reference, receivedAt, intentId } = withdrawal;
  const order = intentId === undefined ? "order not known" : formatOrderNumber(intentId);
  return `${reference}  ${formatMoment(receivedAt)}  repay by ${formatDay(repayBy(receivedAt))}  ${printable(order)}`;
}

function formatWhole({ key, withdrawal }: Entry): string {
  if (withdrawal === null) return `${printable(key)}: unreadable record`;
  const { reference, receivedAt, name, contract, email, reason, intentId } = withdrawal;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["reference", reference],
    ["received", formatMoment(receivedAt)],
    ["repay by", formatDay(repayBy(receivedAt))],
    ["name", name],
    ["contract", contract],
    ["e-mail", email],
    ["reason", reason],
    ["payment", intentId],
    ["order", intentId === undefined ? undefined : formatOrderNumber(intentId)],
  ];
  return facts
    .flatMap(([label, text]) => (text === undefined ? [] : [`${`${label}:`.padEnd(11)}${printable(text)}`]))
    .join("\n");
}

/** The last day to repay on, if there is something to repay. */
function repayBy(receivedAt: string): string {
  return new Date(Date.parse(receivedAt) + REPAYMENT_DAYS * DAY_MS).toISOString();
}
