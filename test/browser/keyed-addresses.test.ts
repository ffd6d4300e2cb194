import { expect, test } from "vitest";
import { giftCodePath, PATHS, withdrawalPath } from "../../src/shared/paths.ts";
import { openBrowser } from "./browser.ts";
import { orderPathOf, recordPaidOrder } from "./orders.ts";

/** What the network and the next page learn of an address that is a key: nothing, so neither does what measures that page. */

const browser = openBrowser();

const INTENT = "pi_KeyedAddress12345";

test.each([
  ["an order's page", async () => orderPathOf(INTENT), "pi_KeyedAddress12345"],
  [
    "the withdrawal form of an order",
    async () => withdrawalPath((await orderPathOf(INTENT)).split("/").at(-1) ?? ""),
    "pi_KeyedAddress12345",
  ],
  ["a gift", async () => `${giftCodePath("BROWSERTEST")}?n=Noor&g=Bas&m=Geheim`, "BROW-SERT"],
  [
    "the return page",
    async () => `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${INTENT}`,
    INTENT,
  ],
  ["a gift's address with a slip", async () => "/g-BROW-SERT-/x", "BROW-SERT"],
])("%s: no key in a referrer", async (_, addressOf, key) => {
  const { page } = await browser.visit();
  await recordPaidOrder(page.request, INTENT);
  const referrers: string[] = [];
  page.on("request", (request) => {
    // The address itself is asked for by its own name; what counts is what is said of it elsewhere.
    referrers.push(request.headers().referer ?? "");
  });
  const address = await addressOf();
  expect(decodeURIComponent(address)).toContain(key);
  await page.goto(address);
  await page.evaluate((path) => location.assign(path), PATHS.faq);
  await page.waitForURL(`**${PATHS.faq}`);
  expect(await page.evaluate(() => document.referrer)).toBe("");
  expect(referrers.filter((referrer) => referrer.includes(key))).toEqual([]);
});

test.each([true, false])("the form of a withdrawal works where no referrer is sent, JavaScript %s", async (enabled) => {
  const { page } = await browser.visit({ javaScriptEnabled: enabled });
  await recordPaidOrder(page.request, INTENT);
  await page.goto(withdrawalPath((await orderPathOf(INTENT)).split("/").at(-1) ?? ""));
  await page.getByLabel("Je naam").fill("Jan de Vries");
  await page.getByLabel("Je e-mailadres").fill("jan@example.nl");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.locator('.withdrawal-form [type="submit"]').last().click();
  expect((await (await sent).allHeaders()).origin).toBe("null");
  await page.getByRole("heading", { name: "Klopt dit?" }).waitFor();
});
