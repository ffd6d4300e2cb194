import type { DayShip, Scene } from "./scene-rules.ts";
import { area, circle, HEIGHT, line, paint, rect, SHAPE_COLOURS, short, WIDTH } from "./svg-drawing.ts";

/** Ships by day with their day shapes (BPR chapter 3). Seen from starboard: the stem is to the right. */

const WATERLINE = 150;

type DayScene = Extract<Scene, { view: "day" }>;

/** The place at which a ship hoists its shapes, and its drawing. The origin is the waterline amidships. */
const SHIPS: Readonly<Record<DayShip, { hoist: readonly [number, number]; drawn: string }>> = {
  "sailing-yacht": {
    hoist: [36, -70],
    drawn:
      area("M-3-128V-20h-62Q-20-70-3-128z", "deep", ` stroke="${paint("ink")}" stroke-width="1.5"`) +
      line("M0-20V-132M0-130 72-18", "ink", 3) +
      area("M-74-18H84Q76 4 60 8H-64z", "deep") +
      area("M-72-10H80l-4 6H-70z", "primary"),
  },
  "bare-yacht": {
    hoist: [44, -60],
    drawn:
      line("M0-20V-132M0-130 72-18", "ink", 3) +
      area("M-74-18H84Q76 4 60 8H-64z", "deep") +
      area("M-30-32H26l12 14h-68z", "deep") +
      area("M-72-10H80l-4 6H-70z", "primary"),
  },
  "motor-yacht": {
    hoist: [2, -86],
    drawn:
      line("M2-46v-78", "ink", 3) +
      area("M-52-46h60l22 24H-52z", "deep") +
      area("M-44-40h18v12h-18zM-18-40H4l11 12h-33z", "sea-1") +
      area("M-84-22H96Q84 4 62 8H-78z", "deep") +
      area("M-83-14H91l-4 6H-82z", "starboard"),
  },
  barge: {
    hoist: [92, -70],
    drawn:
      line("M92-24v-82", "ink", 3) +
      area("M-128-62h44v40h-44z", "deep") +
      area("M-122-56h32v12h-32z", "sea-1") +
      area("M-70-34H76v12H-70z", "steel") +
      area("M-140-22H128l16-6q-6 32-26 36H-132z", "ink"),
  },
  "passenger-boat": {
    hoist: [66, -78],
    drawn:
      line("M66-24v-78", "ink", 3) +
      area("M-96-52H54v30H-96z", "deep") +
      area("M-88-46h22v14h-22zM-60-46h22v14h-22zM-32-46h22v14h-22zM-4-46h22v14H-4zM24-46h22v14H24z", "sea-1") +
      area("M-110-22H104q-8 24-24 30H-102z", "ink"),
  },
};

const SHAPES = {
  ball: (token: string) => circle(0, 0, 11, token),
  "cone-down": (token: string) => area("M-12-11h24L0 12z", token),
  diamond: (token: string) => area("M0-15 10 0 0 15-10 0z", token),
} as const;

/** Flag A of the International Code: white at the hoist, blue at the swallow-tailed fly. */
const DIVER_FLAG =
  area("M0-16h24v32H0z", "deep") +
  area("M24-16h28L40 0l12 16H24z", "primary") +
  line("M0-16h52L40 0l12 16H0z", "ink", 1);

/** A flag without a meaning of its own. */
const PLAIN_FLAG = area("M0-16h44v30H0z", "sun") + line("M0-16h44v30H0z", "ink", 1);

const FLAGS = { diver: DIVER_FLAG, plain: PLAIN_FLAG } as const;

/** A quay behind a ship, with a bollard and a line ahead and astern. */
const QUAY =
  rect(0, WATERLINE - 26, WIDTH, 26, "land") +
  line(`M0 ${WATERLINE - 26}h${WIDTH}`, "ink-2", 3) +
  [12, 308].map((x) => rect(x - 4, WATERLINE - 36, 8, 12, "ink-2")).join("");
const MOORING_LINES = line(`M12 ${WATERLINE - 32}l22 14M308 ${WATERLINE - 32}l-12 10`, "wood-2", 2.5);

export function drawDay({ ship, shapes = [], flag, moored = false }: DayScene): string {
  const { hoist, drawn } = SHIPS[ship];
  const [x, y] = [WIDTH / 2 + hoist[0], WATERLINE + hoist[1]];
  const hoisted = shapes.map(({ shape, colour }, index) => {
    // Under a flag there is room for one shape.
    const lower = flag === undefined ? (index - (shapes.length - 1) / 2) * 30 : 22;
    return `<g transform="translate(${short(x)} ${short(y + lower)})">${SHAPES[shape](SHAPE_COLOURS[colour])}</g>`;
  });
  return (
    rect(0, 0, WIDTH, HEIGHT, "shallow") +
    rect(0, WATERLINE - 2, WIDTH, HEIGHT - WATERLINE + 2, "contour") +
    (moored ? QUAY : "") +
    `<g transform="translate(${WIDTH / 2} ${WATERLINE})">${drawn}</g>` +
    (moored ? MOORING_LINES : "") +
    hoisted.join("") +
    (flag === undefined ? "" : `<g transform="translate(${short(x)} ${short(y - 14)})">${FLAGS[flag]}</g>`) +
    line("M30 176h50M150 188h60M236 172h44", "deep", 3, ` opacity=".6"`)
  );
}

/** A large ship that comes straight on: its starboard side is on the onlooker's left. */
export function drawBlueBoard(): string {
  const ship =
    area("M-40-74h80v40h-80z", "deep") +
    area("M-34-68h68v16h-68z", "sea-1") +
    area("M-62-36H62L50 12H-50z", "ink") +
    line("M0-36V10", "ink-2", 2);
  const board =
    line("M-40-58h-24", "ink", 4) +
    `<path d="M-112-84h48v48h-48z" fill="${paint("contour")}" stroke="${paint("deep")}" stroke-width="5"/>` +
    circle(-88, -60, 13, "ink") +
    circle(-88, -60, 9, "deep") +
    line("M-88-94v-14M-118-92l-10-10M-58-92l10-10", "sun", 4);
  return (
    rect(0, 0, WIDTH, HEIGHT, "sounding") +
    rect(0, WATERLINE - 2, WIDTH, HEIGHT - WATERLINE + 2, "sea-1") +
    `<g transform="translate(${WIDTH / 2} ${WATERLINE})">${ship}${board}</g>` +
    line("M30 176h50M150 188h60M236 172h44", "deep", 3, ` opacity=".4"`)
  );
}
