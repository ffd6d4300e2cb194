import { createRequire } from "node:module";
import type { CompatData, CompatStatement, Identifier } from "@mdn/browser-compat-data/types";
import { OLDEST_BROWSERS } from "../client/build/browser-versions.ts";

/** The web APIs of the oldest supported browsers, from MDN's browser compatibility data. */

const { chrome, firefox, safari } = OLDEST_BROWSERS;
const OLDEST = {
  chrome,
  chrome_android: chrome,
  firefox,
  firefox_android: firefox,
  safari,
  safari_ios: safari,
} as const;

/** Read by Node: a JSON file that is imported in a test becomes a module, which for 23 MB takes longer than all that is asked of it. */
const compatData: CompatData = createRequire(import.meta.url)("@mdn/browser-compat-data");

export const WEB_APIS: Identifier = compatData.api;
export const BUILT_INS: Identifier = compatData.javascript.builtins ?? {};

/**
 * The browsers that lack an API, with the first version that has it, as "Safari 18, Firefox 126". Null if all have it.
 */
export function neededVersions({ support }: CompatStatement): string | null {
  const needed = Object.entries(OLDEST).flatMap(([browser, oldest]) => {
    const statements = [support[browser as keyof typeof OLDEST] ?? []].flat();
    // An API behind a switch or under another name counts as missing. One with a known fault counts as present.
    const usable = statements.filter(
      (statement) => statement.version_added && !statement.flags && !statement.prefix && !statement.alternative_name,
    );
    const isThere = usable.some(
      ({ version_added, version_removed }) =>
        versionNumber(version_added) <= oldest && versionNumber(version_removed ?? false) > oldest,
    );
    if (isThere) return [];
    const since = Math.min(...usable.map(({ version_added }) => versionNumber(version_added)));
    const name = compatData.browsers[browser as keyof typeof OLDEST].name;
    return [Number.isFinite(since) ? `${name} ${since}` : `${name} has none`];
  });
  return needed.length === 0 ? null : needed.join(", ");
}

/** "preview" and false are later than any version. */
function versionNumber(version: string | false): number {
  return version === false || version === "preview"
    ? Number.POSITIVE_INFINITY
    : Number.parseFloat(version.replace("≤", ""));
}

/** Everything that one of those browsers does not have, as `[owner, member]`; the owner "" is the global scope. */
export function newerApis(): [owner: string, member: string][] {
  const isNewer = ({ __compat }: Identifier) => __compat !== undefined && neededVersions(__compat) !== null;
  const namesOfNewer = (data: Identifier) =>
    Object.keys(data).filter((name) => name !== "__compat" && isNewer(data[name] as Identifier));
  const newerOf = (data: Identifier): [string, string][] => [
    ...Object.keys(data).flatMap((owner) =>
      namesOfNewer(data[owner] as Identifier).map((name): [string, string] => [owner, name.replace(/_static$/, "")]),
    ),
    ...namesOfNewer(data).map((name): [string, string] => ["", name]),
  ];
  return [...newerOf(WEB_APIS), ...newerOf(BUILT_INS)];
}
