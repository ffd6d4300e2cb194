import type { ProductId } from "../../shared/courses.ts";
import { fillIn } from "../../shared/fill-in.ts";
import type { Gift } from "../../shared/gift.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { whatsAppHref } from "../../shared/paths.ts";
import { BulletList } from "../../ui/bullet-list.tsx";
import { Document } from "../../ui/document.tsx";
import { Island } from "../../ui/island.tsx";
import { InlinePicture } from "../../ui/picture.tsx";
import { BRAND } from "../../ui/site-copy.ts";
import { Logo } from "../../ui/symbols.tsx";
import { GIFT_PRODUCTS } from "../gift-products-copy.ts";
import { GiftNight } from "../gift-scene.tsx";
import { countCharacters, formatCardDay } from "../give-gift-rules.ts";
import { GiftCall } from "../giving/gift-call.tsx";
import { GIFT_COPY } from "./gift-copy.ts";

type GiftPageProps = {
  pageContext: PageContext;
  productId: ProductId;
  gift: GiftTexts;
  isEarly: boolean;
  /** The address that shows the unwrapped gift without JavaScript; null when it is unwrapped. */
  openHref: string | null;
  /** The button's target for a gift that is not stored; null for a stored gift. */
  lookupHref: string | null;
};

export type GiftTexts = {
  giver: string;
  recipient: string;
  recipientSize: string;
  day: string | null;
  message: string | null;
  messageClass: string | null;
  activationUrl: string | null;
};

const CARD_ID = "cadeau";
const HINT_ID = "gift-hint";
const TITLE_ID = "gift-title";
const NAMES_ID = "gift-names";
const NOTE_ID = "gift-note";
const NEW_TAB_ID = "gift-new-tab";

/** A message with more characters is set in a smaller size. */
const LONG_MESSAGE_LENGTH = 400;
/** Names up to the first length are set large, up to the second middling, longer ones small. */
const SHORT_NAME_LENGTH = 14;
const MIDDLE_NAME_LENGTH = 28;

/**
 * The gift. Both phases are in the page: the parcel with its taps, and the card, hidden until the third tap (or shown
 * at once when `isOpen`). Title and description name nobody, so that a link's preview does not spoil the gift.
 */
export function GiftPage({ pageContext, productId, gift, isEarly, openHref, lookupHref }: GiftPageProps) {
  const isOpen = openHref === null;
  return (
    <Document
      pageContext={pageContext}
      meta={GIFT_COPY.meta}
      index="noindex"
      socialImage="gift"
      stylesheet="styles-gift"
      chrome="quiet"
    >
      <div className="gift">
        <InlinePicture name="gift-day-chart" className="gift-drawing gift-day" />
        {isOpen ? null : (
          <>
            <InlinePicture name="gift-night-sky" className="gift-drawing gift-sky" />
            <InlinePicture name="gift-beam" className="gift-drawing gift-shore gift-beam" />
            <GiftNight>
              <InlinePicture name="gift-buoys" className="gift-drawing gift-buoys" />
            </GiftNight>
            <InlinePicture name="gift-rays" className="gift-drawing gift-burst" />
            <p className="gift-brand brand">
              <Logo />
              {BRAND}
            </p>
          </>
        )}
        <h1 className="gift-heading">{GIFT_COPY.title}</h1>
        {isOpen ? null : (
          <>
            <Island
              name="gift"
              when={0}
              props={{ cardId: CARD_ID, copy: { tapsRemaining: GIFT_COPY.tapsRemaining, opening: GIFT_COPY.opening } }}
            >
              <div className="gift-taps" data-taps={0}>
                <button
                  type="button"
                  className="gift-button"
                  aria-label={GIFT_COPY.parcel}
                  aria-describedby={HINT_ID}
                />
                <p className="gift-hint" id={HINT_ID} role="status">
                  {isEarly ? fillIn(GIFT_COPY.earlyHint, { day: gift.day ?? "" }) : GIFT_COPY.hint}
                </p>
              </div>
            </Island>
            <a className="button gift-open-link" href={openHref}>
              {GIFT_COPY.openLink}
            </a>
          </>
        )}
        <Letter
          pageContext={pageContext}
          productId={productId}
          gift={gift}
          lookupHref={lookupHref}
          isHidden={!isOpen}
        />
      </div>
    </Document>
  );
}

