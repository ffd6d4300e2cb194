import type { NightShip } from "./scene-rules.ts";
import { area, circle, HEIGHT, line, rect, short, WIDTH } from "./svg-drawing.ts";

/**
 * Ships at night. A ship is its lights in three dimensions. The rules give each light an arc of the horizon. The place
 * of the viewer decides which lights are drawn, so red cannot be on the wrong side.
 */

/** Degrees on either side of a light's direction (BPR 3.01a): masthead 225°, sidelight 112°30', stern 135° in all. */
const ARCS = {
  masthead: { towards: 0, halfWidth: 112.5 },
  port: { towards: -56.25, halfWidth: 56.25 },
  starboard: { towards: 56.25, halfWidth: 56.25 },
  stern: { towards: 180, halfWidth: 67.5 },
  "all-round": { towards: 0, halfWidth: 180 },
} as const;

type Light = {
  arc: keyof typeof ARCS;
  colour: "white" | "red" | "green" | "yellow";
  /** Forward of midships, -1 the stern to 1 the stem. */
  forward: number;
  /** To starboard of the middle line, -1 to 1. */
  starboard?: number;
  /** Above the water, units of the drawing. */
  height: number;
};

type LitShip = {
  halfLength: number;
  halfBeam: number;
  /** Height of the faint hull; 0 if a hull would give the answer away. */
  hull: number;
  lights: readonly Light[];
  /** Lies along a quay. */
  moored?: boolean;
};

function sidelights(forward: number, height: number, starboard = 1): readonly Light[] {
  return [
    { arc: "port", colour: "red", forward, starboard: -starboard, height },
    { arc: "starboard", colour: "green", forward, starboard, height },
  ];
}

const SHIPS: Readonly<Record<NightShip, LitShip>> = {
  // BPR 3.08.
  "large-motor": {
    halfLength: 92,
    halfBeam: 34,
    hull: 24,
    lights: [
      { arc: "masthead", colour: "white", forward: 0.6, height: 66 },
      ...sidelights(-0.5, 40),
      { arc: "stern", colour: "white", forward: -1, height: 26 },
    ],
  },
  // BPR 3.13 lid 5.
  "small-sail": {
    halfLength: 44,
    halfBeam: 12,
    hull: 0,
    lights: [...sidelights(0.9, 22), { arc: "stern", colour: "white", forward: -1, height: 18 }],
  },
  // BPR 3.12.
  "large-sail": {
    halfLength: 80,
    halfBeam: 24,
    hull: 20,
    lights: [
      { arc: "all-round", colour: "red", forward: 0, height: 116 },
      { arc: "all-round", colour: "green", forward: 0, height: 90 },
      ...sidelights(0.5, 34),
      { arc: "stern", colour: "white", forward: -1, height: 26 },
    ],
  },
  // BPR 3.16 lid 1.
  "cable-ferry": {
    halfLength: 60,
    halfBeam: 40,
    hull: 14,
    lights: [
      { arc: "all-round", colour: "green", forward: 0, height: 88 },
      { arc: "all-round", colour: "white", forward: 0, height: 62 },
    ],
  },
  // BPR 3.20 lid 2: the forward light stands higher.
  "large-at-anchor": {
    halfLength: 100,
    halfBeam: 34,
    hull: 24,
    lights: [
      { arc: "all-round", colour: "white", forward: 0.9, height: 74 },
      { arc: "all-round", colour: "white", forward: -0.9, height: 40 },
    ],
  },
  "one-white": {
    halfLength: 0,
    halfBeam: 0,
    hull: 0,
    lights: [{ arc: "all-round", colour: "white", forward: 0, height: 34 }],
  },
  // BPR 3.09 lid 1.
  tug: {
    halfLength: 58,
    halfBeam: 26,
    hull: 22,
    lights: [
      { arc: "masthead", colour: "white", forward: 0.2, height: 96 },
      { arc: "masthead", colour: "white", forward: 0.2, height: 70 },
      ...sidelights(-0.2, 44),
      { arc: "stern", colour: "yellow", forward: -1, height: 26 },
    ],
  },
  // BPR 3.10 lid 1: sidelights at the widest part, by the pushing ship; the triangle stands on the bow.
  "pushed-convoy": {
    halfLength: 130,
    halfBeam: 70,
    hull: 20,
    lights: [
      { arc: "masthead", colour: "white", forward: 1, height: 84 },
      { arc: "masthead", colour: "white", forward: 1, starboard: -0.24, height: 62 },
      { arc: "masthead", colour: "white", forward: 1, starboard: 0.24, height: 62 },
      ...sidelights(-0.8, 42),
    ],
  },
  // BPR 3.29.
  "wash-protected": {
    halfLength: 96,
    halfBeam: 34,
    hull: 26,
    moored: true,
    lights: [
      { arc: "all-round", colour: "red", forward: 0, height: 88 },
      { arc: "all-round", colour: "white", forward: 0, height: 62 },
    ],
  },
  // BPR 3.25 lid 1 a and b: green over green where the way is free; red as high as the upper green.
  working: {
    halfLength: 60,
    halfBeam: 74,
    hull: 22,
    lights: [
      { arc: "all-round", colour: "green", forward: 0, starboard: 1, height: 84 },
      { arc: "all-round", colour: "green", forward: 0, starboard: 1, height: 58 },
      { arc: "all-round", colour: "red", forward: 0, starboard: -1, height: 84 },
    ],
  },
};

