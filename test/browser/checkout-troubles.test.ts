import type { Locator, Route } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import type { IntentStatus } from "../outside-world/stripe-intents.ts";
import { hang, hold, openBrowser } from "./browser.ts";
import { fillIn, formReady, intentIds, openCheckout, paid, payButton, toast } from "./buyers.ts";
import { falsifyClock, passTime, pauseClock } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/**
 * What goes wrong before 'Betaal', and a press whose outcome is not known: the buyer reads the truth, and can go on.
 * test/client/payment-calls.test.ts and checkout-machine.test.ts have every answer, test/worker/payment-return.test.ts the return page.
 */

const browser = openBrowser();
const { stripe } = shop.world;

const reloadBy = (button: Locator) => Promise.all([button.page().waitForEvent("load"), button.click()]);

/** A press: the payment has this state by the time that it is confirmed, and the confirmation itself is handled so. */
async function press(state: IntentStatus, confirm: (route: Route) => unknown) {
  const { page } = await browser.visit();
  await falsifyClock(page);
  await openCheckout(page);
  await fillIn(page);
  const [intentId = ""] = intentIds();
  await page.route(
    `**${PATHS.paymentDetails}`,
    async (route) => {
      const response = await route.fetch();
      stripe.settle(intentId, state);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.route("**/confirm", confirm, { times: 1 });
  const isAsked = page.waitForRequest("**/confirm");
  await payButton(page).click();
  await isAsked;
  /** Waits until the form says that it does not know, and has stopped asking. */
  const isUnknown = async () => {
    const unsure = page.locator(".pay-unsure");
    for (const part of [
      page.getByRole("heading", { name: "We weten nog niet of je betaling is gelukt" }),
      page.getByRole("button", { name: "Kijk opnieuw" }),
    ]) {
      await passTime(page, () => part.isVisible(), 6_000);
      expect(await unsure.textContent()).toContain("Betaal niet opnieuw");
      expect(await payButton(page).isEnabled()).toBe(false);
    }
    expect(await unsure.getByRole("link").getAttribute("href")).toMatch(/^mailto:/);
  };
  return { page, intentId, isUnknown };
}

test("not known, and the network is away: a buyer who asks again hears of it as soon as that is back", async () => {
  const { page, intentId, isUnknown } = await press("succeeded", async (route) => {
    await route.request().frame().page().context().setOffline(true);
    await route.abort();
  });
  await isUnknown();
  // No timer ends any more.
  await pauseClock(page);
  const again = page.getByRole("button", { name: "Kijk opnieuw" });
  await again.click();
  await again.waitFor({ state: "hidden" });
  await page.context().setOffline(false);
  await paid(page);
  expect(intentIds()).toEqual([intentId]);
});

test("the confirmation hangs, and the bank has not decided: not known yet, and a way to that payment", async () => {
  const { page, intentId, isUnknown } = await press("requires_action", hang);
  // After this long without an answer the page asks for the state.
  await page.clock.fastForward(150_000);
  await isUnknown();
  await page.getByRole("button", { name: "Naar je betaling" }).click();
  await page.waitForURL(`**${PATHS.interstitial}?*payment_intent=${intentId}*`);
});

test("every fault on the way to a form is told, and the next retry can be the one that works, also after a failure that Stripe keeps", async () => {
  const { page } = await browser.visit();
  const retry = page.getByRole("button", { name: "Probeer opnieuw" });
  const alert = page.locator(".pay-failed [role=alert]");
  const expectFault = async (fault: string, title: string, text: string) => {
    await toast(page, title).waitFor();
    expect(await toast(page, title).textContent(), fault).toContain(text);
    await alert.waitFor();
  };
  const UNAVAILABLE = ["Er ging iets mis", "Kon geen betaling initialiseren. Probeer het opnieuw."] as const;
  stripe.setMode("unauthorized", 1);
  const letReact = await hold(page, "**/build/checkout-*.js");
  const refused = page.waitForResponse(`**${PATHS.createPaymentIntent}`);
  await page.goto(PATHS.checkout, { waitUntil: "commit" });
  expect((await refused).status()).toBe(502);
  expect(await page.locator('[data-island="checkout"]').getAttribute("data-status")).toBe("loading");
  letReact();
  await expectFault("refused before the form was there", ...UNAVAILABLE);
  expect(await alert.textContent()).toContain("Kon betaalformulier niet laden");

  const limited = { status: 429, headers: { "retry-after": "60" }, json: { error: { code: "rate_limited" } } };
  await page.route(`**${PATHS.createPaymentIntent}`, (route) => route.fulfill(limited), { times: 1 });
  await reloadBy(retry);
  await expectFault("our own rate limit", "Wacht een minuut", "");
  expect(await alert.textContent()).toContain("Wacht een minuut");

  await page.route("**/stripe.js", (route) => route.abort());
  await reloadBy(retry);
  await expectFault("no Stripe.js", ...UNAVAILABLE);
  const made = intentIds();
  expect(made).toHaveLength(1);
  await page.unroute("**/stripe.js");
  await retry.click();
  await formReady(page);
  expect(intentIds(), "what was made before is found").toEqual(made);
});
