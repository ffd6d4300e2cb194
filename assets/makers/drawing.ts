import { resolve } from "node:path";
import { readInlineDrawing } from "../../client/build/pictures.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** A drawing's place in `assets/drawings/`, without its ending. */
export type DrawingPath = `${"course" | "inline" | "pictures" | "social"}/${string}`;

export function drawing(path: DrawingPath): string {
  return readInlineDrawing(ROOT, path);
}
