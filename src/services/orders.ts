import type { KVNamespace } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import { errorMessage, logEvent } from "../log.ts";
import { COURSE_IDS, FLOWS } from "../shared/courses.ts";
import { orderExpiration, UNPAID_TTL_S } from "../shared/retention.ts";
import { giftWishSchema } from "./gift-wish.ts";
import { checkValue, giftCodeSchema, type KvRead, writeKv } from "./kv.ts";

/**
 * Orders in KV (`ORDERS`). KV has no transactions, and a read may show what was there a minute ago, so nothing that is
 * known is ever changed: each fact of a payment has a key of its own, made from one event alone, and an order is what
 * its facts say together, joined when it is read. Events may come in any order, late, often and at once: a key gets the
 * same bytes every time, and no fact can land on another.
 *
 *   pi_1                     paid, as the payment itself says
 *   pi_1.session             paid, as the hosted checkout says, with the buyer's details
 *   pi_1.session-open        the hosted checkout is done, the money is still on its way
 *   pi_1.session-failed      ... and did not come
 *   pi_1.failed, .canceled   an attempt that was not paid
 *   pi_1.refund-1900         refunded so far, cents
 *   pi_1.dispute-du_1-open   what became of a dispute: open, won or lost
 *   pi_1.mail                the confirmation was sent
 *   pi_1.gift                the gift that was bought has been stored, under this code
 */

