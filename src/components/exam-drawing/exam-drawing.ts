import type { Scene } from "../../shared/mock-exam/scene.ts";
import { drawBoard } from "./boards.ts";
import { drawBlueBoard, drawDay } from "./day-ships.ts";
import { drawMark } from "./marks.ts";
import { drawNight } from "./night-ships.ts";
import { drawPlan } from "./plan.ts";
import { drawBridge, drawLock } from "./structures.ts";
import { circle, HEIGHT, label, line, rect, short, WIDTH } from "./svg.ts";

/** Sound signals as bars: a long blast of four seconds, a short one of one, a very short one of a quarter (BPR 1.01). */
const BLAST_WIDTHS = { long: 56, short: 14, "very-short": 5 } as const;
const BLAST_GAPS = { long: 14, short: 14, "very-short": 7 } as const;

function drawSound(blasts: readonly (keyof typeof BLAST_WIDTHS)[], repeated: boolean): string {
  const total = blasts.reduce((sum, blast) => sum + BLAST_WIDTHS[blast] + BLAST_GAPS[blast], 0) - 9;
  let x = (WIDTH + (repeated ? 0 : 44) - total) / 2;
  const horn = `<path d="M${short(x - 48)} 94v12l26 14V80z" fill="var(--ink-2)"/>`;
  const bars = blasts.map((blast) => {
    const bar = rect(x, 84, BLAST_WIDTHS[blast], 32, "ink", ` rx="3"`);
    x += BLAST_WIDTHS[blast] + BLAST_GAPS[blast];
    return bar;
  });
  const more = repeated ? [0, 14, 28].map((step) => circle(x + 8 + step, 100, 4, "ink")).join("") : "";
  return rect(0, 0, WIDTH, HEIGHT, "shallow") + line("M20 132h280", "contour", 2) + horn + bars.join("") + more;
}

/** Lines of equal pressure: close together on the left, far apart on the right. */
const ISOBARS =
  line("M40 20q-14 80 10 160M58 20q-14 80 10 160M76 20q-14 80 10 160M94 20q-14 80 10 160", "sounding", 2.5) +
  line("M180 20q-10 80 20 160M262 20q-6 80 20 160", "sounding", 2.5) +
  circle(66, 96, 5, "port") +
  label("P", 26, 102) +
  circle(226, 96, 5, "port") +
  label("Q", 226, 84);

const LOW =
  [26, 52, 78]
    .map(
      (radius) =>
        `<ellipse cx="160" cy="84" rx="${short(radius * 1.5)}" ry="${radius}" fill="none" stroke="var(--sounding)" stroke-width="2.5"/>`,
    )
    .join("") +
  label("L", 160, 94, "port", 30) +
  circle(160, 149, 6, "ink") +
  label("NL", 190, 156, "ink", 16);

const WEATHER = { isobars: ISOBARS, low: LOW } as const;

function contentOf(scene: Scene): string {
  switch (scene.view) {
    case "board":
      return drawBoard(scene.board);
    case "night":
      return drawNight(scene.ship, scene.bearing);
    case "day":
      return drawDay(scene.ship, scene.shapes, scene.flag);
    case "blue-board":
      return drawBlueBoard();
    case "mark":
      return drawMark(scene.mark, scene.flashes);
    case "plan":
      return drawPlan(scene.parts);
    case "bridge":
      return drawBridge(scene.kind, scene.lamps, scene.diamonds);
    case "lock":
      return drawLock(scene.lamps);
    case "sound":
      return drawSound(scene.blasts, scene.repeated ?? false);
    case "weather":
      return rect(0, 0, WIDTH, HEIGHT, "shallow") + WEATHER[scene.chart];
  }
}

/** A scene as inline SVG, without ids. What it shows is said beside it, so it is hidden from screen readers. */
export function renderScene(scene: Scene): string {
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${contentOf(scene)}</svg>`;
}
