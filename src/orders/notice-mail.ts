import type { Owner } from "../ledger/compose.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import type { Order } from "../ledger/orders.ts";
import { composeMail } from "../server/mail/compose-mail.ts";
import type { Mail } from "../server/mail.ts";
import { PRODUCTS } from "../shared/courses.ts";
import { formatMoney } from "../shared/money.ts";
import { deskOrderPath } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { NOTICE_COPY } from "./order-mail-copy.ts";

export type ConfirmationState = keyof Omit<typeof NOTICE_COPY.confirmation, "title">;

/** The mail to the owner about a sale. */
export function composeNotice(order: Order, { to, deskOrigin }: Owner, confirmation: ConfirmationState): Mail {
  const { none, sources, confirmation: states, ...labels } = NOTICE_COPY;
  const course = order.productId === undefined ? labels.unknownCourse : PRODUCTS[order.productId].name;
  const amount = formatMoney(order.amountCents, order.currency);
  const number = formatOrderNumber(order.intentId);
  const subject = (order.gift === undefined ? labels.subject : labels.giftSubject)(course, amount, number);
  return composeMail(to, subject, [
    { title: labels.title },
    {
      rows: [
        [labels.number, number],
        [labels.date, formatMoment(order.boughtAt)],
        [labels.course, course],
        ...(order.gift === undefined
          ? []
          : [[labels.gift, labels.giftOf(order.gift.recipient, order.gift.giver)] as const]),
        [labels.amount, amount],
        [labels.flow, order.flow === undefined || order.flow === "none" ? labels.noFlow : order.flow],
        [labels.buyer, order.buyerName ?? none],
        [labels.email, order.email ?? none],
        [labels.source, sources[order.source ?? "other"]],
        [labels.payment, order.intentId],
      ],
    },
    { title: states.title },
    { text: states[confirmation] },
    ...(deskOrigin === null ? [] : [{ link: labels.open, href: `${deskOrigin}${deskOrderPath(number)}` }]),
  ]);
}
