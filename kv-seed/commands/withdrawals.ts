import { REPAYMENT_DAYS } from "../../src/content/withdrawal.ts";
import { checkValue } from "../../src/services/kv.ts";
import { isRepaid } from "../../src/services/orders.ts";
import { WITHDRAWAL_PREFIX, type Withdrawal, withdrawalSchema } from "../../src/services/withdrawals.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { formatDay, formatMoment } from "../../src/shared/time.ts";
import { type Command, describeTarget } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { listOrderNames, readOrders } from "../order-records.ts";
import { printable } from "../terminal.ts";
import type { KvStore } from "../wrangler.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A withdrawal, or the key of one that cannot be read. */
type Entry = { key: string; withdrawal: Withdrawal | null; isRepaid?: boolean };

export const withdrawalsCommand: Command = {
  name: "withdrawals",
  usage: "[REFERENCE | E-MAIL]",
  summary: "List withdrawals of contracts, or show one in full",
  help: `Without a word: newest first, and until when each must be repaid if the right still existed, or that all of its order's
money went back. Prints no personal data.
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
    const found = asked.map((key) => readEntry(key, values.get(key) ?? ""));
    const entries = (await withMoney(store, found)).toSorted(byTime);
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

/** Says of each whether its order's money went back. */
async function withMoney(store: KvStore, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const intentIds = new Set(entries.flatMap(({ withdrawal }) => withdrawal?.intentId ?? []));
  if (intentIds.size === 0) return entries;
  const names = (await listOrderNames(store)).filter(({ intentId }) => intentIds.has(intentId));
  const orders = await readOrders(store, names);
  const repaid = new Set(
    orders.flatMap(({ intentId, order }) => (order !== null && isRepaid(order) ? [intentId] : [])),
  );
  return entries.map((entry) => ({ ...entry, isRepaid: repaid.has(entry.withdrawal?.intentId ?? "") }));
}

/** Newest first; unreadable entries come before all, so that they are seen. */
function byTime(a: Entry, b: Entry): number {
  return (b.withdrawal?.receivedAt ?? "9999").localeCompare(a.withdrawal?.receivedAt ?? "9999");
}

function formatLine({ key, withdrawal, isRepaid: isDone = false }: Entry): string {
  if (withdrawal === null) return `${printable(key)}  unreadable record`;
  const { reference, receivedAt, intentId } = withdrawal;
  const order = intentId === undefined ? "order not known" : formatOrderNumber(intentId);
  const due = isDone ? "repaid" : `repay by ${formatDay(repayBy(receivedAt))}`;
  return `${reference}  ${formatMoment(receivedAt)}  ${due}  ${printable(order)}`;
}

function formatWhole({ key, withdrawal, isRepaid: isDone = false }: Entry): string {
  if (withdrawal === null) return `${printable(key)}: unreadable record`;
  const { reference, receivedAt, name, contract, email, reason, intentId } = withdrawal;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["reference", reference],
    ["received", formatMoment(receivedAt)],
    ["repay by", isDone ? "repaid" : formatDay(repayBy(receivedAt))],
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
