import { beforeAll, describe, expect, test } from "vitest";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { CHECKOUT_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { FULL } from "../full.ts";
import type { ShopMail } from "../outside-world/shop-mails.ts";
import { findViolations, RULES_OF_WIDTH } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { startPayment } from "./gifts.ts";
import { machineNow } from "./machine-clock.ts";
import { mailsAbout } from "./orders.ts";
import { shop } from "./test-shop.ts";

const browser = openBrowser();

/** The mails about a payment to one of buyer and owner, once both have theirs. */
async function arrived(to: string, intentId: string): Promise<readonly ShopMail[]> {
  return (await mailsAbout(formatOrderNumber(intentId), 2)).filter((mail) => mail.to === to);
}

describe("after a sale in our checkout", () => {
  let intentId = "";
  beforeAll(async () => {
    // What the checkout writes on a payment: checkout.test.ts.
    const buyer = { buyer_name: "Jan de Vries", buyer_email: "jan@example.nl" };
    const consent = { consent: CHECKOUT_CONSENT.version, consent_at: machineNow().toISOString() };
    ({ id: intentId } = await startPayment(browser.world, { visit: "v", ...buyer, ...consent }));
    shop.world.stripe.settle(intentId, "succeeded");
  });

  test("the buyer finds the confirmation in the Postvak, goes on to the course, and keeps the terms", async () => {
    const [mail] = await arrived("jan@example.nl", intentId);
    expect(mail?.text).toContain("Hallo Jan,");
    expect(mail?.text).toContain(`> ${CHECKOUT_COPY.form.consent.label}`);
    const { page } = await browser.open(`${browser.world}/postvak`);
    const panel = page
      .locator("article", { hasText: formatOrderNumber(intentId) })
      .filter({ hasText: "jan@example.nl" });
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
    await page.getByRole("link", { name: "Naar je cursus" }).click();
    await page.waitForURL(`${browser.world}/cursus/kvb1`);
  });

  test("the mail reads well, narrow and wide, light and dark", async () => {
    const [mail] = await arrived("jan@example.nl", intentId);
    const { page } = await browser.open(`${browser.world}/postvak/${encodeURIComponent((mail as ShopMail).id)}`);
    for (const [width, colorScheme] of [
      [320, "light"],
      [320, "dark"],
      [1440, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // Between the others only colours and sizes differ.
      const rules = FULL || colorScheme === "light" ? {} : { rules: RULES_OF_WIDTH };
      expect(await findViolations(page, rules), `${width}, ${colorScheme}`).toEqual([]);
    }
  });
});
