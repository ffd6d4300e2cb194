import type { Drawing } from "../drawing/scene-rules.ts";
import { BOARD_DRAWINGS } from "./board-drawings-copy.ts";
import { SHIP_DRAWINGS } from "./ship-drawings-copy.ts";
import { WATER_DRAWINGS } from "./water-drawings-copy.ts";

const DRAWINGS = { ...BOARD_DRAWINGS, ...SHIP_DRAWINGS, ...WATER_DRAWINGS };

export type ExamDrawingId = keyof typeof DRAWINGS;

export const EXAM_DRAWING_IDS = Object.keys(DRAWINGS) as readonly ExamDrawingId[];

/** A drawing of the mock exam; `src/free/mock-exam/drawing/` draws it. */
export function examDrawing(id: ExamDrawingId): Drawing {
  return DRAWINGS[id];
}
