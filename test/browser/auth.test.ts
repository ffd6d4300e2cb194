import { describe, expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { FLOW_ID_PARAMETER, SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { AUTH_ANON_KEY } from "../outside-world/auth-keys.ts";
import {
  accountEmailField,
  accountIs,
  accountsOf,
  askForLink,
  attackersChallenge,
  button,
  buysAs,
  declarations,
  disclosure,
  EMAIL,
  emailField,
  isCallOfService,
  isLibrary,
  isOfAccounts,
  isUnexpected,
  mailedLink,
  OTHER_EMAIL,
  openAccounts,
  openTab,
  signIn,
  stored,
  storedKeys,
  targetOf,
  urlsOf,
  userId,
} from "./account-visitors.ts";
import { hold } from "./browser.ts";
import { formReady, openCheckout } from "./buyers.ts";
import { shop } from "./test-shop.ts";

/** Signing in: the links that sign a visitor in, and those that do not. */

const { browser, visitor, atCheckout, signedIn, attackersTarget } = openAccounts();
const { auth, mailbox } = shop.world;

describe("a visitor without a session", () => {
  test("downloads nothing of it, asks nobody, and is asked nothing", async () => {
    const { page, requests, problems } = await visitor();
    for (const path of [PATHS.home, PATHS.order, PATHS.checkout]) {
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await page.locator("html").getAttribute("data-account")).toBeNull();
    }
    await formReady(page);
    await disclosure(page).click();
    await accountEmailField(page).waitFor();
    expect(urlsOf(requests.filter(isOfAccounts))).toEqual([]);
    expect(await accountsOf(page)).toEqual([undefined]);
    const [declaration] = declarations(requests);
    expect(await declaration?.headerValue("apikey")).toBe(AUTH_ANON_KEY);
    expect(await declaration?.headerValue("authorization")).toBeNull();
    expect(problems.filter(isUnexpected)).toEqual([]);
  });

  test.each(["code=ZOMER&utm=x", `code=${crypto.randomUUID()}`, "access_token=x&refresh_token=y"])(
    "an address with %s ends no sign-in of the shop: nothing is loaded, and it stays as it is",
    async (query) => {
      const { page, requests } = await visitor();
      await page.goto(`${PATHS.home}?${query}`, { waitUntil: "networkidle" });
      expect(urlsOf(requests.filter(isOfAccounts))).toEqual([]);
      expect(page.url()).toBe(`${browser.origin}/?${query}`);
    },
  );
});

describe("an address that somebody else made (session fixation)", () => {
  test("tokens in the hash sign nobody in: gone from the address, one warning, no call, nothing loaded", async () => {
    const { page, requests, warnings, problems } = await visitor();
    const target = await attackersTarget(PATHS.checkout);
    expect(target.hash).toMatch(/^#access_token=ey/);
    await page.goto(target.href);
    await formReady(page);
    expect(page.url()).toBe(browser.origin + PATHS.checkout);
    expect(await storedKeys(page)).toEqual([]);
    expect(await emailField(page).inputValue()).toBe("");
    expect(await disclosure(page).isVisible()).toBe(true);
    expect(urlsOf(requests.filter(isOfAccounts))).toEqual([]);
    expect(await accountsOf(page)).toEqual([undefined]);
    expect(warnings).toEqual(["Tokens sign nobody in."]);
    expect(problems.filter(isUnexpected)).toEqual([]);
  });

  test("tokens in the hash leave a session as it is", async () => {
    const { page, requests, warnings } = await signedIn();
    const own = await stored(page);
    const target = await attackersTarget(`${PATHS.checkout}?flow=A`);
    requests.length = 0;
    await page.goto(target.href);
    await formReady(page);
    await buysAs(page, EMAIL);
    expect(page.url()).toBe(`${browser.origin}${PATHS.checkout}?flow=A`);
    expect(await stored(page)).toBe(own);
    expect(urlsOf(requests.filter(isCallOfService))).toEqual([]);
    expect(warnings).toEqual(["Tokens sign nobody in."]);
    expect(await accountsOf(page)).toEqual([userId(EMAIL)]);
  });

  test("a code of a sign-in that did not begin here is not redeemed; the visitor is told", async () => {
    const { page, requests, warnings } = await visitor();
    const target = await attackersTarget(PATHS.checkout, await attackersChallenge());
    target.searchParams.set(FLOW_ID_PARAMETER, "0123456789abcdef0123456789abcdef");
    await page.goto(target.href);
    await formReady(page);
    await accountIs(page, "signed-out");
    await page.getByText(ACCOUNT_COPY.signInFailed).waitFor();
    expect(page.url()).toBe(browser.origin + PATHS.checkout);
    expect(urlsOf(requests.filter(isCallOfService))).toEqual([]);
    expect(urlsOf(requests.filter(isLibrary))).toEqual([]);
    expect(warnings).toEqual(["Signing in did not work: it did not begin in this browser"]);
    expect(await storedKeys(page)).toEqual([]);
  });

  test("a code of hers while this browser waits for its own link: not redeemed, and the own link still works", async () => {
    const { page, requests } = await atCheckout();
    await askForLink(page);
    requests.length = 0;
    const target = await attackersTarget(PATHS.checkout, await attackersChallenge());
    for (const flowId of [null, "0123456789abcdef0123456789abcdef"]) {
      if (flowId !== null) target.searchParams.set(FLOW_ID_PARAMETER, flowId);
      await page.goto(target.href);
      await formReady(page);
    }
    expect(urlsOf(requests.filter(isCallOfService))).toEqual([]);
    await page.goto(await mailedLink());
    await buysAs(page, EMAIL);
  });

  test("even who knows which sign-in this browser waits for cannot end it with a code of her own", async () => {
    const { page } = await atCheckout();
    await askForLink(page);
    const target = await attackersTarget(PATHS.checkout, await attackersChallenge());
    const own = (await storedKeys(page)).map((key) => /-flow-(.+)-code-verifier$/.exec(key)?.[1]).find(Boolean);
    target.searchParams.set(FLOW_ID_PARAMETER, own ?? "");
    await page.goto(target.href);
    await formReady(page);
    await page.getByText(ACCOUNT_COPY.signInFailed).waitFor();
    expect(await stored(page)).toBeNull();
    expect(await accountsOf(page)).toEqual([undefined]);
  });

  test("a code that did not begin here leaves a session as it is", async () => {
    const { page } = await signedIn();
    const own = await stored(page);
    const target = await attackersTarget(PATHS.checkout, await attackersChallenge());
    target.searchParams.set(FLOW_ID_PARAMETER, "0123456789abcdef0123456789abcdef");
    await page.goto(target.href);
    await formReady(page);
    await buysAs(page, EMAIL);
    expect(await page.getByText(ACCOUNT_COPY.signInFailed).count()).toBe(0);
    expect(await stored(page)).toBe(own);
  });

  test("a code that was used signs nobody in again, here or in another browser", async () => {
    const { page } = await atCheckout();
    await askForLink(page);
    const target = await targetOf(await mailedLink());
    await page.goto(target.href);
    await formReady(page);
    await buysAs(page, EMAIL);
    await button(page, ACCOUNT_COPY.signOut).click();
    await disclosure(page).waitFor();
    const thief = await visitor();
    for (const replaying of [page, thief.page]) {
      await replaying.goto(target.href);
      await formReady(replaying);
      await accountIs(replaying, "signed-out");
      expect(await stored(replaying)).toBeNull();
    }
  });
});

describe("signing in", () => {
  test("begins at the checkout and ends there: address clean, e-mail filled in, the payment is theirs", async () => {
    const { page, requests, problems, warnings } = await visitor();
    await signIn(page, { search: "?flow=A&utm_source=x" });
    expect(page.url()).toBe(`${browser.origin}${PATHS.checkout}?flow=A&utm_source=x`);
    expect(await emailField(page).inputValue()).toBe(EMAIL);
    expect(await accountsOf(page)).toEqual([userId(EMAIL)]);
    const declaration = declarations(requests).at(-1);
    expect(await declaration?.headerValue("authorization")).toMatch(/^Bearer ey/);
    expect(await page.locator("a[href*='code='], a[href*='sb_flow_id']").count()).toBe(0);
    // The stored verifier is gone.
    expect(await storedKeys(page)).toEqual([SESSION_STORAGE_KEY]);
    expect(problems.filter(isUnexpected)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("by keyboard alone, with the address that the form holds", async () => {
    const { page } = await atCheckout();
    await emailField(page).fill(EMAIL);
    await disclosure(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await accountEmailField(page).inputValue()).toBe(EMAIL);
    await page.keyboard.press("Enter");
    await page.getByText(ACCOUNT_COPY.begin.sent.replace("{email}", EMAIL)).waitFor();
    expect(mailbox.mails.map(({ to }) => to)).toEqual([EMAIL]);
    const said = page.locator('.account-result[role="status"]');
    expect(await said.textContent()).toBe(ACCOUNT_COPY.begin.sent.replace("{email}", EMAIL));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("account-email");
  });

  test.each([
    ["", ACCOUNT_COPY.begin.email.missing],
    ["jan@example", ACCOUNT_COPY.begin.email.invalid],
  ])("an address that cannot be right (%j) is not sent", async (text, problem) => {
    const { page, requests } = await atCheckout();
    await disclosure(page).click();
    await accountEmailField(page).fill(text);
    await button(page, ACCOUNT_COPY.begin.send).click();
    await page.getByText(problem).waitFor();
    const field = accountEmailField(page);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.getAttribute("aria-describedby")).toBe("account-email-error");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("account-email");
    expect(urlsOf(requests.filter(isCallOfService))).toEqual([]);
    await field.fill(EMAIL);
    expect(await page.getByText(problem).count()).toBe(0);
  });

  test("an address without an account: the same answer as any, no mail, and nothing is kept", async () => {
    const { page } = await atCheckout();
    await askForLink(page, "niemand@example.nl");
    expect(mailbox.mails).toEqual([]);
    expect(await storedKeys(page)).toEqual([]);
  });

  test("asked again within a minute: says so, and the first link works", async () => {
    const { page } = await atCheckout();
    await askForLink(page);
    await askForLink(page, EMAIL, "limited");
    expect(mailbox.mails).toHaveLength(1);
    await page.goto(await mailedLink());
    await buysAs(page, EMAIL);
  });

  test("while it is being sent: says so, and a second press does nothing", async () => {
    const { page, requests } = await atCheckout();
    const release = await hold(page, "**/auth/v1/otp*");
    await disclosure(page).click();
    await accountEmailField(page).fill(EMAIL);
    await button(page, ACCOUNT_COPY.begin.send).click();
    const sending = button(page, ACCOUNT_COPY.begin.sending);
    await sending.waitFor();
    expect(await sending.getAttribute("aria-disabled")).toBe("true");
    await sending.press("Enter");
    release();
    await page.getByText(ACCOUNT_COPY.begin.sent.replace("{email}", EMAIL)).waitFor();
    expect(requests.filter((request) => request.url().includes("/otp") && request.method() === "POST")).toHaveLength(1);
    // The button that was pressed still has the focus.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(ACCOUNT_COPY.begin.sendAgain);
  });

  test("a link that was used before: the address is cleaned, the visitor is told, and can ask for another", async () => {
    const { page, warnings } = await visitor();
    await openCheckout(page, "?flow=B");
    await askForLink(page);
    const link = await mailedLink();
    await targetOf(link);
    await page.goto(link);
    await page.getByText(ACCOUNT_COPY.signInFailed).waitFor();
    expect(page.url()).toBe(`${browser.origin}${PATHS.checkout}?flow=B`);
    expect(await page.locator("a[href*='error']").count()).toBe(0);
    expect(warnings).toEqual(["Signing in did not work: Email link is invalid or has expired"]);
    auth.reset();
    auth.addAccount(EMAIL);
    await askForLink(page);
    await page.goto(await mailedLink());
    await buysAs(page, EMAIL);
  });

  test("as somebody else, asked for here while signed in: the visitor's own doing, so it counts", async () => {
    const { page } = await atCheckout();
    await askForLink(page);
    const other = await openTab(page.context(), PATHS.checkout);
    await formReady(other);
    await askForLink(other, OTHER_EMAIL);
    await page.goto(await mailedLink());
    await buysAs(page, EMAIL);
    await other.goto(await mailedLink(OTHER_EMAIL));
    await buysAs(other, OTHER_EMAIL);
    await buysAs(page, OTHER_EMAIL);
  });

  test("no token in a referrer, in an address of the shop, in the document or in what is measured", async () => {
    const { page, requests } = await signedIn();
    await page.goto(PATHS.home);
    await openCheckout(page);
    const { access_token, refresh_token } = JSON.parse((await stored(page)) ?? "{}") as Record<string, string>;
    const texts = await Promise.all(
      requests.map(async (request) => `${new URL(request.url()).search} ${await request.headerValue("referer")}`),
    );
    texts.push(await page.content(), await page.evaluate(() => JSON.stringify(window.dataLayer ?? [])));
    for (const text of texts) {
      for (const token of [access_token, refresh_token]) expect(text).not.toContain(token);
    }
  });

  test("the session is there on the next page, restored when the page is idle and without a call", async () => {
    const { page, requests } = await signedIn();
    requests.length = 0;
    await page.goto(PATHS.order);
    await accountIs(page, "signed-in");
    expect(urlsOf(requests.filter(isCallOfService))).toEqual([]);
  });
});
