import type { Page } from "playwright";
import { expect, test } from "vitest";
import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { GIFT_PRODUCTS } from "../../src/gifts/gift-products-copy.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { buyers, fillIn, formReady, payWith } from "./buyers.ts";
import { giftCodeOfIntent, goOn, payGift, WISH, writeGift } from "./gifts.ts";
import { dayIn } from "./machine-clock.ts";
import { mailsAbout } from "./orders.ts";

/** A gift from the idea to the unwrapping: the giver pays, and the recipient opens it on another device. */

const browser = openBrowser();
const { buyer, worldState } = buyers(browser);

const handedOver = (page: Page) => page.getByRole("heading", { name: GIFT_SALE_COPY.title }).waitFor();
const linkOf = async (page: Page) => (await page.locator(".return-gift-ticket a").getAttribute("href")) ?? "";
const lastIntent = async () => (await worldState()).intents.at(-1)?.id ?? "";

test("a gift is given, paid by iDEAL at the bank, printed, mailed, opened on another device, unwrapped and activated", async () => {
  const { page, problems } = await buyer();
  await page.goto(PATHS.giveGift);
  await islandReady(page, "giftForm");
  await writeGift(page);
  await goOn(page);
  await formReady(page);
  await fillIn(page);
  await payWith(page, "succeeded", "iDEAL");
  await page.waitForURL(`${browser.world}/bank/*`);
  await page.getByRole("button", { name: "Betalen" }).click();
  await handedOver(page);
  await expect.poll(() => page.title()).toContain(GIFT_SALE_COPY.title);
  const intentId = await lastIntent();
  const code = await giftCodeOfIntent(intentId);
  const link = await linkOf(page);
  expect(link).toBe(`${browser.origin}${giftCodePath(code)}`);
  expect(await page.locator(".return-gift-code").textContent()).toBe(formatGiftCode(code));
  // Nothing personal stands in an address.
  expect(decodeURIComponent(page.url())).not.toMatch(/Noor|Kees/);
  await page.reload();
  await handedOver(page);
  expect(await linkOf(page)).toBe(link);
  expect(problems).toEqual([]);

  const [print] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: GIFT_SALE_COPY.card }).click(),
  ]);
  await print.waitForURL(`**${giftCardPath(code)}`);
  expect((await print.locator(".gift-card-code").textContent())?.trim()).toBe(formatGiftCode(code));
  const pdf = await print.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);

  const mails = (await mailsAbout(formatOrderNumber(intentId), 2)).filter(({ to }) => to === "jan@example.nl");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(link);

  const { page: recipient, problems: theirs } = await browser.open(link);
  await islandReady(recipient, "gift");
  for (let tap = 0; tap < 3; tap += 1) await recipient.getByRole("button", { name: GIFT_COPY.parcel }).click();
  await recipient.locator(".gift-letter").waitFor();
  expect(await recipient.locator(".gift-recipient").textContent()).toBe(`Voor ${WISH.recipient}`);
  expect(await recipient.locator(".gift-giver").textContent()).toBe(`van ${WISH.giver}`);
  for (const item of GIFT_PRODUCTS[WISH.productId].inside) await recipient.getByText(item, { exact: true }).waitFor();
  const [course] = await Promise.all([
    recipient.waitForEvent("popup"),
    recipient.getByRole("link", { name: GIFT_COPY.card.redeem }).click(),
  ]);
  await course.waitForURL(`${browser.world}/activeren?cadeau=*`);
  await course.getByRole("button", { name: "Activeer mijn cursus" }).click();
  await course.waitForURL(`${browser.world}/cursus/marifonie`);
  expect(theirs).toEqual([]);
});

test("a gift is mailed on its day, to which the Postvak moves the clock: the recipient has it, and the giver hears of it", async () => {
  const to = "noor.van.kees@example.nl";
  const wish = { ...WISH, from: dayIn(1), deliveryDraftId: "0a1b2c3d" };
  const { intentId } = await payGift(browser.world, wish, to);
  const { page } = await browser.visit();
  const waiting = page.locator("form", { hasText: intentId });
  await expect
    .poll(async () => {
      await page.goto(`${browser.world}/postvak`);
      return waiting.count();
    })
    .toBe(1);
  await waiting.getByRole("button").click();
  await page.waitForURL(`${browser.world}/postvak`);
  const { mail, report } = GIFT_DELIVERY_COPY;
  await mailsAbout(report.sent.subject(formatOrderNumber(intentId)));
  const mails = (await mailsAbout(mail.subject(WISH.giver))).filter((one) => one.to === to);
  expect(mails).toHaveLength(1);
  await page.goto(`${browser.world}/postvak`);
  expect(await waiting.count()).toBe(0);
  await page.goto(`${browser.world}/postvak/${encodeURIComponent(mails[0]?.id ?? "")}`);
  await page.getByRole("link", { name: mail.button }).click();
  await page.waitForURL(`${browser.origin}/g-*`);
  await page.getByText(WISH.recipient).first().waitFor({ state: "attached" });
});

test("the giver's page copies the link, shares it where the system can, and says that the clipboard is closed", async () => {
  const { returnPath, code } = await payGift(browser.world);
  const { page } = await buyer({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) });
  });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.goto(returnPath);
  await islandReady(page, "giftShare");
  await press(GIFT_SALE_COPY.copy);
  await page.getByText(GIFT_SALE_COPY.copied).waitFor();
  const link = `${browser.origin}${giftCodePath(code)}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await press(GIFT_SALE_COPY.share);
  const shared = await page.evaluate(() => (window as unknown as { shared: { text: string }[] }).shared);
  expect(shared.map(({ text }) => text)).toEqual([expect.stringContaining(link)]);

  await page.addInitScript(() => {
    Object.assign(navigator, { share: undefined });
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await page.reload();
  await islandReady(page, "giftShare");
  await press(GIFT_SALE_COPY.copy);
  await page.getByText(GIFT_SALE_COPY.copyFailed).waitFor();
  expect(await page.getByRole("button", { name: GIFT_SALE_COPY.share, exact: true }).count()).toBe(0);
});

test("the giver's page without JavaScript: link, code, card and WhatsApp, and no button that does nothing", async () => {
  const { returnPath, code } = await payGift(browser.world);
  const { page } = await browser.open(returnPath, { javaScriptEnabled: false });
  await handedOver(page);
  expect(await linkOf(page)).toBe(`${browser.origin}${giftCodePath(code)}`);
  expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole("link", { name: GIFT_SALE_COPY.whatsApp }).getAttribute("href")).toMatch(
    /^https:\/\/wa\.me\/\?text=/,
  );
  await page.goto(giftCardPath(code));
  expect(await page.locator(".gift-card-code").isVisible()).toBe(true);
  expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
});
