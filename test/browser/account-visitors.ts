import type { BrowserContext, Page, Request } from "playwright";
import { beforeAll, beforeEach } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { openBrowser, problemsOf, type Visit } from "./browser.ts";
import { openCheckout, payWith } from "./buyers.ts";
import { falsifyClock, passTime } from "./false-clock.ts";
import { machineNow } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/** Visitors with accounts, their sign-ins, and the account on their payments. */

export const EMAIL = "jan@example.nl";
export const OTHER_EMAIL = "piet@example.nl";

const { auth, mailbox, stripe } = shop.world;
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
export const userId = (email: string) => auth.users.find((user) => user.email === email)?.id;
export const accounts = () => stripe.intents.map(({ metadata }) => metadata.user_id);

/** Tries to pay, because the account is written just before a confirmation. Returns the account on each payment. */
export async function accountsOf(page: Page): Promise<readonly (string | undefined)[]> {
  await tryToPay(page);
  return accounts();
}

/** The browser's message about the refused card. */
export const isUnexpected = (problem: string) => !problem.includes("402 (Payment Required)");

/** Pays with a card that is refused, so that the form stays. */
export async function tryToPay(page: Page): Promise<void> {
  await page.getByLabel("Volledige naam *").fill("Jan de Vries");
  if ((await emailField(page).inputValue()) === "") await emailField(page).fill("koper@example.nl");
  await page.getByLabel("Ik wil dat de levering").check();
  await payWith(page, "declined");
  // A service that is silent is waited for.
  await passTime(page, () => refused(page).isVisible());
}

export const refused = (page: Page) => page.locator(".pay-refusal", { hasText: "Je kaart is geweigerd." });

type Recorded = Visit & { requests: Request[]; warnings: string[] };

export const accountIs = (page: Page, state: "signed-in" | "signed-out") =>
  page.locator(`html[data-account="${state}"]`).waitFor({ state: "attached" });
export const emailField = (page: Page) => page.getByLabel("E-mailadres *");
export const accountEmailField = (page: Page) => page.getByLabel(ACCOUNT_COPY.begin.email.label);
export const disclosure = (page: Page) => page.getByText(ACCOUNT_COPY.begin.label);
export const button = (page: Page, name: string) => page.getByRole("button", { name });
export const stored = (page: Page) => page.evaluate((name) => localStorage.getItem(name), SESSION_STORAGE_KEY);
export const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => !key.startsWith("checkout-visit:")));
export const buysAs = (page: Page, email: string) =>
  page.getByText(ACCOUNT_COPY.used.replace("{email}", email)).waitFor();

export async function askForLink(
  page: Page,
  email = EMAIL,
  answer: "sent" | "limited" | "failed" = "sent",
): Promise<void> {
  if (!(await accountEmailField(page).isVisible())) await disclosure(page).click();
  await accountEmailField(page).fill(`Jan <${email}>`);
  await page.locator(".account-sign-in button").click();
  const said = page.getByText(ACCOUNT_COPY.begin[answer].replace("{email}", email));
  await passTime(page, () => said.isVisible());
}

export async function mailedLink(email = EMAIL): Promise<string> {
  const mail = mailbox.mails.find(({ to }) => to === email);
  if (mail?.link == null) throw new Error(`No mail to ${email}`);
  return mail.link.href;
}

export async function targetOf(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: "manual" });
  return new URL(response.headers.get("location") ?? "");
}

/** Stores a new session, as a sign-in does. Other tabs notice. */
export const storeSession = (page: Page, email = EMAIL, changes: object = {}) =>
  page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    SESSION_STORAGE_KEY,
    JSON.stringify({ ...auth.signIn(email), ...changes }),
  ] as const);

async function changeStored(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate(
    ([name, more]) => {
      const session = JSON.parse(localStorage.getItem(name) ?? "{}") as object;
      localStorage.setItem(name, JSON.stringify({ ...session, ...more }));
    },
    [SESSION_STORAGE_KEY, changes] as const,
  );
}

export const expireStored = (page: Page) =>
  changeStored(page, { expires_at: Math.floor(machineNow().getTime() / 1000) - 10 });

/** Replaces the signature of the stored token by an invalid one. */
export async function spoilToken(page: Page): Promise<void> {
  const session = JSON.parse((await stored(page)) ?? "{}") as { access_token: string };
  const [header, claims] = session.access_token.split(".");
  await changeStored(page, { access_token: `${header}.${claims}.${"A".repeat(86)}` });
}

export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const isCallOfService = (request: Request) => request.url().includes("/auth/v1/");
export const isOfAccounts = (request: Request) =>
  isCallOfService(request) || /\/build\/(session|library)-/.test(request.url());
export const urlsOf = (requests: readonly Request[]) => requests.map((request) => request.url());
export const declarations = (requests: readonly Request[]) =>
  requests.filter((request) => new URL(request.url()).pathname === PATHS.paymentDetails);

/** Gives a test file a browser, and each test accounts without mails and functions that open visitors. */
export function openAccounts() {
  const browser = openBrowser();

  // Then the shop has the service's keys, and keeps them. Without them a test in which the service fails would keep the
  // shop from asking for them for half a minute.
  beforeAll(async () => {
    const authorization = `Bearer ${auth.signIn(EMAIL).access_token}`;
    const { status } = await fetch(browser.origin + PATHS.myOrders, { headers: { authorization } });
    if (status !== 200) throw new Error(`The shop knows no key of the sign-in service: ${status}`);
  });
  beforeEach(() => {
    mailbox.clear();
    for (const account of [EMAIL, OTHER_EMAIL]) auth.addAccount(account);
  });

  /** `waits`: whether something in the test is silent for longer than a test should last; then the clock stands still. */
  async function visitor({ waits = false } = {}): Promise<Recorded> {
    const visit = await browser.visit();
    if (waits) await falsifyClock(visit.page);
    const requests: Request[] = [];
    visit.page.context().on("request", (request) => requests.push(request));
    return { ...visit, requests, warnings: problemsOf(visit.page, ["warning"]) };
  }

  async function atCheckout(options = {}): Promise<Recorded> {
    const visit = await visitor(options);
    await openCheckout(visit.page);
    return visit;
  }

  /** A visitor whose browser has a session; without the sign-in that account.test.ts tests. */
  async function withSession(options = {}): Promise<Recorded> {
    const visit = await visitor(options);
    // The cheapest way to its storage.
    await visit.page.goto(PATHS.robots);
    await storeSession(visit.page);
    return visit;
  }

  /** The same at the checkout. */
  async function signedIn(options = {}): Promise<Recorded> {
    const visit = await withSession(options);
    await openCheckout(visit.page);
    await buysAs(visit.page, EMAIL);
    return visit;
  }

  return { browser, visitor, withSession, atCheckout, signedIn };
}
