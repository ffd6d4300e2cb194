import type { Page, Route } from "playwright";
import { describe, expect, test } from "vitest";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { hold, openBrowser } from "./browser.ts";
import { buyers, fillIn, formReady, openCheckout, paid, pay, payButton, payWith, toast, UNKNOWN } from "./buyers.ts";
import { passTime, pauseClock, stopClock } from "./false-clock.ts";
import { stopAtReturnPage } from "./return-page.ts";

/** What goes wrong before and after pressing 'Betaal', one fault at a time: the buyer reads the truth, and can go on. */

const browser = openBrowser();
const { control, worldState, intentIds, confirmations, buyer, readyBuyer } = buyers(browser);

const failed = (page: Page) => page.getByText("Kon betaalformulier niet laden").first();
const retry = (page: Page) => page.getByRole("button", { name: "Probeer opnieuw" });

const LIMITED = { status: 429, headers: { "retry-after": "60" }, json: { error: { code: "rate_limited" } } };

/** Lets a request arrive, and loses its answer. */
async function lose(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

describe("not known yet", () => {
  test("unknown, and then Stripe answers after all: asking again finds out", async () => {
    const { page } = await buyer();
    await stopClock(page);
    await stopAtReturnPage(page);
    await openCheckout(page);
    await fillIn(page);
    let isDown = true;
    await page.route(`${browser.world}/v1/payment_intents/*`, (route) => (isDown ? route.abort() : route.fallback()));
    await page.route("**/confirm", lose);
    await payButton(page).click();
    await passTime(page, () => page.getByRole("button", { name: "Kijk opnieuw" }).isVisible());
    isDown = false;
    await page.getByRole("button", { name: "Kijk opnieuw" }).click();
    await passTime(page, async () => page.url().includes(PATHS.interstitial));
    expect(await confirmations()).toHaveLength(1);
  });

  test("unknown while the network is away: it looks as soon as that is back", async () => {
    const { page } = await buyer();
    await stopClock(page);
    await openCheckout(page);
    await fillIn(page);
    await page.route("**/confirm", async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    });
    await payButton(page).click();
    await passTime(page, () => page.getByRole("heading", { name: UNKNOWN }).isVisible());
    // No timer ends any more.
    await pauseClock(page);
    await page.context().setOffline(false);
    await paid(page);
  });
});

