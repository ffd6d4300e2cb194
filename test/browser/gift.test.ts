import type { BrowserContextOptions, Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { islandReady, openBrowser, type Visit } from "./browser.ts";
import { pauseClock } from "./false-clock.ts";
import { findLossesAtEverySize } from "./screen-checks.ts";

const { visit } = openBrowser();
const LONG_NAME = "Wilhelmina-Alexandra van den Heuvel-Rijnsburgerveen de Jonge";
const LONG_WORD = "Aanhangwagentjesverhuurbedrijfjeseigenaarsvergunninghouder00";

/** A visitor whose gift can be tapped, in a browser whose clock can be stopped. */
async function openGift(path: string, options?: BrowserContextOptions): Promise<Visit> {
  const visitor = await visit(options);
  await visitor.page.clock.install();
  await visitor.page.goto(path);
  await islandReady(visitor.page, "gift");
  return visitor;
}

const parcel = (page: Page) => page.getByRole("button", { name: "Cadeau uitpakken" });
const card = (page: Page) => page.getByRole("region", { name: "Vaarbewijs 1 Cursus" });
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
// The text as it is laid out, in which line breaks are lines.
// biome-ignore lint/performance/useDomNodeTextContent: the layout is what is tested
const renderedText = (locator: Locator) => locator.innerText();

const raysOf = (page: Page) =>
  page.evaluate(() => {
    const names = document.getAnimations().map((animation) => (animation as CSSAnimation).animationName);
    return names.filter((name) => name === "gift-ray").length;
  });

const gift = (parameters: Record<string, string>) => `/g-BROWSERTEST?${new URLSearchParams(parameters)}`;

test("by keyboard alone: the parcel grows, the hint counts down, and after 600 ms the card is there for good", async () => {
  const { page, problems } = await openGift("/cadeau-sanne");
  const heading = page.getByRole("heading", { level: 1 });
  expect(await heading.textContent()).toBe("Er ligt een cadeautje voor je klaar!");
  const hint = page.getByRole("status");
  const size = async () => (await page.locator(".gift-body").boundingBox())?.height ?? 0;
  expect(await hint.textContent()).toBe("Tik om te openen");
  const small = await size();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await isFocused(parcel(page))).toBe(true);
  await page.keyboard.press("Enter");
  expect(await hint.textContent()).toBe("Nog 2 x tikken...");
  const normal = await size();
  await page.keyboard.press("Space");
  expect(await hint.textContent()).toBe("Nog 1 x tikken...");
  const larger = await size();
  expect(await card(page).isVisible()).toBe(false);

  await pauseClock(page);
  await page.keyboard.press("Enter");
  expect(await parcel(page).isDisabled()).toBe(true);
  expect(await hint.textContent()).toBe("Je cadeau gaat open...");
  expect(await raysOf(page), "with less motion").toBe(0);
  const largest = await size();
  expect([normal / small, larger / normal, largest / larger].every((growth) => growth > 1.08)).toBe(true);
  await page.clock.runFor(599);
  expect(await card(page).isVisible()).toBe(false);
  await page.clock.runFor(1);
  await card(page).waitFor();
  expect(await parcel(page).count()).toBe(0);
  expect(await isFocused(card(page))).toBe(true);
  expect(await card(page).locator(".gift-giver").textContent()).toBe("van Mark");
  expect(await card(page).locator(".gift-recipient").textContent()).toBe("Voor Sanne");
  expect((await renderedText(card(page).locator(".gift-message"))).split("\n")).toHaveLength(4);
  expect(await page.getByText("Klik op de knop om je cursus te activeren").isVisible()).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cadeau Innen");
  expect(problems).toEqual([]);
});

test("by taps, with eight rays: markup is text, lines are kept, and each runs in its own direction; the code leads to the look-up", async () => {
  const { page, problems } = await openGift(
    gift({ n: "<b>Noor</b>", g: "שרה כהן", m: "<img src=x onerror=alert(1)>\nמזל טוב!\n🎉 Hoi" }),
    { reducedMotion: "no-preference", viewport: { width: 568, height: 320 } },
  );
  await pauseClock(page);
  const { x, y } = (await page.getByRole("status").boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 9, y + 30);
  await page.evaluate(() => scrollTo({ top: 99, behavior: "instant" }));
  for (let tap = 0; tap < 2; tap++) await parcel(page).dispatchEvent("click");
  expect(await raysOf(page)).toBe(8);
  await page.clock.runFor(600);
  await card(page).waitFor();
  expect([await raysOf(page), await page.evaluate(() => scrollY)]).toEqual([0, 0]);
  expect(await card(page).locator(".gift-recipient").textContent()).toBe("Voor <b>Noor</b>");
  const message = card(page).locator(".gift-message");
  expect(await renderedText(message)).toBe("<img src=x onerror=alert(1)>\nמזל טוב!\n🎉 Hoi");
  expect(await card(page).locator("img").count()).toBe(0);
  // The Hebrew line begins at the right edge of the box, the others at the left one.
  const edges = await message.evaluate((element) => {
    const text = element.firstChild as Text;
    const box = element.getBoundingClientRect();
    let offset = 0;
    return text.data.split("\n").map((line) => {
      const range = document.createRange();
      range.setStart(text, offset);
      offset += line.length;
      range.setEnd(text, offset);
      offset += 1;
      const { left, right } = range.getBoundingClientRect();
      return left - box.left < box.right - right ? "left" : "right";
    });
  });
  expect(edges).toEqual(["left", "right", "left"]);
  expect(problems).toEqual([]);
  // Nobody stored this code: it leads to the look-up in the same tab.
  await page.getByRole("link", { name: "Cadeau Innen" }).click();
  await page.getByRole("heading", { name: GIFT_COPY.unknown.title }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(page.context().pages()).toHaveLength(1);
});

test("as long and as wide as it can be, in both directions: no text is lost at any width, or in text of twice the size", async () => {
  const { page } = await visit();
  for (const written of [
    { n: LONG_WORD, g: LONG_NAME, m: `${LONG_WORD.repeat(4)} ${"Goede vaart, lieve schipper! ".repeat(60)}` },
    { n: "שרה ".repeat(14), g: "محمد ".repeat(12), m: "مبروك ".repeat(300) },
  ]) {
    await page.goto(`${gift(written)}&open=1`);
    expect(await findLossesAtEverySize(page)).toEqual([]);
  }
});
