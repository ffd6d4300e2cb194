import type { PageRequests } from "./page-requests.ts";
import { total } from "./page-requests.ts";
import type { ClickRow, PageRow, Results } from "./pages.ts";

/** The page measurements as Markdown: a table a concern, each bar beside what it is reached or not reached with. */

/** Bytes as compressed on the way; a kilobyte is 1000. */
const BARS = {
  htmlBytes: 9000,
  cssBytes: 9000,
  fontBytes: 22_000,
  scriptBytesBeforeLoad: 1500,
  scriptBytes: 75_000,
  lcpMs: { content: 1000, checkout: 1500, other: null },
  clickToLcpMs: 100,
} as const;

/** Reasons of a browser that keeps no page at all: Chromium's headless shell. */
const BUILD_KEEPS_NOTHING = "BackForwardCacheDisabledForDelegate";
/** These accompany every other reason, or hide one that the protocol names. */
const NO_REASONS = [BUILD_KEEPS_NOTHING, "BrowsingInstanceNotSwapped", "masked"];

export function reportPages({ machine, browser, runs, rows, clicks, hovered, failures }: Results): string {
  const parts = [
    `\n${machine} (Lighthouse's benchmark index ${benchmarkIndex(rows)}); ${browser}, medians of ${runs} runs; brotli 5 as wrangler dev sends it, 1 KB = 1000 bytes`,
    `**Requests before the load event** (bar: one HTML, one CSS, one font that is preloaded; no script on content pages)`,
    table(["page", "HTML + CSS + font + scripts", "bar", "apart: pictures", "apart: others"], rows.map(requestCells)),
    `**Bytes** (bars: HTML 9 KB, CSS 9 KB, font 22 KB)`,
    table(["page", "HTML", "CSS", "font", "bar"], rows.map(byteCells)),
    `**JavaScript** (bars: 1.5 KB before load on content pages, 75 KB in all; Leaflet only when seen, Stripe only at the checkout)`,
    table(
      ["page", "before load", "bar", "whole visit", "bar", "Leaflet unseen / seen", "Stripe"],
      rows.map(scriptCells),
    ),
    `**Lighthouse mobile, simulated slow 4G** (bars: LCP 1.0 s, checkout 1.5 s; TBT 0 ms and CLS 0.000 on content pages)`,
    table(["page", "FCP ms", "LCP ms", "TBT ms", "CLS", "bar", "LCP element"], rows.map(vitalCells)),
    `**Moving between pages** (bars: view transition to and fro, kept in the back/forward cache)`,
    table(["page", "transition", "back/forward cache", "bar"], rows.map(moveCells)),
  ];
  if (clicks.length > 0) {
    parts.push(
      `**Next page after a hover** (bar: rendered ahead, 100 ms from click to LCP)`,
      table(["from -> to", "fetched by", "click to activation ms", "click to LCP ms", "bar"], clicks.map(clickCells)),
    );
  }
  parts.push(neverAhead(rows, hovered));
  if (failures.length > 0) parts.push(["**Could not be measured**", ...failures.map((one) => `- ${one}`)].join("\n"));
  return `${parts.join("\n\n")}\n`;
}

/** How fast Lighthouse found the machine on the whole; its phone is four times slower than that, whatever it is. */
function benchmarkIndex(rows: readonly PageRow[]): string {
  const sorted = rows.map(({ vitals }) => vitals.benchmarkIndex).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(0) ?? "?";
}

function requestCells({ name, kind, requests }: PageRow): string[] {
  const { html, css, font, scripts, pictures, rest, fontIsPreloaded } = requests;
  const isReadable = html.length === 1 && css.length === 1 && font.length === 1 && fontIsPreloaded;
  const isReached = isReadable && (kind !== "content" || scripts.length === 0);
  const counts = [html, css, font, scripts].map(({ length }) => length).join(" + ");
  const named = scripts.map(({ path }) => path).join(", ");
  return [
    name,
    named === "" ? counts : `${counts} (${named})`,
    verdict(isReached),
    `${pictures.length}${pictures.length === 0 ? "" : ` (${total(pictures)} bytes)`}`,
    rest.map(({ path, bytes }) => `${path} (${bytes} bytes)`).join(", ") || "none",
  ];
}

function byteCells({ name, requests: { html, css, font } }: PageRow): string[] {
  const sizes = [total(html), total(css), total(font)];
  const bars = [BARS.htmlBytes, BARS.cssBytes, BARS.fontBytes];
  const over = ["HTML", "CSS", "font"].filter((_, index) => (sizes[index] ?? 0) > (bars[index] ?? 0));
  return [name, ...sizes.map(String), over.length === 0 ? "reached" : `NOT reached: ${over.join(", ")}`];
}

