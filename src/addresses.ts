/**
 * One address for each page. A path is answered in exactly one spelling, that of its route; whoever asks in another one
 * (percent-encoding, capitals, empty segments) is told which it is. What is found here is made of the route table and
 * an encoded parameter alone, so it can lead to no other host.
 */

/**
 * A path as src/shared/paths.ts has it, in lower case, with one parameter at most, at its end. `spell` gives that its one
 * spelling, or null for what it can never be; without it a parameter is taken as it is.
 */
export type Address = { path: string; spell?: (parameter: string) => string | null };

/** A path with a parameter, taken apart: `/quiz-question/:number` -> `["quiz-question"]`, "". */
type Pattern = { folders: readonly string[]; prefix: string; spell: (parameter: string) => string | null };

/**
 * Finds, for the path of a request as it was sent, the one spelling in which it is answered. Null when it is no spelling
 * of any of these addresses, or its percent-encoding is malformed.
 */
export function createAddressFinder(addresses: readonly Address[]): (path: string) => string | null {
  const plain = new Set(addresses.map(({ path }) => path).filter((path) => !path.includes(":")));
  const patterns = addresses.filter(({ path }) => path.includes(":")).map(patternOf);
  return (path) => {
    // Nearly every request asks for one of these.
    if (plain.has(path)) return path;
    const segments = decodeSegments(path);
    if (segments === null) return null;
    const folded = segments.map((segment) => segment.toLowerCase());
    // A slash that was encoded is part of a name and divides nothing.
    const known = `/${folded.map((segment) => segment.replaceAll("/", "%2f")).join("/")}`;
    if (plain.has(known)) return known;
    for (const { folders, prefix, spell } of patterns) {
      const last = segments.at(-1);
      const isMatch =
        last !== undefined &&
        segments.length === folders.length + 1 &&
        folders.every((folder, index) => folder === folded[index]) &&
        last.length > prefix.length &&
        last.slice(0, prefix.length).toLowerCase() === prefix;
      if (!isMatch) continue;
      const parameter = spell(last.slice(prefix.length));
      return parameter === null ? null : `/${[...folders, prefix + encodeURIComponent(parameter)].join("/")}`;
    }
    return null;
  };
}

function patternOf({ path, spell = (parameter) => parameter }: Address): Pattern {
  const folders = path.split("/").slice(1);
  const last = folders.pop() ?? "";
  return { folders, prefix: last.slice(0, last.indexOf(":")), spell };
}

/** The names between the slashes, decoded; empty ones left out. Null when the encoding is malformed, or one is a dot segment. */
function decodeSegments(path: string): readonly string[] | null {
  try {
    const segments = path
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
    return segments.includes(".") || segments.includes("..") ? null : segments;
  } catch {
    return null;
  }
}

/** The path of a request as it was sent, still encoded. */
export function pathOf({ url }: { url: string }): string {
  return /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] || "/";
}
