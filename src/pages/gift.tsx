import { Gift as GiftTaps } from "../../client/islands/gift.tsx";
import { BulletList } from "../components/bullet-list.tsx";
import { Document } from "../components/document.tsx";
import { GiftCall } from "../components/gift-call.tsx";
import { Island } from "../components/island.tsx";
import { Logo } from "../components/marks.tsx";
import { InlinePicture } from "../components/picture.tsx";
import { GIFT_COPY } from "../content/gift.ts";
import { BRAND } from "../content/site.ts";
import type { Frame } from "../shared/frame.ts";
import type { Gift } from "../shared/gift.ts";
import { formatCardDay } from "../shared/give-gift.ts";
import { whatsAppHref } from "../shared/paths.ts";

type GiftPageProps = {
  frame: Frame;
  gift: Gift;
  /** Whether the wrapping is off already: the step that works without JavaScript. */
  isOpen: boolean;
  /** Whether the day that it is for is still to come. */
  isEarly: boolean;
  /** Where that step is. */
  openHref: string;
};

const CARD_ID = "cadeau";
const TITLE_ID = "gift-title";
const NAMES_ID = "gift-names";
const NOTE_ID = "gift-note";
const NEW_TAB_ID = "gift-new-tab";

/** From how many characters on a message is a letter, which is set smaller. */
const LONG_MESSAGE_LENGTH = 400;
/** Names up to the first length are set large, up to the second middling, longer ones small. */
const SHORT_NAME_LENGTH = 14;
const MIDDLE_NAME_LENGTH = 28;

/**
 * The gift. Both phases are in the page: the parcel with its taps, and the card, hidden until the third tap (or shown
 * at once when `isOpen`). Title and description name nobody, so that a link's preview does not spoil the gift.
 */
export function GiftPage({ frame, gift, isOpen, isEarly, openHref }: GiftPageProps) {
  return (
    <Document
      frame={frame}
      title={GIFT_COPY.meta.title}
      description={GIFT_COPY.meta.description}
      index="noindex"
      socialImage="gift"
      stylesheet="styles-gift"
      chrome="none"
    >
      <div className="gift">
        <InlinePicture name="gift-day-chart" className="gift-drawing gift-day" />
        {isOpen ? null : <GiftNight />}
        <h1 className="gift-heading">{GIFT_COPY.title}</h1>
        {isOpen ? null : (
          <>
            <Island
              name="gift"
              when="now"
              component={GiftTaps}
              props={{
                cardId: CARD_ID,
                copy: {
                  parcel: GIFT_COPY.parcel,
                  hint: isEarly ? forDay(GIFT_COPY.earlyHint, gift) : GIFT_COPY.hint,
                  tapsRemaining: GIFT_COPY.tapsRemaining,
                  opening: GIFT_COPY.opening,
                },
              }}
            />
            <a className="button gift-open-link" href={openHref}>
              {GIFT_COPY.openLink}
            </a>
          </>
        )}
        <GiftCard frame={frame} gift={gift} isHidden={!isOpen} />
      </div>
    </Document>
  );
}

/** The parcel on its boat in the moonlight, drawn back to front. */
export function GiftNight() {
  return (
    <>
      <InlinePicture name="gift-night-sky" className="gift-drawing gift-sky" />
      <div className="gift-moon" aria-hidden="true" />
      <InlinePicture name="gift-beam" className="gift-drawing gift-shore gift-beam" />
      <InlinePicture name="gift-shore" className="gift-drawing gift-shore" />
      <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-back" />
      <InlinePicture name="gift-buoys" className="gift-drawing gift-buoys" />
      <InlinePicture name="gift-box" className="gift-drawing gift-picture" />
      <div className="gift-sea" aria-hidden="true">
        <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-front" />
        <InlinePicture name="gift-reflection" className="gift-drawing gift-reflection" />
        <div className="gift-deep">
          <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-deep" />
        </div>
      </div>
      <div className="gift-flood" aria-hidden="true" />
      <InlinePicture name="gift-rays" className="gift-drawing gift-burst" />
    </>
  );
}

function GiftCard({ frame, gift, isHidden }: { frame: Frame; gift: Gift; isHidden: boolean }) {
  const { card } = GIFT_COPY;
  return (
    <section
      className="gift-card"
      id={CARD_ID}
      tabIndex={-1}
      aria-labelledby={TITLE_ID}
      aria-describedby={NAMES_ID}
      hidden={isHidden}
    >
      <div className="gift-card-head">
        <span className="gift-card-logo brand">
          <Logo size={40} />
          {BRAND}
        </span>
        <InlinePicture name="gift-stamp" className="gift-drawing gift-stamp" />
      </div>
      <h2 className="gift-card-title" id={TITLE_ID}>
        {card.title}
      </h2>
      <div id={NAMES_ID}>
        <p className="gift-giver">
          {card.from} <bdi>{gift.giver}</bdi>
        </p>
        <p className={`gift-recipient gift-recipient-${nameSize(gift.recipient)}`}>
          {card.for} <bdi>{gift.recipient}</bdi>
        </p>
        {gift.from === undefined ? null : <p className="gift-day-note">{forDay(card.forDay, gift)}</p>}
      </div>
      {gift.message === "" ? null : (
        <p
          className={gift.message.length > LONG_MESSAGE_LENGTH ? "gift-message gift-message-long" : "gift-message"}
          dir="auto"
        >
          {gift.message}
        </p>
      )}
      {gift.activationUrl === null ? (
        <p className="gift-inactive">{card.noActivation}</p>
      ) : (
        <>
          <a
            className="button button-wide gift-redeem"
            href={gift.activationUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby={`${NOTE_ID} ${NEW_TAB_ID}`}
          >
            {card.redeem}
          </a>
          <p className="gift-note" id={NOTE_ID}>
            {card.note}
          </p>
          <span className="visually-hidden" id={NEW_TAB_ID}>
            {card.newTab}
          </span>
        </>
      )}
      <div className="gift-inside">
        <h3>{card.inside.title}</h3>
        <BulletList items={card.inside.items} />
      </div>
      <p className="gift-next">
        <a href={whatsAppHref(card.thankText)} target="_blank" rel="noopener noreferrer">
          {card.thank}
          <span className="visually-hidden"> ({card.newTab})</span>
        </a>
      </p>
      <GiftCall frame={frame} />
    </section>
  );
}

/** A text about the day that a gift is for. */
function forDay(text: string, { from }: Gift): string {
  return from === undefined ? "" : text.replace("{day}", formatCardDay(from));
}

function nameSize(name: string): "short" | "middle" | "long" {
  if (name.length <= SHORT_NAME_LENGTH) return "short";
  return name.length <= MIDDLE_NAME_LENGTH ? "middle" : "long";
}
