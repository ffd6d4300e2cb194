import type { ClickToPaint, Move, NeverAhead } from "./page-moves.ts";
import type { MeasuredPage } from "./page-shop.ts";
import { type PageRequests, type TapRow, total, type Vitals } from "./page-visit.ts";
import { type Cells, median, table, verdict, verdictOf } from "./report.ts";

/** The page measurements as Markdown: a table for each concern, with each bar beside its measurement. */

export type PageRow = MeasuredPage & {
  requests: PageRequests;
  vitals: Vitals;
  move: Move;
  /** Content pages only. */
  ahead: NeverAhead | null;
};
export type ClickRow = ClickToPaint & { from: string; to: string };

/** Bytes as they are sent, compressed; a kilobyte is 1000. */
const BARS = {
  htmlBytes: 9000,
  cssBytes: 9000,
  fontBytes: 22_000,
  scriptBytesBeforeLoad: 1500,
  scriptBytes: 77_000,
  scriptBytesWithoutReact: 12_000,
  lcpMs: { content: 1100, checkout: 1200, other: Number.POSITIVE_INFINITY },
  clickToLcpMs: 100,
  tapMs: 100,
} as const;

/** Reasons of a browser that keeps no page at all: Chromium's headless shell. */
const BUILD_KEEPS_NOTHING = "BackForwardCacheDisabledForDelegate";
/** Reasons that accompany every other one, or hide one that the protocol names. */
const NO_REASONS = [BUILD_KEEPS_NOTHING, "BrowsingInstanceNotSwapped", "masked"];

type Measured = {
  rows: readonly PageRow[];
  taps: readonly TapRow[];
  clicks: readonly ClickRow[];
  /** Paths that were requested on hovering over a link that must never be rendered ahead; null if it was not tried. */
  hovered: readonly string[] | null;
};

export function reportPages({ rows, taps, clicks, hovered }: Measured): string {
  const parts = [
    "**Requests before the load event** (bar: one HTML, one CSS, one font that is preloaded; no script on content pages)",
    table(["page", "HTML + CSS + font + scripts", "bar", "apart: pictures", "apart: others"], rows.map(requestCells)),
    "**Bytes** (bars: HTML 9 KB, CSS 9 KB, font 22 KB)",
    table(["page", "HTML", "CSS", "font", "bar"], rows.map(byteCells)),
    "**JavaScript** (bars: content pages 1.5 KB before load, and 12 KB in all without React; 77 KB in all; Leaflet only when seen, Stripe only at the checkout)",
    table(
      ["page", "before load", "without React", "bar", "whole visit", "bar", "Leaflet unseen / seen", "Stripe"],
      rows.map(scriptCells),
    ),
    "**Lighthouse mobile, simulated slow 4G** (bars: LCP 1.1 s, checkout 1.2 s; TBT 0 ms and CLS 0.000 on content pages)",
    table(["page", "FCP ms", "LCP ms", "TBT ms", "CLS", "bar", "LCP element"], rows.map(vitalCells)),
    "**A first tap**, the processor four times slower (bar: 100 ms to the next paint)",
    table(
      ["tap", "ms", "bar"],
      taps.map(({ name, ms }) => [name, ms, verdict(ms <= BARS.tapMs)]),
    ),
    "**Moving between pages** (bars: view transition to and fro, kept in the back/forward cache)",
    table(["page", "transition", "back/forward cache", "bar"], rows.map(moveCells)),
    "**Next page after a hover** (bar: rendered ahead, 100 ms from click to LCP)",
    table(["from -> to", "fetched by", "click to activation ms", "click to LCP ms", "bar"], clicks.map(clickCells)),
    neverAhead(rows, hovered),
  ];
  return parts.join("\n\n");
}

/** Lighthouse's figure for the machine's speed in all runs. Its phone is four times slower than the machine. */
export function benchmarkIndex(rows: readonly PageRow[]): string {
  return rows.length === 0 ? "?" : median(rows.map(({ vitals }) => vitals.benchmarkIndex)).toFixed(0);
}

