import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { DESKTOP, openBrowser, PHONE } from "./browser.ts";
import { orderPathOf, storeOrder } from "./orders.ts";

/** Drawings of screens with something to do: they decorate, and keep nobody from it. */

const browser = openBrowser();

const INTENT = "pi_drawnHeads";

const SCREENS = [
  ["my course", async () => PATHS.myCourse, "input[type=email]"],
  ["a withdrawal", async () => PATHS.withdrawal, "input[type=text]"],
  ["the licence check", async () => PATHS.licenceCheck, ".licence-options label"],
  [
    "an order",
    async () => {
      await storeOrder({ intentId: INTENT, productId: "KVB1" });
      return orderPathOf(INTENT);
    },
    ".button",
  ],
] as const;

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(`main ${selector}`).first().boundingBox();
  if (box === null) throw new Error(`${selector} has no box`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

describe("the drawing in the head of", () => {
  test.each(SCREENS)(
    "%s: a strip on a phone, and what there is to do is on the first screen",
    async (_, path, first) => {
      const { page } = await browser.open(await path());
      const { x, right, height } = await boxOf(page, ".drawn-head-picture");
      expect([x, right, height]).toEqual([0, PHONE.width, 120]);
      expect((await boxOf(page, first)).bottom).toBeLessThan(PHONE.height);
      expect(await page.locator(".drawn-head-picture").getAttribute("alt")).toBe("");
    },
  );

  test.each(SCREENS)("%s: whole on a wide screen, beside the title", async (_, path) => {
    const { page } = await browser.open(await path(), { viewport: DESKTOP });
    const picture = await boxOf(page, ".drawn-head-picture");
    expect(picture.width / picture.height).toBeCloseTo(640 / 400, 1);
    expect(picture.x).toBeGreaterThan((await boxOf(page, "h1")).right);
    expect(picture.right).toBe((await boxOf(page, ".page-head-text")).right);
  });
});

test("on a wide screen the drawing of a page that is not there ends where the page does", async () => {
  const { page } = await browser.open("/bestaat-niet", { viewport: DESKTOP });
  expect((await boxOf(page, ".scene")).right).toBe((await boxOf(page, ".message")).right);
  const [title, english] = [await boxOf(page, "h1"), await boxOf(page, "[lang=en]")];
  expect(english.y - title.bottom).toBe(8);
});
