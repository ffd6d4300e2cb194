import { readFileSync } from "node:fs";
import { COURSES, lowestPriceCents } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { BRAND } from "../../src/ui/site-copy.ts";
import { SOCIAL_IMAGE_TITLES, type SocialImage } from "../../src/ui/social-images-copy.ts";
import { type DrawingPath, drawing } from "./drawing.ts";
import { FIGTREE_FONT_FACE } from "./figtree.ts";

/** Pixels of a sharing image, the size that link previews are made for. */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 };

type Picture = {
  text: string;
  /** Only on product pages. */
  price?: string;
  drawing: DrawingPath;
  /** The drawing has no background of its own: it stands before the moon, as on the gift's page. */
  isAtNight?: true;
};

const { KVB1, KVB2, MARIFONIE } = COURSES;
const PRICE_FROM = `vanaf ${formatPrice(lowestPriceCents("none"))}`;

/** The sharing images by file name. The gift's must not tell what is inside. */
export const SOCIAL_IMAGES = {
  home: { text: "Online cursus met oefenvragen", drawing: "social/sailing-boat" },
  kvb1: { text: `${KVB1.practiceQuestions}+ oefenvragen met uitleg`, price: PRICE_FROM, drawing: "course/bridge" },
  kvb2: {
    text: `${KVB2.practiceQuestions}+ oefenvragen met uitleg`,
    price: PRICE_FROM,
    drawing: "course/west-cardinal-mark",
  },
  marifonie: {
    text: `${MARIFONIE.practiceQuestions}+ oefenvragen met uitleg`,
    price: PRICE_FROM,
    drawing: "course/radio-set",
  },
  exam: { text: "In drie stappen uitgelegd", drawing: "social/exam-route" },
  licence: { text: "Doe de check, met de wet erbij", drawing: "pictures/scene-kvb1" },
  faq: { text: "Over toegang, cursus en examen", drawing: "social/question-buoy" },
  order: { text: "Direct toegang na betaling", drawing: "social/course-choice" },
  "mock-exam": { text: "40 vragen in een uur, met uitleg", drawing: "social/exam-route" },
  quiz: { text: "Ontdek wat je al weet", drawing: "social/quiz-sign" },
  give: { text: "KVB1, KVB2 of Marifonie", price: PRICE_FROM, drawing: "inline/gift-box", isAtNight: true },
  gift: { text: "Kom je het uitpakken?", drawing: "social/present" },
} as const satisfies Record<SocialImage, Picture>;

const TOKENS = readFileSync(new URL("../../client/tokens.css", import.meta.url), "utf8");
const STYLES = `*{box-sizing:border-box;margin:0}
body{position:relative;width:1200px;height:630px;overflow:hidden;background:var(--shallow);color:var(--ink);font-family:Figtree,sans-serif}
body>svg{position:absolute;inset:0;width:100%;height:100%}
.brand{position:absolute;left:72px;top:60px;display:flex;align-items:center;gap:16px;font-size:38px;font-weight:820;letter-spacing:-.03em}
.brand svg{width:56px;height:56px}
.copy{position:absolute;left:72px;top:132px;width:540px;height:390px;display:flex;flex-direction:column;justify-content:center}
h1{font-size:82px;line-height:1.02;font-weight:820;letter-spacing:-.035em;white-space:nowrap}
p{margin-top:24px;font-size:33px;line-height:1.3;color:var(--ink-2);font-weight:550}
.price{align-self:flex-start;margin-top:28px;padding:10px 26px 12px;border-radius:99px;background:var(--ink);color:var(--deep);font-size:34px;font-weight:750}
.drawing{position:absolute;left:636px;top:124px;width:500px;height:390px;border-radius:28px;overflow:hidden;box-shadow:0 0 0 8px #fff,0 30px 60px -18px rgb(13 36 64/.45)}
.night{padding-top:34px;background:radial-gradient(circle at 50% 50%,#f0e6cc 0 142px,#35486a 143px 178px,#22365a 179px 216px,var(--ink) 217px)}
.drawing svg{display:block;width:100%;height:100%}`;

/** A sharing image as a document of 1200 by 630 CSS pixels. */
export function socialImageHtml(name: SocialImage): string {
  const image: Picture = SOCIAL_IMAGES[name];
  const title = SOCIAL_IMAGE_TITLES[name].map((line) => line.replaceAll("&", "&amp;")).join("<br>");
  const price = image.price === undefined ? "" : `<div class="price">${image.price}</div>`;
  return `<!doctype html><html lang="nl"><head><meta charset="utf-8"><title>${name}</title><style>${FIGTREE_FONT_FACE}${TOKENS}${STYLES}</style></head>
<body>${drawing("social/chart")}<div class="brand">${drawing("inline/logo")}${BRAND}</div>
<div class="copy"><h1>${title}</h1><p>${image.text}</p>${price}</div>
<div class="drawing${image.isAtNight === true ? " night" : ""}">${drawing(image.drawing)}</div></body></html>`;
}
