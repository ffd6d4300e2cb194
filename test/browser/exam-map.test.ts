import type { BrowserContextOptions, Page } from "playwright";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { STUDY_PLAN_COPY } from "../../src/free/study-plan/study-plan-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { addDays, today, weekdayOf } from "../../src/shared/time.ts";
import { EXAM_CENTRES, nameBesideCity } from "../../src/shop/exam/exam-centres-rules.ts";
import { EXAM_COPY } from "../../src/shop/exam/exam-copy.ts";
import { NEAREST_CENTRES_COPY } from "../../src/shop/exam/nearest-centres-copy.ts";
import { sample } from "../full.ts";
import { DESKTOP, islandReady, openBrowser, PHONE, TABLET, type Visit } from "./browser.ts";
import { showExamMap } from "./open-screen.ts";
import { NEAREST } from "./pages.ts";

const browser = openBrowser();

/** A visitor at the map, once it can be used. */
async function openMap(options?: BrowserContextOptions): Promise<Visit> {
  const visit = await browser.visit(options);
  await showExamMap(visit.page);
  return visit;
}

function marker(page: Page, city: string) {
  return page.getByRole("button", { name: `CBR examencentrum ${city}` }).and(page.locator(".exam-marker"));
}

/** How wide a mark is drawn, CSS pixels, without its halo. */
const MARK_PX = 18;

type Box = { x: number; y: number; width: number; height: number };

/** The marks that are visible as a whole, with no control of the map over them. */
function marksInSight(page: Page): Promise<{ name: string; box: Box }[]> {
  return page.locator(".exam-marker").evaluateAll((marks) =>
    marks.flatMap((mark) => {
      const { x, y, width, height } = mark.getBoundingClientRect();
      const corners = [x, x + width - 1].flatMap((left) => [y, y + height - 1].map((top) => [left, top] as const));
      const isWhole = corners.every(([left, top]) => document.elementFromPoint(left, top) === mark);
      return isWhole ? [{ name: mark.getAttribute("aria-label") ?? "", box: { x, y, width, height } }] : [];
    }),
  );
}

/** The ring in a picture of this part of the screen: its size and its middle, CSS pixels. */
async function ringIn(page: Page, box: Box): Promise<Box> {
  const clip = {
    x: Math.floor(box.x),
    y: Math.floor(box.y),
    width: Math.ceil(box.width),
    height: Math.ceil(box.height),
  };
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const painted = Array.from({ length: info.width * info.height }, (_, index) => index).filter((index) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * info.channels);
    return red - green > 90 && blue - green > 30;
  });
  if (painted.length === 0) throw new Error("no ring is painted");
  const columns = painted.map((index) => index % info.width);
  const rows = painted.map((index) => Math.floor(index / info.width));
  const [left, right] = [Math.min(...columns), Math.max(...columns) + 1];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows) + 1];
  return { x: clip.x + (left + right) / 2, y: clip.y + (top + bottom) / 2, width: right - left, height: bottom - top };
}

