import type { BrowserContext, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { wishFromMetadata } from "../../src/gifts/gift-wish.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { buyers, fillIn, formReady, openCheckout, payButton, payWith, pick } from "./buyers.ts";
import { keepGift, payGift, WISH } from "./gifts.ts";
import { machineNow } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/** Tests which payment a checkout opens: two gifts in two tabs, and the visits that a browser has left. */

const browser = openBrowser();
const { buyer, control, worldState } = buyers(browser);

const SANNE: GiftWish = { ...WISH, recipient: "Sanne" };
const PIET: GiftWish = { ...WISH, recipient: "Piet" };
const { left } = CHECKOUT_COPY.form;

async function toGift(page: Page, wish: GiftWish): Promise<void> {
  await page.goto(await keepGift(page, wish));
  await formReady(page);
  await fillIn(page);
}

async function toCourse(page: Page): Promise<void> {
  await openCheckout(page);
  await fillIn(page);
}

/**
 * Presses, and waits for the bank's page. `left`: the form's message about the payment in another tab, which must come
 * after the first press; the second press leads to the bank.
 */
async function toBank(page: Page, left: { title: string } | null = null): Promise<void> {
  await payWith(page, "succeeded", "iDEAL");
  if (left !== null) {
    await page.getByText(left.title).waitFor();
    await payButton(page).click();
  }
  await page.waitForURL(`${browser.world}/bank/*`);
}

/** The requested payments by recipient; null = the buyer. */
const payments = async () =>
  (await worldState()).intents
    .filter(({ status }) => status !== "requires_payment_method")
    .map(({ status, metadata }) => ({ status, recipient: wishFromMetadata(metadata)?.recipient ?? null }));

const notice = (page: Page) => page.locator(".pay-notice");

test("two gifts in two tabs: each bank's answer is about its own gift", async () => {
  // test/client/checkout-machine.test.ts has every order and every answer.
  const { page: one } = await buyer();
  const two = await one.context().newPage();
  await toGift(one, SANNE);
  await toGift(two, PIET);
  await toBank(one);
  await toBank(two, left.pending);
  await two.getByRole("button", { name: "Weigeren" }).click();
  await two.waitForURL(`**${PATHS.interstitial}?*`);
  await one.getByRole("button", { name: "Betalen" }).click();
  await one.locator("html[data-visit=ended]").waitFor();
  await expect.poll(payments).toEqual([{ status: "succeeded", recipient: "Sanne" }]);
});

describe("a payment that was left behind", () => {
  /** Goes to the bank, closes the tab, and lets the bank accept the payment. Returns the browser's context. */
  async function paidAndClosed(open: (page: Page) => Promise<void>): Promise<BrowserContext> {
    const { page } = await buyer();
    const context = page.context();
    await open(page);
    await toBank(page);
    const intent = (await worldState()).intents.at(-1)?.id;
    const next = await context.newPage();
    await page.close();
    await control("settle", { intent, status: "succeeded" });
    await next.close();
    return context;
  }

  test("a gift, then another gift: one line says so, nobody is sent to it, and a new payment can be made", async () => {
    const context = await paidAndClosed((page) => toGift(page, SANNE));
    const page = await context.newPage();
    await toGift(page, PIET);
    expect(page.url()).not.toContain(PATHS.interstitial);
    expect(await notice(page).textContent()).toBe(`${left.paid.title} ${left.paid.text}`);
    // No link, so nothing tells whose payment it was or for what.
    expect(await notice(page).locator("a").count()).toBe(0);
    // The text of this gift stays until it is paid.
    await page.goto(PATHS.giveGift);
    await islandReady(page, "giftForm");
    expect(await page.getByLabel("Voor wie is het?").inputValue()).toBe("Piet");
    await page.goBack();
    await formReady(page);
    await fillIn(page);
    await payButton(page).click();
    await page.waitForURL(`**${PATHS.interstitial}?*`);
    await expect.poll(payments).toEqual([
      { status: "succeeded", recipient: "Sanne" },
      { status: "succeeded", recipient: "Piet" },
    ]);
  });

  test("the end of another gift's payment in this tab leaves the text of this one", async () => {
    const { page } = await buyer();
    await keepGift(page, PIET);
    const { returnPath } = await payGift(shop.world.origin, SANNE);
    await page.goto(returnPath);
    await page.locator("html[data-visit=ended]").waitFor({ state: "attached" });
    await page.goto(PATHS.giveGift);
    await islandReady(page, "giftForm");
    expect(await page.getByLabel("Voor wie is het?").inputValue()).toBe("Piet");
  });
});

test("somebody else at this computer reads that the bank was asked, is not sent to that payment, and not written on it", async () => {
  const { page: anna } = await buyer();
  await openCheckout(anna, "?flow=A");
  await fillIn(anna);
  await toBank(anna);
  const ben = await anna.context().newPage();
  // The same course in another flow is the same payment.
  await openCheckout(ben);
  const { underWay } = CHECKOUT_COPY.form;
  expect(await notice(ben).textContent()).toBe(`${underWay.title} ${underWay.text}`);
  expect((await worldState()).intents).toHaveLength(1);
  await fillIn(ben);
  await ben.getByLabel("E-mailadres *").fill("ben@example.nl");
  await payButton(ben).click();
  await notice(ben).getByText(left.pending.title).waitFor();
  await formReady(ben);
  const [first] = (await worldState()).intents;
  await control("settle", { intent: first?.id, status: "succeeded" });
  await pick(ben, "Kaart");
  await payButton(ben).click();
  await ben.waitForURL(`**${PATHS.interstitial}?*`);
  const paid = (await worldState()).intents.map(({ metadata }) => metadata.buyer_email);
  expect(paid).toEqual([first?.metadata.buyer_email, "ben@example.nl"]);
  expect(new URL(ben.url()).searchParams.get("payment_intent")).not.toBe(first?.id);
});

test("a checkout that is opened again after paying: it is paid already, and here is the order; for a day, in this browser", async () => {
  const { bought } = CHECKOUT_COPY.form;
  const says = async (page: Page) => {
    await notice(page).waitFor();
    return [await notice(page).locator("strong").textContent(), await notice(page).locator("a").textContent()];
  };
  const { page, problems } = await buyer();
  // Pages over http do not have it.
  await page.addInitScript(() => Object.defineProperty(crypto, "randomUUID", { value: undefined }));
  const open = await page.context().newPage();
  await toCourse(page);
  await openCheckout(open);
  await payWith(page, "succeeded");
  await page.locator("html[data-visit=ended]").waitFor({ state: "attached" });
  const intent = (await worldState()).intents[0]?.id ?? "";
  expect(await says(open), "in a tab that was open").toEqual([bought.title, bought.toPayment]);
  await openCheckout(page);
  expect(await says(page), "in the same tab").toEqual([bought.title, bought.toPayment]);
  expect(problems).toEqual([]);
  await notice(page).getByRole("link").click();
  await page.waitForURL(`**${PATHS.interstitial}?*payment_intent=${intent}*`);
  await page.locator('a[href^="/bestelling/"]').first().waitFor();
  // A gift is another purchase: nothing is said of the course.
  await toGift(page, { ...PIET, productId: "KVB1" });
  expect(await notice(page).count()).toBe(0);

  // Hours later it leads to the form that mails links.
  const later = await page.context().newPage();
  await later.clock.install({ time: machineNow().getTime() + 3 * 60 * 60_000 });
  await openCheckout(later);
  expect(await says(later)).toEqual([bought.title, bought.toLinks]);
  expect(await notice(later).locator("a").getAttribute("href")).toBe(PATHS.myCourse);
  await later.clock.setSystemTime(machineNow().getTime() + 25 * 60 * 60_000);
  await openCheckout(later);
  expect(await notice(later).count(), "the next day").toBe(0);
  const { page: stranger } = await buyer();
  await openCheckout(stranger);
  expect(await notice(stranger).count(), "elsewhere").toBe(0);
});
