import { giftStopKey, giftStopSchema } from "../../src/gifts/gift-entries.ts";
import { listBoughtCodes } from "../../src/gifts/gift-state.ts";
import { giftStopOf, stopOrResumeGift } from "../../src/gifts/paid-gifts.ts";
import { type Ledger, sql } from "../../src/ledger/database.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { BOUGHT_AT, type Order, selectOrders } from "../../src/ledger/orders.ts";
import type { OrderEvent } from "../../src/paying/webhook/order-events.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { type Compared, compareEvents, readStripeTruth } from "../../src/paying/webhook/stripe-truth.ts";
import { checkValue } from "../../src/server/kv.ts";
import { errorMessage } from "../../src/server/log.ts";
import { chunked, inTurns } from "../../src/shared/batches.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { printable } from "../../src/shared/printable.ts";
import { RETENTION } from "../../src/shared/retention.ts";
import {
  askIfRemote,
  type Command,
  type CommandContext,
  countOption,
  describeTarget,
  environmentOf,
} from "../command.ts";
import { workerEnvOf } from "../worker-env.ts";

const DEFAULT_DAYS = 7;
/** As long as orders are kept: seven years from the end of their year. */
const MAX_DAYS = (RETENTION.orderYears + 1) * 366;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The most events of one question: their ids are one value, which may have two million bytes. */
const COMPARED_AT_ONCE = 5000;
/** Events written at once. Cloudflare's API allows one user 1,200 calls in five minutes. */
const LANES = 4;

export const reconcileCommand: Command = {
  name: "reconcile",
  usage: "[--days N] [--write] [--unmailed]",
  summary: "Compare the orders with what Stripe says",
  help: `Reads the payments, hosted checkouts, refunds and disputes that were made at Stripe in the last days and compares them
with the ledger. Prints no personal data. Ends with 1 when something is not as it should be. The shop does this by itself each night,
for the last four days.

  missing    Stripe knows it and the ledger does not: its webhook never arrived
  different  the ledger says something else than Stripe; never written over, look at both
  unknown    the ledger has a paid order that this Stripe account does not know
  foreign    the ledger has a payment that was made for another environment on the same account
  gift       the money went back and the gift can still be unwrapped, or the other way round

  --days N   how far back (default ${DEFAULT_DAYS}, at most ${MAX_DAYS}: as long as orders are kept)
  --write    write what is missing, as the webhook does, and stop gifts or let them go on; with --remote it asks first
  --yes      with --write: don't ask (for scripts)
  --unmailed with --write, after a restore: withhold the mails of what is written, because they went before ("mails")

What is written makes its mails due, and plans a gift's: the clock sends them within ten minutes. Sales of more than five days ago
mail nobody, unless "mails --resend" names them.
A sale that is written so has the time of its charge: of a payment that came late, when it was begun. With the shop's own events,
which came as it was paid, the two may differ by minutes, with a direct debit by days.
Stripe's secret key comes from STRIPE_SECRET_KEY in the environment or from .dev.vars.<env>. Locally, without a key, the local
outside world is asked. It forgets its payments when it is restarted, and the ledger does not: they are "unknown" then.

  npm run kv -- reconcile --remote --env production --days 30
  npm run kv -- reconcile --remote --env production --write`,
  async run(context) {
    const { ledger, target, openStripe, terminal, values, now } = context;
    const days = countOption(context, "days", DEFAULT_DAYS, MAX_DAYS);
    const stripe = await openStripe();
    const since = new Date(now.getTime() - days * DAY_MS);
    const truth = await readStripeTruth(stripe, since, environmentOf(target));
    const compared: Compared[] = [];
    for (const events of chunked(truth.events, COMPARED_AT_ONCE))
      compared.push(...(await compareEvents(ledger, events)));
    const missing = compared.flatMap(({ event, is }) => (is === "missing" ? [event] : []));
    const troubles = [
      ...compared.flatMap((one) =>
        one.is === "different" ? [`different  ${describeEvent(one.event)}  ${one.how}`] : [],
      ),
      ...(await findForeign(context, truth.others)),
      ...(await findUnknown(context, truth.intentIds, since)),
      ...truth.unreadable.map(
        (id) => `unreadable ${printable(id)}  Stripe's answer is in a form that the webhook would refuse`,
      ),
    ];
    for (const event of missing) terminal.out(`missing    ${describeEvent(event)}`);
    for (const trouble of troubles) terminal.out(trouble);

    const isWriting = values.write === true && (await isMeant(context, missing.length));
    if (isWriting && missing.length > 0 && !(await writeMissing(context, missing))) return 1;
    // After the missing refunds and disputes are written, their gifts count too.
    const gifts = await findUnsettledGifts(context, truth.events);
    for (const { order, isStopped } of gifts) {
      const saying = isStopped ? "must stop: the money went back" : "goes on: the money came back";
      terminal.out(`gift       ${order.intentId}  ${formatOrderNumber(order.intentId)}  ${saying}`);
    }
    const scope = `${truth.events.length} ${truth.events.length === 1 ? "fact" : "facts"} at Stripe since ${since.toISOString().slice(0, 10)}`;
    if (missing.length + gifts.length + troubles.length === 0) {
      terminal.out(`All is as Stripe says: ${scope} (${describeTarget(target)}).`);
      return 0;
    }
    const found = sayCounts([missing.length, "missing"], [gifts.length, "to settle"], [troubles.length, "to look at"]);
    terminal.note(`${scope}: ${found} (${describeTarget(target)}).`);
    if (!isWriting) {
      if (values.write !== true && missing.length + gifts.length > 0)
        terminal.note("Nothing was written; --write writes what is missing.");
      return 1;
    }
    // Gifts alone were not asked about before they were found.
    if (missing.length === 0 && gifts.length > 0 && !(await isMeant(context, 0, gifts.length))) return 1;
    if (!(await stopOrResumeGifts(context, gifts, missing.length))) return 1;
    terminal.out(
      `${sayCounts([missing.length, "written"], [gifts.length, gifts.length === 1 ? "gift settled" : "gifts settled"])}.`,
    );
    if (missing.some(({ effect }) => effect === "sale") && values.unmailed !== true)
      terminal.note(
        "The clock mails what is due within ten minutes. Sales of more than five days ago mail nobody: `mails` lists them, and\n" +
          "`mails --resend` mails those that are named.",
      );
    return troubles.length === 0 ? 0 : 1;
  },
};

