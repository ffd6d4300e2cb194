import type { Locator, Page, Route } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { hold, openBrowser } from "./browser.ts";
import { buyers, fillIn, formReady, openCheckout, paid, pay, payButton, toast, UNKNOWN } from "./buyers.ts";
import { passTime, pauseClock, stopClock } from "./false-clock.ts";

/** What goes wrong before and after pressing 'Betaal', one fault at a time: the buyer reads the truth, and can go on. */

const browser = openBrowser();
const { control, worldState, intentIds, confirmations, buyer, readyBuyer } = buyers(browser);

const failed = (page: Page) => page.getByText("Kon betaalformulier niet laden").first();
const retry = (page: Page) => page.getByRole("button", { name: "Probeer opnieuw" });

const LIMITED = { status: 429, headers: { "retry-after": "60" }, json: { error: { code: "rate_limited" } } };

const reloadBy = (button: Locator) => Promise.all([button.page().waitForEvent("load"), button.click()]);

/** Lets a request arrive, and loses its answer. */
async function lose(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

test("not known, and the network is away: a buyer who asks again hears of it as soon as that is back", async () => {
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
  const again = page.getByRole("button", { name: "Kijk opnieuw" });
  await passTime(page, () => again.isVisible(), { stepMs: 6_000 });
  // No timer ends any more.
  await pauseClock(page);
  await again.click();
  await again.waitFor({ state: "hidden" });
  await page.context().setOffline(false);
  await paid(page);
  expect(await confirmations()).toHaveLength(1);
});

test("every fault on the way to a form is told, and the next retry can be the one that works", async () => {
  const { page } = await buyer();
  const alert = page.locator(".pay-failed [role=alert]");
  const expectFault = async (fault: string, title: string, text: string) => {
    await toast(page, title).waitFor();
    expect(await toast(page, title).textContent(), fault).toContain(text);
    await alert.waitFor();
  };
  const UNAVAILABLE = ["Er ging iets mis", "Kon geen betaling initialiseren. Probeer het opnieuw."] as const;
  await control("stripe", { mode: "unauthorized", times: 1 });
  const letReact = await hold(page, "**/build/checkout-*.js");
  const refused = page.waitForResponse(`**${PATHS.createPaymentIntent}`);
  await page.goto(PATHS.checkout, { waitUntil: "commit" });
  expect((await refused).status()).toBe(502);
  expect(await page.locator('[data-island="checkout"]').getAttribute("data-status")).toBe("loading");
  letReact();
  await expectFault("refused before the form was there", ...UNAVAILABLE);
  expect(await alert.textContent()).toContain("Kon betaalformulier niet laden");

  await page.route(`**${PATHS.createPaymentIntent}`, (route) => route.fulfill(LIMITED), { times: 1 });
  await reloadBy(retry(page));
  await expectFault("our own rate limit", "Wacht een minuut", "");
  expect(await alert.textContent()).toContain("Wacht een minuut");

  let lost = 0;
  await page.route(`**${PATHS.createPaymentIntent}`, (route) => {
    lost += 1;
    return lose(route);
  });
  await reloadBy(retry(page));
  await expectFault("two answers that got lost", ...UNAVAILABLE);
  expect(lost, "it asks a second time by itself").toBe(2);
  await page.unroute(`**${PATHS.createPaymentIntent}`);
  const made = await intentIds();
  expect(made).toHaveLength(1);

  let asked = 0;
  await page.route("**/stripe.js", (route) => {
    if (route.request().resourceType() === "script") asked += 1;
    return route.abort();
  });
  await reloadBy(retry(page));
  await expectFault("no Stripe.js", ...UNAVAILABLE);
  expect(asked).toBeGreaterThanOrEqual(2);
  await page.unroute("**/stripe.js");
  await retry(page).click();
  await formReady(page);
  expect(await intentIds(), "what was made before is found").toEqual(made);
});

test("Stripe fails for a minute, and keeps each failure: retry, back and a second tab work once it does not", async () => {
  await control("stripe", { mode: "error-500" });
  const { page } = await browser.open(PATHS.checkout);
  await failed(page).waitFor();
  await reloadBy(retry(page));
  await failed(page).waitFor();
  await page.goto(PATHS.faq);
  await control("stripe", { mode: "ok" });
  const second = await page.context().newPage();
  await openCheckout(second);
  await page.goBack();
  await formReady(page);
  expect((await worldState()).requests.filter(({ replayed }) => replayed)).toEqual([]);
  expect(await intentIds()).toHaveLength(1);
});

test("what the payment says of its buyer cannot be written: nothing is confirmed, and a later press pays", async () => {
  const { page } = await readyBuyer();
  for (const [fault, answer, title] of [
    ["our server is down", { status: 503, json: { error: { code: "unavailable" } } }, "Er ging iets mis"],
    ["our own rate limit is met", LIMITED, "Wacht een minuut"],
    ["our server answers nothing of its own", { status: 500, body: "<h1>Error</h1>" }, "Er ging iets mis"],
  ] as const) {
    await page.route(`**${PATHS.paymentDetails}`, (route) => route.fulfill(answer), { times: 1 });
    await payButton(page).click();
    await toast(page, title).waitFor();
    expect(await confirmations(), fault).toEqual([]);
  }
  await pay(page);
});
