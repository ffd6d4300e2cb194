import { type PurchaseEvent, SALE_STORAGE_KEY } from "../src/shared/analytics.ts";
import { consentState, TAG_MANAGER_ORIGIN } from "../src/shared/consent.ts";

/** Google's tag manager and its queue, `window.dataLayer`. It reads commands in the form of an arguments object only. */

const SCRIPT_ID = "tag-manager";

/** The cookies that Google's tags set on our own domain. */
const MEASURING_COOKIE = /^_(ga|gid|gat|gcl)/;

/** Puts "everything denied" in front of all that the page has queued: it must be the first thing that is read. */
export function queueDefault(): void {
  window.dataLayer ??= [];
  window.dataLayer.unshift(command("consent", "default", consentState("denied")));
}

/** Queues what the visitor has chosen. */
export function queueUpdate(state: Readonly<Record<string, string>>): void {
  window.dataLayer?.push(command("consent", "update", state));
}

/** Loads the container, once a page, which needs the visitor's yes. */
export function loadTagManager(containerId: string): void {
  if (document.getElementById(SCRIPT_ID) !== null) return;
  window.dataLayer?.push({ "gtm.start": Date.now(), event: "gtm.js" });
  const script = document.createElement("script");
  script.id = SCRIPT_ID;
  script.async = true;
  script.src = `${TAG_MANAGER_ORIGIN}/gtm.js?id=${encodeURIComponent(containerId)}`;
  document.head.append(script);
  keepSale();
}

/** A sale whose address names no payment keeps its number when its page is loaded again, so that it is counted once. */
function keepSale(): void {
  try {
    const events = window.dataLayer as Partial<PurchaseEvent>[];
    const id = events.find(({ event }) => event === "purchase")?.transaction_id;
    if (id !== undefined) sessionStorage.setItem(SALE_STORAGE_KEY + location.pathname, id);
  } catch {
    // Storage is full or forbidden, or tags have made something else of the queue: a reload counts the sale again.
  }
}

/** After a yes was taken back: what was stored here for measuring goes too. Cookies of the payment stay. */
export function forgetMeasuring(): void {
  forgetSales();
  const labels = location.hostname.split(".");
  const domains = labels.map((_, index) => labels.slice(index).join("."));
  for (const cookie of document.cookie.split("; ")) {
    const name = cookie.split("=", 1)[0] ?? "";
    if (!MEASURING_COOKIE.test(name)) continue;
    for (const domain of ["", ...domains.map((part) => `; domain=${part}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}

function forgetSales(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(SALE_STORAGE_KEY)) sessionStorage.removeItem(key);
    }
  } catch {
    // Forbidden: then there is none.
  }
}

function command(..._parts: readonly unknown[]): IArguments {
  // biome-ignore lint/complexity/noArguments: the tag manager tells commands from events by their being arguments objects
  return arguments;
}
