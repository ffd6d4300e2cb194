import { parseArgs } from "node:util";
import type { Browser } from "playwright";
import { errorMessage } from "../../src/server/log.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { launchChromium } from "../browser/chromium.ts";
import { freePort } from "../outside-world/ports.ts";
import { clickAhead, findCandidates, goAndComeBack, hoverOverAll, openMovingTab } from "./page-moves.ts";
import { benchmarkIndex, type ClickRow, type PageRow, reportPages } from "./page-report.ts";
import { MEASURED_PAGES, type MeasuredPage, startMeasuredShop } from "./page-shop.ts";
import { pause, type Tab } from "./page-tab.ts";
import { measureRequests, measureTap, runLighthouse, TAPS, type Vitals } from "./page-visit.ts";
import { MACHINE, median, medianBy, saveResults } from "./report.ts";

/**
 * `npm run bench:pages`: what each page costs a visitor. Requests and bytes as the platform sends them, Lighthouse's
 * mobile figures, what a tap costs, and how the browser goes from page to page. Each number is the median of the runs.
 * A bar that is not reached is no failure; a page that could not be measured is one.
 */

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

/** Longest wait for browser and shop to end, milliseconds. */
const END_MAX_MS = 5_000;

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
// A browser that Lighthouse used may stay open. It ends with this process.
process.exit();

async function end(): Promise<void> {
  await Promise.race([Promise.all([browser?.close(), shop.close()]), pause(END_MAX_MS)]);
}

async function measure(chromium: Browser, port: number, tab: Tab): Promise<void> {
  const failures: string[] = [];
  /** One after the other; failures are reported at the end. */
  const each = async <T, R>(
    all: readonly T[],
    name: (one: T) => string,
    take: (one: T) => Promise<R>,
  ): Promise<R[]> => {
    const results: R[] = [];
    for (const one of all) {
      console.error(`${name(one)} ...`);
      try {
        results.push(await take(one));
      } catch (error) {
        failures.push(`${name(one)}: ${errorMessage(error).split("\n")[0]}`);
      }
    }
    return results;
  };

  const pages = MEASURED_PAGES.filter(({ name }) => options.only === undefined || name.includes(options.only));
  const rows = await each(
    pages,
    ({ name }) => name,
    (page) => measurePage(page, { chromium, port, tab }),
  );
  const taps = await each(
    TAPS.filter(({ path }) => pages.some((page) => page.path === path)),
    ({ name }) => name,
    async (tap) => ({ name: tap.name, ms: median(await timesRuns(() => measureTap(chromium, shop, tap))) }),
  );
  const clicks = await each(
    CLICKS.filter(({ from }) => pages.some(({ path }) => path === from)),
    ({ from, to }) => `${from} -> ${to}`,
    (click) => measureClick(tab, click),
  );
  const [hovered = null] = await each(
    options.only === undefined ? ["hovering"] : [],
    (name) => name,
    () => hoverOverAll(tab, shop),
  );
  await tab.close();

  const { browser: name } = tab;
  console.log(
    `\n${MACHINE} (Lighthouse's benchmark index ${benchmarkIndex(rows)}); ${name}, medians of ${runs} runs; brotli 5 as wrangler dev sends it, 1 KB = 1000 bytes\n`,
  );
  console.log(reportPages({ rows, taps, clicks, hovered }));
  if (failures.length > 0) console.log(["\n**Could not be measured**", ...failures].join("\n- "));
  saveResults("bench-pages.json", { machine: MACHINE, browser: name, runs, rows, taps, clicks, hovered, failures });
  if (failures.length > 0) process.exitCode = 1;
}

async function measureClick(tab: Tab, click: { from: string; to: string }): Promise<ClickRow> {
  const samples = await timesRuns(() => clickAhead(tab, shop, click));
  return { ...click, ...medianBy(samples, ({ clickToLcpMs }) => clickToLcpMs) };
}

async function measurePage(
  page: MeasuredPage,
  { chromium, port, tab }: { chromium: Browser; port: number; tab: Tab },
): Promise<PageRow> {
  const requests = await measureRequests(chromium, shop, page);
  const vitals = await timesRuns(() => runLighthouse(shop.origin + page.path, port));
  const ofVitals = (pick: (one: Vitals) => number) => median(vitals.map(pick));
  return {
    ...page,
    requests,
    vitals: {
      fcpMs: ofVitals(({ fcpMs }) => fcpMs),
      lcpMs: ofVitals(({ lcpMs }) => lcpMs),
      tbtMs: ofVitals(({ tbtMs }) => tbtMs),
      cls: ofVitals(({ cls }) => cls),
      benchmarkIndex: ofVitals(({ benchmarkIndex: index }) => index),
      lcpElement: medianBy(vitals, ({ lcpMs }) => lcpMs).lcpElement,
    },
    move: await goAndComeBack(tab, shop, page),
    ahead: page.kind === "content" ? await findCandidates(tab, shop, page.path) : null,
  };
}

async function timesRuns<T>(take: () => Promise<T>): Promise<T[]> {
  const samples: T[] = [];
  for (let run = 0; run < runs; run++) samples.push(await take());
  return samples;
}
