import { afterEach, beforeEach, expect } from "vitest";
import type { LogEvent } from "../../src/server/log.ts";

export type LogLine = { level: string; event: LogEvent } & Record<string, unknown>;

const METHODS = ["info", "warn", "error"] as const;

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
  const originals = METHODS.map((method) => console[method]);
  beforeEach(() => {
    logs.clear();
    read.clear();
    for (const method of METHODS) console[method] = (line: unknown) => collected.push(JSON.parse(String(line)));
  });
  afterEach(() => {
    METHODS.forEach((method, index) => {
      console[method] = originals[index] as typeof console.error;
    });
    if (!read.has("request.failed")) expect(logs.lines("request.failed")).toEqual([]);
    expect(JSON.stringify(collected)).not.toMatch(/\w@|de Vries|\.pi_\w+\.[\w-]{43}/);
  });
}
