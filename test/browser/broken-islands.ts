import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright";
import type { IslandName } from "../../client/islands.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import { ROOT } from "../house/source-files.ts";

/** Chunks that throw, the markup around an island, and presses in it, for islands.test.ts. */

/** The file that an island's `import "react"` loads. */
const REACT_FILE = /\/build\/react-\w+\.js/.exec(CLIENT.loader.code)?.[0] ?? "";

/** Whether an island does without React (client/light.ts). */
export function isLight(name: IslandName): boolean {
  return exportedBy(name) === "enhance";
}

function exportedBy(name: IslandName): string | undefined {
  const code = readFileSync(join(ROOT, "assets", CLIENT.islands[name]), "utf8");
  return /export\{[\w$]+ as (\w+)\};?\s*$/.exec(code)?.[1];
}

const BROKEN = 'const broken = () => { throw new Error("broken on purpose"); };';

/** A module that replaces a React island. `Original` is the real component, and `React` the page's own. */
export function moduleFor(name: IslandName, body: string): string {
  const exported = exportedBy(name);
  return `
    import * as react from "${REACT_FILE}";
    import { ${exported} as Original } from "${CLIENT.islands[name]}?original";
    const createElement = (type, given, ...children) => {
      const { key, ...props } = given ?? {};
      return react.jsx(type, children.length > 0 ? { ...props, children } : props, key);
    };
    const React = { ...react, createElement };
    ${BROKEN}
    export function ${exported}(props) { ${body} }`;
}

/** A module that replaces a light island. `original` is the export of the real one. */
export function lightModuleFor(name: IslandName, body: string): string {
  return `
    import { enhance as original } from "${CLIENT.islands[name]}?original";
    ${BROKEN}
    export function enhance(root, guard, props) { ${body} }`;
}

/** The body of a component that renders this until the test makes it throw. */
export function brokenLater(rendered: string): string {
  return `const [isBroken, setBroken] = React.useState(false);
    React.useEffect(() => addEventListener("break", () => setBroken(true)), []);
    // Its cleanup throws too, which must not be reported a second time.
    React.useEffect(() => broken, []);
    return isBroken ? broken() : ${rendered};`;
}
const ORIGINAL = "React.createElement(Original, props)";
const LIGHT_ORIGINAL = "original(root, guard, props)";
export const lightBrokenLater = (begin: string) => `addEventListener("break", guard(broken)); return ${begin};`;

/** The real island until the test makes it throw. */
function originalBrokenLater(name: IslandName): string {
  return isLight(name)
    ? lightModuleFor(name, lightBrokenLater(LIGHT_ORIGINAL))
    : moduleFor(name, brokenLater(ORIGINAL));
}

export type Moment = { name: string; serve(name: IslandName): string | null; isLate?: true };

/** The moment at which a chunk throws. `isLate`: once the island works and the test says so. Null: it is not served. */
const MOMENTS: readonly Moment[] = [
  { name: "does not come", serve: () => null },
  { name: "throws while it is loaded", serve: () => 'throw new Error("broken on purpose");' },
];

/** The first one is tried with each island in the usual run too. */
export const REACT_MOMENTS: readonly Moment[] = [
  { name: "throws in a later render", isLate: true, serve: originalBrokenLater },
  ...MOMENTS,
  { name: "throws in render", serve: (name) => moduleFor(name, "broken();") },
  {
    name: "throws in an effect",
    serve: (name) => moduleFor(name, `React.useEffect(broken, []); return ${ORIGINAL};`),
  },
  {
    name: "throws in a later effect",
    isLate: true,
    serve: (name) =>
      moduleFor(
        name,
        `const [isBroken, setBroken] = React.useState(false);
        React.useEffect(() => addEventListener("break", () => setBroken(true)), []);
        React.useEffect(() => { if (isBroken) broken(); }, [isBroken]);
        return ${ORIGINAL};`,
      ),
  },
];

export const LIGHT_MOMENTS: readonly Moment[] = [
  { name: "throws in a handler", isLate: true, serve: originalBrokenLater },
  ...MOMENTS,
  { name: "throws before it has done anything", serve: (name) => lightModuleFor(name, "broken();") },
  { name: "throws when all has been done", serve: (name) => lightModuleFor(name, `${LIGHT_ORIGINAL}; broken();`) },
  {
    name: "throws in a handler and on its way out",
    isLate: true,
    serve: (name) => lightModuleFor(name, lightBrokenLater(`${LIGHT_ORIGINAL}, broken`)),
  },
];

/** A page as a browser gets it: after redirects, with the cookies that came along. */
export async function readPage(url: string): Promise<string> {
  let asked = url;
  const cookies: string[] = [];
  for (;;) {
    const response = await fetch(asked, { headers: { cookie: cookies.join("; ") }, redirect: "manual" });
    const location = response.headers.get("location");
    if (location === null) return response.text();
    cookies.push(...response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? ""));
    asked = new URL(location, asked).href;
  }
}

/**
 * A page's HTML before an island's marker, the marker's start tag, and the HTML after its content (which has no div).
 */
export function splitAtMarker(html: string, name: IslandName): string[] {
  const [, ...parts] = new RegExp(`^([^]*)(<div [^>]*data-island="${name}"[^>]*>)[^]*?(</div>[^]*)$`).exec(html) ?? [];
  return parts;
}

/** Removes the APIs in the list of `newerApis` from a page's scripts, so that it has those of the oldest browsers. */
export function removeApis(list: readonly [owner: string, member: string][]): void {
  const scope = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  for (const [owner, member] of list) {
    const target = owner === "" || owner === "Window" ? globalThis : scope[owner];
    for (const holder of [target, target && "prototype" in target ? target.prototype : undefined]) {
      if (holder) Reflect.deleteProperty(holder as object, member);
    }
  }
}

/** Presses everything in the island. Returns the presses that a script kept from the browser. */
export function pressesTaken({ marker }: { marker: Locator }): Promise<string[]> {
  return marker.evaluate((root) => {
    const taken: string[] = [];
    const watch = (event: Event) => {
      if (event.defaultPrevented) taken.push(`${event.type} on ${(event.target as Element).outerHTML.slice(0, 80)}`);
      event.preventDefault();
    };
    for (const type of ["click", "submit"]) addEventListener(type, watch);
    for (const element of root.querySelectorAll<HTMLElement>("a, button, input, label")) element.click();
    for (const form of root.querySelectorAll("form")) form.requestSubmit();
    for (const type of ["click", "submit"]) removeEventListener(type, watch);
    return taken;
  });
}
