import { correctedEmailKey, isRepaid, type Order } from "../../src/services/orders.ts";
import { RECEIPT_PREFIX, WITHDRAWAL_PREFIX } from "../../src/services/withdrawals.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { INTENT_ID } from "../../src/shared/intent-id.ts";
import { formatOrderNumber, isOrderNumberOf } from "../../src/shared/order.ts";
import { correctAddress, correctAtStripe, maskAddress } from "../address-correction.ts";
import {
  askAfterPreview,
  type Command,
  type CommandContext,
  describeTarget,
  formatTime,
  labelled,
  textOption,
} from "../command.ts";
import { UsageError } from "../data-files.ts";
import { listOrderNames, newestFirst, type OrderName, readOrders, type StoredOrder } from "../order-records.ts";
import { findPaidOrder } from "../paid-order.ts";
import { printable } from "../terminal.ts";
import type { KvStore, StartWorkflow, WorkflowStart } from "../wrangler.ts";

/** As wrangler.toml names them, in both environments. */
const AFTER_SALE = "vaarkoers-after-sale";
const AFTER_WITHDRAWAL = "vaarkoers-after-withdrawal";
const DEFAULT_PORT = "8787";
/** The Workflow of a younger sale or withdrawal may still be running. */
const PATIENCE_MS = 15 * 60_000;
/** Two requests within this time are one start. It is longer than two people need to read each other's message. */
const ONE_START_MS = 10 * 60_000;

/** Keys of paid orders only; `….mail` means that the confirmation was sent (services/orders.ts). */
const isPaidKey = (name: string) => INTENT_ID.test(name.replace(/\.session$/, ""));
const REFERENCE = /^HR(-[0-9A-Z]{4}){3}$/i;

/** A mail that is owed. `start: null`: it is only sent if an operator names it. */
type Owed = { line: string; start: Omit<WorkflowStart, "id"> | null; of: string };

export const mailsCommand: Command = {
  name: "mails",
  usage: "[--resend] [NUMBER | PAYMENT | REFERENCE ...] [--to ADDRESS]",
  summary: "List paid orders and withdrawals that have no mail yet, and send it",
  help: `Oldest first: paid orders without a confirmation, then withdrawals without a receipt. Times are Amsterdam's. Payments that
are no sale of the shop are left out, and those whose money went back; so is what came in the last quarter of an hour, unless it
is named. Name orders by number (VK-...) or payment (pi_...), withdrawals by reference (HR-...).

  --resend      send them: the buyer gets the confirmation, the owner a notice. A buyer who has the confirmation gets no
                other. A receipt goes only when its withdrawal is named, also once more, with all that was declared:
                compare it with the order first, because anybody can type any address.
  --to ADDRESS  with --resend and one order: corrects its buyer's address, to which the confirmation then goes, also once more.
                Shows what changes, and asks
  --dry-run     with --to: shows it only
  --port PORT   where the local shop runs (default ${DEFAULT_PORT}; not with --remote)

  npm run kv -- mails
  npm run kv -- mails --resend --remote --env production
  npm run kv -- mails --resend HR-8K2M-0Q4Z-7VTA --remote --env production
  npm run kv -- mails --resend VK-1A2B3C4D5E --to sanne@example.nl --remote --env production`,
  async run(context) {
    const { args, target, terminal, now } = context;
    const port = textOption(context, "port");
    if (port !== undefined && (target.remote || !/^\d{1,5}$/.test(port)))
      throw new UsageError("--port PORT is for the local shop");
    const named = args.map((arg) => arg.trim());
    for (const what of named) {
      if (!INTENT_ID.test(what) && !REFERENCE.test(what) && !/^(vk)?[\s-]?[a-z0-9_]{10}$/i.test(what)) {
        throw new UsageError(
          `"${printable(what)}" is no order number (VK-...), payment (pi_...) or reference (HR-...)`,
        );
      }
    }

    const start = context.openWorkflows(Number(port ?? DEFAULT_PORT));
    const to = textOption(context, "to");
    if (to !== undefined) return resendTo(context, named, to.trim(), start);

    const { owed, notOwed } = await findOwed(context, named);
    for (const reason of notOwed) terminal.note(reason);
    if (owed.length === 0) {
      if (named.length === 0)
        terminal.out(
          `Every paid order and withdrawal has its mail (${describeTarget(target)}), but for the last quarter of an hour: name what came then.`,
        );
      return notOwed.length === 0 ? 0 : 1;
    }
    for (const { line } of owed) terminal.out(line);
    if (context.values.resend !== true) {
      terminal.note(
        `${owed.length} without a mail (${describeTarget(target)}); --resend sends confirmations, and receipts that are named.`,
      );
      return notOwed.length === 0 ? 0 : 1;
    }
    const ready = owed.flatMap(({ start, of }) => (start === null ? [] : [{ what: start, of }]));
    if (ready.length < owed.length)
      terminal.note(
        "No receipt is sent unasked: compare each withdrawal with its order, then name it (--resend HR-...).",
      );
    if (ready.length === 0) return 0;
    const round = Math.floor(now.getTime() / ONE_START_MS);
    for (const [index, { what, of }] of ready.entries()) {
      const outcome = await start({ ...what, id: `${of}-again-${round}` });
      const word = outcome === "started" ? "started" : "was started by somebody else just now";
      terminal.note(`${index + 1} of ${ready.length} ${word}: ${of}`);
    }
    terminal.note("The mails go within minutes; `npm run kv -- mails` then lists none of these.");
    return notOwed.length === 0 ? 0 : 1;
  },
};

