import { faceOf } from "./boards-drawing.ts";
import type { PlanBoat, PlanPart } from "./scene-rules.ts";
import { area, circle, HEIGHT, label, line, place, rect, short, WIDTH } from "./svg-drawing.ts";

/** Situations seen from above, as on a chart: north is up, blue is water, buff is land. */

/** Boats with the bow up, around the origin, and how far the bow is ahead of it. */
const BOATS: Readonly<Record<PlanBoat["boat"], { bow: number; drawn: string }>> = {
  motor: {
    bow: 24,
    drawn:
      area("M0-24Q13-8 11 20H-11Q-13-8 0-24z", "deep", ` stroke="var(--ink)" stroke-width="2"`) +
      area("M-6-6h12l2 12H-8z", "sea-1"),
  },
  cruiser: {
    bow: 84,
    drawn:
      area("M0-84Q20-44 20 0L17 66H-17L-20 0Q-20-44 0-84z", "deep", ` stroke="var(--ink)" stroke-width="3"`) +
      area("M-11-30h22l3 50h-28z", "sea-1"),
  },
  sail: { bow: 26, drawn: area("M0-26Q12-4 8 22H-8Q-12-4 0-26z", "deep", ` stroke="var(--ink)" stroke-width="2"`) },
  rowing: {
    bow: 22,
    drawn:
      line("M-26 4 26-4M-26-4 26 4", "wood-2", 3) +
      area("M0-22Q9 0 0 22-9 0 0-22z", "wood", ` stroke="var(--ink)" stroke-width="2"`),
  },
  cargo: {
    bow: 58,
    drawn:
      area("M0-58q15 8 15 24v86H-15v-86q0-16 15-24z", "ink") +
      area("M-10-30h20v54h-20z", "steel") +
      area("M-10 32h20v14h-20z", "deep"),
  },
  ferry: {
    bow: 30,
    drawn:
      area("M-16-30h32v60h-32z", "yellow", ` stroke="var(--ink)" stroke-width="2"`) +
      line("M-10-20v40M10-20v40", "ink", 2),
  },
};

/** A sail to leeward of the mast, on this side of the boat. */
const SAILS = { starboard: "M0-10Q18 2 13 22", port: "M0-10Q-18 2-13 22" } as const;

function drawBoat({ boat, x, y, heading, label: name, sail, still = false, scale = 1 }: PlanBoat): string {
  const { bow, drawn } = BOATS[boat];
  const course = still ? "" : line(`M0-${bow + 6}v-34`, "magenta", 3, ` stroke-dasharray="2 7" stroke-linecap="round"`);
  const cloth = sail === undefined ? "" : line(SAILS[sail], "port", 4, ` stroke-linecap="round"`);
  const angle = (heading * Math.PI) / 180;
  // The letter stands beside the boat, upright, to the right of its course.
  const side = (boat === "cargo" ? 30 : 32) * scale;
  const letter = name === undefined ? "" : label(name, x + side * Math.cos(angle), y + side * Math.sin(angle) + 6);
  return `<g transform="translate(${short(x)} ${short(y)}) rotate(${heading})${scale === 1 ? "" : ` scale(${scale})`}">${course}${drawn}${cloth}</g>${letter}`;
}

const LAND = {
  left: (depth: number) => rect(0, 0, depth, HEIGHT, "land"),
  right: (depth: number) => rect(WIDTH - depth, 0, depth, HEIGHT, "land"),
  top: (depth: number) => rect(0, 0, WIDTH, depth, "land"),
  bottom: (depth: number) => rect(0, HEIGHT - depth, WIDTH, depth, "land"),
} as const;

/** Arrows point up; wind has feathers, a movement is a line of the route's colour. */
const ARROWS = {
  wind: line("M0 22V-14", "ink", 4) + area("M-9-12h18L0-28z", "ink") + line("M0 22l10 8M0 14l10 8", "ink", 3),
  move: line("M0 20V-10", "magenta", 5) + area("M-10-8h20L0-26z", "magenta"),
  current: line("M0 24V-12", "primary", 4) + area("M-9-10h18L0-28z", "primary"),
  north: line("M0 24V-12", "ink", 2.5) + area("M-8-8 0-28 8-8 0-13z", "ink") + label("N", 0, -32),
} as const;

function drawPart(part: PlanPart): string {
  if ("boat" in part) return drawBoat(part);
  if ("land" in part) {
    return part.land === "block" ? rect(part.x, part.y, part.width, part.height, "land") : LAND[part.land](part.depth);
  }
  if ("arrow" in part) {
    return `<g transform="translate(${part.x} ${part.y}) rotate(${part.heading})">${ARROWS[part.arrow]}</g>`;
  }
  if ("buoy" in part) {
    const { x, y } = part;
    return part.buoy === "green" ? area(`M${x} ${y - 9}l8 16h-16z`, "starboard") : rect(x - 7, y - 7, 14, 14, "port");
  }
  if ("post" in part) return circle(part.x, part.y, 5, "ink");
  if ("board" in part) {
    return `<g transform="translate(${part.x} ${part.y}) scale(.55)">${faceOf(part.board)}</g>`;
  }
  if ("text" in part) return label(part.text, part.x, part.y, "ink", part.size);
  if ("place" in part) return place(part.place, part.x, part.y);
  if ("shoal" in part) {
    const [x, y, halfWidth, halfHeight] = part.shoal;
    return `<ellipse cx="${x}" cy="${y}" rx="${halfWidth}" ry="${halfHeight}" fill="var(--land)" stroke="var(--sounding)" stroke-width="2" stroke-dasharray="3 4"/>`;
  }
  if ("deck" in part)
    return (
      rect(0, part.deck, WIDTH, 26, "steel") + line(`M0 ${part.deck}h${WIDTH}m0 26H0M160 ${part.deck}v26`, "ink", 2)
    );
  if ("wire" in part)
    return (
      line(`M0 ${part.wire}h${WIDTH}m0 8H0`, "ink-2", 1.5) +
      [24, 296].map((x) => area(`M${x - 8} ${part.wire + 16}l8-26 8 26z`, "ink")).join("")
    );
  if ("line" in part) {
    const [x1, y1, x2, y2] = part.line;
    return line(`M${x1} ${y1}L${x2} ${y2}`, "ink-2", 1.5, ` stroke-dasharray="4 4"`);
  }
  if ("rope" in part) {
    const [x1, y1, x2, y2] = part.rope;
    return line(`M${x1} ${y1}L${x2} ${y2}`, "wood-2", 3) + circle(x2, y2, 4, "ink");
  }
  if ("person" in part) return circle(part.x, part.y, 7, "sky-3", ` stroke="var(--ink)" stroke-width="2"`);
  const [x1, y1, x2, y2, x3, y3] = part.shade;
  return area(`M${x1} ${y1}L${x2} ${y2} ${x3} ${y3}z`, "ink", ` opacity=".2"`);
}

export function drawPlan(parts: readonly PlanPart[]): string {
  return rect(0, 0, WIDTH, HEIGHT, "shoal") + parts.map(drawPart).join("");
}
