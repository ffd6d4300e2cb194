import { afterEach, beforeEach } from "vitest";
import type { LogEvent } from "../../src/server/log.ts";

export type LogLine = { level: string; event: LogEvent } & Record<string, unknown>;

const METHODS = ["info", "warn", "error"] as const;

export type Logs = { lines(event: LogEvent): LogLine[]; clear(): void };

/** Collects the Worker's structured log lines during each test of a file, and keeps them off the terminal. */
export function collectLogs(): Logs {
  let collected: LogLine[] = [];
  const originals = METHODS.map((method) => console[method]);

  beforeEach(() => {
    collected = [];
    for (const method of METHODS) console[method] = (line: unknown) => collected.push(JSON.parse(String(line)));
  });
  afterEach(() => {
    METHODS.forEach((method, index) => {
      console[method] = originals[index] as typeof console.error;
    });
  });
  return {
    lines: (event) => collected.filter((line) => line.event === event),
    clear: () => {
      collected = [];
    },
  };
}
