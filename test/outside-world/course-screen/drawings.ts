/**
 * Drawings of the course screens and of the social sharing images: plain SVG in the flat style of a nautical chart.
 * Every function returns a complete `<svg>` element that fills its box.
 */

export const INK = "#0d2440";
export const INK_2 = "#41566f";
export const PAPER = "#fffdf8";
export const SHALLOW = "#e3f1f9";
export const SHOAL = "#c3e1f2";
export const LAND = "#f7e9c6";
export const LAND_2 = "#ecd9a6";
export const CONTOUR = "#8fbbd6";
export const SOUNDING = "#4f83a6";
export const WATER = "#14507f";
export const WATER_2 = "#0f3a5f";
export const SIGNAL = "#d9381e";
export const STARBOARD = "#0b7a4b";
export const MAGENTA = "#a8207a";
export const YELLOW = "#f5c518";

/** Lamps of a signal panel, from top to bottom. */
type Lamp = "red" | "green" | "off";

/** The brand's compass mark in a box of 34 by 34. */
export const BRAND_MARK = `<svg viewBox="0 0 34 34" aria-hidden="true"><circle cx="17" cy="17" r="16" fill="${INK}"/><path d="M17 4l3.4 13L17 30l-3.4-13z" fill="${PAPER}"/><path d="M17 4l3.4 13H13.6z" fill="${SIGNAL}"/></svg>`;

/** The green cone: right, done, included. */
export const CONE = `<svg viewBox="0 0 18 18" aria-hidden="true"><path d="M9 1l7 15H2z" fill="${STARBOARD}"/></svg>`;

/** The red can: wrong. */
export const CAN = `<svg viewBox="0 0 18 18" aria-hidden="true"><rect x="3.5" y="2" width="11" height="14" rx="1" fill="${SIGNAL}"/></svg>`;

/** A lock seen from the side: the boat lies low in the chamber, the water will rise to the dashed line. */
export function lock(): string {
  return svg(
    640,
    280,
    `<rect width="640" height="280" fill="${SHALLOW}"/>
    <path d="M0 116q90-16 210-10 150 6 260 2 100-6 170 6v90H0z" fill="${LAND}"/>
    <path d="M0 130q120-10 230-2 140 8 240 2 90-4 170 4v80H0z" fill="${LAND_2}"/>
    ${windmill(322, 128, 0.98)}
    <g fill="#5d9a78"><circle cx="58" cy="106" r="17"/><circle cx="84" cy="111" r="13"/><circle cx="34" cy="113" r="12"/><circle cx="586" cy="108" r="15"/><circle cx="608" cy="113" r="11"/></g>
    <path d="M0 146h208v98H0z" fill="#6fb0d6"/><path d="M0 146h208v9H0z" fill="#a9d3ec"/>
    <path d="M208 194h432v66H208z" fill="#6fb0d6"/><path d="M208 194h432v9H208z" fill="#a9d3ec"/>
    <path d="M0 240h204q10 0 14 5l10 10h412v25H0z" fill="#dcc48a"/>
    <path d="M226 147h206" stroke="${MAGENTA}" stroke-width="3.500" stroke-dasharray="1 10" stroke-linecap="round"/>
    <path d="M406 186v-25m-9 9 9-10 9 10" fill="none" stroke="${MAGENTA}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
    ${motorboat(262, 205, 1.04)}
    ${lockGate(208, 114, 138)}${lockGate(444, 114, 150)}
    <path d="M490 196v-60" stroke="${INK}" stroke-width="6"/>
    ${signalPanel(469, 22, 42, ["red", "green", "off"])}
    <path d="M530 220q16-6 32 0t32 0 32 0M244 238q16-6 32 0t32 0" fill="none" stroke="#d6ebf6" stroke-width="2.500" stroke-linecap="round"/>
    <path d="M30 178q16-6 32 0t32 0M104 206q16-6 32 0t32 0" fill="none" stroke="#d6ebf6" stroke-width="2.500" stroke-linecap="round"/>`,
  );
}

