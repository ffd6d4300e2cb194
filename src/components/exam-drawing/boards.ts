import type { Board, BoardGlyph } from "../../shared/mock-exam/scene.ts";
import { area, circle, HEIGHT, label, line, paint, rect, WIDTH } from "./svg.ts";

/** Boards along the waterway (BPR annex 7). The board is a square of 120 around the origin. */

const ARROW_UP = "M-6 44V-12h-12L0-44 18-12H6V44z";

/** Two arrows, the second turned by half a turn: each goes round the outside of the other, then down between both. */
const TURN_ROUND = ["", "rotate(180)"];

function glyphOf(glyph: BoardGlyph, token: "black" | "deep"): string {
  if (typeof glyph === "object") return label(String(glyph.number), 0, 24, token, 68);
  switch (glyph) {
    case "letter-p":
      return label("P", 0, 26, token, 76);
    case "turn-round":
      return TURN_ROUND.map(
        (turn) =>
          `<g transform="${turn}">${line("M38 24V-10a25 25 0 0 0-50 0V6", token, 9)}${area("M-24 3h24L-12 25z", token)}</g>`,
      ).join("");
    case "anchor":
      return (
        line("M0-24V38M-18-10h36M-32 10q2 28 32 28t32-28", token, 9) +
        `<circle cy="-32" r="8" fill="none" stroke="${paint(token)}" stroke-width="7"/>`
      );
    case "propeller":
      return [0, 120, 240]
        .map(
          (turn) =>
            `<path d="M0 0C-22-8-20-42 4-42 22-38 14-12 0 0z" fill="${paint(token)}" transform="rotate(${turn})"/>`,
        )
        .concat(circle(0, 0, 8, token))
        .join("");
    case "arrows-same":
      return `<g transform="translate(-20 12) scale(.8)">${area(ARROW_UP, token)}</g><g transform="translate(20-12) scale(.8)">${area(ARROW_UP, token)}</g>`;
    case "arrows-opposed":
      return `<g transform="translate(-20 0) scale(1 -1)">${area(ARROW_UP, token)}</g><g transform="translate(20 0)">${area(ARROW_UP, token)}</g>`;
    case "bar-across":
      return rect(-34, -6, 68, 12, token);
    case "bar-upright":
      return rect(-6, -34, 12, 68, token);
    case "main-waterway":
      return rect(-38, -22, 76, 18, token) + rect(-4, -4, 8, 42, token);
    case "dot":
      return circle(0, 0, 20, token);
    case "height":
      return area("M-30-50h60L0-4z", token);
    case "depth":
      return area("M-30 50h60L0 4z", token);
    case "width":
      return area("M-50-30v60L-8 0zM50-30v60L8 0z", token);
  }
}

const DIAGONAL = line("M-50-50 50 50", "port", 12);
const EDGE = `<path d="M-54-54H54V54H-54z" fill="${paint("deep")}" stroke="${paint("port")}" stroke-width="12"/>`;

/** The board itself, around the origin. */
export function faceOf(board: Board): string {
  if (board.kind === "entry") {
    const token = board.allowed ? "starboard" : "port";
    const bands = board.allowed ? "M-75-50h50V50h-50zM25-50h50V50H25z" : "M-75-50H75v33H-75zM-75 17H75v33H-75z";
    return rect(-75, -50, 150, 100, "deep") + area(bands, token);
  }
  if (board.kind === "information") {
    return rect(-60, -60, 120, 120, "primary") + line("M-54-54H54V54H-54z", "deep", 3) + glyphOf(board.glyph, "deep");
  }
  return EDGE + glyphOf(board.glyph, "black") + (board.kind === "prohibition" ? DIAGONAL : "");
}

export function drawBoard(board: Board): string {
  return (
    rect(0, 0, WIDTH, HEIGHT, "shallow") +
    rect(0, 168, WIDTH, 32, "land") +
    rect(155, 130, 10, 52, "ink-2") +
    `<g transform="translate(160 84)">${faceOf(board)}</g>`
  );
}
