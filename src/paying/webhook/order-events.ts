import type Stripe from "stripe";
import * as z from "zod/mini";
import { wishFromMetadata } from "../../gifts/gift-wish.ts";
import type { DisputeState, OrderStatus, PaymentEvent, ReportSource, Told } from "../../ledger/orders.ts";
import { FLOWS, PRODUCT_IDS } from "../../shared/courses.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { cleanLine } from "../../shared/typed-text.ts";
import { readEmailText } from "../../shared/typed-values.ts";

/**
 * Reads what one event of Stripe's says of an order. It follows from that event alone, so a repeated delivery says the
 * same.
 */

export type OrderEvent = {
  news: PaymentEvent;
  effect: EventEffect;
  /** The payment's metadata; null if the event does not hold them. */
  paymentMetadata: Metadata | null;
};

export type Metadata = Readonly<Record<string, string>>;

/**
 * The work after an event. `sale`: the money has arrived. `money`: it went back or is disputed, so the gift must be
 * checked. `refund failed`: the same, and the buyer is owed the money again.
 */
type EventEffect = "sale" | "money" | "refund failed" | "nothing";

/** Seconds since 1970, up to the end of the year 9999. */
const timeSchema = z.int().check(z.minimum(0), z.maximum(253_402_300_799));
const metadataSchema = z.nullish(z.record(z.string(), z.string()));
const idSchema = z.string().check(z.regex(/^\w{1,255}$/));
/** The ledger takes no other (`payment_reports`). */
const intentIdSchema = z.string().check(z.regex(/^pi_\w{1,252}$/));
const centsSchema = z.int().check(z.nonnegative());
const currencySchema = z.string().check(z.regex(/^[a-z]{3}$/));
const personSchema = z.nullish(z.object({ name: z.nullish(z.string()), email: z.nullish(z.string()) }));

const eventSchema = z.object({ id: z.string(), type: z.string(), created: timeSchema });

const intentSchema = z.object({
  id: intentIdSchema,
  amount: centsSchema,
  currency: currencySchema,
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
  payment_intent: z.nullish(intentIdSchema),
  payment_status: z.string(),
  amount_total: centsSchema,
  currency: currencySchema,
  created: timeSchema,
  metadata: metadataSchema,
  customer_details: personSchema,
  /** Other fields of a link are ignored: they are no reason to refuse a payment. */
  custom_fields: z.catch(z.nullish(z.array(customFieldSchema)), null),
});

const chargeSchema = z.object({
  payment_intent: z.nullish(intentIdSchema),
  amount: centsSchema,
  amount_refunded: centsSchema,
  currency: currencySchema,
  created: timeSchema,
  billing_details: personSchema,
  metadata: metadataSchema,
});

const refundSchema = z.object({
  id: z.string().check(z.regex(/^[a-z]+_\w{1,250}$/)),
  payment_intent: z.nullish(intentIdSchema),
  amount: centsSchema,
  created: timeSchema,
  status: z.nullish(z.string()),
});

const disputeSchema = z.object({
  id: idSchema,
  payment_intent: z.nullish(intentIdSchema),
  status: z.string(),
  /** Whether the payment can still be refunded: then the bank has only asked. */
  is_charge_refundable: z.nullish(z.boolean()),
  balance_transactions: z.nullish(z.array(z.object({ amount: z.int() }))),
  evidence_details: z.nullish(z.object({ due_by: z.nullish(z.int()) })),
});

/** The values that one of Stripe's types names, without "or any other text". */
type Named<T> = T extends string ? (Record<never, never> extends T ? never : T) : never;

/** The statuses of a dispute, and whether its end is known. While a lost one is appealed, the shop does not have its money. */
const END_OF_DISPUTE = {
  warning_needs_response: null,
  warning_under_review: null,
  warning_closed: "closed",
  prevented: "closed",
  needs_response: null,
  under_review: null,
  won: "won",
  lost: "lost",
  appeal_needs_response: "lost",
  appeal_under_review: "lost",
} as const satisfies Readonly<Record<Named<Stripe.Dispute.Status>, DisputeState | null>>;
export const DISPUTE_STATUSES = Object.keys(END_OF_DISPUTE) as readonly (keyof typeof END_OF_DISPUTE)[];

