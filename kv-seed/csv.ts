/** One row as RFC 4180 has it. A cell that a spreadsheet would run as a formula gets an apostrophe before it (OWASP). */
export function formatCsvRow(cells: readonly string[]): string {
  return cells
    .map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",");
}
