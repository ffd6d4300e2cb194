import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { encode } from "uqr";
import { readInlineDrawing } from "../client/build-pictures.ts";
import { PATHS } from "../src/shared/paths.ts";

/** The printable gift card: A5 pages in one HTML file that needs nothing from outside, so that it prints the same anywhere. */

export type GiftCard = {
  /** As people read it: `ABCD-EFGH-JKMN-PQRS`. */
  code: string;
  /** Absolute link that unwraps the gift; the QR code holds it. */
  link: string;
  recipient: string;
  giver: string;
  /** Last day, `2028-11-21`; nothing is printed when unknown. */
  validUntil?: string;
};

/** Error correction M: 15% of the code may be creased or stained (ISO/IEC 18004). */
const QR_ERROR_CORRECTION = "M";

/** Font sizes in mm for names of up to so many characters; longer ones end in an ellipsis after two lines. */
const NAME_SIZES: readonly { upTo: number; className: string }[] = [
  { upTo: 12, className: "name-short" },
  { upTo: 26, className: "name-middle" },
  { upTo: Number.POSITIVE_INFINITY, className: "name-long" },
];

const ROOT = join(import.meta.dirname, "..");
const LOGO = readInlineDrawing(ROOT, "inline/logo");
/** Drawn once for all pages of a batch. */
const SCENE = readInlineDrawing(ROOT, "print/gift-card");

/** One HTML document with one A5 page a card. */
export async function renderGiftCards(cards: readonly GiftCard[]): Promise<string> {
  const title = cards.length === 1 ? "Cadeaubon Vaarkoers" : `${cards.length} cadeaubonnen Vaarkoers`;
  return `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>
${await readFontFaces()}
${STYLES}
</style>
</head>
<body>
<p class="hint">Druk af op A5, op ware grootte, zonder marges en met achtergrond. Of bewaar als pdf.</p>
<svg width="0" height="0" class="shared" aria-hidden="true"><symbol id="scene" viewBox="0 0 148 210">${SCENE}</symbol></svg>
${cards.map(renderCard).join("\n")}
</body>
</html>
`;
}

function renderCard(card: GiftCard): string {
  const codeClass = card.code.length > 19 ? "code code-long" : "code";
  const until =
    card.validUntil === undefined ? "" : `<span>Geldig tot en met <b>${formatDutchDate(card.validUntil)}</b></span>`;
  return `<section class="card">
<svg class="scene" viewBox="0 0 148 210" aria-hidden="true"><use href="#scene"/></svg>
<div class="top"><span class="logo">${LOGO}Vaarkoers</span><span class="kind">Cadeaubon</span></div>
<div class="names">
<p class="course">Vaarbewijs 1 Cursus</p>
<h1 class="name ${nameClass(card.recipient)}">Voor <bdi>${escapeHtml(card.recipient)}</bdi></h1>
<p class="giver">van <bdi>${escapeHtml(card.giver)}</bdi></p>
</div>
<div class="panel">
${renderQrCode(card.link)}
<div class="how">
<ol><li>Scan de code</li><li>Tik drie keer op je cadeau</li><li>Activeer je cursus</li></ol>
<p class="label">Of typ je code op <b>${escapeHtml(lookupAddress(card.link))}</b></p>
<p class="${codeClass}">${escapeHtml(card.code).replaceAll("-", "-<wbr>")}</p>
</div>
</div>
<p class="foot"><span class="link">${escapeHtml(card.link.replace(/^https?:\/\//, ""))}</span>${until}</p>
</section>`;
}

/** Where the code can be typed, as people write an address. */
function lookupAddress(link: string): string {
  return new URL(link).host + PATHS.giftLookup;
}

function nameClass(name: string): string {
  const length = [...new Intl.Segmenter("nl").segment(name)].length;
  return NAME_SIZES.find(({ upTo }) => length <= upTo)?.className ?? "name-long";
}

/** The link as one SVG path: a QR code with many small rectangles shows hairlines in print. */
export function renderQrCode(link: string): string {
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
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="QR-code van de cadeaulink"><path d="${path}"/></svg>`;
}

function formatDutchDate(isoDate: string): string {
  return new Intl.DateTimeFormat("nl-NL", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${isoDate}T00:00:00Z`),
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

