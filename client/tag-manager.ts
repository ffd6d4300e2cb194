import { type PurchaseEvent, SALE_STORAGE_KEY } from "../src/paying/return/analytics-rules.ts";
import { consentState, TAG_MANAGER_ORIGIN } from "../src/ui/consent-rules.ts";

/** Google's tag manager and its queue, `window.dataLayer`. It reads commands only as `arguments` objects. */

const SCRIPT_ID = "tag-manager";

/** The cookies that Google's tags set on our own domain. */
const MEASURING_COOKIE = /^_(ga|gid|gcl)/;

/** Queues "everything denied" in front of all other entries: the container must read it first. */
export function queueDefault(): void {
  window.dataLayer ??= [];
  window.dataLayer.unshift(command("consent", "default", consentState("denied")));
}

export function queueUpdate(state: Readonly<Record<string, string>>): void {
  window.dataLayer?.push(command("consent", "update", state));
}

/** Loads the container, once per page. Call it only after consent. */
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

/** Stores the transaction id of a sale whose address names no payment, so that a reload does not count it again. */
function keepSale(): void {
  try {
    const events = window.dataLayer as Partial<PurchaseEvent>[];
    const id = events.find(({ event }) => event === "purchase")?.transaction_id;
    if (id !== undefined) sessionStorage.setItem(SALE_STORAGE_KEY + location.pathname, id);
  } catch {
    // Storage is full or forbidden, or tags have replaced the queue: a reload counts the sale again.
  }
}

/** Deletes the data that was stored for measuring, after consent was withdrawn. Cookies of the payment stay. */
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
    // Storage is forbidden: there is nothing to delete.
  }
}

function command(..._parts: readonly unknown[]): IArguments {
  // biome-ignore lint/complexity/noArguments: the tag manager takes only an arguments object for a command
  return arguments;
}
