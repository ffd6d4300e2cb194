import type { FrameLocator, Page } from "playwright";
import type { PurchaseEvent } from "../../src/paying/return/analytics-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { shop } from "./test-shop.ts";

/** Buyers at the checkout, and their payments. */

const { stripe } = shop.world;

export const intentIds = () => stripe.intents.map(({ id }) => id);
export const confirmations = () => stripe.requests.filter(({ path }) => path.endsWith("/confirm"));

export async function openCheckout(page: Page, search = ""): Promise<void> {
  await page.goto(PATHS.checkout + search);
  await formReady(page);
}

export const formReady = (page: Page) => page.locator('.pay[data-phase="ready"]').waitFor();
export const payButton = (page: Page) => page.locator(".pay-button");
/** Presses the button also while it is disabled, when Playwright would wait. */
export const pressPay = (page: Page) => payButton(page).click({ force: true });
export const toast = (page: Page, title: string) => page.locator(".toast", { hasText: title });
const stripeForm = (page: Page): FrameLocator => page.frameLocator(".pay-element iframe");

export const pick = (page: Page, method: string) => stripeForm(page).getByText(method, { exact: true }).click();

export async function choose(page: Page, outcome: string, method = "Kaart"): Promise<void> {
  await pick(page, method);
  await stripeForm(page).locator("#outcome").selectOption(outcome);
}

export async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Volledige naam *").fill("Jan de Vries");
  await page.getByLabel("E-mailadres *").fill("jan@example.nl");
  // A giver is asked for no consent.
  const consent = page.getByLabel("Ik wil dat de levering");
  if ((await consent.count()) > 0) await consent.check();
  await pick(page, "Kaart");
}

export async function paid(page: Page): Promise<void> {
  await page.waitForURL(`**${PATHS.interstitial}?*`);
  await page.getByText("Je betaling is gelukt", { exact: true }).waitFor();
}

export async function payWith(page: Page, outcome: string, method?: string): Promise<void> {
  await choose(page, outcome, method);
  await payButton(page).click();
}

export async function payExpress(page: Page, wallet: string, outcome: string): Promise<void> {
  const express = page.frameLocator(".pay-express iframe");
  await express.getByRole("button", { name: wallet }).click();
  await express.locator("#outcome").selectOption(outcome);
  await express.locator("#pay").click();
}

/** Goes to a bank, whose page has a button for each decision. */
export async function toBank(page: Page): Promise<void> {
  await payWith(page, "succeeded", "iDEAL");
  await page.waitForURL("**/bank/*");
}

/** Who has bought this course already, or has asked a bank, reads of it there. */
export const notice = (page: Page) => page.locator(".pay-notice");

export async function pay(page: Page): Promise<void> {
  await pick(page, "Kaart");
  await payButton(page).click();
  await paid(page);
}

export const purchases = (page: Page) => page.evaluate(() => (window.dataLayer ?? []) as PurchaseEvent[]);
