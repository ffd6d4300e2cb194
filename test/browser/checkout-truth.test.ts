import type { Page, Route } from "playwright";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { openBrowser } from "./browser.ts";
import {
  buyers,
  choose,
  fillIn,
  formReady,
  openCheckout,
  paid,
  payButton,
  throwOnceFromStripe,
  toast,
} from "./buyers.ts";

/** Whatever fails between pressing 'Betaal' and the course: what the buyer reads is true, and there is a way on. */

const browser = openBrowser();
const { control, worldState, intentIds, confirmations, buyer } = buyers(browser);

beforeEach(() => control("reset"));
afterEach(() => control("reset"));

const UNKNOWN = "We weten nog niet of je betaling is gelukt";
const failed = (page: Page) => page.getByText("Kon betaalformulier niet laden").first();
const retry = (page: Page) => page.getByRole("button", { name: "Probeer opnieuw" });

/** Lets a request arrive, and its answer not. */
async function lose(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

describe("how a confirmation ends x how the payment stands x whether that can be read", () => {
  const CONFIRMS = ["lost", "hanging", "api_error", "thrown"] as const;
  const STATES = ["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"] as const;
  const READS = ["at once", "later", "never"] as const;
  type Case = { confirm: (typeof CONFIRMS)[number]; state: (typeof STATES)[number]; read: (typeof READS)[number] };

  /** What the buyer reads, and where the next press leads: the promise, told apart from the code. */
  function promised({ confirm, state, read }: Case): "return page" | "unknown" | "new payment" | "refused" | "broken" {
    if (read === "never" || state === "requires_action") return "unknown";
    if (state === "succeeded" || state === "processing") return "return page";
    if (state === "canceled") return "new payment";
    return confirm === "thrown" && read === "at once" ? "broken" : "refused";
  }

  /** Passes whenever the page has had its time to ask; the clock is false, the network is not. */
  async function passTime(page: Page, until: () => Promise<boolean>): Promise<void> {
    await expect
      .poll(
        async () => {
          await page.clock.runFor(5_000);
          return until();
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe(true);
  }

  /** The false clock would lead on from there. */
  const stopAtReturnPage = (page: Page) =>
    page.route(
      (url) => url.pathname === PATHS.interstitial,
      (route) => route.fulfill({ contentType: "text/html", body: "<h1>Return page</h1>" }),
    );

  async function play({ confirm, state, read }: Case): Promise<void> {
    const name = `${confirm}, ${state}, read ${read}`;
    const { page } = await buyer();
    await page.clock.install();
    await stopAtReturnPage(page);
    if (confirm === "thrown") await page.addInitScript(throwOnceFromStripe);
    await page.addInitScript(rememberToasts);
    const isTold = (title: string) => page.evaluate((text) => (window as Told).told?.includes(text) ?? false, title);
    await openCheckout(page);
    await fillIn(page);
    const visit = await page.evaluate(() => localStorage.getItem("checkout-visit"));
    const { intentId } = JSON.parse(visit ?? "") as { intentId: string };
    let unread = { "at once": 0, later: 3, never: Number.POSITIVE_INFINITY }[read];
    await page.route(`${browser.world}/v1/payment_intents/${intentId}?*`, async (route) => {
      if (route.request().method() !== "GET") return route.fallback();
      unread -= 1;
      if (unread >= 0) return route.abort();
      const answer = await route.fetch();
      return route.fulfill({ response: answer, json: { ...(await answer.json()), status: state } });
    });
    await page.route("**/confirm", (route) => {
      if (confirm === "lost") return route.abort();
      if (confirm !== "api_error") return undefined;
      return route.fulfill({ status: 500, json: { error: { type: "api_error", message: "secret detail" } } });
    });
    await payButton(page).click();

    const isReady = () => page.locator('.pay[data-phase="ready"]').isVisible();
    switch (promised({ confirm, state, read })) {
      case "return page":
        await passTime(page, async () => page.url().includes(PATHS.interstitial));
        break;
      case "unknown":
        await passTime(page, () => page.getByRole("heading", { name: UNKNOWN }).isVisible());
        expect(await page.locator(".pay-unknown").textContent(), name).toContain("Betaal niet opnieuw");
        expect(await payButton(page).isEnabled(), name).toBe(false);
        await passTime(page, () => page.getByRole("button", { name: "Kijk opnieuw" }).isVisible());
        expect(await page.locator(".pay-unknown").textContent(), name).toContain("Betaal niet opnieuw");
        expect(await page.locator(".pay-unknown a").getAttribute("href"), name).toMatch(/^mailto:/);
        expect(await isTold("Betaling mislukt"), name).toBe(false);
        await page.getByRole("button", { name: "Naar je betaling" }).click();
        await page.waitForURL(`**${PATHS.interstitial}?*`);
        break;
      case "new payment":
        await passTime(page, () => page.locator('.pay:is([data-phase="loading"], [data-phase="ready"])').isVisible());
        // Stripe's fields come over the network, which is slower than the false clock.
        await page.clock.resume();
        await formReady(page);
        await expect.poll(() => isTold("Er staat een nieuwe betaling klaar")).toBe(true);
        break;
      case "refused":
        await passTime(page, () => isTold("Betaling mislukt"));
        await passTime(page, isReady);
        expect(await page.locator(".pay-error").textContent(), name).toContain("De betaling is niet gelukt.");
        expect(await payButton(page).isEnabled(), name).toBe(true);
        break;
      case "broken":
        await passTime(page, () => isTold("Er ging iets mis"));
        expect(await payButton(page).isEnabled(), name).toBe(true);
    }
    await page.context().close();
  }

  for (const state of STATES) {
    for (const read of READS) {
      test(`${state}, read ${read}: ${CONFIRMS.join(", ")}`, async () => {
        await Promise.all(CONFIRMS.map((confirm) => play({ confirm, state, read })));
      });
    }
  }

  test("unknown, and then Stripe answers after all: asking again finds out", async () => {
    const { page } = await buyer();
    await page.clock.install();
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
    await page.clock.install();
    await openCheckout(page);
    await fillIn(page);
    await page.route("**/confirm", async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    });
    await payButton(page).click();
    await passTime(page, () => page.getByRole("heading", { name: UNKNOWN }).isVisible());
    await page.context().setOffline(false);
    await paid(page);
  });
});

describe("a payment that could not be made locks nobody out", () => {
  test.each([1, 2])("Stripe keeps a failure under the key, %i times: each retry has a new one", async (times) => {
    await control("stripe", { mode: "error-500", times });
    const { page } = await buyer();
    await page.goto(PATHS.checkout);
    for (let failure = 1; failure <= times; failure += 1) {
      await failed(page).waitFor();
      await Promise.all([page.waitForEvent("load"), retry(page).click()]);
    }
    await formReady(page);
    expect((await worldState()).requests.filter(({ replayed }) => replayed)).toEqual([]);
    await fillIn(page);
    await payButton(page).click();
    await paid(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("Stripe fails for a minute: reload, back button and a second tab all work once it does not", async () => {
    await control("stripe", { mode: "error-500" });
    const { page } = await buyer();
    await page.goto(PATHS.order);
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
    await payButton(page).click();
    await paid(page);
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
      '{"key":"x","flow":"none"}',
      '{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none","intentId":"<script>"}',
      '{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none","intentId":"pi_3gone"}',
    ]) {
      await page.goto(PATHS.faq);
      await page.evaluate((text) => localStorage.setItem("checkout-visit", text), stored);
      await openCheckout(page);
    }
  });
});

describe("the payment ends while the form is open", () => {
  test("canceled: the next press says so, what was typed stays, and the press after that pays", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    await fillIn(page);
    await control("settle", { intent: (await intentIds())[0], status: "canceled" });
    await payButton(page).click();
    await toast(page, "Er staat een nieuwe betaling klaar").waitFor();
    await formReady(page);
    expect(await page.getByLabel("Volledige naam *").inputValue()).toBe("Jan de Vries");
    await payButton(page).click();
    await paid(page);
    expect((await worldState()).intents.map(({ status }) => status)).toEqual(["canceled", "succeeded"]);
  });
});

describe("what the payment says of its buyer", () => {
  test("name, address and consent are on it before it is confirmed", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    await fillIn(page);
    await payButton(page).click();
    await paid(page);
    expect((await worldState()).intents[0]?.metadata).toMatchObject({
      buyer_name: "Jan de Vries",
      buyer_email: "jan@example.nl",
      consent: "2026-11-22",
      consent_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test.each([
    ["our server is down", { status: 503, json: { error: { code: "unavailable" } } }],
    ["our server answers nothing of its own", { status: 500, body: "<h1>Error</h1>" }],
  ])("%s: nothing is confirmed, the form works, and the next press pays", async (_name, answer) => {
    const { page } = await buyer();
    await openCheckout(page);
    await fillIn(page);
    await page.route(`**${PATHS.paymentDetails}`, (route) => route.fulfill(answer), { times: 1 });
    await payButton(page).click();
    await toast(page, "Er ging iets mis").waitFor();
    expect(await confirmations()).toEqual([]);
    await payButton(page).click();
    await paid(page);
  });
});

describe("our own rate limit is told as what it is", () => {
  const LIMITED = { status: 429, headers: { "retry-after": "60" }, json: { error: { code: "rate_limited" } } };

  test("opening the checkout", async () => {
    const { page } = await buyer();
    await page.route(`**${PATHS.createPaymentIntent}*`, (route) => route.fulfill(LIMITED), { times: 1 });
    await page.goto(PATHS.checkout);
    await toast(page, "Wacht een minuut").waitFor();
    expect(await page.locator(".pay-failed [role=alert]").textContent()).toContain("Wacht een minuut");
    await retry(page).click();
    await formReady(page);
  });

  test("paying", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    await fillIn(page);
    await page.route(`**${PATHS.paymentDetails}`, (route) => route.fulfill(LIMITED), { times: 1 });
    await payButton(page).click();
    await toast(page, "Wacht een minuut").waitFor();
    expect(await confirmations()).toEqual([]);
    await payButton(page).click();
    await paid(page);
  });
});

describe("two tabs are one payment", () => {
  test("at the bank in one: the other says so before it can charge, and can pay all the same, once", async () => {
    const { page: first } = await buyer();
    await openCheckout(first);
    const second = await first.context().newPage();
    await openCheckout(second);
    await fillIn(first);
    await choose(first, "succeeded", "iDEAL");
    await payButton(first).click();
    await first.waitForURL(`${browser.world}/bank/*`);

    await fillIn(second);
    await payButton(second).click();
    await second.getByText("je betaalt nooit twee keer").waitFor();
    expect(await confirmations()).toHaveLength(1);
    const third = await first.context().newPage();
    await openCheckout(third);
    expect(await third.locator(".pay-notice").isVisible()).toBe(true);

    await payButton(second).click();
    await paid(second);
    await first.getByRole("button", { name: "Betalen" }).click();
    await first.getByText("Deze betaling is al afgehandeld").waitFor();
    expect((await worldState()).intents.map(({ status }) => status)).toEqual(["succeeded"]);
  });

  test("paid in one: the other goes to the success by itself", async () => {
    const { page: first } = await buyer();
    await openCheckout(first);
    const second = await first.context().newPage();
    await openCheckout(second);
    await fillIn(first);
    await payButton(first).click();
    await paid(first);
    await paid(second);
    expect(await confirmations()).toHaveLength(1);
  });

  test("both pressed at the same moment: one charge, and both read of it", async () => {
    const { page: first } = await buyer();
    const second = await first.context().newPage();
    await Promise.all([openCheckout(first), openCheckout(second)]);
    await fillIn(first);
    await fillIn(second);
    await Promise.all([payButton(first).click(), payButton(second).click()]);
    await Promise.all([paid(first), paid(second)]);
    expect((await worldState()).intents.filter(({ status }) => status === "succeeded")).toHaveLength(1);
  });
});

type Told = Window & { told?: string[] };

/** Keeps the titles of toasts, which go by themselves while the false clock runs. */
function rememberToasts(): void {
  const told: string[] = [];
  (window as Told).told = told;
  new MutationObserver(() => {
    for (const title of document.querySelectorAll(".toast strong")) told.push(title.textContent ?? "");
  }).observe(document, { childList: true, subtree: true });
}
