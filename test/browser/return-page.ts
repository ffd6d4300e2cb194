import type { Page } from "playwright";
import { expect } from "vitest";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { purchases } from "./buyers.ts";
import { passTime } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/** The page that Stripe returns to, in a browser whose clock stands still. */

export const PAID = PAYMENT_RETURN_COPY.paid.title;
const { paid } = PAYMENT_RETURN_COPY;
/** Longer than any pause before the page asks again, milliseconds. */
const ASKS_AGAIN_MS = 21_000;

/** The visible elements with that text. */
export const shown = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true });
export const main = (page: Page) => page.locator("main");
/** The target of a paid buyer. */
export const TARGET = `${shop.world.origin}/cursus/kvb1`;

/** Moves the clock until the text is there. */
export async function waitFor(page: Page, text: string, stepMs?: number): Promise<void> {
  await passTime(page, async () => (await shown(page, text).count()) === 1, stepMs === undefined ? {} : { stepMs });
}

/** Expects a paid payment: counted under its id, with a link to the course or to help. */
export async function expectPaid(page: Page, intentId: string, target: "found" | "missing" | "down"): Promise<void> {
  await waitFor(page, PAID);
  await expect
    .poll(async () => (await purchases(page)).at(0))
    .toEqual({ event: "purchase", transaction_id: intentId, value: 32.23, currency: "EUR" });
  if (target === "found") {
    await waitFor(page, INTERSTITIAL_COPY.goNow);
    expect(await page.getByText(INTERSTITIAL_COPY.notConfigured).count()).toBe(0);
    await expectLink(page, INTERSTITIAL_COPY.goNow, TARGET);
    await page.getByRole("link", { name: INTERSTITIAL_COPY.goNow }).click();
    await page.waitForURL(TARGET);
    return;
  }
  if (target === "missing") {
    await waitFor(page, INTERSTITIAL_COPY.notConfigured);
    await page.getByText(paid.missing).waitFor();
  } else {
    await waitFor(page, paid.unavailable, ASKS_AGAIN_MS);
    expect(await page.getByText(INTERSTITIAL_COPY.notConfigured).count()).toBe(0);
    await expectLink(page, paid.retry, page.url());
  }
  expect(await shown(page, PAID).count()).toBe(1);
  await expectHelp(page);
}

/** Expects a page that says not to pay again, asks by itself, and in the end names help and a way to ask once more. */
export async function expectNotKnown(page: Page, reads: "processing" | "pending" | "unavailable"): Promise<void> {
  const { text, later } = PAYMENT_RETURN_COPY[reads];
  expect(text).toMatch(/niet opnieuw te betalen|Betaal niet opnieuw/);
  await waitFor(page, text);
  await expectNotPaid(page);
  await waitFor(page, later.text, ASKS_AGAIN_MS);
  await page.getByRole("heading", { name: later.title, level: 1 }).waitFor();
  expect(await shown(page, text).count()).toBe(0);
  await expectNotPaid(page);
  await expectHelp(page);
  await expectLink(page, PAYMENT_RETURN_COPY.retry, page.url());
}

export async function expectNotPaid(page: Page): Promise<void> {
  expect(await page.getByText(PAID, { exact: true }).count()).toBe(0);
  expect(await purchases(page)).toEqual([]);
}

export async function expectHelp(page: Page): Promise<void> {
  expect(await main(page).getByRole("link", { name: "info@vaarkoers.example" }).getAttribute("href")).toBe(
    "mailto:info@vaarkoers.example",
  );
}

export async function expectLink(page: Page, name: string, href: string): Promise<void> {
  const link = page.getByRole("link", { name });
  expect(new URL((await link.getAttribute("href")) ?? "", page.url()).href).toBe(href);
}

/** Replaces the return page, which would go on by the clock. */
export const stopAtReturnPage = (page: Page): Promise<unknown> =>
  page.route(
    (url) => url.pathname === PATHS.interstitial,
    (route) => route.fulfill({ contentType: "text/html", body: "<h1>Return page</h1>" }),
  );
