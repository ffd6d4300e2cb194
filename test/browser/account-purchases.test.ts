import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import {
  accounts,
  accountsOf,
  askForLink,
  button,
  buysAs,
  declarations,
  disclosure,
  EMAIL,
  emailField,
  expireStored,
  isCallOfService,
  isUnexpected,
  mailedLink,
  openAccounts,
  signIn,
  spoilToken,
  stored,
  targetOf,
  tryToPay,
  urlsOf,
  userId,
} from "./account-visitors.ts";
import { forbidStorage, hang, hold, islandReady } from "./browser.ts";
import { fillIn, formReady, openCheckout, payButton, payWith } from "./buyers.ts";
import { passTime } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/** Sales when the account or its session fails: none is lost, and the buyer reads whose the purchase is. */

const { browser, visitor, atCheckout, signedIn, attackersTarget } = openAccounts();
const { auth, mailbox, stripe } = shop.world;

describe("an account that the purchase cannot be put on", () => {
  const NOTICE = ACCOUNT_COPY.lost.title;
  const confirmations = () => stripe.requests.filter(({ path }) => path.endsWith("/confirm"));

  /** Answers as a shop that cannot fetch the service's keys. The real one keeps them for longer than a test lasts. */
  const loseKeys = (page: Page) =>
    page.route(`**${PATHS.paymentDetails}`, async (route) => {
      const { authorization, ...headers } = route.request().headers();
      const response = await route.fetch({ headers });
      const json = (await response.json()) as object;
      return route.fulfill({
        response,
        json: authorization === undefined ? json : { ...json, account: "unavailable" },
      });
    });

  const WAYS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    "the service is silent": async (page) => {
      await page.route("**/auth/v1/token*", hang);
      await expireStored(page);
    },
    "the service's keys cannot be had": loseKeys,
    "the token is refused, and the service is down": async (page) => {
      auth.setMode("unavailable");
      await spoilToken(page);
    },
    "the token is refused, and so is each new one": async (page) => {
      await spoilToken(page);
      await page.route("**/auth/v1/token*", async (route) => {
        const response = await route.fetch();
        const json = (await response.json()) as { access_token: string };
        return route.fulfill({
          response,
          json: { ...json, access_token: `${json.access_token.slice(0, -86)}${"A".repeat(86)}` },
        });
      });
    },
    "the token is refused, and the session has ended": async (page) => {
      await spoilToken(page);
      auth.endSessions();
    },
  };

  test.each(sample(Object.keys(WAYS), (_, index) => index % 2 === 0))(
    "%s: nothing is confirmed before the buyer has read so; one more press pays",
    async (way) => {
      const { page } = await visitor();
      await signIn(page);
      await fillIn(page);
      await WAYS[way]?.(page);
      await payWith(page, "declined");
      await passTime(page, () => page.locator(".pay-notice", { hasText: NOTICE }).isVisible());
      expect(confirmations()).toEqual([]);
      expect(await page.getByText(ACCOUNT_COPY.used.replace("{email}", EMAIL)).count()).toBe(0);
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("pay-button");
      await payButton(page).click();
      await page.locator(".pay-error", { hasText: "Je kaart is geweigerd." }).waitFor();
      expect(confirmations()).toHaveLength(1);
      expect(accounts()).toEqual([undefined]);
    },
  );

  test("the buyer can have it tried again, and then it is theirs", async () => {
    const { page } = await signedIn();
    await fillIn(page);
    await loseKeys(page);
    await payButton(page).click();
    await page.locator(".pay-notice", { hasText: NOTICE }).waitFor();
    await page.locator(".account-state", { hasText: ACCOUNT_COPY.unused }).waitFor();
    await page.unroute(`**${PATHS.paymentDetails}`);
    await button(page, ACCOUNT_COPY.buyWith.replace("{email}", EMAIL)).click();
    await buysAs(page, EMAIL);
    expect(await page.locator(".pay-notice").count()).toBe(0);
    expect(await accountsOf(page)).toEqual([userId(EMAIL)]);
  });

  test("an express button says so too, and one more press pays", async () => {
    stripe.setWallets({ applePay: true });
    const { page } = await signedIn();
    await fillIn(page);
    await loseKeys(page);
    const express = page.frameLocator(".pay-express iframe");
    const press = async () => {
      await express.getByRole("button", { name: "Apple Pay" }).click();
      await express.locator("#outcome").selectOption("succeeded");
      await express.locator("#pay").click();
    };
    await press();
    await page.locator(".pay-notice", { hasText: NOTICE }).waitFor();
    expect(confirmations()).toEqual([]);
    await press();
    await page.getByText("Je betaling is gelukt", { exact: true }).waitFor();
    expect(accounts()).toEqual([undefined]);
  });
});

