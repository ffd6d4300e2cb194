import type { Request } from "playwright";
import { expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { AUTH_ANON_KEY } from "../outside-world/auth-keys.ts";
import {
  accountEmailField,
  accountIs,
  accountsOf,
  askForLink,
  button,
  buysAs,
  declarations,
  disclosure,
  EMAIL,
  emailField,
  focused,
  isCallOfService,
  isOfAccounts,
  isUnexpected,
  mailedLink,
  OTHER_EMAIL,
  openAccounts,
  openTab,
  stored,
  storedKeys,
  targetOf,
  urlsOf,
  userId,
} from "./account-visitors.ts";
import { hold, idle } from "./browser.ts";
import { formReady, openCheckout } from "./buyers.ts";
import { shop } from "./test-shop.ts";

/** Signing in, by the link of a mail. The links that sign nobody in: test/client/session.test.ts. */

const { browser, visitor, atCheckout } = openAccounts();
const { auth, mailbox } = shop.world;

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
  // Session fixation. Other addresses that try it: test/client/session.test.ts.
  const { access_token, refresh_token } = auth.signIn(OTHER_EMAIL);
  await page.goto(`${PATHS.checkout}#${new URLSearchParams({ access_token, refresh_token })}`);
  await formReady(page);
  expect(page.url()).toBe(browser.origin + PATHS.checkout);
  expect(warnings).toEqual(["Tokens sign nobody in."]);
  expect(await storedKeys(page)).toEqual([]);
  expect(await emailField(page).inputValue()).toBe("");
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
  expect(problems.filter(isUnexpected)).toEqual([]);
  expect(warnings).toEqual([]);

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
  for (const [text, problem] of [
    ["jan@example", ACCOUNT_COPY.begin.email.invalid],
    ["", ACCOUNT_COPY.begin.email.missing],
  ] as const) {
    await field.fill(text);
    await button(page, ACCOUNT_COPY.begin.send).click();
    await page.getByText(problem).waitFor();
    expect(await field.getAttribute("aria-invalid"), problem).toBe("true");
    expect(await field.getAttribute("aria-describedby"), problem).toBe("account-email-error");
    expect(await activeId(), problem).toBe("account-email");
    await field.fill(EMAIL);
    expect(await page.getByText(problem).count()).toBe(0);
  }
  expect(urlsOf(requests.filter(isCallOfService))).toEqual([]);

  // Nobody learns that an address has no account.
  const said = page.locator('.account-result[role="status"]');
  const sent = (email: string) => ACCOUNT_COPY.begin.sent.replace("{email}", email);
  await field.fill("niemand@example.nl");
  await page.keyboard.press("Enter");
  await page.getByText(sent("niemand@example.nl")).waitFor();
  expect(await said.textContent()).toBe(sent("niemand@example.nl"));
  expect(await activeId()).toBe("account-email");
  expect(mailbox.mails).toEqual([]);
  expect(await storedKeys(page)).toEqual([]);

  const release = await hold(page, "**/auth/v1/otp*");
  await field.fill(EMAIL);
  await button(page, ACCOUNT_COPY.begin.sendAgain).click();
  const sending = button(page, ACCOUNT_COPY.begin.sending);
  await sending.waitFor();
  expect(await sending.getAttribute("aria-disabled")).toBe("true");
  await sending.press("Enter");
  release();
  await page.getByText(sent(EMAIL)).waitFor();
  expect(asked()).toHaveLength(2);
  // The button that was pressed still has the focus.
  expect(await focused(page)).toBe(ACCOUNT_COPY.begin.sendAgain);

  await askForLink(page, EMAIL, "limited");
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
});

test("signing in in a new tab, then as somebody else: the tab that asked notices, keeps its texts and the focus", async () => {
  const { page } = await atCheckout();
  await page.getByLabel("Volledige naam *").fill("Jan de Vries");
  await askForLink(page, OTHER_EMAIL);
  await askForLink(page);
  await accountEmailField(page).focus();
  const other = await openTab(page.context(), await mailedLink());
  for (const tab of [other, page]) await buysAs(tab, EMAIL);
  expect(await page.getByLabel("Volledige naam *").inputValue()).toBe("Jan de Vries");
  expect(await focused(page)).toBe(ACCOUNT_COPY.buyWithout);
  await other.goto(await mailedLink(OTHER_EMAIL));
  for (const tab of [other, page]) await buysAs(tab, OTHER_EMAIL);
});