type DisputeFacts = Pick<z.infer<typeof disputeSchema>, "status" | "is_charge_refundable" | "balance_transactions">;

/**
 * The state of a dispute, by what moved and what may still be refunded; null for a status that is not known. An inquiry has
 * moved nothing: "it's still possible to refund the disputed payment" (Stripe, `is_charge_refundable`), and a full refund
 * ends it. A dispute that a card scheme settled at once may have taken the money although it is closed.
 */
export function stateOfDispute({
  status,
  is_charge_refundable: isRefundable,
  balance_transactions: movements,
}: DisputeFacts): DisputeState | null {
  const known = DISPUTE_STATUSES.find((candidate) => candidate === status);
  if (known === undefined) return null;
  const takenCents = (movements ?? []).reduce((cents, { amount }) => cents - amount, 0);
  const end = END_OF_DISPUTE[known];
  if (end === "closed" && takenCents > 0) return "lost";
  return end ?? (isRefundable === true && takenCents <= 0 ? "inquiry" : "open");
}

/**
 * The field of a payment link that asks for the consent to begin at once, and the value of its one answer: letters and digits
 * only.
 */
export const LINK_CONSENT_FIELD = { key: "herroepingsrecht", agreed: "vervalt" } as const;

/** Whether a refund did not arrive: the buyer is still owed it. */
export function hasFailed({ status }: { status?: string | null | undefined }): boolean {
  return status === "failed" || status === "canceled";
}

type Event = z.infer<typeof eventSchema> & { object: unknown };
/** `null`: the event is malformed. `"unrelated"`: it belongs to no payment. */
type Reading = OrderEvent | "unrelated" | null;

