import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { encode } from "uqr";

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
<p class="hint">Druk af op A5, ware grootte, zonder marges en met achtergrond. Of bewaar als pdf.</p>
<svg width="0" height="0" class="shared" aria-hidden="true"><defs>${SCENE}</defs></svg>
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
<p class="label">Jouw cadeaucode</p>
<p class="${codeClass}">${escapeHtml(card.code).replaceAll("-", "-<wbr>")}</p>
</div>
</div>
<p class="foot"><span class="link">${escapeHtml(card.link.replace(/^https?:\/\//, ""))}</span>${until}</p>
</section>`;
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

const LOGO =
  '<svg viewBox="0 0 34 34" aria-hidden="true"><circle cx="17" cy="17" r="16" fill="#0d2440"/>' +
  '<path d="M17 4l3.4 13L17 30l-3.4-13z" fill="#fffdf8"/><path d="M17 4l3.4 13H13.6z" fill="#d9381e"/></svg>';

/** One side of the chart's black and white border. An odd number of segments (mm) makes both corners black. */
function scaleSide(path: string, segment: number): string {
  return `<path d="${path}" stroke="#0d2440" stroke-width="1.3" stroke-dasharray="${segment} ${segment}"/>`;
}

function compassRose(x: number, y: number, radius: number): string {
  const ticks = Array.from({ length: 36 }, (_, index) => {
    const length = index % 9 === 0 ? 2.6 : index % 3 === 0 ? 1.8 : 1.1;
    return `<path d="M0 ${-radius}v${length}" transform="rotate(${index * 10})"/>`;
  }).join("");
  const long = radius - 3.4;
  const points = [0, 90, 180, 270]
    .map(
      (angle) =>
        `<g transform="rotate(${angle})"><path d="M0 ${-long}L1.9 -1.9L0 0z" fill="#a8207a"/><path d="M0 ${-long}L-1.9 -1.9L0 0z" fill="#fffdf8" stroke="#a8207a" stroke-width=".3"/></g>`,
    )
    .join("");
  return `<g transform="translate(${x} ${y})"><g stroke="#a8207a" stroke-width=".3" fill="none"><circle r="${radius}"/><circle r="${radius - 3}" opacity=".5"/>${ticks}</g>${points}</g>`;
}

/** Drawn once for all pages of a batch. Millimetres of an A5 page; the middle left and the panel stay free of lines. */
const SCENE = `
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffe1b8"/><stop offset=".55" stop-color="#ffb984"/><stop offset="1" stop-color="#f28063"/></linearGradient>
<clipPath id="inside"><path d="M7.4 7.4h133.2v195.2H7.4z"/></clipPath>
<symbol id="scene" viewBox="0 0 148 210">
<path d="M0 0h148v210H0z" fill="#fffdf8"/>
<g clip-path="url(#inside)">
<path d="M0 0h148v72H0z" fill="url(#sky)"/>
<circle cx="108" cy="57" r="14" fill="#fff3d6"/>
<g fill="#fff3d6" opacity=".55"><path d="M84 30q3-4 8-3 3-5 9-3 5 1 6 5 5-1 7 2H84z"/><path d="M14 44q2-3 6-2 3-4 8-2 4 1 5 3 4 0 5 2H14z"/></g>
<path d="M0 68h28l9-3.4h15l8 3.4h88v6H0z" fill="#7a4a63"/>
<g fill="#5d3650"><path d="M40.6 65l1.3-11.5h4.2L47.4 65z"/><path d="M41.4 53.6q2.6-3.6 5.2 0z"/><g stroke="#5d3650" stroke-width=".7" stroke-linecap="round"><path d="M44 52.4l8.6-6.4M44 52.4l-8.6 6.4M44 52.4l-6.4-8.6M44 52.4l6.4 8.6"/></g><path d="M44.9 53.2l7.7-5.7 1.1 1.5-7.7 5.7zM43.1 51.6l-7.7 5.7-1.1-1.5 7.7-5.7zM43.2 53.3l-5.7-7.7-1.5 1.1 5.7 7.7zM44.8 51.5l5.7 7.7 1.5-1.1-5.7-7.7z" opacity=".45"/></g>
<path d="M0 71h148v40H0z" fill="#14507f"/>
<g stroke="#ffd9a8" stroke-width="1" stroke-linecap="round" opacity=".85"><path d="M94 75.5h28M99 79h19M104 82.5h9"/></g>
<path d="M0 80q7-2.4 14 0t14 0t14 0 14 0 14 0 14 0 14 0 14 0 14 0 14 0 14 0v30H0z" fill="#0f3a5f"/>
<g><path d="M66.8 78V27l.2-2.5 1.4.1.2 2.4v51z" fill="#0d2440"/><path d="M68.4 24.5l8.4 2.6-8.4 2.8z" fill="#d9381e"/><path d="M70 76V31.5q18 18 23.6 42.6Q82 77.4 70 76z" fill="#fffdf8"/><path d="M65.4 76V36Q58 56 46.6 73q9.6 4 18.8 3z" fill="#f7e9c6"/><path d="M70 64q11 1.4 21.2-.8l1.2 4.4Q81 70 70 68.6z" fill="#d9381e"/>
<path d="M42 79.5h56q-3 8.6-10 13H52.5q-7.4-4.6-10.5-13z" fill="#fffdf8"/><path d="M43.6 83.4h52.9l-1.3 2.9H45z" fill="#d9381e"/></g>
<path d="M0 90q7-2.6 14 0t14 0t14 0 14 0 14 0 14 0 14 0 14 0 14 0 14 0 14 0v20H0z" fill="#0d2440" opacity=".72"/>
<path d="M0 95.5q9.25-3 18.5 0t18.5 0 18.5 0 18.5 0 18.5 0 18.5 0 18.5 0 18.5 0v20H0z" fill="#c3e1f2"/>
<path d="M0 98.5q9.25 3 18.5 0t18.5 0 18.5 0 18.5 0 18.5 0 18.5 0 18.5 0 18.5 0V210H0z" fill="#e3f1f9"/>
<path d="M148 163c-8 2-14 8-22 9s-14 7-26 8-22 1-34 5-28 2-38 5-20 0-28 4v16h148z" fill="#f7e9c6"/>
<path d="M148 154c-10 2-16 7-24 9s-16 7-28 8-24 1-36 6-28 2-38 6-14 1-22 3" fill="none" stroke="#8fbbd6" stroke-width=".35"/>
<g fill="none" stroke="#8fbbd6" stroke-width=".35" opacity=".85"><path d="M148 103q-12 1-16 0t-14 1"/><path d="M148 139q-8-3-13-2t-13-1"/></g>
${compassRose(123, 120.5, 13)}
<g fill="#5c8fb0" font-family="Figtree" font-size="3" font-style="italic"><text x="134" y="107">4</text><text x="106.5" y="108">7</text><text x="135" y="134.6">12</text></g>
</g>
<g fill="none"><path d="M5 5h138v200H5z" stroke="#0d2440" stroke-width=".35"/><path d="M7.4 7.4h133.2v195.2H7.4z" stroke="#0d2440" stroke-width=".35"/>
${scaleSide("M6.2 6.2H141.8", 135.6 / 21)}${scaleSide("M6.2 203.8H141.8", 135.6 / 21)}${scaleSide("M6.2 6.2V203.8", 197.6 / 27)}${scaleSide("M141.8 6.2V203.8", 197.6 / 27)}</g>
</symbol>`;

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
