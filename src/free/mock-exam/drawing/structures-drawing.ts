import type { LampColour } from "./scene-rules.ts";
import { area, circle, HEIGHT, line, paint, place, rect, WIDTH } from "./svg-drawing.ts";

/** Bridges and locks with their lights (BPR 6.25, 6.26 and 6.28a), seen from a boat that comes near. */

const LAMPS = { red: "signal", green: "starboard-lit" } as const;

/** A panel of lamps around `x`, its top at `y`. */
function panel(x: number, y: number, lamps: readonly LampColour[]): string {
  const lit = lamps.map(
    (colour, index) =>
      circle(x, y + 16 + index * 24, 13, LAMPS[colour], ` opacity=".3"`) +
      circle(x, y + 16 + index * 24, 8.5, LAMPS[colour]),
  );
  return rect(x - 15, y, 30, 8 + lamps.length * 24, "ink", ` rx="4"`) + lit.join("");
}

function backdrop(): string {
  return rect(0, 0, WIDTH, HEIGHT, "mist") + rect(0, 140, WIDTH, 60, "contour");
}

/** The sign of a recommended opening: a yellow board on a fixed bridge, a light on a movable one (BPR annex 7, D.1). */
const RECOMMENDED = {
  board: (x: number) => area(`M${x} 38l16 16-16 16-16-16z`, "yellow", ` stroke="var(--ink)" stroke-width="1.5"`),
  light: (x: number) =>
    rect(x - 15, 48, 30, 30, "ink", ` rx="4"`) +
    circle(x, 63, 13, "yellow", ` opacity=".3"`) +
    circle(x, 63, 8.5, "yellow"),
} as const;

/** One or two of these signs; two are side by side. */
function recommendedRow(kind: keyof typeof DECK, count: 1 | 2): string {
  const at = count === 1 ? [160] : [142, 178];
  return at.map(RECOMMENDED[kind === "fixed" ? "board" : "light"]).join("");
}

const DECK = {
  fixed:
    area("M0 50h320v28H0z", "steel") +
    area("M0 78h64v72H0zM256 78h64v72h-64z", "ink-2") +
    line("M0 50h320M0 78h320", "ink-soft", 2),
  closed:
    area("M0 50h320v28H0z", "steel") +
    area("M0 78h80v72H0zM240 78h80v72h-80z", "ink-2") +
    line("M80 50v28M240 50v28M0 50h320", "ink", 2),
  open:
    area("M0 62h100v24H0zM220 62h100v24H220z", "steel") +
    area("M0 86h96v64H0zM224 86h96v64h-96z", "ink-2") +
    area(
      "M86 70 104 8l14 4-16 60zM234 70 216 8l-14 4 16 60z",
      "steel",
      ` stroke="${paint("ink")}" stroke-width="1.5"`,
    ) +
    line("M0 62h88M232 62h88", "ink-soft", 2),
} as const;

export function drawBridge(
  kind: keyof typeof DECK,
  lamps: readonly LampColour[] | undefined,
  recommended: 1 | 2 | undefined,
): string {
  const top = kind === "open" ? 90 : 86;
  const panels = lamps === undefined ? "" : panel(40, top, lamps) + panel(280, top, lamps);
  return backdrop() + DECK[kind] + panels + (recommended === undefined ? "" : recommendedRow(kind, recommended));
}

/** A fixed bridge with the boards of A.10: the white halves look at the part between them. */
export function drawBridgeLimits(): string {
  const boards = [-1, 1].map(
    (side) =>
      `<g transform="translate(${160 + side * 46} 98)">${area("M0-17 17 0 0 17-17 0z", "deep", ` stroke="${paint("port")}" stroke-width="2"`)}${area(`M0-17 ${side * 17} 0 0 17z`, "port")}</g>`,
  );
  const places = (["A", "B", "C"] as const).map((letter, index) => place(letter, 62 + index * 98, 166));
  return backdrop() + DECK.fixed + boards.join("") + places.join("");
}

export function drawHarbour(left: LampColour, right: LampColour): string {
  const head = (x: number, colour: LampColour) =>
    rect(x - 3, 74, 6, 50, "ink-2") +
    line(`M${x} 148v26`, LAMPS[colour], 4, ` opacity=".3"`) +
    circle(x, 70, 12, LAMPS[colour], ` opacity=".35"`) +
    circle(x, 70, 7, LAMPS[colour]);
  return (
    rect(0, 0, WIDTH, HEIGHT, "ink") +
    rect(0, 140, WIDTH, 60, "sea-2") +
    area("M0 118h92l18 26H0zM320 118h-92l-18 26h110z", "ink-2", ` opacity=".6"`) +
    head(84, left) +
    head(236, right)
  );
}

export function drawLock(lamps: readonly LampColour[]): string {
  const gates =
    area("M84 66l76 12v72H84z", "wood") +
    area("M236 66l-76 12v72h76z", "wood-2") +
    line("M84 92l76 8 76-8M84 118l76 4 76-4M160 78v72", "ink", 2, ` opacity=".5"`);
  return (
    backdrop() +
    area("M0 60h84v96H0zM236 60h84v96h-84z", "steel") +
    gates +
    line("M0 60h84M236 60h84", "ink", 3) +
    panel(42, 72, lamps) +
    panel(278, 72, lamps)
  );
}
