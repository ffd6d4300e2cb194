import type { Page, Request } from "playwright";
import { expect, test } from "vitest";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import { countShifts, DESKTOP, drawn, forbidStorage, hang, hold, islandReady, openBrowser } from "./browser.ts";
import {
  choose,
  confirmations,
  fillIn,
  formReady,
  intentIds,
  openCheckout,
  paid,
  pay,
  payButton,
  payExpress,
  pressPay,
  purchases,
  toast,
} from "./buyers.ts";
import { falsifyClock, passTime, pauseClock } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/**
 * Paying at our own checkout: by card, bank or wallet, and never twice; what goes wrong, and that each button does its work then.
 * test/client/payment-calls.test.ts and checkout-machine.test.ts have every answer, test/worker/payment-return.test.ts the return page.
 */

const browser = openBrowser();
const SPINNER_TEXT = "Momentje, je betaling wordt verwerkt";

const { stripe } = shop.world;

test("by card: what a password manager has filled in stays, whatever was typed here before, and the payment; the sale is counted, and the buyer goes on after ten seconds", async () => {
  // A browser reports motion between pages that it breaks off as an error.
  const { page, problems } = await browser.visit({ reducedMotion: "no-preference" });
  await page.clock.install();
  const calls: Request[] = [];
  const isCall = (one: { url(): string }) => new URL(one.url()).pathname === PATHS.createPaymentIntent;
  page.on("request", (request) => isCall(request) && calls.push(request));
  const letReact = await hold(page, "**/build/checkout-*.js");
  const [answer] = await Promise.all([
    page.waitForResponse(isCall),
    page.goto(`${PATHS.checkout}?flow=A`, { waitUntil: "commit" }),
  ]);
  expect(answer.status()).toBe(200);
  await page.waitForFunction(() => "Stripe" in window);
  expect(await page.locator('[data-island="checkout"]').getAttribute("data-status")).toBe("loading");
  await page.evaluate(() => {
    const put = (id: string, change: object) => {
      const field = Object.assign(document.getElementById(id) as HTMLInputElement, change);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    sessionStorage.setItem("checkout-buyer", '["Piet","piet@example.nl"]');
    put("checkout-name", { value: "Jan de Vries" });
    put("checkout-email", { value: "jan@example.nl" });
    put("checkout-consent", { checked: true });
  });
  letReact();
  await formReady(page);
  expect(await page.locator("#checkout-name").inputValue()).toBe("Jan de Vries");
  expect(await page.locator("#checkout-email").inputValue()).toBe("jan@example.nl");
  expect(await page.locator("#checkout-consent").isChecked(), "a consent never").toBe(false);
  expect(await page.locator("#checkout-missing").textContent()).toBe("Nog nodig: je akkoord.");
  expect(calls, "begun before the form").toHaveLength(1);
  expect(await page.locator('script[src$="/stripe.js"]').count()).toBe(1);

  const letBegin = await hold(page, "**/build/begin-payment-*.js");
  await page.reload({ waitUntil: "commit" });
  await formReady(page);
  const begun = page.waitForResponse("**/build/begin-payment-*.js");
  letBegin();
  await begun;
  await drawn(page);
  expect(calls, "begun after the form").toHaveLength(2);
  await fillIn(page);
  expect(await payButton(page).textContent()).toBe("Betaal €39.00");
  // Until here the clock runs on with the machine's.
  await pauseClock(page);
  await pay(page);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Je betaling is gelukt");
  await page.getByText("We sturen je bevestiging naar jan@example.nl.").waitFor();
  await page.getByText(SPINNER_TEXT).filter({ visible: true }).waitFor();
  const { intents } = stripe;
  expect(intents).toEqual([
    expect.objectContaining({
      ...{ status: "succeeded", amount: 3900, receipt_email: "jan@example.nl" },
      metadata: expect.objectContaining({
        product: "KVB1",
        flow: "A",
        buyer_name: "Jan de Vries",
        consent: "2026-11-22",
      }),
    }),
  ]);
  await expect
    .poll(() => purchases(page))
    .toEqual([{ event: "purchase", transaction_id: intents[0]?.id, value: 32.23, currency: "EUR" }]);
  await expect.poll(async () => stripe.webhookDeliveries).toEqual([expect.objectContaining({ delivered: true })]);
  await page.locator("html[data-visit=ended]").waitFor();
  await page.waitForLoadState();
  await page.clock.runFor(9_000);
  expect(page.url()).toContain(PATHS.interstitial);
  await page.clock.runFor(1_000);
  await page.waitForURL(`${browser.world}/cursus/kvb1`);
  expect(problems).toEqual([]);
});

// Google Pay: give-gift.test.ts.
test("Apple Pay: needs the consent and nothing else", async () => {
  const name = "Apple Pay";
  stripe.setWallets({ applePay: true });
  const { page } = await browser.visit({ viewport: DESKTOP });
  await openCheckout(page);
  const express = page.frameLocator(".pay-express iframe");
  await express.getByRole("button", { name }).click();
  await toast(page, "Geef nog je akkoord").waitFor();
  expect(await express.locator("form").isVisible()).toBe(false);
  await page.getByLabel("Ik wil dat de levering").check();
  // An address that was left half typed is not the wallet's.
  await page.getByLabel("E-mailadres *").fill("test@");
  await payExpress(page, name, "declined");
  await toast(page, "Betaling mislukt").waitFor();
  await express.locator("form").waitFor({ state: "hidden" });
  const { intents } = stripe;
  expect(intents[0]?.metadata).toMatchObject({ buyer_name: "Testkoper", buyer_email: "testkoper@example.com" });
  // Whole ones are the buyer's own words.
  await page.getByLabel("Volledige naam *").fill("Jan");
  await page.getByLabel("E-mailadres *").fill("Jan <jan@example.nl>");
  await payExpress(page, name, "succeeded");
  await paid(page);
  const metadata = { buyer_name: "Jan", buyer_email: "jan@example.nl" };
  expect(intents).toMatchObject([{ receipt_email: "jan@example.nl", metadata }]);
});

test("back to a page that the browser kept: the button works, and a payment that has ended meanwhile is replaced; who is elsewhere on the page keeps the focus", async () => {
  stripe.setWallets({ applePay: true });
  const { page } = await browser.visit();
  await openCheckout(page);
  await fillIn(page);
  const comeBack = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.route("**/confirm", hang, { times: 1 });
  await payButton(page).click();
  await page.locator('.pay[data-phase="processing"]').waitFor();
  await page.getByLabel("Ik wil dat de levering").press("Space");
  await page.frameLocator(".pay-express iframe").getByRole("button").click();
  expect(await page.frameLocator(".pay-express iframe").locator("form").isVisible(), "pays already").toBe(false);
  await comeBack();
  await formReady(page);
  expect(await payButton(page).isEnabled()).toBe(true);
  const end = async () => {
    stripe.settle(intentIds().at(-1) ?? "", "canceled");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  };
  for (const json of [{}, { error: { code: "rate_limited" } }])
    await page.route(`**${PATHS.createPaymentIntent}`, (route) => route.fulfill({ status: 502, json }), { times: 1 });
  await end();
  for (const hasText of ["Wacht een minuut", "Kon betaalformulier niet laden"])
    await page.locator(".pay-failed", { hasText }).getByRole("button", { name: "Probeer opnieuw" }).click();
  await formReady(page);
  await page.locator("#betalen:focus").waitFor();
  const elsewhere = page.locator("footer a").first();
  await elsewhere.focus();
  await end();
  await toast(page, "Er staat een nieuwe betaling klaar").waitFor();
  await expect.poll(intentIds).toHaveLength(3);
  await formReady(page);
  expect(await elsewhere.evaluate((element) => element === document.activeElement)).toBe(true);
  stripe.settle(intentIds()[2] ?? "", "succeeded");
  // What was typed is still there.
  await payButton(page).click();
  await paid(page);
  expect(intentIds()).toHaveLength(3);
});

const WIDTHS = [320, 390, 768, 1440];
test.each(sample(WIDTHS, (width) => width === 390 || width === 1440))(
  "at %i px the summary is painted, nothing larger comes later, nothing moves or scrolls sideways",
  async (width) => {
    stripe.setWallets({ googlePay: true });
    const { page } = await browser.visit({ viewport: { width, height: 844 } });
    const shifted = await countShifts(page);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const { element } = list.getEntries().at(-1) as LargestContentfulPaint;
        document.documentElement.dataset.largest = element?.closest(".checkout-side") ? "summary" : element?.className;
      }).observe({ type: "largest-contentful-paint", buffered: true });
    });
    const letGo = await hold(page, /\/build\/.*\.(js|woff2)$|\/stripe\.js$/);
    await page.goto(PATHS.checkout, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    expect(await page.locator(".checkout-side").getByText("€39,00").filter({ visible: true }).count()).toBe(1);
    const box = await page.locator("#checkout-name").boundingBox();
    // On a phone the first field stands within the first screen, below the product and its benefits.
    if (width === 390) expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(520);
    letGo();
    await formReady(page);
    await page.evaluate(() => document.fonts.ready);
    await drawn(page);
    expect(await page.locator("html").getAttribute("data-largest")).toBe("summary");
    expect(await shifted()).toBeLessThan(0.01);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const express = page.frameLocator(".pay-express iframe").getByRole("button").first();
    expect((await express.boundingBox())?.height).toBe(48);
    expect(await divider(page).isVisible()).toBe(width >= 768);
    if (width < 1440) return;
    // Beside the sum there is room for one review.
    await islandReady(page, "reviewsCarousel");
    expect(await page.locator(".review:visible").count()).toBe(1);
    expect(await page.locator(".reviews-dots button").count()).toBe(6);
  },
);

