import type { Board, BoardGlyph } from "./scene-rules.ts";
import { area, circle, HEIGHT, label, line, paint, rect, WIDTH } from "./svg-drawing.ts";

/**
 * Boards along the waterway (BPR annex 7), around the origin: squares of 120, or upright ones of two to three. Edge and diagonal
 * are a tenth of the shorter side, as they are in the annex, and the sign lies over the diagonal.
 */

const ARROW_UP = "M-5 40V-10h-11L0-42 16-10H5V40z";

/** A turn to starboard, nearly closed, and within it a smaller one the other way. */
const TURN_ROUND = {
  lines: "M29 27A39 39 0 1 1 33-18M0 15A15 15 0 1 0-10-12",
  heads: "M43 3 20-15 40-31zM-23-1-3-5-17-20z",
};

function glyphOf(glyph: BoardGlyph, token: "black" | "deep"): string {
  if (typeof glyph === "object") {
    if ("number" in glyph) return label(String(glyph.number), 0, 24, token, 68);
    const { words } = glyph;
    return words.map((word, index) => label(word, 0, 11 + (index - (words.length - 1) / 2) * 40, token, 31)).join("");
  }
  switch (glyph) {
    case "letter-p":
      return label("P", 0, 26, token, 76);
    case "turn-round":
      return line(TURN_ROUND.lines, token, 9) + area(TURN_ROUND.heads, token);
    case "anchor":
      // Upside down: annex 7 has it upright only where anchoring is allowed (E.6).
      return (
        line("M0 24V-38M-18 10h36M-32-10q2-28 32-28t32 28", token, 9) +
        `<circle cy="32" r="8" fill="none" stroke="${paint(token)}" stroke-width="7"/>`
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
      return `<g transform="translate(-18 16)">${area(ARROW_UP, token)}</g><g transform="translate(18-16)">${area(ARROW_UP, token)}</g>`;
    case "arrows-opposed":
      return `<g transform="translate(-19) scale(1-1)">${area(ARROW_UP, token)}</g><g transform="translate(19)">${area(ARROW_UP, token)}</g>`;
    case "bar-across":
      return rect(-34, -7, 68, 14, token, ` rx="7"`);
    case "bar-upright":
      return rect(-7, -34, 14, 68, token, ` rx="7"`);
    case "main-waterway":
      return rect(-48, -26, 96, 26, token) + rect(-7, 0, 14, 48, token);
    case "waves":
      return line("M-37-14q9-13 18 0t19 0 18 0 19 0M-37 16q9-13 18 0t19 0 18 0 19 0", token, 8);
    case "main-crossed":
      return area("M-14-48h28v96h-28zM-48-8h96V8h-96z", token);
    case "main-side-right":
      return area("M-14-48h28v96h-28zM0-8h48V8H0z", token);
    case "main-side-left":
      return area("M-14-48h28v96h-28zM-48-8H0V8h-48z", token);
    case "side-into-main":
      return area("M-48-40h96v28h-96zM-8-20H8v68H-8z", token);
    case "dot":
      return circle(0, 0, 20, token);
    case "height":
      return area("M-30-48h60L0-2z", token);
    case "depth":
      return area("M-30 48h60L0 2z", token);
    case "width":
      return area("M-48-30v60L-6 0zM48-30v60L6 0z", token);
  }
}

const UPRIGHT: ReadonlySet<BoardGlyph> = new Set<BoardGlyph>(["arrows-same", "arrows-opposed"]);

/** A white board with a red edge, for a prohibition also a red diagonal from its upper left. */
function withEdge(board: Exclude<Board, { kind: "entry" | "information" }>): string {
  const [width, height, edge] = UPRIGHT.has(board.glyph) ? [92, 138, 9] : [120, 120, 12];
  const [x, y] = [(width - edge) / 2, (height - edge) / 2];
  const face = `<path d="M${-x}${-y}H${x}V${y}H${-x}z" fill="${paint("deep")}" stroke="${paint("port")}" stroke-width="${edge}"/>`;
  const diagonal = board.kind === "prohibition" ? line(`M${-x}${-y} ${x} ${y}`, "port", edge) : "";
  return face + diagonal + glyphOf(board.glyph, "black");
}

/** The board itself, around the origin. */
export function faceOf(board: Board): string {
  if (board.kind === "entry") {
    const token = board.allowed ? "starboard" : "port";
    const bands = board.allowed ? "M-75-50h58V50h-58zM17-50h58V50H17z" : "M-75-50H75v37H-75zM-75 13H75v37H-75z";
    return rect(-75, -50, 150, 100, "deep") + area(bands, token);
  }
  if (board.kind === "information") {
    return rect(-60, -60, 120, 120, "primary") + line("M-54-54H54V54H-54z", "deep", 3) + glyphOf(board.glyph, "deep");
  }
  return withEdge(board);
}

export function drawBoard(board: Board): string {
  return (
    rect(0, 0, WIDTH, HEIGHT, "shallow") +
    rect(0, 168, WIDTH, 32, "land") +
    rect(155, 130, 10, 52, "ink-2") +
    `<g transform="translate(160 84)">${faceOf(board)}</g>`
  );
}
