import type Stripe from "stripe";
import { DISPUTE_STATES, type PaymentEvent } from "../../ledger/orders.ts";
import { fromRow, type Ledger, type Row, sql } from "../../server/database.ts";
import { findIntent, found } from "../../server/stripe.ts";
import { otherEnvironment } from "../../shared/environment.ts";
import { type ORDER_EVENT_TYPES, type OrderEvent, readOrderEvent } from "./order-events.ts";

/**
 * What Stripe has, as the events that its webhook would have sent: each object is read as an event about it, by the
 * webhook's own reader. Objects and not Stripe's list of events: an event has the form of the account's version of the
 * API, and Stripe keeps it for thirty days.
 */

type StripeTruth = {
  events: readonly OrderEvent[];
  /** Objects that the webhook would refuse, by id. */
  unreadable: readonly string[];
};

type EventType = (typeof ORDER_EVENT_TYPES)[number];

/** The prefix of the made-up id of an event that we did not get. */
const EVENT_PREFIX = "reconciled_";

/** Reads an environment's payments, hosted checkouts, refunds and disputes since then. Rejects with Stripe's error. */
export async function readStripeTruth(stripe: Stripe, since: Date, environment: string): Promise<StripeTruth> {
  const events: OrderEvent[] = [];
  const unreadable: string[] = [];
  const period = { limit: 100, created: { gte: Math.floor(since.getTime() / 1000) } };

  /** Each payment's other environment, null if it is this one; `events` holds nothing of another. */
  const others = new Map<string, string | null>();

  /** Whether a payment is of another environment. A payment from before the period is fetched first. */
  async function isOther(intentId: string): Promise<boolean> {
    if (!others.has(intentId)) take(intentId, (await findIntent(stripe, intentId))?.metadata);
    return others.get(intentId) !== null;
  }

  function take(intentId: string, metadata: Readonly<Record<string, string>> | undefined): void {
    others.set(intentId, otherEnvironment(metadata, environment));
  }

  async function note(type: EventType, created: number, object: { id: string }): Promise<void> {
    const event = readObject(type, created, object);
    if (event === null) unreadable.push(object.id);
    else if (event !== "unrelated" && !(await isOther(event.news.intentId))) events.push(event);
  }

  for await (const intent of stripe.paymentIntents.list({ ...period, expand: ["data.latest_charge"] })) {
    take(intent.id, intent.metadata);
    if (intent.status === "succeeded") await note("payment_intent.succeeded", paidAtOf(intent), intent);
  }
  for await (const session of stripe.checkout.sessions.list(period)) {
    if (session.payment_status === "paid") await note("checkout.session.completed", session.created, session);
  }
  // The refund's own status counts, whatever the event's type is.
  for await (const refund of stripe.refunds.list(period)) await note("refund.updated", refund.created, refund);
  for await (const dispute of stripe.disputes.list(period))
    await note("charge.dispute.updated", dispute.created, dispute);
  return { events, unreadable };
}

/**
 * A refund or a dispute as Stripe has it now, as an event about it; null if it has none, or the webhook would refuse it. Rejects with
 * Stripe's error.
 */
export async function readNamed(stripe: Stripe, kind: "refund" | "dispute", id: string): Promise<OrderEvent | null> {
  const [type, asked] =
    kind === "refund"
      ? (["refund.updated", stripe.refunds.retrieve(id)] as const)
      : (["charge.dispute.updated", stripe.disputes.retrieve(id)] as const);
  const object = await found<Stripe.Refund | Stripe.Dispute>(asked);
  const event = object && readObject(type, object.created, object);
  return event === "unrelated" ? null : event;
}

function readObject(type: EventType, created: number, object: { id: string }): ReturnType<typeof readOrderEvent> {
  return readOrderEvent({ id: `${EVENT_PREFIX}${object.id}`, type, created, data: { object } });
}

/** When a payment was paid, seconds since 1970: its charge's time, if that is expanded. */
function paidAtOf({ latest_charge: charge, created }: Stripe.PaymentIntent): number {
  return typeof charge === "object" && charge !== null ? charge.created : created;
}

/** The event of a payment as it is now; null if the webhook would refuse it. */
export function eventOfIntent(intent: Stripe.PaymentIntent): OrderEvent | null {
  const [type, created] =
    intent.status === "succeeded"
      ? (["payment_intent.succeeded", paidAtOf(intent)] as const)
      : intent.status === "processing"
        ? (["payment_intent.processing", intent.created] as const)
        : (["payment_intent.payment_failed", intent.created] as const);
  const event = readObject(type, created, intent);
  return event === "unrelated" ? null : event;
}

/** What the ledger says of an event: it has it, does not have it, or has something else, in words. */
export type Compared =
  | { event: OrderEvent; is: "known" | "missing" }
  | { event: OrderEvent; is: "different"; how: string };

/** The fields of a report that are compared. Times may differ: Stripe's object may be read at another moment. */
const COMPARED = ["status", "amountCents", "currency", "productId", "flow", "sessionId"] as const;

/**
 * Compares events with the ledger. What changed since it was written down has no time at Stripe: it is news of `now`. Rejects if the
 * ledger is away.
 */
export async function compareEvents(
  ledger: Ledger,
  events: readonly OrderEvent[],
  now: Date,
): Promise<readonly Compared[]> {
  const ids = (kind: PaymentEvent["told"]["kind"]) =>
    JSON.stringify(
      events.flatMap(({ news: { intentId, told } }) =>
        told.kind !== kind ? [] : [told.kind === "report" ? intentId : told.id],
      ),
    );
  const [reports = [], refunds = [], disputes = []] = await ledger([
    sql("SELECT * FROM payment_reports WHERE intent_id IN (SELECT value FROM json_each(?1))", ids("report")),
    sql("SELECT * FROM refunds WHERE id IN (SELECT value FROM json_each(?1))", ids("refund")),
    sql("SELECT * FROM disputes WHERE id IN (SELECT value FROM json_each(?1))", ids("dispute")),
  ]);
  const byReport = new Map(reports.map((row) => [`${row.intent_id} ${row.source}`, row]));
  const byId = new Map([...refunds, ...disputes].map((row) => [String(row.id), row]));
  return events.map((event) => {
    const { told, intentId } = event.news;
    const row = told.kind === "report" ? byReport.get(`${intentId} ${told.source}`) : byId.get(told.id);
    return row === undefined ? { event, is: "missing" } : compare(event, row, now);
  });
}

function compare(event: OrderEvent, row: Row, now: Date): Compared {
  const { told } = event.news;
  const changed: Compared = { event: { ...event, news: { ...event.news, at: now.toISOString() } }, is: "missing" };
  if (told.kind === "dispute") {
    return row.stage === DISPUTE_STATES.indexOf(told.state) ? { event, is: "known" } : changed;
  }
  if (told.kind === "refund") {
    if (row.cents !== told.cents)
      return { event, is: "different", how: `cents: the ledger has ${row.cents}, Stripe ${told.cents}` };
    return told.isFailed && row.failed_at === null ? changed : { event, is: "known" };
  }
  const { report } = told;
  const known = fromRow<Partial<typeof report>>(row);
  const differences = COMPARED.flatMap((field) => {
    const [ours, theirs] = [known[field] ?? null, report[field] ?? null];
    return ours === theirs ? [] : [`${field}: the ledger has ${ours}, Stripe ${theirs}`];
  });
  return differences.length === 0 ? { event, is: "known" } : { event, is: "different", how: differences.join("; ") };
}
