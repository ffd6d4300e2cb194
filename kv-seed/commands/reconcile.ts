import { erasedKey, withoutPerson } from "../../src/services/erasure.ts";
import { giftCodeUnder } from "../../src/services/gift-code.ts";
import { checkValue, type GiftStop, giftStopKey, giftStopSchema } from "../../src/services/kv.ts";
import { intentIdOfKey, joinOrder, type Order, type OrderFact, orderFactSchema } from "../../src/services/orders.ts";
import { giftStopOf } from "../../src/services/paid-gifts.ts";
import { INTENT_ID } from "../../src/shared/intent-id.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { indexBuyers, readKeysHere } from "../buyer-entries.ts";
import { putEntries } from "../changes.ts";
import { type Command, type CommandContext, countOption, describeTarget, environmentOf } from "../command.ts";
import { metadataTime } from "../order-records.ts";
import { entriesOfFact, readStripeTruth, type StripeFact } from "../stripe-facts.ts";
import { printable } from "../terminal.ts";
import type { KvEntry, KvKey } from "../wrangler.ts";

const DEFAULT_DAYS = 7;
const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The compared fields of an order. Times and the event's id may differ: Stripe's fact may come from another event than
 * ours.
 */
const COMPARED = [
  "status",
  "amountCents",
  "currency",
  "productId",
  "flow",
  "refundCents",
  "dispute",
  "sessionId",
] as const;

export const reconcileCommand: Command = {
  name: "reconcile",
  usage: "[--days N] [--write]",
  summary: "Compare the orders with what Stripe says",
  help: `Reads the payments, hosted checkouts, refunds and disputes that were made at Stripe in the last days and compares them
with KV. Prints no personal data. Ends with 1 when something is not as it should be.

  missing    Stripe knows it and KV does not: its webhook never arrived (or comes within a minute)
  different  KV says something else than Stripe; never written over, look at both
  unknown    KV has a paid order that this Stripe account does not know
  foreign    KV has a payment that was made for another environment on the same account
  gift       the money went back and the gift can still be unwrapped, or the other way round

  --days N   how far back (default ${DEFAULT_DAYS}, at most ${MAX_DAYS})
  --write    write what is missing, in the form in which the webhook writes it, and index all orders that are not yet found
             by their buyer's address or account (with ORDER_TOKEN_KEYS, see "order")

Writing sends no mail and plans no gift's: "mails --resend" does both, afterwards. Events of the last 30 days can also be sent again
from Stripe's dashboard, which sends the mail too.
Stripe's secret key comes from STRIPE_SECRET_KEY in the environment or from .dev.vars.<env>. Locally, without a key, the local
outside world is asked.

  npm run kv -- reconcile --remote --env production --days 30
  npm run kv -- reconcile --remote --env production --write`,
  async run(context) {
    const { target, openStore, openStripe, terminal, now } = context;
    const days = countOption(context, "days", DEFAULT_DAYS, MAX_DAYS);
    const stripe = await openStripe();
    const since = new Date(now.getTime() - days * DAY_MS);

    const store = openStore("ORDERS");
    const [truth, keys] = await Promise.all([readStripeTruth(stripe, since, environmentOf(target)), store.list()]);
    const stored = await store.get(truth.facts.map(({ key }) => key));
    const missing: StripeFact[] = [];
    let trouble = 0;
    for (const wanted of truth.facts) {
      const value = stored.get(wanted.key);
      if (value === undefined) {
        missing.push(wanted);
        terminal.out(`missing    ${describeFact(wanted)}`);
        continue;
      }
      for (const difference of differencesOf(value, wanted.fact)) {
        trouble += 1;
        terminal.out(`different  ${wanted.key}  ${difference}`);
      }
    }
    const stops = await findGiftStops(context, keys, truth.facts);
    for (const { order, stop } of stops) {
      const saying = stop.stopped ? "must stop: the money went back" : "goes on: the money came back";
      terminal.out(`gift       ${order.intentId}  ${formatOrderNumber(order.intentId)}  ${saying}`);
    }
    for (const [intentId, other] of truth.others) {
      if (!keys.some(({ name }) => intentIdOfKey(name) === intentId)) continue;
      trouble += 1;
      terminal.out(`foreign    ${intentId}  ${formatOrderNumber(intentId)}  a sale of ${printable(other)}`);
    }
    for (const key of keys) {
      const isSale = INTENT_ID.test(key.name);
      if (!isSale || metadataTime(key, "createdAt") < since.toISOString() || truth.intentIds.has(key.name)) continue;
      trouble += 1;
      terminal.out(`unknown    ${key.name}  ${formatOrderNumber(key.name)}`);
    }
    for (const id of truth.unreadable) {
      trouble += 1;
      terminal.out(`unreadable ${printable(id)}  Stripe's answer is in a form that the webhook would refuse`);
    }
    const scope = `${truth.facts.length} ${truth.facts.length === 1 ? "fact" : "facts"} at Stripe since ${since.toISOString().slice(0, 10)}`;
    if (missing.length + stops.length + trouble === 0) {
      if (context.values.write === true) await indexBuyers(context);
      terminal.out(`All is as Stripe says: ${scope} (${describeTarget(target)}).`);
      return 0;
    }
    terminal.note(
      `${scope}: ${missing.length + stops.length} missing, ${trouble} to look at (${describeTarget(target)}).`,
    );
    if (context.values.write !== true) {
      if (missing.length + stops.length > 0) terminal.note("Nothing was written; --write writes what is missing.");
      return 1;
    }
    const names = new Set(keys.map(({ name }) => name));
    const entries = await Promise.all(
      missing.map(({ key, fact }) => {
        const isErased = names.has(erasedKey(fact.intentId));
        return entriesOfFact({ key, fact: isErased ? withoutPerson(fact) : fact }, now);
      }),
    );
    const written = entries.flat();
    const outcome = await putEntries(store, written, terminal, "written");
    if (!outcome.ok) return 1;
    const stopped = await putEntries(
      openStore("GIFTS"),
      stops.map(({ key, value }) => ({ key, value })),
      terminal,
      "written",
    );
    if (!stopped.ok) return 1;
    terminal.out(`${outcome.went.length + stopped.went.length} written.`);
    if (missing.some(({ fact }) => fact.status === "paid"))
      terminal.note(
        "Nothing was mailed, and no gift's mail was planned: `mails --resend` does both, for sales of the last quarter of an hour once they are named.",
      );
    await indexBuyers(context, written);
    return trouble === 0 ? 0 : 1;
  },
};