describe("the map of exam centres", () => {
  test("asks for Leaflet and tiles only when it comes near the screen, and breaks no policy", async () => {
    const { page, problems } = await browser.visit();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const isOfMap = (url: string) => url.includes("/tiles/") || url.includes("/leaflet-map-");
    await page.goto(PATHS.exam, { waitUntil: "networkidle" });
    expect(requests.filter(isOfMap)).toEqual([]);
    await page.locator(".exam-map").scrollIntoViewIfNeeded();
    await page.locator(".leaflet-tile-loaded").first().waitFor();
    expect(requests.some((url) => url.startsWith(`${browser.world}/tiles/7/`))).toBe(true);
    expect(await page.locator(".exam-marker").count()).toBe(20);
    expect(await page.locator(".leaflet-control-attribution").textContent()).not.toBe("");
    expect(problems).toEqual([]);
  });

  test("nothing moves when the map takes its place", async () => {
    const { page } = await browser.open(PATHS.exam, { viewport: DESKTOP });
    const height = async () => {
      // The card of the nearest centres, further down, goes by itself: a local shop does not know where the visitor is.
      await page.locator("[data-island=nearestCentres]").waitFor({ state: "hidden" });
      return page.evaluate(() => document.documentElement.scrollHeight);
    };
    const before = await height();
    // It loads the page once more.
    await showExamMap(page);
    expect(await height()).toBe(before);
  });

  test("all twenty marks are on the sheet at the smallest width", async () => {
    const { page } = await openMap({ viewport: { width: 320, height: 640 } });
    const outside = await page.locator(".exam-marker").evaluateAll((marks) => {
      const sheet = document.querySelector(".exam-chart-canvas")?.getBoundingClientRect() ?? new DOMRect();
      return marks
        .map((mark) => ({ name: mark.getAttribute("aria-label"), box: mark.getBoundingClientRect() }))
        .filter(({ box }) => box.left < sheet.left || box.right > sheet.right || box.bottom > sheet.bottom)
        .map(({ name }) => name);
    });
    expect(outside).toEqual([]);
  });

  describe.each(sample([PHONE, TABLET, DESKTOP], (viewport) => viewport !== TABLET))("at $width px", (viewport) => {
    const STEPS = [
      ["the whole country", 0],
      ["two steps nearer", 2],
    ] as const;
    test.each(sample(STEPS, ([, steps]) => (viewport === PHONE) === steps > 0))(
      "%s: every mark is round, in the middle of its target, and the popup's tip is at it",
      async (_, steps) => {
        const { page } = await openMap({ viewport });
        await page.locator(".exam-chart").evaluate((chart) => chart.scrollIntoView({ block: "center" }));
        for (let step = 1; step <= steps; step++) {
          await page.getByRole("button", { name: EXAM_COPY.map.mapLabels.zoomIn }).click();
          await page
            .locator(`.leaflet-tile[src*="/tiles/${7 + step}/"]`)
            .first()
            .waitFor();
        }
        const shown = await marksInSight(page);
        expect(shown.length).toBeGreaterThan(1);
        for (const { name, box } of shown) {
          const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          const ring = await ringIn(page, box);
          expect(Math.abs(ring.width - MARK_PX), `${name}: width ${ring.width}`).toBeLessThanOrEqual(1);
          expect(Math.abs(ring.height - MARK_PX), `${name}: height ${ring.height}`).toBeLessThanOrEqual(1);
          expect(Math.hypot(ring.x - middle.x, ring.y - middle.y), `${name}: off its middle`).toBeLessThanOrEqual(1.5);
        }
        for (const { name } of shown) {
          await page.locator(`.exam-marker[aria-label="${name}"]`).dispatchEvent("mouseover");
          const tip = await page.locator(".leaflet-popup-tip").boundingBox();
          const mark = await page.locator(`.exam-marker[aria-label="${name}"]`).boundingBox();
          if (tip === null || mark === null) throw new Error(`${name}: no popup`);
          const middle = { x: mark.x + mark.width / 2, y: mark.y + mark.height / 2 };
          expect(Math.abs(tip.x + tip.width / 2 - middle.x), `${name}: the tip is beside it`).toBeLessThanOrEqual(1);
          const above = middle.y - (tip.y + tip.height);
          expect(above, `${name}: the tip covers it`).toBeGreaterThanOrEqual(MARK_PX / 2);
          expect(above, `${name}: the tip is above it`).toBeLessThanOrEqual(MARK_PX / 2 + 3);
        }
      },
    );
  });

  test("every mark takes a press on 24 by 24 pixels of its own, at every zoom (WCAG 2.5.8)", async () => {
    const { page } = await openMap();
    await page.locator(".exam-chart").evaluate((chart) => chart.scrollIntoView({ block: "center" }));
    const zoomIn = page.getByRole("button", { name: EXAM_COPY.map.mapLabels.zoomIn });
    for (let zoom = 7; zoom <= 9; zoom++) {
      const marks = await page.locator(".exam-marker").evaluateAll((all) =>
        all.map((mark) => {
          const { x, y, width, height } = mark.getBoundingClientRect();
          // The corners of the square around the ring's middle.
          const points = [-11.9, 11.9].flatMap((dx) =>
            [-11.9, 11.9].map((dy) => [x + width / 2 + dx, y + height / 2 + dy] as const),
          );
          const hits = points.map(([left, top]) => document.elementFromPoint(left, top));
          const isOnMap = hits.every((hit) => hit?.closest(".leaflet-pane"));
          return { name: mark.getAttribute("aria-label"), isOnMap, isItsOwn: hits.every((hit) => hit === mark) };
        }),
      );
      expect(marks.filter(({ isOnMap }) => isOnMap).length, `marks on the sheet at zoom ${zoom}`).toBeGreaterThan(1);
      expect(
        marks.filter(({ isOnMap, isItsOwn }) => isOnMap && !isItsOwn),
        `at zoom ${zoom}`,
      ).toEqual([]);
      await zoomIn.click();
      await page
        .locator(`.leaflet-tile[src*="/tiles/${zoom + 1}/"]`)
        .first()
        .waitFor();
    }
    expect(await page.getByRole("button", { name: EXAM_COPY.map.mapLabels.zoomOut }).isEnabled()).toBe(true);
  });

  test("what a mark does, its line in the list does too, which no popup covers (WCAG 2.5.8, equivalent)", async () => {
    const { page } = await openMap({ hasTouch: true, isMobile: true });
    const lines = page.locator(".exam-centre");
    const opened = page.locator(".exam-popup");
    for (const centre of EXAM_CENTRES) {
      await page.locator(`.exam-marker[aria-label^="${centre.name}"]`).dispatchEvent("click");
      expect(await opened.textContent()).toBe(nameBesideCity(centre) + centre.city);
    }
    for (const centre of EXAM_CENTRES) {
      const { city } = centre;
      const line = lines.filter({ has: page.locator("b", { hasText: new RegExp(`^${city}\\s*$`) }) });
      await line.tap();
      expect(await opened.textContent()).toBe(nameBesideCity(centre) + city);
      const { width, height } = (await line.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height), city).toBeGreaterThanOrEqual(24);
    }
    expect(await lines.count()).toBe(EXAM_CENTRES.length);
    expect(await page.locator(".exam-marker").count()).toBe(EXAM_CENTRES.length);
  });

  test("hover and focus open a popup with name and city; Escape closes it", async () => {
    const { page } = await openMap({ viewport: DESKTOP });
    const popup = page.locator(".exam-popup");
    await marker(page, "Leeuwarden").hover();
    expect(await popup.locator("b").textContent()).toBe("CBR examencentrum");
    expect(await popup.locator("span").textContent()).toBe("Leeuwarden");
    await marker(page, "Leeuwarden").click();
    expect(await popup.isVisible()).toBe(true);
    await marker(page, "Venlo").focus();
    expect(await popup.locator("span").textContent()).toBe("Venlo");
    expect((await page.locator(".exam-centre[aria-pressed=true] b").textContent())?.trim()).toBe("Venlo");
    await page.keyboard.press("Escape");
    await popup.waitFor({ state: "detached" });
    expect(await page.locator(".exam-centre[aria-pressed=true]").count()).toBe(0);
    await page.keyboard.press("Enter");
    expect(await popup.locator("span").textContent()).toBe("Venlo");
  });

  test("a tap opens the popup inside the map", async () => {
    const { page } = await openMap({ hasTouch: true, isMobile: true });
    await marker(page, "Groningen").tap();
    const popup = await page.locator(".leaflet-popup").boundingBox();
    const chart = await page.locator(".exam-chart").boundingBox();
    expect(popup?.y).toBeGreaterThanOrEqual(chart?.y ?? Number.POSITIVE_INFINITY);
    expect((popup?.x ?? 0) + (popup?.width ?? 0)).toBeLessThanOrEqual((chart?.x ?? 0) + (chart?.width ?? 0));
    // The popup is below the zoom buttons, which would cover it.
    const zoom = await page.locator(".leaflet-control-zoom").boundingBox();
    expect(popup?.y).toBeGreaterThanOrEqual((zoom?.y ?? Number.POSITIVE_INFINITY) + (zoom?.height ?? 0));
    await page.getByRole("button", { name: EXAM_COPY.map.mapLabels.closePopup }).tap();
    await page.locator(".leaflet-popup").waitFor({ state: "detached" });
  });

  test("the list searches without regard to case and accents, and drives the map", async () => {
    const { page } = await openMap();
    const search = page.getByLabel(EXAM_COPY.map.searchLabel);
    await search.fill("ÚTR");
    expect((await page.locator(".exam-centre b").allTextContents()).map((text) => text.trim())).toEqual(["Utrecht"]);
    expect(await page.getByRole("status").textContent()).toBe("1 van de 20 examencentra");
    expect(await page.locator(".exam-marker-faded").count()).toBe(19);
    await search.press("Enter");
    expect(await page.locator(".exam-popup span").textContent()).toBe("Utrecht");
    const popup = await page.locator(".leaflet-popup").boundingBox();
    const chart = await page.locator(".exam-chart").boundingBox();
    const middle = (popup?.x ?? 0) + (popup?.width ?? 0) / 2;
    expect(Math.abs(middle - (chart?.x ?? 0) - (chart?.width ?? 0) / 2)).toBeLessThan(3);
    await search.fill("Atlantis");
    expect(await page.getByText(EXAM_COPY.map.noResults).isVisible()).toBe(true);
    await search.fill("");
    await page.locator(".exam-centre", { hasText: "Zwolle" }).click();
    expect(await page.locator(".exam-popup span").textContent()).toBe("Zwolle");
  });

  test("the wheel scrolls the page until the map has been clicked", async () => {
    const { page } = await openMap({ viewport: DESKTOP });
    await page.locator(".exam-chart").hover({ position: { x: 300, y: 500 } });
    const tileZoom = () => page.locator(".leaflet-tile").last().getAttribute("src");
    // If the map took the wheel, the page would not scroll.
    const scrollTop = () => page.evaluate(() => document.documentElement.scrollTop);
    const before = await scrollTop();
    await page.mouse.wheel(0, -200);
    await expect.poll(scrollTop).toBeLessThan(before);
    expect(await tileZoom()).toContain("/tiles/7/");
    await page.locator(".exam-chart").click({ position: { x: 300, y: 300 } });
    await page.mouse.wheel(0, -400);
    await expect.poll(tileZoom).not.toContain("/tiles/7/");
  });

  test.each([
    ["does not come", null],
    ["cannot draw", 'export function createExamMap() { throw new Error("no map today"); }'],
  ])("Leaflet %s: the list alone, with a sentence", async (_, body) => {
    const { page } = await browser.visit();
    await page.route("**/build/leaflet-map-*.js", (route) =>
      body === null ? route.abort() : route.fulfill({ contentType: "text/javascript", body }),
    );
    await page.goto(PATHS.exam);
    await page.locator(".exam-map").scrollIntoViewIfNeeded();
    await page.getByText(EXAM_COPY.map.mapUnavailable).waitFor();
    expect(await page.locator(".exam-centre").count()).toBe(20);
    expect(await page.locator(".exam-chart").count()).toBe(0);
  });

  test("without JavaScript: the twenty centres, no search field and no empty map", async () => {
    const { page } = await browser.open(PATHS.exam, { javaScriptEnabled: false });
    expect(await page.getByRole("list", { name: EXAM_COPY.map.listLabel }).getByRole("listitem").count()).toBe(20);
    expect(await page.getByLabel(EXAM_COPY.map.searchLabel).isVisible()).toBe(false);
    expect(await page.locator(".exam-chart").isVisible()).toBe(false);
  });
});

