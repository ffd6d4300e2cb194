import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { hang, openBrowser } from "./browser.ts";
import { fillIn, formReady, openCheckout, payButton, pick, throwOnceFromStripe, UNKNOWN } from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { expectNotKnown, expectNotPaid, expectPaid, shown, stopAtReturnPage } from "./return-page.ts";
import { shop } from "./test-shop.ts";

/** Whatever fails between pressing 'Betaal' and the course: the buyer reads the truth, and can go on. */

const browser = openBrowser();

type End = "not known yet" | "led on" | "new payment" | "refused" | "broken";

/**
 * How the confirmation ends, how the payment stands, when that can be read and whether the target can; then what the buyer must
 * read after the press and on the return page, to which the next press leads. A row for each of these ends.
 * test/client/checkout-machine.test.ts has the others without a browser.
 */
const ROWS = [
  ["thrown", "requires_payment_method", "at once", "found", "broken", "paid"],
  ["lost", "requires_payment_method", "later", "down", "refused", "paid"],
  ["hanging", "requires_action", "at once", "found", "not known yet", "pending"],
  ["api_error", "processing", "later", "found", "led on", "processing"],
  ["hanging", "succeeded", "at once", "found", "led on", "paid"],
  ["thrown", "succeeded", "never", "down", "not known yet", "unavailable"],
  ["lost", "canceled", "later", "missing", "new payment", "paid"],
] as const;

test.each(ROWS)("%s, %s, read %s, target %s: %s -> %s", async (confirm, state, read, target, end, returnPage) => {
  const { stripe } = shop.world;
  stripe.setWebhooks(false);
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
    if (confirm === "lost") return route.abort();
    if (confirm !== "api_error") return hang(route);
    return route.fulfill({ status: 500, json: { error: { type: "api_error", message: "secret detail" } } });
  });
  await stopAtReturnPage(page);

  const isAsked = confirm === "hanging" ? page.waitForRequest("**/confirm") : undefined;
  await payButton(page).click();
  await isAsked;
  // After this long without an answer the page asks for the state.
  if (confirm === "hanging") await page.clock.fastForward(150_000);
  await reachEnd(page, end, intentId);
  await pass(page, async () => page.url().includes(PATHS.interstitial));
  const address = page.url();
  await page.unrouteAll();

  await shop.set({ kv: target === "found" ? "ok" : target });
  if (read !== "at once") {
    stripe.setMode("error-500");
    await page.goto(address);
    await shown(page, PAYMENT_RETURN_COPY.unavailable.text).waitFor();
    await expectNotPaid(page);
    if (read === "later") stripe.setMode("ok");
  } else await page.goto(address);
  const id = new URL(address).searchParams.get("payment_intent") ?? "";
  expect(stripe.intents.find((intent) => intent.id === id)?.status).toBe(returnPage === "paid" ? "succeeded" : state);
  if (returnPage === "paid") await expectPaid(page, id, target);
  else await expectNotKnown(page, returnPage);
});

const pass = (page: Page, until: () => Promise<boolean>) => passTime(page, until, { stepMs: 6_000 });

/** Waits until the buyer reads that end, checks that all of it is true, and does what leads on. */
async function reachEnd(page: Page, end: End, intentId: string): Promise<void> {
  const isTold = (title: string) => page.evaluate((text) => (window as Told).told?.includes(text) ?? false, title);
  const unsure = page.locator(".pay-unsure");
  switch (end) {
    case "led on":
      return;
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
      break;
    case "refused":
      await pass(page, () => isTold("Betaling mislukt"));
      await formReady(page);
      expect(await page.locator(".pay-error").textContent()).toContain("De betaling is niet gelukt.");
      break;
    case "broken":
      await pass(page, () => isTold("Er ging iets mis"));
  }
  await payButton(page).click();
}

/** The payment intent of the visit that the page's browser is on. */
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
