/**
 * One address for each page. A path is answered in its canonical spelling only, that of its route. Any other spelling
 * (percent-encoding, capitals, empty segments) is redirected there. A redirect is made from the route table and an
 * encoded parameter, so it cannot lead to another host.
 */

/**
 * A path of src/shared/paths.ts, in lower case, with at most one parameter, at its end. `spell` returns the canonical
 * parameter, or null if it is invalid. Without `spell` a parameter is used as it is.
 */
export type Address = { path: string; spell?: (parameter: string) => string | null };

/** The address of a path, with its canonical spelling. */
export type FoundAddress<A extends Address> = {
  address: A;
  /** The canonical path; empty if the parameter is invalid. */
  path: string;
  /** The parameter, decoded and canonical if it is valid; empty if the address has none. */
  parameter: string;
};

/** A path with a parameter, taken apart: `/quiz-question/:number` -> `["quiz-question"]`, "". */
type Pattern<A extends Address> = { folders: readonly string[]; prefix: string; address: A };

/**
 * Returns a function that finds the address of a request's path, as it was sent, and its canonical spelling. Null if no
 * address matches.
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
    // Nearly every request has such a path.
    const exact = plain.get(path);
    if (exact !== undefined) return exact;
    const decoded = decodeSegments(path);
    const segments = decoded ?? path.split("/").slice(1);
    const folded = segments.map((segment) => segment.toLowerCase());
    // An encoded slash is part of a name and separates nothing.
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

/** The decoded names between the slashes, without empty ones. Null for a malformed encoding or a dot segment. */
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
