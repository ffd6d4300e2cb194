import { readGiftStop } from "../gifts/gift-entries.ts";
import { storeOperatorStop } from "../gifts/gift-state.ts";
import { giftCodeOf } from "../gifts/paid-gifts.ts";
import { kvStoreOf } from "../server/kv-store.ts";
import { formatGiftCode } from "../shared/gift.ts";
import type { ActPreview, ActRefusal } from "./act.ts";
import { ACTS_COPY } from "./acts-copy.ts";
import { askedOrder } from "./asked-order-handler.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY } from "./desk-copy.ts";

/** Stops a bought gift, or lets it work again. */

const COPY = ACTS_COPY.gift;

export function previewStop(desk: Desk): Promise<ActPreview | ActRefusal> {
  return preview(desk, true);
}

export function previewRestore(desk: Desk): Promise<ActPreview | ActRefusal> {
  return preview(desk, false);
}

async function preview(desk: Desk, stopped: boolean): Promise<ActPreview | ActRefusal> {
  const asked = await askedOrder(desk);
  if ("refusal" in asked) return asked;
  const { order, back } = asked;
  const code = order.gift === undefined ? null : await giftCodeOf(desk.env, order);
  if (code === null) return { refusal: COPY.codeless, back };
  const { env, now } = desk;
  const stop = await readGiftStop(env.GIFTS, code);
  if (stop === "unavailable") return { refusal: DESK_COPY.order.giftUnread, back };
  const copy = stopped ? COPY.stop : COPY.restore;
  const state = stop === "stopped" ? COPY.stopped : COPY.works;
  return {
    title: copy.title,
    about: order.intentId,
    what: copy.what(formatGiftCode(code)),
    before: state,
    facts: [[COPY.for, order.gift?.recipient], [COPY.code, formatGiftCode(code)], [COPY.state, state], ...asked.facts],
    follows: copy.follows,
    button: copy.button,
    isLive: null,
    back,
    async perform() {
      await storeOperatorStop(kvStoreOf(env.GIFTS), code, stopped, now);
      return { state: "done", said: copy.done };
    },
  };
}
