import { encode } from "uqr";
import type { ProductId } from "../shared/courses.ts";
import { fillIn } from "../shared/fill-in.ts";
import { codeParts } from "../shared/gift.ts";
import { escapeHtml } from "../shared/html.ts";
import { PATHS } from "../shared/paths.ts";
import { BRAND } from "../ui/site-copy.ts";
import { type CardMessage, cardMessage } from "./card-message-rules.ts";
import { GIFT_CARD_COPY } from "./gift-card-copy.ts";
import { GIFT_PRODUCTS } from "./gift-products-copy.ts";
import { countCharacters, formatCardDay } from "./give-gift-rules.ts";

/**
 * The printed gift card, A5. Plain markup and no component, because it stands in two places: on its page, and in the
 * file that the operators' tool makes.
 */

export type GiftCard = {
  /** As people read it: `ABCD-EFGH-JKMN-PQRS-TVWX`. */
  code: string;
  /** Absolute link that unwraps the gift; the QR code holds it. */
  link: string;
  productId: ProductId;
  recipient: string;
  giver: string;
  /** May be empty, and longer than its printed part. */
  message: string;
  /** The day that the gift is for, `2026-12-24`. */
  from?: string;
  /** Last day, `2028-11-21`; nothing is printed when unknown. */
  validUntil?: string;
};

export type GiftCardArt = { scene: string; logo: string };

/** Error correction M: 15% of the code may be creased or stained (ISO/IEC 18004). */
const QR_ERROR_CORRECTION = "M";

/** Sizes by the most characters of a name; longer ones are `long`, and end in an ellipsis after two lines. */
const NAME_SIZES: readonly { upTo: number; size: string }[] = [
  { upTo: 12, size: "short" },
  { upTo: 26, size: "middle" },
];
/** A code with more characters, hyphens included, was chosen by somebody and is set small. */
const LARGE_CODE_LENGTH = 24;

const copy = GIFT_CARD_COPY;

/** One card as markup; gift-card-markup.css has its looks. */
export function renderGiftCard(card: GiftCard, { scene, logo }: GiftCardArt): string {
  const codeSize = card.code.length > LARGE_CODE_LENGTH ? " gift-card-code-long" : "";
  const lasting = ` <span>${copy.lasting}</span>`;
  const until = card.validUntil === undefined ? lasting : dated(copy.validUntil, card.validUntil);
  const day = card.from === undefined ? "" : dated(copy.day, card.from);
  const steps = copy.steps.map((step) => `<li>${step}</li>`).join("");
  const message = cardMessage(card.message);
  const messageClass =
    message === null ? "" : ` gift-card-with-message${message.size.startsWith("tall") ? " gift-card-tall" : ""}`;
  return `<section class="gift-card${messageClass}">
<div class="gift-card-scene" aria-hidden="true">${scene}</div>
<div class="gift-card-top"><span class="gift-card-logo">${logo}${BRAND}</span><span class="gift-card-kind">${copy.kind}</span></div>
<div class="gift-card-names">
<p class="gift-card-course">${GIFT_PRODUCTS[card.productId].title}</p>
<h2 class="gift-card-name gift-card-name-${nameSize(card.recipient)}">${copy.for} <bdi>${escapeHtml(card.recipient)}</bdi></h2>
<p class="gift-card-giver">${copy.from} <bdi>${escapeHtml(card.giver)}</bdi></p>
</div>
<div class="gift-card-panel">${renderMessage(message)}
${renderQrCode(card.link, "gift-card-qr")}
<div class="gift-card-how">
<ol>${steps}</ol>
<p class="gift-card-label">${copy.type} <b>${escapeHtml(new URL(card.link).host + PATHS.giftLookup)}</b></p>
<p class="gift-card-code${codeSize}">${renderCode(card.code)}</p>
</div>
</div>
<p class="gift-card-foot"><span class="gift-card-link">${escapeHtml(card.link.replace(/^https?:\/\//, ""))}</span>${day}${until}</p>
</section>`;
}

function renderCode(code: string): string {
  return codeParts(code)
    .map((part) => `<span>${escapeHtml(part)}</span>`)
    .join("");
}

function renderMessage(message: CardMessage | null): string {
  if (message === null) return "";
  const paragraphs = message.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("");
  return `<div class="gift-card-message gift-card-message-${message.size}" dir="auto">${paragraphs}</div>`;
}

/** One HTML document with one A5 page a card. It needs nothing from outside, so that it prints the same anywhere. */
export function renderGiftCardFile(cards: readonly GiftCard[], { scene, logo }: GiftCardArt, styles: string): string {
  // Drawn once for all cards.
  const art = { scene: `<svg viewBox="0 0 148 210"><use href="#scene"/></svg>`, logo };
  const title = cards.length === 1 ? copy.fileTitle : fillIn(copy.filesTitle, { n: cards.length });
  return `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>
${styles}
</style>
</head>
<body class="gift-card-file">
<p class="gift-card-hint">${copy.hint}</p>
<svg class="gift-card-shared" aria-hidden="true"><symbol id="scene" viewBox="0 0 148 210">${scene}</symbol></svg>
${cards.map((card) => renderGiftCard(card, art)).join("\n")}
</body>
</html>
`;
}

/** The link as one SVG path: a QR code with many small rectangles shows hairlines in print. */
export function renderQrCode(link: string, className: string): string {
  const { data, size } = encode(link, { ecc: QR_ERROR_CORRECTION, border: 0 });
  let path = "";
  data.forEach((row, y) => {
    let x = 0;
    while (x < size) {
      let run = 0;
      while (row[x + run] === true) run += 1;
      if (run > 0) path += `M${x} ${y}h${run}v1h-${run}z`;
      x += Math.max(run, 1);
    }
  });
  return `<svg class="${className}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="${copy.qr}"><path d="${path}"/></svg>`;
}

function dated(label: string, isoDate: string): string {
  return `<span>${label} <b>${formatCardDay(isoDate)}</b></span>`;
}

function nameSize(name: string): string {
  const length = countCharacters(name);
  return NAME_SIZES.find(({ upTo }) => length <= upTo)?.size ?? "long";
}