async function readFontFaces(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const faces = [
    ["latin", "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122"],
    ["latin-ext", "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB"],
  ] as const;
  const rules = await Promise.all(
    faces.map(async ([subset, range]) => {
      const font = await readFile(resolve(`@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`));
      const source = `url(data:font/woff2;base64,${font.toString("base64")}) format("woff2")`;
      return `@font-face{font-family:Figtree;font-weight:300 900;src:${source};unicode-range:${range}}`;
    }),
  );
  return rules.join("\n");
}

const STYLES = `@page{size:148mm 210mm;margin:0}
*{box-sizing:border-box;margin:0;padding:0}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{font:400 3.6mm/1.35 Figtree,"Noto Sans","Noto Color Emoji",system-ui,sans-serif;color:#0d2440;background:#fff}
.shared{position:absolute}
.card{position:relative;width:148mm;height:210mm;overflow:hidden;break-after:page;break-inside:avoid}
.card:last-child{break-after:auto}
.scene{position:absolute;inset:0;width:100%;height:100%}
.top{position:absolute;inset:13mm 14mm auto;display:flex;justify-content:space-between;align-items:center}
.logo{display:flex;align-items:center;gap:2mm;font-size:6mm;font-weight:820;letter-spacing:-.03em}
.logo svg{width:9mm;height:9mm}
.kind{background:#0d2440;color:#fffdf8;font-weight:700;font-size:3.8mm;border-radius:9mm;padding:1.1mm 3.6mm}
.names{position:absolute;left:14mm;top:103mm;width:90mm;height:36mm;display:flex;flex-direction:column;justify-content:center}
.course{font-weight:700;font-size:3.9mm;color:#a8207a}
.name{font-weight:820;letter-spacing:-.025em;line-height:1.12;margin-block:.6mm 1mm;padding-bottom:.06em;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow-wrap:anywhere}
.name-short{font-size:11.5mm}.name-middle{font-size:8.4mm}.name-long{font-size:6.4mm}
.giver{font-size:5mm;line-height:1.3;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.giver bdi{font-weight:700}
.panel{position:absolute;left:13mm;right:13mm;top:139.5mm;height:53mm;background:#fff;border:.3mm solid #d5dfe8;border-radius:4mm;display:flex}
.qr{flex:none;width:42mm;height:42mm;margin:5.2mm 6mm 5.2mm 5.5mm;fill:#0d2440}
.how{flex:1;min-width:0;padding:5mm 4mm 4.6mm 0;display:flex;flex-direction:column}
ol{list-style:none;counter-reset:step;position:relative;display:grid;gap:2mm;font-size:3.8mm;font-weight:550;line-height:5mm}
ol::before{content:"";position:absolute;left:2.35mm;top:3mm;bottom:3mm;border-left:.35mm dashed #a8207a}
li{counter-increment:step;position:relative;padding-left:7.2mm}
li::before{content:counter(step);position:absolute;left:0;top:0;width:5mm;height:5mm;border:.4mm solid #a8207a;border-radius:50%;background:#fff;color:#a8207a;font-size:2.9mm;font-weight:800;line-height:4.2mm;text-align:center}
.label{margin-top:auto;font-size:3.1mm;color:#41566f}
.code{font-size:6.6mm;line-height:1.16;font-weight:800;letter-spacing:.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;text-wrap:balance}
.code-long{font-size:3.2mm;line-height:1.25}
.foot{position:absolute;left:13mm;right:13mm;top:193mm;height:9mm;display:flex;flex-wrap:wrap;justify-content:space-between;align-content:center;column-gap:4mm;font-size:3mm;line-height:4.2mm}
.foot .link{font-weight:600;overflow-wrap:anywhere}
.foot b{font-weight:750}
.hint{display:none}
@media screen{body{background:#dfe6ec;display:grid;justify-content:center;gap:8mm;padding:8mm 0}.card{box-shadow:0 2mm 10mm rgb(13 36 64/.25)}.hint{display:block;text-align:center;font-size:4mm;color:#41566f}}`;
