import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { ROOT } from "./workerd.ts";

/** Shared by all measurements: medians, verdicts, Markdown tables, and the file with the results. */

export const MACHINE = `${cpus()[0]?.model ?? "unknown CPU"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;

/** The sample in the middle. Throws a `RangeError` when there is none. */
export function medianBy<T>(samples: readonly T[], pick: (sample: T) => number): T {
  const sorted = [...samples].sort((a, b) => pick(a) - pick(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError("Nothing was measured");
  return middle;
}

export function median(values: readonly number[]): number {
  return medianBy(values, (value) => value);
}

/** Null: it could not be measured. */
export function verdict(isReached: boolean | null): string {
  if (isReached === null) return "not known";
  return isReached ? "reached" : "NOT reached";
}

/** Which parts of a bar are missed, if any. */
export function verdictOf(missed: Readonly<Record<string, boolean>>): string {
  const names = Object.keys(missed).filter((name) => missed[name]);
  return names.length === 0 ? "reached" : `NOT reached: ${names.join(", ")}`;
}

export type Cells = readonly (string | number)[];

/** A Markdown table; nothing without rows. */
export function table(heads: readonly string[], rows: readonly Cells[]): string {
  if (rows.length === 0) return "";
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Keeps the numbers for a later comparison, in `.build/`. */
export function saveResults(name: string, results: unknown): void {
  mkdirSync(join(ROOT, ".build"), { recursive: true });
  writeFileSync(join(ROOT, ".build", name), `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nWritten to .build/${name}`);
}
