import type { Page } from "playwright";
import { POPUP_DELAY_MS, POPUP_STORAGE_KEY } from "../../src/free/quiz/practice-popup-rules.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import type { IntentStatus } from "../outside-world/stripe-intents.ts";
import { islandReady } from "./browser.ts";
import { formReady, pressPay } from "./buyers.ts";
import { falsifyClock, waitFor } from "./false-clock.ts";
import { FORM_SCREENS } from "./form-screens.ts";
import { GIFT_SCREENS } from "./gift-screens.ts";
import { startPayment } from "./gifts.ts";
import { keepSession, keepStored, openAllDetails, startMap } from "./open-screen.ts";
import { ORDER_SCREENS } from "./order-screens.ts";
import { licenceCheckPath, type Screen } from "./pages.ts";
import { shop } from "./test-shop.ts";
import type { KvMode } from "./test-worker.ts";

/**
 * The states that a visitor can bring a page into, of each that looks different one. Which of them says what: the texts that
 * test/worker approves. The pages are in pages.ts.
 */

const UNASKED = "that could not be asked for";

/** The final states of the payment return, by the states of the payment and of KV, each with its text. */
const RETURNS: readonly (readonly [name: string, IntentStatus, KvMode, text: string])[] = [
  ["paid", "succeeded", "ok", INTERSTITIAL_COPY.goNow],
  ["paid, without a target", "succeeded", "missing", INTERSTITIAL_COPY.notConfigured],
  ["paid, with a target that could not be found", "succeeded", "down", PAYMENT_RETURN_COPY.paid.unavailable],
  ["declined", "requires_payment_method", "ok", PAYMENT_RETURN_COPY.open.text],
  [UNASKED, "succeeded", "ok", PAYMENT_RETURN_COPY.unavailable.later.text],
];

const readyWith = (css: string) => async (page: Page) => {
  await formReady(page);
  await page.locator(css).waitFor();
};

export const STATES: readonly Screen[] = [
  {
    name: "licence check, answers to change",
    path: licenceCheckPath({ snelheid: "boven-20" }),
    prepare: (page) => page.locator(".licence-change summary").click(),
  },
  { name: "menu open", path: PATHS.home, phoneOnly: true, prepare: (page) => page.locator(".header-menu").click() },
  {
    name: "practice popup open",
    path: PATHS.kvb1,
    before: async (page) => {
      await page.clock.install();
      await keepStored(page, POPUP_STORAGE_KEY, null);
    },
    prepare: async (page) => {
      await page.clock.runFor(POPUP_DELAY_MS);
      await islandReady(page, "practicePopup");
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "every question of the FAQ open", path: PATHS.faq, prepare: openAllDetails },
  {
    name: "exam map with a popup",
    path: PATHS.exam,
    prepare: async (page) => {
      await startMap(page);
      await page.locator(".exam-marker").nth(3).focus();
      await page.locator(".exam-popup").waitFor();
    },
  },
  {
    name: "exam centres without a match",
    path: PATHS.exam,
    prepare: async (page) => {
      await startMap(page);
      await page.locator(".exam-map-search input").fill("Atlantis");
    },
  },
  { name: "quiz with an answer", path: PATHS.quiz, prepare: (page) => page.locator("#vraag-1 label").first().click() },
  {
    name: "quiz, last question with open ones",
    path: `${PATHS.quiz}#vraag-5`,
    prepare: (page) => page.locator("#vraag-5 label").first().click(),
  },
  { name: "bridge without an entry", path: `${PATHS.interstitial}?payment_type=onbekend`, status: 404 },
  ...RETURNS.map(
    ([name, status, kv, text]): Screen => ({
      name: `payment return, ${name}`,
      path: PATHS.interstitial,
      before: falsifyClock,
      opens: async () => {
        const { id, returnPath } = startPayment();
        shop.world.stripe.settle(id, status);
        await shop.set({ kv });
        if (name === UNASKED) shop.world.stripe.setMode("error-500");
        return returnPath;
      },
      prepare: (page) => waitFor(page, text),
    }),
  ),
  { name: "checkout, ready", path: PATHS.checkout, prepare: formReady },
  {
    name: "checkout with errors and toasts",
    path: PATHS.checkout,
    before: (page) => page.clock.install(),
    prepare: async (page) => {
      await formReady(page);
      // In Firefox React does not notice what Playwright fills in.
      await page.getByLabel("Volledige naam *").pressSequentially(" ");
      await page.getByLabel("E-mailadres *").pressSequentially("jan");
      await pressPay(page);
      await page.locator(".toast").first().waitFor();
    },
  },
  {
    name: "checkout, a link to sign in asked for without an address",
    path: PATHS.checkout,
    prepare: async (page) => {
      await formReady(page);
      await page.locator(".account-sign-in summary").click();
      await page.locator(".account-sign-in button").click();
      await page.locator("#account-email-error").waitFor();
    },
  },
  {
    name: "checkout after a link that could not sign in",
    path: `${PATHS.checkout}?error=access_denied&error_description=Link+verlopen`,
    prepare: readyWith(".account-failed:not(:empty)"),
  },
  {
    name: "checkout, signed in",
    path: PATHS.checkout,
    before: async (page) => {
      await keepSession(page);
      // Left out, because the shop refuses this token.
      await page.route(`**${PATHS.createPaymentIntent}*`, (route) => {
        const { authorization: _token, ...headers } = route.request().headers();
        return route.continue({ headers });
      });
    },
    prepare: readyWith(".account-choices"),
  },
  {
    name: "checkout that could not load",
    path: PATHS.checkout,
    before: async (page) => {
      await page.route(`**${PATHS.createPaymentIntent}*`, (route) => route.fulfill({ status: 502, json: {} }));
    },
    prepare: (page) => page.locator('.pay[data-phase="failed"]').waitFor(),
  },
  ...GIFT_SCREENS,
  ...FORM_SCREENS,
  ...ORDER_SCREENS,
];
