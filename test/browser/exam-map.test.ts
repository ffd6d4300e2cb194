import type { Locator, Page, Route } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { EXAM_CENTRES, nameBesideCity } from "../../src/shop/exam/exam-centres-rules.ts";
import { EXAM_COPY } from "../../src/shop/exam/exam-copy.ts";
import { sample } from "../full.ts";
import { DESKTOP, drawn, hold, idle, openBrowser, PHONE } from "./browser.ts";
import { keepPopupAway, startMap } from "./open-screen.ts";
import { shop } from "./test-shop.ts";

const browser = openBrowser();

const marker = (page: Page, city: string) =>
  page.getByRole("button", { name: `CBR examencentrum ${city}`, exact: true }).and(page.locator(".exam-marker"));

const popupOf = (page: Page) => page.locator(".exam-popup");
const cityOf = (page: Page) => popupOf(page).locator("span").textContent();

/** The popup of a mark points at it: the tip's end is at the middle of the mark's upper edge, px. */
async function expectTipAt(mark: Locator): Promise<void> {
  const middle = await mark.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const tip = await mark.page().locator(".leaflet-popup-tip").boundingBox();
  expect(Math.abs((tip?.x ?? 0) + (tip?.width ?? 0) / 2 - middle.x), "the tip is beside it").toBeLessThan(1);
  const above = middle.y - (tip?.y ?? 0) - (tip?.height ?? 0);
  // A mark is drawn 18 px wide. How it looks: `npm run looks`.
  expect(above, "the tip covers it").toBeGreaterThanOrEqual(9);
  expect(above, "the tip is above it").toBeLessThanOrEqual(12);
}

test("on a phone: it comes near the screen, is searched, its marks keep apart, and each that the Tab key reaches stands on the screen, also one outside the map's box", async () => {
  await shop.set({ vars: { MAP_ATTRIBUTION: "© OpenStreetMap & <b>" } });
  const { page, problems } = await browser.visit();
  await keepPopupAway(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const isOfMap = (url: string) => url.includes("/tiles/") || url.includes("/leaflet-map-");
  await page.goto(PATHS.exam);
  await idle(page);
  expect(requests.filter(isOfMap), "before it comes near").toEqual([]);
  const letMapCome = await hold(page, "**/build/leaflet-map-*.js");
  await startMap(page);
  const search = page.getByLabel(EXAM_COPY.map.searchLabel);
  await search.fill("Zwolle");
  letMapCome();
  await page.locator(".leaflet-tile-loaded").first().waitFor();
  expect(await page.locator(".exam-marker-faded").count(), "it follows a search that was before it").toBe(19);
  await search.fill("");
  expect(requests.some((url) => url.startsWith(`${browser.world}/tiles/7/`))).toBe(true);
  expect(await page.locator(".exam-marker").count()).toBe(20);
  // Every mark takes a press on 24 by 24 pixels of its own (WCAG 2.5.8).
  const places = await page.locator(".exam-marker").evaluateAll((marks) =>
    marks.map((mark) => {
      const { x, y, width } = mark.getBoundingClientRect();
      return { x, y, width };
    }),
  );
  for (const [index, one] of places.entries())
    for (const other of places.slice(index + 1))
      expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(24);
  expect(Math.min(...places.map(({ width }) => width))).toBeGreaterThanOrEqual(24);
  const source = page.locator(".leaflet-control-attribution");
  expect(await source.textContent(), "nothing of Leaflet's own").toBe("© OpenStreetMap & <b>");
  expect(await source.locator("a").getAttribute("href")).toBe("https://www.openstreetmap.org/copyright");
  // Further out the marks would lie on each other.
  expect(await page.getByRole("button", { name: EXAM_COPY.map.mapLabels.zoomOut }).isDisabled()).toBe(true);
  // An island that is seen again does not start again.
  await page.evaluate(() => scrollTo(0, 0));
  await idle(page);

  // The list is searched without regard to case and accents, and drives the map.
  await search.fill("ÚTR cbr");
  expect((await page.locator(".exam-centre b").allTextContents()).map((text) => text.trim())).toEqual(["Utrecht"]);
  expect(await page.getByRole("status").textContent()).toBe("1 van de 20 examencentra");
  expect(await page.locator(".exam-marker-faded").count()).toBe(19);
  await search.press("Enter");
  expect(await cityOf(page)).toBe("Utrecht");
  const popup = await page.locator(".leaflet-popup").boundingBox();
  const chart = await page.locator(".exam-chart").boundingBox();
  const middle = (popup?.x ?? 0) + (popup?.width ?? 0) / 2;
  expect(Math.abs(middle - (chart?.x ?? 0) - (chart?.width ?? 0) / 2)).toBeLessThan(3);
  await search.fill("Utr");
  expect(await page.locator(".exam-centre[aria-pressed=true]").count(), "it is still found").toBe(1);
  await search.fill("Atlantis");
  expect(await page.getByText(EXAM_COPY.map.noResults).isVisible()).toBe(true);
  await page.locator(".exam-popup").waitFor({ state: "detached" });
  await search.fill("");
  await page.locator(".exam-centre", { hasText: "Zwolle" }).click();
  expect(await cityOf(page)).toBe("Zwolle");
  await page.locator('.leaflet-tile[src*="/tiles/9/"]').first().waitFor();
  const bottom = await page.locator(".exam-chart").evaluate((map) => map.getBoundingClientRect().bottom);
  expect(Math.floor(bottom), "the map comes into view").toBeLessThanOrEqual(PHONE.height);
  expect(problems).toEqual([]);

  const scrolled = () => page.locator(".exam-centres").evaluate((list) => list.scrollTop);
  expect(await scrolled(), "the list comes to it").toBeGreaterThan(0);
  await page.locator(".exam-marker").first().focus();
  expect(await scrolled(), "the list comes up to it").toBe(0);
  const reached: string[] = [];
  for (let count = await page.locator(".exam-marker").count(); count > 1; count -= 1) {
    await page.keyboard.press("Tab");
    expect(await page.locator(".leaflet-pan-anim").count(), "with less motion").toBe(0);
    const mark = page.locator(".exam-marker:focus");
    reached.push((await mark.getAttribute("aria-label")) ?? "");
    const { y = 0, height = 0 } = (await mark.boundingBox()) ?? {};
    expect(Math.ceil(y), reached.at(-1)).toBeGreaterThanOrEqual(0);
    expect(Math.floor(y + height), reached.at(-1)).toBeLessThanOrEqual(PHONE.height);
  }
  expect(reached.join()).toContain("Maastricht");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".exam-centres").evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
});