function requestCells({ name, kind, requests }: PageRow): Cells {
  const { html, css, font, scripts, pictures, rest, fontIsPreloaded } = requests;
  const isReadable = [html, css, font].every(({ length }) => length === 1) && fontIsPreloaded;
  const counts = [html, css, font, scripts].map(({ length }) => length).join(" + ");
  const named = scripts.map(({ path }) => path).join(", ");
  return [
    name,
    named === "" ? counts : `${counts} (${named})`,
    verdict(isReadable && (kind !== "content" || scripts.length === 0)),
    `${pictures.length}${pictures.length === 0 ? "" : ` (${total(pictures)} bytes)`}`,
    rest.map(({ path, bytes }) => `${path} (${bytes} bytes)`).join(", ") || "none",
  ];
}

function byteCells({ name, requests }: PageRow): Cells {
  const [html, css, font] = [total(requests.html), total(requests.css), total(requests.font)];
  const missed = { HTML: html > BARS.htmlBytes, CSS: css > BARS.cssBytes, font: font > BARS.fontBytes };
  return [name, html, css, font, verdictOf(missed)];
}

function scriptCells({ name, kind, requests }: PageRow): Cells {
  const { scriptBytes, inlineScriptBytes, scripts, leaflet, stripeBytes, islandsReady } = requests;
  const beforeLoad = inlineScriptBytes + total(scripts);
  const withoutReact = requests.scriptBytesWithoutReact + inlineScriptBytes;
  const missed = {
    "before load": beforeLoad > BARS.scriptBytesBeforeLoad,
    "without React": withoutReact > BARS.scriptBytesWithoutReact,
  };
  const whole = scriptBytes + inlineScriptBytes;
  const isReached = whole <= BARS.scriptBytes && leaflet.whenUnseen === 0 && (stripeBytes === 0 || kind === "checkout");
  return [
    name,
    beforeLoad,
    withoutReact,
    kind === "content" ? verdictOf(missed) : "no bar",
    islandsReady ? whole : `${whole} (not every island got ready)`,
    verdict(isReached),
    `${leaflet.whenUnseen} / ${leaflet.whenSeen}`,
    stripeBytes,
  ];
}

function vitalCells({ name, kind, vitals: { fcpMs, lcpMs, tbtMs, cls, lcpElement } }: PageRow): Cells {
  const missed = {
    LCP: lcpMs > BARS.lcpMs[kind],
    TBT: kind === "content" && Math.round(tbtMs) > 0,
    CLS: kind === "content" && cls >= 0.0005,
  };
  const bar = kind === "other" ? "no bar" : verdictOf(missed);
  return [name, fcpMs.toFixed(0), lcpMs.toFixed(0), tbtMs.toFixed(0), cls.toFixed(3), bar, `\`${lcpElement}\``];
}

function moveCells({ name, move: { transition, transitionBack, kept, reasons } }: PageRow): Cells {
  const keepsNothing = reasons.includes(BUILD_KEEPS_NOTHING);
  const own = reasons.filter((reason) => !NO_REASONS.includes(reason));
  const notKept = keepsNothing
    ? `not measured, this build keeps no page; against this page itself: ${own.join(", ") || "nothing"}`
    : `not kept: ${(own.length === 0 ? reasons : own).join(", ") || "no reason given"}`;
  const isUnknown = !kept && keepsNothing && own.length === 0;
  const bar = verdictOf({ transition: !(transition && transitionBack), cache: !kept && !isUnknown });
  return [
    name,
    `${transition ? "yes" : "no"}, back ${transitionBack ? "yes" : "no"}`,
    kept ? "kept" : notKept,
    isUnknown && bar === "reached" ? "transition reached, cache not measured" : bar,
  ];
}

function clickCells({ from, to, how, clickToActivationMs, clickToLcpMs }: ClickRow): Cells {
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
  const without = content.filter(({ requests }) => !requests.hasSpeculationRules).map(({ name }) => name);
  const lines = [
    "**Never rendered ahead** (bar: no bridge, return page, checkout, quiz redirect or gift)",
    `- ${content.length} content pages have speculation rules${without.length === 0 ? "" : `, but not ${without.join(", ")}`}: ${verdict(without.length === 0)}`,
    `- candidates among their ${links.size} links to such addresses: ${[...candidates].join(", ") || "none"}: ${verdict(candidates.size === 0)}`,
    hovered === null
      ? "- hovering over a link to each: not measured"
      : `- asked for on hovering over a link to each: ${hovered.join(", ") || "none"}: ${verdict(hovered.length === 0)}`,
  ];
  return lines.join("\n");
}
