import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import lighthouse from "lighthouse";
import type { Browser } from "playwright";
import { PATHS } from "../../src/shared/paths.ts";
import { PHONE } from "../browser/browser.ts";
import { launchChromium } from "../browser/chromium.ts";
import { seeEverything } from "../browser/open-screen.ts";
import { PAGES, type Screen } from "../browser/pages.ts";
import { forward, listenLocally } from "../outside-world/local-server.ts";
import { freePort } from "../outside-world/ports.ts";
import { startShop } from "../outside-world/shop.ts";

/**
 * `npm run bench:pages`: what each page costs a phone with an empty cache. Bytes as the platform sends them (brotli 5, as
 * `wrangler dev` compresses; a kilobyte is 1000), and the mobile figures of one run of Lighthouse. Option: `--only home`.
 */

const BARS = {
  html: 9000,
  css: 9000,
  font: 22_000,
  scriptBeforeLoad: 1500,
  script: 77_000,
  tbtMs: 80,
  lcpMs: { content: 1100, checkout: 1200, other: Number.POSITIVE_INFINITY },
} as const;
/** After this long everything that waits for an idle browser has begun. */
const IDLE_MS = 2000;

/**
 * The shop as the page measurements meet it: `wrangler dev`, which compresses the types that Cloudflare's edge compresses (with
 * brotli 5), behind a proxy. `wrangler dev` takes the first encoding that a browser names, gzip, and Cloudflare takes a better one.
 * So the proxy asks for brotli alone. It also gives every request a client address of its own, so that no rate limit is reached.
 */

async function startMeasuredShop() {
  const persistTo = await mkdtemp(join(tmpdir(), "vaarkoers-pages-"));
  let visitor = 0;
  let workerPort = 0;
  const front = await listenLocally(0, (incoming, outgoing) => {
    visitor += 1;
    const headers = {
      ...incoming.headers,
      ...(incoming.headers["accept-encoding"]?.includes("br") ? { "accept-encoding": "br" } : {}),
      "cf-connecting-ip": `198.18.${(visitor >> 8) % 250}.${visitor & 255}`,
    };
    forward(incoming, outgoing, { port: workerPort, headers });
  });
  const origin = `http://localhost:${front.port}`;
  const vars = { SITE_ORIGIN: origin };
  // If it does not start, this process ends, and the proxy with it.
  const shop = await startShop({ port: 0, outsidePort: 0, persistTo, output: "ignore", vars });
  shop.world.setShopOrigin(origin);
  workerPort = Number(new URL(shop.origin).port);
  async function close(): Promise<void> {
    await front.close();
    await shop.close();
    await rm(persistTo, { recursive: true, force: true });
  }
  return { origin, close };
}

const REDIRECT: Screen = { name: "quiz redirect", path: `${PATHS.quizRedirect}?A1=A&Score=1` };
const MEASURED_PAGES: readonly Screen[] = [...PAGES, REDIRECT];

/** `content`: the same for everybody, with every bar. `checkout`: with its own bar for LCP. `other`: measured without a bar. */
function kindOf(path: string): keyof typeof BARS.lcpMs {
  const { pathname } = new URL(path, "http://localhost");
  if (pathname === PATHS.checkout) return "checkout";
  return FINISHED.has(pathname) ? "content" : "other";
}

type Answer = { url: string; type: string; bytes: number; isEarly: boolean };

/** Opens a page and shows each of its islands. `isEarly`: it was asked for before the load event. */
async function readAnswers(
  browser: Browser,
  shop: Awaited<ReturnType<typeof startMeasuredShop>>,
  { path, status = 200 }: Screen,
): Promise<Answer[]> {
  const context = await browser.newContext({ viewport: PHONE, baseURL: shop.origin, reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    let isEarly = true;
    let isFirst = true;
    const answers: Promise<Answer>[] = [];
    page.on("load", () => {
      isEarly = false;
    });
    page.on("request", (request) => {
      const wasEarly = isEarly;
      const sizes = async () => (await request.response()) && (await request.sizes());
      answers.push(
        sizes().then(
          (found) => ({
            url: request.url(),
            type: request.frame().parentFrame() === null ? request.resourceType() : "in a frame",
            bytes: found?.responseBodySize ?? 0,
            isEarly: wasEarly,
          }),
          () => ({ url: request.url(), type: "failed", bytes: 0, isEarly: wasEarly }),
        ),
      );
    });
    // A bridge page must not leave.
    await page.route("**", (route, request) => {
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame() || isFirst) {
        isFirst = false;
        return route.fallback();
      }
      return route.fulfill({ status: 204 });
    });
    const response = await page.goto(path, { waitUntil: "load" });
    if (response?.status() !== status) throw new Error(`${path} answered ${response?.status()}`);
    await page.waitForTimeout(IDLE_MS);
    await seeEverything(page).catch(() => {});
    await page.waitForTimeout(IDLE_MS);
    return await Promise.all(answers);
  } finally {
    await context.close();
  }
}

