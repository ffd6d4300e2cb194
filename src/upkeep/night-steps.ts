import { giftStopKey, giftStopSchema } from "../gifts/gift-entries.ts";
import { giftCodeOf, giftStopOf, stopOrResumeGift, storeGiftOf } from "../gifts/paid-gifts.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { readOrders } from "../ledger/orders.ts";
import { findOldGifts, purge } from "../ledger/purge.ts";
import { keepNightAlarm } from "../orders/alarms.ts";
import { ALARM_COPY } from "../orders/owner-mail-copy.ts";
import { eraseAtStripe, eraseLeftPayment, isCancelable, isErased, OF_BUYER } from "../paying/stripe-erasure.ts";
import { recordEvent } from "../paying/webhook/payment-record.ts";
import { type Compared, compareEvents, readNamed, readStripeTruth } from "../paying/webhook/stripe-truth.ts";
import { sql } from "../server/database.ts";
import { readEntry } from "../server/kv.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import type { Shop } from "../server/shop.ts";
import { connectStripe, findIntent } from "../server/stripe.ts";
import { FOR_A_DAY, type Step } from "../server/workflow-step.ts";
import { eachByItself } from "../shared/batches.ts";
import { otherEnvironment } from "../shared/environment.ts";
import { fillIn } from "../shared/fill-in.ts";
import { RETENTION } from "../shared/retention.ts";
import { DAY_MS } from "../shared/time.ts";

/** The work of each night: the ledger, Stripe and KV say the same, and nothing is kept for too long. */

/** A payment is listed by when it was begun: a bank may take days, and then Stripe delivers its event again for three. */
const COMPARED_DAYS = 7;
/** The most orders that an alarm of the night names. */
const MOST_NAMED = 10;
/** How far back is looked for what grew too old at Stripe: some nights may have failed, and each checkout that was opened is one. */
const LEFT_DAYS = 7;
/** A bank returns a refund within weeks. */
const UNSETTLED_DAYS = 90;
/** The most that is asked by name in a night, those first that nobody asked about for longest: a step lasts a minute. */
const MOST_ASKED = 100;

type Part = keyof typeof ALARM_COPY.night.parts;

/** The work, part by part; each returns how much there was to do. */
const PARTS: Readonly<Record<Part, (shop: Shop, at: Date) => Promise<number>>> = {
  "compare with Stripe": compareWithStripe,
  "compare what may change": compareUnsettled,
  "erase left payments": eraseLeftPayments,
  "erase gift texts": eraseGiftTexts,
  "store gifts": storeGifts,
  "settle gifts": stopOrResumeGifts,
  purge: async ({ ledger }, at) => {
    await purge(ledger, at);
    return 0;
  },
};

/**
 * Does each part of the work by itself: no failure stops another part. One that could not be done in a day of attempts is an
 * alarm. Rejects at the end if there was one. `at`: the moment for which the night was begun; `open`: the shop, for each attempt.
 */
