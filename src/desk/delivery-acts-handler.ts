import { changeDelivery, readDelivery } from "../gifts/day/gift-delivery.ts";
import { deliveryDays } from "../gifts/day/gift-delivery-rules.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { formatDay } from "../shared/time.ts";
import { readDayText, readEmailText } from "../shared/typed-values.ts";
import type { ActPreview, ActRefusal } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedOrder } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";
import { sayDelivery } from "./order-words-handler.ts";

/** Changes or stops the mail of a gift on its day, as its giver can on the order's page. */

const COPY = ACTS_COPY.delivery;

export async function previewChange(desk: Desk): Promise<ActPreview | ActRefusal> {
  const asked = await askedOrder(desk);
  if ("refusal" in asked) return asked;
  const { order, number, back } = asked;
  const day = readDayText(desk.params.get(ACT_FIELDS.day) ?? "");
  const to = readEmailText(desk.params.get(ACT_FIELDS.address) ?? "");
  const days = deliveryDays(desk.now);
  if (order.gift === undefined) return { refusal: ACTS_COPY.unknownOrder, back };
  if (day < days.first || day > days.last) return { refusal: COPY.change.badDay, back };
  if (!isEmailAddress(to)) return { refusal: COPY.change.badAddress, back };
  const before = sayDelivery(await readDelivery(desk.ledger, order.intentId));
  return {
    title: COPY.change.title,
    about: order.intentId,
    what: COPY.change.what(number, formatDay(day)),
    before,
    facts: [[COPY.change.becomes, COPY.change.on(formatDay(day), to)], [COPY.now, before], ...asked.facts],
    follows: COPY.change.follows,
    button: COPY.change.button,
    isLive: null,
    back,
    perform: () => change(desk, order.intentId, { day, to }, COPY.change.done),
  };
}

export async function previewStopDelivery(desk: Desk): Promise<ActPreview | ActRefusal> {
  const asked = await askedOrder(desk);
  if ("refusal" in asked) return asked;
  const { order, number, back } = asked;
  const before = sayDelivery(await readDelivery(desk.ledger, order.intentId));
  return {
    title: COPY.stop.title,
    about: order.intentId,
    what: COPY.stop.what(number),
    before,
    facts: [[COPY.now, before], ...asked.facts],
    follows: COPY.stop.follows,
    button: COPY.stop.button,
    isLive: null,
    back,
    perform: () => change(desk, order.intentId, null, COPY.stop.done),
  };
}

async function change({ env, now }: Desk, intentId: string, wanted: { day: string; to: string } | null, done: string) {
  const outcome = await changeDelivery(env, intentId, wanted, now);
  if (outcome.status === "changed") return { state: "done", said: done } as const;
  return { state: "refused", said: COPY.refusals[outcome.status] } as const;
}