describe("no sale is lost to a session", () => {
  test("a token that the shop refuses: renewed, asked again with the new one, and the buyer notices nothing", async () => {
    const { page, requests } = await signedIn();
    await page.goto(PATHS.home);
    await spoilToken(page);
    const spoiled = await stored(page);
    requests.length = 0;
    await openCheckout(page);
    await tryToPay(page);
    const asked = declarations(requests);
    expect(await Promise.all(asked.map(async (request) => (await request.response())?.status()))).toEqual([401, 200]);
    expect(await stored(page)).not.toBe(spoiled);
    expect(accounts()).toEqual([userId(EMAIL)]);
  });

  test("the service is down: the checkout opens after a few seconds, and the session stays", async () => {
    const { page } = await signedIn();
    await expireStored(page);
    auth.setMode("unavailable");
    await page.goto(PATHS.checkout);
    await passTime(page, () => page.locator('.pay[data-phase="ready"]').isVisible());
    expect(stripe.intents).toHaveLength(1);
    expect(await stored(page)).not.toBeNull();
  });

  test("the service is down when a link is asked for: says so, and the form works", async () => {
    const { page } = await atCheckout();
    auth.setMode("unavailable");
    await askForLink(page, EMAIL, "failed");
    auth.setMode("ok");
    await askForLink(page);
    expect(mailbox.mails).toHaveLength(1);
  });

  test("the service is down when a link comes back: says so, and the form works", async () => {
    const { page } = await atCheckout();
    await askForLink(page);
    const target = await targetOf(await mailedLink());
    auth.setMode("unavailable");
    await page.goto(target.href);
    await formReady(page);
    await page.getByText(ACCOUNT_COPY.signInFailed).waitFor();
    expect(page.url()).toBe(browser.origin + PATHS.checkout);
  });

  test("the service is slow when a link comes back: the checkout opens without, and the account appears when it comes", async () => {
    const { page } = await atCheckout();
    await askForLink(page);
    const link = await mailedLink();
    const release = await hold(page, "**/auth/v1/token*");
    const asked = page.waitForRequest("**/auth/v1/token*");
    await page.goto(link);
    await asked;
    // The checkout stops waiting for an account after 4 seconds, the call to the service ends after 10.
    await passTime(page, () => disclosure(page).isVisible(), { mostMs: 8_000 });
    await formReady(page);
    expect(await accountsOf(page)).toEqual([undefined]);
    release();
    await buysAs(page, EMAIL);
  });

  test("the service never answers: a link that is asked for is given up", async () => {
    const { page } = await atCheckout();
    await page.route("**/auth/v1/otp*", hang);
    await askForLink(page, EMAIL, "failed");
  });

  test("the library cannot be loaded: says so, and works after a reload", async () => {
    const { page } = await atCheckout();
    await page.route("**/build/library-*", (route) => route.abort());
    await askForLink(page, EMAIL, "failed");
    await page.unroute("**/build/library-*");
    await page.reload();
    await formReady(page);
    await askForLink(page);
  });

  test("the library cannot be loaded when a link comes back: says so, and the form works", async () => {
    const { page } = await atCheckout();
    await askForLink(page);
    await page.route("**/build/library-*", (route) => route.abort());
    await page.goto(await mailedLink());
    await formReady(page);
    await page.getByText(ACCOUNT_COPY.signInFailed).waitFor();
  });

  test("storage is forbidden: the checkout works, nobody is signed in, and no link is sent that could not work", async () => {
    const { page, requests, problems } = await visitor();
    await forbidStorage(page, "localStorage", "sessionStorage");
    const target = await attackersTarget(PATHS.checkout);
    mailbox.clear();
    await page.goto(target.href);
    await formReady(page);
    expect(page.url()).toBe(browser.origin + PATHS.checkout);
    await askForLink(page, EMAIL, "failed");
    expect(urlsOf(requests.filter(isCallOfService))).toEqual([]);
    expect(mailbox.mails).toEqual([]);
    expect(problems.filter(isUnexpected)).toEqual([]);
  });

  test("what the buyer has typed stays", async () => {
    const { page } = await signedIn();
    await page.route(
      (url) => url.pathname === PATHS.createPaymentIntent,
      async (route) => {
        await islandReady(page, "checkout");
        await page.evaluate(() => {
          const input = document.querySelector<HTMLInputElement>("#checkout-email");
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "piet@example.nl");
          input?.dispatchEvent(new Event("input", { bubbles: true }));
        });
        await route.fallback();
      },
    );
    await openCheckout(page);
    expect(await emailField(page).inputValue()).toBe("piet@example.nl");
  });
});
