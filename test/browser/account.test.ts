import type { Page, Request } from "playwright";
import { expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { AUTH_ANON_KEY } from "../outside-world/auth-keys.ts";
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
import { hang, hold, idle, islandReady } from "./browser.ts";
import { confirmations, fillIn, formReady, openCheckout, payButton, payExpress, payWith } from "./buyers.ts";
import { passTime } from "./false-clock.ts";
import { machineNow } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/**
 * Signing in by the link of a mail, and purchases with a session: the account on the payment, and sessions that end or fail.
 * No sale is lost, and the buyer reads whose the purchase is.
 */

const { browser, visitor, withSession, atCheckout, signedIn } = openAccounts();
const { auth, mailbox, stripe } = shop.world;

test("a visitor without a session downloads nothing of it, asks nobody, and is asked nothing; a code in the address is not the shop's, and somebody else's tokens there sign nobody in", async () => {
  const { page, requests, warnings, problems } = await visitor();
  for (const path of [
    `${PATHS.home}?code=ZOMER&utm=x`,
    `${PATHS.order}?code=${crypto.randomUUID()}`,
    PATHS.myCourse,
    `${PATHS.checkout}?access_token=x&refresh_token=y`,
  ]) {
    await page.goto(path);
    await idle(page);
    expect(await page.locator("html").getAttribute("data-account"), path).toBeNull();
    expect(await page.locator(".my-orders").filter({ visible: true }).count(), path).toBe(0);
    expect(page.url()).toBe(browser.origin + path);
  }
  await formReady(page);
  expect(warnings).toEqual([]);
  // Session fixation. Other addresses that try it, and links that sign nobody in: test/client/session.test.ts.
  const { access_token, refresh_token } = auth.signIn(OTHER_EMAIL);
  await page.goto(`${PATHS.checkout}#${new URLSearchParams({ access_token, refresh_token })}`);
  await formReady(page);
  expect(page.url()).toBe(browser.origin + PATHS.checkout);
  expect(await page.evaluate("navigation.entries().at(-2).url"), "one step back").not.toContain(access_token);
  expect(warnings).toEqual(["Tokens sign nobody in."]);
  expect([await storedKeys(page), await emailField(page).inputValue()]).toEqual([[], ""]);
  await disclosure(page).click();
  await accountEmailField(page).waitFor();
  const isOfOrders = (request: Request) => /\/build\/my-orders-|\/api\/my-orders/.test(request.url());
  expect(urlsOf(requests.filter((request) => isOfAccounts(request) || isOfOrders(request)))).toEqual([]);
  expect(await accountsOf(page)).toEqual([undefined]);
  const [declaration] = declarations(requests);
  expect(await declaration?.headerValue("apikey")).toBe(AUTH_ANON_KEY);
  expect(await declaration?.headerValue("authorization")).toBeNull();
  expect(problems.filter(isUnexpected)).toEqual([]);
});

test("signing in begins at the checkout and ends there, and no token is where somebody else could read it", async () => {
  const { page, requests, problems, warnings } = await visitor();
  const search = "?flow=A&utm_source=x";
  await openCheckout(page, search);
  await askForLink(page);
  const target = await targetOf(await mailedLink());
  await page.goto(target.href);
  await formReady(page);
  await buysAs(page, EMAIL);
  expect(page.url()).toBe(browser.origin + PATHS.checkout + search);
  expect(await emailField(page).inputValue()).toBe(EMAIL);
  expect(await accountsOf(page)).toEqual([userId(EMAIL)]);
  expect(await declarations(requests).at(-1)?.headerValue("authorization")).toMatch(/^Bearer ey/);
  expect(await page.locator("a[href*='code='], a[href*='sb_flow_id']").count()).toBe(0);
  // The stored verifier is gone.
  expect(await storedKeys(page)).toEqual([SESSION_STORAGE_KEY]);
  expect([...problems.filter(isUnexpected), ...warnings]).toEqual([]);

  // On the next page the session is restored when that is idle.
  requests.length = 0;
  await page.goto(PATHS.order);
  await accountIs(page, "signed-in");
  const own = (await stored(page)) ?? "{}";
  // No token is in a referrer, in an address of the shop, in the document or in what is measured.
  const { access_token, refresh_token } = JSON.parse(own) as Record<string, string>;
  const texts = await Promise.all(
    requests.map(async (request) => `${new URL(request.url()).search} ${await request.headerValue("referer")}`),
  );
  texts.push(await page.content(), await page.evaluate(() => JSON.stringify(window.dataLayer ?? [])));
  for (const text of texts) {
    for (const token of [access_token, refresh_token]) expect(text).not.toContain(token);
  }
});

test("the form of a sign-in: by keyboard, with an address that cannot be right, while it sends, asked again, and of a used link", async () => {
  const { page, requests, warnings } = await visitor();
  await openCheckout(page, "?flow=B");
  const field = accountEmailField(page);
  const asked = () => requests.filter((request) => request.url().includes("/otp") && request.method() === "POST");
  const activeId = () => page.evaluate(() => document.activeElement?.id);
  await emailField(page).fill("jan@example");
  await disclosure(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await field.inputValue(), "the address that the payment's form holds").toBe("jan@example");
  // Nobody learns that an address has no account.
  const said = page.locator('.account-result[role="status"]');
  const sent = (email: string) => ACCOUNT_COPY.begin.sent.replace("{email}", email);
  await field.fill("niemand@example.nl");
  await page.keyboard.press("Enter");
  await page.getByText(sent("niemand@example.nl")).waitFor();
  expect(await activeId()).toBe("account-email");
  expect([mailbox.mails, await storedKeys(page)]).toEqual([[], []]);

  const release = await hold(page, "**/auth/v1/otp*");
  await field.fill(EMAIL);
  expect(await said.textContent()).toBe(sent("niemand@example.nl"));
  await button(page, ACCOUNT_COPY.begin.sendAgain).click();
  const sending = button(page, ACCOUNT_COPY.begin.sending);
  await sending.waitFor();
  expect(await sending.getAttribute("aria-disabled")).toBe("true");
  expect(await said.textContent()).toBe(ACCOUNT_COPY.begin.sending);
  await sending.press("Enter");
  release();
  await page.getByText(sent(EMAIL)).waitFor();
  expect(asked()).toHaveLength(2);
  // The button that was pressed still has the focus.
  expect(await focused(page)).toBe(ACCOUNT_COPY.begin.sendAgain);

  await askForLink(page, EMAIL, "limited");
  for (const [text, problem] of [
    ["jan@example", ACCOUNT_COPY.begin.email.invalid],
    ["", ACCOUNT_COPY.begin.email.missing],
  ] as const) {
    await field.fill(text);
    await page.locator(".account-sign-in button").click();
    await page.getByText(problem).waitFor();
    expect(await field.getAttribute("aria-invalid"), problem).toBe("true");
    expect(await field.getAttribute("aria-describedby"), problem).toBe("account-email-error");
    expect([await activeId(), await said.textContent()], problem).toEqual(["account-email", ""]);
    await field.fill(EMAIL);
    expect(await page.getByText(problem).count()).toBe(0);
  }
  expect(asked()).toHaveLength(3);
  expect(mailbox.mails.map(({ to }) => to)).toEqual([EMAIL]);
  const link = await mailedLink();
  // Whoever opens it first has used it.
  await targetOf(link);
  warnings.length = 0;
  await page.goto(link);
  await page.getByText(ACCOUNT_COPY.signInFailed).waitFor();
  expect(page.url()).toBe(`${browser.origin}${PATHS.checkout}?flow=B`);
  expect(await page.locator("a[href*='error']").count()).toBe(0);
  expect(warnings).toEqual(["Signing in did not work: Email link is invalid or has expired"]);
  await storeSession(await openTab(page.context(), PATHS.robots));
  await expect.poll(() => page.getByText(ACCOUNT_COPY.signInFailed).count()).toBe(0);
});

test("signing in in a new tab, then as somebody else: the tab that asked notices, keeps its texts and the focus", async () => {
  const { page } = await atCheckout();
  await page.getByLabel("Volledige naam *").fill("Jan de Vries");
  await askForLink(page, OTHER_EMAIL);
  await askForLink(page);
  await page.locator(".account-line :focus").dispatchEvent("focusout");
  const other = await openTab(page.context(), await mailedLink());
  for (const tab of [other, page]) await buysAs(tab, EMAIL);
  expect(await page.getByLabel("Volledige naam *").inputValue()).toBe("Jan de Vries");
  expect(await focused(page)).toBe(ACCOUNT_COPY.buyWithout);
  await other.goto(await mailedLink(OTHER_EMAIL));
  for (const tab of [other, page]) await buysAs(tab, OTHER_EMAIL);
});

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
  await payExpress(page, "Apple Pay", "declined");
  await isLost(page, "an express button", confirmed);
  await page.locator(".account-state", { hasText: ACCOUNT_COPY.unused }).waitFor();
  await page.unroute(`**${PATHS.paymentDetails}`);
  await button(page, ACCOUNT_COPY.buyWith.replace("{email}", EMAIL)).click();
  await buysAs(page, EMAIL);
  await payExpress(page, "Apple Pay", "declined");
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