/** A closed drawbridge with its signal lights, seen from the water: red over green. */
export function bridge(): string {
  return svg(
    500,
    390,
    `<rect width="500" height="390" fill="${SHALLOW}"/>
    <circle cx="272" cy="116" r="34" fill="#fff3d6"/>
    <path d="M0 220q120-12 250-8t250-4v50H0z" fill="${LAND}"/>
    <g fill="#5d9a78"><circle cx="176" cy="222" r="13"/><circle cx="196" cy="226" r="10"/><circle cx="318" cy="224" r="11"/></g>
    <path d="M0 240h500v150H0z" fill="${WATER}"/>
    <path d="M130 258h70M226 258h40M292 258h66" stroke="#2a6ea3" stroke-width="3" stroke-linecap="round"/>
    ${quay(0, 122)}${quay(366, 134)}
    <g fill="none" stroke="${INK}" stroke-width="4"><path d="M146 172h230M190 172v18M233 172v18M276 172v18M319 172v18M374 170v22"/></g>
    <path d="M108 186h270v14H108z" fill="${PAPER}"/><path d="M108 198h270v8H108z" fill="${INK}"/>
    <path d="M352 84v104" stroke="${INK}" stroke-width="4"/>
    <path d="M136 196V66h18v130z" fill="${PAPER}" stroke="${INK}" stroke-width="4"/>
    <path d="M24 54h62v36H24z" fill="${INK}"/>
    <path d="M60 64h300v16H60z" fill="${PAPER}" stroke="${INK}" stroke-width="4"/>
    <circle cx="145" cy="72" r="8" fill="${INK}"/>
    <path d="M0 300q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v100H0z" fill="${WATER_2}"/>
    ${motorboat(172, 312, 1.2)}
    <path d="M60 352q14-6 28 0t28 0M350 346q14-6 28 0t28 0 28 0" fill="none" stroke="#3d7fb0" stroke-width="3" stroke-linecap="round"/>
    <path d="M434 196v-16" stroke="${INK}" stroke-width="7"/>
    ${signalPanel(406, 20, 56, ["red", "green", "off"])}`,
  );
}

/** The west cardinal mark: yellow, black, yellow, with two black cones point to point. */
export function westCardinalMark(): string {
  return svg(
    500,
    390,
    `<rect width="500" height="390" fill="${SHALLOW}"/>
    <circle cx="396" cy="108" r="36" fill="#fff3d6"/>
    <path d="M0 206q50-22 106-14t100 18 60 18v10H0z" fill="${LAND_2}"/><path d="M0 220q60-14 130-4t120 14v10H0z" fill="#dcc48a"/>
    <path d="M84 200l4-66h20l4 66z" fill="${PAPER}"/><path d="M86.300 162h23.400l1.200 16H85.200z" fill="${SIGNAL}"/><rect x="86" y="121" width="24" height="14" fill="${INK}"/><path d="M84 122l14-12 14 12z" fill="${SIGNAL}"/>
    <path d="M0 230h500v160H0z" fill="${WATER}"/>
    <path d="M336 250h120M360 264h72M376 278h40" stroke="#ffe3b0" stroke-width="4" stroke-linecap="round" opacity=".75"/>
    <g transform="translate(424 210)"><path d="M-26 14h56l-9 14h-38z" fill="${PAPER}"/><path d="M0 12v-58l28 54z" fill="${PAPER}"/><path d="M-4 12v-48l-18 44z" fill="${LAND}"/></g>
    <path d="M0 268q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v140H0z" fill="#11456f"/>
    <g transform="rotate(4 250 330)">
      <path d="M250 40v90" stroke="${INK}" stroke-width="7"/>
      <path d="M216 42h68l-34 38z" fill="#14181d"/><path d="M216 120h68l-34-38z" fill="#14181d"/>
      <circle cx="250" cy="34" r="8" fill="${PAPER}" stroke="${INK}" stroke-width="3"/>
      <path d="M228 130h44l4 50h-52z" fill="${YELLOW}"/><path d="M224 180h52l4 56h-60z" fill="#14181d"/><path d="M220 236h60l5 70h-70z" fill="${YELLOW}"/>
      <path d="M182 300h136l-12 44H194z" fill="${YELLOW}"/><path d="M182 300h136l-3 11H185z" fill="#d9a80b"/>
      <path d="M260 130h12l4 50 4 56 5 64h-13z" fill="#000" opacity=".12"/>
    </g>
    <path d="M0 326q30-10 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v80H0z" fill="${WATER_2}"/>
    <path d="M160 326q20 0 30-5t50 5q30 10 60 0t50 0" fill="none" stroke="#d6ebf6" stroke-width="4" stroke-linecap="round"/>
    <path d="M60 358q14-6 28 0t28 0M330 362q14-6 28 0t28 0 28 0" fill="none" stroke="#2a6ea3" stroke-width="3" stroke-linecap="round"/>`,
  );
}

