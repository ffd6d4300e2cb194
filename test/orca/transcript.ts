import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Said } from "./screen-reader.ts";

/** What is said on a walk, as a text that a person can read and approve: each action, and below it what it made Orca say. */

export type Step = { action: string; said: Said };

export const approvedPath = (walk: string) => join(import.meta.dirname, "approved", `${walk}.txt`);

export function formatSteps(steps: readonly Step[]): string {
  return steps.map(({ action, said }) => [`> ${action}`, ...said, ""].join("\n")).join("\n");
}

/** The approved steps of a walk; none if it was never approved. */
export function readApproved(walk: string): Step[] {
  const path = approvedPath(walk);
  if (!existsSync(path)) return [];
  const blocks = readFileSync(path, "utf8")
    .split("\n\n")
    .filter((block) => block.trim() !== "");
  return blocks.map((block) => {
    const [action = "", ...said] = block.trimEnd().split("\n");
    return { action: action.replace(/^> /, ""), said };
  });
}
