import { describeProduct, labelCourseLink } from "../courses/products-copy.ts";
import { deliveryPromise, GIFT_DELIVERY_COPY } from "../gifts/day/gift-delivery-copy.ts";
import { GIFT_PRODUCTS } from "../gifts/gift-products-copy.ts";
import { GIFT_SALE_COPY } from "../gifts/gift-sale-copy.ts";
import { formatCardDay } from "../gifts/give-gift-rules.ts";
import type { PaidGift } from "../gifts/paid-gift-rules.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import type { Order } from "../ledger/orders.ts";
import { CONSENT_TEXTS } from "../legal/purchase-consent-copy.ts";
import { CONSENT_VERSIONS, type ConsentVersion, LINK_CONSENT_VERSIONS } from "../legal/purchase-consent-rules.ts";
import { composeMail, type MailPart } from "../server/mail/compose-mail.ts";
import { greet } from "../server/mail/greeting-copy.ts";
import { callingName } from "../server/mail/greeting-rules.ts";
import { traderLines } from "../server/mail/trader-lines-copy.ts";
import type { Mail, MailAttachment } from "../server/mail.ts";
import { type CourseLink, isBundle, PRODUCTS } from "../shared/courses.ts";
import { fillIn } from "../shared/fill-in.ts";
import { formatMoney, vatBreakdown } from "../shared/money.ts";
import { orderPath, PATHS, whatsAppHref, withdrawalPath } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import type { Trader } from "../shared/trader.ts";
import { capitalise } from "../ui/dutch-copy.ts";
import { CONFIRMATION_COPY } from "./order-mail-copy.ts";

export type ConfirmationContext = {
  trader: Trader;
  /** Scheme and host of the shop; null = the mail has no links to it. */
  siteOrigin: string | null;
  /** The links into the bought courses. Empty while they are not known. */
  courses: readonly CourseLink[];
  /** The token of the order's own page, and of its withdrawal. */
  orderToken: string | null;
  /** The order's gift. Null if its code cannot be made, or if the shop's address is not configured. */
  gift?: PaidGift | "stopped" | null;
  /** The terms and the model form. */
  legalFiles: readonly MailAttachment[];
};

/** The consent that the confirmation repeats. Without one it says that the right of withdrawal stays. */
export function repeatedConsent({ consent, consentAt }: Order): ConsentVersion | undefined {
  if (consentAt === undefined) return undefined;
  return [...CONSENT_VERSIONS, ...LINK_CONSENT_VERSIONS].find((version) => version === consent);
}

