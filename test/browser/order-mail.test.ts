import { expect, test } from "vitest";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { CHECKOUT_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { findViolations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { startPayment } from "./gifts.ts";
import { machineNow } from "./machine-clock.ts";
import { mailsAbout } from "./orders.ts";
import { shop } from "./test-shop.ts";

const browser = openBrowser();

test("after a sale the buyer finds the confirmation in the Postvak, keeps the terms, reads it on a narrow phone, and goes on to the course", async () => {
  // What the checkout writes on a payment: checkout.test.ts.
  const buyer = { buyer_name: "Jan de Vries", buyer_email: "jan@example.nl" };
  const consent = { consent: CHECKOUT_CONSENT.version, consent_at: machineNow().toISOString() };
  const { id } = await startPayment({ visit: "v", ...buyer, ...consent });
  shop.world.stripe.settle(id, "succeeded");
  const mail = (await mailsAbout(formatOrderNumber(id), 2)).find(({ to }) => to === "jan@example.nl");
  expect(mail?.text).toContain("Hallo Jan,");
  expect(mail?.text).toContain(`> ${CHECKOUT_COPY.form.consent.label}`);

  const { page } = await browser.open(`${browser.world}/postvak`, { viewport: { width: 320, height: 640 } });
  const panel = page.locator("article", { hasText: formatOrderNumber(id) }).filter({ hasText: "jan@example.nl" });
  const terms = await fetch(
    `${browser.world}${await panel.getByRole("link", { name: "algemene-voorwaarden.pdf" }).getAttribute("href")}`,
  );
  expect(terms.headers.get("content-type")).toBe("application/pdf");
  const file = await fetch(browser.origin + LEGAL_PDF_PATHS.terms);
  expect(Buffer.from(await terms.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()));
  expect(file.headers.get("content-disposition")).toBe("attachment");
  expect(file.headers.get("x-robots-tag")).toBe("noindex");
  expect(file.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  await panel.getByRole("link", { name: "Lees de mail" }).click();
  await page.waitForURL("**/postvak/*");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // Its colours, also in the dark: test/house/mails.test.ts.
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Naar je cursus" }).click();
  await page.waitForURL(`${browser.world}/cursus/kvb1`);
});
