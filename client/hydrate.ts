import { hasStoredSession } from "./auth/account-state.ts";
import type { IslandStatus, IslandWhen } from "./islands.ts";
import type { Replacements } from "./start-island.ts";

/**
 * The island loader, inline in every page with islands. It finds the server's markers (`data-island`, `data-src`,
 * `data-when`, `data-props`). When an island is due, it imports the island's chunk and its starter, and the outcome is in
 * `data-status`. It also opens a <details> that the address's hash names.
 */

/** A `visible` island starts to load this far outside the screen. */
const VISIBLE_MARGIN = "300px";

/** Islands wait this long after the load event, milliseconds, so that the first paint comes before them. */
const PAINT_MS = 100;
/** An `idle` island starts after this long even if the browser is never idle, milliseconds. */
const IDLE_MAX_MS = 1000;

/** Events that start a `touched` island: the pointer or the focus enters it, or a press. */
const TOUCHES = ["pointerenter", "focusin", "click"] as const;

function setStatus(root: HTMLElement, status: IslandStatus): void {
  root.dataset.status = status;
}

/**
 * Starts an island. Resolves when it works or has failed; after a failure perhaps to a map from each old element to its
 * replacement.
 */
async function startIsland(root: HTMLElement): Promise<Replacements | undefined> {
  setStatus(root, "loading");
  try {
    const { src = "", props = "{}" } = root.dataset;
    const [starter, { enhance }] = await Promise.all([import("./start-island.ts"), import(src)]);
    return await starter.startIsland(root, enhance, JSON.parse(props));
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
    // A page in the background is not painted, so nothing there is urgent.
    requestAnimationFrame(() => setTimeout(() => startIsland(root), Number(when)));
  }
}

/**
 * Keeps a press that comes before the island works. It is repeated when the island works, or handled by the browser if
 * it has failed.
 */
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

/** Calls back when the page has loaded, was painted and is idle. */
function whenIdle(callback: () => void): void {
  // In a browser without `requestIdleCallback` it runs at once.
  const idle = () => window.requestIdleCallback?.(callback, { timeout: IDLE_MAX_MS }) ?? callback();
  const wait = () => setTimeout(idle, PAINT_MS);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
}

/** Lays out the sections below the first screens, one by one, while the page is idle. */
function layOutBelowFold(): void {
  const sections = document.querySelector(".below-fold");
  if (!sections) return;
  whenIdle(() => {
    sections.classList.remove("below-fold");
    layOutBelowFold();
  });
}

/**
 * Restores a visitor's session if there is one, or if the address ends a sign-in; other visitors download nothing.
 * Tokens in a hash are removed at once, before any other script can read them, and are never used: the shop asks for
 * none, so such an address was made by somebody who wants the visitor to buy on their account (client/auth/session.ts).
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

/** A page that is rendered ahead of a click waits until the visitor sees it: no timers, no counting. */
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
