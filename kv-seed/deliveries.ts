import type { Delivery, StoppedBy } from "../src/gifts/day/gift-delivery.ts";
import { isGiftStopped } from "../src/gifts/gift-entries.ts";
import type { GiftWords } from "../src/gifts/gift-state.ts";
import { isRepaid, type Order } from "../src/ledger/orders.ts";
import type { OrderRecord } from "../src/orders/order-records.ts";
import { formatTime, type LabelledFact } from "./command.ts";
import { describeOpen, describeStop } from "./gift-text.ts";

/** A bought gift in words: whether it works, and what becomes of its mail. */

/** An order's gift in a few words, without an address or a code; undefined without a gift. */
export function sayGift({ order, delivery }: OrderRecord, words: GiftWords, now: Date): string | undefined {
  if (order.gift === undefined) return undefined;
  const stop = describeStop(words);
  if (stop !== undefined) return `gift stopped ${stop}`;
  const open = isRepaid(order) ? ["gift still open"] : [];
  return [...open, delivery === null ? sayUnmailed(order) : sayDelivery(delivery, now)].join(", ");
}

function sayUnmailed({ gift, status }: Order): string {
  return gift?.deliveryDraftId === undefined || status !== "paid" ? "gift" : "gift not planned";
}

function sayDelivery(delivery: Delivery, now: Date): string {
  switch (delivery.state) {
    case "awaited":
      return "gift waits for its address";
    case "planned":
      return isPast(delivery.sendAt, now) ? "gift is being sent" : `gift waits for ${delivery.day}`;
    case "sending":
      return "gift is being sent";
    case "stopped":
      return `gift's mail stopped (${delivery.by})`;
    case "sent":
      return "gift sent";
    default:
      return `gift not sent (${delivery.state})`;
  }
}

function isPast(moment: string, now: Date): boolean {
  return Date.parse(moment) <= now.getTime();
}

/** An order's gift in full, with the address that it is mailed to: facts for `labelled`. */
export function giftFacts({ order, delivery }: OrderRecord, words: GiftWords, now: Date): readonly LabelledFact[] {
  const { gift } = order;
  if (gift === undefined) return [];
  const stop = describeStop(words);
  const isOpenAfterAll = isRepaid(order) && !isGiftStopped(words);
  const address = delivery?.state === "planned" || delivery?.state === "sending" ? delivery.address : undefined;
  return [
    ["Gift stopped", stop],
    ["Gift", isOpenAfterAll ? `refunded, gift still open (${describeOpen(words)})` : undefined],
    ["Delivery", delivery === null ? undefined : describe(delivery, gift.from, now) + changesOf(delivery)],
    ["Mailed to", address],
  ];
}

function changesOf({ changes }: Delivery): string {
  return changes === 0 ? "" : `, changed ${changes === 1 ? "once" : `${changes} times`}`;
}

const STOPPED_BY = {
  giver: "the giver stopped it",
  withdrawal: "its order was withdrawn",
  money: "its money went back",
  shop: "its code was stopped when it was to be mailed, or its giver's data were erased, or the ledger was restored after its day",
} as const satisfies Record<StoppedBy, string>;

/** A delivery in full. What its giver can do is on the order's page. */
function describe(delivery: Delivery, day: string, now: Date): string {
  const at = formatTime(delivery.at);
  switch (delivery.state) {
    case "awaited":
      return `for ${day}: the address that its giver typed is not here yet. After a quarter of an hour its giver is asked for it`;
    case "planned": {
      const moment = formatTime(delivery.sendAt);
      return isPast(delivery.sendAt, now)
        ? `was to go at ${moment}, and is tried for a day`
        : `waits for ${delivery.day}, goes at ${moment}`;
    }
    case "sending":
      return `is being sent now, was to go at ${formatTime(delivery.sendAt)}`;
    case "stopped":
      return `stopped, ${at}: ${STOPPED_BY[delivery.by]}`;
    case "sent":
      return `sent, ${at}; its address was erased then`;
    case "refused":
      return `could not be sent, ${at}: the mail service refuses the address, or its owner had it erased. ${ASKED}`;
    case "failed":
      return `could not be sent, ${at}: mail or KV failed for a day, or mail is not configured. ${ASKED}`;
    case "lost":
      return `could not be sent, ${at}: its address was not kept. ${ASKED}`;
  }
}

const ASKED = "Its giver was told, and can have it mailed again on the order's page";