type LetterProps = Pick<GiftPageProps, "pageContext" | "productId" | "gift" | "lookupHref"> & { isHidden: boolean };

function Letter({ pageContext, productId, gift, lookupHref, isHidden }: LetterProps) {
  const { card } = GIFT_COPY;
  const { title, inside, thanks } = GIFT_PRODUCTS[productId];
  return (
    <section
      className="gift-letter stack chart-frame"
      id={CARD_ID}
      tabIndex={-1}
      aria-labelledby={TITLE_ID}
      aria-describedby={NAMES_ID}
      hidden={isHidden}
    >
      <div className="gift-letter-head">
        <span className="gift-letter-logo brand">
          <Logo size={40} />
          {BRAND}
        </span>
        <InlinePicture name="gift-stamp" className="gift-drawing gift-stamp" />
      </div>
      <h2 className="gift-letter-title" id={TITLE_ID}>
        {title}
      </h2>
      <div id={NAMES_ID}>
        <p className="gift-giver">
          {card.from} <bdi>{gift.giver}</bdi>
        </p>
        <p className={`gift-recipient gift-recipient-${gift.recipientSize}`}>
          {card.for} <bdi>{gift.recipient}</bdi>
        </p>
        {gift.day === null ? null : <p className="gift-day-note">{fillIn(card.forDay, { day: gift.day })}</p>}
      </div>
      {gift.message === null ? null : (
        <p className={gift.messageClass ?? ""} dir="auto">
          {gift.message}
        </p>
      )}
      <Redeem activationUrl={gift.activationUrl} lookupHref={lookupHref} />
      <div className="gift-inside">
        <h3>{card.inside}</h3>
        <BulletList items={inside} />
      </div>
      <p className="gift-next tap-links">
        <a href={whatsAppHref(thanks)} target="_blank" rel="noopener noreferrer">
          {card.thank}
          <span className="visually-hidden"> ({card.newTab})</span>
        </a>
      </p>
      <GiftCall pageContext={pageContext} />
    </section>
  );
}

function Redeem({ activationUrl, lookupHref }: Pick<GiftTexts, "activationUrl"> & Pick<GiftPageProps, "lookupHref">) {
  const { card } = GIFT_COPY;
  const note = (
    <p className="gift-note" id={NOTE_ID}>
      {card.note}
    </p>
  );
  if (lookupHref !== null) {
    return (
      <>
        <a className="button button-wide gift-redeem" href={lookupHref} aria-describedby={NOTE_ID}>
          {card.redeem}
        </a>
        {note}
      </>
    );
  }
  if (activationUrl === null) return <p className="gift-inactive">{card.noActivation}</p>;
  return (
    <>
      <a
        className="button button-wide gift-redeem"
        href={activationUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-describedby={`${NOTE_ID} ${NEW_TAB_ID}`}
      >
        {card.redeem}
      </a>
      {note}
      <span className="visually-hidden" id={NEW_TAB_ID}>
        {card.newTab}
      </span>
    </>
  );
}

/** The texts of a gift. The page is not given the gift itself, because it is remembered without these texts. */
export function giftTexts({ giver, recipient, from, message, activationUrl }: Gift): GiftTexts {
  const isLong = message.length > LONG_MESSAGE_LENGTH;
  return {
    giver,
    recipient,
    recipientSize: nameSize(recipient),
    day: from === undefined ? null : formatCardDay(from),
    message: message === "" ? null : message,
    messageClass: message === "" ? null : isLong ? "gift-message gift-message-long" : "gift-message",
    activationUrl,
  };
}

function nameSize(name: string): "short" | "middle" | "long" {
  const length = countCharacters(name);
  if (length <= SHORT_NAME_LENGTH) return "short";
  return length <= MIDDLE_NAME_LENGTH ? "middle" : "long";
}
