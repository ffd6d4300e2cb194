import { changeDelivery, type Delivery, readDelivery, readPlan } from "../gifts/day/gift-delivery.ts";
import { deliveryDays } from "../gifts/day/gift-delivery-rules.ts";
import { readGiftStop } from "../gifts/gift-entries.ts";
import { storeOperatorStop } from "../gifts/gift-state.ts";
import { giftCodeOf } from "../gifts/paid-gifts.ts";
import { kvStoreOf } from "../server/kv-store.ts";
import { connectStripe } from "../server/stripe.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { formatGiftCode } from "../shared/gift.ts";
import { formatDay } from "../shared/time.ts";
import { readDayText, readEmailText } from "../shared/typed-values.ts";
import { defineAct } from "./act.ts";
import type { Undo } from "./acts.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedOrder } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY } from "./desk-copy.ts";
import { eraseGift } from "./erase-person.ts";
import { sayDelivery } from "./order-words-handler.ts";

const { gift: GIFT, delivery: DELIVERY } = ACTS_COPY;

/** Stops a bought gift, or lets it work again. */
const stopAct = (stopped: boolean) => {
  const copy = stopped ? GIFT.stop : GIFT.restore;
  const back = stopped ? "restoreGift" : "stopGift";
  return defineAct(copy, askedOrder, async ({ shop }, { order }) => {
    const code = order.gift === undefined ? null : await giftCodeOf(shop, order);
    if (code === null) return GIFT.codeless;
    const stop = await readGiftStop(shop.GIFTS, code);
    if (stop === "unavailable") return GIFT.unread;
    const state = stop === "stopped" ? GIFT.stopped : GIFT.works;
    const isPaidFor = !order.isRepaid;
    const { delivery, why } = await readPlan(shop.ledger, order.intentId);
    const day = delivery?.state === "planned" ? formatDay(delivery.day) : null;
    return {
      what: copy.what(formatGiftCode(code)),
      before: state,
      undo: { act: back, fields: { [ACT_FIELDS.order]: order.intentId } },
      facts: [
        [GIFT.for, order.gift?.recipient],
        [GIFT.code, formatGiftCode(code)],
        [GIFT.state, state],
      ],
      ...(stopped || isPaidFor ? {} : { tick: GIFT.isRepaid }),
      follows: stopped ? GIFT.stop.follows(day) : GIFT.restore.follows(isPaidFor, day, why === null),
      async perform() {
        await storeOperatorStop(kvStoreOf(shop.GIFTS), code, stopped, shop.now);
        return { state: "done", said: copy.done };
      },
    };
  });
};
export const previewStop = stopAct(true);
export const previewRestore = stopAct(false);

/** Erases a gift's texts. Nothing may be left behind at Stripe. */
export const previewTexts = defineAct(GIFT.erase, askedOrder, async ({ shop }, { order, number }) => {
  const { ledger, now, stripe: access } = shop;
  const code = order.gift === undefined ? null : await giftCodeOf(shop, order);
  if (code === null) return GIFT.codeless;
  if (access === null) return DESK_COPY.trouble.stripe;
  return {
    what: GIFT.erase.what(number),
    before: "",
    failed: GIFT.erase.stopped,
    async perform() {
      const places = { ledger, gifts: kvStoreOf(shop.GIFTS), stripe: await connectStripe(access) };
      await eraseGift(places, order.intentId, code, now);
      return { state: "done", said: GIFT.erase.done };
    },
  };
});

/** Changes the mail of a gift on its day, as its giver can on the order's page. */
export const previewChange = defineAct(DELIVERY.change, askedOrder, async (desk, { order, number }) => {
  const copy = DELIVERY.change;
  const day = readDayText(desk.params.get(ACT_FIELDS.day) ?? "");
  const to = readEmailText(desk.params.get(ACT_FIELDS.address) ?? "");
  const days = deliveryDays(desk.shop.now);
  if (order.gift === undefined) return ACTS_COPY.unknownOrder;
  if (day < days.first || day > days.last) return copy.badDay(formatDay(days.last));
  if (!isEmailAddress(to)) return copy.badAddress;
  const { delivery, why } = await readPlan(desk.shop.ledger, order.intentId);
  if (why !== null) return DELIVERY.refusals[why];
  const code = await giftCodeOf(desk.shop, order);
  if (code !== null && (await readGiftStop(desk.shop.GIFTS, code)) === "stopped") return DELIVERY.stopped;
  const before = sayDelivery(delivery);
  return {
    what: copy.what(number, formatDay(day)),
    before,
    undo: undoOf(order.intentId, delivery),
    // Both with their address, so that they can be compared.
    facts: [
      [copy.becomes, copy.on(formatDay(day), to)],
      [DELIVERY.now, delivery?.state === "planned" ? copy.on(formatDay(delivery.day), delivery.address) : before],
    ],
    perform: () => change(desk, order.intentId, { day, to }, copy.done),
  };
});

export const previewStopDelivery = defineAct(DELIVERY.stop, askedOrder, async (desk, { order, number }) => {
  const delivery = await readDelivery(desk.shop.ledger, order.intentId);
  const before = sayDelivery(delivery);
  return {
    what: DELIVERY.stop.what(number),
    before,
    // A wish whose day or address is not known yet has gone with it.
    undo: delivery?.state === "planned" ? undoOf(order.intentId, delivery) : undefined,
    facts: [[DELIVERY.now, before]],
    perform: () => change(desk, order.intentId, null, DELIVERY.stop.done),
  };
});

/** What brings a plan back; without one the mail is stopped again. */
function undoOf(intentId: string, delivery: Delivery | null): Undo {
  const fields = { [ACT_FIELDS.order]: intentId };
  if (delivery?.state !== "planned") return { act: "stopDelivery", fields };
  const { day, address } = delivery;
  return { act: "changeDelivery", fields: { ...fields, [ACT_FIELDS.day]: day, [ACT_FIELDS.address]: address } };
}

async function change({ shop }: Desk, intentId: string, wanted: { day: string; to: string } | null, done: string) {
  const outcome = await changeDelivery(shop, intentId, wanted, "operator");
  if (outcome.status === "changed") return { state: "done", said: done } as const;
  return { state: "refused", said: DELIVERY.refusals[outcome.status] } as const;
}
