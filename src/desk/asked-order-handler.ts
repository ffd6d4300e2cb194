import { formatOrderNumber } from "../ledger/order-rules.ts";
import { type Order, readOrder } from "../ledger/orders.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import { PATHS } from "../shared/paths.ts";
import type { ActRefusal } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import type { Cell } from "./desk-rules.ts";
import { orderCell, orderHref, sayProduct } from "./order-words-handler.ts";

/** The paid order that an act is about, as every preview shows it. */
export async function askedOrder({ ledger, params }: Desk): Promise<AskedOrder | ActRefusal> {
  const intentId = params.get(ACT_FIELDS.order) ?? "";
  const order = INTENT_ID.test(intentId) ? await readOrder(ledger, intentId) : null;
  if (order?.status !== "paid") return { refusal: ACTS_COPY.unknownOrder, back: `${PATHS.desk}${DESK_PATHS.orders}` };
  const buyer = [order.buyerName, order.email].filter((text) => text !== undefined).join(", ");
  return {
    order,
    number: formatOrderNumber(intentId),
    back: orderHref(intentId),
    facts: [
      [ACTS_COPY.order, orderCell(intentId)],
      [ACTS_COPY.buyer, buyer === "" ? DESK_COPY.orders.unknownBuyer : buyer],
      [ACTS_COPY.product, sayProduct(order)],
    ],
  };
}

export type AskedOrder = {
  order: Order;
  number: string;
  back: string;
  facts: readonly (readonly [label: string, value: Cell])[];
};