/**
 * A piece of chart with a course line and its current triangle, drawn to bearing: true course 072 for 300 units, a
 * current of 75 units setting to 150, and their sum, 085 over the ground.
 */
export function chartWithCourse(): string {
  return svg(
    640,
    280,
    `<rect width="640" height="280" fill="#fff"/>
    <path d="M0 226c60 6 110 22 170 24s110-14 170-12 90 12 150 4 90-40 150-48v86H0z" fill="${SHALLOW}"/>
    <path d="M0 256c70 4 110 12 176 14s120-8 170-6 90 8 140 2 100-30 154-40v54H0z" fill="${SHOAL}"/>
    <path d="M640 0v96c-40-4-60-24-92-32s-58 2-80-20-10-34-4-44z" fill="${SHALLOW}"/>
    <path d="M640 0v62c-30-2-46-16-68-22s-42-4-54-18-4-16-2-22z" fill="${SHOAL}"/>
    <path d="M640 0v36c-24 0-36-8-50-12s-24-8-30-24z" fill="${LAND}" stroke="${LAND_2}" stroke-width="2"/>
    <g fill="none" stroke="${CONTOUR}" stroke-width="1.400"><path d="M0 226c60 6 110 22 170 24s110-14 170-12 90 12 150 4 90-40 150-48"/><path d="M0 256c70 4 110 12 176 14s120-8 170-6 90 8 140 2 100-30 154-40"/><path d="M640 96c-40-4-60-24-92-32s-58 2-80-20-10-34-4-44"/><path d="M640 62c-30-2-46-16-68-22s-42-4-54-18-4-16-2-22"/></g>
    <ellipse cx="538" cy="160" rx="36" ry="17" fill="${SHOAL}" stroke="${CONTOUR}" stroke-width="1.400"/>
    <g fill="${SOUNDING}" font-size="16" font-style="italic"><text x="196" y="52">9₁</text><text x="304" y="34">7₆</text><text x="412" y="46">6₈</text><text x="28" y="160">6₂</text><text x="150" y="110">8₄</text><text x="366" y="222">3₃</text><text x="474" y="212">4₁</text><text x="44" y="214">4₆</text><text x="596" y="270">1₂</text><text x="528" y="166">0₄</text><text x="604" y="150">5₅</text><text x="494" y="32">3₇</text></g>
    <g transform="translate(70 72)"><circle r="42" fill="none" stroke="${MAGENTA}" stroke-width="1.600"/><circle r="35" fill="none" stroke="${MAGENTA}" stroke-width="5" stroke-dasharray="1.200 4.909"/><path d="M0-52 7 0 0 14-7 0z" fill="${MAGENTA}"/><path d="M-28 0h56" stroke="${MAGENTA}" stroke-width="1.400"/></g>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <path d="M96 196l304.300-98.900" stroke="${MAGENTA}" stroke-width="4.500" stroke-dasharray=".5 10"/>
      <path d="M400.300 97.100l35 60.600" stroke="#2b7fb8" stroke-width="4.500"/><path d="M420.800 150.100l14.500 7.600.6-16.300" stroke="#2b7fb8" stroke-width="4.500"/>
      <path d="M96 196l344.300-29.600" stroke="${INK}" stroke-width="4.500"/>
      <path d="M-9-9 7 0-9 9" stroke="${MAGENTA}" stroke-width="4.500" transform="translate(334 118.600) rotate(-18)"/>
    </g>
    <circle cx="96" cy="196" r="9" fill="#fff" stroke="${INK}" stroke-width="4.500"/>
    <circle cx="440.300" cy="166.400" r="9" fill="#fff" stroke="${INK}" stroke-width="4.500"/>
    <g font-size="21" font-weight="700" stroke="#fff" stroke-width="5" paint-order="stroke" stroke-linejoin="round"><text transform="translate(144 167) rotate(-18)" fill="${MAGENTA}">ware koers 072°</text><text transform="translate(196 214) rotate(-4.900)" fill="${INK}">grondkoers 085°</text><text x="432" y="124" fill="#1f6a9c">stroom</text></g>
    <g transform="translate(552 122) scale(1.150)"><path d="M0 0v-20" stroke="${INK}" stroke-width="2.500"/><path d="M-6-18H6L0-28zM-6-29H6L0-39z" fill="#14181d"/><path d="M-6-2h12l3 14H-9z" fill="${YELLOW}" stroke="${INK}" stroke-width="1"/><path d="M-6-2h12l1.300 6H-7.300z" fill="#14181d"/></g>
    <text x="568" y="132" fill="${MAGENTA}" font-size="15" font-style="italic">VQ</text>`,
  );
}

