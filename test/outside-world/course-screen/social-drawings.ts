/** Drawings for the social sharing images of pages without a course of their own; all in a viewBox of 500 by 390. */
import {
  CONTOUR,
  INK,
  LAND,
  LAND_2,
  MAGENTA,
  PAPER,
  SHALLOW,
  SHOAL,
  SIGNAL,
  SOUNDING,
  STARBOARD,
  svg,
  WATER,
  WATER_2,
  windmill,
  YELLOW,
} from "./drawings.ts";

/** A sailing boat at sunset before the polder. */
export function sailingBoat(): string {
  return draw(
    `<defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffd9a8"/><stop offset=".55" stop-color="#ffb27a"/><stop offset="1" stop-color="#f0765a"/></linearGradient></defs>
    <rect width="500" height="250" fill="url(#dusk)"/><circle cx="388" cy="196" r="44" fill="#fff3d6"/>
    <path d="M0 224h500v30H0z" fill="#7a4a63"/>${windmill(96, 226, 0.9)}
    <rect y="240" width="500" height="150" fill="${WATER_2}"/><path d="M0 256q30-10 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v150H0z" fill="${WATER}"/>
    <path d="M344 252h96M358 266h70M372 280h42" stroke="#ffd9a8" stroke-width="4" stroke-linecap="round" opacity=".8"/>
    <path d="M160 290h184l-24 44H196z" fill="${PAPER}"/><path d="M171 308h163" stroke="${SIGNAL}" stroke-width="7"/>
    <path d="M262 282V84l94 178q4 20-10 20z" fill="${PAPER}"/><path d="M248 282V116l-78 150q-4 16 8 16z" fill="${LAND}"/>
    <path d="M255 72v222" stroke="${INK}" stroke-width="6"/><path d="M255 72l34 9-34 10z" fill="${SIGNAL}"/>
    <path d="M0 330q30-12 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v80H0z" fill="#0d2f50"/>`,
  );
}

/** The three steps to the exam as waypoints of a route into harbour: the red can to port, the green cone to starboard. */
export function examRoute(): string {
  const waypoint = (x: number, y: number, label: string) =>
    `<circle cx="${x}" cy="${y}" r="26" fill="${PAPER}" stroke="${MAGENTA}" stroke-width="4.500"/><text x="${x}" y="${y + 10}" text-anchor="middle" font-size="28" font-weight="800" fill="${MAGENTA}">${label}</text>`;
  return draw(
    `<rect width="500" height="390" fill="#fff"/>
    <path d="M500 0v390H170c20-60 100-70 150-120s30-110 70-160 60-60 76-110z" fill="${SHALLOW}"/>
    <path d="M500 30v360H270c10-50 70-60 110-110s30-100 60-140 40-60 60-110z" fill="${SHOAL}"/>
    <path d="M500 130v260H350c10-40 50-50 76-96s20-70 40-104 20-40 34-60z" fill="${LAND}" stroke="${LAND_2}" stroke-width="3"/>
    <g fill="none" stroke="${CONTOUR}" stroke-width="1.600"><path d="M170 390c20-60 100-70 150-120s30-110 70-160 60-60 76-110"/><path d="M0 290c60-10 110-60 170-100S300 60 330 0"/><path d="M0 170C60 160 120 90 170 0"/></g>
    <g fill="${SOUNDING}" font-size="20" font-style="italic"><text x="40" y="60">14</text><text x="42" y="240">9₅</text><text x="230" y="40">11</text><text x="170" y="338">5₈</text><text x="346" y="312">4₄</text></g>
    <path d="M70 330C90 260 120 220 190 206s110-10 140-70 60-30 106 66" fill="none" stroke="${MAGENTA}" stroke-width="5" stroke-dasharray=".5 12" stroke-linecap="round"/>
    ${waypoint(72, 322, "1")}${waypoint(198, 204, "2")}${waypoint(338, 122, "3")}
    <path d="M446 212v-78" stroke="${INK}" stroke-width="6" stroke-linecap="round"/><path d="M449 134h44l-12 16 12 16h-44z" fill="${STARBOARD}"/><circle cx="446" cy="212" r="9" fill="${INK}"/>
    <path d="M262 252l12-28 12 28z" fill="${STARBOARD}"/><path d="M254 252h40v6h-40z" fill="${INK}"/><rect x="122" y="140" width="24" height="28" rx="2" fill="${SIGNAL}"/><path d="M114 168h40v6h-40z" fill="${INK}"/>`,
  );
}