const REFUSED = "Betaling mislukt";
const WRONG = "Er ging iets mis";
type Fault = { title: string; text?: string; details?: object; outcome?: string; method?: string };
/** What goes wrong at a press, of each kind one, and what the buyer reads then. `details`: our server's answer to who buys. */
const FAULTS: readonly Fault[] = [
  { title: WRONG, text: "Probeer het opnieuw", details: { status: 500, json: {} } },
  { title: REFUSED, text: "De betaling is niet gelukt.", outcome: "connection-lost" },
  { title: REFUSED, text: "Je kaart is geweigerd.", outcome: "declined" },
  { title: "Wacht een minuut", details: { status: 429, json: { error: { code: "rate_limited" } } } },
  // No word of a card to who pays without one.
  { title: REFUSED, text: CHECKOUT_COPY.form.toasts.refusedText, outcome: "declined", method: "iDEAL" },
];
test("every error leads back to a form that works, one after the other, also without storage; then twenty clicks and Enter at the same moment are one confirmation, and although its answer gets lost, the success", async () => {
  const { page } = await browser.visit();
  await falsifyClock(page);
  await forbidStorage(page);
  await openCheckout(page);
  await fillIn(page);
  for (const { title, text = "", details, outcome, method } of FAULTS) {
    const fault = JSON.stringify(details ?? outcome);
    if (details !== undefined)
      await page.route(`**${PATHS.paymentDetails}`, (route) => route.fulfill(details), { times: 1 });
    if (outcome !== undefined) await choose(page, outcome, method);
    const before = confirmations();
    await payButton(page).click();
    // Before the toast, the page may ask Stripe for the payment's state.
    await passTime(page, () => toast(page, title).isVisible());
    expect(await toast(page, title).textContent(), fault).toContain(text);
    expect(await payButton(page).isEnabled(), fault).toBe(true);
    expect(await purchases(page), fault).toEqual([]);
    if (details !== undefined) expect(confirmations(), fault).toEqual(before);
    const said = await page.locator(".pay-refusal, .form-error").allTextContents();
    expect(said, fault).toEqual(title === REFUSED ? [expect.stringContaining(text)] : []);
    expect(said.join().includes(CHECKOUT_COPY.form.declined), fault).toBe(text === "Je kaart is geweigerd.");
  }
  await choose(page, "connection-lost-after-payment");
  // What the page asks: the browser repeats by itself what gets no answer.
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/confirm") && asked.push(request.method()));
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>(".pay-form");
    const button = document.querySelector<HTMLButtonElement>(".pay-button");
    for (let index = 0; index < 20; index += 1) {
      button?.click();
      form?.requestSubmit();
    }
  });
  await passTime(page, async () => page.url().includes(PATHS.interstitial));
  await paid(page);
  expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  expect(stripe.intents).toEqual([expect.objectContaining({ status: "succeeded" })]);
});