test("on a wide screen: nothing moves when it comes; hover, focus, Escape and the wheel", async () => {
  const { page } = await browser.visit({ viewport: { ...DESKTOP, width: 900 } });
  await keepPopupAway(page);
  await page.goto(PATHS.exam);
  const here = page.locator(".header-nav a[aria-current]");
  expect(await here.evaluate((link) => getComputedStyle(link).borderBlockEndColor)).not.toBe("rgba(0, 0, 0, 0)");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  expect(await page.locator(".exam-marker").count()).toBe(0);
  await startMap(page);
  await page.locator(".exam-marker").last().waitFor();
  expect(await height()).toBe(before);
  expect(await page.locator(".leaflet-control-attribution a").count(), "the map is not OpenStreetMap's").toBe(0);
  expect(await page.locator(".exam-centres").evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);

  const pressed = page.locator(".exam-centre[aria-pressed=true]");
  // The first two stand beside their places, because they are so close.
  for (const city of ["Amsterdam", "Haarlem", "Leeuwarden"]) {
    await marker(page, city).hover();
    expect(await popupOf(page).locator("b").textContent()).toBe("CBR examencentrum");
    expect(await cityOf(page)).toBe(city);
    await expectTipAt(marker(page, city));
  }
  await marker(page, "Venlo").focus();
  expect(await cityOf(page)).toBe("Venlo");
  expect((await pressed.locator("b").textContent())?.trim()).toBe("Venlo");
  await page.keyboard.press("Escape");
  await popupOf(page).waitFor({ state: "detached" });
  expect(await pressed.count()).toBe(0);
  await page.keyboard.press("Enter");
  expect(await cityOf(page)).toBe("Venlo");

  // The wheel scrolls the page until the map has been clicked. If the map took the wheel, the page would not scroll.
  await page.locator(".exam-chart").hover({ position: { x: 300, y: 500 } });
  const tileZoom = () => page.locator(".leaflet-tile").last().getAttribute("src");
  const scrollTop = () => page.evaluate(() => document.documentElement.scrollTop);
  const top = await scrollTop();
  await page.mouse.wheel(0, -200);
  await expect.poll(scrollTop).toBeLessThan(top);
  expect(await tileZoom()).toContain("/tiles/7/");
  await marker(page, "Alkmaar").dispatchEvent("click");
  expect(await popupOf(page).isVisible(), "a click keeps it open").toBe(true);
  await page.locator(".exam-chart").hover({ position: { x: 300, y: 300 } });
  await page.mouse.wheel(0, -400);
  await expect.poll(tileZoom).not.toContain("/tiles/7/");
  const closer = page.getByRole("button", { name: EXAM_COPY.map.mapLabels.zoomIn });
  await closer.evaluate((button: HTMLElement) => {
    for (let press = 0; press < 20; press += 1) button.click();
  });
  await expect.poll(tileZoom).toContain("/tiles/18/");
  const shiftsOf = (marks: HTMLElement[]) => new Set(marks.map(({ style }) => style.marginLeft + style.marginTop)).size;
  expect(await page.locator(".exam-marker").evaluateAll(shiftsOf), "each at its place").toBe(1);
  expect((await page.locator(".leaflet-tile").last().boundingBox())?.width).toBe(256);
  const paneX = () => page.locator(".leaflet-map-pane").evaluate((pane) => pane.getBoundingClientRect().x);
  const x = await paneX();
  const way = { sourcePosition: { x: 300, y: 300 }, targetPosition: { x: 400, y: 300 }, steps: 9 };
  await page.dragAndDrop(".exam-chart", ".exam-chart", way).then(() => drawn(page));
  expect(await paneX(), "it stays where it is let go").toBeCloseTo(x + 100, 0);
});