/** `5 missing, 1 to look at`: what there is of these. */
function sayCounts(...counts: readonly (readonly [count: number, what: string])[]): string {
  const known = counts.filter(([count]) => count > 0);
  return (known.length === 0 ? counts.slice(0, 1) : known).map(([count, what]) => `${count} ${what}`).join(", ");
}

/** Asks before the real shop's ledger and gifts are changed. True if there is nothing to ask about. */
async function isMeant(context: CommandContext, missing: number, gifts = 0): Promise<boolean> {
  if (missing + gifts === 0) return true;
  const act =
    missing === 0
      ? `Settle ${gifts} ${gifts === 1 ? "gift" : "gifts"}`
      : `Write ${missing} missing ${missing === 1 ? "fact" : "facts"}, and settle the gifts of them`;
  return (await askIfRemote(context, act, "Nothing was written.")) === "yes";
}

type Unsettled = { order: Order; isStopped: boolean };

/** Stops gifts or lets them go on, by their money. False, after a message, if not all could be. `written`: facts before. */
async function stopOrResumeGifts(
  context: CommandContext,
  gifts: readonly Unsettled[],
  written: number,
): Promise<boolean> {
  const env = workerEnvOf(context);
  for (const [index, { order }] of gifts.entries()) {
    try {
      await stopOrResumeGift(env, order);
    } catch (error) {
      context.terminal.note(
        `${written} written, ${index} of ${gifts.length} gifts settled. ${errorMessage(error)}\nRun this again: it does the rest.`,
      );
      return false;
    }
  }
  return true;
}

/** Writes events down as the webhook does, in any order. False, after a message, if not all could be written. */
async function writeMissing(context: CommandContext, missing: readonly OrderEvent[]): Promise<boolean> {
  const { ledger, terminal, values, now } = context;
  const env = workerEnvOf(context);
  let count = 0;
  try {
    await inTurns(missing, LANES, async (event) => {
      const { intentId } = event.news;
      await recordEvent(env, values.unmailed === true ? withholding(ledger, intentId, now) : ledger, event, now);
      count += 1;
      if (count % 250 === 0) terminal.note(`Wrote ${count} of ${missing.length}`);
    });
  } catch (error) {
    terminal.note(`${count} of ${missing.length} written. ${errorMessage(error)}\nRun this again: it writes the rest.`);
    return false;
  }
  await noteGiftCodes(context, missing);
  return true;
}

/** The ledger, each of whose transactions also withholds the mails about a payment that it made due. */
function withholding(ledger: Ledger, intentId: string, now: Date): Ledger {
  const withhold = sql(
    "UPDATE mails SET state = 'withheld', detail = 'restored', ended_at = ?2 WHERE about = ?1 AND state = 'due'",
    intentId,
    now.toISOString(),
  );
  return async (statements) => (await ledger([...statements, withhold])).slice(0, -1);
}

