import { describe, expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import {
  accountEmailField,
  accountIs,
  askForLink,
  button,
  buysAs,
  declarations,
  disclosure,
  EMAIL,
  expireStored,
  isUnexpected,
  mailedLink,
  OTHER_EMAIL,
  openAccounts,
  openTab,
  signIn,
  stored,
  storedKeys,
  tryToPay,
} from "./account-visitors.ts";
import { hold } from "./browser.ts";
import { formReady, payButton, pick } from "./buyers.ts";
import { passTime } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/** Purchases with a session: the account on the payment, and sessions that end or fail. */

const { visitor, atCheckout, signedIn } = openAccounts();
const { auth } = shop.world;

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
