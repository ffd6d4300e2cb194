import type { Page } from "playwright";
import { expect, test } from "vitest";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { buyers, fillIn, formReady, openCheckout, payButton, payWith, pick } from "./buyers.ts";
import { keepGift, payGift, WISH } from "./gifts.ts";
import { machineNow } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/** What a browser keeps of payments that it has left; test/client/checkout-machine.test.ts has every order of tabs and answers. */

const browser = openBrowser();
const { buyer, control, worldState } = buyers(browser);

const PIET: GiftWish = { ...WISH, recipient: "Piet" };
const { left } = CHECKOUT_COPY.form;

const notice = (page: Page) => page.locator(".pay-notice");

test("the end of another gift's payment in this tab leaves the text of this one", async () => {
  const { page } = await buyer();
  await keepGift(page, PIET);
  const { returnPath } = await payGift(shop.world.origin);
  await page.goto(returnPath);
  await page.locator("html[data-visit=ended]").waitFor({ state: "attached" });
  await page.goto(PATHS.giveGift);
  await islandReady(page, "giftForm");
  expect(await page.getByLabel("Voor wie is het?").inputValue()).toBe("Piet");
});

test("somebody else at this computer reads that the bank was asked, is not sent to that payment, and not written on it", async () => {
  const { page: anna } = await buyer();
  await openCheckout(anna, "?flow=A");
  await fillIn(anna);
  await payWith(anna, "succeeded", "iDEAL");
  await anna.waitForURL(`${browser.world}/bank/*`);
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
  // No link, so nothing tells whose payment it was or for what.
  expect(await notice(ben).locator("a").count()).toBe(0);
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

test("a checkout that is opened again after paying: it is paid already, and here is the order; for a day", async () => {
  const { bought } = CHECKOUT_COPY.form;
  const says = async (page: Page) => {
    await notice(page).waitFor();
    return [await notice(page).locator("strong").textContent(), await notice(page).locator("a").textContent()];
  };
  const { page, problems } = await buyer();
  // Pages over http do not have it.
  await page.addInitScript(() => Object.defineProperty(crypto, "randomUUID", { value: undefined }));
  const open = await page.context().newPage();
  await openCheckout(page);
  await fillIn(page);
  await openCheckout(open);
  await payWith(page, "succeeded");
  await page.locator("html[data-visit=ended]").waitFor({ state: "attached" });
  const intent = (await worldState()).intents[0]?.id ?? "";
  expect(await says(open), "in a tab that was open").toEqual([bought.title, bought.toPayment]);
  await openCheckout(page);
  expect(await says(page), "in the same tab").toEqual([bought.title, bought.toPayment]);
  expect((await worldState()).intents, "it is a new payment").toHaveLength(2);
  expect(problems).toEqual([]);
  await notice(page).getByRole("link").click();
  await page.waitForURL(`**${PATHS.interstitial}?*payment_intent=${intent}*`);
  await page.locator('a[href^="/bestelling/"]').first().waitFor();
  // A gift is another purchase: nothing is said of the course.
  await page.goto(await keepGift(page, { ...PIET, productId: "KVB1" }));
  await formReady(page);
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
});