/** Notes the codes of bought gifts that `GIFTS` has already, with what an operator may have corrected in them. */
async function noteGiftCodes(
  { ledger, openStore, now }: CommandContext,
  written: readonly OrderEvent[],
): Promise<void> {
  const uncoded = await findGiftsOf(ledger, written, "gift_code IS NULL");
  if (uncoded.length === 0) return;
  const codes = await listBoughtCodes(openStore("GIFTS"));
  const known = uncoded.flatMap(({ intentId }) => {
    const code = codes.get(intentId);
    return code === undefined ? [] : [{ intentId, code }];
  });
  await ledger([
    sql(
      `INSERT INTO gifts (intent_id, code, stored_at) SELECT value ->> 'intentId', value ->> 'code', ?2 FROM json_each(?1)
        WHERE true ON CONFLICT DO NOTHING`,
      JSON.stringify(known),
      now.toISOString(),
    ),
  ]);
}

/** The orders of gifts that events are about. */
async function findGiftsOf(
  ledger: Ledger,
  events: readonly OrderEvent[],
  condition: string,
): Promise<readonly Order[]> {
  const found: Order[] = [];
  const intentIds = [...new Set(events.map(({ news }) => news.intentId))];
  for (const chunk of chunked(intentIds, COMPARED_AT_ONCE)) {
    const of = "intent_id IN (SELECT value FROM json_each(?1)) AND gift IS NOT NULL";
    found.push(...(await selectOrders(ledger, `${of} AND ${condition}`, JSON.stringify(chunk))));
  }
  return found;
}

/**
 * The gifts whose stop in KV is not that of their money (`giftStopOf`). The code of a gift that only the return page has
 * stored is found in `GIFTS`. A gift that was never stored is left to the work after its sale.
 */
async function findUnsettledGifts(
  { ledger, openStore }: CommandContext,
  events: readonly OrderEvent[],
): Promise<readonly Unsettled[]> {
  const moved = events.filter(({ effect }) => effect !== "sale");
  const orders = await findGiftsOf(ledger, moved, "status = 'paid'");
  const store = openStore("GIFTS");
  const isCoded = orders.every(({ giftCode }) => giftCode !== undefined);
  const codes = isCoded ? new Map<string, string>() : await listBoughtCodes(store);
  const due = orders.flatMap((order) => {
    const stop = giftStopOf(order);
    const giftCode = order.giftCode ?? codes.get(order.intentId);
    return stop === null || giftCode === undefined
      ? []
      : [{ order: { ...order, giftCode }, isStopped: stop.stopped, key: giftStopKey(giftCode, "refund") }];
  });
  const words = due.length === 0 ? new Map<string, string>() : await store.get(due.map(({ key }) => key));
  return due.filter(({ key, isStopped }) => {
    const word = checkValue(words.get(key) ?? "", giftStopSchema);
    return (word.ok && word.value.stopped) !== isStopped;
  });
}

async function findForeign(
  { ledger }: CommandContext,
  others: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const orders = await selectOrders(
    ledger,
    "intent_id IN (SELECT value FROM json_each(?1))",
    JSON.stringify([...others.keys()]),
  );
  return orders.map(
    ({ intentId }) =>
      `foreign    ${intentId}  ${formatOrderNumber(intentId)}  a sale of ${printable(others.get(intentId) ?? "")}`,
  );
}

async function findUnknown(
  { ledger }: CommandContext,
  known: ReadonlySet<string>,
  since: Date,
): Promise<readonly string[]> {
  const [rows = []] = await ledger([
    sql(
      `SELECT intent_id FROM orders WHERE status = 'paid' AND created_at >= ?1 AND ${BOUGHT_AT} >= ?1`,
      since.toISOString(),
    ),
  ]);
  return rows
    .map((row) => String(row.intent_id))
    .filter((intentId) => !known.has(intentId))
    .map((intentId) => `unknown    ${intentId}  ${formatOrderNumber(intentId)}`);
}

function describeEvent({ news: { intentId, told } }: OrderEvent): string {
  const what = [intentId, formatOrderNumber(intentId)];
  if (told.kind === "refund")
    return [...what, `refund ${formatDecimal(told.cents)}${told.isFailed ? " failed" : ""}`, told.id].join("  ");
  if (told.kind === "dispute") return [...what, `dispute ${told.state}`, told.id].join("  ");
  const { source, report } = told;
  return [...what, source, formatDecimal(report.amountCents), report.productId ?? ""].join("  ").trimEnd();
}
