import type { Page } from "playwright";
import { expect, test } from "vitest";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { giftCodePath, giftPaymentPath, PATHS } from "../../src/shared/paths.ts";
import { countShifts, drawn, islandReady, openBrowser } from "./browser.ts";
import {
  fillIn,
  formReady,
  intentIds,
  notice,
  openCheckout,
  paid,
  payButton,
  pick,
  purchases,
  toBank,
} from "./buyers.ts";
import { WISH as GIFT, giftCodeOfIntent, goOn, startPayment, writeGift } from "./gifts.ts";
import { dayIn } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/**
 * Back from the bank, reloaded, tried again: buyers and givers find what they have typed, in this tab and until it is
 * paid, and read what they have bought. No page with a script is the answer to a POST, so no way back ends at a browser's
 * error. test/client/checkout-machine.test.ts has every order of tabs and answers.
 */

const browser = openBrowser();
/** For a day on which the shop can mail it. */
const WISH = { ...GIFT, from: dayIn(12) };
const { stripe } = shop.world;

const { bought, left, underWay } = CHECKOUT_COPY.form;

const fieldsOf = async (page: Page) => ({
  name: await page.locator("#checkout-name").inputValue(),
  email: await page.locator("#checkout-email").inputValue(),
});
const TYPED = { name: "Jan de Vries", email: "jan@example.nl" };
const decide = (page: Page, name: "Betalen" | "Weigeren") => page.getByRole("button", { name }).click();
const isOver = (page: Page) => page.locator("html[data-visit=ended]").waitFor({ state: "attached" });

test("back from the bank, refused there, and then paid: one payment; name and address are kept in this tab until then, the consent is not; after it each tab says that it is bought, and leads to the order", async () => {
  await shop.set({ vars: { STRIPE_RECEIPTS: "off" } });
  const { page, problems } = await browser.visit();
  // Pages over http do not have it.
  await page.addInitScript(() => Object.defineProperty(crypto, "randomUUID", { value: undefined }));
  const open = await page.context().newPage();
  const isKept = async (way: string, fields = TYPED) => {
    await formReady(page);
    await expect.poll(() => fieldsOf(page), { message: way }).toEqual(fields);
    expect(await page.locator("#checkout-consent").isChecked(), way).toBe(false);
  };
  await openCheckout(page, "?flow=A");
  await fillIn(page);
  await openCheckout(open);
  await toBank(page);
  const bank = page.url();
  await page.goBack();
  await isKept("back from the bank");
  // Other tabs know nothing of it.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/jan[ @]/i);
  // It tells that a bank was asked already.
  await notice(page).waitFor();
  await page.getByLabel("Volledige naam *").fill("");

  const cancelled = startPayment();
  stripe.settle(cancelled.id, "canceled");
  await page.goto(cancelled.returnPath);
  await isOver(page);
  await page.goto(bank);
  await decide(page, "Weigeren");
  await page.getByRole("heading", { name: "Je betaling is niet gelukt" }).waitFor();
  await expect.poll(() => page.getByText("Momentje, je betaling wordt verwerkt").isVisible()).toBe(false);
  await expect.poll(() => page.title()).toContain("Je betaling is niet gelukt");
  expect(await purchases(page), "refused").toEqual([]);
  await page.getByRole("link", { name: "Opnieuw proberen" }).click();
  await isKept("emptied, another one cancelled, and refused", { ...TYPED, name: "" });
  await fillIn(page);
  await toBank(page);
  expect(intentIds(), "the same payment").toHaveLength(2);
  await decide(page, "Betalen");
  await paid(page);
  const [payment] = stripe.intents;
  expect(payment).toMatchObject({ status: "succeeded", receipt_email: null });
  await isOver(page);

  const says = async (tab: Page) => {
    await notice(tab).waitFor();
    return [await notice(tab).locator("strong").textContent(), await notice(tab).locator("a").textContent()];
  };
  expect(await says(open), "in a tab that was open").toEqual([bought.title, bought.toPayment]);
  await openCheckout(page);
  expect(await says(page), "in the same tab").toEqual([bought.title, bought.toPayment]);
  expect(await fieldsOf(page)).toEqual({ name: "", email: "" });
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain("checkout-buyer");
  expect(intentIds(), "it is a new payment").toHaveLength(3);
  await notice(page).getByRole("link").click();
  await page.waitForURL(`**${PATHS.interstitial}?*payment_intent=${payment?.id}*`);
  await page.locator('a[href^="/bestelling/"]').first().waitFor();
  // A gift is another purchase: nothing is said of the course.
  await write(page, { ...WISH, productId: "KVB1" });
  expect([await notice(page).count(), problems]).toEqual([0, []]);
});