type Vitals = { fcpMs: number; lcpMs: number; tbtMs: number; cls: number };
const AUDITS = {
  fcpMs: "first-contentful-paint",
  lcpMs: "largest-contentful-paint",
  tbtMs: "total-blocking-time",
  cls: "cumulative-layout-shift",
} as const;

/** Lighthouse's mobile run: simulated slow 4G, processor four times slower. Its Node API asks nothing of the network but the page. */
async function runLighthouse(url: string, port: number): Promise<Vitals> {
  const result = await lighthouse(url, {
    port,
    logLevel: "silent",
    onlyAudits: Object.values(AUDITS),
    disableFullPageScreenshot: true,
    // The page of a 404 is measured too.
    ignoreStatusCode: true,
  });
  const { audits = {}, runtimeError } = result?.lhr ?? {};
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const value = (name: keyof typeof AUDITS) => audits[AUDITS[name]]?.numericValue ?? Number.NaN;
  return { fcpMs: value("fcpMs"), lcpMs: value("lcpMs"), tbtMs: value("tbtMs"), cls: value("cls") };
}

function cellsOf({ name, path }: Screen, answers: readonly Answer[], vitals: Vitals, origin: string) {
  const early = answers.filter(({ isEarly }) => isEarly);
  const sum = (of: readonly Answer[], type: string) =>
    of.filter((one) => one.type === type && one.url.startsWith(origin)).reduce((bytes, one) => bytes + one.bytes, 0);
  const [html, css, font] = [sum(early, "document"), sum(early, "stylesheet"), sum(early, "font")];
  const [before, script] = [sum(early, "script"), sum(answers, "script")];
  const { fcpMs, lcpMs, tbtMs, cls } = vitals;
  const kind = kindOf(path);
  const isContent = kind === "content";
  const missed = Object.entries({
    HTML: html > BARS.html,
    CSS: css > BARS.css,
    font: font > BARS.font,
    "scripts before load": isContent && before > BARS.scriptBeforeLoad,
    scripts: script > BARS.script,
    LCP: lcpMs > BARS.lcpMs[kind],
    TBT: isContent && tbtMs > BARS.tbtMs,
    CLS: isContent && cls >= 0.0005,
  }).flatMap(([what, isMissed]) => (isMissed ? [what] : []));
  const ms = { "FCP ms": Math.round(fcpMs), "LCP ms": Math.round(lcpMs), "TBT ms": Math.round(tbtMs) };
  const bytes = { HTML: html, CSS: css, font, "JS before load": before, JS: script };
  return { page: name, ...bytes, ...ms, CLS: cls.toFixed(3), missed: missed.join(", ") };
}

const { values: options } = parseArgs({ options: { only: { type: "string", default: "" } } });
const shop = await startMeasuredShop();
/** Paths of the pages that the build has finished, when the shop was started. */
const FINISHED = new Set(
  Object.keys((await import("../../.build/pages.ts")).BUILT_PAGES.pages).map((key) => key.split(" ")[1]),
);
const port = await freePort();
const browser = await launchChromium(`--remote-debugging-port=${port}`);
try {
  const rows: ReturnType<typeof cellsOf>[] = [];
  for (const page of MEASURED_PAGES.filter(({ name }) => name.includes(options.only))) {
    console.error(`${page.name} ...`);
    const answers = await readAnswers(browser, shop, page);
    rows.push(cellsOf(page, answers, await runLighthouse(shop.origin + page.path, port), shop.origin));
  }
  console.log(browser.version());
  console.table(rows);
} finally {
  await browser.close();
  await shop.close();
}
// A browser that Lighthouse used may stay open. It ends with this process.
process.exit();
