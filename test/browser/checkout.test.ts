import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import { DESKTOP, forbidStorage, openBrowser } from "./browser.ts";
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
  toast,
} from "./buyers.ts";
import { pauseClock } from "./false-clock.ts";

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
