import { cpus, totalmem } from "node:os";

/** Shared by all measurements: medians, verdicts and Markdown tables. */

export const MACHINE = `${cpus()[0]?.model ?? "unknown CPU"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;

/** The value in the middle. Throws a `RangeError` when there is none. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError("Nothing was measured");
  return middle;
}

export function verdict(isReached: boolean): string {
  return isReached ? "reached" : "NOT reached";
}

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
