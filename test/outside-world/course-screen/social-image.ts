import { COURSES, coursePrice } from "../../../src/shared/courses.ts";
import { formatPrice } from "../../../src/shared/money.ts";
import { BRAND_MARK, bridge, radioSet, westCardinalMark } from "./drawings.ts";
import { FIGTREE_FONT_FACE } from "./figtree.ts";
import { courseChoice, examRoute, present, questionBuoy, quizSign, sailingBoat } from "./social-drawings.ts";

/** Pixels of a sharing image, the size that link previews are made for. */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 };

type SocialImage = {
  /** Lines of the title, broken by hand so that every one fits beside the drawing. */
  title: readonly string[];
  text: string;
  /** Only on product pages. */
  price?: string;
  drawing: string;
};

const { KVB1, KVB2, MARIFONIE } = COURSES;
const PRICE_FROM = `vanaf ${formatPrice(coursePrice("none").priceCents)}`;

/** The sharing images by file name. The gift's must not tell what is inside. */
export const SOCIAL_IMAGES = {
  home: {
    title: ["Behaal jouw", "Vaarbewijs", "1 & 2"],
    text: "Online cursus met oefenvragen",
    drawing: sailingBoat(),
  },
  kvb1: {
    title: ["Klein", "Vaarbewijs 1"],
    text: `${KVB1.practiceQuestions}+ oefenvragen met uitleg`,
    price: PRICE_FROM,
    drawing: bridge(),
  },
  kvb2: {
    title: ["Klein", "Vaarbewijs 2"],
    text: `${KVB2.practiceQuestions}+ oefenvragen met uitleg`,
    price: PRICE_FROM,
    drawing: westCardinalMark(),
  },
  marifonie: {
    title: ["Marifonie"],
    text: `${MARIFONIE.practiceQuestions}+ oefenvragen met uitleg`,
    price: PRICE_FROM,
    drawing: radioSet(),
  },
  exam: { title: ["CBR Examen:", "zo werkt het"], text: "In drie stappen uitgelegd", drawing: examRoute() },
  faq: { title: ["Veelgestelde", "vragen"], text: "Over toegang, cursus en examen", drawing: questionBuoy() },
  order: {
    title: ["Kies je", "cursus"],
    text: "Direct toegang na betaling",
    drawing: courseChoice([KVB1.name, KVB2.name, MARIFONIE.name]),
  },
  quiz: { title: ["Vijf gratis", "oefenvragen"], text: "Ontdek wat je al weet", drawing: quizSign() },
  gift: { title: ["Er ligt een", "cadeautje", "voor je klaar!"], text: "Kom je het uitpakken?", drawing: present() },
} as const satisfies Record<string, SocialImage>;

export type SocialImageName = keyof typeof SOCIAL_IMAGES;

const STYLES = `*{box-sizing:border-box;margin:0}
body{position:relative;width:1200px;height:630px;overflow:hidden;background:#e3f1f9;color:#0d2440;font-family:Figtree,sans-serif}
.chart{position:absolute;inset:0;width:100%;height:100%}
.brand{position:absolute;left:72px;top:60px;display:flex;align-items:center;gap:16px;font-size:38px;font-weight:820;letter-spacing:-.03em}
.brand svg{width:56px;height:56px}
.copy{position:absolute;left:72px;top:132px;width:540px;height:390px;display:flex;flex-direction:column;justify-content:center}
h1{font-size:82px;line-height:1.02;font-weight:820;letter-spacing:-.035em;white-space:nowrap}
p{margin-top:24px;font-size:33px;line-height:1.3;color:#41566f;font-weight:550}
.price{align-self:flex-start;margin-top:28px;padding:10px 26px 12px;border-radius:99px;background:#0d2440;color:#fff;font-size:34px;font-weight:750}
.drawing{position:absolute;left:636px;top:124px;width:500px;height:390px;border-radius:28px;overflow:hidden;box-shadow:0 0 0 8px #fff,0 30px 60px -18px rgb(13 36 64/.45)}
.drawing svg{display:block;width:100%;height:100%}`;

/** The chart behind: its contours and soundings keep clear of the copy. */
const CHART = `<svg class="chart" viewBox="0 0 1200 630" fill="none" aria-hidden="true">
<path d="M1200 630H640c40-50 150-50 230-90s110-110 180-150 100-20 150-70z" fill="#c3e1f2"/>
<path d="M1200 630H860c40-40 120-40 180-80s60-90 160-130z" fill="#f7e9c6"/>
<g stroke="#8fbbd6" stroke-width="1.600"><path d="M0 600c120-20 200 16 330-6s220-70 340-60 260-80 330-150 150-60 200-100"/><path d="M360 0c60 30 160 50 260 40S800 20 860 40s200 50 340 10"/><path d="M560 0c60 10 120 10 180 0"/></g>
<g fill="#4f83a6" font-family="Figtree" font-size="22" font-style="italic"><text x="40" y="578">14</text><text x="560" y="606">7₂</text><text x="520" y="88">8</text><text x="1140" y="100">5₈</text><text x="760" y="92">11</text></g>
<path d="M210 640c40-40 90-60 170-62s170 20 260-30" stroke="#a8207a" stroke-width="4.500" stroke-dasharray=".5 13" stroke-linecap="round"/>
<rect x="432" y="536" width="24" height="28" rx="2" fill="#d9381e"/><path d="M422 564h44v6h-44z" fill="#0d2440"/>
</svg>`;

/** A sharing image as a document of 1200 by 630 CSS pixels. */
export function socialImageHtml(name: SocialImageName): string {
  const image: SocialImage = SOCIAL_IMAGES[name];
  const title = image.title.map((line) => line.replaceAll("&", "&amp;")).join("<br>");
  const price = image.price === undefined ? "" : `<div class="price">${image.price}</div>`;
  return `<!doctype html><html lang="nl"><head><meta charset="utf-8"><title>${name}</title><style>${FIGTREE_FONT_FACE}${STYLES}</style></head>
<body>${CHART}<div class="brand">${BRAND_MARK}Vaarkoers</div>
<div class="copy"><h1>${title}</h1><p>${image.text}</p>${price}</div>
<div class="drawing">${image.drawing}</div></body></html>`;
}
