import { toDelivery } from "../gifts/day/gift-delivery.ts";
import { type Row, sql } from "../ledger/database.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { BOUGHT_AT, type Order, toOrder } from "../ledger/orders.ts";
import { PATHS } from "../shared/paths.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS, euros } from "./desk-copy.ts";
import { FILTER_PARAMETER, filterField, type Item, type Screen } from "./desk-rules.ts";
import { orderHref, sayDelivery, sayProduct, sayState } from "./order-words-handler.ts";

/** `GET /beheer/cadeaus`: the gifts that were bought, with what becomes of their mails. */

const COPY = DESK_COPY.gifts;
const FILTERS = {
  waiting: "d.state IN ('awaited', 'planned', 'sending')",
  unmailed: "d.state IN ('refused', 'failed', 'lost')",
  all: "true",
} as const;
const NAMES = Object.keys(FILTERS) as readonly (keyof typeof FILTERS)[];
const MOST_GIFTS = 100;

export async function showGifts({ ledger, params }: Desk): Promise<Screen> {
  const filter = NAMES.find((known) => known === params.get(FILTER_PARAMETER)) ?? "all";
  const chosen = `SELECT o.intent_id FROM orders AS o LEFT JOIN deliveries AS d ON d.intent_id = o.intent_id
    WHERE o.gift IS NOT NULL AND o.status = 'paid' AND ${FILTERS[filter]}
    ORDER BY ${BOUGHT_AT} DESC LIMIT ${MOST_GIFTS}`;
  const [orders = [], deliveries = []] = await ledger([
    sql(`SELECT * FROM shown_orders WHERE intent_id IN (${chosen}) ORDER BY ${BOUGHT_AT} DESC`),
    sql(`SELECT * FROM deliveries WHERE intent_id IN (${chosen})`),
  ]);
  const byPayment = new Map(deliveries.map((row) => [row.intent_id, row]));
  const items = orders.flatMap((row) => {
    const order = toOrder(row);
    return order === null ? [] : [giftItem(order, byPayment.get(order.intentId) ?? null)];
  });
  return {
    title: COPY.title,
    sections: [
      {
        blocks: [
          {
            kind: "form",
            form: {
              action: `${PATHS.desk}${DESK_PATHS.gifts}`,
              method: "get",
              fields: [filterField(COPY.filter, NAMES, COPY.filters, filter)],
              button: COPY.button,
            },
          },
        ],
      },
      {
        blocks: [
          { kind: "list", items, empty: COPY.none },
          { kind: "text", text: COPY.handmade },
        ],
      },
    ],
  };
}

function giftItem(order: Order, row: Row | null): Item {
  const delivery = toDelivery(row);
  const isLost = delivery !== null && ["refused", "failed", "lost"].includes(delivery.state);
  return {
    title: { text: sayProduct(order), href: orderHref(order.intentId) },
    aside: euros(order.amountCents),
    said: `${sayState(order)} · ${sayDelivery(delivery)}`,
    lines: [formatOrderNumber(order.intentId)],
    tone: isLost ? "bad" : delivery === null || delivery.state === "sent" ? "plain" : "wait",
  };
}
