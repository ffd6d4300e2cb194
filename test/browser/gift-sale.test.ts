import type { Page } from "playwright";
import { expect, test } from "vitest";
import { GIFT_PRODUCTS } from "../../src/gifts/gift-products-copy.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath, LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { checkGiftCode } from "../outside-world/activation.ts";
import { GIFT_ACTIVATION_KEY } from "../outside-world/order-keys.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { payGift, WISH } from "./gifts.ts";
import { machineNow } from "./machine-clock.ts";
import { mailsAbout } from "./orders.ts";

/** A gift from the idea to the unwrapping: the giver pays, and the recipient opens it on another device. */

const browser = openBrowser();

const linkOf = async (page: Page) => (await page.locator(".return-gift-ticket a").getAttribute("href")) ?? "";

test("a gift that was paid: its giver copies the link, shares it where the system can, prints the card and is mailed; on another device it is opened, unwrapped and activated", async () => {
  // Up to here: coming-back.test.ts.
  const { intentId, code, returnPath } = await payGift();
  const link = `${browser.origin}${giftCodePath(code)}`;
  const { page, problems } = await browser.visit({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    // The sheet is closed without a choice.
    Object.assign(navigator, { share: (data: unknown) => Promise.reject(shared.push(data)) });
  });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.goto(returnPath);
  await islandReady(page, "giftShare");
  await expect.poll(() => page.title()).toContain(GIFT_SALE_COPY.title);
  expect(await linkOf(page)).toBe(link);
  expect(await page.locator(".return-gift-code").textContent()).toBe(formatGiftCode(code));
  // Nothing personal stands in an address.
  expect(decodeURIComponent(page.url())).not.toMatch(/Noor|Kees/);
  await press(GIFT_SALE_COPY.copy);
  await page.getByText(GIFT_SALE_COPY.copied).waitFor();
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
  expect(await linkOf(page)).toBe(link);
  await press(GIFT_SALE_COPY.copy);
  await page.getByText(GIFT_SALE_COPY.copyFailed).waitFor();
  expect(await page.getByRole("button", { name: GIFT_SALE_COPY.share, exact: true }).count()).toBe(0);
  expect(problems).toEqual([]);

  const [print] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: GIFT_SALE_COPY.card }).click(),
  ]);
  await print.waitForURL(`**${giftCardPath(code)}`);
  expect((await print.locator(".gift-card-code").textContent())?.trim()).toBe(formatGiftCode(code));
  const pdf = await print.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  const printButton = print.locator("[data-island=printButton] button");
  await printButton.hover();
  await islandReady(print, "printButton");
  await print.evaluate(() => Object.assign(window, { print: () => document.body.append("printed") }));
  for (const _press of ["first", "second"]) await printButton.click();
  expect((await print.textContent("body"))?.match(/printed/g)).toHaveLength(2);

  const mails = (await mailsAbout(formatOrderNumber(intentId), 2)).filter(({ to }) => to === "kees@example.nl");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(link);
  const [terms, file] = await Promise.all(
    [
      `${browser.world}/postvak/${encodeURIComponent(mails[0]?.id ?? "")}/1`,
      browser.origin + LEGAL_PDF_PATHS.terms,
    ].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  );
  expect(terms, "the terms go with it").toEqual(file);

  const { page: recipient, problems: theirs } = await browser.open(link);
  await islandReady(recipient, "gift");
  for (let tap = 0; tap < 3; tap += 1) await recipient.getByRole("button", { name: GIFT_COPY.parcel }).click();
  await recipient.locator(".gift-letter").waitFor();
  expect(await recipient.locator(".gift-recipient").textContent()).toBe(`Voor ${WISH.recipient}`);
  expect(await recipient.locator(".gift-giver").textContent()).toBe(`van ${WISH.giver}`);
  for (const item of GIFT_PRODUCTS[WISH.productId].inside) await recipient.getByText(item, { exact: true }).waitFor();
  // A new tab, which knows nothing of this one.
  const [course] = await Promise.all([
    recipient.context().waitForEvent("page"),
    recipient.getByRole("link", { name: GIFT_COPY.card.redeem }).click(),
  ]);
  await course.waitForURL(`${browser.world}/activeren?cadeau=*`);
  expect(await course.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
  const signed = new URL(course.url()).searchParams.get("cadeau") ?? "";
  expect(checkGiftCode(signed, GIFT_ACTIVATION_KEY, machineNow().getTime() / 1000)).toEqual({
    ...{ status: "valid", code, product: WISH.productId },
  });
  await course.getByRole("button", { name: "Activeer mijn cursus" }).click();
  await course.waitForURL(`${browser.world}/cursus/marifonie`);
  expect(theirs).toEqual([]);
});
