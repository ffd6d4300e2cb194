import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import {
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
  focused,
  isOfAccounts,
  isUnexpected,
  mailedLink,
  OTHER_EMAIL,
  openAccounts,
  openTab,
  refused,
  spoilToken,
  stored,
  storedKeys,
  storeSession,
  targetOf,
  tryToPay,
  urlsOf,
  userId,
} from "./account-visitors.ts";
import { hang, hold, islandReady } from "./browser.ts";
import { confirmations, fillIn, formReady, openCheckout, payButton, payWith } from "./buyers.ts";
import { passTime } from "./false-clock.ts";
import { machineNow } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/**
 * Purchases with a session: the account on the payment, and sessions that end or fail. No sale is lost, and the buyer
 * reads whose the purchase is.
 */

const { browser, visitor, withSession, atCheckout, signedIn } = openAccounts();
const { auth, mailbox, stripe } = shop.world;

test("the choice of an account is said, is for one account, outlives a reload, can be taken back, and not while it is paid", async () => {
  const { page, requests } = await signedIn();
  await button(page, ACCOUNT_COPY.buyWithout).click();
  await page.getByText(ACCOUNT_COPY.unused).waitFor();
  const back = ACCOUNT_COPY.buyWith.replace("{email}", EMAIL);
  // The pressed button keeps the focus, and has the label of its new action.
  expect(await focused(page)).toBe(back);
  await page.reload();
  await formReady(page);
  await page.getByText(ACCOUNT_COPY.unused).waitFor();
  await tryToPay(page);
  expect(await declarations(requests).at(-1)?.headerValue("authorization"), "without it").toBeNull();

  const other = await openTab(page.context(), PATHS.robots);
  await storeSession(other, OTHER_EMAIL);
  await buysAs(page, OTHER_EMAIL);
  await storeSession(other);
  await button(page, back).click();
  await buysAs(page, EMAIL);
  await page.reload();
  await formReady(page);
  await fillIn(page);
  const release = await hold(page, "**/v1/payment_intents/*/confirm");
  await payWith(page, "declined");
  await page.locator('.pay[data-phase="processing"]').waitFor();
  for (const name of [ACCOUNT_COPY.buyWithout, ACCOUNT_COPY.signOut])
    expect(await button(page, name).isDisabled(), name).toBe(true);
  release();
  await refused(page).waitFor();
  expect(await declarations(requests).at(-1)?.headerValue("authorization"), "with it again").toMatch(/^Bearer ey/);
});

test("signing out, here or elsewhere: the session ends, and the checkout goes on", async () => {
  const { page, requests, problems } = await atCheckout({ waits: true });
  expect(urlsOf(requests.filter(isOfAccounts))).toEqual([]);
  const other = await openTab(page.context(), PATHS.robots);
  const signInElsewhere = async () => {
    await storeSession(other);
    await buysAs(page, EMAIL);
  };
  await signInElsewhere();
  expect(auth.sessionCount).toBe(1);
  // The account's own address is not kept: it goes with the account.
  expect(await emailField(page).inputValue()).toBe(EMAIL);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(EMAIL);
  await button(page, ACCOUNT_COPY.signOut).focus();
  await page.keyboard.press("Enter");
  await disclosure(page).waitFor();
  await accountIs(page, "signed-out");
  expect(await focused(page)).toBe(ACCOUNT_COPY.begin.label);
  await expect.poll(() => emailField(page).inputValue()).toBe("");
  expect(await storedKeys(page)).toEqual([]);
  await expect.poll(() => auth.sessionCount).toBe(0);
  await tryToPay(page);
  expect(await declarations(requests)[0]?.headerValue("authorization")).toBeNull();
  expect(problems.filter(isUnexpected)).toEqual([]);

  await signInElsewhere();
  await other.evaluate(() => localStorage.clear());
  await disclosure(page).waitFor();
  await accountIs(page, "signed-out");
});

test("two tabs refresh an expired session", async () => {
  const { page } = await withSession();
  await expireStored(page);
  const other = await page.context().newPage();
  await Promise.all([page, other].map((tab) => tab.goto(PATHS.accessibility)));
  for (const tab of [page, other]) await accountIs(tab, "signed-in");
  const session = JSON.parse((await stored(page)) ?? "{}") as { expires_at: number };
  expect(session.expires_at).toBeGreaterThan(machineNow().getTime() / 1000);
});

const NOTICE = ACCOUNT_COPY.lost.title;

