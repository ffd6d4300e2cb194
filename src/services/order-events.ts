import type Stripe from "stripe";
import * as z from "zod/mini";
import { FLOWS, PRODUCT_IDS } from "../shared/courses.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { LINK_CONSENT_FIELD } from "../shared/payment.ts";
import { cleanLine } from "../shared/typed-text.ts";
import { wishFromMetadata } from "./gift-wish.ts";
import { type DisputeState, type OrderFact, orderFactSchema, orderKey } from "./orders.ts";

/**
 * Reads the facts of an order in one event of Stripe's. They follow from that event alone, so a repeated delivery makes
 * the same facts.
 */

export type OrderNews = {
  key: string;
  fact: OrderFact;
  about: NewsAbout;
  /** The payment's metadata; null if the event does not hold them. */
  paymentMetadata: Metadata | null;
};

type Metadata = Readonly<Record<string, string>>;

/**
 * The work after an event. `sale`: the money has arrived. `money`: it went back or is disputed, so the gift must be
 * checked. `refund failed`: the same, and the buyer is owed the money again.
 */
type NewsAbout = "sale" | "money" | "refund failed" | "nothing";

/** Seconds since 1970, up to the end of the year 9999. */
const timeSchema = z.int().check(z.minimum(0), z.maximum(253_402_300_799));
const metadataSchema = z.nullish(z.record(z.string(), z.string()));
const idSchema = z.string().check(z.regex(/^\w{1,255}$/));
const personSchema = z.nullish(z.object({ name: z.nullish(z.string()), email: z.nullish(z.string()) }));

const eventSchema = z.object({ id: z.string(), type: z.string(), created: timeSchema });

const intentSchema = z.object({
  id: idSchema,
  amount: z.int(),
  currency: z.string(),
  created: timeSchema,
  receipt_email: z.nullish(z.string()),
  metadata: metadataSchema,
});

const customFieldSchema = z.object({
  key: z.string(),
  dropdown: z.nullish(z.object({ value: z.nullish(z.string()) })),
});

const sessionSchema = z.object({
  id: idSchema,
  /** Absent for a session that costs nothing or is a subscription: it is not an order of ours. */
  payment_intent: z.nullish(idSchema),
  payment_status: z.string(),
  amount_total: z.int(),
  currency: z.string(),
  created: timeSchema,
  metadata: metadataSchema,
  customer_details: personSchema,
  /** Other fields of a link are ignored: they are no reason to refuse a payment. */
  custom_fields: z.catch(z.nullish(z.array(customFieldSchema)), null),
});

const chargeSchema = z.object({
  payment_intent: z.nullish(idSchema),
  amount: z.int(),
  amount_refunded: z.int().check(z.nonnegative()),
  currency: z.string(),
  created: timeSchema,
  billing_details: personSchema,
  metadata: metadataSchema,
});

const refundSchema = z.object({
  id: z.string().check(z.regex(/^[a-z]+_\w{1,250}$/)),
  payment_intent: z.nullish(idSchema),
  amount: z.int().check(z.nonnegative()),
  created: timeSchema,
  status: z.nullish(z.string()),
});

const disputeSchema = z.object({
  id: idSchema,
  payment_intent: z.nullish(idSchema),
  status: z.string(),
  balance_transactions: z.nullish(z.array(z.object({ amount: z.int() }))),
});

/** The values that one of Stripe's types names, without "or any other text". */
type Named<T> = T extends string ? (Record<never, never> extends T ? never : T) : never;

/** The state of a dispute for each status. While a lost one is appealed, the shop does not have its money. */
const DISPUTE_STATE_OF = {
  warning_needs_response: "open",
  warning_under_review: "open",
  warning_closed: "closed",
  prevented: "closed",
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
  appeal_needs_response: "lost",
  appeal_under_review: "lost",
} as const satisfies Readonly<Record<Named<Stripe.Dispute.Status>, DisputeState>>;
/** Every status that a dispute may have. */
export const DISPUTE_STATUSES = Object.keys(DISPUTE_STATE_OF) as readonly (keyof typeof DISPUTE_STATE_OF)[];

