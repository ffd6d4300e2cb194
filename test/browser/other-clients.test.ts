import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { buyers, choose, fillIn, openCheckout, payButton, pressPay, toast } from "./buyers.ts";
import { shop } from "./test-shop.ts";

/** A screen reader: what it reads in the markup, and where the focus is. Without CSS and scripts: html.test.ts. */

const browser = openBrowser();
const { buyer } = buyers(browser);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.className ?? "");

/** No field of these forms is called wrong before somebody touches it, and the needed ones are said to be needed. */
async function expectUntouched(page: Page, what: string): Promise<void> {
  expect(await page.locator("form[novalidate] :required").count(), what).toBe(0);
  expect(await page.locator("form[novalidate] :invalid").count(), what).toBe(0);
  expect(await page.locator("form[novalidate] [aria-required=true]").count(), what).toBeGreaterThan(0);
}

test("a screen reader at the checkout hears what is missing, what is wrong and what was refused, and keeps its place", async () => {
  const { page } = await buyer();
  await openCheckout(page);
  await expectUntouched(page, "checkout");
  // A press names the first field that is missing with its error, which belongs to it already.
  await page.evaluate(() => {
    document.getElementById("checkout-name")?.addEventListener("focus", ({ target }) => {
      document.documentElement.dataset.described = (target as HTMLElement).getAttribute("aria-describedby") ?? "";
    });
  });
  await pressPay(page);
  await page.locator("html[data-described=checkout-name-error]").waitFor();

  // An address is not called wrong any more once it was corrected.
  await fillIn(page);
  const email = page.getByLabel("E-mailadres *");
  await email.fill("jan@");
  await payButton(page).click();
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
  await email.fill("jan@example.nl");
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe("false");

  // The focus stays on the button while paying, and after a refusal.
  let isOn = "";
  await page.route(`**${PATHS.paymentDetails}`, async (route) => {
    isOn = await focused(page);
    await route.continue();
  });
  await choose(page, "declined");
  await payButton(page).focus();
  await page.keyboard.press("Enter");
  expect(await page.locator(".pay-form").getAttribute("aria-busy")).toBe("true");
  expect(await payButton(page).getAttribute("aria-disabled")).toBe("true");
  expect(await payButton(page).evaluate((button: HTMLButtonElement) => button.disabled)).toBe(false);
  // A second press pays nothing twice, and tells nothing.
  await page.keyboard.press("Enter");
  const refused = toast(page, "Betaling mislukt");
  await refused.waitFor();
  expect(isOn).toContain("pay-button");
  expect(await focused(page)).toContain("pay-button");
  expect(await payButton(page).getAttribute("aria-disabled")).toBe("false");
  expect(shop.world.stripe.intents).toHaveLength(1);
  // A toast is two sentences, which come as one part: of several at once Orca says the last.
  const live = refused.locator("[aria-live]");
  expect(await live.locator("> *").count()).toBe(1);
  expect(await live.textContent()).toBe("Betaling mislukt. Je kaart is geweigerd.");

  // Enter pays in the box of the consent too, which keeps the focus and its tick.
  await refused.getByRole("button").click();
  await refused.waitFor({ state: "detached" });
  await page.locator("#checkout-consent").focus();
  await page.keyboard.press("Enter");
  await refused.waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("checkout-consent");
  expect(await page.locator("#checkout-consent").isChecked()).toBe(true);
});

test("a screen reader hears the errors of a form once: by the focus", async () => {
  const { page } = await browser.visit();
  for (const [path, submit] of [
    [PATHS.withdrawal, ".withdrawal-form button"],
    [PATHS.myCourse, ".my-course-form button"],
    [PATHS.giveGift, ".give-form [type=submit]"],
    [PATHS.licenceCheck, ".licence-form [type=submit]"],
    [PATHS.studyPlan, ".study-form [type=submit]"],
  ] as const) {
    await page.goto(path);
    if (path === PATHS.giveGift) await islandReady(page, "giftForm");
    if (path !== PATHS.licenceCheck) await expectUntouched(page, path);
    await page.locator(submit).first().click();
    const summary = page.locator(".form-alert");
    await summary.waitFor();
    await expect
      .poll(() => summary.evaluate((element) => element === document.activeElement), { message: path })
      .toBe(true);
    expect(await page.getByRole("alert").count(), path).toBe(0);
    expect(await summary.getAttribute("role"), path).toBe("group");
  }
});