test("somebody else at this computer reads that the bank was asked, is not sent to that payment, and not written on it", async () => {
  const { page: anna } = await browser.visit();
  await openCheckout(anna, "?flow=A");
  await fillIn(anna);
  await toBank(anna);
  const ben = await anna.context().newPage();
  // The same course in another flow is the same payment.
  await openCheckout(ben);
  expect(await notice(ben).textContent()).toBe(`${underWay.title} ${underWay.text}`);
  expect(intentIds()).toHaveLength(1);
  await fillIn(ben);
  await ben.getByLabel("E-mailadres *").fill("ben@example.nl");
  await payButton(ben).click();
  await ben.locator("#checkout-notices:focus").getByText(left.pending.title).waitFor();
  // No link, so nothing tells whose payment it was or for what.
  expect(await notice(ben).locator("a").count()).toBe(0);
  await formReady(ben);
  const [first] = stripe.intents;
  stripe.settle(first?.id ?? "", "succeeded");
  await pick(ben, "Kaart");
  await payButton(ben).click();
  // He may have mistyped his own address the first time: he reads the news before paying.
  await ben.locator("#checkout-notices:focus").getByText(left.paid.title).waitFor();
  await payButton(ben).click();
  await ben.waitForURL(`**${PATHS.interstitial}?*`);
  const emails = stripe.intents.map(({ metadata }) => metadata.buyer_email);
  expect(emails).toEqual(["jan@example.nl", "ben@example.nl"]);
  expect(new URL(ben.url()).searchParams.get("payment_intent")).not.toBe(first?.id);
});

async function write(page: Page, wish: GiftWish, search = ""): Promise<void> {
  await page.goto(PATHS.giveGift + search);
  await islandReady(page, "giftForm");
  await writeGift(page, wish, "noor@example.nl");
  await goOn(page);
  await formReady(page);
}

const summary = (page: Page) => page.locator(".checkout-gift:visible").textContent();
const written = async (page: Page) => ({
  productId: await page.locator("[name=cursus]:checked").inputValue(),
  recipient: await page.locator("#ontvanger").inputValue(),
  giver: await page.locator("#gever").inputValue(),
  message: await page.locator("#bericht").inputValue(),
  from: await page.locator("#datum").inputValue(),
  deliverTo: await page.locator("#ontvanger-email").inputValue(),
});
const WRITTEN = { ...WISH, deliverTo: "noor@example.nl" };

test("a giver's way back from the bank is the payment step, then the form, and forward again; refused there, the form; all of it filled in until it is paid; the step of another gift leads to this one, and without a gift to the form", async () => {
  const { page, problems } = await browser.visit();
  const methods = new Set<string>();
  const addresses: string[] = [];
  page.on("request", (request) => {
    addresses.push(decodeURIComponent(request.url()));
    if (request.isNavigationRequest() && request.url().startsWith(browser.origin)) methods.add(request.method());
  });
  await write(page, WISH, "?flow=B");
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
  await drawn(page);
  expect(await shifted(), "nothing moves when the gift is filled in").toBeLessThan(0.01);
  expect(await summary(page)).toContain("Noor");

  await toBank(page);
  await decide(page, "Weigeren");
  await page.getByRole("link", { name: "Opnieuw proberen" }).click();
  await islandReady(page, "giftForm");
  expect(await written(page)).toEqual(WRITTEN);
  expect(await page.locator(".give-card").textContent()).toContain("Voor Noor");
  const another = `${giftPaymentPath("KVB1_KVB2")}?flow=B`;
  await page.goto(another);
  await page.waitForURL(`${browser.origin}${giftPaymentPath(WISH.productId)}?flow=B`);
  await formReady(page);
  await expect.poll(() => fieldsOf(page)).toEqual(TYPED);
  expect(intentIds(), "the same payment").toHaveLength(1);
  await fillIn(page);
  await payButton(page).click();
  await isOver(page);
  expect(await page.locator(".return-gift-ticket a").getAttribute("href")).toBe(
    `${browser.origin}${giftCodePath(await giftCodeOfIntent(intentIds()[0] ?? ""))}`,
  );
  // Paid: the step has nothing to pay any more.
  await page.goto(another);
  await page.waitForURL(`${browser.origin}${PATHS.giveGift}?flow=B`);
  await islandReady(page, "giftForm");
  expect((await written(page)).recipient).toBe("");
  expect(intentIds()).toHaveLength(1);
  expect(addresses.filter((address) => /Noor|Kees|Gefeliciteerd|noor@/i.test(address))).toEqual([]);
  expect([methods, problems]).toEqual([new Set(["GET"]), []]);
});

test("without storage a gift's payment step is the answer to the form, as without a script", async () => {
  const { page } = await browser.visit();
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      if (name === "gift-draft") throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, name, value);
    };
  });
  await write(page, WISH);
  expect(new URL(page.url()).pathname).toBe(PATHS.giveGift);
  expect(await summary(page)).toContain("Noor");
});