/** A ship's name spelled over the radio: WIND. */
export function spellingAlphabet(): string {
  const tiles = [
    ["W", "Whiskey"],
    ["I", "India"],
    ["N", "November"],
    ["D", "Delta"],
  ]
    .map(
      ([letter, word], index) =>
        `<g transform="translate(${36 + index * 145} 46)"><rect width="133" height="126" rx="14" fill="#fff" stroke="${index === 2 ? MAGENTA : "#d5dfe8"}" stroke-width="${index === 2 ? 4 : 2}"/><text x="66.500" y="76" text-anchor="middle" font-size="62" font-weight="800" fill="${INK}">${letter}</text><text x="66.500" y="108" text-anchor="middle" font-size="20" font-weight="650" fill="${index === 2 ? MAGENTA : INK_2}">${word}</text></g>`,
    )
    .join("");
  // Bar heights of the spoken word, in viewBox units; symmetric bursts, one for each letter.
  const bars = Array.from({ length: 71 }, (_, index) => {
    const burst = Math.abs(Math.sin((index / 71) * Math.PI * 4));
    const height = 5 + Math.round(burst * (16 + 12 * Math.abs(Math.sin(index * 1.7))));
    const spoken = index < 44;
    return `<path d="M${40 + index * 8} ${226 - height / 2}v${height}" stroke="${spoken ? MAGENTA : CONTOUR}"/>`;
  }).join("");
  return svg(
    640,
    280,
    `<rect width="640" height="280" fill="${SHALLOW}"/><path d="M0 280V140c120-40 220 20 340-20S540 60 640 50v230z" fill="${SHOAL}" opacity=".6"/>
    ${tiles}<g stroke-width="4" stroke-linecap="round">${bars}</g>`,
  );
}

