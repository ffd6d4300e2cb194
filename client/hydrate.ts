import { hasStoredSession } from "./auth/account-state.ts";
import type { IslandStatus, IslandWhen } from "./islands.ts";
import type { Replacements } from "./server-markup.ts";

/**
 * The island loader, inlined in every page that has islands. It finds the markers that the server left
 * (`data-island`, `data-src`, `data-when`, `data-props` and, for one that React hydrates, `data-react`), imports the
 * island's chunk and what starts it when the island is due, and writes what happened to `data-status`. It also opens a
 * <details> that the address's hash points to.
 */

/** How far outside the screen a `visible` island starts to load. */
const VISIBLE_MARGIN = "300px";

/** Islands wait this long after the load event, milliseconds, so that the first paint comes before them. */
const PAINT_MS = 100;
/** An `idle` island starts after this long even if the browser is never idle, milliseconds. */
const IDLE_MAX_MS = 1000;

/** Events that come before a press: of a mouse, a finger or the keyboard's focus. */
const TOUCHES = ["pointerenter", "focusin", "click"] as const;

function setStatus(root: HTMLElement, status: IslandStatus): void {
  root.dataset.status = status;
}

/** Resolves when the island works or has failed; if it failed, with the replacements of its elements, if there are any. */
async function startIsland(root: HTMLElement): Promise<Replacements | undefined> {
  setStatus(root, "loading");
  try {
    const { src = "", props = "{}", react } = root.dataset;
    const starter = react === undefined ? import("./light.ts") : import("./react.ts");
    const [{ startIsland: startWith }, module] = await Promise.all([starter, import(src)]);
    return await startWith(root, Object.values(module)[0] as never, JSON.parse(props));
  } catch (error) {
    setStatus(root, "failed");
    console.error(error);
  }
}

function schedule(root: HTMLElement): void {
  setStatus(root, "waiting");
  const when = root.dataset.when as `${IslandWhen}`;
  if (when === "visible") {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        startIsland(root);
      },
      { rootMargin: VISIBLE_MARGIN },
    );
    observer.observe(root);
  } else if (when === "touched") {
    startWhenTouched(root);
  } else if (when === "idle") {
    whenIdle(() => startIsland(root));
  } else {
    // A page in the background is not painted: nothing there is in a hurry.
    requestAnimationFrame(() => setTimeout(() => startIsland(root), Number(when)));
  }
}

/** A press that comes before the island works is kept, and done once it does, or by the browser when it has failed. */
function startWhenTouched(root: HTMLElement): void {
  let pressed: HTMLElement | undefined;
  const keep = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    pressed = event.target as HTMLElement;
  };
  const touch = async () => {
    for (const type of TOUCHES) root.removeEventListener(type, touch);
    const replacements = await startIsland(root);
    root.removeEventListener("click", keep);
    if (pressed) (replacements?.get(pressed) ?? pressed).click();
  };
  for (const type of TOUCHES) root.addEventListener(type, touch);
  root.addEventListener("click", keep);
}

/** Calls back when the page has loaded, has had the time to be painted and has nothing else to do. */
function whenIdle(callback: () => void): void {
  // Not every browser can tell; then it is idle by now.
  const idle = () => window.requestIdleCallback?.(callback, { timeout: IDLE_MAX_MS }) ?? callback();
  const wait = () => setTimeout(idle, PAINT_MS);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
}

/** What waits below the first screens is laid out all the same, part by part, while there is nothing else to do. */
function layOutBelowFold(): void {
  const sections = document.querySelector(".below-fold");
  if (!sections) return;
  whenIdle(() => {
    sections.classList.remove("below-fold");
    layOutBelowFold();
  });
}

/**
 * Picks up a visitor's session where there is one, or where the address ends a sign-in; anybody else downloads nothing
 * of it. Tokens in a hash leave the address at once, before any other script can read them, and are never used: the shop
 * asks for none, so whoever made that address wants the visitor to buy on their account (client/auth/session.ts).
 */
function startAccount(): void {
  const { dataset } = document.documentElement;
  if (!dataset.authUrl) return;
  const { href } = location;
  const bare = href.replace(/^([^#]*)#.*(_token|_description)=.*/, "$1");
  if (bare !== href) history.replaceState(history.state, "", bare);
  if (/^[^#]*#.*_token=/.test(href)) console.warn("Tokens sign nobody in.");
  const isCallback = /[?#&](sb_flow_id|error_description)=/.test(href);
  if (!isCallback && !hasStoredSession()) return;
  dataset.account = "restoring";
  const restore = () => import("./auth/session.ts").then((auth) => auth.restoreSession(href), console.error);
  if (isCallback) restore();
  else whenIdle(restore);
}

function openHashTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

/** A page that is rendered ahead of a click does nothing until the visitor is there: no timers, no counting. */
function start(): void {
  startAccount();
  layOutBelowFold();
  for (const root of document.querySelectorAll<HTMLElement>("[data-island]")) schedule(root);
}

if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener("prerenderingchange", start);
} else {
  start();
}
addEventListener("hashchange", openHashTarget);
openHashTarget();
