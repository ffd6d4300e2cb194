import type { KVNamespace, KVNamespacePutOptions } from "@cloudflare/workers-types";
import type Stripe from "stripe";
import { type ORDER_EVENT_TYPES, readOrderNews } from "../src/services/order-events.ts";
import { type OrderFact, writeFact } from "../src/services/orders.ts";
import { findIntent } from "../src/services/stripe.ts";
import { otherEnvironment } from "../src/shared/environment.ts";
import type { KvEntry } from "./wrangler.ts";

/**
 * Stripe's payments as the facts that its webhook would have written: each object is read as an event about it, by the
 * webhook's own reader.
 */

export type StripeFact = { key: string; fact: OrderFact };

export type StripeTruth = {
  facts: readonly StripeFact[];
  /** Every payment of the period, in whatever state. */
  intentIds: ReadonlySet<string>;
  /** Payments that are marked for another environment, with its name; `facts` holds nothing of them. */
  others: ReadonlyMap<string, string>;
  /** Objects that the webhook would refuse, by id. */
  unreadable: readonly string[];
};

type EventType = (typeof ORDER_EVENT_TYPES)[number];

/** The prefix of the made-up id of an event that we did not get. */
const EVENT_PREFIX = "reconciled_";

/** Reads an environment's payments, hosted checkouts, refunds and disputes since then. Rejects with Stripe's error. */
export async function readStripeTruth(stripe: Stripe, since: Date, environment: string): Promise<StripeTruth> {
  const facts: StripeFact[] = [];
  const unreadable: string[] = [];
  const intentIds = new Set<string>();
  const period = { limit: 100, created: { gte: Math.floor(since.getTime() / 1000) } };

  const others = new Map<string, string>();

  /** Whether a payment is of another environment. A payment from before the period is fetched first. */
  async function isOther(intentId: string): Promise<boolean> {
    if (!intentIds.has(intentId)) take(intentId, (await findIntent(stripe, intentId))?.metadata);
    return others.has(intentId);
  }

  function take(intentId: string, metadata: Readonly<Record<string, string>> | undefined): void {
    intentIds.add(intentId);
    const other = otherEnvironment(metadata, environment);
    if (other !== null) others.set(intentId, other);
  }

  async function note(type: EventType, created: number, object: { id: string }): Promise<void> {
    const news = readOrderNews({ id: `${EVENT_PREFIX}${object.id}`, type, created, data: { object } });
    if (news === null) unreadable.push(object.id);
    else if (news !== "unrelated" && !(await isOther(news.fact.intentId)))
      facts.push({ key: news.key, fact: news.fact });
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
  return { facts, intentIds, others, unreadable };
}

/** When a payment was paid, seconds since 1970: its charge's time, if that is expanded. */
function paidAtOf({ latest_charge: charge, created }: Stripe.PaymentIntent): number {
  return typeof charge === "object" && charge !== null ? charge.created : created;
}

/** The fact of a payment that was paid, or that has ended without being paid; null if the webhook would refuse it. */
export function factOfIntent(intent: Stripe.PaymentIntent): StripeFact | null {
  const [type, created] =
    intent.status === "succeeded"
      ? (["payment_intent.succeeded", paidAtOf(intent)] as const)
      : (["payment_intent.payment_failed", intent.created] as const);
  const news = readOrderNews({ id: `${EVENT_PREFIX}${intent.id}`, type, created, data: { object: intent } });
  return news === null || news === "unrelated" ? null : { key: news.key, fact: news.fact };
}

/** The KV entries of a fact, exactly as the webhook writes them. */
export async function entriesOfFact({ key, fact }: StripeFact, now: Date): Promise<readonly KvEntry[]> {
  const entries: KvEntry[] = [];
  const recorder = {
    async put(name: string, value: string, options: KVNamespacePutOptions = {}): Promise<void> {
      const { expirationTtl, metadata } = options;
      const expiration =
        expirationTtl === undefined ? options.expiration : Math.floor(now.getTime() / 1000) + expirationTtl;
      entries.push({
        key: name,
        value,
        ...(expiration === undefined ? {} : { expiration }),
        ...(metadata === null || metadata === undefined ? {} : { metadata }),
      });
    },
  };
  await writeFact(recorder as unknown as KVNamespace, key, fact);
  return entries;
}
