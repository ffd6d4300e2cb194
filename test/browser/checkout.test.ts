import type { Page, Request } from "playwright";
import { expect, test } from "vitest";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import { countShifts, DESKTOP, forbidStorage, hold, islandReady, openBrowser } from "./browser.ts";
import {
  buyers,
  choose,
  fillIn,
  formReady,
  openCheckout,
  paid,
  pay,
  payButton,
  payWith,
  pressPay,
  purchases,
  throwOnceFromStripe,
  toast,
} from "./buyers.ts";
import { passTime, pauseClock, stopClock } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/** Paying at our own checkout: by card, bank or wallet, and never twice. */

const browser = openBrowser();
const SPINNER_TEXT = "Momentje, je betaling wordt verwerkt";

const { control, worldState, intentIds, confirmations, buyer, readyBuyer } = buyers(browser);

test("by card: the sale is counted, and the buyer goes on after ten seconds", async () => {
  // A browser reports motion between pages that it breaks off as an error.
  const { page, problems } = await buyer({ reducedMotion: "no-preference" });
  await page.clock.install();
  await openCheckout(page, "?flow=A");
  await fillIn(page);
  expect(await payButton(page).textContent()).toBe("Betaal €39.00");
  await pay(page);
  // Until here the clock runs on with the machine's.
  await pauseClock(page);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Je betaling is gelukt");
  expect(await page.getByText("We sturen je bevestiging naar jan@example.nl.").isVisible()).toBe(true);
  expect(await page.getByText(SPINNER_TEXT).filter({ visible: true }).count()).toBe(1);
  const [intent] = (await worldState()).intents;
  expect(intent).toMatchObject({
    status: "succeeded",
    amount: 3900,
    currency: "eur",
    receipt_email: "jan@example.nl",
    metadata: {
      ...{ product: "KVB1", price: "3900", flow: "A", buyer_name: "Jan de Vries", buyer_email: "jan@example.nl" },
      consent: "2026-11-22",
      consent_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    },
  });
  await expect
    .poll(() => purchases(page))
    .toEqual([{ event: "purchase", transaction_id: intent?.id, value: 32.23, currency: "EUR" }]);
  await expect
    .poll(async () => (await worldState()).webhookDeliveries)
    .toEqual([expect.objectContaining({ delivered: true })]);
  await page.locator("html[data-visit=ended]").waitFor();
  await page.clock.runFor(6_000);
  expect(page.url()).toContain(PATHS.interstitial);
  await page.clock.runFor(3_500);
  await page.waitForURL(`${browser.world}/cursus/kvb1`);
  expect(problems).toEqual([]);
});

test("iDEAL: back from the bank undecided, refused, and then paid: one payment, and only then called paid", async () => {
  await shop.set({ vars: { STRIPE_RECEIPTS: "off" } });
  const { page } = await readyBuyer("?flow=A");
  const goToBank = async () => {
    await payWith(page, "succeeded", "iDEAL");
    await page.waitForURL(`${browser.world}/bank/*`);
  };
  await goToBank();
  const bank = page.url();
  await page.getByRole("link", { name: "Terug zonder te beslissen" }).click();
  await page.getByText("Je bank heeft nog niet laten weten").waitFor();
  expect(await purchases(page), "not known").toEqual([]);

  await page.goto(bank);
  await page.getByRole("button", { name: "Weigeren" }).click();
  await page.getByRole("heading", { name: "Je betaling is niet gelukt" }).waitFor();
  await expect.poll(() => page.getByText(SPINNER_TEXT).isVisible()).toBe(false);
  await expect.poll(() => page.title()).toContain("Je betaling is niet gelukt");
  expect(await purchases(page), "refused").toEqual([]);
  await page.getByRole("link", { name: "Opnieuw proberen" }).click();
  await formReady(page);
  await fillIn(page);
  await goToBank();
  await page.getByRole("button", { name: "Betalen" }).click();
  await paid(page);
  const { intents } = await worldState();
  expect(intents).toEqual([expect.objectContaining({ receipt_email: null })]);
});

const WALLETS = [
  ["Apple Pay", { applePay: true }],
  ["Google Pay", { googlePay: true }],
] as const;
test.each(sample(WALLETS, ([name]) => name === "Apple Pay"))(
  "%s: needs the consent and nothing else",
  async (name, wallets) => {
    await control("wallets", wallets);
    const { page } = await buyer({ viewport: DESKTOP });
    await openCheckout(page);
    const express = page.frameLocator(".pay-express iframe");
    await express.getByRole("button", { name }).click();
    await toast(page, "Geef nog je akkoord").waitFor();
    expect(await express.locator("form").isVisible()).toBe(false);
    await page.getByLabel("Ik wil dat de levering").check();
    await express.getByRole("button", { name }).click();
    await express.locator("#outcome").selectOption("declined");
    await express.locator("#pay").click();
    await toast(page, "Betaling mislukt").waitFor();
    await express.getByRole("button", { name }).click();
    await express.locator("#outcome").selectOption("succeeded");
    await express.locator("#pay").click();
    await paid(page);
    const { intents } = await worldState();
    expect(intents).toHaveLength(1);
    expect(intents[0]).toMatchObject({
      receipt_email: "testkoper@example.com",
      metadata: { buyer_email: "testkoper@example.com" },
    });
  },
);

