import { describeItem, labelCourseLink } from "../../courses/products-copy.ts";
import { formatOrderNumber } from "../../ledger/order-rules.ts";
import type { PaidOrder } from "../../ledger/orders.ts";
import { composeMail, type MailPart } from "../../server/mail/compose-mail.ts";
import { greet } from "../../server/mail/greeting-copy.ts";
import { traderLines } from "../../server/mail/trader-lines-copy.ts";
import type { Mail } from "../../server/mail.ts";
import type { CourseLink } from "../../shared/courses.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { formatDay } from "../../shared/time.ts";
import type { Trader } from "../../shared/trader.ts";
import { MY_COURSE_COPY, sayMoney } from "./my-course-copy.ts";

const copy = MY_COURSE_COPY.mail;

export type OrderLinks = {
  order: PaidOrder;
  /** Address of its signed page; null when it cannot be signed. */
  page: string | null;
  /** That page has the link of a gift, which nobody has stopped. */
  hasGiftLink: boolean;
  /** Links to the bought courses. Empty for a gift, for a fully refunded order, and if no address is stored. */
  courses: readonly CourseLink[];
};

/**
 * The mail with the links to a buyer's orders, in the given order. `more`: the number of older ones that it leaves out.
 * It contains no typed text, because anybody can ask for it.
 */
export function composeOrderLinks(
  orders: readonly OrderLinks[],
  to: string,
  { trader, more }: { trader: Trader; more: number },
): Mail {
  const parts: MailPart[] = [
    { title: copy.title },
    { text: greet("") },
    { text: copy.intro },
    ...orders.flatMap(orderParts),
    ...(more === 0 ? [] : [{ text: fillIn(copy.more, { count: more }) }]),
    { title: copy.keepTitle },
    { text: copy.keep },
    { text: copy.notYou },
    { lines: traderLines(trader) },
  ];
  return composeMail(to, copy.subject, parts);
}

function orderParts({ order, page, hasGiftLink, courses }: OrderLinks): readonly MailPart[] {
  return [
    { title: describeItem(order.gift?.productId ?? order.productId, order.gift !== undefined) },
    {
      rows: [
        [copy.number, formatOrderNumber(order.intentId)],
        [copy.date, formatDay(order.boughtAt)],
        [copy.state, sayMoney(order)],
      ],
    },
    ...courses.map((link) => ({ button: labelCourseLink(link, order.productId), href: link.href })),
    ...(page === null ? [] : [{ link: hasGiftLink ? copy.toGift : copy.toOrder, href: page }]),
  ];
}
