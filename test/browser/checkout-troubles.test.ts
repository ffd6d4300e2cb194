import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { hold, openBrowser } from "./browser.ts";
import { fillIn, formReady, intentIds, openCheckout, payButton, toast } from "./buyers.ts";
import { falsifyClock, passTime, pauseClock } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/**
 * What goes wrong before 'Betaal', and a press whose outcome is not known: the buyer reads it, and each button does its work.
 * test/client/payment-calls.test.ts and checkout-machine.test.ts have every answer, test/worker/payment-return.test.ts the return page.
 */

const browser = openBrowser();
const { stripe } = shop.world;

test("a press whose answer got lost with the network, while its bank decides: not known; who asks again hears as soon as the network is back, and can go to that payment", async () => {
  const { page } = await browser.visit();
  await falsifyClock(page);
  await openCheckout(page);
  await fillIn(page);
  const [intentId = ""] = intentIds();
  const loseAnswer = async () => {
    stripe.settle(intentId, "requires_action");
    await page.context().setOffline(true);
  };
  await page.route("**/confirm", (route) => loseAnswer().then(() => route.abort()), { times: 1 });
  await payButton(page).click();
  const again = page.getByRole("button", { name: "Kijk opnieuw" });
  for (const part of [page.getByRole("heading", { name: "We weten nog niet of je betaling is gelukt" }), again])
    await passTime(page, () => part.isVisible(), 6_000);
  // No timer ends any more.
  await pauseClock(page);
  await again.click();
  await again.waitFor({ state: "hidden" });
  const asked = page.waitForResponse(`**/v1/payment_intents/${intentId}?*`);
  await page.context().setOffline(false);
  await asked;
  await passTime(page, () => again.isVisible(), 6_000);
  await page.getByRole("button", { name: "Naar je betaling" }).click();
  await page.waitForURL(`**${PATHS.interstitial}?*payment_intent=${intentId}*`);
});

test("every fault on the way to a form is told, and the next retry can be the one that works, also after a failure that Stripe keeps", async () => {
  const { page } = await browser.visit();
  const retry = page.getByRole("button", { name: "Probeer opnieuw" });
  const alert = page.locator(".pay-failed [role=alert]");
  stripe.setMode("unauthorized", 1);
  const letReact = await hold(page, "**/build/checkout-*.js");
  const refused = page.waitForResponse(`**${PATHS.createPaymentIntent}`);
  await page.goto(PATHS.checkout, { waitUntil: "commit" });
  expect((await refused).status()).toBe(502);
  letReact();
  await toast(page, "Er ging iets mis").waitFor();
  expect(await toast(page, "Er ging iets mis").textContent()).toContain("Kon geen betaling initialiseren.");
  expect(await alert.textContent()).toContain("Kon betaalformulier niet laden");

  const limited = { status: 429, headers: { "retry-after": "60" }, json: { error: { code: "rate_limited" } } };
  await page.route(`**${PATHS.createPaymentIntent}`, (route) => route.fulfill(limited), { times: 1 });
  await Promise.all([page.waitForEvent("load"), retry.click()]);
  await toast(page, "Wacht een minuut").waitFor();
  expect(await alert.textContent()).toContain("Wacht een minuut");
  await retry.click();
  await formReady(page);
  expect(intentIds()).toHaveLength(1);
});