export async function workThroughNight(open: () => Shop, at: Date, step: Step): Promise<void> {
  const ends = await Promise.allSettled(
    (Object.keys(PARTS) as Part[]).map(async (part) => {
      try {
        const count = await step.do(part, FOR_A_DAY, () => PARTS[part](open(), at));
        logEvent("info", "night.done", { part, count });
      } catch (error) {
        const { failed, about, parts: words } = ALARM_COPY.night;
        const names = namesIn(errorMessage(error));
        const what = fillIn(failed, { part: words[part], about: names === "" ? "" : fillIn(about, { names }) });
        await step.do(`${part}: alarm`, FOR_A_DAY, () => keepNightAlarm(open(), at, part, what));
        throw error;
      }
    }),
  );
  const failed = ends.find((end) => end.status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** The orders, refunds and disputes that an error names, for the owner. */
function namesIn(text: string): string {
  const ids = new Set(text.match(/\b(pi|re|du|dp)_\w+/g));
  return [...ids].map((id) => (id.startsWith("pi_") ? formatOrderNumber(id) : id)).join(", ");
}

/** Writes down what Stripe has and the ledger lacks, because its event never came. Returns how much that was. */
async function compareWithStripe(shop: Shop, at: Date): Promise<number> {
  const { ledger, stripe: access } = shop;
  if (access === null) return 0;
  const since = new Date(at.getTime() - COMPARED_DAYS * DAY_MS);
  const { events, unreadable } = await readStripeTruth(await connectStripe(access), since, access.environment);
  const compared = await compareEvents(ledger, events, at);
  const different = compared.flatMap(({ event, is }) => (is === "different" ? [event.news.intentId] : []));
  if (different.length + unreadable.length > 0) {
    const counts = { different: different.length, unreadable: unreadable.length };
    logEvent("error", "night.different", counts);
    const orders = [...different.map(formatOrderNumber), ...unreadable].slice(0, MOST_NAMED).join(", ");
    const what = fillIn(ALARM_COPY.night.different, { ...counts, orders });
    await keepNightAlarm(shop, at, "different", what);
  }
  return heal(shop, compared);
}

/** Writes down what the ledger lacks. Returns how much that was. */
function heal(shop: Shop, compared: readonly Compared[]): Promise<number> {
  return eachByItself(
    compared,
    async ({ is, event }) => {
      if (is !== "missing") return false;
      const { order } = await recordEvent(shop, event);
      if (order !== null) await stopOrResumeGift(shop, order);
      logEvent("warn", "night.healed", { intentId: event.news.intentId, about: event.effect });
      return true;
    },
    ({ event }) => event.news.intentId,
  );
}

/** What may still change long after it was made: a bank decides within months. ?1: refunds before this do not fail any more. */
const UNSETTLED = `SELECT kind, u.id FROM (SELECT 'refund' AS kind, id FROM refunds WHERE failed_at IS NULL AND created_at > ?1
    UNION ALL SELECT 'dispute', id FROM disputes WHERE is_at_bank) AS u
  LEFT JOIN asked AS a ON a.id = u.id ORDER BY ifnull(a.at, '') LIMIT ${MOST_ASKED}`;
const ASKED = "INSERT OR REPLACE INTO asked (id, at) VALUES (?1, ?2)";

/** Asks Stripe for each refund and dispute by its name that may have changed since. Returns how many had, unheard. */
async function compareUnsettled(shop: Shop, at: Date): Promise<number> {
  const { ledger, stripe: access } = shop;
  if (access === null) return 0;
  const [unsettled = []] = await ledger([
    sql(UNSETTLED, new Date(at.getTime() - UNSETTLED_DAYS * DAY_MS).toISOString()),
  ]);
  const stripe = await connectStripe(access);
  return eachByItself(
    unsettled.map(({ kind, id }) => ({ kind: kind as "refund" | "dispute", id: String(id) })),
    async ({ kind, id }) => {
      // Noted first: what always fails must not take the place of the others each night.
      await ledger([sql(ASKED, id, at.toISOString())]);
      const event = await readNamed(stripe, kind, id);
      return event !== null && (await heal(shop, await compareEvents(ledger, [event], at))) > 0;
    },
    ({ id }) => id,
  );
}

/** Empties and cancels payments at Stripe that nobody finished, and empties what somebody canceled there. Returns how many it canceled. */
async function eraseLeftPayments(shop: Shop, at: Date): Promise<number> {
  const access = shop.stripe;
  if (access === null) return 0;
  const stripe = await connectStripe(access);
  const beforeDays = (days: number) => Math.floor((at.getTime() - days * DAY_MS) / 1000);
  // The night comes once a day: what would be older before the next one goes now.
  const created = { gte: beforeDays(RETENTION.unpaidDays + LEFT_DAYS), lt: beforeDays(RETENTION.unpaidDays - 1) };
  return eachByItself(
    stripe.paymentIntents.list({ created, limit: 100 }),
    async (intent) => {
      // A payment without the mark of the shop's own checkout may be somebody else's, or a checkout session's: Stripe ends that with it,
      // and nobody else can. It has nothing that was typed here.
      const isOurs =
        intent.metadata.visit !== undefined && otherEnvironment(intent.metadata, access.environment) === null;
      const isLeft = isCancelable(intent) || (intent.status === "canceled" && !isErased(intent));
      if (!isOurs || !isLeft) return false;
      await eraseLeftPayment(stripe, intent);
      return isCancelable(intent);
    },
    ({ id }) => id,
  );
}

/** Erases at Stripe the texts of gifts that are too old; the purge does so in the ledger. Returns how many gifts. */
async function eraseGiftTexts({ ledger, stripe: access }: Shop, at: Date): Promise<number> {
  if (access === null) return 0;
  const stripe = await connectStripe(access);
  return eachByItself(
    await findOldGifts(ledger, at, LEFT_DAYS),
    async (intentId) => {
      await eraseAtStripe(stripe, await findIntent(stripe, intentId), OF_BUYER);
      await ledger([sql(ASKED, intentId, at.toISOString())]);
      return true;
    },
    (intentId) => intentId,
  );
}

/** A part of the night's work looks at this many orders at most, the newest first. */
const MOST_ORDERS = 1000;

/** Stores each paid gift that KV lacks: no confirmation was owed for it, or none could be made. Returns how many. */
async function storeGifts(shop: Shop): Promise<number> {
  if (shop.stripe === null) return 0;
  const unstored = await readOrders(
    shop.ledger,
    `gift IS NOT NULL AND status = 'paid' AND gift_stored_at IS NULL AND erased_at IS NULL
      ORDER BY updated_at DESC LIMIT ${MOST_ORDERS}`,
  );
  return eachByItself(
    unstored,
    (order) => storeGiftOf(shop, order),
    ({ intentId }) => intentId,
  );
}

/** Compares the stop of each gift whose money ever moved with what KV has, and mends it. Returns how many differed. */
async function stopOrResumeGifts(shop: Shop): Promise<number> {
  const moved = await readOrders(
    shop.ledger,
    `gift IS NOT NULL AND status = 'paid' AND coalesce(refunded_cents, dispute) IS NOT NULL
      ORDER BY updated_at DESC LIMIT ${MOST_ORDERS}`,
  );
  return eachByItself(
    moved,
    async (order) => {
      const stop = giftStopOf(order);
      const code = stop === null ? null : await giftCodeOf(shop, order);
      if (stop === null || code === null) return false;
      const known = await readEntry(shop.GIFTS, "GIFTS", giftStopKey(code, "refund"), giftStopSchema);
      if (known.status === "unavailable") throw new Error("whether a gift was stopped could not be read");
      if ((known.status === "found" && known.value.stopped) === stop.stopped) return false;
      await stopOrResumeGift(shop, order);
      return true;
    },
    ({ intentId }) => intentId,
  );
}
