import { formatAmount } from "./money.ts";
import { printable } from "./printable.ts";

/**
 * CSV that a spreadsheet with Dutch settings opens with a double click: UTF-8 with a byte order mark (without it Excel
 * reads Windows-1252), semicolons between cells and decimal commas in amounts. Otherwise RFC 4180.
 */

const CSV_START = "\uFEFF";
const SEPARATOR = ";";
const LINE_END = "\r\n";

/** A text, or an amount of our own making in cents. */
export type CsvCell = string | { cents: number };

/**
 * One row. Every cell is quoted. A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP,
 * CSV injection); a negative amount does not, because it is our own number. Control characters and marks of direction
 * become visible.
 */
export function formatCsvRow(cells: readonly CsvCell[]): string {
  return cells.map((cell) => `"${textOf(cell).replaceAll('"', '""')}"`).join(SEPARATOR) + LINE_END;
}

/** A file: the names of the columns, and the rows that are known already. */
export function formatCsvFile(columns: readonly string[], rows: readonly (readonly CsvCell[])[] = []): string {
  return CSV_START + [columns, ...rows].map(formatCsvRow).join("");
}

function textOf(cell: CsvCell): string {
  if (typeof cell !== "string") return formatAmount(cell.cents);
  const text = cell.split("\n").map(printable).join("\n");
  return /^[=+\-@\t\r]/.test(cell) ? `'${text}` : text;
}
