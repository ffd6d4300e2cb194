import type { Step, Story } from "./story.ts";

/** A story for a reader: its steps with the words of `story.ts`, and times as people say them. */

export function tellStep({ do: act, pauseMs: _, ...fields }: Step): string {
  return `${act}${tellFields(fields)}`;
}

function tellFields(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `, ${name.replace(/Ms$/, "")} ${tellValue(name, value)}`)
    .join("");
}

function tellValue(name: string, value: unknown): string {
  if (typeof value === "number" && name.endsWith("Ms")) return tellTime(value);
  return typeof value === "object" && value !== null ? `(${tellFields(value).slice(2)})` : String(value);
}

function tellTime(ms: number): string {
  if (ms >= 3_600_000) return `${ms / 3_600_000} h`;
  if (ms >= 60_000) return `${ms / 60_000} min`;
  return `${ms / 1_000} s`;
}

export function tellStory({ starts, kvLateMs, chance, steps }: Story): string {
  const lines = steps.map((step) => `  after ${tellTime(step.pauseMs).padEnd(6)} ${tellStep(step)}`);
  return [
    `It begins on ${starts}; a place of KV may be ${kvLateMs / 1_000} s behind; delays by ${chance}.`,
    ...lines,
  ].join("\n");
}

export function shortId(intentId: string): string {
  return `payment …${intentId.slice(-4)}`;
}
