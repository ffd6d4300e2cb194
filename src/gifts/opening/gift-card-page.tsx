import type { PageContext } from "../../shared/page-context.ts";
import { CLIENT } from "../../ui/client-manifest.ts";
import { Document } from "../../ui/document.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { GIFT_CARD_COPY } from "../gift-card-copy.ts";
import { type GiftCard, renderGiftCard } from "../gift-card-markup.ts";

const { src, width, height } = CLIENT.pictures["gift-card"];
const ART = { scene: `<img src="${src}" width="${width}" height="${height}" alt="">`, logo: CLIENT.inline.logo };

type GiftCardPageProps = { pageContext: PageContext; card: GiftCard; giftHref: string };

export function GiftCardPage({ pageContext, card, giftHref }: GiftCardPageProps) {
  const { meta, hint, print, back } = GIFT_CARD_COPY;
  return (
    <Document
      pageContext={pageContext}
      meta={meta}
      index="noindex"
      socialImage="gift"
      stylesheet="styles-gift-card"
      chrome="quiet"
    >
      <div className="gift-card-page">
        <h1 className="visually-hidden">{meta.title}</h1>
        <div className="gift-card-tools tap-links screen-only">
          <a href={giftHref}>{back}</a>
          <PrintButton label={print} />
        </div>
        <p className="gift-card-hint">{hint}</p>
        <div dangerouslySetInnerHTML={{ __html: renderGiftCard(card, ART) }} />
      </div>
    </Document>
  );
}
