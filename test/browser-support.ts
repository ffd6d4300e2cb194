import { createRequire } from "node:module";
import type { CompatData, CompatStatement, Identifier } from "@mdn/browser-compat-data/types";
import { OLDEST_BROWSERS } from "../client/build/browser-versions.ts";

/** The web APIs of the oldest supported browsers, from MDN's browser compatibility data. */

const { chrome, firefox, safari } = OLDEST_BROWSERS;
const OLDEST = { chrome, chrome_android: chrome, firefox, firefox_android: firefox, safari, safari_ios: safari };

/** Read by Node: a JSON file that is imported in a test becomes a module, which for 23 MB takes longer than all that is asked of it. */
const { api, javascript, browsers }: CompatData = createRequire(import.meta.url)("@mdn/browser-compat-data");
const { builtins = {} } = javascript;

/** The browsers that lack an API, with the first version that has it, as "Safari 18, Firefox 126". Empty if all have it. */
function neededVersions({ support }: CompatStatement): string {
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
    const { name } = browsers[browser as keyof typeof OLDEST];
    return [Number.isFinite(since) ? `${name} ${since}` : `${name} has none`];
  });
  return needed.join(", ");
}

/** "preview" and false are later than any version. */
function versionNumber(version: string | false): number {
  return version === false || version === "preview"
    ? Number.POSITIVE_INFINITY
    : Number.parseFloat(version.replace("≤", ""));
}

const partsOf = (data: Identifier) => Object.entries(data as Readonly<Record<string, Identifier>>);
const membersOf = (data: Identifier, owner = "") =>
  partsOf(data).flatMap(([name, { __compat }]) =>
    __compat === undefined ? [] : [[`${owner}.${name.replace(/_static$/, "")}`, neededVersions(__compat)] as const],
  );

/** Every API as "URL.parse", or ".fetch" of the global scope, with what it needs. Those of `Intl` are one level deeper. */
export const APIS: ReadonlyMap<string, string> = new Map(
  [api, builtins, builtins.Intl ?? {}].flatMap((data) => [
    ...membersOf(data),
    ...partsOf(data).flatMap(([owner, members]) => membersOf(members, owner)),
  ]),
);