test("a reload shows the same payment, and one that was paid meanwhile as paid", async () => {
  const { page } = await buyer();
  await openCheckout(page);
  await page.reload();
  await formReady(page);
  const [intent, ...others] = await intentIds();
  expect(others).toEqual([]);
  await control("settle", { intent, status: "succeeded" });
  await page.reload();
  await paid(page);
  expect(await intentIds()).toEqual([intent]);
});

test("back to a page that the browser kept: the button works, a seen payment is replaced, one paid meanwhile is shown", async () => {
  const { page } = await readyBuyer();
  const comeBack = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/confirm", async (route) => {
    await held;
    await route.abort();
  });
  await payButton(page).click();
  await page.locator('.pay[data-phase="processing"]').waitFor();
  expect(await payButton(page).textContent()).toBe("Betaling verwerken...");
  expect(await payButton(page).isDisabled()).toBe(true);
  await comeBack();
  await formReady(page);
  expect(await payButton(page).isEnabled()).toBe(true);
  release();

  await page.evaluate(() => localStorage.removeItem("checkout-visit:KVB1.3900"));
  await comeBack();
  await toast(page, "Er staat een nieuwe betaling klaar").waitFor();
  await formReady(page);
  expect(await intentIds()).toHaveLength(2);
  await control("settle", { intent: (await intentIds())[1], status: "succeeded" });
  // What was typed is still there.
  await payButton(page).click();
  await paid(page);
  expect(await intentIds()).toHaveLength(2);
  expect(await confirmations()).toEqual([]);
});

test("without storage, and the answer of the confirmation got lost: the buyer is taken to the success", async () => {
  const { page } = await buyer();
  await forbidStorage(page, "localStorage");
  await openCheckout(page);
  await fillIn(page);
  await choose(page, "connection-lost-after-payment");
  await pay(page);
  expect((await worldState()).intents).toEqual([expect.objectContaining({ status: "succeeded" })]);
});

const WIDTHS = [320, 390, 768, 1440];
test.each(sample(WIDTHS, (width) => width === 390 || width === 1440))(
  "at %i px the summary is painted, nothing larger comes later, nothing moves or scrolls sideways",
  async (width) => {
    await control("wallets", { googlePay: true });
    const { page } = await buyer({ viewport: { width, height: 844 } });
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
    expect(await page.locator(".review:not([hidden])").count()).toBe(1);
    expect(await page.locator(".reviews-dots button").count()).toBe(6);
  },
);