/** The nearest exam centres and the study plan, on the exam's page. */

const { show, wrong } = NEAREST_CENTRES_COPY;

describe("the nearest exam centres", () => {
  const ANSWERED = "answered";

  /** Answers after two frames with the page's fonts, so that their layout shifts are not counted. */
  const answerWith = (page: Page, json: unknown, status = 200) =>
    page.route(`**${PATHS.nearestCentresData}`, async (route) => {
      await page.evaluate(async (mark) => {
        await document.fonts.ready;
        for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
        performance.mark(mark);
      }, ANSWERED);
      await route.fulfill({ status, json });
    });

  /** The height of the box, and the layout shift since the answer. */
  async function measure(page: Page) {
    const shift = (mark: string) =>
      new Promise<number>((resolve) => {
        const answeredAt = performance.getEntriesByName(mark)[0]?.startTime ?? 0;
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (entry.startTime >= answeredAt) sum += (entry as PerformanceEntry & { value: number }).value;
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      });
    return {
      height: await page.locator(".nearest").evaluate((box) => box.clientHeight),
      shift: await page.evaluate(shift, ANSWERED),
    };
  }

  test.each(sample([320, 390, 600, 767, 768, 900, 1023, 1024, 1440], (width) => width === 320 || width === 1440))(
    "nothing moves when they come, at %i px",
    async (width) => {
      const { page } = await browser.visit({ viewport: { width, height: 900 } });
      const heights: number[] = [];
      for (const json of [null, NEAREST]) {
        await answerWith(page, json, json === null ? 503 : 200);
        await page.goto(PATHS.exam);
        await page.locator(".nearest").scrollIntoViewIfNeeded();
        await islandReady(page, "nearestCentres");
        const shown = json === null ? show : wrong;
        await page.locator(".nearest").getByText(shown).waitFor();
        const { height, shift } = await measure(page);
        heights.push(height);
        expect(shift).toBe(0);
      }
      expect(new Set(heights).size, heights.join()).toBe(1);
    },
  );

  test("come by themselves, and whose place is guessed wrong looks for it in the list", async () => {
    const { page, problems } = await browser.visit();
    await answerWith(page, NEAREST);
    await showExamMap(page);
    expect(await page.locator(".nearest-centres b").allTextContents()).toEqual(NEAREST.centres.map(({ city }) => city));
    await page.getByRole("link", { name: wrong }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("examencentrum-zoeken");
    expect(problems).toEqual([]);
  });

  test("are a link away when the question fails, and without JavaScript", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await browser.visit({ javaScriptEnabled });
      await page.route(`**${PATHS.nearestCentresData}`, (route) => route.abort());
      await page.goto(`${PATHS.exam}?flow=A`);
      await page.getByRole("link", { name: show }).click();
      await page.waitForURL(`**${PATHS.nearestCentres}?flow=A`);
      // Here the edge reports no place, so the page lists all centres.
      expect(await page.locator(".nearest-centres li").count()).toBe(EXAM_CENTRES.length);
    }
  });
});

