import { HOUR_MS, MINUTE_MS } from "../../src/shared/time.ts";
import { createStripeCore } from "../outside-world/stripe-core.ts";
import type { IntentStatus } from "../outside-world/stripe-intents.ts";
import type { Dispute, PaymentIntent } from "../outside-world/stripe-objects.ts";
import { intentIdOf, type StripeEvent, signedRequest } from "../outside-world/stripe-webhooks.ts";
import { randomBelow } from "./chance.ts";
import { now, sleep } from "./clock.ts";

/** The local Stripe of `test/outside-world/` as a function in this process, whose webhooks follow the story. */

/** The way in which events travel from now on. */
export type Delivery = {
  /** The delay before an event is sent, milliseconds. `shuffleMs`: the largest extra delay, random for each event. */
  lateMs: number;
  shuffleMs: number;
  /** How often each event is delivered; 0: it is lost, as if the endpoint was switched off. */
  copies: number;
};
const PROMPT: Delivery = { lateMs: 500, shuffleMs: 1_000, copies: 1 };

/** Stripe's pauses before it retries an event without a 2xx, up to three days in all (docs, "Webhooks"). */
const AGAIN_AFTER_MS = [1, 5, 30, 120, 300, 600, 720, 720, 720, 720].map((minutes) => minutes * MINUTE_MS);

/** The time in which events come that somebody has delivered again, milliseconds. */
const AGAIN_MS = 10 * MINUTE_MS;
/** How old an event may be that is delivered again (docs, "Process undelivered webhook events"). */
const KEPT_MS = 30 * 24 * HOUR_MS;

type Moment = { atMs: number; status: IntentStatus };