test("the form takes over what a password manager has filled in, its payment and Stripe.js; what begins them late leaves both", async () => {
  const { page, problems } = await buyer();
  const calls: Request[] = [];
  const isCall = (one: { url(): string }) => new URL(one.url()).pathname === PATHS.createPaymentIntent;
  page.on("request", (request) => isCall(request) && calls.push(request));
  const letReact = await hold(page, "**/build/checkout-*.js");
  const [answer] = await Promise.all([
    page.waitForResponse(isCall),
    page.goto(PATHS.checkout, { waitUntil: "commit" }),
  ]);
  expect(answer.status()).toBe(200);
  await page.waitForFunction(() => "Stripe" in window);
  expect(await page.locator('[data-island="checkout"]').getAttribute("data-status")).toBe("loading");
  await page.evaluate(() => {
    const put = (id: string, change: object) => {
      const field = Object.assign(document.getElementById(id) as HTMLInputElement, change);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
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
  await pay(page);
  expect(await intentIds()).toHaveLength(1);
  expect(problems).toEqual([]);
});

const FAILURES = [
  ["connection-lost", "De betaling is niet gelukt."],
  ["incomplete", "Je betaalgegevens zijn onvolledig."],
  ["declined", "Je kaart is geweigerd."],
  // No word of a card to who pays without one.
  ["declined", CHECKOUT_COPY.form.toasts.refusedText, "iDEAL"],
] as const;
test("every error leads back to a form that works, one after the other; then twenty clicks and Enter at the same moment are one confirmation", async () => {
  const { page } = await buyer();
  await stopClock(page);
  await page.addInitScript(throwOnceFromStripe);
  await openCheckout(page);
  await fillIn(page);
  await payButton(page).click();
  await passTime(page, () => toast(page, "Er ging iets mis").isVisible());
  expect(await toast(page, "Er ging iets mis").textContent(), "Stripe.js throws").toContain("Probeer het opnieuw");
  for (const [outcome, text, method] of FAILURES) {
    await payWith(page, outcome, method);
    // Before the toast, the page asks Stripe for the payment's state.
    await passTime(page, () => toast(page, "Betaling mislukt").isVisible());
    expect(await toast(page, "Betaling mislukt").textContent(), outcome).toContain(text);
    const error = await page.locator(".pay-error").textContent();
    expect(error, outcome).toContain(text);
    if (outcome === "declined") expect(error).toContain("Er is niets afgeschreven.");
    expect(await payButton(page).isEnabled(), outcome).toBe(true);
    expect(await purchases(page), outcome).toEqual([]);
  }
  await choose(page, "succeeded");
  const before = (await confirmations()).length;
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>(".pay-form");
    const button = document.querySelector<HTMLButtonElement>(".pay-button");
    for (let index = 0; index < 20; index += 1) {
      button?.click();
      form?.requestSubmit();
    }
  });
  await paid(page);
  expect(await confirmations()).toHaveLength(before + 1);
  expect((await worldState()).intents).toEqual([expect.objectContaining({ status: "succeeded" })]);
});

test("the form says what is missing and what is wrong, at the field and in one toast", async () => {
  const { page } = await buyer({ viewport: DESKTOP });
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
  const focused = () => page.evaluate(() => document.activeElement?.id);
  /** An element's description, which a screen reader says after its name. */
  const description = (of = payButton(page)) =>
    of.evaluate((element) =>
      (element.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent)
        .join(" "),
    );
  expect(await description()).toBe("Nog nodig: je naam, je e-mailadres en je akkoord.");
  expect(await page.locator("#checkout-missing").isVisible()).toBe(true);
  // The keyboard can still reach and press it.
  await payButton(page).press("Enter");
  expect(await toast(page, "Vul alle velden in").textContent()).toContain("Naam en email zijn verplicht");
  expect(await focused()).toBe("checkout-name");
  await name.fill("  ");
  expect(await toast(page, "Vul alle velden in").count()).toBe(0);
  await email.fill("jan");
  expect(await description()).toBe("Nog nodig: je naam, een geldig e-mailadres en je akkoord.");
  await pressPay(page);
  await toast(page, "Vul alle velden in").waitFor();
  expect(await focused()).toBe("checkout-name");
  expect(await name.getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("#checkout-name-error").textContent()).toBe("Vul je naam in.");
  await name.fill("Jan");
  expect(await page.locator("#checkout-name-error").count()).toBe(0);
  const { invalid, hint } = CHECKOUT_COPY.form.email;
  for (const wrong of ["jan@", "jan de@example.nl"]) {
    await email.fill(wrong);
    expect(await description(email)).toBe(hint);
    expect(await toasts()).toBe(0);
    await pressPay(page);
    expect(await toast(page, "Ongeldig emailadres").textContent()).toContain("Vul een geldig emailadres in");
    expect(await toasts(), wrong).toBe(1);
    expect(await description(email)).toBe(`${invalid} ${hint}`);
    expect(await focused()).toBe("checkout-email");
  }
  // The next press names only the fields that are wrong now.
  await name.fill(" ");
  await pressPay(page);
  await toast(page, "Vul alle velden in").waitFor();
  expect(await toasts()).toBe(1);
  await name.fill("Jan");
  await email.fill("jan@example.nl");
  expect(await description()).toBe("Nog nodig: je akkoord.");
  await page.keyboard.press("Enter");
  await toast(page, "Geef nog je akkoord").waitFor();
  expect(await focused()).toBe("checkout-consent");
  await consent.check();
  expect(await description()).toBe("");
  expect(await page.locator("#checkout-missing").isVisible()).toBe(false);
  expect(await confirmations()).toEqual([]);

  await payWith(page, "declined");
  await toast(page, "Betaling mislukt").waitFor();
  expect(await toasts()).toBe(1);
  expect(await page.locator('.toasts [role="status"][aria-live="polite"]').count()).toBe(1);
  await toast(page, "Betaling mislukt").getByRole("button", { name: "Melding sluiten" }).click();
  expect(await toasts()).toBe(0);
  // It waits under the pointer, and then stays for five seconds.
  await payButton(page).click();
  await toast(page, "Betaling mislukt").hover();
  await page.clock.runFor(20_000);
  expect(await toasts()).toBe(1);
  await page.mouse.move(5, 500);
  await name.focus();
  await page.clock.runFor(4_900);
  expect(await toasts()).toBe(1);
  await page.clock.runFor(200);
  await expect.poll(toasts).toBe(0);
});

test("without JavaScript the checkout is a sentence and the hosted checkout at the same price", async () => {
  const { page } = await browser.open(PATHS.checkout, { javaScriptEnabled: false });
  expect(await page.getByText("Betaalformulier laden...").isVisible()).toBe(false);
  await page.getByRole("link", { name: "Naar de betaalpagina (€39,00)" }).click();
  await page.waitForURL(`${browser.world}/checkout/KVB1/A`);
  expect(await page.textContent("body")).toContain("39,00");
});

const divider = (page: Page) => page.getByText("of betaal met", { exact: true });

/** After two frames everything has been painted, and every shift counted. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
