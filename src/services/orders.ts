import type { KVNamespace } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import { errorMessage, logEvent } from "../log.ts";
import { COURSE_IDS, FLOWS, PRODUCT_IDS } from "../shared/courses.ts";
import type { GiftWish } from "../shared/gift.ts";
import type { MoneyState } from "../shared/order.ts";
import { giftMessageTtl, orderExpiration, UNPAID_TTL_S } from "../shared/retention.ts";
import { giftWishSchema } from "./gift-wish.ts";
import { checkValue, giftCodeSchema, type KvRead, listNames, readEntry, writeKv } from "./kv.ts";

/**
 * Orders in KV (`ORDERS`). KV has no transactions, and a read may be a minute old. So a fact is never changed: each has
 * a key of its own, which is made from one event alone, and an order is joined from its facts when it is read. Events
 * may come in any order, late, repeatedly and at the same time. The same event always writes the same key and value,
 * and no fact overwrites another.
 *
 *   pi_1                     paid, by the payment's own event
 *   pi_1.session             paid, by the hosted checkout's event, with the buyer's details
 *   pi_1.session-open        the hosted checkout is done, the money is still on its way
 *   pi_1.session-failed      ... and did not come
 *   pi_1.failed, .canceled   an attempt that was not paid
 *   pi_1.refund-re_1         one refund
 *   pi_1.refund-re_1-failed  ... which came back, or was canceled: the money is ours again
 *   pi_1.refund-1900         cents refunded so far, by the charge's total
 *   pi_1.dispute-du_1-open   the state of a dispute (`DISPUTE_STATES`)
 *   pi_1.mail                the confirmation was sent
 *   pi_1.mail-1784116800000  ... to the address as corrected at that time, milliseconds (`confirmationKey`)
 *   pi_1.gift                the gift that was bought has been stored, under this code
 *   pi_1.email               the buyer's address, corrected by an operator: it counts before any other
 *   pi_1.wish                the gift with its giver's message, which is kept for a shorter time than the rest
 *   pi_1.erased              the buyer's data were erased (services/erasure.ts)
 */

