/** Id of the data block in which the server streams what KV said about a page's target. */
export const INTERSTITIAL_ENTRY_ID = "interstitial-entry";

/** What is known of an interstitial's target. `missing` also covers a malformed entry. */
export type InterstitialOutcome =
  | { status: "found"; target: string }
  | { status: "missing" }
  | { status: "unavailable" };

/** Looks a path key up in the JSON map of `/interstitial-targets.json`; anything unexpected counts as missing. */
export function outcomeFromMap(map: unknown, pathKey: string): InterstitialOutcome {
  if (typeof map !== "object" || map === null || !Object.hasOwn(map, pathKey)) return { status: "missing" };
  const entry: unknown = (map as Record<string, unknown>)[pathKey];
  if (typeof entry !== "object" || entry === null || !("target" in entry)) return { status: "missing" };
  return typeof entry.target === "string" && isHttpUrl(entry.target)
    ? { status: "found", target: entry.target }
    : { status: "missing" };
}

/** Whether a browser may be sent there: http or https, never another scheme. */
export function isHttpUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:");
}
