import type { BrowserContextOptions, FrameLocator, Page } from "playwright";
import type { PurchaseEvent } from "../../src/paying/return/analytics-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import type { PaymentIntent } from "../outside-world/stripe-objects.ts";
import type { openBrowser, Visit } from "./browser.ts";
import { control } from "./gifts.ts";

/** The parts of the outside world's `/_control/state` that these tests read. */
type WorldState = {
  intents: readonly PaymentIntent[];
  requests: readonly { method: string; path: string; key: string; replayed: boolean }[];
  webhookDeliveries: readonly { event: { type: string }; delivered: boolean }[];
};

/** The checkout's heading while it does not know whether the payment was made. */
export const UNKNOWN = "We weten nog niet of je betaling is gelukt";

/** Buyers at the checkout, and the outside world in which they pay. */
export function buyers(browser: ReturnType<typeof openBrowser>) {
  async function worldState(): Promise<WorldState> {
    return (await fetch(`${browser.world}/_control/state`)).json() as Promise<WorldState>;
  }

  return {
    worldState,
    control: (change: string, fields: Readonly<Record<string, unknown>> = {}) => control(browser.world, change, fields),
    intentIds: async () => (await worldState()).intents.map(({ id }) => id),
    confirmations: async () => (await worldState()).requests.filter(({ path }) => path.endsWith("/confirm")),
    buyer: browser.visit,
    async readyBuyer(search = "", options: BrowserContextOptions = {}): Promise<Visit> {
      const visit = await browser.visit(options);
      await openCheckout(visit.page, search);
      await fillIn(visit.page);
      return visit;
    },
  };
}

export async function openCheckout(page: Page, search = ""): Promise<void> {
  await page.goto(PATHS.checkout + search);
  await formReady(page);
}

export const formReady = (page: Page) => page.locator('.pay[data-phase="ready"]').waitFor();
export const payButton = (page: Page) => page.locator(".pay-button");
/** Presses the button also while it is disabled, when Playwright would wait. */
export const pressPay = (page: Page) => payButton(page).click({ force: true });
export const toast = (page: Page, title: string) => page.locator(".toast", { hasText: title });
const stripeForm = (page: Page): FrameLocator => page.frameLocator(".pay-element iframe");

export const pick = (page: Page, method: string) => stripeForm(page).getByText(method, { exact: true }).click();

export async function choose(page: Page, outcome: string, method = "Kaart"): Promise<void> {
  await pick(page, method);
  await stripeForm(page).locator("#outcome").selectOption(outcome);
}

export async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Volledige naam *").fill("Jan de Vries");
  await page.getByLabel("E-mailadres *").fill("jan@example.nl");
  // A giver is asked for no consent.
  const consent = page.getByLabel("Ik wil dat de levering");
  if ((await consent.count()) > 0) await consent.check();
  await pick(page, "Kaart");
}

export async function paid(page: Page): Promise<void> {
  await page.waitForURL(`**${PATHS.interstitial}?*`);
  await page.getByText("Je betaling is gelukt", { exact: true }).waitFor();
}

export async function payWith(page: Page, outcome: string, method?: string): Promise<void> {
  await choose(page, outcome, method);
  await payButton(page).click();
}

export async function pay(page: Page): Promise<void> {
  await pick(page, "Kaart");
  await payButton(page).click();
  await paid(page);
}

export const purchases = (page: Page) => page.evaluate(() => (window.dataLayer ?? []) as PurchaseEvent[]);

/** Makes the first confirmation throw, as Stripe.js does when it is used wrongly. */
export function throwOnceFromStripe(): void {
  let real: ((...args: unknown[]) => object) | undefined;
  let isBroken = true;
  Object.defineProperty(window, "Stripe", {
    configurable: true,
    get: () =>
      real &&
      ((...args: unknown[]) => {
        const stripe = real?.(...args) as { confirmPayment(options: unknown): Promise<unknown> };
        const { confirmPayment } = stripe;
        stripe.confirmPayment = (options) => {
          if (!isBroken) return confirmPayment(options);
          isBroken = false;
          throw new Error("broken");
        };
        return stripe;
      }),
    set: (value) => {
      real = value;
    },
  });
}
