import { LOCAL_ORDER_TOKEN_KEYS } from "../../kv-seed/order-keys.ts";
import { keepDeliveryDraft } from "../../src/gifts/day/gift-delivery.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { claimMail, endMail, type MailName } from "../../src/ledger/mails.ts";
import { type ORDER_EVENT_TYPES, readOrderEvent } from "../../src/paying/webhook/order-events.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop as openRequest } from "../../src/server/shop.ts";
import { wholeObject } from "../worker/stripe-objects.ts";
import { DB, type Declared, declare, ledger } from "./ledger.ts";

/** A shop without Stripe: a ledger that is told of real events. */

let ids = 0;
function newId(prefix: string): string {
  ids += 1;
  return `${prefix}_${ids}`;
}

/** Tells the ledger of an event of that time, as the webhook does. */
export async function tell(type: (typeof ORDER_EVENT_TYPES)[number], time: string, object: object): Promise<void> {
  const id = newId("evt");
  const created = Date.parse(time) / 1000;
  const event = readOrderEvent({ id, type, created, data: { object: wholeObject(type, { created, ...object }) } });
  if (event === null || event === "unrelated") throw new Error(`${type} is ${event}`);
  const env = { DB, ORDER_TOKEN_KEYS: LOCAL_ORDER_TOKEN_KEYS } as unknown as Bindings;
  await recordEvent(openRequest(env, new Date(time)), event);
}

/** The time of a sale that a test does not set. */
const PAID_AT = "2026-07-01T10:00:00.000Z";

type Sale = { paidAt?: string; created?: number; metadata?: Readonly<Record<string, string>> };

export function sell(id: string, { paidAt = PAID_AT, metadata = {}, ...more }: Sale = {}): Promise<void> {
  const offer = { product: "KVB1", flow: "none", price: "3900", visit: "v", ...metadata };
  return tell("payment_intent.succeeded", paidAt, { id, amount: 3900, currency: "eur", metadata: offer, ...more });
}
export const refund = (id: string, amount: number, time = PAID_AT, status = "succeeded", name = newId("re")) =>
  tell("refund.created", time, { id: name, payment_intent: id, amount, status });
export const dispute = (id: string, status: string, time = PAID_AT, more: object = {}) =>
  tell("charge.dispute.updated", time, { id: `du_${id}`, payment_intent: id, status, ...more });

type Ended = Omit<MailName, "about"> & { end: "sent" | "refused" | "failed" | "withheld"; detail: string | null };
export async function endMailOf(
  about: string,
  time: string,
  { kind = "confirmation", version = "", end = "sent", detail = null }: Partial<Ended> = {},
): Promise<void> {
  const name = { kind, about, version };
  await ledger([claimMail(name, "claim", new Date(time)), endMail(name, "claim", end, time, detail)]);
}

export const withdraw = (time: string, fields: Declared = {}) => declare(DB, time, fields);

/** A gift that was paid, and is mailed on its day (`2026-12-05`). */
export async function sellGiftByMail(id: string, day: string): Promise<void> {
  const deliveryDraftId = "0a1b2c3d";
  const names = { recipient: "Noor", giver: "Opa Kees", message: "" } as const;
  const wish = { productId: "KVB1", ...names, from: day, deliveryDraftId } as const;
  await keepDeliveryDraft({ ledger, now: new Date(PAID_AT) }, id, { id: deliveryDraftId, to: "noor@example.nl", day });
  await sell(id, { metadata: { buyer_email: "kees@example.nl", ...wishToMetadata(wish) } });
}
