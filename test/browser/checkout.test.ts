import type { Page, Request } from "playwright";
import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import { DESKTOP, forbidStorage, hold, openBrowser, PHONE, TABLET } from "./browser.ts";
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
  purchases,
  throwOnceFromStripe,
  toast,
} from "./buyers.ts";
import { passTime, pauseClock, stopClock } from "./false-clock.ts";

/** Paying at our own checkout: by card, bank or wallet, and never twice. */

const browser = openBrowser();
const SPINNER_TEXT = "Momentje, je betaling wordt verwerkt";

const { control, worldState, intentIds, confirmations, buyer, readyBuyer } = buyers(browser);

describe("paying", () => {
  test("by card: the sale is counted, the buyer goes on after ten seconds, the order is recorded", async () => {
    const { page, problems } = await buyer();
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
      // Ours is the only mail about the sale.
      receipt_email: null,
      metadata: { product: "KVB1", price: "3900", flow: "A", buyer_email: "jan@example.nl" },
    });
    await expect
      .poll(() => purchases(page))
      .toEqual([{ event: "purchase", transaction_id: intent?.id, value: 32.23, currency: "EUR" }]);
    await expect
      .poll(async () => (await worldState()).webhookDeliveries)
      .toEqual([expect.objectContaining({ delivered: true })]);
    await page.clock.runFor(6_000);
    expect(page.url()).toContain(PATHS.interstitial);
    await page.clock.runFor(3_500);
    await page.waitForURL(`${browser.world}/cursus/kvb1`);
    expect(problems).toEqual([]);
  });

  test("after a success the next checkout is a payment of its own", async () => {
    const { page } = await readyBuyer();
    await pay(page);
    await page.locator("html[data-visit=ended]").waitFor();
    await openCheckout(page);
    expect(await intentIds()).toHaveLength(2);
  });

  test("declined, then paid: one payment, and the buyer is told why at the fields and in a toast", async () => {
    const { page } = await readyBuyer();
    await payWith(page, "declined");
    await toast(page, "Betaling mislukt").waitFor();
    expect(await toast(page, "Betaling mislukt").textContent()).toContain("Je kaart is geweigerd.");
    expect(await page.locator(".pay-error").textContent()).toBe("Je kaart is geweigerd.");
    expect(await payButton(page).textContent()).toBe("Betaal €39.00");
    expect(await payButton(page).isEnabled()).toBe(true);
    expect(await purchases(page)).toEqual([]);
    await choose(page, "succeeded");
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("iDEAL: back from the bank without deciding, then paid", async () => {
    const { page } = await readyBuyer();
    await payWith(page, "succeeded", "iDEAL");
    await page.waitForURL(`${browser.world}/bank/*`);
    await page.goBack();
    await formReady(page);
    await fillIn(page);
    expect(await payButton(page).isEnabled()).toBe(true);
    await payWith(page, "succeeded", "iDEAL");
    await page.waitForURL(`${browser.world}/bank/*`);
    await page.getByRole("button", { name: "Betalen" }).click();
    await paid(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("iDEAL, refused at the bank: what happened, and back to the same payment", async () => {
    const { page } = await readyBuyer("?flow=A");
    await payWith(page, "succeeded", "iDEAL");
    await page.getByRole("button", { name: "Weigeren" }).click();
    await page.getByRole("heading", { name: "Je betaling is niet gelukt" }).waitFor();
    await expect.poll(() => page.getByText(SPINNER_TEXT).isVisible()).toBe(false);
    await expect.poll(() => page.title()).toContain("Je betaling is niet gelukt");
    expect(await purchases(page)).toEqual([]);
    await page.getByRole("link", { name: "Opnieuw proberen" }).click();
    await formReady(page);
    await fillIn(page);
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("iDEAL, back without deciding: not known yet, and never 'paid' because the address says so", async () => {
    const { page } = await readyBuyer();
    await payWith(page, "succeeded", "iDEAL");
    await page.getByRole("link", { name: "Terug zonder te beslissen" }).click();
    await page.getByText("Je bank heeft nog niet laten weten").waitFor();
    await page.goto(`${page.url()}&redirect_status=succeeded`);
    await page.getByText("Je bank heeft nog niet laten weten").waitFor();
    expect(await purchases(page)).toEqual([]);
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
      expect(intents[0]).toMatchObject({ receipt_email: null, metadata: { buyer_email: "testkoper@example.com" } });
    },
  );
});

describe("never twice", () => {
  test("reload in the middle: the same payment", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    await page.reload();
    await formReady(page);
    await page.reload();
    await formReady(page);
    await fillIn(page);
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("twenty clicks and Enter at the same moment: one confirmation", async () => {
    const { page } = await readyBuyer();
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>(".pay-form");
      const button = document.querySelector<HTMLButtonElement>(".pay-button");
      for (let index = 0; index < 20; index += 1) {
        button?.click();
        form?.requestSubmit();
      }
    });
    await paid(page);
    expect(await intentIds()).toHaveLength(1);
    expect(await confirmations()).toHaveLength(1);
  });

  test("a second tab that was opened from the first shares its payment", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    const opened = page.waitForEvent("popup");
    await page.evaluate(() => void window.open(location.href));
    const second = await opened;
    await formReady(second);
    expect(await intentIds()).toHaveLength(1);
  });

  test("paid, but the answer got lost: the buyer is taken to the success, not asked to pay again", async () => {
    const { page } = await readyBuyer();
    await choose(page, "connection-lost-after-payment");
    await pay(page);
    expect((await worldState()).intents).toEqual([expect.objectContaining({ status: "succeeded" })]);
  });

  test("paid in another way meanwhile: a reload and the button both lead to the success", async () => {
    for (const act of ["reload", "pay"] as const) {
      await control("reset");
      const { page } = await readyBuyer();
      const [intent] = await intentIds();
      await control("settle", { intent, status: "succeeded" });
      if (act === "reload") await page.reload();
      else await payButton(page).click();
      await paid(page);
      expect(await intentIds()).toEqual([intent]);
    }
  });

  test("being processed: the checkout leads to the return page instead of a second payment", async () => {
    const { page } = await readyBuyer();
    await payWith(page, "processing");
    await page.getByText("Je bank is er nog mee bezig").waitFor();
    await page.goto(PATHS.checkout);
    await page.waitForURL(`**${PATHS.interstitial}?*`);
    await page.getByText("Je bank is er nog mee bezig").waitFor();
    expect(await intentIds()).toHaveLength(1);
  });

  test("a canceled payment is replaced by a fresh one", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    await control("settle", { intent: (await intentIds())[0], status: "canceled" });
    await page.reload();
    await formReady(page);
    expect(await intentIds()).toHaveLength(2);
    await fillIn(page);
    await pay(page);
  });

  test("back to a page that the browser kept while it was leaving: the button works again", async () => {
    const { page } = await readyBuyer();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/confirm", async (route) => {
      await held;
      await route.abort();
    });
    await payButton(page).click();
    await page.locator('.pay[data-phase="processing"]').waitFor();
    expect(await payButton(page).textContent()).toBe("Betaling verwerken...");
    expect(await payButton(page).isDisabled()).toBe(true);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await formReady(page);
    expect(await payButton(page).isEnabled()).toBe(true);
    release();
  });

  test("back to a kept page after the success was seen: a new payment stands ready, and what was typed is there", async () => {
    const { page } = await readyBuyer();
    await page.evaluate(() => {
      localStorage.removeItem("checkout-visit:KVB1.3900");
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await toast(page, "Er staat een nieuwe betaling klaar").waitFor();
    await formReady(page);
    expect(await intentIds()).toHaveLength(2);
    await pay(page);
  });

  test("without storage the form works all the same", async () => {
    const { page } = await buyer();
    await forbidStorage(page, "localStorage");
    await openCheckout(page);
    await fillIn(page);
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });
});

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