/** Corrects the address of the one named order, and sends the confirmation there. */
async function resendTo(
  context: CommandContext,
  named: readonly string[],
  to: string,
  start: StartWorkflow,
): Promise<number> {
  const { now, terminal, values } = context;
  const [what = "", ...others] = named;
  if (values.resend !== true || others.length > 0 || REFERENCE.test(what)) {
    throw new UsageError("--to ADDRESS goes with --resend and the one order whose address it is");
  }
  if (!isEmailAddress(to)) throw new UsageError(`"${printable(to)}" is no e-mail address`);
  const stored = await findPaidOrder(context, what);
  if (stored === null) return 1;
  const { intentId, order } = stored;
  const number = formatOrderNumber(intentId);
  const reason = order === null ? "cannot be read" : whyNoConfirmation(order);
  if (order === null || reason !== null) {
    terminal.note(`${number} ${reason}.`);
    return 1;
  }
  const keys = await context.readOrderKeys();
  terminal.out(
    labelled([
      ["Order", number],
      ["Paid", formatTime(stored.time)],
      ["Confirmed", order.confirmedAt === undefined ? "not yet" : formatTime(order.confirmedAt)],
      ["Address", `${maskAddress(order.email)} becomes ${to}`],
    ]),
  );
  terminal.out(
    "\nThe confirmation goes there, now and once more if it went before, and so does every later mail. The owner gets a notice.\n" +
      "The order is found by the new address only. Who got the mail at the old one keeps the link to the order in it.",
  );
  const question = `Give ${number} the address ${to}, and send its confirmation there?`;
  const answer = await askAfterPreview(context, question, "Nothing was changed or sent.");
  if (answer !== "yes") return answer === "shown" ? 0 : 1;
  if (!(await correctAddress(context, stored, to, keys))) return 1;
  terminal.note(await correctAtStripe(context, intentId, to));
  const params = { intentId, correctedAt: now.toISOString() };
  await start({ name: AFTER_SALE, params, prefix: intentId, id: `${intentId}-corrected-${now.getTime()}` });
  terminal.note(`Started: ${intentId}. The mail goes within minutes; \`order ${number}\` then has \`Confirmed at\`.`);
  return 0;
}