/** Answers as a shop that cannot fetch the service's keys. The real one keeps them for longer than a test lasts. */
const loseKeys = (page: Page) =>
  page.route(`**${PATHS.paymentDetails}`, async (route) => {
    const { authorization, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const json = (await response.json()) as object;
    return route.fulfill({ response, json: authorization === undefined ? json : { ...json, account: "unavailable" } });
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
  "the token is refused, and the session has ended": async (page) => {
    await spoilToken(page);
    auth.endSessions();
  },
};

const notice = (page: Page) => page.locator(".pay-notice", { hasText: NOTICE });
const isLost = async (page: Page, way: string, confirmed: number) => {
  await passTime(page, () => notice(page).isVisible());
  expect(confirmations(), way).toHaveLength(confirmed);
  expect(await page.getByText(ACCOUNT_COPY.used.replace("{email}", EMAIL)).count(), way).toBe(0);
};

test("an account that the purchase cannot be put on, whatever is the reason: nothing is confirmed before the buyer has read so; one more press pays, and with an express button it can be tried again", async () => {
  stripe.setWallets({ applePay: true });
  const { page } = await signedIn({ waits: true });
  await fillIn(page);
  let confirmed = 0;
  for (const [way, begin] of Object.entries(WAYS)) {
    await begin(page);
    await payWith(page, "declined");
    await isLost(page, way, confirmed);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className), { message: way })
      .toContain("pay-button");
    await payButton(page).click();
    confirmed += 1;
    await expect.poll(confirmations, { message: way }).toHaveLength(confirmed);
    await refused(page).waitFor();
    expect(accounts(), way).toEqual([undefined]);

    await page.unroute("**/auth/v1/token*");
    await page.unroute(`**${PATHS.paymentDetails}`);
    auth.setMode("ok");
    await storeSession(page);
    await page.evaluate(() => document.dispatchEvent(new Event("accountchange")));
    const chosen = button(page, ACCOUNT_COPY.buyWith.replace("{email}", EMAIL));
    // A call without an answer ends first.
    await passTime(page, () => chosen.isVisible());
    await chosen.click();
    await buysAs(page, EMAIL);
    expect(await notice(page).count(), way).toBe(0);
  }

  await loseKeys(page);
  const express = page.frameLocator(".pay-express iframe");
  const press = async () => {
    await express.getByRole("button", { name: "Apple Pay" }).click();
    await express.locator("#outcome").selectOption("declined");
    await express.locator("#pay").click();
  };
  await press();
  await isLost(page, "an express button", confirmed);
  await page.locator(".account-state", { hasText: ACCOUNT_COPY.unused }).waitFor();
  await page.unroute(`**${PATHS.paymentDetails}`);
  await button(page, ACCOUNT_COPY.buyWith.replace("{email}", EMAIL)).click();
  await buysAs(page, EMAIL);
  await press();
  await expect.poll(confirmations).toHaveLength(confirmed + 1);
  expect(accounts()).toEqual([userId(EMAIL)]);
});

test("what is typed stays, a refused token is renewed, and a service that is down lets the checkout open", async () => {
  const { page, requests } = await withSession({ waits: true });
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
    { times: 1 },
  );
  await openCheckout(page);
  await buysAs(page, EMAIL);
  expect(await emailField(page).inputValue()).toBe("piet@example.nl");

  await spoilToken(page);
  const spoiled = await stored(page);
  await tryToPay(page);
  const asked = declarations(requests);
  expect(await Promise.all(asked.map(async (request) => (await request.response())?.status()))).toEqual([401, 200]);
  expect(await stored(page)).not.toBe(spoiled);
  expect(accounts()).toEqual([userId(EMAIL)]);

  await expireStored(page);
  auth.setMode("unavailable");
  await page.reload();
  await passTime(page, () => page.locator('.pay[data-phase="ready"]').isVisible());
  expect(stripe.intents).toHaveLength(1);
  expect(await stored(page)).not.toBeNull();
});

test("whatever fails when a link is asked for or comes back, it says so, and the form works", async () => {
  const { page } = await visitor({ waits: true });
  await page.route("**/build/library-*", (route) => route.abort());
  await openCheckout(page);
  await askForLink(page, EMAIL, "failed");
  await page.unroute("**/build/library-*");
  await page.reload();
  await formReady(page);
  await page.route("**/auth/v1/otp*", hang);
  await askForLink(page, EMAIL, "failed");
  await page.unroute("**/auth/v1/otp*");
  await askForLink(page);
  expect(mailbox.mails).toHaveLength(1);

  const link = await targetOf(await mailedLink());
  await page.route("**/build/library-*", (route) => route.abort());
  await page.goto(link.href);
  await formReady(page);
  await page.getByText(ACCOUNT_COPY.signInFailed).waitFor();
  expect(page.url()).toBe(browser.origin + PATHS.checkout);
  await page.unroute("**/build/library-*");

  // Its code, not its answer: a call to the service ends after 10 seconds of a clock that runs by itself too.
  const release = await hold(page, "**/build/library-*");
  await page.goto(link.href);
  await passTime(page, () => disclosure(page).isVisible());
  await formReady(page);
  expect(await accountsOf(page)).toEqual([undefined]);
  release();
  await buysAs(page, EMAIL);
});
