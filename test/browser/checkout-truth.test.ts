import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { hang, openBrowser } from "./browser.ts";
import { fillIn, formReady, openCheckout, payButton, pick, throwOnceFromStripe, UNKNOWN } from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/** What a buyer reads after a press whose outcome is not known, and where the next press leads. */

const browser = openBrowser();

type End = "not known yet" | "new payment";

/**
 * How the confirmation ends, how the payment stands, and whether that can be read; then what the buyer reads. A row for each way
 * in which the page asks; test/client/checkout-machine.test.ts has every answer, test/worker/payment-return.test.ts the return page.
 */
const ROWS = [
  ["hanging", "requires_action", "at once", "not known yet"],
  ["thrown", "succeeded", "never", "not known yet"],
  ["lost", "canceled", "later", "new payment"],
] as const;

test.each(ROWS)("%s, %s, read %s: %s", async (confirm, state, read, end) => {
  const { stripe } = shop.world;
  const { page } = await browser.visit();
  await stopClock(page);
  if (confirm === "thrown") await page.addInitScript(throwOnceFromStripe);
  await page.addInitScript(rememberToasts);
  await openCheckout(page);
  await fillIn(page);
  const intentId = await visitIntent(page);
  let unread = { "at once": 0, later: 3, never: Number.POSITIVE_INFINITY }[read];
  await page.route(`${shop.world.origin}/v1/payment_intents/${intentId}?*`, (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    unread -= 1;
    return unread >= 0 ? route.abort() : route.fallback();
  });
  let presses = 0;
  // The last call before a confirmation. It sets the payment's state, whatever the confirmation answers.
  await page.route(`**${PATHS.paymentDetails}`, async (route) => {
    const response = await route.fetch();
    presses += 1;
    if (presses === 1) stripe.settle(intentId, state);
    await route.fulfill({ response });
  });
  await page.route("**/confirm", (route) => {
    if (presses > 1) return route.fallback();
    return confirm === "lost" ? route.abort() : hang(route);
  });
  // It would go on by the clock.
  await page.route(
    (url) => url.pathname === PATHS.interstitial,
    (route) => route.fulfill({ contentType: "text/html", body: "<h1>Return page</h1>" }),
  );

  const isAsked = confirm === "hanging" ? page.waitForRequest("**/confirm") : undefined;
  await payButton(page).click();
  await isAsked;
  // After this long without an answer the page asks for the state.
  if (confirm === "hanging") await page.clock.fastForward(150_000);
  await reachEnd(page, end, intentId);
  await pass(page, async () => page.url().includes(PATHS.interstitial));
  const id = new URL(page.url()).searchParams.get("payment_intent") ?? "";
  expect(id === intentId).toBe(end === "not known yet");
  expect(stripe.intents.find((intent) => intent.id === id)?.status).toBe(end === "new payment" ? "succeeded" : state);
});

const pass = (page: Page, until: () => Promise<boolean>) => passTime(page, until, { stepMs: 6_000 });

/** Waits until the buyer reads that end, checks that all of it is true, and does what leads on. */
async function reachEnd(page: Page, end: End, intentId: string): Promise<void> {
  const isTold = (title: string) => page.evaluate((text) => (window as Told).told?.includes(text) ?? false, title);
  const unsure = page.locator(".pay-unsure");
  switch (end) {
    case "not known yet":
      await pass(page, () => page.getByRole("heading", { name: UNKNOWN }).isVisible());
      expect(await unsure.textContent()).toContain("Betaal niet opnieuw");
      expect(await payButton(page).isEnabled()).toBe(false);
      await pass(page, () => page.getByRole("button", { name: "Kijk opnieuw" }).isVisible());
      expect(await unsure.textContent()).toContain("Betaal niet opnieuw");
      expect(await unsure.getByRole("link").getAttribute("href")).toMatch(/^mailto:/);
      expect(await isTold("Betaling mislukt")).toBe(false);
      return page.getByRole("button", { name: "Naar je betaling" }).click();
    case "new payment":
      await pass(page, () => isTold("Er staat een nieuwe betaling klaar"));
      await formReady(page);
      expect(await visitIntent(page)).not.toBe(intentId);
      await pick(page, "Kaart");
      return payButton(page).click();
  }
}

async function visitIntent(page: Page): Promise<string> {
  const visit = await page.evaluate(() => localStorage.getItem("checkout-visit:KVB1.3900"));
  return (JSON.parse(visit ?? "{}") as { intentId: string }).intentId;
}

type Told = Window & { told?: string[] };

/** Collects the titles of toasts, which disappear while the false clock runs. */
function rememberToasts(): void {
  const told: string[] = [];
  (window as Told).told = told;
  new MutationObserver(() => {
    for (const title of document.querySelectorAll(".toast strong")) told.push(title.textContent ?? "");
  }).observe(document, { childList: true, subtree: true });
}