export function createProvider(world: {
  apiBase: string;
  shopOrigin: string;
  bring(request: Request, place: string): Promise<Response>;
  note(text: string): void;
  /** Called when an event was taken in, and no other one of its payment is on its way into the shop. */
  onTaken(intentId: string): Promise<void>;
}) {
  const history = new Map<string, Moment[]>();
  const events: StripeEvent[] = [];
  const undelivered = new Set<string>();
  /** What the shop took in, as often as it did. */
  const taken = new Set<StripeEvent>();
  const lost = new Set<string>();
  const firstDeliveredMs = new Map<string, number>();
  /** How many events of a payment the shop is taking in. */
  const arriving = new Map<string, number>();
  let delivery = PROMPT;
  let lastTroubleMs = Number.NEGATIVE_INFINITY;

  const { account, intents, sales, api, settle } = createStripeCore({
    origin: () => world.apiBase,
    emit,
    events: () => events.map((event) => ({ ...event, pending_webhooks: 0 })),
  });

  /** Records each payment's present state. */
  function look(): void {
    for (const { id, status } of intents.all()) {
      const moments = history.get(id) ?? [];
      if (moments.at(-1)?.status !== status) history.set(id, [...moments, { atMs: now(), status }]);
    }
  }

  function emit(event: StripeEvent): void {
    look();
    events.push(event);
    if (delivery.copies === 0) return void lost.add(intentIdOf(event));
    undelivered.add(event.id);
    for (let copy = 0; copy < delivery.copies; copy += 1)
      void deliver(event, delivery.lateMs + randomBelow(delivery.shuffleMs + 1), copy);
  }

  async function deliver(event: StripeEvent, lateMs: number, copy: number): Promise<void> {
    await sleep(lateMs);
    for (const pauseMs of [0, ...AGAIN_AFTER_MS]) {
      if (pauseMs > 0) await sleep(pauseMs);
      // Each copy arrives in another data centre.
      const id = intentIdOf(event);
      arriving.set(id, (arriving.get(id) ?? 0) + 1);
      const { status } = await world.bring(signedRequest(world.shopOrigin, event), copy % 2 === 0 ? "FRA" : "IAD");
      const others = (arriving.get(id) ?? 1) - 1;
      arriving.set(id, others);
      world.note(`Stripe tells the shop of ${event.type}; the shop answers ${status}.`);
      if (status < 300) {
        taken.add(event);
        if (others === 0) await world.onTaken(id);
        undelivered.delete(event.id);
        if (!firstDeliveredMs.has(event.id)) firstDeliveredMs.set(event.id, now());
        return;
      }
    }
  }

  function firstToldMs(id: string, isMeant: (event: StripeEvent) => boolean): number | null {
    const told = events.filter((event) => intentIdOf(event) === id && isMeant(event));
    return told.map((event) => firstDeliveredMs.get(event.id) ?? null)[0] ?? null;
  }

  return {
    intents,
    account,
    events,
    undelivered,
    lost,
    takenOf: (id: string) => [...taken].filter((event) => intentIdOf(event) === id),
    deliverAgain(id: string): void {
      const isKept = ({ created }: StripeEvent) => now() - 1000 * created < KEPT_MS;
      for (const event of events.filter((one) => intentIdOf(one) === id && isKept(one)))
        void deliver(event, randomBelow(AGAIN_MS), 0);
    },
    setDelivery(next: Delivery) {
      delivery = next;
    },
    /** Makes the next calls of the shop's server fail in this way. */
    setTrouble: api.setMode,
    /** Whether an event of a payment is on its way to the shop, or the shop is taking it in. */
    isArriving: (id: string) =>
      (arriving.get(id) ?? 0) > 0 || events.some((event) => undelivered.has(event.id) && intentIdOf(event) === id),
    /** When a call last failed, milliseconds since 1970. */
    get lastTroubleMs() {
      return lastTroubleMs;
    },
    /** One call of Stripe's API. Rejects when the connection is cut. */
    async call(request: Request): Promise<Response> {
      const { promise: cutOff, reject } = Promise.withResolvers<never>();
      cutOff.catch(() => undefined);
      if (api.behaviour.mode !== "ok") lastTroubleMs = now();
      const outgoing = { destroy: () => reject(new TypeError("fetch failed")) } as never;
      const answer = await Promise.race([api.app.fetch(request, { outgoing }), cutOff]);
      look();
      return answer;
    },
    /** Whether a payment had such a state at some moment from then until now. */
    stoodSince(id: string, fromMs: number, isSo: (status: IntentStatus) => boolean): boolean {
      const moments = history.get(id) ?? [];
      return moments.some(
        ({ status }, index) => isSo(status) && (moments[index + 1]?.atMs ?? Number.POSITIVE_INFINITY) >= fromMs,
      );
    },
    /** When a payment was paid, milliseconds since 1970; null if it is not. */
    paidAtMs: (id: string): number | null =>
      history.get(id)?.find(({ status }) => status === "succeeded")?.atMs ?? null,
    /** When the shop first learned that a payment was paid, milliseconds since 1970. */
    toldAtMs: (id: string) => firstToldMs(id, ({ type }) => type === "payment_intent.succeeded"),
    refundToldAtMs: (id: string) =>
      firstToldMs(id, ({ data: { object } }) => object.object === "charge" && object.refunded),
    disputeLostToldAtMs: (id: string) =>
      firstToldMs(id, ({ data: { object } }) => object.object === "dispute" && object.status === "lost"),
    sessionToldAtMs: (id: string) =>
      firstToldMs(
        id,
        ({ data: { object } }) => object.object === "checkout.session" && object.payment_status === "paid",
      ),
    sessionOf: (id: string) => account.of("checkout/sessions", id)[0],
    /** When Stripe last had something to tell of a payment. */
    lastEventMs: (id: string): number =>
      1000 * Math.max(0, ...events.filter((event) => intentIdOf(event) === id).map(({ created }) => created)),
    settle,
    cancel: intents.cancel,
    buy: sales.buy,
    refund: sales.refund,
    failRefund: sales.failRefund,
    /** Left out if no bank does that: after an appeal there is only its end. */
    dispute(intent: PaymentIntent, status: Dispute["status"]): void {
      const [known] = account.of("disputes", intent.id);
      if (!known?.status.startsWith("appeal_") || ["won", "lost"].includes(status) || status.startsWith("appeal_"))
        sales.dispute(intent, status);
    },
  };
}