/** A marine radio on channel 10, at low power. */
export function radioSet(): string {
  const grille = Array.from(
    { length: 6 },
    (_, row) => `<path d="M58 ${252 + row * 13}h112" stroke="#29456a" stroke-width="5" stroke-linecap="round"/>`,
  ).join("");
  return svg(
    500,
    390,
    `<rect width="500" height="390" fill="${SHALLOW}"/>
    <path d="M0 390V250c80-50 150 10 250-40S420 90 500 84v306z" fill="${SHOAL}" opacity=".7"/>
    <g transform="translate(15 -6)">
    <g fill="none" stroke="${MAGENTA}" stroke-width="4" stroke-linecap="round" stroke-dasharray="1 10"><path d="M350 56a40 40 0 0 1 56 0M330 32a70 70 0 0 1 96 0"/></g>
    <path d="M378 150V76" stroke="${INK}" stroke-width="6" stroke-linecap="round"/><circle cx="378" cy="72" r="7" fill="${MAGENTA}"/>
    <rect x="28" y="118" width="414" height="226" rx="22" fill="${INK}"/>
    <rect x="28" y="118" width="414" height="226" rx="22" fill="none" stroke="#29456a" stroke-width="4"/>
    <rect x="50" y="142" width="246" height="92" rx="10" fill="#d9f0c9"/>
    <g fill="#1c3a22"><text x="66" y="216" font-size="78" font-weight="800" letter-spacing="-2">10</text><text x="176" y="172" font-size="17" font-weight="700">SCHIP-SCHIP</text><text x="176" y="218" font-size="20" font-weight="700">ATIS</text><text x="246" y="218" font-size="20" font-weight="700">1 W</text></g>
    <path d="M176 186h104" stroke="#1c3a22" stroke-width="2" opacity=".5"/>
    ${knob(348, 188, 36, -40)}${knob(412, 176, 18, 30)}
    ${grille}
    <g font-size="20" font-weight="750" text-anchor="middle"><rect x="196" y="258" width="60" height="52" rx="9" fill="${SIGNAL}"/><text x="226" y="291" fill="#fff">16</text><rect x="268" y="258" width="60" height="52" rx="9" fill="#29456a"/><text x="298" y="291" fill="#fff">1/25</text><rect x="340" y="258" width="38" height="52" rx="9" fill="#29456a"/><path d="M351 290l8-12 8 12z" fill="#fff"/><rect x="386" y="258" width="38" height="52" rx="9" fill="#29456a"/><path d="M397 278l8 12 8-12z" fill="#fff"/></g>
    <text x="298" y="330" font-size="13" font-weight="600" fill="#9db4cc" text-anchor="middle">vermogen</text><text x="382" y="330" font-size="13" font-weight="600" fill="#9db4cc" text-anchor="middle">kanaal</text><text x="348" y="247" font-size="13" font-weight="600" fill="#9db4cc" text-anchor="middle">volume</text><text x="412" y="214" font-size="13" font-weight="600" fill="#9db4cc" text-anchor="middle">sql</text>
    <path d="M120 344v14h-34v-14M384 344v14h-34v-14" fill="#29456a"/>
    </g><path d="M0 352h500v38H0z" fill="${LAND_2}"/><path d="M0 352h500v8H0z" fill="#d8bd7d"/>`,
  );
}

/** One leaf of a lock, seen from its end, with its handrail; `height` reaches down into the sill. */
function lockGate(x: number, y: number, height: number): string {
  return `<path d="M${x - 14} ${y - 20}h28M${x - 12} ${y - 20}v20M${x + 12} ${y - 20}v20" stroke="${INK}" stroke-width="3.500" fill="none"/><path d="M${x - 9} ${y}h18v${height}h-18z" fill="${INK}"/><path d="M${x - 16} ${y - 4}h32v10h-32z" fill="${SIGNAL}"/>`;
}