/** Statuses of a refund that did not arrive. */
const FAILED_REFUND: readonly unknown[] = ["failed", "canceled"];

type Event = z.infer<typeof eventSchema> & { object: unknown };
/** `null`: the event is malformed. `"unrelated"`: it belongs to no payment. */
type Reading = OrderNews | "unrelated" | null;

const READERS = {
  "payment_intent.succeeded": (event: Event) => readIntent(event, "paid"),
  "payment_intent.payment_failed": (event: Event) => readIntent(event, "failed"),
  "payment_intent.canceled": (event: Event) => readIntent(event, "canceled"),
  "checkout.session.completed": readSession,
  "checkout.session.async_payment_succeeded": readSession,
  "checkout.session.async_payment_failed": readSession,
  "charge.refunded": readCharge,
  "charge.refund.updated": readRefund,
  "refund.created": readRefund,
  "refund.updated": readRefund,
  "refund.failed": readRefund,
  "charge.dispute.created": readDispute,
  "charge.dispute.updated": readDispute,
  "charge.dispute.closed": readDispute,
} as const satisfies Partial<Record<Stripe.Event.Type, (event: Event) => Reading>>;

/** The events that Stripe's webhook endpoint must subscribe to. */
export const ORDER_EVENT_TYPES = Object.keys(READERS) as readonly (keyof typeof READERS)[];

/** Reads an event's facts of an order. `"unrelated"` for every other event, `null` for a malformed one. */
export function readOrderNews(event: unknown): Reading {
  const parsed = eventSchema.safeParse(event);
  const type = ORDER_EVENT_TYPES.find((known) => known === (event as { type?: unknown } | null)?.type);
  if (type === undefined) return "unrelated";
  if (!parsed.success) return null;
  return READERS[type]({ ...parsed.data, object: (event as { data?: { object?: unknown } | null }).data?.object });
}

function readIntent(event: Event, status: "paid" | "failed" | "canceled"): Reading {
  const parsed = intentSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const intent = parsed.data;
  const metadata = intent.metadata ?? {};
  return news(
    event,
    intent.id,
    orderKey(intent.id, status),
    status === "paid" ? "sale" : "nothing",
    {
      status,
      ...offerIn(metadata),
      ...person(metadata.buyer_name, metadata.buyer_email || intent.receipt_email),
      // Only our own checkout writes the visit's digest.
      source: metadata.visit === undefined ? undefined : "checkout",
      ...consentIn(metadata.consent, metadata.consent_at),
      gift: status === "paid" ? giftIn(metadata) : undefined,
      userId: text(metadata.user_id),
      amountCents: intent.amount,
      currency: intent.currency,
      createdAt: isoTime(intent.created),
      paidAt: status === "paid" ? isoTime(event.created) : undefined,
    },
    metadata,
  );
}

/** Reads a session: paid at once, paid later, or failed. Each has its own key, whichever event reports it. */
function readSession(event: Event): Reading {
  const parsed = sessionSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const session = parsed.data;
  const intentId = session.payment_intent ?? null;
  if (intentId === null) return "unrelated";
  const isPaid = session.payment_status === "paid";
  const isFailed = event.type === "checkout.session.async_payment_failed";
  const name = isPaid ? "session" : isFailed ? "session-failed" : "session-open";
  // If the link did not ask, or the buyer agreed to the terms alone, the buyer keeps the right of withdrawal.
  const { key, agreed } = LINK_CONSENT_FIELD;
  const isAgreed =
    session.custom_fields?.some((field) => field.key === key && field.dropdown?.value === agreed) === true;
  return news(
    event,
    intentId,
    `${intentId}.${name}`,
    isPaid ? "sale" : "nothing",
    {
      ...(isPaid ? { status: "paid", paidAt: isoTime(event.created) } : isFailed ? { status: "failed" } : {}),
      source: "hosted",
      sessionId: session.id,
      ...offerIn(session.metadata ?? {}),
      ...person(session.customer_details?.name, session.customer_details?.email),
      // The link's metadata have the version of its consent text.
      ...(isAgreed ? consentIn(session.metadata?.consent, isoTime(event.created)) : {}),
      amountCents: session.amount_total,
      currency: session.currency,
      createdAt: isoTime(session.created),
    },
    session.metadata ?? {},
  );
}

