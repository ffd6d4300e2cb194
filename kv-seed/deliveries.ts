import {
  DELIVERY_PREFIX,
  type Delivery,
  type DeliveryPlan,
  deliveryPrefix,
  joinDelivery,
  readDeliveryKey,
} from "../src/services/delivery-facts.ts";
import { boughtAt, isRepaid, type Order } from "../src/services/orders.ts";
import { isDeliveryOver, isPlanningOver } from "../src/shared/gift-delivery.ts";
import { formatTime, type LabelledFact } from "./command.ts";
import type { KvStore } from "./wrangler.ts";

/** The deliveries of gifts, as the operators' commands read and print them. */

/** The deliveries of the orders that are for a gift with a day, by payment. Only such a gift can be mailed. */
export async function readDeliveries(
  store: KvStore,
  orders: readonly { intentId: string; order: Order | null }[],
): Promise<ReadonlyMap<string, Delivery>> {
  const wanted = orders.flatMap(({ intentId, order }) =>
    order?.gift === undefined || order.gift.from === "now" ? [] : [intentId],
  );
  const [only] = wanted;
  if (only === undefined) return new Map();
  const listed = await store.list(wanted.length === 1 ? deliveryPrefix(only) : DELIVERY_PREFIX);
  const keys = new Map(wanted.map((intentId) => [intentId, [] as string[]]));
  for (const { name } of listed) keys.get(readDeliveryKey(name)?.intentId ?? "")?.push(name);
  const values = await store.get([...keys.values()].flat());
  return new Map(
    [...keys].map(([intentId, own]) => {
      const known = own.flatMap((key) => {
        const value = values.get(key);
        return value === undefined ? [] : [[key, value] as const];
      });
      return [intentId, joinDelivery(intentId, new Map(known))];
    }),
  );
}

/** An order's delivery in a few words, without its address; empty when nothing is to be mailed. */
export function sayDelivery(order: Order, delivery: Delivery | undefined, now: Date): string {
  const { gift } = order;
  if (gift === undefined || delivery === undefined) return "";
  if (isHeldBack(order, delivery)) return "gift's mail stopped (money)";
  switch (delivery.state) {
    case "unplanned":
      if (gift.byMail === undefined) return "";
      return isPlanningOver(boughtAt(order), now) ? "gift never planned" : "gift not planned yet";
    case "planned":
      return {
        waits: `gift waits for ${delivery.plan.day}`,
        tried: "gift is being sent",
        over: "gift perhaps not sent",
      }[progressOf(delivery.plan, now)];
    case "stopped":
      return `gift's mail stopped (${delivery.by})`;
    case "sent":
      return "gift sent";
    default:
      return `gift not sent (${delivery.state})`;
  }
}

function progressOf({ sendAt }: DeliveryPlan, now: Date): "waits" | "tried" | "over" {
  if (Date.parse(sendAt) > now.getTime()) return "waits";
  return isDeliveryOver(sendAt, now) ? "over" : "tried";
}

/** Whether a plan waits but its money went back: it is not mailed, even if its stop comes late or never. */
function isHeldBack(order: Order, { state }: Delivery): boolean {
  return state === "planned" && isRepaid(order);
}

/** An order's delivery in full, with the address that it is mailed to: facts for `labelled`. */
export function deliveryFacts(order: Order | null, delivery: Delivery | undefined, now: Date): readonly LabelledFact[] {
  const { gift } = order ?? {};
  if (order === null || gift === undefined || delivery === undefined) return [];
  if (delivery.state === "unplanned" && gift.byMail === undefined) return [];
  const changes =
    delivery.changes === 0 ? "" : `, changed ${delivery.changes === 1 ? "once" : `${delivery.changes} times`}`;
  return [
    [
      "Delivery",
      isHeldBack(order, delivery)
        ? `stopped: ${STOPPED_BY.money}`
        : describe(delivery, gift.from, order, now) + changes,
    ],
    ["Mailed to", delivery.state === "planned" ? delivery.plan.to : undefined],
  ];
}

const STOPPED_BY = {
  giver: "the giver stopped it",
  withdrawal: "its order was withdrawn",
  money: "its money went back",
  shop: "its code was stopped when it was to be mailed, or its giver's data were erased",
} as const;

function describe(delivery: Delivery, day: string, order: Order, now: Date): string {
  switch (delivery.state) {
    case "unplanned":
      return isPlanningOver(boughtAt(order), now)
        ? `for ${day}, never planned: the order's page asks its giver to; \`mails --resend\` tries the steps again`
        : `for ${day}, not planned yet: the steps after the sale do that within minutes`;
    case "planned": {
      const { plan } = delivery;
      const at = formatTime(plan.sendAt);
      return {
        waits: `waits for ${plan.day}, goes at ${at}`,
        tried: `was to go at ${at}; nothing says yet that it went (it is tried for a day)`,
        over: `was to go at ${at}; nobody knows whether it went`,
      }[progressOf(plan, now)];
    }
    case "stopped":
      return `stopped, ${formatTime(delivery.at)}: ${STOPPED_BY[delivery.by]}`;
    case "sent":
      return `sent, ${formatTime(delivery.at)}; its address was erased then`;
    case "refused":
      return `could not be sent, ${formatTime(delivery.at)}: the mail service refuses the address, or its owner had it erased`;
    case "failed":
      return `could not be sent, ${formatTime(delivery.at)}: mail or KV failed for a day, or mail is not configured`;
    case "lost":
      return `could not be sent, ${formatTime(delivery.at)}: its address was not kept, and the giver was asked for it again`;
  }
}
