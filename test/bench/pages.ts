import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright";
import { PATHS } from "../../src/shared/paths.ts";
import { launchChromium } from "../browser/chromium.ts";
import { freePort } from "../outside-world/shop.ts";
import { runLighthouse, type Vitals } from "./page-lighthouse.ts";
import {
  type ClickToPaint,
  clickAhead,
  findCandidates,
  goAndComeBack,
  hoverOverAll,
  type Move,
  openMovingTab,
} from "./page-moves.ts";
import { reportPages } from "./page-report.ts";
import { measureRequests, type PageRequests } from "./page-requests.ts";
import { MEASURED_PAGES, type MeasuredPage } from "./page-routes.ts";
import { startMeasuredShop } from "./page-shop.ts";
import type { Tab } from "./page-tab.ts";
import { ROOT } from "./workerd.ts";

/**
 * `npm run bench:pages`: what each page costs a visitor. Requests and bytes as the platform sends them, Lighthouse's
 * mobile figures, and how the browser goes from page to page. Each number is the median of the runs. A bar that is not
 * reached is no failure; a page that could not be measured is one.
 */

export type PageRow = MeasuredPage & {
  requests: PageRequests;
  vitals: Vitals;
  move: Move;
  /** Content pages: links to what must never be rendered ahead, and those that the browser may. */
  ahead: { links: string[]; candidates: string[] } | null;
};
export type ClickRow = ClickToPaint & { from: string; to: string };
export type Results = {
  machine: string;
  browser: string;
  runs: number;
  rows: PageRow[];
  clicks: ClickRow[];
  /** Paths that were asked for on hovering over a link that must never be rendered ahead; null: not tried. */
  hovered: string[] | null;
  /** What could not be measured, and why. */
  failures: string[];
};

/** Links that visitors follow, of content pages to content pages. */
const CLICKS = [
  { from: PATHS.home, to: PATHS.kvb1 },
  { from: PATHS.home, to: PATHS.kvb2 },
  { from: PATHS.home, to: PATHS.marifonie },
  { from: PATHS.kvb1, to: PATHS.exam },
  { from: PATHS.kvb1, to: PATHS.order },
  { from: PATHS.exam, to: PATHS.faq },
  { from: PATHS.faq, to: PATHS.home },
  { from: PATHS.home, to: PATHS.privacy },
  { from: PATHS.home, to: PATHS.terms },
] as const;

const { values: options } = parseArgs({
  options: { runs: { type: "string", default: "3" }, only: { type: "string" } },
});
const runs = Number(options.runs);

const shop = await startMeasuredShop();
let browser: Browser | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  const port = await freePort();
  browser = await launchChromium({
    extraArgs: [`--remote-debugging-port=${port}`],
    withoutArgs: ["--disable-back-forward-cache"],
  });
  await measure(browser, port, await openMovingTab(port));
} finally {
  await end();
}

async function end(): Promise<void> {
  await browser?.close();
  await shop.close();
}

async function measure(chromium: Browser, port: number, tab: Tab): Promise<void> {
  const failures: string[] = [];
  const attempt = async <T>(name: string, measured: Promise<T>): Promise<T | null> => {
    console.error(`${name} ...`);
    return measured.catch((error: unknown) => {
      failures.push(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
      return null;
    });
  };

  const pages = MEASURED_PAGES.filter(({ name }) => options.only === undefined || name.includes(options.only));
  const rows: PageRow[] = [];
  for (const page of pages) {
    const row = await attempt(page.name, measurePage(page, { chromium, port, tab }));
    if (row !== null) rows.push(row);
  }
  const clicks: ClickRow[] = [];
  for (const click of CLICKS.filter(({ from }) => pages.some(({ path }) => path === from))) {
    const row = await attempt(`${click.from} -> ${click.to}`, measureClick(tab, click));
    if (row !== null) clicks.push(row);
  }
  const hovered = options.only === undefined ? await attempt("hovering", hoverOverAll(tab, shop)) : null;
  await tab.close();

  const machine = `${cpus()[0]?.model ?? "unknown CPU"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const results: Results = { machine, browser: tab.browser, runs, rows, clicks, hovered, failures };
  console.log(reportPages(results));
  mkdirSync(join(ROOT, ".build"), { recursive: true });
  writeFileSync(join(ROOT, ".build/bench-pages.json"), `${JSON.stringify(results, null, 2)}\n`);
  console.log("Written to .build/bench-pages.json");
  if (failures.length > 0) process.exitCode = 1;
}

async function measureClick(tab: Tab, click: { from: string; to: string }): Promise<ClickRow> {
  const samples: ClickToPaint[] = [];
  for (let run = 0; run < runs; run++) samples.push(await clickAhead(tab, shop, click));
  return { ...click, ...medianBy(samples, ({ clickToLcpMs }) => clickToLcpMs) };
}

async function measurePage(
  page: MeasuredPage,
  { chromium, port, tab }: { chromium: Browser; port: number; tab: Tab },
): Promise<PageRow> {
  const requests = await measureRequests(chromium, shop, page);
  const vitals: Vitals[] = [];
  for (let run = 0; run < runs; run++) vitals.push(await runLighthouse(shop.origin + page.path, port));
  const ofVitals = (pick: (one: Vitals) => number) => pick(medianBy(vitals, pick));
  return {
    ...page,
    requests,
    vitals: {
      fcpMs: ofVitals(({ fcpMs }) => fcpMs),
      lcpMs: ofVitals(({ lcpMs }) => lcpMs),
      tbtMs: ofVitals(({ tbtMs }) => tbtMs),
      cls: ofVitals(({ cls }) => cls),
      benchmarkIndex: ofVitals(({ benchmarkIndex }) => benchmarkIndex),
      lcpElement: medianBy(vitals, ({ lcpMs }) => lcpMs).lcpElement,
    },
    move: await goAndComeBack(tab, shop, page),
    ahead: page.kind === "content" ? await findCandidates(tab, shop, page.path) : null,
  };
}

function medianBy<T>(samples: readonly T[], pick: (sample: T) => number): T {
  const sorted = [...samples].sort((a, b) => pick(a) - pick(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError("--runs must be at least 1");
  return middle;
}
