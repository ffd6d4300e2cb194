import type { Page } from "playwright";
import { expect, test } from "vitest";
import { giftPaymentPath, PATHS } from "../../src/shared/paths.ts";
import { emailField, openAccounts } from "./account-visitors.ts";
import { countShifts, islandReady } from "./browser.ts";
import { buyers, fillIn, formReady, openCheckout, payWith } from "./buyers.ts";
import { WISH as GIFT, goOn, keepGift, writeGift } from "./gifts.ts";
import { dayIn } from "./machine-clock.ts";

/**
 * Back from the bank, reloaded, tried again: buyers and givers find what they have typed, in this tab and until it is
 * paid. No page with a script is the answer to a POST, so no way back ends at a browser's error.
 */

const { browser, signedIn } = openAccounts();
/** For a day on which the shop can mail it. */
const WISH = { ...GIFT, from: dayIn(12) };
const { buyer, intentIds } = buyers(browser);

const fieldsOf = async (page: Page) => ({
  name: await page.locator("#checkout-name").inputValue(),
  email: await page.locator("#checkout-email").inputValue(),
});
const TYPED = { name: "Jan de Vries", email: "jan@example.nl" };
const EMPTY = { name: "", email: "" };
const consents = (page: Page) => page.locator("#checkout-consent").isChecked();

async function toBank(page: Page): Promise<void> {
  await payWith(page, "succeeded", "iDEAL");
  await page.waitForURL(`${browser.world}/bank/*`);
}

test("back from the bank, and after a reload: name and address are kept in this tab, the consent is not, until it is paid", async () => {
  const { page, problems } = await buyer();
  const isKept = async (way: string, fields = TYPED) => {
    await formReady(page);
    await expect.poll(() => fieldsOf(page), { message: way }).toEqual(fields);
    expect(await consents(page), way).toBe(false);
  };
  await openCheckout(page, "?flow=A");
  await fillIn(page);
  await toBank(page);
  await page.goBack();
  await isKept("back from the bank");
  // Other tabs know nothing of it.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/jan/i);
  // It tells that a bank was asked already.
  await page.locator(".pay-notice").waitFor();
  await page.getByLabel("Volledige naam *").fill("");
  await page.reload();
  await isKept("emptied, and reloaded", { ...TYPED, name: "" });
  await fillIn(page);
  await payWith(page, "succeeded");
  await page.locator("html[data-visit=ended]").waitFor();
  await openCheckout(page);
  expect(await fieldsOf(page)).toEqual(EMPTY);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain("checkout-buyer");
  expect(problems).toEqual([]);
});

test("the account's own address is not kept: it goes with the account", async () => {
  const { page } = await signedIn();
  expect(await emailField(page).inputValue()).toBe("jan@example.nl");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("jan@example.nl");
  await page.locator(".account-choice").last().click();
  await page.locator(".account-sign-in").waitFor();
  await expect.poll(() => emailField(page).inputValue()).toBe("");
  await page.reload();
  await formReady(page);
  expect(await emailField(page).inputValue()).toBe("");
});

function methodsOf(page: Page): readonly string[] {
  const methods: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(browser.origin)) methods.push(request.method());
  });
  return methods;
}

async function write(page: Page, search = ""): Promise<void> {
  await page.goto(PATHS.giveGift + search);
  await islandReady(page, "giftForm");
  await writeGift(page, WISH, "noor@example.nl");
  await goOn(page);
  await formReady(page);
}

const summary = (page: Page) => page.locator(".checkout-gift").textContent();
const written = async (page: Page) => ({
  productId: await page.locator("[name=cursus]:checked").inputValue(),
  recipient: await page.locator("#ontvanger").inputValue(),
  giver: await page.locator("#gever").inputValue(),
  message: await page.locator("#bericht").inputValue(),
  from: await page.locator("#datum").inputValue(),
  deliverTo: await page.locator("#ontvanger-email").inputValue(),
});
const WRITTEN = { ...WISH, deliverTo: "noor@example.nl" };

test("a giver's way back from the bank is the payment step, then the form, and forward again; refused there, the form; all of it filled in", async () => {
  const { page, problems } = await buyer();
  const methods = methodsOf(page);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  await write(page, "?flow=B");
  expect(new URL(page.url()).pathname).toBe(giftPaymentPath(WISH.productId));
  expect(await page.getByLabel("Ik wil dat de levering").count(), "no consent").toBe(0);
  expect(await page.getByText("kunt binnen 14 dagen na je aankoop zonder reden herroepen").isVisible()).toBe(true);
  await fillIn(page);
  await toBank(page);
  await page.goBack();
  await formReady(page);
  for (const said of ["Noor", "Opa Kees", "Tot op het water.", "noor@example.nl"])
    expect(await summary(page)).toContain(said);
  await expect.poll(() => fieldsOf(page)).toEqual(TYPED);
  await page.goBack();
  await islandReady(page, "giftForm");
  await expect.poll(() => written(page)).toEqual(WRITTEN);
  const shifted = await countShifts(page);
  await page.goForward();
  await formReady(page);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await shifted(), "nothing moves when the gift is filled in").toBeLessThan(0.01);
  expect(await summary(page)).toContain("Noor");

  await toBank(page);
  await page.getByRole("button", { name: "Weigeren" }).click();
  await page.getByRole("link", { name: "Opnieuw proberen" }).click();
  await islandReady(page, "giftForm");
  expect(await written(page)).toEqual(WRITTEN);
  expect(await page.locator(".give-card").textContent()).toContain("Voor Noor");
  await goOn(page);
  await formReady(page);
  await expect.poll(() => fieldsOf(page)).toEqual(TYPED);
  expect(await intentIds(), "the same payment").toHaveLength(1);
  await fillIn(page);
  await payWith(page, "succeeded");
  await page.locator("html[data-visit=ended]").waitFor();
  expect(addresses.filter((address) => /Noor|Kees|Gefeliciteerd|noor@/i.test(address))).toEqual([]);
  expect(new Set(methods)).toEqual(new Set(["GET"]));
  expect(problems).toEqual([]);
  // Paid: the step has nothing to pay any more.
  await page.goto(giftPaymentPath(WISH.productId));
  await page.waitForURL(`${browser.origin}${PATHS.giveGift}`);
  expect((await written(page)).recipient).toBe("");
});

test("the payment step of another gift, and the step without a gift, lead where they belong", async () => {
  const { page } = await buyer();
  await keepGift(page, WISH, { search: "?flow=A" });
  await page.goto(`${giftPaymentPath("KVB1_KVB2")}?flow=A`);
  await page.waitForURL(`${browser.origin}${giftPaymentPath(WISH.productId)}?flow=A`);
  await formReady(page);
  const other = await page.context().newPage();
  const calls: string[] = [];
  other.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await other.goto(`${giftPaymentPath("KVB1_KVB2")}?flow=A`);
  await other.waitForURL(`${browser.origin}${PATHS.giveGift}?flow=A`);
  await islandReady(other, "giftForm");
  expect(calls).not.toContain(PATHS.createPaymentIntent);
});

test("without storage a gift's payment step is the answer to the form, as without a script", async () => {
  const { page } = await buyer();
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      if (name === "gift-draft") throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, name, value);
    };
  });
  await write(page);
  expect(new URL(page.url()).pathname).toBe(PATHS.giveGift);
  expect(await summary(page)).toContain("Noor");
  await page.getByRole("button", { name: "Wijzigen" }).click();
  await islandReady(page, "giftForm");
  expect(await written(page)).toEqual(WRITTEN);
});