test("the form says what is missing and what is wrong, at the field and in one toast; a screen reader hears it, and keeps its place", async () => {
  const { page } = await browser.visit({ viewport: DESKTOP });
  await page.clock.install();
  await openCheckout(page);
  // A toast ends only when the test says so.
  await pauseClock(page);
  const toasts = () => page.locator(".toast").count();
  const methods = page.frameLocator(".pay-element iframe").getByRole("radio");
  expect(await methods.first().getAttribute("value")).toBe("ideal");
  expect(await methods.first().isChecked()).toBe(true);
  expect(await divider(page).isVisible(), "without an express button").toBe(false);

  const name = page.getByLabel("Volledige naam *");
  const email = page.getByLabel("E-mailadres *");
  const consent = page.getByLabel("Ik wil dat de levering");
  const focused = () => page.locator(":focus").getAttribute("id");
  // A press names the first field that is missing with its error, which belongs to it already.
  await name.evaluate((field) =>
    field.addEventListener("focus", () => {
      document.documentElement.dataset.described = field.getAttribute("aria-describedby") ?? "";
    }),
  );
  // The keyboard can still reach and press it.
  await payButton(page).press("Enter");
  expect(await toast(page, "Vul alle velden in").textContent()).toContain("Naam en email zijn verplicht");
  expect(await focused()).toBe("checkout-name");
  expect(await page.locator("html").getAttribute("data-described")).toBe("checkout-name-error");
  await page.clock.runFor(4_000);
  const first = await page.$(".toast p");
  await payButton(page).press("Enter");
  await page.clock.runFor(2_000);
  expect(await first?.isVisible(), "said anew").toBe(false);
  expect(await toasts(), "the second stays as long as the first would have").toBe(1);
  await name.fill("  ");
  expect(await toast(page, "Vul alle velden in").count()).toBe(0);
  await email.fill("jan");
  await pressPay(page);
  await toast(page, "Vul alle velden in").waitFor();
  expect([await focused(), await name.getAttribute("aria-invalid")]).toEqual(["checkout-name", "true"]);
  expect(await page.locator("#checkout-name-error").textContent()).toBe("Vul je naam in.");
  await name.fill("Jan");
  expect(await page.locator("#checkout-name-error").count()).toBe(0);
  for (const wrong of ["jan@", "jan de@example.nl"]) {
    await email.fill(wrong);
    expect(await toasts()).toBe(0);
    await pressPay(page);
    expect(await toast(page, "Ongeldig emailadres").textContent()).toContain("Vul een geldig emailadres in");
    expect([await toasts(), await email.getAttribute("aria-invalid")], wrong).toEqual([1, "true"]);
    expect(await focused()).toBe("checkout-email");
  }
  // The next press names only the fields that are wrong now.
  await name.fill(" ");
  await pressPay(page);
  await toast(page, "Vul alle velden in").waitFor();
  expect(await toasts()).toBe(1);
  await name.fill("Jan");
  await email.fill("jan@example.nl");
  expect(await email.getAttribute("aria-invalid"), "corrected").toBe("false");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("checkout-consent");
  await toast(page, "Geef nog je akkoord").getByRole("button").press("Escape");
  expect(await toasts(), "Escape closes it").toBe(0);
  await consent.check();
  expect(confirmations()).toEqual([]);

  // An address that only Stripe refuses.
  const json = { error: { type: "invalid_request_error", code: "email_invalid" } };
  await choose(page, "declined");
  await page.route("**/confirm", (route) => route.fulfill({ status: 400, json }), { times: 1 });
  await payButton(page).click();
  await toast(page, "Ongeldig emailadres").waitFor();
  await expect.poll(focused).toBe("checkout-email");

  // The button keeps the focus, and text to read, while paying and after a refusal. A second press pays and tells nothing.
  const letPay = await hold(page, `**${PATHS.paymentDetails}`);
  await payButton(page).press("Enter");
  await page.locator(".pay-form[aria-busy=true]").waitFor();
  const isOnButton = () =>
    page.locator("button:focus").evaluate((b) => getComputedStyle(b).color !== getComputedStyle(b).backgroundColor);
  expect(await isOnButton()).toBe(true);
  await page.keyboard.press("Enter");
  letPay();
  const refused = toast(page, "Betaling mislukt");
  await refused.waitFor();
  expect([await isOnButton(), await toasts(), confirmations().length]).toEqual([true, 1, 1]);
  expect(await refused.locator("[aria-live]").textContent()).toBe("Betaling mislukt. Je kaart is geweigerd.");
  const close = refused.getByRole("button", { name: "Melding sluiten" });
  await close.click();
  expect(await toasts()).toBe(0);
  // Enter pays in the box of the consent too, which keeps the focus and its tick.
  await page.mouse.move(5, 500);
  await consent.press("Enter");
  await refused.waitFor();
  expect([await focused(), await consent.isChecked()]).toEqual(["checkout-consent", true]);
  // It stays for five seconds, and waits under the pointer and with the focus in it.
  await page.clock.runFor(2_000);
  for (const [stay, leave] of [
    [() => refused.hover(), () => page.mouse.move(5, 500)],
    [() => close.focus(), () => name.focus()],
  ] as const) {
    await stay();
    await page.clock.runFor(20_000);
    await leave();
    // React draws, and then counts again, each after a message to itself.
    await page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      for (const _ of "some messages") {
        const told = new Promise((resolve) => Object.assign(port1, { onmessage: resolve }));
        port2.postMessage("");
        await told;
      }
    });
    await page.clock.runFor(1_400);
    expect(await toasts()).toBe(1);
  }
  await page.clock.runFor(300);
  await expect.poll(toasts).toBe(0);
});