describe("a payment that could not be made locks nobody out", () => {
  test.each([1, 2])("Stripe keeps a failure under the key, %i times: each retry has a new one", async (times) => {
    await control("stripe", { mode: "error-500", times });
    const { page } = await browser.open(PATHS.checkout);
    for (let failure = 1; failure <= times; failure += 1) {
      await failed(page).waitFor();
      await Promise.all([page.waitForEvent("load"), retry(page).click()]);
    }
    await formReady(page);
    expect((await worldState()).requests.filter(({ replayed }) => replayed)).toEqual([]);
    await fillIn(page);
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("Stripe fails for a minute: reload, back button and a second tab all work once it does not", async () => {
    await control("stripe", { mode: "error-500" });
    const { page } = await browser.open(PATHS.order);
    for (const _ of [1, 2, 3]) {
      await page.goto(PATHS.checkout);
      await failed(page).waitFor();
      expect(await toast(page, "Er ging iets mis").textContent()).toContain("Kon geen betaling initialiseren.");
      await page.reload();
      await failed(page).waitFor();
    }
    await control("stripe", { mode: "ok" });
    const second = await page.context().newPage();
    await openCheckout(second);
    await page.goBack();
    await page.goForward();
    await formReady(page);
    expect(await intentIds()).toHaveLength(1);
    await fillIn(page);
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("an answer that got lost keeps its key: the retry finds what was made", async () => {
    const { page } = await buyer();
    // The page asks a second time by itself.
    await page.route(`**${PATHS.createPaymentIntent}`, lose, { times: 2 });
    await page.goto(PATHS.checkout);
    await failed(page).waitFor();
    await retry(page).click();
    await formReady(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("what stands in storage cannot lock anybody out", async () => {
    const { page } = await buyer();
    for (const stored of [
      "{",
      "7",
      `{"key":"x","flow":"none","at":${Date.now()}}`,
      '{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none"}',
      `{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"x","at":${Date.now()}}`,
      `{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none","at":${Date.now()},"intentId":"<script>"}`,
      `{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none","at":${Date.now()},"intentId":"pi_3gone"}`,
    ]) {
      await page.goto(PATHS.faq);
      await page.evaluate((text) => localStorage.setItem("checkout-visit:KVB1.3900", text), stored);
      await openCheckout(page);
    }
  });
});

describe("what the payment says of its buyer", () => {
  test("name, address and consent are on it before it is confirmed", async () => {
    const { page } = await readyBuyer();
    await pay(page);
    expect((await worldState()).intents[0]?.metadata).toMatchObject({
      buyer_name: "Jan de Vries",
      buyer_email: "jan@example.nl",
      consent: "2026-11-22",
      consent_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test.each([
    ["our server is down", { status: 503, json: { error: { code: "unavailable" } } }, "Er ging iets mis"],
    ["our server answers nothing of its own", { status: 500, body: "<h1>Error</h1>" }, "Er ging iets mis"],
    ["our own rate limit is met", LIMITED, "Wacht een minuut"],
  ])("%s: nothing is confirmed, the form works, and the next press pays", async (_name, answer, title) => {
    const { page } = await readyBuyer();
    await page.route(`**${PATHS.paymentDetails}`, (route) => route.fulfill(answer), { times: 1 });
    await payButton(page).click();
    await toast(page, title).waitFor();
    expect(await confirmations()).toEqual([]);
    await pay(page);
  });

  test("our own rate limit is told as what it is when the checkout opens", async () => {
    const { page } = await buyer();
    await page.route(`**${PATHS.createPaymentIntent}*`, (route) => route.fulfill(LIMITED), { times: 1 });
    await page.goto(PATHS.checkout);
    await toast(page, "Wacht een minuut").waitFor();
    expect(await page.locator(".pay-failed [role=alert]").textContent()).toContain("Wacht een minuut");
    await retry(page).click();
    await formReady(page);
  });
});

describe("two tabs are one payment", () => {
  /** Opens the checkout in two tabs. The form in the first one is filled in. */
  async function openTabs(): Promise<{ first: Page; second: Page }> {
    const { page: first } = await readyBuyer();
    const second = await first.context().newPage();
    await openCheckout(second);
    return { first, second };
  }

  test("at the bank in one: the other says so before it can charge, and can pay all the same, once", async () => {
    const { first, second } = await openTabs();
    await payWith(first, "succeeded", "iDEAL");
    await first.waitForURL(`${browser.world}/bank/*`);

    await fillIn(second);
    await payButton(second).click();
    await second.getByText("je betaalt nooit twee keer").waitFor();
    expect(await confirmations()).toHaveLength(1);
    const third = await first.context().newPage();
    await openCheckout(third);
    expect(await third.locator(".pay-notice").isVisible()).toBe(true);

    await pay(second);
    await first.getByRole("button", { name: "Betalen" }).click();
    await first.getByText("Deze betaling is al afgehandeld").waitFor();
    // The third tab has sent nothing: it shows that the payment was paid, and has an open one of its own.
    await third.getByText(CHECKOUT_COPY.form.bought.title).waitFor();
    await formReady(third);
    expect((await worldState()).intents.map(({ status }) => status)).toEqual(["succeeded", "requires_payment_method"]);
  });

  test("paid in one: the other says so and begins anew; it may be somebody else's", async () => {
    const { first, second } = await openTabs();
    await pay(first);
    await second.getByText(CHECKOUT_COPY.form.bought.title).waitFor();
    await formReady(second);
    // One message says it.
    expect(await second.locator(".pay-notice").count()).toBe(1);
    expect(await intentIds()).toHaveLength(2);
    expect(await confirmations()).toHaveLength(1);
  });

  test("both pressed at the same moment: one charge, and both read of it", async () => {
    const { page: first } = await buyer();
    const second = await first.context().newPage();
    await Promise.all([openCheckout(first), openCheckout(second)]);
    await fillIn(first);
    await fillIn(second);
    // The first payment sends both tabs to the return page, so none may end before both are pressed.
    const release = await Promise.all([first, second].map((tab) => hold(tab, `**${PATHS.paymentDetails}`)));
    await payButton(first).click();
    await payButton(second).click();
    for (const letGo of release) letGo();
    // A tab that had sent nothing before it was paid only shows a message.
    const { left, bought } = CHECKOUT_COPY.form;
    const told = (tab: Page) => tab.getByText(left.paid.title).or(tab.getByText(bought.title)).first().waitFor();
    await Promise.all([first, second].map((tab) => Promise.any([paid(tab), told(tab)])));
    expect((await worldState()).intents.filter(({ status }) => status === "succeeded")).toHaveLength(1);
  });
});
