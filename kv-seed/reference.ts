import { plain } from "../src/shared/typed-values.ts";

/** The reference of a withdrawal, however somebody reads it out: `hr mttm 0q4z 7vta` is `HR-MTTM-0Q4Z-7VTA`. Null if it is none. */
export function readReference(typed: string): string | null {
  const spelled = plain(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9@]/g, "");
  const [, ...parts] = /^HR([A-Z0-9]{4})([A-Z0-9]{4})([A-Z0-9]{4})$/.exec(spelled) ?? [];
  return parts.length === 0 ? null : ["HR", ...parts].join("-");
}