const divider = (page: Page) => page.getByText("of betaal met", { exact: true });

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
  expect(await page.locator("h3:focus").count(), "the heading has the focus").toBe(1);
  expect(await page.locator(".account-sign-in button").isDisabled(), "the account cannot change").toBe(true);
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
  const failed = page.locator(".pay-failed p:visible");
  stripe.setMode("unauthorized", 1);
  const letReact = await hold(page, "**/build/checkout-*.js");
  const refused = page.waitForResponse(`**${PATHS.createPaymentIntent}`);
  await page.goto(PATHS.checkout, { waitUntil: "commit" });
  expect((await refused).status()).toBe(502);
  letReact();
  await toast(page, "Er ging iets mis").waitFor();
  expect(await toast(page, "Er ging iets mis").textContent()).toContain("Kon geen betaling initialiseren.");
  expect(await page.getByRole("alert").textContent()).toContain("Kon betaalformulier niet laden");

  const limited = { status: 429, headers: { "retry-after": "60" }, json: { error: { code: "rate_limited" } } };
  await page.route(`**${PATHS.createPaymentIntent}`, (route) => route.fulfill(limited), { times: 1 });
  await Promise.all([page.waitForEvent("load"), retry.click()]);
  await toast(page, "Wacht een minuut").waitFor();
  expect(await failed.textContent()).toContain("Wacht een minuut");
  expect(await page.getByRole("alert").count(), "said by the toast").toBe(0);
  await retry.click();
  await formReady(page);
  expect(intentIds()).toHaveLength(1);
});