/** The brick head of a bridge, standing in the water. */
function quay(x: number, width: number): string {
  const courses = [216, 240, 264]
    .map((y, row) => {
      const joints = Array.from({ length: 3 }, (_, index) => 24 + index * 48 - (row % 2) * 24 + (x === 0 ? 0 : 10))
        .filter((joint) => joint > 4 && joint < width - 4)
        .map((joint) => `M${x + joint} ${y}v24`)
        .join("");
      return `M${x} ${y + 24}h${width}${joints}`;
    })
    .join("");
  return `<path d="M${x} 200h${width}v96H${x}z" fill="${LAND_2}"/><path d="M${x} 200h${width}v14H${x}z" fill="#d8bd7d"/><path d="${courses}" stroke="#cfb274" stroke-width="2" fill="none"/>`;
}

/** A windmill whose foot stands at the given point. */
export function windmill(x: number, y: number, scale: number): string {
  const sail = `<path d="M0 0v-62" stroke="${INK}" stroke-width="3.500"/><path d="M2-18h13v-42H2z" fill="${PAPER}" stroke="${INK}" stroke-width="2"/><path d="M2-32h13M2-46h13" stroke="${INK}" stroke-width="1.500"/>`;
  const sails = [22, 112, 202, 292].map((turn) => `<g transform="rotate(${turn})">${sail}</g>`).join("");
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-22 0l8-54h28l8 54z" fill="#7c4a3c"/><path d="M-16-54q16-22 32 0z" fill="${INK}"/><path d="M-27-22h54v5h-54z" fill="${INK}"/><path d="M-5 0v-15h10V0z" fill="${LAND}"/><g transform="translate(0 -58)">${sails}<circle r="4" fill="${INK}"/></g></g>`;
}

/** A small motor cruiser whose waterline begins at the given point. */
function motorboat(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M0-18h96q14 0 26-6l-10 24q-3 7-11 7H12Q3 7 2 0z" fill="${PAPER}"/><path d="M1-8h114l-2 6H2z" fill="${INK}"/><path d="M30-18v-20h34l16 20z" fill="${INK}"/><path d="M36-22v-11h12v11zM53-22v-11h9l8 11z" fill="#a9d3ec"/><path d="M-7-20h9v24h-9z" fill="${INK_2}"/><path d="M8-18v-22" stroke="${INK}" stroke-width="2.500"/><path d="M8-40h-15v10H8z" fill="#fff"/><path d="M8-40h-15v3.300H8z" fill="#ae1c28"/><path d="M8-33.300h-15v3.300H8z" fill="#21468b"/></g>`;
}

/** A panel of three signal lamps. */
function signalPanel(x: number, y: number, width: number, lamps: readonly [Lamp, Lamp, Lamp]): string {
  const pitch = width * 0.88;
  const radius = width * 0.31;
  const colour = { red: "#f2412a", green: "#22b573", off: "#33475f" } as const;
  const drawn = lamps
    .map((lamp, index) => {
      const cy = y + width * 0.56 + index * pitch;
      const cx = x + width / 2;
      const glow =
        lamp === "off"
          ? ""
          : `<circle cx="${cx}" cy="${cy}" r="${radius * 1.32}" fill="${colour[lamp]}" opacity=".28"/>`;
      return `${glow}<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${colour[lamp]}"/>`;
    })
    .join("");
  return `<rect x="${x}" y="${y}" width="${width}" height="${width * 2.88}" rx="${width * 0.2}" fill="#101a28" stroke="${PAPER}" stroke-width="${width * 0.07}"/>${drawn}`;
}

/** A round control of a radio, its line turned by `turn` degrees. */
function knob(cx: number, cy: number, radius: number, turn: number): string {
  return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="#29456a"/><circle cx="${cx}" cy="${cy}" r="${radius * 0.72}" fill="#3a5a84"/><path d="M${cx} ${cy - radius * 0.2}v${-radius * 0.42}" stroke="#fff" stroke-width="${Math.max(3, radius * 0.12)}" stroke-linecap="round" transform="rotate(${turn} ${cx} ${cy})"/>`;
}

/** An `<svg>` of the given viewBox that fills its box, cropping what does not fit. */
export function svg(width: number, height: number, content: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${content}</svg>`;
}
