import type { Page, Request } from "playwright";
import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import { DESKTOP, hold, openBrowser, PHONE, TABLET } from "./browser.ts";
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
  throwOnceFromStripe,
  toast,
} from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";

/** The checkout's form: before React is there, after an error, and what it says and shows. */

const browser = openBrowser();
const { control, intentIds, confirmations, buyer } = buyers(browser);

describe("before React is there", () => {
  /** The calls for a payment that leave the page from now on. */
  function callsForPayment(page: Page): readonly Request[] {
    const calls: Request[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === PATHS.createPaymentIntent) calls.push(request);
    });
    return calls;
  }

  const answered = (page: Page) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === PATHS.createPaymentIntent);
  const island = (page: Page) => page.locator('[data-island="checkout"]');

  test.each(sample([PHONE, TABLET, DESKTOP], (viewport) => viewport === TABLET))(
    "at $width px the summary is painted, and nothing larger later",
    async (viewport) => {
      const { page } = await buyer({ viewport });
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          const { element } = list.getEntries().at(-1) as LargestContentfulPaint;
          document.documentElement.dataset.largest = element?.closest(".checkout-side")
            ? "summary"
            : element?.className;
        }).observe({ type: "largest-contentful-paint", buffered: true });
      });
      const letGo = await hold(page, /\/build\/.*\.js$|\/stripe\.js$/);
      await page.goto(PATHS.checkout, { waitUntil: "commit" });
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
      expect(await page.locator(".checkout-side").getByText("€39,00").filter({ visible: true }).count()).toBe(1);
      letGo();
      await formReady(page);
      // After two frames the form has been painted.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      expect(await page.locator("html").getAttribute("data-largest")).toBe("summary");
    },
  );

  test("the payment and Stripe.js are there, and the form takes over both: one payment", async () => {
    const { page, problems } = await buyer();
    const letGo = await hold(page, "**/build/react-*.js");
    const calls = callsForPayment(page);
    const [answer] = await Promise.all([answered(page), page.goto(PATHS.checkout, { waitUntil: "commit" })]);
    expect(answer.status()).toBe(200);
    await page.waitForFunction(() => "Stripe" in window);
    expect(await island(page).getAttribute("data-status")).toBe("loading");
    letGo();
    await formReady(page);
    expect(calls).toHaveLength(1);
    expect(await page.locator('script[src$="/stripe.js"]').count()).toBe(1);
    await fillIn(page);
    await payButton(page).click();
    await paid(page);
    expect(await intentIds()).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test("whichever comes first, the form or what begins it: one payment", async () => {
    const { page, problems } = await buyer();
    const letGo = await hold(page, "**/build/begin-payment-*.js");
    const calls = callsForPayment(page);
    await page.goto(PATHS.checkout, { waitUntil: "commit" });
    await formReady(page);
    const begun = page.waitForResponse("**/build/begin-payment-*.js");
    letGo();
    await begun;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(calls).toHaveLength(1);
    expect(await intentIds()).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test("a payment that could not be started is told by the form, and a retry works", async () => {
    await control("stripe", { mode: "unauthorized", times: 1 });
    const { page } = await buyer();
    const letGo = await hold(page, "**/build/react-*.js");
    const calls = callsForPayment(page);
    const [answer] = await Promise.all([answered(page), page.goto(PATHS.checkout, { waitUntil: "commit" })]);
    expect(answer.status()).toBe(502);
    expect(await island(page).getAttribute("data-status")).toBe("loading");
    letGo();
    await toast(page, "Er ging iets mis").waitFor();
    await page.getByRole("button", { name: "Probeer opnieuw" }).click();
    await formReady(page);
    expect(calls).toHaveLength(2);
    expect(await intentIds()).toHaveLength(1);
  });
});

describe("every error leads back to a form that works", () => {
  const FAILURES = [
    ["connection-lost", "Betaling mislukt", "De betaling is niet gelukt."],
    ["api-error", "Betaling mislukt", "De betaling is niet gelukt."],
    ["rate-limit", "Betaling mislukt", "De betaling is niet gelukt."],
    ["incomplete", "Betaling mislukt", "Je betaalgegevens zijn onvolledig."],
    ["declined", "Betaling mislukt", "Je kaart is geweigerd."],
  ] as const;
  test.each(sample(FAILURES, (_, index) => index % 2 === 0))("%s", async (outcome, title, text) => {
    const { page } = await buyer();
    await stopClock(page);
    await openCheckout(page);
    await fillIn(page);
    await payWith(page, outcome);
    // Before the toast, the page asks Stripe for the payment's state.
    await passTime(page, () => toast(page, title).isVisible());
    expect(await toast(page, title).textContent()).toContain(text);
    await choose(page, "succeeded");
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("Stripe.js throws", async () => {
    const { page } = await buyer();
    await stopClock(page);
    await page.addInitScript(throwOnceFromStripe);
    await openCheckout(page);
    await fillIn(page);
    await payButton(page).click();
    await passTime(page, () => toast(page, "Er ging iets mis").isVisible());
    expect(await toast(page, "Er ging iets mis").textContent()).toContain("Probeer het opnieuw");
    await pay(page);
  });

  test("no payment can be started: the failed state, and a retry that works", async () => {
    await control("stripe", { mode: "unauthorized", times: 1 });
    const { page } = await browser.open(PATHS.checkout);
    await page.getByText("Kon betaalformulier niet laden").first().waitFor();
    await toast(page, "Er ging iets mis").waitFor();
    expect(await toast(page, "Er ging iets mis").textContent()).toContain(
      "Kon geen betaling initialiseren. Probeer het opnieuw.",
    );
    await page.getByRole("button", { name: "Probeer opnieuw" }).click();
    await formReady(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("the answer to the first request got lost: the retry gets the same payment", async () => {
    await control("stripe", { mode: "cut", times: 1 });
    const { page } = await buyer();
    await openCheckout(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("Stripe's script does not load: tried twice, then the failed state", async () => {
    const { page } = await buyer();
    let asked = 0;
    await page.route("**/stripe.js", (route) => {
      if (route.request().resourceType() === "script") asked += 1;
      return route.abort();
    });
    await page.goto(PATHS.checkout);
    await toast(page, "Er ging iets mis").waitFor();
    expect(asked).toBeGreaterThanOrEqual(2);
    await page.unroute("**/stripe.js");
    await page.getByRole("button", { name: "Probeer opnieuw" }).click();
    await formReady(page);
  });
});

describe("the form", () => {
  test("iDEAL is the first payment method, and picked", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    const methods = page.frameLocator(".pay-element iframe").getByRole("radio");
    expect(await methods.first().getAttribute("value")).toBe("ideal");
    expect(await methods.first().isChecked()).toBe(true);
  });

  test("the button names what is missing, and a press brings the buyer there", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    const name = page.getByLabel("Volledige naam *");
    const email = page.getByLabel("E-mailadres *");
    const consent = page.getByLabel("Ik wil dat de levering");
    const focused = () => page.evaluate(() => document.activeElement?.id);
    /** The button's description, which a screen reader says after its name. */
    const description = () =>
      payButton(page).evaluate((button) =>
        (button.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "),
      );
    expect(await payButton(page).getAttribute("data-missing")).toBe("true");
    expect(await description()).toBe("Nog nodig: je naam, je e-mailadres en je akkoord.");
    expect(await page.locator("#checkout-missing").isVisible()).toBe(true);
    // The keyboard can still reach and press it.
    await payButton(page).press("Enter");
    expect(await toast(page, "Vul alle velden in").textContent()).toContain("Naam en email zijn verplicht");
    expect(await focused()).toBe("checkout-name");
    await name.fill("  ");
    expect(await payButton(page).getAttribute("data-missing")).toBe("true");
    expect(await toast(page, "Vul alle velden in").count()).toBe(0);
    await email.fill("jan");
    expect(await description()).toBe("Nog nodig: je naam en je akkoord.");
    await payButton(page).click();
    await toast(page, "Vul alle velden in").waitFor();
    expect(await focused()).toBe("checkout-name");
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("#checkout-name-error").textContent()).toBe("Vul je naam in.");
    await name.fill("Jan");
    expect(await page.locator("#checkout-name-error").count()).toBe(0);
    for (const wrong of ["jan", "jan@", "@example.nl", "jan@example", "jan de@example.nl"]) {
      await email.fill(wrong);
      await payButton(page).click();
      expect(await toast(page, "Ongeldig emailadres").textContent()).toContain("Vul een geldig emailadres in");
      expect(await focused()).toBe("checkout-email");
    }
    await email.fill("jan@example.nl");
    expect(await description()).toBe("Nog nodig: je akkoord.");
    await page.keyboard.press("Enter");
    await toast(page, "Geef nog je akkoord").waitFor();
    expect(await focused()).toBe("checkout-consent");
    await consent.check();
    expect(await description()).toBe("");
    expect(await page.locator("#checkout-missing").isVisible()).toBe(false);
    expect(await confirmations()).toEqual([]);
  });

  test("the divider stands there only with an express button, and only on a wide screen", async () => {
    for (const { viewport, wallets, visible } of [
      { viewport: DESKTOP, wallets: { googlePay: true }, visible: true },
      { viewport: { width: 390, height: 844 }, wallets: { googlePay: true }, visible: false },
      { viewport: DESKTOP, wallets: { googlePay: false }, visible: false },
    ]) {
      await control("wallets", wallets);
      const { page } = await buyer({ viewport });
      await openCheckout(page);
      expect(await page.getByText("of betaal met", { exact: true }).isVisible()).toBe(visible);
      const button = page.frameLocator(".pay-express iframe").getByRole("button").first();
      if (wallets.googlePay) expect((await button.boundingBox())?.height).toBe(48);
    }
  });

  test("the round button goes home with the query", async () => {
    const { page } = await browser.open(`${PATHS.checkout}?flow=B&x=1`);
    await page.getByRole("link", { name: "Terug naar home" }).click();
    await page.waitForURL(`${browser.origin}/?flow=B&x=1`);
  });

  test("without JavaScript: a sentence and the hosted checkout at the same price", async () => {
    const { page } = await browser.open(PATHS.checkout, { javaScriptEnabled: false });
    expect(await page.getByText("Betaalformulier laden...").isVisible()).toBe(false);
    await page.getByRole("link", { name: "Naar de betaalpagina (€39,00)" }).click();
    await page.waitForURL(`${browser.world}/checkout/KVB1/A`);
    expect(await page.textContent("body")).toContain("39,00");
  });

  test.each(sample([320, 390, 768, 1440], (width) => width === 320 || width === 768))(
    "at %i px nothing scrolls sideways, and nothing moves while it loads, though the font comes late",
    async (width) => {
      await control("wallets", { applePay: true });
      const { page } = await buyer({ viewport: { width, height: 844 } });
      await page.addInitScript(() => {
        Object.assign(window, { shifted: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
            Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value });
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.route("**/*.woff2", async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
        await route.continue();
      });
      await openCheckout(page);
      await page.evaluate(() => document.fonts.ready);
      // After two frames every shift has been drawn and counted.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.01);
    },
  );
});

describe("toasts", () => {
  test("one at a time, for five seconds, dismissible, and it waits under the pointer", async () => {
    const { page } = await buyer({ viewport: DESKTOP });
    await page.clock.install();
    await openCheckout(page);
    const count = () => page.locator(".toast").count();
    await page.getByLabel("Volledige naam *").fill("Jan");
    await page.getByLabel("E-mailadres *").fill("jan");
    await payButton(page).click();
    await payButton(page).click();
    expect(await count()).toBe(1);
    // The next press names only the fields that are wrong now.
    await page.getByLabel("Volledige naam *").fill(" ");
    await payButton(page).click();
    await toast(page, "Vul alle velden in").waitFor();
    expect(await count()).toBe(1);
    // The message disappears when the field is corrected.
    await page.getByLabel("Volledige naam *").fill("Jan");
    expect(await count()).toBe(0);
    await page.getByLabel("E-mailadres *").fill("jan@example.nl");
    await payButton(page).click();
    await toast(page, "Geef nog je akkoord").waitFor();
    await page.getByLabel("Ik wil dat de levering").check();
    await payWith(page, "declined");
    await toast(page, "Betaling mislukt").waitFor();
    expect(await count()).toBe(1);
    expect(await page.locator('.toasts [role="status"][aria-live="polite"]').count()).toBe(1);

    await toast(page, "Betaling mislukt").getByRole("button", { name: "Melding sluiten" }).click();
    expect(await count()).toBe(0);
    await payButton(page).click();
    await toast(page, "Betaling mislukt").hover();
    await page.clock.runFor(20_000);
    expect(await count()).toBe(1);
    await page.mouse.move(5, 500);
    await page.getByLabel("Volledige naam *").focus();
    await page.clock.runFor(5_100);
    await expect.poll(count).toBe(0);
  });
});