const COLOURS = { white: "deep", red: "signal", green: "starboard-lit", yellow: "yellow" } as const;

const HORIZON = 140;

/** Whether a light shows towards a relative bearing, degrees clockwise from ahead. */
export function isLit(arc: keyof typeof ARCS, bearing: number): boolean {
  const { towards, halfWidth } = ARCS[arc];
  const off = Math.abs(((((bearing - towards) % 360) + 540) % 360) - 180);
  return off <= halfWidth;
}

/** The lights that an onlooker sees, with their places in the drawing. */
export function visibleLights(
  ship: NightShip,
  bearing: number,
): readonly { colour: Light["colour"]; x: number; y: number }[] {
  const { lights, halfLength, halfBeam } = SHIPS[ship];
  const angle = (bearing * Math.PI) / 180;
  return lights
    .filter(({ arc }) => isLit(arc, bearing))
    .map(({ colour, forward, starboard = 0, height }) => ({
      colour,
      x: WIDTH / 2 + forward * halfLength * Math.sin(angle) - starboard * halfBeam * Math.cos(angle),
      y: HORIZON - height,
    }));
}

function hullOf({ hull, halfLength, halfBeam }: LitShip, bearing: number): string {
  if (hull === 0) return "";
  const angle = (bearing * Math.PI) / 180;
  const half = Math.abs(halfLength * Math.sin(angle)) + Math.abs(halfBeam * Math.cos(angle));
  // Both ends are alike: only the lights say which way the ship goes.
  const flare = 8;
  const [x, y] = [WIDTH / 2, HORIZON + 4];
  return area(
    `M${short(x - half - flare)} ${y - hull}H${short(x + half + flare)}L${short(x + half)} ${y}H${short(x - half)}z`,
    "sea-1",
    ` opacity=".45"`,
  );
}

/** A ship at night, as an onlooker sees it; `isBare`: its lights alone. */
export function drawNight(ship: NightShip, bearing: number, isBare = false): string {
  const lit = SHIPS[ship];
  const quay = lit.moored ? rect(0, HORIZON - 14, WIDTH, 14, "ink-2", ` opacity=".5"`) : "";
  const lights = visibleLights(ship, bearing).map(
    ({ colour, x, y }) =>
      line(`M${short(x)} ${HORIZON + 8}v${short(14 + (HORIZON - y) / 3)}`, COLOURS[colour], 4, ` opacity=".3"`) +
      circle(x, y, 12, COLOURS[colour], ` opacity=".35"`) +
      circle(x, y, 7, COLOURS[colour]),
  );
  return (
    rect(0, 0, WIDTH, HEIGHT, "ink") +
    rect(0, HORIZON, WIDTH, HEIGHT - HORIZON, "sea-2") +
    quay +
    (isBare ? "" : hullOf(lit, bearing)) +
    lights.join("")
  );
}
