import type { Mark } from "./scene-rules.ts";
import { area, circle, HEIGHT, line, rect, SHAPE_COLOURS, short, WIDTH } from "./svg-drawing.ts";

/** Floating marks (BPR annex 8, IALA region A), seen from a boat. The origin is the mark's foot on the water. */

/** Heights of a body, each with half its width there, from the water up: straight between them. */
const BODIES: Readonly<Record<Mark["body"], readonly (readonly [height: number, halfWidth: number])[]>> = {
  can: [
    [0, 32],
    [88, 32],
  ],
  cone: [
    [0, 36],
    [96, 0],
  ],
  pillar: [
    [0, 27],
    [88, 10],
  ],
  // A sphere of radius 44, its middle 30 above the water, cut off below.
  sphere: [0, 15, 30, 42, 53, 62, 69, 73, 74].map((height) => [height, Math.sqrt(44 ** 2 - (height - 30) ** 2)]),
};

const TOPMARKS = {
  "cone-up": area("M0-11 12 11h-24z", "black"),
  "cone-down": area("M0 11 12-11h-24z", "black"),
  ball: circle(0, 0, 11, "black"),
  "red-green-ball": circle(0, 0, 11, "port") + area("M-11 0a11 11 0 0 0 22 0z", "starboard"),
  "red-can": rect(-10, -12, 20, 24, "port"),
  cross: line("m-11-11 22 22m0-22-22 22", "yellow", 7),
} as const;

/** The distance from a body to the middle of its lowest topmark, and from one topmark to the next. */
const [TOP_GAP, TOP_STEP] = [17, 26];

function heightOf(body: Mark["body"]): number {
  return BODIES[body].at(-1)?.[0] ?? 0;
}

function halfWidthAt(body: Mark["body"], height: number): number {
  const points = BODIES[body];
  const above = points.findIndex(([at]) => at >= height);
  const [[h0, w0] = [0, 0], [h1, w1] = [0, 0]] = [points[Math.max(above - 1, 0)], points[above]];
  return h1 === h0 ? w1 : w0 + ((w1 - w0) * (height - h0)) / (h1 - h0);
}

/** A part of a body: between two heights, and between two shares of its half width (-1 left, 1 right). */
function slice(body: Mark["body"], low: number, high: number, left: number, right: number): string {
  const heights = [low, ...BODIES[body].map(([at]) => at).filter((at) => at > low && at < high), high];
  const side = (share: number) => heights.map((at) => `${short(share * halfWidthAt(body, at))} ${short(-at)}`);
  return `M${side(left).join("L")}L${side(right).reverse().join("L")}z`;
}

function bodyOf({ body, bands, upright = false }: Mark): string {
  const height = heightOf(body);
  const stripes = bands.map((colour, index) => {
    const [from, to] = [index / bands.length, (index + 1) / bands.length];
    const part = upright
      ? slice(body, 0, height, 2 * from - 1, 2 * to - 1)
      : slice(body, height * (1 - to), height * (1 - from), -1, 1);
    return area(part, SHAPE_COLOURS[colour]);
  });
  return stripes.join("") + line(slice(body, 0, height, -1, 1), "ink", 1.5);
}

/** A body in the dark, without its colours. */
function silhouetteOf({ body }: Mark): string {
  return area(slice(body, 0, heightOf(body), -1, 1), "ink-2", ` opacity=".6"`);
}

function topOf({ top = [], body }: Mark): string {
  if (top.length === 0) return "";
  const base = -heightOf(body);
  const marks = top.map((name, index) => {
    const y = base - TOP_GAP - (top.length - 1 - index) * TOP_STEP;
    return `<g transform="translate(0 ${y})">${TOPMARKS[name]}</g>`;
  });
  return line(`M0 ${base}V${base - TOP_GAP - (top.length - 1) * TOP_STEP}`, "ink", 3) + marks.join("");
}

/** A rhythm of light as bars: each flash one bar, then the dark. */
function flashBars(count: number): string {
  const step = 16;
  const start = WIDTH / 2 - (count * step) / 2 - 24;
  const bars = Array.from({ length: count }, (_, index) => rect(start + index * step, 176, 8, 14, "deep"));
  return bars.join("") + line(`M${short(start + count * step)} 183h72`, "ink-soft", 2, ` stroke-dasharray="3 5"`);
}

export function drawMark(mark: Mark, flashes?: number): string {
  const night = flashes !== undefined;
  const [x, y] = [WIDTH / 2, 156];
  const scale = night ? 0.8 : 1;
  const lamp = y - scale * heightOf(mark.body) - 6;
  const light = night ? circle(x, lamp, 16, "deep", ` opacity=".25"`) + circle(x, lamp, 7, "deep") : "";
  const waves = line(`M${x - 90} ${y + 10}q15-8 30 0t30 0 30 0 30 0 30 0 30 0`, "contour", 3, ` opacity=".7"`);
  return (
    rect(0, 0, WIDTH, HEIGHT, night ? "ink" : "shallow") +
    rect(0, 110, WIDTH, 90, night ? "sea-2" : "shoal") +
    `<g transform="translate(${x} ${y}) scale(${scale})">${night ? silhouetteOf(mark) : bodyOf(mark) + topOf(mark)}</g>` +
    waves +
    light +
    (flashes === undefined ? "" : flashBars(flashes))
  );
}
