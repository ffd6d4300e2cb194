import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import {
  accountEmailField,
  accountIs,
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
  OTHER_EMAIL,
  openAccounts,
  openTab,
  signIn,
  spoilToken,
  stored,
  storedKeys,
  targetOf,
  tryToPay,
  urlsOf,
  userId,
} from "./account-visitors.ts";
import { forbidStorage, hang, hold, islandReady } from "./browser.ts";
import { fillIn, formReady, openCheckout, payButton, payWith, pick } from "./buyers.ts";
import { passTime } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/**
 * Purchases with a session: the account on the payment, and sessions that end or fail. No sale is lost, and the buyer
 * reads whose the purchase is.
 */

const { browser, visitor, atCheckout, signedIn, attackersTarget } = openAccounts();
const { auth, mailbox, stripe } = shop.world;

describe("on whose account", () => {
  test("without it: the choice is said, outlives a reload, and can be taken back", async () => {
    const { page, requests } = await signedIn();
    await button(page, ACCOUNT_COPY.buyWithout).click();
    await page.getByText(ACCOUNT_COPY.unused).waitFor();
    const back = ACCOUNT_COPY.buyWith.replace("{email}", EMAIL);
    // The pressed button keeps the focus, and has the label of its new action.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(back);
    requests.length = 0;
    await page.reload();
    await formReady(page);
    await page.getByText(ACCOUNT_COPY.unused).waitFor();
    await tryToPay(page);
    expect(await declarations(requests)[0]?.headerValue("authorization")).toBeNull();
    await button(page, back).click();
    await buysAs(page, EMAIL);
    requests.length = 0;
    await page.reload();
    await formReady(page);
    await tryToPay(page);
    expect(await declarations(requests)[0]?.headerValue("authorization")).toMatch(/^Bearer ey/);
  });

  test("what was chosen for one account is not chosen for another", async () => {
    const { page } = await signedIn();
    await button(page, ACCOUNT_COPY.buyWithout).click();
    await button(page, ACCOUNT_COPY.signOut).click();
    await disclosure(page).waitFor();
    await askForLink(page, OTHER_EMAIL);
    await page.goto(await mailedLink(OTHER_EMAIL));
    await buysAs(page, OTHER_EMAIL);
  });

  test("nothing can be changed while a payment is under way", async () => {
    const { page } = await signedIn();
    await page.getByLabel("Volledige naam *").fill("Jan de Vries");
    await page.getByLabel("Ik wil dat de levering").check();
    await pick(page, "Kaart");
    const release = await hold(page, "**/v1/payment_intents/*/confirm");
    await payButton(page).click();
    await page.locator('.pay[data-phase="processing"]').waitFor();
    expect(await button(page, ACCOUNT_COPY.buyWithout).isDisabled()).toBe(true);
    expect(await button(page, ACCOUNT_COPY.signOut).isDisabled()).toBe(true);
    release();
    await page.getByText("Je betaling is gelukt", { exact: true }).waitFor();
  });
});

describe("signing out", () => {
  test("ends the session here and at the service, and the checkout goes on", async () => {
    const { page, requests, problems } = await signedIn();
    expect(auth.sessionCount).toBe(1);
    await button(page, ACCOUNT_COPY.signOut).focus();
    await page.keyboard.press("Enter");
    await disclosure(page).waitFor();
    await accountIs(page, "signed-out");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(ACCOUNT_COPY.begin.label);
    expect(await storedKeys(page)).toEqual([]);
    await expect.poll(() => auth.sessionCount).toBe(0);
    requests.length = 0;
    await page.reload();
    await formReady(page);
    await tryToPay(page);
    expect(await declarations(requests)[0]?.headerValue("authorization")).toBeNull();
    expect(problems.filter(isUnexpected)).toEqual([]);
  });

  test.each(["unavailable", "sign-out-403"] as const)("whatever the service says of it (%s)", async (mode) => {
    const { page } = await signedIn();
    auth.setMode(mode);
    await button(page, ACCOUNT_COPY.signOut).click();
    await disclosure(page).waitFor();
    expect(await stored(page)).toBeNull();
  });

  test("with a session that has expired meanwhile, while the service does not answer", async () => {
    const { page } = await signedIn();
    auth.setMode("unavailable");
    await expireStored(page);
    await button(page, ACCOUNT_COPY.signOut).click();
    await passTime(page, () => disclosure(page).isVisible());
    expect(await stored(page)).toBeNull();
  });
});

describe("another tab", () => {
  test("a link that opens in a new tab: the tab that asked for it notices, keeps the focus and loads what it needs", async () => {
    const { page } = await atCheckout();
    await page.getByLabel("Volledige naam *").fill("Jan de Vries");
    await askForLink(page);
    await accountEmailField(page).focus();
    const other = await openTab(page.context(), await mailedLink());
    await buysAs(other, EMAIL);
    await buysAs(page, EMAIL);
    expect(await page.getByLabel("Volledige naam *").inputValue()).toBe("Jan de Vries");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(ACCOUNT_COPY.buyWithout);
  });

  test("signing in and out elsewhere, seen by a checkout that had loaded nothing of accounts", async () => {
    const { page } = await atCheckout();
    const other = await openTab(page.context(), PATHS.checkout);
    await signIn(other);
    await buysAs(page, EMAIL);
    await button(other, ACCOUNT_COPY.signOut).click();
    await disclosure(page).waitFor();
    await accountIs(page, "signed-out");
  });

  test("a session that disappears without a word (storage is cleared) is gone here too", async () => {
    const { page } = await signedIn();
    const other = await openTab(page.context(), PATHS.faq);
    await other.evaluate(() => localStorage.clear());
    await disclosure(page).waitFor();
  });
});

describe("a session that ends", () => {
  test("expired, and the service knows it no longer: removed, in the other tab too", async () => {
    const { page } = await signedIn();
    const other = await openTab(page.context(), PATHS.faq);
    await accountIs(other, "signed-in");
    auth.endSessions();
    await expireStored(page);
    await page.reload();
    await accountIs(page, "signed-out");
    await accountIs(other, "signed-out");
    expect(await stored(page)).toBeNull();
    await disclosure(page).waitFor();
  });

  test("expired in two tabs at once: both are refreshed", async () => {
    const { page } = await signedIn();
    await expireStored(page);
    const other = await openTab(page.context(), PATHS.faq);
    await page.reload();
    await Promise.all([accountIs(page, "signed-in"), accountIs(other, "signed-in")]);
    await buysAs(page, EMAIL);
    const session = JSON.parse((await stored(page)) ?? "{}") as { expires_at: number };
    expect(session.expires_at).toBeGreaterThan(Date.now() / 1000);
  });

  test.each(["nonsense", "null", '{"access_token":"x"}'])("what is no session is thrown away: %s", async (content) => {
    const { page, problems } = await visitor();
    await page.goto(PATHS.faq);
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [SESSION_STORAGE_KEY, content] as const);
    await page.reload();
    await accountIs(page, "signed-out");
    await expect.poll(() => stored(page)).toBeNull();
    expect(problems.filter(isUnexpected)).toEqual([]);
  });
});

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
