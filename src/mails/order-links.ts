import { MY_COURSE_COPY } from "../content/my-course.ts";
import { boughtAt } from "../services/buyer-index.ts";
import type { Mail } from "../services/mail.ts";
import { moneyOf, type Order } from "../services/orders.ts";
import { PRODUCTS } from "../shared/courses.ts";
import { fillIn } from "../shared/fill-in.ts";
import { formatOrderNumber } from "../shared/order.ts";
import { formatDay } from "../shared/time.ts";
import type { Trader } from "../shared/trader.ts";
import { type MailPart, renderMailBody } from "./mail-body.ts";
import { traderLines } from "./trader-lines.ts";

const copy = MY_COURSE_COPY.mail;

export type OrderLinks = {
  order: Order;
  /** Address of its signed page; null when it cannot be signed. */
  page: string | null;
  /** Where the course is; null for a gift, for an order of which all went back, or when no address is stored. */
  course: string | null;
};

/**
 * The mail with a buyer's links, an order each, in this order; `more`: so many older ones are left out. Nothing in it was
 * typed by somebody: anybody can ask for it.
 */
export function composeOrderLinks(
  orders: readonly OrderLinks[],
  to: string,
  { trader, more }: { trader: Trader; more: number },
): Mail {
  const parts: MailPart[] = [
    { title: copy.title },
    { text: copy.greeting },
    { text: copy.intro },
    ...orders.flatMap(orderParts),
    ...(more === 0 ? [] : [{ text: fillIn(copy.more, { count: more }) }]),
    { title: copy.keepTitle },
    { text: copy.keep },
    { text: copy.notYou },
    { lines: traderLines(trader) },
  ];
  return { to, subject: copy.subject, ...renderMailBody(copy.subject, parts) };
}

function orderParts({ order, page, course }: OrderLinks): readonly MailPart[] {
  const isGift = order.gift !== undefined;
  return [
    { title: itemOf(order) },
    {
      rows: [
        [copy.number, formatOrderNumber(order.intentId)],
        [copy.date, formatDay(boughtAt(order))],
        [copy.state, copy.states[moneyOf(order)]],
      ],
    },
    ...(course === null ? [] : [{ button: copy.toCourse, href: course }]),
    ...(page === null ? [] : [{ link: isGift ? copy.toGift : copy.toOrder, href: page }]),
  ];
}

function itemOf({ productId, gift }: Order): string {
  const bought = gift?.productId ?? productId;
  if (bought === undefined) return copy.unknownCourse;
  return fillIn(gift === undefined ? copy.course : copy.gift, { course: PRODUCTS[bought].name });
}
