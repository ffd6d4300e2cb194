import type { BrowserContext, Page, Request } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/content/account.ts";
import { FLOW_ID_PARAMETER, SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { AUTH_ANON_KEY } from "../outside-world/auth-keys.ts";
import { forbidStorage, hold, islandReady, openBrowser, type Visit } from "./browser.ts";
import { fillIn, formReady, openCheckout, payButton, payWith, pick } from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

const browser = openBrowser();
const EMAIL = "jan@example.nl";
const OTHER_EMAIL = "piet@example.nl";
const ATTACKER = "mallory@example.nl";

const { auth, mailbox, stripe } = shop.world;
const userId = (email: string) => auth.users.find((user) => user.email === email)?.id;
const accounts = () => stripe.intents.map(({ metadata }) => metadata.user_id);

/** The account on each payment, after one was tried. It is written just before a payment is confirmed. */
async function accountsOf(page: Page): Promise<readonly (string | undefined)[]> {
  await tryToPay(page);
  return accounts();
}

/** The browser's message about the refused card. */
const isUnexpected = (problem: string) => !problem.includes("402 (Payment Required)");

/** Pays with a card that is refused, so that the form stays. */
async function tryToPay(page: Page): Promise<void> {
  await page.getByLabel("Volledige naam *").fill("Jan de Vries");
  if ((await emailField(page).inputValue()) === "") await emailField(page).fill("koper@example.nl");
  await page.getByLabel("Ik wil dat de levering").check();
  await payWith(page, "declined");
  await page.locator(".pay-error", { hasText: "Je kaart is geweigerd." }).waitFor();
}

beforeEach(() => {
  mailbox.clear();
  for (const account of [EMAIL, OTHER_EMAIL, ATTACKER]) auth.addAccount(account);
});

type Recorded = Visit & { requests: Request[]; warnings: string[] };

async function visitor(): Promise<Recorded> {
  const visit = await browser.visit();
  await stopClock(visit.page);
  const requests: Request[] = [];
  visit.page.context().on("request", (request) => requests.push(request));
  const warnings: string[] = [];
  visit.page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  return { ...visit, requests, warnings };
}

const accountIs = (page: Page, state: "signed-in" | "signed-out") =>
  page.locator(`html[data-account="${state}"]`).waitFor({ state: "attached" });
const emailField = (page: Page) => page.getByLabel("E-mailadres *");
const accountEmailField = (page: Page) => page.getByLabel(ACCOUNT_COPY.begin.email.label);
const disclosure = (page: Page) => page.getByText(ACCOUNT_COPY.begin.label);
const button = (page: Page, name: string) => page.getByRole("button", { name });
const stored = (page: Page) => page.evaluate((name) => localStorage.getItem(name), SESSION_STORAGE_KEY);
const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => !key.startsWith("checkout-visit:")));
const buysAs = (page: Page, email: string) => page.getByText(ACCOUNT_COPY.used.replace("{email}", email)).waitFor();

/** Asks for a link at the checkout, and waits for the text that follows. */
async function askForLink(page: Page, email = EMAIL, answer: "sent" | "limited" | "failed" = "sent"): Promise<void> {
  if (!(await accountEmailField(page).isVisible())) await disclosure(page).click();
  await accountEmailField(page).fill(email);
  await page.locator(".account-sign-in button").click();
  const said = page.getByText(ACCOUNT_COPY.begin[answer].replace("{email}", email));
  await passTime(page, () => said.isVisible(), { ignored: "/otp" });
}

/** The link of the newest mail to an address. */
async function mailedLink(email = EMAIL): Promise<string> {
  const mail = mailbox.mails.find(({ to }) => to === email);
  if (mail?.link == null) throw new Error(`No mail to ${email}`);
  return mail.link.href;
}

/** The target of a mailed link, found without a browser. */
async function targetOf(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: "manual" });
  return new URL(response.headers.get("location") ?? "");
}

/** Signs in: from the checkout to the mail and back. */
async function signIn(page: Page, { email = EMAIL, search = "" } = {}): Promise<void> {
  await openCheckout(page, search);
  await askForLink(page, email);
  await page.goto(await mailedLink(email));
  await formReady(page);
  await buysAs(page, email);
}

async function atCheckout(): Promise<Recorded> {
  const visit = await visitor();
  await openCheckout(visit.page);
  return visit;
}

async function signedIn(): Promise<Recorded> {
  const visit = await visitor();
  await signIn(visit.page);
  return visit;
}

/** An attacker's request for a link to her own account, in her own browser. Returns the link's target. */
async function attackersTarget(path: string, challenge?: string): Promise<URL> {
  const redirectTo = encodeURIComponent(browser.origin + path);
  await fetch(`${browser.world}/auth/v1/otp?redirect_to=${redirectTo}`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: AUTH_ANON_KEY },
    body: JSON.stringify({ email: ATTACKER, code_challenge: challenge, code_challenge_method: "s256" }),
  });
  return targetOf(await mailedLink(ATTACKER));
}

/** The challenge of a verifier that only the attacker has. */
async function attackersChallenge(): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("v".repeat(64)));
  return Buffer.from(digest).toString("base64url");
}

/** Changes the stored session, as time or a fault does. */
async function changeStored(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate(
    ([name, more]) => {
      const session = JSON.parse(localStorage.getItem(name) ?? "{}") as object;
      localStorage.setItem(name, JSON.stringify({ ...session, ...more }));
    },
    [SESSION_STORAGE_KEY, changes] as const,
  );
}

const expireStored = (page: Page) => changeStored(page, { expires_at: Math.floor(Date.now() / 1000) - 10 });

/** A token whose signature does not fit, in the stored session. */
async function spoilToken(page: Page): Promise<void> {
  const session = JSON.parse((await stored(page)) ?? "{}") as { access_token: string };
  const [header, claims] = session.access_token.split(".");
  await changeStored(page, { access_token: `${header}.${claims}.${"A".repeat(86)}` });
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const isCallOfService = (request: Request) => request.url().includes("/auth/v1/");
const isOfAccounts = (request: Request) =>
  isCallOfService(request) || /\/build\/(session|library)-/.test(request.url());
const isLibrary = (request: Request) => request.url().includes("/build/library-");
const urlsOf = (requests: readonly Request[]) => requests.map((request) => request.url());
/** The calls that write the buyer of a payment. */
const declarations = (requests: readonly Request[]) =>
  requests.filter((request) => new URL(request.url()).pathname === PATHS.paymentDetails);

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

  /** A shop that cannot fetch the service's keys. A server keeps fetched keys for longer than a test lasts. */
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
      await page.route("**/auth/v1/token*", () => undefined);
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

  test.each(Object.keys(WAYS))(
    "%s: nothing is confirmed before the buyer has read so; one more press pays",
    async (way) => {
      const { page } = await visitor();
      await signIn(page);
      await fillIn(page);
      await WAYS[way]?.(page);
      await payWith(page, "declined");
      await passTime(page, () => page.locator(".pay-notice", { hasText: NOTICE }).isVisible(), { ignored: "/token" });
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
    await passTime(page, () => disclosure(page).isVisible(), { ignored: "/token", mostMs: 8_000 });
    await formReady(page);
    expect(await accountsOf(page)).toEqual([undefined]);
    release();
    await buysAs(page, EMAIL);
  });

  test("the service never answers: a link that is asked for is given up", async () => {
    const { page } = await atCheckout();
    await page.route("**/auth/v1/otp*", () => undefined);
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