/** What may be known of a payment, from weakest to strongest: a stronger status is never replaced by a weaker one. */
export const ORDER_STATUSES = ["failed", "canceled", "paid"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const DISPUTE_STATES = ["open", "won", "lost"] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

const idSchema = z.string().check(z.minLength(1), z.maxLength(255));
const textSchema = z.string().check(z.minLength(1), z.maxLength(512));

const statusSchema = z.enum(ORDER_STATUSES);
const centsSchema = z.int().check(z.nonnegative());
const currencySchema = z.string().check(z.regex(/^[a-z]{3}$/));
const timeSchema = z.iso.datetime();

/** What every fact holds. */
const factFields = {
  intentId: idSchema,
  /** When the last thing that is known of it happened. */
  updatedAt: timeSchema,
};
/** What may never be known of an order. */
const sometimesKnown = {
  /** Where it was paid: in our own checkout or on Stripe's page. Absent for a payment that is none of ours. */
  source: z.optional(z.enum(["checkout", "hosted"])),
  sessionId: z.optional(idSchema),
  courseId: z.optional(z.enum(COURSE_IDS)),
  flow: z.optional(z.enum(FLOWS)),
  buyerName: z.optional(textSchema),
  email: z.optional(textSchema),
  /** Version of the text that the buyer agreed to, and when: start at once, and lose the right of withdrawal. */
  consent: z.optional(textSchema),
  consentAt: z.optional(timeSchema),
  /** What was bought is a gift: the giver waives nothing, so there is no consent. */
  gift: z.optional(giftWishSchema),
  /** Account at the sign-in service. */
  userId: z.optional(textSchema),
  refundedCents: z.optional(centsSchema),
  dispute: z.optional(z.enum(DISPUTE_STATES)),
  /** When the confirmation was sent. */
  confirmedAt: z.optional(timeSchema),
  /** Under which code the gift that was bought stands in `GIFTS`. */
  giftCode: z.optional(giftCodeSchema),
  paidAt: z.optional(timeSchema),
};

/** An order: everything that is known of a payment. Times are ISO 8601 in UTC and come from Stripe, not from our clock. */
export const orderSchema = z.strictObject({
  ...factFields,
  ...sometimesKnown,
  status: statusSchema,
  /** Including VAT (`vatBreakdown`). */
  amountCents: centsSchema,
  currency: currencySchema,
  /** When the payment was started. */
  createdAt: timeSchema,
  /** The event that told its status. */
  eventId: idSchema,
});
export type Order = z.infer<typeof orderSchema>;

/** Value of one key: what one event tells of an order. */
export const orderFactSchema = z.strictObject({
  ...factFields,
  ...sometimesKnown,
  status: z.optional(statusSchema),
  amountCents: z.optional(centsSchema),
  currency: z.optional(currencySchema),
  createdAt: z.optional(timeSchema),
  eventId: z.optional(idSchema),
});
export type OrderFact = z.infer<typeof orderFactSchema>;

/** A fact's key after the payment's id, and whose word counts first where two facts know the same thing. */
const FACT_FORMS: readonly RegExp[] = [
  /^$/,
  /^\.session$/,
  /^\.session-open$/,
  /^\.session-failed$/,
  /^\.refund-\d+$/,
  /^\.dispute-\w+-(open|won|lost)$/,
  /^\.mail$/,
  /^\.gift$/,
  /^\.canceled$/,
  /^\.failed$/,
];
/** Of what may never become an order. */
const UNPAID_FACT = /\.(session-open|session-failed|canceled|failed)$/;

/** KV key of what a payment's own events say. */
export function orderKey(intentId: string, status: OrderStatus): string {
  return status === "paid" ? intentId : `${intentId}.${status}`;
}

/** The payment that a key in `ORDERS` belongs to. */
export function intentIdOfKey(key: string): string {
  return key.split(".", 1)[0] ?? key;
}

/** Records a fact under its key. Rejects when it is none, or when KV cannot be written. */
export async function writeFact(namespace: KVNamespace, key: string, fact: OrderFact): Promise<void> {
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
 * Everything that is known of a payment. Never throws. Read by a list: a key that was looked for in vain would count as
 * missing for up to a minute after it is written.
 */
export async function readOrder(namespace: KVNamespace, intentId: string): Promise<KvRead<Order>> {
  try {
    const { keys } = await namespace.list({ prefix: intentId });
    const names = keys.map(({ name }) => name).filter((name) => rankOf(intentId, name) >= 0);
    const values = await Promise.all(names.map(async (name) => [name, await namespace.get(name, "text")] as const));
    return joinOrder(intentId, new Map(values.flatMap(([name, text]) => (text === null ? [] : [[name, text]]))));
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
    return { status: "unavailable" };
  }
}

/**
 * The order that a payment's facts make, by their keys; keys that are none are ignored. `missing`: not enough is known
 * to call it an order, such as a hosted checkout whose money is on its way. Malformed facts are logged and count as
 * absent; the order is `malformed` when it is not known to be paid without them.
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
  // Last come those whose word counts first.
  facts.sort((a, b) => b.rank - a.rank);
  const known: Partial<Order> = Object.assign({}, ...facts.map(({ fact }) => fact));
  const status = ORDER_STATUSES.findLast((candidate) => facts.some(({ fact }) => fact.status === candidate));
  const refunds = facts.flatMap(({ fact }) => fact.refundedCents ?? []);
  const dispute = disputeOf(facts.map(({ key }) => key));
  const order = orderSchema.safeParse({
    ...known,
    status,
    eventId: facts.findLast(({ fact }) => fact.status === status)?.fact.eventId,
    updatedAt: facts
      .map(({ fact }) => fact.updatedAt)
      .sort()
      .at(-1),
    ...(refunds.length === 0 ? {} : { refundedCents: Math.max(...refunds) }),
    ...(dispute === undefined ? {} : { dispute }),
  });
  if (order.success && (isWhole || status === "paid")) return { status: "found", value: order.data };
  return { status: isWhole ? "missing" : "malformed" };
}

function rankOf(intentId: string, key: string): number {
  return key.startsWith(intentId) ? FACT_FORMS.findIndex((form) => form.test(key.slice(intentId.length))) : -1;
}

/** A dispute is over once it was won or lost, whichever of its events came last; one that is open counts before others. */
function disputeOf(keys: readonly string[]): DisputeState | undefined {
  const states = new Map<string, DisputeState>();
  for (const key of keys) {
    const [, id = "", name] = /\.dispute-(\w+)-(\w+)$/.exec(key) ?? [];
    const state = DISPUTE_STATES.find((candidate) => candidate === name);
    if (state !== undefined && (states.get(id) ?? "open") === "open") states.set(id, state);
  }
  return (["open", "lost", "won"] as const).find((state) => [...states.values()].includes(state));
}