/** The owed mails among the named or all, and the reason for each named one that is not owed. */
async function findOwed(
  context: CommandContext,
  named: readonly string[],
): Promise<{ owed: readonly Owed[]; notOwed: readonly string[] }> {
  const { target, now } = context;
  const store = context.openStore("ORDERS");
  const youngest = new Date(now.getTime() - PATIENCE_MS).toISOString();
  const references = named.filter((what) => REFERENCE.test(what)).map((what) => what.toUpperCase());
  const orders = named.filter((what) => !REFERENCE.test(what));
  const notOwed: string[] = [];
  const owed: Owed[] = [];

  if (named.length === 0 || orders.length > 0) {
    const paid = (await listOrderNames(store)).filter(({ keys }) => keys.some(isPaidKey));
    const wanted = (name: OrderName) =>
      named.length === 0 ? name.time < youngest && mayBeOwed(name) : orders.some((what) => isNamed(name, what));
    for (const what of orders) {
      if (!paid.some((name) => isNamed(name, what)))
        notOwed.push(`No paid order ${printable(what)} (${describeTarget(target)}).`);
    }
    const read = newestFirst(await readOrders(store, paid.filter(wanted))).toReversed();
    for (const order of read) {
      const reason = whyNotOwed(order);
      if (reason === null) owed.push(confirmationOf(order));
      else if (named.length > 0) notOwed.push(`${formatOrderNumber(order.intentId)} ${reason}.`);
    }
  }
  if (named.length === 0 || references.length > 0) {
    const withdrawals = await listWithdrawals(store);
    for (const reference of references) {
      if (!withdrawals.some((known) => known.reference === reference))
        notOwed.push(`No withdrawal ${printable(reference)} (${describeTarget(target)}).`);
    }
    owed.push(
      ...withdrawals
        .filter(({ reference, time, hasReceipt }) =>
          named.length === 0 ? !hasReceipt && time < youngest : references.includes(reference),
        )
        .map((withdrawal) => receiptOf(withdrawal, named.length > 0)),
    );
  }
  return { owed, notOwed };
}

function isNamed({ intentId }: OrderName, what: string): boolean {
  return INTENT_ID.test(what) ? intentId === what : isOrderNumberOf(intentId, what);
}

/**
 * Decides by the keys alone. A confirmation from before a corrected address does not count, but only the values show
 * that.
 */
function mayBeOwed({ intentId, keys }: OrderName): boolean {
  return !keys.includes(`${intentId}.mail`) || keys.includes(correctedEmailKey(intentId));
}

/** Why a payment is owed no mail. Null if it may be: an unreadable one may be a sale. */
function whyNotOwed(name: StoredOrder): string | null {
  const { order } = name;
  if (!mayBeOwed(name) || order?.confirmedAt !== undefined) return "has its confirmation";
  return order === null ? null : whyNoConfirmation(order);
}

/** Why an order gets no confirmation, such as a payment for something else than a course. */
function whyNoConfirmation(order: Order): string | null {
  if (order.productId === undefined && order.source === undefined) return "is no sale of the shop";
  if (order.erasedAt !== undefined) return "has no address: its buyer's data were erased";
  return isRepaid(order) ? "was repaid: there is nothing left to confirm" : null;
}

function confirmationOf({ intentId, order, time }: StoredOrder): Owed {
  const line = `${formatOrderNumber(intentId)}  ${intentId}  ${formatTime(time) || "time not known"}`;
  const correctedAt = order?.emailCorrectedAt;
  // The mail waits until KV shows the corrected address.
  const params = { intentId, ...(correctedAt === undefined ? {} : { correctedAt }) };
  return { line, of: intentId, start: { name: AFTER_SALE, params, prefix: intentId } };
}

type KnownWithdrawal = { reference: string; time: string; hasReceipt: boolean };

async function listWithdrawals(store: KvStore): Promise<readonly KnownWithdrawal[]> {
  const [withdrawals, receipts] = await Promise.all([store.list(WITHDRAWAL_PREFIX), store.list(RECEIPT_PREFIX)]);
  const sent = new Set(receipts.map(({ name }) => name.slice(RECEIPT_PREFIX.length)));
  return withdrawals
    .map(({ name, metadata }) => {
      const reference = name.slice(WITHDRAWAL_PREFIX.length);
      const { receivedAt } = (metadata ?? {}) as { receivedAt?: unknown };
      return { reference, time: typeof receivedAt === "string" ? receivedAt : "", hasReceipt: sent.has(reference) };
    })
    .sort((a, b) => a.time.localeCompare(b.time));
}

/** A full receipt only if an operator names it: nothing else proves the address or the typed texts. */
function receiptOf({ reference, time }: KnownWithdrawal, isNamed: boolean): Owed {
  const params = { reference, receipt: "full", notice: "none" };
  return {
    line: `${reference}  ${formatTime(time) || "time not known"}`,
    of: reference,
    start: isNamed ? { name: AFTER_WITHDRAWAL, params, prefix: WITHDRAWAL_PREFIX + reference } : null,
  };
}