/** The statuses in facts, from weakest to strongest: a stronger one is never replaced by a weaker one. */
export const ORDER_STATUSES = ["failed", "canceled", "paid"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** A later state here is never replaced by an earlier one. `closed`: no decision. `won` after `lost`: an appeal. */
const DISPUTE_STATES = ["open", "closed", "lost", "won"] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

const idSchema = z.string().check(z.minLength(1), z.maxLength(255));
const textSchema = z.string().check(z.minLength(1), z.maxLength(512));

const statusSchema = z.enum(ORDER_STATUSES);
const centsSchema = z.int().check(z.nonnegative());
const currencySchema = z.string().check(z.regex(/^[a-z]{3}$/));
const timeSchema = z.iso.datetime();

/** Fields of every fact. */
const factFields = {
  intentId: idSchema,
  /** Time of the latest fact. */
  updatedAt: timeSchema,
};
/** Optional fields: some orders never have them. */
const sometimesKnown = {
  /** The checkout that was used: our own, or Stripe's page. Absent if the payment is not the shop's. */
  source: z.optional(z.enum(["checkout", "hosted"])),
  sessionId: z.optional(idSchema),
  /** Absent if it is not known what was bought. */
  productId: z.optional(z.enum(PRODUCT_IDS)),
  flow: z.optional(z.enum(FLOWS)),
  buyerName: z.optional(textSchema),
  email: z.optional(textSchema),
  /** When an operator corrected the address, by the operator's clock. */
  emailCorrectedAt: z.optional(timeSchema),
  /** When the buyer's data were erased as far as the law allows (services/erasure.ts). */
  erasedAt: z.optional(timeSchema),
  /**
   * Version of the consent text that the buyer agreed to, and when: start at once, and lose the right of withdrawal.
   */
  consent: z.optional(textSchema),
  consentAt: z.optional(timeSchema),
  /** The wish of a gift. Its giver waives nothing, so there is no consent. */
  gift: z.optional(giftWishSchema),
  /** Account at the sign-in service. */
  userId: z.optional(textSchema),
  /** The refunds that did not fail. */
  refundedCents: z.optional(centsSchema),
  dispute: z.optional(z.enum(DISPUTE_STATES)),
  /** When the confirmation was sent to the address of the order. */
  confirmedAt: z.optional(timeSchema),
  /** The key in `GIFTS` of the gift that was bought. */
  giftCode: z.optional(giftCodeSchema),
  paidAt: z.optional(timeSchema),
};

/** An order: all facts of a payment. Times are ISO 8601 in UTC and come from Stripe, not from our clock. */
export const orderSchema = z.strictObject({
  ...factFields,
  ...sometimesKnown,
  status: statusSchema,
  /** Including VAT (`vatBreakdown`). */
  amountCents: centsSchema,
  currency: currencySchema,
  /** When the payment was started. */
  createdAt: timeSchema,
  /** The event with its status. */
  eventId: idSchema,
  /** Refunds that failed: the buyer is still owed them. */
  failedRefundCents: z.optional(centsSchema),
});
export type Order = z.infer<typeof orderSchema>;

/** The time at which an order was paid, or else its payment was started; ISO 8601. */
export function boughtAt({ paidAt, createdAt }: Pick<Order, "paidAt" | "createdAt">): string {
  return paidAt ?? createdAt;
}

const factSchema = z.strictObject({
  ...factFields,
  ...sometimesKnown,
  status: z.optional(statusSchema),
  amountCents: z.optional(centsSchema),
  currency: z.optional(currencySchema),
  createdAt: z.optional(timeSchema),
  eventId: z.optional(idSchema),
  /** The amount of one refund, whether or not it failed. */
  refundCents: z.optional(centsSchema),
});
export type OrderFact = z.infer<typeof factSchema>;

/** Value of one key: the facts of one event. Facts that are older than products name a course. */
export const orderFactSchema: z.ZodMiniType<OrderFact> = z.pipe(
  z.extend(factSchema, { courseId: z.optional(z.enum(COURSE_IDS)) }),
  z.transform(({ courseId, ...fact }) => (courseId === undefined ? fact : { productId: courseId, ...fact })),
);

/** The forms of a fact's key after the payment's id. For a field in two facts the earlier form here wins. */
const FACT_FORMS: readonly RegExp[] = [
  /^\.email$/,
  /^\.wish$/,
  /^$/,
  /^\.session$/,
  /^\.session-open$/,
  /^\.session-failed$/,
  /^\.refund-\d+$/,
  /^\.refund-[a-z]+_\w+(-failed)?$/,
  /^\.dispute-\w+-(open|closed|lost|won)$/,
  /^\.mail(-\d+)?$/,
  /^\.gift$/,
  /^\.canceled$/,
  /^\.failed$/,
  /^\.erased$/,
];
/** Facts of payments that may never become an order. */
const UNPAID_FACT = /\.(session-open|session-failed|canceled|failed)$/;

/** KV key of the facts in a payment's own events. */
export function orderKey(intentId: string, status: OrderStatus): string {
  return status === "paid" ? intentId : `${intentId}.${status}`;
}

/** The payment that a key in `ORDERS` belongs to. */
export function intentIdOfKey(key: string): string {
  return key.split(".", 1)[0] ?? key;
}

/** KV key of a buyer's corrected address. */
export function correctedEmailKey(intentId: string): string {
  return `${intentId}.email`;
}

/**
 * KV key of the note that the confirmation was sent. `correctedAt`: the correction (ISO 8601) of the address to which it
 * went; undefined for the buyer's own. No clocks are compared, because the operator's may differ from the Worker's.
 */
export function confirmationKey(intentId: string, correctedAt: string | undefined): string {
  return correctedAt === undefined ? `${intentId}.mail` : `${intentId}.mail-${Date.parse(correctedAt)}`;
}

/** A wish has no time of its own. A constant makes every writer write the same bytes. */
const NO_TIME = new Date(0).toISOString();

/** Stores a giver's message for as long as `RETENTION` says. Rejects if KV cannot be written. */
export async function writeWish(namespace: KVNamespace, intentId: string, gift: GiftWish): Promise<void> {
  if (gift.message === "") return;
  const fact: OrderFact = { intentId, gift, updatedAt: NO_TIME };
  await writeKv(namespace, wishKey(intentId), JSON.stringify(orderFactSchema.parse(fact)), {
    expirationTtl: giftMessageTtl(gift.from, new Date()),
  });
}

/** The giver's message of a payment's gift. Empty if there was none, or if it has expired. */
export async function readGiftMessage(namespace: KVNamespace, intentId: string): Promise<KvRead<string>> {
  const read = await readEntry(namespace, "ORDERS", wishKey(intentId), orderFactSchema);
  return read.status === "found" ? { status: "found", value: read.value.gift?.message ?? "" } : read;
}

function wishKey(intentId: string): string {
  return `${intentId}.wish`;
}

/** Stores a fact, and a giver's message under its own key. Rejects if the fact is invalid or KV cannot be written. */
export async function writeFact(namespace: KVNamespace, key: string, given: OrderFact): Promise<void> {
  const { gift, ...rest } = given;
  // Only a payment's own events hold the whole wish; others repeat it.
  if (gift !== undefined && key === given.intentId) await writeWish(namespace, given.intentId, gift);
  const fact: OrderFact = gift === undefined ? rest : { ...rest, gift: { ...gift, message: "" } };
  await writeKv(namespace, key, JSON.stringify(orderFactSchema.parse(fact)), {
    // Lets the operators' tool sort a list without reading every value.
    metadata: {
      ...(fact.createdAt === undefined ? {} : { createdAt: fact.createdAt }),
      ...(fact.paidAt === undefined ? {} : { paidAt: fact.paidAt }),
    },
    ...(UNPAID_FACT.test(key) ? { expirationTtl: UNPAID_TTL_S } : { expiration: orderExpiration(fact.updatedAt) }),
  });
}

/**
 * An order as KV shows it, up to a minute late. `added`: a fact that counts even if KV does not show it yet. Never
 * throws. It first lists the keys, because a read of a missing key would make KV answer "missing" for a minute after a
 * write.
 */
export async function readOrder(
  namespace: KVNamespace,
  intentId: string,
  added?: { key: string; fact: OrderFact },
): Promise<KvRead<Order>> {
  try {
    const names = (await listNames(namespace, intentId)).filter((name) => rankOf(intentId, name) >= 0);
    const values = await Promise.all(names.map(async (name) => [name, await namespace.get(name, "text")] as const));
    const known = new Map(values.flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
    return joinOrder(intentId, added === undefined ? known : known.set(added.key, JSON.stringify(added.fact)));
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
    return { status: "unavailable" };
  }
}

/** Whether KV shows a fact of a payment, up to a minute late. Rejects if KV cannot be read. */
export async function isKnownPayment(namespace: KVNamespace, intentId: string): Promise<boolean> {
  return (await listNames(namespace, intentId)).some((name) => rankOf(intentId, name) >= 0);
}

/**
 * Joins a payment's facts, by their keys, to an order; other keys are ignored. `missing`: too little is known for an
 * order, such as a hosted checkout without its money yet. Malformed facts are logged and count as absent. The order is
 * `malformed` if it is not known to be paid without them.
 */
export function joinOrder(
  intentId: string,
  values: ReadonlyMap<string, string>,
): Exclude<KvRead<Order>, { status: "unavailable" }> {
  const facts: { rank: number; key: string; fact: OrderFact }[] = [];
  let isWhole = true;
  for (const [key, text] of values) {
    const rank = rankOf(intentId, key);
    if (rank < 0) continue;
    const checked = checkValue(text, orderFactSchema);
    if (checked.ok) {
      facts.push({ rank, key, fact: checked.value });
    } else {
      isWhole = false;
      logEvent("error", "kv.malformed", { namespace: "ORDERS", key, reason: checked.reason });
    }
  }
  // Once it is paid, attempts that failed count no more: another buyer may have made them.
  if (facts.some(({ fact }) => fact.status === "paid")) {
    const counting = facts.filter(({ fact }) => fact.status !== "failed" && fact.status !== "canceled");
    facts.splice(0, facts.length, ...counting);
  }
  // The facts that count most come last.
  facts.sort((a, b) => b.rank - a.rank);
  const { refundCents: _refundCents, ...known }: Partial<OrderFact> = Object.assign(
    {},
    ...facts.map(({ fact }) => fact),
  );
  // A confirmation from before a correction, or that had not seen it, went to another address.
  const confirmed = facts.find(({ key }) => key === confirmationKey(intentId, known.emailCorrectedAt));
  if (confirmed === undefined) delete known.confirmedAt;
  else known.confirmedAt = confirmed.fact.confirmedAt;
  const status = ORDER_STATUSES.findLast((candidate) => facts.some(({ fact }) => fact.status === candidate));
  const dispute = disputeOf(facts.map(({ key }) => key));
  const order = orderSchema.safeParse({
    ...known,
    status,
    eventId: facts.findLast(({ fact }) => fact.status === status)?.fact.eventId,
    updatedAt: facts
      .map(({ fact }) => fact.updatedAt)
      .sort()
      .at(-1),
    ...refundsOf(facts),
    ...(dispute === undefined ? {} : { dispute }),
  });
  if (order.success && (isWhole || status === "paid")) return { status: "found", value: order.data };
  return { status: isWhole ? "missing" : "malformed" };
}

function rankOf(intentId: string, key: string): number {
  return key.startsWith(intentId) ? FACT_FORMS.findIndex((form) => form.test(key.slice(intentId.length))) : -1;
}

/**
 * Cents refunded, and cents of failed refunds. Each refund counts once. The charge's own total counts if it is higher,
 * because an event may be missing.
 */
function refundsOf(
  facts: readonly { key: string; fact: OrderFact }[],
): Pick<Order, "refundedCents" | "failedRefundCents"> {
  const refunds = new Map<string, { cents: number; isFailed: boolean }>();
  let isAny = false;
  let totalCents = 0;
  for (const { key, fact } of facts) {
    isAny ||= fact.refundedCents !== undefined || fact.refundCents !== undefined;
    totalCents = Math.max(totalCents, fact.refundedCents ?? 0);
    const [, id, end] = /\.refund-([a-z]+_\w+)(-failed)?$/.exec(key) ?? [];
    if (id === undefined) continue;
    const isFailed = end !== undefined || refunds.get(id)?.isFailed === true;
    refunds.set(id, { cents: fact.refundCents ?? 0, isFailed });
  }
  if (!isAny) return {};
  const sum = (wanted: boolean) =>
    [...refunds.values()].reduce((cents, refund) => cents + (refund.isFailed === wanted ? refund.cents : 0), 0);
  const failedRefundCents = sum(true);
  return {
    refundedCents: Math.max(sum(false), totalCents - failedRefundCents, 0),
    ...(failedRefundCents === 0 ? {} : { failedRefundCents }),
  };
}

/** The state of an order's disputes: of several, a lost one counts first, then an open one, then others. */
function disputeOf(keys: readonly string[]): DisputeState | undefined {
  const ranks = new Map<string, number>();
  for (const key of keys) {
    const [, id = "", name] = /\.dispute-(\w+)-(\w+)$/.exec(key) ?? [];
    const rank = DISPUTE_STATES.indexOf(name as DisputeState);
    if (rank >= 0) ranks.set(id, Math.max(rank, ranks.get(id) ?? 0));
  }
  const states = new Set([...ranks.values()].map((rank) => DISPUTE_STATES[rank]));
  return (["lost", "open", "won", "closed"] as const).find((state) => states.has(state));
}

/** The state of a paid order's money. */
export function moneyOf({ amountCents = 0, refundedCents = 0, dispute }: Partial<Order>): MoneyState {
  if (refundedCents >= amountCents && refundedCents > 0) return "refunded";
  if (dispute === "lost") return "reversed";
  if (dispute === "open") return "disputed";
  return refundedCents > 0 ? "partlyRefunded" : "paid";
}

/** Whether all money of the order went back. */
export function isRepaid(order: Partial<Order>): boolean {
  const money = moneyOf(order);
  return money === "refunded" || money === "reversed";
}