function scriptCells({ name, kind, requests }: PageRow): string[] {
  const beforeLoad = scriptBytesBeforeLoad(requests);
  const { scriptBytes, inlineScriptBytes, leaflet, stripeBytes, islandsReady } = requests;
  const whole = scriptBytes + inlineScriptBytes;
  const isReached = whole <= BARS.scriptBytes && leaflet.whenUnseen === 0 && (stripeBytes === 0 || kind === "checkout");
  return [
    name,
    String(beforeLoad),
    kind === "content" ? verdict(beforeLoad <= BARS.scriptBytesBeforeLoad) : "no bar",
    islandsReady ? String(whole) : `${whole} (not every island got ready)`,
    verdict(isReached),
    `${leaflet.whenUnseen} / ${leaflet.whenSeen}`,
    String(stripeBytes),
  ];
}

function scriptBytesBeforeLoad({ inlineScriptBytes, scripts }: PageRequests): number {
  return inlineScriptBytes + total(scripts);
}

function vitalCells({ name, kind, vitals: { fcpMs, lcpMs, tbtMs, cls, lcpElement } }: PageRow): string[] {
  const missed = [
    ...(lcpMs > (BARS.lcpMs[kind] ?? Number.POSITIVE_INFINITY) ? ["LCP"] : []),
    ...(kind === "content" && Math.round(tbtMs) > 0 ? ["TBT"] : []),
    ...(kind === "content" && cls >= 0.0005 ? ["CLS"] : []),
  ];
  const bar = missed.length === 0 ? "reached" : `NOT reached: ${missed.join(", ")}`;
  return [
    name,
    fcpMs.toFixed(0),
    lcpMs.toFixed(0),
    tbtMs.toFixed(0),
    cls.toFixed(3),
    kind === "other" ? "no bar" : bar,
    `\`${lcpElement}\``,
  ];
}

function moveCells({ name, move: { transition, transitionBack, kept, reasons } }: PageRow): string[] {
  const keepsNothing = reasons.includes(BUILD_KEEPS_NOTHING);
  const own = reasons.filter((reason) => !NO_REASONS.includes(reason));
  const told = own.length === 0 ? reasons : own;
  const notKept = keepsNothing
    ? `not measured, this build keeps no page; against this page itself: ${own.join(", ") || "nothing"}`
    : `not kept: ${told.join(", ") || "no reason given"}`;
  const missed = [
    ...(transition && transitionBack ? [] : ["transition"]),
    ...(kept || (keepsNothing && own.length === 0) ? [] : ["cache"]),
  ];
  const isOpen = keepsNothing && missed.length === 0;
  return [
    name,
    `${transition ? "yes" : "no"}, back ${transitionBack ? "yes" : "no"}`,
    kept ? "kept" : notKept,
    missed.length > 0
      ? `NOT reached: ${missed.join(", ")}`
      : isOpen
        ? "transition reached, cache not measured"
        : "reached",
  ];
}

function clickCells({ from, to, how, clickToActivationMs, clickToLcpMs }: ClickRow): string[] {
  return [
    `${from} -> ${to}`,
    how,
    clickToActivationMs?.toFixed(0) ?? "not activated",
    clickToLcpMs.toFixed(0),
    verdict(how === "prerender" && clickToLcpMs <= BARS.clickToLcpMs),
  ];
}

function neverAhead(rows: readonly PageRow[], hovered: readonly string[] | null): string {
  const content = rows.filter(({ ahead }) => ahead !== null);
  const links = new Set(content.flatMap(({ ahead }) => ahead?.links ?? []));
  const candidates = new Set(content.flatMap(({ ahead }) => ahead?.candidates ?? []));
  const withoutHeader = content.filter(({ requests }) => !requests.namesSpeculationRules).map(({ name }) => name);
  const lines = [
    "**Never rendered ahead** (bar: no bridge, return page, checkout, quiz redirect or gift)",
    `- ${content.length} content pages name speculation rules${withoutHeader.length === 0 ? "" : `, but not ${withoutHeader.join(", ")}`}: ${verdict(withoutHeader.length === 0)}`,
    `- candidates among their ${links.size} links to such addresses: ${[...candidates].join(", ") || "none"}: ${verdict(candidates.size === 0)}`,
    hovered === null
      ? "- hovering over a link to each: not measured"
      : `- asked for on hovering over a link to each: ${hovered.join(", ") || "none"}: ${verdict(hovered.length === 0)}`,
  ];
  return lines.join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function verdict(isReached: boolean): string {
  return isReached ? "reached" : "NOT reached";
}
