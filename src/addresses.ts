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

/** The address that a path is a spelling of. */
export type FoundAddress<A extends Address> = {
  address: A;
  /** The one spelling in which it is answered; empty when its parameter has none. */
  path: string;
  /** The parameter, decoded, in its one spelling if it has one; empty when the address has none. */
  parameter: string;
};

/** A path with a parameter, taken apart: `/quiz-question/:number` -> `["quiz-question"]`, "". */
type Pattern<A extends Address> = { folders: readonly string[]; prefix: string; address: A };

/**
 * Finds, for the path of a request as it was sent, which of these addresses it asks for, and the one spelling of that.
 * Null when it asks for none of them.
 */
export function createAddressFinder<A extends Address>(
  addresses: readonly A[],
): (path: string) => FoundAddress<A> | null {
  const plain = new Map<string, FoundAddress<A>>();
  const patterns: Pattern<A>[] = [];
  for (const address of addresses) {
    const { path } = address;
    if (path.includes(":")) patterns.push(patternOf(address));
    else plain.set(path, { address, path, parameter: "" });
  }
  return (path) => {
    // Nearly every request asks for one of these.
    const exact = plain.get(path);
    if (exact !== undefined) return exact;
    const decoded = decodeSegments(path);
    const segments = decoded ?? path.split("/").slice(1);
    const folded = segments.map((segment) => segment.toLowerCase());
    // A slash that was encoded is part of a name and divides nothing.
    const known = plain.get(`/${folded.map((segment) => segment.replaceAll("/", "%2f")).join("/")}`);
    if (known !== undefined) return known;
    const last = segments.at(-1) ?? "";
    const pattern = patterns.find(
      ({ folders, prefix }) =>
        segments.length === folders.length + 1 &&
        folders.every((folder, index) => folder === folded[index]) &&
        last.length > prefix.length &&
        last.slice(0, prefix.length).toLowerCase() === prefix,
    );
    if (pattern === undefined) return null;
    const { address, folders, prefix } = pattern;
    const said = last.slice(prefix.length);
    const parameter = decoded === null ? null : (address.spell ?? String)(said);
    if (parameter === null) return { address, path: "", parameter: said };
    return { address, path: `/${[...folders, prefix + encodeURIComponent(parameter)].join("/")}`, parameter };
  };
}

function patternOf<A extends Address>(address: A): Pattern<A> {
  const folders = address.path.split("/").slice(1);
  const last = folders.pop() ?? "";
  return { folders, prefix: last.slice(0, last.indexOf(":")), address };
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
