import type { ReactNode } from "react";
import { deliveryAsked } from "../../gifts/day/gift-delivery-copy.ts";
import { renderQrCode } from "../../gifts/gift-card-markup.ts";
import { GiftCodeText } from "../../gifts/gift-code-text.tsx";
import { GIFT_SALE_COPY } from "../../gifts/gift-sale-copy.ts";
import { formatCardDay } from "../../gifts/give-gift-rules.ts";
import type { PaidGift } from "../../gifts/paid-gift-rules.ts";
import { PRODUCTS } from "../../shared/courses.ts";
import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { whatsAppHref } from "../../shared/paths.ts";
import { Island } from "../../ui/island.tsx";
import { InlinePicture } from "../../ui/picture.tsx";
import { ConfirmationLine } from "./confirmation-line.tsx";
import { ContactLine } from "./contact-line.tsx";
import { OrderLink } from "./order-link.tsx";

const copy = GIFT_SALE_COPY;

type GiftHandOverProps = {
  pageContext: PageContext;
  gift: PaidGift | null;
  orderPath: string | null;
  mailTo: string | undefined;
};

/** The heading of a paid gift, which is the document's title too. */
export function handOverTitle(gift: PaidGift | null): string {
  if (gift === null) return copy.noCode.title;
  return gift.deliveryDraftId === undefined ? copy.title : copy.mailedTitle;
}

/** A paid gift, for its giver to hand over. It replaces the waiting text. Null: the code comes later, by mail. */
export function GiftHandOver({ pageContext, gift, orderPath, mailTo }: GiftHandOverProps) {
  const { text } = gift === null ? copy.noCode : copy;
  return (
    <div className="return-outcome return-message return-gift stack">
      {gift === null ? <InlinePicture name="gift-box" className="return-gift-box" /> : null}
      <h1 className="interstitial-title">{handOverTitle(gift)}</h1>
      <p className="interstitial-text">{gift === null ? text : <HowToGive gift={gift} text={text} />}</p>
      {gift === null ? null : <Ways gift={gift} mailTo={mailTo} />}
      <OrderLink orderPath={orderPath} />
      <ContactLine pageContext={pageContext} />
    </div>
  );
}

/** The giver's next step, or the shop's on the gift's day. */
function HowToGive({ gift: { recipient, from, deliveryDraftId }, text }: { gift: PaidGift; text: string }) {
  if (deliveryDraftId !== undefined) return deliveryAsked(from);
  return (
    <>
      <Named text={text} name={recipient} />
      {from === "now" ? null : ` ${fillIn(copy.forDay, { day: formatCardDay(from) })}`}
    </>
  );
}

/** A text with somebody's name in it, which may run in the other direction. */
function Named({ text, name }: { text: string; name: string }) {
  const [before, after] = text.split("{recipient}", 2);
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  );
}

function Ways({
  gift: { productId, recipient, giver, link, code, cardLink, deliveryDraftId },
  mailTo,
}: {
  gift: PaidGift;
  mailTo: string | undefined;
}) {
  const shareText = fillIn(copy.shareText, { link });
  const rows: { label: string; value: ReactNode; className?: string }[] = [
    { label: copy.for, value: <bdi>{recipient}</bdi>, className: "return-gift-recipient" },
    { label: copy.from, value: <bdi>{giver}</bdi> },
    { label: copy.course, value: PRODUCTS[productId].name },
    {
      label: copy.link,
      value: (
        <a href={link} translate="no">
          <LinkText link={link} />
        </a>
      ),
    },
    { label: copy.code, value: <GiftCodeText code={code} />, className: "return-gift-code" },
  ];
  return (
    <>
      <div className="return-gift-present">
        <div className="return-gift-night" aria-hidden="true">
          <InlinePicture name="gift-wave" className="return-gift-wave" />
          <InlinePicture name="gift-box" className="return-gift-box" />
          <InlinePicture name="gift-wave" className="return-gift-wave" />
        </div>
        <div className="return-gift-ticket tap-links">
          <div
            className="return-gift-qr"
            dangerouslySetInnerHTML={{ __html: renderQrCode(link, "return-gift-code-image") }}
          />
          <dl>
            {rows.map(({ label, value, className }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={className}>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div className="return-gift-ways">
        <a
          // Whose gift the shop mails has nothing left to do.
          className={deliveryDraftId === undefined ? "button" : "button button-quiet"}
          href={whatsAppHref(shareText)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {copy.whatsApp}
          <NewTab />
        </a>
        <a className="button button-quiet" href={cardLink} target="_blank" rel="noopener">
          {copy.card}
          <NewTab />
        </a>
        <Island
          name="giftShare"
          when="idle"
          props={{
            link,
            title: copy.shareTitle,
            text: shareText,
            copy: { copied: copy.copied, failed: copy.copyFailed },
          }}
        >
          <div className="gift-share buttons">
            <button type="button" className="button button-quiet">
              {copy.copy}
            </button>
            <button type="button" className="button button-quiet" hidden>
              {copy.share}
            </button>
            <p role="status" />
          </div>
        </Island>
      </div>
      <ConfirmationLine mailTo={mailTo} />
      <p className="return-mail">{copy.mailed}</p>
    </>
  );
}

/** A gift's link without its scheme. Where it does not fit on one line, it breaks after the host. */
function LinkText({ link }: { link: string }) {
  const { host, pathname } = new URL(link);
  return (
    <span>
      <span className="gift-code-part">{host}/</span>
      <span className="gift-code-part">{pathname.slice(1)}</span>
    </span>
  );
}

function NewTab() {
  return <span className="visually-hidden"> ({copy.newTab})</span>;
}