type DueStop = KvEntry & { order: Order; stop: GiftStop };

/**
 * The stops of gifts that `GIFTS` should have and does not, because their money moved: the same that the webhook writes
 * (`giftStopOf`). The code is computed, because the return page may have stored a gift without its code in the order. A
 * gift that was never stored is left to the Workflow after its sale.
 */
async function findGiftStops(
  context: CommandContext,
  keys: readonly KvKey[],
  facts: readonly StripeFact[],
): Promise<readonly DueStop[]> {
  const { openStore } = context;
  const moved = facts.filter(({ fact }) => fact.refundCents !== undefined || fact.dispute !== undefined);
  if (moved.length === 0) return [];
  const intentIds = new Set(moved.map(({ fact }) => fact.intentId));
  const names = keys.map(({ name }) => name).filter((name) => intentIds.has(intentIdOfKey(name)));
  const values = new Map(await openStore("ORDERS").get(names));
  // A fact that is missing in KV counts too: it is written together with this.
  for (const { key, fact } of facts) if (!values.has(key)) values.set(key, JSON.stringify(fact));
  const due = [...intentIds].flatMap((intentId) => {
    const own = [...values].filter(([key]) => intentIdOfKey(key) === intentId);
    const joined = joinOrder(intentId, new Map(own));
    const stop = joined.status === "found" ? giftStopOf(joined.value) : null;
    return joined.status !== "found" || stop === null ? [] : [{ order: joined.value, stop }];
  });
  const codeKeys = due.every(({ order }) => order.giftCode !== undefined)
    ? []
    : await readKeysHere(context, (why) => `Gifts of which no order tells the code are not looked at. ${why}`);
  const wanted: (DueStop & { code: string })[] = [];
  for (const { order, stop } of due) {
    const code = order.giftCode ?? (await giftCodeUnder(codeKeys, order.intentId));
    if (code !== null)
      wanted.push({ code, key: giftStopKey(code, "refund"), value: JSON.stringify(stop), order, stop });
  }
  if (wanted.length === 0) return [];
  const known = await openStore("GIFTS").get(wanted.flatMap(({ key, code }) => [key, code]));
  return wanted.filter(({ key, code, order, stop }) => {
    const isStored = order.giftCode !== undefined || known.has(code);
    const word = checkValue(known.get(key) ?? "", giftStopSchema);
    return isStored && (word.ok && word.value.stopped) !== stop.stopped;
  });
}

function describeFact({ key, fact }: StripeFact): string {
  const { intentId, amountCents, refundCents, productId, dispute } = fact;
  const parts = [
    key,
    formatOrderNumber(intentId),
    amountCents === undefined ? "" : formatDecimal(amountCents),
    productId ?? "",
    refundCents === undefined ? "" : `refund ${formatDecimal(refundCents)}${key.endsWith("-failed") ? " failed" : ""}`,
    dispute === undefined ? "" : `dispute ${dispute}`,
  ];
  return parts.filter((part) => part !== "").join("  ");
}

function differencesOf(value: string, wanted: OrderFact): readonly string[] {
  const checked = checkValue(value, orderFactSchema);
  if (!checked.ok) return [`not readable: ${checked.reason}`];
  return COMPARED.filter((field) => checked.value[field] !== wanted[field]).map(
    (field) => `${field}: KV has ${String(checked.value[field])}, Stripe ${String(wanted[field])}`,
  );
}