/** The mail that confirms an order to its buyer. */
export function composeConfirmation(order: Order, to: string, context: ConfirmationContext): Mail {
  const { trader, siteOrigin, courses, orderToken, gift = null, legalFiles } = context;
  const { start, order: labels, withdrawal, seller, files, ...copy } = CONFIRMATION_COPY;
  const number = formatOrderNumber(order.intentId);
  const product = capitalise(describeProduct(order.productId));
  const name = order.productId === undefined ? product : PRODUCTS[order.productId].name;
  const { exclCents, vatCents, inclCents } = vatBreakdown(order.amountCents);
  const consent = repeatedConsent(order);
  const link = (label: string, path: string): MailPart[] =>
    siteOrigin === null ? [] : [{ link: label, href: `${siteOrigin}${path}` }];

  const given = order.gift?.productId;
  const isGift = given !== undefined;
  const greeting = greet(callingName(order.buyerName ?? ""));
  const subject = isGift ? GIFT_SALE_COPY.mail.subject(PRODUCTS[given].name, number) : copy.subject(name, number);
  const withdrawalParts: MailPart[] = [
    { title: withdrawal.title },
    ...(consent !== undefined
      ? [
          { text: withdrawal.waived(formatMoment(order.consentAt ?? "")) },
          { quote: CONSENT_TEXTS[consent] },
          { text: courses.length === 0 ? withdrawal.waivedLater : withdrawal.waivedEffect },
          { text: withdrawal.waivedHow },
        ]
      : [{ text: isGift ? GIFT_SALE_COPY.mail.withdrawal : withdrawal.kept }, { text: withdrawal.how }]),
    ...link(withdrawal.button, orderToken === null ? PATHS.withdrawal : withdrawalPath(orderToken)),
  ];
  const parts: MailPart[] = [
    ...(isGift ? giftParts(gift, greeting) : startParts(courses, order.productId, greeting)),
    { title: labels.title },
    {
      rows: [
        [labels.number, number],
        [labels.date, formatMoment(order.boughtAt)],
        [labels.product, isGift ? GIFT_SALE_COPY.mail.product(GIFT_PRODUCTS[given].course) : product],
        [labels.excl, formatMoney(exclCents, order.currency)],
        [labels.vat, formatMoney(vatCents, order.currency)],
        [labels.total, formatMoney(inclCents, order.currency)],
      ],
    },
    // Of a gift that was taken back nothing holds any more but that it was bought.
    ...(gift === "stopped"
      ? []
      : [
          {
            text: isGift
              ? fillIn(GIFT_SALE_COPY.mail.content, { questions: GIFT_PRODUCTS[given].questions })
              : labels.content(order.productId),
          },
          { text: isGift ? `${GIFT_PRODUCTS[given].access}.` : labels.access(isSeveral(order.productId)) },
        ]),
    ...(orderToken === null ? [] : link(start.order, orderPath(orderToken))),
    ...(gift === "stopped" ? [] : withdrawalParts),
    { title: seller.title },
    { lines: traderLines(trader) },
    { text: seller.text },
    { text: files },
  ];
  return { ...composeMail(to, subject, parts), attachments: legalFiles };
}

function isSeveral(productId: Order["productId"]): boolean {
  return productId !== undefined && isBundle(productId);
}

function startParts(courses: readonly CourseLink[], productId: Order["productId"], greeting: string): MailPart[] {
  const { start } = CONFIRMATION_COPY;
  if (courses.length === 0) return [{ title: start.noTarget.title }, { text: greeting }, { text: start.noTarget.text }];
  return [
    { title: start.title(isSeveral(productId)) },
    { text: greeting },
    { text: start.text },
    // One button: the course to begin with.
    ...courses.map((link, index) => {
      const label = labelCourseLink(link, productId);
      return index === 0 ? { button: label, href: link.href } : { link: label, href: link.href };
    }),
  ];
}

/** The gift's link, code, card and ways to send it, for its giver. */
function giftParts(gift: PaidGift | "stopped" | null, greeting: string): MailPart[] {
  const { mail, ...copy } = GIFT_SALE_COPY;
  if (gift === null || gift === "stopped") {
    return [
      { title: mail.otherTitle },
      { text: greeting },
      { text: gift === null ? `${mail.thanks} ${mail.noCode}` : mail.stopped },
    ];
  }
  const { recipient, giver, from, plan, code, link, cardLink } = gift;
  const { sent, theAddress } = GIFT_DELIVERY_COPY.report;
  const given =
    plan === undefined
      ? fillIn(copy.text, { recipient })
      : plan === "sent"
        ? fillIn(sent.text, { recipient, email: theAddress })
        : deliveryPromise(plan.day, new Date(plan.at));
  return [
    { title: fillIn(mail.title, { recipient }) },
    { text: greeting },
    { text: `${mail.thanks} ${given}` },
    { button: mail.open, href: link },
    {
      rows: [
        [copy.for, recipient],
        [copy.from, giver],
        ...(from === "now" ? [] : [[copy.day, formatCardDay(from)] as const]),
        [copy.link, link],
        [copy.code, code],
      ],
    },
    { sentence: copy.typeAt, href: new URL(PATHS.giftLookup, link).href },
    { link: copy.card, href: cardLink },
    ...(plan === undefined ? [{ link: copy.whatsApp, href: whatsAppHref(fillIn(copy.shareText, { link })) }] : []),
  ];
}
