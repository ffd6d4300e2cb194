import type { Locator } from "playwright";
import type { IslandName } from "../../client/islands.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";

/** Chunks that throw, the markup around an island, and presses in it, for islands.test.ts. */

/** A module that replaces an island's. `original` is the export of the real one. */
export function moduleFor(name: IslandName, body: string): string {
  return `
    import { enhance as original } from "${CLIENT.islands[name]}?original";
    const broken = () => { throw new Error("broken on purpose"); };
    export async function enhance(root, props, fail) { ${body} }`;
}

/** The moments at which a chunk throws. Null: it is not served. */
export const MOMENTS: readonly { name: string; serve(name: IslandName): string | null }[] = [
  {
    name: "throws when all has been done",
    serve: (name) => moduleFor(name, "await original(root, props, fail); broken();"),
  },
  { name: "does not come", serve: () => null },
  { name: "throws while it is loaded", serve: () => 'throw new Error("broken on purpose");' },
  { name: "throws before it has done anything", serve: (name) => moduleFor(name, "broken();") },
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

/** Keys with which an island does something. */
const KEYS = ["1", "ArrowLeft", "ArrowRight", "Enter", "Escape", " "];

/** Presses everything in the island, and its keys. Returns the presses that a script kept from the browser. */
export function pressesTaken({ marker }: { marker: Locator }): Promise<string[]> {
  return marker.evaluate((root, keys) => {
    const taken: string[] = [];
    const watch = (event: Event) => {
      if (event.defaultPrevented) taken.push(`${event.type} on ${(event.target as Element).outerHTML.slice(0, 80)}`);
      event.preventDefault();
    };
    for (const type of ["click", "submit"]) addEventListener(type, watch);
    for (const element of root.querySelectorAll<HTMLElement>("a, button, input, label")) element.click();
    for (const form of root.querySelectorAll("form")) form.requestSubmit();
    for (const key of keys) {
      const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      if (!root.dispatchEvent(press)) taken.push(`the key ${key}`);
    }
    for (const type of ["click", "submit"]) removeEventListener(type, watch);
    return taken;
  }, KEYS);
}
