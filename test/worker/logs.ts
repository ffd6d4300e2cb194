import { afterEach, beforeEach, expect, vi } from "vitest";
import type { LogEvent } from "../../src/server/log.ts";

export type LogLine = { level: string; event: LogEvent } & Record<string, unknown>;

let collected: LogLine[] = [];
const read = new Set<LogEvent>();

export const logs = {
  lines(event: LogEvent): LogLine[] {
    read.add(event);
    return collected.filter((line) => line.event === event);
  },
  clear(): void {
    collected = [];
  },
};

/**
 * Collects the lines of each test of a file (seed.ts), and keeps them off the terminal. No request may fail by an error of
 * ours, unless its test reads of that. No line of any test has an address, the buyer's name or an order's token.
 */
export function collectLogs(): void {
  beforeEach(() => {
    logs.clear();
    read.clear();
    for (const method of ["info", "warn", "error"] as const)
      vi.spyOn(console, method).mockImplementation((line) => void collected.push(JSON.parse(String(line))));
  });
  afterEach(() => {
    if (!read.has("request.failed")) expect(logs.lines("request.failed")).toEqual([]);
    expect(JSON.stringify(collected)).not.toMatch(/\w@|de Vries|\.pi_\w+\.[\w-]{43}/);
  });
}
