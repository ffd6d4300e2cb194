import { type IslandName, type IslandStatus, type IslandWhen, islands } from "./islands.ts";

/**
 * The island loader, inlined in every page that has islands. It finds the markers that the server left
 * (`data-island`, `data-when`, `data-props`), imports React and the island's chunk when the island is due, and writes
 * what happened to `data-status`. It also opens a <details> that the address's hash points to.
 */

/** How far outside the screen a `visible` island starts to load, CSS pixels. */
const VISIBLE_MARGIN_PX = 300;

function setStatus(root: HTMLElement, status: IslandStatus): void {
  root.dataset.status = status;
}

async function hydrate(root: HTMLElement): Promise<void> {
  setStatus(root, "loading");
  try {
    const [react, component] = await Promise.all([
      import("./react.ts"),
      islands[root.dataset.island as IslandName]() as Promise<never>,
    ]);
    react.hydrateIsland(root, component, JSON.parse(root.dataset.props ?? "{}"), () => setStatus(root, "ready"));
  } catch (error) {
    setStatus(root, "failed");
    console.error(error);
  }
}

function schedule(root: HTMLElement): void {
  setStatus(root, "waiting");
  const when = root.dataset.when as IslandWhen;
  if (when === "now") {
    hydrate(root);
  } else if (when === "visible") {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        hydrate(root);
      },
      { rootMargin: `${VISIBLE_MARGIN_PX}px` },
    );
    observer.observe(root);
  } else {
    const whenIdle = () =>
      "requestIdleCallback" in window ? requestIdleCallback(() => hydrate(root)) : setTimeout(hydrate, 200, root);
    if (document.readyState === "complete") whenIdle();
    else addEventListener("load", whenIdle, { once: true });
  }
}

function openHashTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

/** A page that is rendered ahead of a click does nothing until the visitor is there: no timers, no counting. */
function start(): void {
  for (const root of document.querySelectorAll<HTMLElement>("[data-island]")) schedule(root);
}

if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener("prerenderingchange", start, { once: true });
} else {
  start();
}
addEventListener("hashchange", openHashTarget);
openHashTarget();
