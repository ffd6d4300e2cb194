import type { Page, Request } from "playwright";
import { islandReady, type openBrowser } from "../browser/browser.ts";
import { openScreen, seeEverything } from "../browser/open-screen.ts";
import type { Screen } from "../browser/pages.ts";
import { now } from "../clock.ts";

/** Screenshots of screens that are the same each time. */

/** A page that has not changed for this long is complete, ms. */
const STILL_MS = 150;
/** The longest wait for that: a connection may stay open, ms. */
const PATIENCE_MS = 10_000;

/** Returns the page in its state at this size as PNG: the whole of it, or the strip of its part. */
export async function takePicture(
  { visit }: Pick<ReturnType<typeof openBrowser>, "visit">,
  screen: Screen,
  viewport: { width: number; height: number },
): Promise<Buffer> {
  const { page } = await visit({ viewport, locale: "nl-NL", timezoneId: "Europe/Amsterdam" });
  const isStill = watch(page);
  await page.clock.setFixedTime(now());
  await openScreen(page, screen);
  await page.evaluate(showAll);
  // A prepared state is left alone.
  if (screen.prepare === undefined) await seeEverything(page);
  // The carousel would begin at some moment of the picture, which sees the whole page.
  const carousel = page.locator("[data-island=reviewsCarousel]");
  if ((await carousel.count()) > 0) {
    await carousel.scrollIntoViewIfNeeded();
    await islandReady(page, "reviewsCarousel");
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await isStill();
  const strip = screen.part === undefined ? {} : { clip: await stripOf(page, screen.part) };
  const picture = await page.screenshot({ fullPage: true, ...strip, animations: "disabled", caret: "hide" });
  await page.context().close();
  return picture;
}

/** The strip of the page, as wide as the page, that holds an element. The page is at its top. */
async function stripOf(page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} cannot be seen`);
  const y = Math.floor(box.y);
  return { x: 0, y, width: page.viewportSize()?.width ?? 0, height: Math.ceil(box.y + box.height) - y };
}

/** Makes the page draw and load everything out of sight, and replaces its random values. Runs in the page. */
function showAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".below-fold { content-visibility: visible !important; }");
  // A style element would be against the page's policy.
  document.adoptedStyleSheets.push(sheet);
  for (const image of document.images) {
    image.loading = "eager";
    image.decoding = "sync";
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const shown = text.textContent ?? "";
    // The reference of a withdrawal.
    if (/^HR(-[0-9A-Z]{4}){3}$/.test(shown)) text.textContent = "HR-0000-0000-0000";
    // An emoji, which a font of the machine draws.
    if (/\p{Emoji_Presentation}/u.test(shown)) text.textContent = shown.replaceAll(/\p{Emoji_Presentation}/gu, "*");
  }
}

/** Returns a function that waits until nothing is being loaded and nothing moves. */
function watch(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changedAt = performance.now();
  const onChange = (event: "requestfinished", act: (request: Request) => unknown) =>
    page.on(event, (request) => {
      act(request);
      changedAt = performance.now();
    });
  onChange("request" as "requestfinished", (request) => open.add(request));
  for (const event of ["requestfinished", "requestfailed"] as const)
    onChange(event as "requestfinished", (request) => open.delete(request));
  return async () => {
    const end = performance.now() + PATIENCE_MS;
    let last = "";
    while (performance.now() < end && (open.size > 0 || performance.now() - changedAt < STILL_MS)) {
      const current = await page.evaluate(appearance);
      if (current !== last) changedAt = performance.now();
      last = current;
      await new Promise((waited) => setTimeout(waited, 20));
    }
  };
}

/** Returns the parts of a page that change while it is not complete. Runs in the page. */
async function appearance(): Promise<string> {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  const { scrollHeight } = document.documentElement;
  const frames = [...document.querySelectorAll("iframe")].map((frame) => frame.getBoundingClientRect().height);
  return JSON.stringify([scrollHeight, document.images.length, frames]);
}