const READERS = {
  "payment_intent.succeeded": (event: Event) => readIntent(event, "intent"),
  "payment_intent.processing": (event: Event) => readIntent(event, "processing"),
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

/** Reads what an event says of an order. `"unrelated"` for every other event, `null` for a malformed one. */
export function readOrderEvent(event: unknown): Reading {
  const parsed = eventSchema.safeParse(event);
  const type = ORDER_EVENT_TYPES.find((known) => known === (event as { type?: unknown } | null)?.type);
  if (type === undefined) return "unrelated";
  if (!parsed.success) return null;
  return READERS[type]({ ...parsed.data, object: (event as { data?: { object?: unknown } | null }).data?.object });
}

/** The status that each kind of a payment's own events reports. */
const STATUS_OF = {
  intent: "paid",
  processing: "open",
  failed: "failed",
  canceled: "canceled",
} as const satisfies Partial<Record<ReportSource, OrderStatus>>;

function readIntent(event: Event, source: keyof typeof STATUS_OF): Reading {
  const parsed = intentSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const intent = parsed.data;
  const metadata = intent.metadata ?? {};
  const isPaid = source === "intent";
  // Only our own checkout writes the visit's digest, and it writes the buyer's address there.
  const isOwn = metadata.visit !== undefined;
  return report(event, intent.id, source, isPaid ? "sale" : "nothing", metadata, {
    status: STATUS_OF[source],
    ...offerIn(metadata),
    ...person(metadata.buyer_name, isOwn ? metadata.buyer_email : intent.receipt_email),
    source: isOwn ? "checkout" : undefined,
    ...consentIn(metadata.consent, metadata.consent_at),
    gift: isPaid ? giftIn(metadata) : undefined,
    userId: text(metadata.user_id),
    amountCents: intent.amount,
    currency: intent.currency,
    createdAt: isoTime(intent.created),
    paidAt: isPaid ? isoTime(event.created) : undefined,
  });
}

/** Reads a session: paid at once, paid later, or failed. Each is a report of its own, whichever event makes it. */
function readSession(event: Event): Reading {
  const parsed = sessionSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const session = parsed.data;
  const intentId = session.payment_intent ?? null;
  if (intentId === null) return "unrelated";
  const isPaid = session.payment_status === "paid";
  const isFailed = event.type === "checkout.session.async_payment_failed";
  // If the link did not ask, or the buyer agreed to the terms alone, the buyer keeps the right of withdrawal.
  const { key, agreed } = LINK_CONSENT_FIELD;
  const isAgreed =
    session.custom_fields?.some((field) => field.key === key && field.dropdown?.value === agreed) === true;
  const source = isPaid ? "session" : isFailed ? "session-failed" : "session-open";
  return report(event, intentId, source, isPaid ? "sale" : "nothing", session.metadata ?? {}, {
    status: isPaid ? "paid" : isFailed ? "failed" : "open",
    paidAt: isPaid ? isoTime(event.created) : undefined,
    source: "hosted",
    sessionId: session.id,
    ...offerIn(session.metadata ?? {}),
    ...person(session.customer_details?.name, session.customer_details?.email),
    // The link's metadata have the version of its consent text.
    ...(isAgreed ? consentIn(session.metadata?.consent, isoTime(event.created)) : {}),
    amountCents: session.amount_total,
    currency: session.currency,
    createdAt: isoTime(session.created),
  });
}

/** A charge can only be refunded once it is paid. It has the total of all its refunds. */
function readCharge(event: Event): Reading {
  const parsed = chargeSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const charge = parsed.data;
  const intentId = charge.payment_intent ?? null;
  if (intentId === null) return "unrelated";
  return report(event, intentId, "charge", "money", charge.metadata ?? {}, {
    status: "paid",
    refundedCents: charge.amount_refunded,
    ...offerIn(charge.metadata ?? {}),
    gift: giftIn(charge.metadata ?? {}),
    ...person(charge.billing_details?.name, charge.billing_details?.email),
    amountCents: charge.amount,
    currency: charge.currency,
    createdAt: isoTime(charge.created),
  });
}

/** A refund that was returned counts as failed whichever of its events comes first. */
function readRefund(event: Event): Reading {
  const parsed = refundSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const { id, payment_intent: intentId, amount: cents, created } = parsed.data;
  if (intentId === null || intentId === undefined) return "unrelated";
  const isFailed = hasFailed(parsed.data);
  const told: Told = { kind: "refund", id, cents, isFailed };
  return tell(isFailed ? event : { ...event, created }, intentId, isFailed ? "refund failed" : "money", told);
}

function readDispute(event: Event): Reading {
  const parsed = disputeSchema.safeParse(event.object);
  if (!parsed.success) return null;
  const { id, payment_intent: intentId } = parsed.data;
  if (intentId === null || intentId === undefined) return "unrelated";
  const state = stateOfDispute(parsed.data);
  const dueBy = parsed.data.evidence_details?.due_by ?? null;
  if (state === null) return null;
  return tell(event, intentId, "money", {
    kind: "dispute",
    id,
    state,
    ...(dueBy === null ? {} : { dueBy: isoTime(dueBy) }),
  });
}

type Report = Extract<Told, { kind: "report" }>["report"];
type Known = { [field in keyof Report]?: Report[field] | undefined };

function report(
  event: Event,
  intentId: string,
  source: ReportSource,
  effect: EventEffect,
  paymentMetadata: Metadata,
  known: Known,
): OrderEvent {
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  return tell(
    event,
    intentId,
    effect,
    { kind: "report", source, report: Object.fromEntries(given) as Report },
    paymentMetadata,
  );
}

function tell(
  event: Event,
  intentId: string,
  effect: EventEffect,
  told: Told,
  paymentMetadata: Metadata | null = null,
): OrderEvent {
  return { news: { intentId, eventId: event.id, at: isoTime(event.created), told }, effect, paymentMetadata };
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
  const address = text(readEmailText(email ?? ""));
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
