import { formatOrderNumber } from "../../ledger/order-rules.ts";
import { composeMail, type MailPart } from "../../server/mail/compose-mail.ts";
import { greet } from "../../server/mail/greeting-copy.ts";
import { callingName, greetingName } from "../../server/mail/greeting-rules.ts";
import { traderLines } from "../../server/mail/trader-lines-copy.ts";
import type { Mail } from "../../server/mail.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { isNameless } from "../../shared/gift.ts";
import { orderPath, PATHS } from "../../shared/paths.ts";
import type { Trader } from "../../shared/trader.ts";
import { BRAND } from "../../ui/site-copy.ts";
import { socialImagePath } from "../../ui/social-images-copy.ts";
import type { PaidGift } from "../paid-gift-rules.ts";
import { GIFT_DELIVERY_COPY } from "./gift-delivery-copy.ts";

const { mail, report } = GIFT_DELIVERY_COPY;

/**
 * The mail that brings a paid gift to its recipient, who may not know the shop. The only typed texts in it are the two
 * names. A name that a mail program would turn into a link is left out, also as subject and sender, and so is one that was
 * erased. Only the gift shows the message (record 0054). The picture is the one of the gift's link in a chat.
 */
export function composeGiftMail({ recipient, giver, code, link }: PaidGift, to: string, trader: Trader): Mail {
  const { origin } = new URL(link);
  const isErased = isNameless({ recipient, giver });
  const name = isErased ? "" : greetingName(giver);
  const parts: MailPart[] = [
    { picture: `${origin}${socialImagePath("gift")}`, alt: mail.picture },
    { title: mail.title },
    { text: greet(isErased ? "" : callingName(recipient)) },
    { text: fillIn(mail.from, { giver: name || mail.somebody }) },
    { button: mail.button, href: link },
    { rows: [[mail.code, code]] },
    { sentence: mail.typeAt, href: `${origin}${PATHS.giftLookup}` },
    { text: mail.keep },
    { text: mail.unknown },
    { text: isErased ? mail.whyNameless : mail.why },
    { link: mail.privacy, href: `${origin}${PATHS.privacy}` },
    { lines: traderLines(trader) },
  ];
  // Nothing but the company: its reader did not ask for advertising (art. 11.7 Tw).
  const composed = composeMail(to, mail.subject(name), parts, BRAND);
  return name === "" ? composed : { ...composed, sender: mail.sender(name) };
}

export type DeliveryReport = {
  intentId: string;
  to: string;
  name: string;
  kind: keyof Pick<typeof report, "sent" | "failed" | "lost" | "stopped" | "halted">;
  recipient: string;
  /** The recipient's address. Null if it has been deleted. */
  address: string | null;
  /** Null if the shop's address is not configured, or if the gift's code cannot be made. */
  gift: PaidGift | null;
  orderToken: string | null;
  siteOrigin: string | null;
};

export function composeReportToGiver(told: DeliveryReport, trader: Trader): Mail {
  const { intentId, to, name, kind, recipient, address, gift, orderToken, siteOrigin } = told;
  const copy = report[kind];
  const subject = `${copy.title} (${formatOrderNumber(intentId)})`;
  const link = (label: string, href: string): MailPart => ({ link: label, href });
  return composeMail(to, subject, [
    { title: copy.title },
    { text: greet(callingName(name)) },
    { text: fillIn(copy.text, { recipient, email: address ?? report.theAddress }) },
    { text: copy.more },
    ...(gift === null ? [] : [link(report.link, gift.link)]),
    ...(siteOrigin === null || orderToken === null
      ? []
      : [link(report.order, `${siteOrigin}${orderPath(orderToken)}`)]),
    { lines: traderLines(trader) },
  ]);
}