/** A charge can only be refunded once it is paid. It has the total of all its refunds. */
function readCharge(event: Event): Reading {
  const parsed = chargeSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const charge = parsed.data;
  const intentId = charge.payment_intent ?? null;
  if (intentId === null) return "unrelated";
  return news(
    event,
    intentId,
    `${intentId}.refund-${charge.amount_refunded}`,
    "money",
    {
      status: "paid",
      refundedCents: charge.amount_refunded,
      ...offerIn(charge.metadata ?? {}),
      gift: giftIn(charge.metadata ?? {}),
      ...person(charge.billing_details?.name, charge.billing_details?.email),
      amountCents: charge.amount,
      currency: charge.currency,
      createdAt: isoTime(charge.created),
    },
    charge.metadata ?? {},
  );
}

/**
 * A refund that was returned gets a second key beside its first. So it counts as failed whichever event comes first.
 */
function readRefund(event: Event): Reading {
  const parsed = refundSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const { id, payment_intent: intentId, amount, created, status } = parsed.data;
  if (intentId === null || intentId === undefined) return "unrelated";
  const key = `${intentId}.refund-${id}`;
  const refundCents = amount;
  return FAILED_REFUND.includes(status)
    ? news(event, intentId, `${key}-failed`, "refund failed", { refundCents })
    : news({ ...event, created }, intentId, key, "money", { refundCents });
}

/** Only the status counts: a direct debit's dispute is lost from the start, and an appeal may win it. */
function readDispute(event: Event): Reading {
  const parsed = disputeSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const { id, payment_intent: intentId, status, balance_transactions: movements } = parsed.data;
  if (intentId === null || intentId === undefined) return "unrelated";
  const known = DISPUTE_STATUSES.find((candidate) => candidate === status);
  if (known === undefined) return null;
  const takenCents = (movements ?? []).reduce((cents, { amount }) => cents - amount, 0);
  // A dispute that a card scheme settled at once is `closed`, but its money may be gone.
  const dispute = DISPUTE_STATE_OF[known] === "closed" && takenCents > 0 ? "lost" : DISPUTE_STATE_OF[known];
  return news(event, intentId, `${intentId}.dispute-${id}-${dispute}`, "money", { dispute });
}

type Known = { [field in keyof OrderFact]?: OrderFact[field] | undefined };

function news(
  event: Event,
  intentId: string,
  key: string,
  about: NewsAbout,
  known: Known,
  paymentMetadata: Metadata | null = null,
): OrderNews | null {
  const fact = Object.fromEntries(
    Object.entries({ intentId, ...known, updatedAt: isoTime(event.created), eventId: event.id }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const checked = orderFactSchema.safeParse(fact);
  return checked.success ? { key, fact: checked.data, about, paymentMetadata } : null;
}

function offerIn(metadata: Metadata): Known {
  return {
    productId: PRODUCT_IDS.find((id) => id === metadata.product),
    flow: FLOWS.find((flow) => flow === metadata.flow),
  };
}

function giftIn(metadata: Metadata): Known["gift"] {
  return wishFromMetadata(metadata) ?? undefined;
}

function person(name: string | null | undefined, email: string | null | undefined): Known {
  const address = text(email);
  return {
    buyerName: text(cleanLine(name ?? "")),
    email: address !== undefined && isEmailAddress(address) ? address : undefined,
  };
}

/** The version and the time of a consent. Empty if one of them is missing. */
function consentIn(version: string | undefined, time: string | undefined): Known {
  const consentAt = z.iso.datetime().safeParse(time);
  const consent = text(version);
  return consentAt.success && consent !== undefined ? { consent, consentAt: consentAt.data } : {};
}

/** A text as it is stored, trimmed and cut, because no text is a reason to refuse a payment. Undefined if empty. */
function text(value: string | null | undefined): string | undefined {
  const trimmed = value?.trim().slice(0, TEXT_MAX_LENGTH) ?? "";
  return trimmed === "" ? undefined : trimmed;
}

const TEXT_MAX_LENGTH = 512;

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
