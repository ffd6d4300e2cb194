import { GIFT_DELIVERY_COPY } from "../content/gift-delivery.ts";
import type { Mail } from "../services/mail.ts";
import { fillIn } from "../shared/fill-in.ts";
import { formatOrderNumber } from "../shared/order.ts";
import type { PaidGift } from "../shared/paid-gift.ts";
import { orderPath, PATHS } from "../shared/paths.ts";
import type { Trader } from "../shared/trader.ts";
import { greetingName } from "./greeting-name.ts";
import { type MailPart, renderMailBody } from "./mail-body.ts";
import { traderLines } from "./trader-lines.ts";

const { mail, report } = GIFT_DELIVERY_COPY;

/**
 * The mail that brings a paid gift to its recipient, who may never have been here. Of what somebody typed it holds two
 * names, and neither if a mail program would make a link of it; the message waits in the parcel (record 0054).
 */
export function composeGiftMail({ recipient, giver, code, link }: PaidGift, to: string, trader: Trader): Mail {
  const { origin } = new URL(link);
  return {
    to,
    subject: mail.subject,
    ...renderMailBody(mail.subject, [
      { title: mail.title },
      { text: mail.greeting(greetingName(recipient)) },
      { text: fillIn(mail.from, { giver: greetingName(giver) || mail.somebody }) },
      { button: mail.button, href: link },
      { rows: [[mail.code, code]] },
      { text: `${mail.typeAt} ${origin}${PATHS.giftLookup}` },
      { text: mail.keep },
      { text: mail.unknown },
      { text: mail.why },
      { link: mail.privacy, href: `${origin}${PATHS.privacy}` },
      { lines: traderLines(trader) },
    ]),
  };
}

/** What the giver is told. */
export type DeliveryReport = {
  intentId: string;
  /** The giver's address. */
  to: string;
  /** The giver's name; may be empty. */
  name: string;
  kind: keyof Pick<typeof report, "sent" | "failed" | "lost">;
  recipient: string;
  /** Where it was to go; null when that is not known any more. */
  address: string | null;
  /** Null when nothing of the shop can be linked, or the gift's code cannot be made. */
  gift: PaidGift | null;
  orderToken: string | null;
  siteOrigin: string | null;
};

/** The mail that tells a giver that the gift went, or that it could not. */
export function composeDeliveryReport(told: DeliveryReport, trader: Trader): Mail {
  const { intentId, to, name, kind, recipient, address, gift, orderToken, siteOrigin } = told;
  const copy = report[kind];
  const subject = copy.subject(formatOrderNumber(intentId));
  const link = (label: string, href: string): MailPart => ({ link: label, href });
  return {
    to,
    subject,
    ...renderMailBody(subject, [
      { title: copy.title },
      { text: mail.greeting(greetingName(name)) },
      { text: fillIn(copy.text, { recipient, email: address ?? report.theAddress }) },
      { text: copy.more },
      ...(gift === null ? [] : [link(report.link, gift.link)]),
      ...(siteOrigin === null || orderToken === null
        ? []
        : [link(report.order, `${siteOrigin}${orderPath(orderToken)}`)]),
      { lines: traderLines(trader) },
    ]),
  };
}
