import { drawBoard } from "./boards-drawing.ts";
import { drawBlueBoard, drawDay } from "./day-ships-drawing.ts";
import { drawMark } from "./marks-drawing.ts";
import { drawNight } from "./night-ships-drawing.ts";
import { drawPlan } from "./plan-drawing.ts";
import type { Scene } from "./scene-rules.ts";
import { drawBridge, drawBridgeLimits, drawHarbour, drawLock } from "./structures-drawing.ts";
import { circle, HEIGHT, label, line, rect, short, WIDTH } from "./svg-drawing.ts";

/** The length of a blast and of the silence after it, seconds (BPR 1.01). */
const BLASTS = {
  long: { sound: 4, silence: 1 },
  short: { sound: 1, silence: 1 },
  "very-short": { sound: 0.25, silence: 0.25 },
} as const;

/** Units of the drawing to a second. */
const SECOND = 16;
/** Every fourth second has its number, because a long blast takes four. */
const SECONDS_PER_NUMBER = 4;
const HORN_WIDTH = 44;
const DOTS_WIDTH = 44;

/** A scale from the first blast on. */
function secondsFrom(start: number, seconds: number): string {
  const ticks = Array.from({ length: seconds + 1 }, (_, second) => start + second * SECOND);
  const numbers = ticks.filter((_, second) => second % SECONDS_PER_NUMBER === 0);
  return (
    line(`M${short(start)} 136h${seconds * SECOND}${ticks.map((x) => `M${short(x)} 132v8`).join("")}`, "ink-2", 2) +
    numbers.map((x, index) => label(String(index * SECONDS_PER_NUMBER), x, 160, "ink", 14)).join("") +
    label("seconden", start + (seconds * SECOND) / 2, 184, "ink", 14)
  );
}

/** Sound signals as bars, as long as they last. */
function drawSound(blasts: readonly (keyof typeof BLASTS)[], repeated: boolean): string {
  const steps = blasts.map((blast) => BLASTS[blast]);
  const seconds = steps.reduce((sum, { sound, silence }) => sum + sound + silence, 0) - (steps.at(-1)?.silence ?? 0);
  const start = (WIDTH + HORN_WIDTH - (repeated ? DOTS_WIDTH : 0) - seconds * SECOND) / 2;
  let x = start;
  const horn = `<path d="M${short(x - 48)} 84v12l26 14V70z" fill="var(--ink-2)"/>`;
  const bars = steps.map(({ sound, silence }) => {
    const bar = rect(x, 74, sound * SECOND, 32, "ink", ` rx="1.5"`);
    x += (sound + silence) * SECOND;
    return bar;
  });
  const more = repeated ? [0, 12, 24].map((step) => circle(x - 4 + step, 90, 4, "ink")).join("") : "";
  return rect(0, 0, WIDTH, HEIGHT, "shallow") + horn + bars.join("") + more + secondsFrom(start, Math.ceil(seconds));
}

/** The pressure of an isobar, hectopascal, and where its number stands. Between 1000 and 1012 there is no room for more. */
const ISOBAR_PRESSURES = [
  [1000, 44],
  [1012, 112],
  [1016, 200],
  [1020, 282],
] as const;

/** Lines of equal pressure: close together on the left, far apart on the right. */
const ISOBARS =
  line("M40 20q-14 80 10 160M58 20q-14 80 10 160M76 20q-14 80 10 160M94 20q-14 80 10 160", "sounding", 2.5) +
  line("M180 20q-10 80 20 160M262 20q-6 80 20 160", "sounding", 2.5) +
  circle(67, 100, 5, "port") +
  label("P", 67, 88) +
  circle(226, 100, 5, "port") +
  label("Q", 226, 88) +
  ISOBAR_PRESSURES.map(([pressure, x]) => label(String(pressure), x, 196, "ink", 13)).join("");

const LOW =
  [26, 52, 78]
    .map(
      (radius) =>
        `<ellipse cx="160" cy="84" rx="${short(radius * 1.5)}" ry="${radius}" fill="none" stroke="var(--sounding)" stroke-width="2.5"/>`,
    )
    .join("") +
  label("L", 160, 94, "port", 30) +
  circle(160, 149, 6, "ink") +
  label("NL", 182, 154, "ink", 14);

const WEATHER = { isobars: ISOBARS, low: LOW } as const;

function contentOf(scene: Scene): string {
  switch (scene.view) {
    case "board":
      return drawBoard(scene.board);
    case "night":
      return drawNight(scene.ship, scene.bearing, scene.bare);
    case "day":
      return drawDay(scene);
    case "blue-board":
      return drawBlueBoard();
    case "mark":
      return drawMark(scene.mark, scene.flashes);
    case "plan":
      return drawPlan(scene.parts);
    case "bridge":
      return drawBridge(scene.kind, scene.lamps, scene.recommended);
    case "bridge-limits":
      return drawBridgeLimits();
    case "harbour":
      return drawHarbour(scene.left, scene.right);
    case "lock":
      return drawLock(scene.lamps);
    case "sound":
      return drawSound(scene.blasts, scene.repeated ?? false);
    case "weather":
      return rect(0, 0, WIDTH, HEIGHT, "shallow") + WEATHER[scene.chart];
  }
}

/** A scene as inline SVG, without ids. It is hidden from screen readers, because a text beside it describes it. */
export function renderScene(scene: Scene): string {
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${contentOf(scene)}</svg>`;
}