/** A yellow buoy that carries a question mark. */
export function questionBuoy(): string {
  return draw(
    `<rect width="500" height="390" fill="${SHALLOW}"/><circle cx="408" cy="92" r="34" fill="#fff3d6"/>
    <path d="M0 216q110-16 240-8t260-4v40H0z" fill="${LAND_2}"/>${windmill(84, 216, 0.8)}
    <path d="M0 236h500v154H0z" fill="${WATER}"/><path d="M0 268q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v140H0z" fill="#11456f"/>
    <g transform="rotate(-4 256 330)"><path d="M256 150v-24" stroke="${INK}" stroke-width="8"/><circle cx="256" cy="82" r="58" fill="${PAPER}" stroke="${INK}" stroke-width="6"/><text x="256" y="111" text-anchor="middle" font-size="84" font-weight="820" fill="${INK}">?</text>
    <path d="M226 148h60l16 158h-92z" fill="${YELLOW}"/><path d="M221 200h70l4 36h-78z" fill="${PAPER}" opacity=".55"/><path d="M180 300h152l-14 46H194z" fill="${YELLOW}"/><path d="M180 300h152l-3 12H183z" fill="#d9a80b"/></g>
    <path d="M0 326q30-10 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v80H0z" fill="${WATER_2}"/>
    <path d="M160 326q20 0 30-5t50 5q30 10 60 0t60 0" fill="none" stroke="#d6ebf6" stroke-width="4" stroke-linecap="round"/>
    <path d="M50 360q14-6 28 0t28 0M370 356q14-6 28 0t28 0 28 0" fill="none" stroke="#2a6ea3" stroke-width="3" stroke-linecap="round"/>`,
  );
}

/** Three courses to choose from, one of them chosen. */
export function courseChoice(names: readonly string[]): string {
  const rows = names
    .map((name, index) => {
      const chosen = index === 0;
      const mark = chosen
        ? `<circle cx="58" cy="46" r="24" fill="#e7f4ec"/><path d="M58 30l15 30H43z" fill="${STARBOARD}"/>`
        : `<circle cx="58" cy="46" r="20" fill="none" stroke="#b7c9d8" stroke-width="4"/>`;
      return `<g transform="translate(36 ${38 + index * 109})"><rect width="428" height="92" rx="16" fill="#fff" stroke="${chosen ? INK : "#d5dfe8"}" stroke-width="${chosen ? 4 : 2.5}"/>${mark}<text x="102" y="57" font-size="32" font-weight="750" fill="${INK}">${name}</text></g>`;
    })
    .join("");
  return draw(
    `<rect width="500" height="390" fill="${LAND}"/><path d="M0 390V230c90 20 130 90 230 90s150-110 270-130v200z" fill="${LAND_2}" opacity=".7"/>${rows}`,
  );
}

/** The sign against disturbing wash, with the five marks of the practice quiz below it. */
export function quizSign(): string {
  const marks = [0, 1, 2, 3, 4]
    .map((index) => {
      const x = 130 + index * 60;
      if (index < 3) return `<path d="M${x} 318l17 34h-34z" fill="${STARBOARD}"/>`;
      return `<circle cx="${x}" cy="336" r="12" fill="none" stroke="#8fa9bd" stroke-width="4"/>`;
    })
    .join("");
  return draw(
    `<rect width="500" height="390" fill="#fff"/><path d="M0 0h500v232q-40 20-80 0t-84 0-84 0-84 0-84 0-84 0z" fill="${SHALLOW}"/>
    <path d="M242 250h16v44h-16z" fill="${INK}"/>
    <g transform="translate(140 38) scale(.367)"><rect x="0" y="0" width="600" height="600" rx="14" fill="#fff"/><rect x="42" y="42" width="516" height="516" fill="#fff" stroke="#c1121c" stroke-width="56"/><path d="M42 42 558 558" stroke="#c1121c" stroke-width="56"/><g fill="none" stroke="#222" stroke-width="34" stroke-linecap="round"><path d="M130 235q42.500-70 85 0t85 0 85 0 85 0"/><path d="M130 365q42.500-70 85 0t85 0 85 0 85 0"/></g></g>
    ${marks}`,
  );
}

/** A wrapped present between its eight rays. */
export function present(): string {
  const rays = Array.from({ length: 8 }, (_, index) => {
    const turn = -78.75 + index * 22.5;
    return `<path d="M0-168v-${index % 2 === 0 ? 34 : 22}" transform="rotate(${turn})"/>`;
  }).join("");
  return draw(
    `<rect width="500" height="390" fill="${LAND}"/><path d="M0 320h500v70H0z" fill="${LAND_2}"/>
    <g transform="translate(250 238)" fill="none" stroke="${MAGENTA}" stroke-width="8" stroke-linecap="round">${rays}</g>
    <ellipse cx="250" cy="344" rx="140" ry="13" fill="${INK}" opacity=".16"/>
    <path d="M144 196h212v146q0 6-6 6H150q-6 0-6-6z" fill="#2b7fb8"/><path d="M144 196h212v18H144z" fill="${INK}" opacity=".18"/>
    <rect x="128" y="156" width="244" height="48" rx="8" fill="#3d92cb"/>
    <path d="M230 156h40v192h-40z" fill="${SIGNAL}"/><path d="M230 204h40v10h-40z" fill="${INK}" opacity=".18"/>
    <g fill="${SIGNAL}" stroke="#b92c15" stroke-width="3" stroke-linejoin="round"><path d="M250 154c-30-4-84-14-80-48s64-10 80 48z"/><path d="M250 154c30-4 84-14 80-48s-64-10-80 48z"/></g>
    <path d="M236 142c-16-4-46-12-44-26s34 0 44 26zM264 142c16-4 46-12 44-26s-34 0-44 26z" fill="${LAND}"/>
    <rect x="232" y="132" width="36" height="30" rx="8" fill="#b92c15"/>`,
  );
}

function draw(content: string): string {
  return svg(500, 390, content);
}