test("a study plan is made from the exam page, without JavaScript, at the visitor's price", async () => {
  const { page } = await browser.open(`${PATHS.exam}?flow=A&utm=x`, { javaScriptEnabled: false });
  await page.getByLabel(STUDY_PLAN_COPY.form.fields.course.label).selectOption("kvb2");
  await page.getByRole("button", { name: STUDY_PLAN_COPY.form.submit }).click();
  expect(new URL(page.url()).search).toBe("?cursus=kvb2&examen=&flow=A&utm=x");
  expect(await page.locator(".form-error").textContent()).toBe(STUDY_PLAN_COPY.problems.exam.missing);
  const soon = addDays(today(new Date()), 30);
  const exam = weekdayOf(soon) === 0 ? addDays(soon, 1) : soon;
  await page.getByLabel(STUDY_PLAN_COPY.form.fields.exam.label).fill(exam);
  await page.getByRole("button", { name: STUDY_PLAN_COPY.form.submit }).click();
  expect(await page.locator("h1").textContent()).toBe("Je studieplan voor KVB2");
  expect(new URL(page.url()).searchParams.get("flow")).toBe("A");
  expect(await page.locator(".print-button").isVisible()).toBe(false);
  const file = await page.request.get(
    (await page.getByRole("link", { name: STUDY_PLAN_COPY.plan.calendar }).getAttribute("href")) ?? "",
  );
  expect(await file.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
});