test("by touch, at the smallest width: each mark, and its line in the list, opens a popup in the map", async () => {
  const { page } = await browser.visit({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });
  await keepPopupAway(page);
  await page.goto(PATHS.exam);
  await startMap(page);
  await page.locator(".exam-marker").last().waitFor();
  const outside = await page.locator(".exam-marker").evaluateAll((marks) => {
    const sheet = document.querySelector(".exam-chart-canvas")?.getBoundingClientRect() ?? new DOMRect();
    return marks
      .map((mark) => ({ name: mark.getAttribute("aria-label"), box: mark.getBoundingClientRect() }))
      .filter(({ box }) => box.left < sheet.left || box.right > sheet.right || box.bottom > sheet.bottom)
      .map(({ name }) => name);
  });
  expect(outside, "marks beside the sheet").toEqual([]);

  await page.setViewportSize(PHONE);
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

  // After that one finger still scrolls past the map, and two move it. Its panes stay below the header.
  const styles = (map: Element) => [getComputedStyle(map).touchAction, getComputedStyle(map).zIndex];
  expect(await page.locator(".exam-chart-canvas").evaluate(styles)).toEqual(["pan-x pan-y", "0"]);

  // What a mark does, its line does too, which no popup covers (WCAG 2.5.8, equivalent).
  const centres = sample(EXAM_CENTRES, (_, index) => index % 4 === 0);
  for (const centre of centres) {
    await page.locator(`.exam-marker[aria-label^="${centre.name}"]`).dispatchEvent("click");
    expect(await popupOf(page).textContent()).toBe(nameBesideCity(centre) + centre.city);
  }
  const lines = page.locator(".exam-centre");
  for (const centre of centres) {
    await lines.filter({ has: page.locator("b", { hasText: new RegExp(`^${centre.city}\\s*$`) }) }).tap();
    expect(await popupOf(page).textContent()).toBe(nameBesideCity(centre) + centre.city);
  }
});

test("Leaflet does not come, or cannot draw: the list alone, with a sentence", async () => {
  const { page } = await browser.visit();
  const broken = 'export function createExamMap() { throw new Error("no map today"); }';
  for (const [file, body] of [["*.css"], ["map-*.js"], ["map-*.js", broken]]) {
    const answer = (route: Route) =>
      body === undefined ? route.abort() : route.fulfill({ contentType: "text/javascript", body });
    await page.route(`**/build/leaflet-${file}`, answer, { times: 1 });
    await page.goto(PATHS.exam);
    await page.locator(".exam-map").scrollIntoViewIfNeeded();
    await page.getByText(EXAM_COPY.map.mapUnavailable).waitFor();
    expect(await page.locator(".exam-centre").count(), `${body}`).toBe(20);
    expect(await page.locator(".exam-chart").count(), `${body}`).toBe(0);
    expect(await page.locator(".exam-centres").evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  }
});
