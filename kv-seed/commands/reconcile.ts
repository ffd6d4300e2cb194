import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import type { OrderEvent } from "../../src/paying/webhook/order-events.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { type Compared, compareEvents, readStripeTruth } from "../../src/paying/webhook/stripe-truth.ts";
import type { Ledger, Statement } from "../../src/server/database.ts";
import { errorMessage } from "../../src/server/log.ts";
import { chunked, inTurns } from "../../src/shared/batches.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { printable } from "../../src/shared/printable.ts";
import { RETENTION } from "../../src/shared/retention.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import {
  askIfRemote,
  type Command,
  type CommandContext,
  countOption,
  describeTarget,
  environmentOf,
} from "../command.ts";

const DEFAULT_DAYS = 7;
/** As long as orders are kept: seven years from the end of their year. */
export const MAX_DAYS = (RETENTION.orderYears + 1) * 366;
/** The most events of one question: their ids are one value, which may have two million bytes. */
const COMPARED_AT_ONCE = 5000;
/** Events written at once. Cloudflare's API allows one user 1,200 calls in five minutes. */
const LANES = 4;

export const reconcileCommand: Command = {
  name: "reconcile",
  usage: "[--days N] [--write]",
  summary: "Compare the orders with what Stripe says, further back than the shop's own night does",
  help: `Reads the payments, hosted checkouts, refunds and disputes that were made at Stripe in the last days and compares them
with the ledger. Prints no personal data. Ends with 1 when something is not as it should be. The shop does this by itself each night,
for the last seven days, and then stops or restores gifts by their money.

  missing    Stripe knows it and the ledger does not: its webhook never arrived
  different  the ledger says something else than Stripe; never written over, look at both

  --days N   how far back (default ${DEFAULT_DAYS}, at most ${MAX_DAYS}: as long as orders are kept)
  --write    write what is missing, as the webhook does; with --remote it asks first
  --yes      with --write: don't ask (for scripts)

What is written makes its mails due: the clock sends them within ten minutes. Sales of more than five days ago mail nobody, unless
somebody sends them at the desk. A sale that is written so has the time of its charge: of a payment that came late, when it was begun.
Stripe's secret key comes from STRIPE_SECRET_KEY in the environment or from .dev.vars.<env>. Locally, without a key, the local
outside world is asked. It forgets its payments when it is restarted, and the ledger does not.

  npm run kv -- reconcile --remote --env production --days 30
  npm run kv -- reconcile --remote --env production --write`,
  async run(context) {
    const { target, terminal, values } = context;
    const days = countOption(context, "days", DEFAULT_DAYS, MAX_DAYS);
    const { missing, troubles, scope } = await compare(context, days);
    for (const event of missing) terminal.out(`missing    ${describeEvent(event)}`);
    for (const trouble of troubles) terminal.out(trouble);
    if (missing.length + troubles.length === 0) {
      terminal.out(`All is as Stripe says: ${scope} (${describeTarget(target)}).`);
      return 0;
    }
    terminal.note(`${scope}: ${missing.length} missing, ${troubles.length} to look at (${describeTarget(target)}).`);
    if (missing.length === 0) return 1;
    if (values.write !== true) {
      terminal.note("Nothing was written; --write writes what is missing.");
      return 1;
    }
    const act = `Write ${missing.length} missing ${missing.length === 1 ? "fact" : "facts"}`;
    if ((await askIfRemote(context, act, "Nothing was written.")) !== "yes") return 1;
    if (!(await writeMissing(context, missing))) return 1;
    return troubles.length === 0 ? 0 : 1;
  },
};

type Difference = { missing: readonly OrderEvent[]; troubles: readonly string[]; scope: string };

/** Compares the ledger with what was made at Stripe in the last days. Rejects with Stripe's error. */
export async function compare(context: CommandContext, days: number): Promise<Difference> {
  const { ledger, target, openStripe, now } = context;
  const since = new Date(now.getTime() - days * DAY_MS);
  const { events, unreadable } = await readStripeTruth(await openStripe(), since, environmentOf(target));
  const compared: Compared[] = [];
  for (const chunk of chunked(events, COMPARED_AT_ONCE)) compared.push(...(await compareEvents(ledger, chunk, now)));
  return {
    missing: compared.flatMap(({ event, is }) => (is === "missing" ? [event] : [])),
    troubles: [
      ...compared.flatMap((one) =>
        one.is === "different" ? [`different  ${describeEvent(one.event)}  ${one.how}`] : [],
      ),
      ...unreadable.map(
        (id) => `unreadable ${printable(id)}  Stripe's answer is in a form that the webhook would refuse`,
      ),
    ],
    scope: `${events.length} ${events.length === 1 ? "fact" : "facts"} at Stripe since ${since.toISOString().slice(0, 10)}`,
  };
}

/**
 * Writes events down as the webhook does, in any order, and says how many. False, after a message, if not all could be
 * written. `alsoOf`: what else each transaction does about its payment. No gift gets a code here: the Worker alone has the key.
 */
export async function writeMissing(
  { ledger, terminal, now }: CommandContext,
  missing: readonly OrderEvent[],
  alsoOf: (intentId: string) => readonly Statement[] = () => [],
): Promise<boolean> {
  let count = 0;
  try {
    await inTurns(missing, LANES, async (event) => {
      const also = alsoOf(event.news.intentId);
      const withAlso: Ledger = async (all) => (await ledger([...all, ...also])).slice(0, all.length);
      await recordEvent({ keys: [], ledger: withAlso, now }, event);
      count += 1;
      if (count % 250 === 0) terminal.note(`Wrote ${count} of ${missing.length}`);
    });
  } catch (error) {
    terminal.note(`${count} of ${missing.length} written. ${errorMessage(error)}\nRun this again: it writes the rest.`);
    return false;
  }
  terminal.out(`${count} written.`);
  return true;
}

function describeEvent({ news: { intentId, told } }: OrderEvent): string {
  const what = [intentId, formatOrderNumber(intentId)];
  if (told.kind === "refund")
    return [...what, `refund ${formatDecimal(told.cents)}${told.isFailed ? " failed" : ""}`, told.id].join("  ");
  if (told.kind === "dispute") return [...what, `dispute ${told.state}`, told.id].join("  ");
  const { source, report } = told;
  return [...what, source, formatDecimal(report.amountCents), report.productId ?? ""].join("  ").trimEnd();
}
