import { formatOrderNumber } from "../ledger/order-rules.ts";
import { type Order, readOrder } from "../ledger/orders.ts";
import { sayWithdrawal } from "../orders/withdrawal/withdrawal-facts-copy.ts";
import { readWithdrawals, type WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import { deskOrderPath, deskWithdrawalPath, PATHS } from "../shared/paths.ts";
import type { ActRefusal, Asked } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { orderCell, sayProduct } from "./order-words-handler.ts";

/** The paid order that an act is about. Rejects if the ledger is away. */
export async function askedOrder(desk: Desk): Promise<AskedOrder | ActRefusal> {
  const asked = await askedAnyOrder(desk);
  return "refusal" in asked || asked.order.status === "paid" ? asked : UNKNOWN;
}

const UNKNOWN = { refusal: ACTS_COPY.unknownOrder, back: `${PATHS.desk}${DESK_PATHS.orders}` };

/** The same, whether it was paid or not. */
export async function askedAnyOrder({ shop: { ledger }, params }: Desk): Promise<AskedOrder | ActRefusal> {
  const intentId = params.get(ACT_FIELDS.order) ?? "";
  const order = INTENT_ID.test(intentId) ? await readOrder(ledger, intentId) : null;
  if (order === null) return UNKNOWN;
  const buyer = [order.buyerName, order.email].filter((text) => text !== undefined).join(", ");
  return {
    order,
    number: formatOrderNumber(intentId),
    about: intentId,
    back: deskOrderPath(intentId),
    facts: [
      [ACTS_COPY.order, orderCell(intentId)],
      [ACTS_COPY.buyer, buyer === "" ? DESK_COPY.orders.unknownBuyer : buyer],
      [ACTS_COPY.product, sayProduct(order)],
    ],
  };
}

/** The withdrawal that an act is about. Rejects if the ledger is away. */
export async function askedWithdrawal({ shop: { ledger }, params }: Desk): Promise<AskedWithdrawal | ActRefusal> {
  const [record] = await readWithdrawals(ledger, "reference = upper(?1)", params.get(ACT_FIELDS.withdrawal) ?? "");
  if (record === undefined)
    return { refusal: ACTS_COPY.answer.unknown, back: `${PATHS.desk}${DESK_PATHS.withdrawals}` };
  const back = deskWithdrawalPath(record.reference);
  return {
    withdrawal: record,
    about: record.reference,
    back,
    facts: [
      [ACTS_COPY.answer.from, record.name],
      [ACTS_COPY.answer.withdrawal, { text: record.reference, href: back }],
      [DESK_COPY.withdrawals.right, sayWithdrawal(record)],
      [ACTS_COPY.order, record.orders.map(orderCell)],
    ],
  };
}

type AskedWithdrawal = Asked & { withdrawal: WithdrawalRecord };
export type AskedOrder = Asked & { order: Order; number: string };
