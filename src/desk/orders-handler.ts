import { readWithdrawal } from "../orders/withdrawal/withdrawals.ts";
import { deskWithdrawalPath, PATHS } from "../shared/paths.ts";
import { type Desk, hasAddress } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { type Block, FILTER_PARAMETER, filterField, type Screen, those } from "./desk-rules.ts";
import { findOrders, ORDER_FILTERS, soughtWithdrawal } from "./order-search.ts";
import { orderItem } from "./order-words-handler.ts";

/**
 * `GET /beheer/bestellingen`: orders by name, address, number, payment or code, and by what is the matter with them. A withdrawal by its
 * reference, whatever it means.
 */

const COPY = DESK_COPY.orders;
/** The longest text that is looked for, UTF-16 units. */
const SEARCH_MAX_LENGTH = 200;

export async function showOrders(desk: Desk): Promise<Screen> {
  const { params, query } = desk;
  const { ledger } = desk.shop;
  const text = (params.get("zoek") ?? "").slice(0, SEARCH_MAX_LENGTH);
  const chosen = ORDER_FILTERS.find((known) => known === params.get(FILTER_PARAMETER)) ?? "paid";
  // The form always sends its choice. Whoever searches for somebody wants an answer, not "not among the paid ones".
  const isSearched = text.trim() !== "";
  const first = isSearched && chosen === "paid" ? "all" : chosen;
  const after = params.get("voor");
  const among = await findOrders(ledger, { text, filter: first, after });
  const isElsewhere = isSearched && first !== "all" && after === null && among.orders.length === 0;
  const filter = isElsewhere ? "all" : first;
  const { orders, older } = isElsewhere ? await findOrders(ledger, { text, filter, after }) : among;
  const reference = soughtWithdrawal(text);
  const withdrawal = reference === undefined ? null : await readWithdrawal(ledger, reference);
  const action = `${PATHS.desk}${DESK_PATHS.orders}`;
  return {
    title: COPY.title,
    sections: [
      {
        blocks: [
          {
            kind: "form",
            action,
            method: "post",
            fields: [
              { kind: "search", name: "zoek", label: COPY.search, hint: COPY.searchHint, value: text },
              filterField(COPY.filter, ORDER_FILTERS, COPY.filters, filter),
            ],
            button: COPY.button,
          },
        ],
      },
      {
        blocks: those<Block>(
          withdrawal !== null && {
            kind: "links",
            links: [
              {
                text: `${DESK_COPY.withdrawals.one} ${withdrawal.reference}`,
                href: deskWithdrawalPath(withdrawal.reference),
              },
            ],
          },
          isElsewhere && orders.length > 0 && { kind: "text", text: COPY.elsewhere(COPY.filters[first]) },
          { kind: "list", items: orders.map(({ order, delivery }) => orderItem(order, delivery)), empty: COPY.none },
          older !== null &&
            hasAddress(desk) && {
              kind: "links",
              links: [
                {
                  text: COPY.older,
                  href: `${action}?${new URLSearchParams({ ...query, [FILTER_PARAMETER]: filter, voor: older })}`,
                },
              ],
            },
        ),
      },
    ],
  };
}
