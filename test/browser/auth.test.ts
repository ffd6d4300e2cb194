import type { BrowserContext, Page, Request } from "playwright";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import type { User } from "../outside-world/auth.ts";
import type { PaymentIntent } from "../outside-world/stripe-intents.ts";
import { openBrowser, type Visit } from "./browser.ts";

const browser = openBrowser();
const EMAIL = "jan@example.nl";

async function control(name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const response = await fetch(`${browser.world}/_control/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  if (!response.ok) throw new Error(`_control/${name}: ${response.status} ${await response.text()}`);
}

const read = async (name: string) => (await fetch(`${browser.world}/_control/${name}`)).json();
const users = async () => ((await read("auth")) as { users: User[] }).users;
const intents = async () => ((await read("state")) as { intents: PaymentIntent[] }).intents;

beforeEach(forgetAll);
afterEach(forgetAll);

async function forgetAll(): Promise<void> {
  await control("reset");
  await control("auth", { reset: true });
}

/** Each visitor has an address of their own, or the rate limit would count them all together. */
let visitors = 0;

type Recorded = Visit & { requests: Request[] };

async function visitor(): Promise<Recorded> {
  const visit = await browser.visit();
  visitors += 1;
  const address = `198.51.100.${visitors}`;
  const context = visit.page.context();
  await context.route(
    (url) => url.origin === browser.origin && url.pathname === PATHS.createPaymentIntent,
    (route) => route.continue({ headers: { ...route.request().headers(), "cf-connecting-ip": address } }),
  );
  const requests: Request[] = [];
  context.on("request", (request) => requests.push(request));
  return { ...visit, requests };
}

/** Through the outside world's page, with the code that it shows. */
async function signIn(page: Page, path: string): Promise<void> {
  const back = encodeURIComponent(browser.origin + path);
  await page.goto(`${browser.world}/aanmelden?redirect_to=${back}`);
  await page.getByLabel("E-mailadres").fill(EMAIL);
  await page.getByRole("button", { name: "Stuur mij een code" }).click();
  await page.getByRole("button", { name: "Inloggen" }).click();
  await accountIs(page, "signed-in");
}

const accountIs = (page: Page, state: "signed-in" | "signed-out") =>
  page.locator(`html[data-account="${state}"]`).waitFor({ state: "attached" });
const formReady = (page: Page) => page.locator('.pay[data-phase="ready"]').waitFor();
const emailField = (page: Page) => page.getByLabel("E-mailadres *");
const stored = (page: Page) => page.evaluate((name) => localStorage.getItem(name), SESSION_STORAGE_KEY);

/** Changes the stored session, as time or a mishap would. */
async function changeStored(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate(
    ([name, more]) => {
      const session = JSON.parse(localStorage.getItem(name) ?? "{}") as object;
      localStorage.setItem(name, JSON.stringify({ ...session, ...more }));
    },
    [SESSION_STORAGE_KEY, changes] as const,
  );
}

/** A token whose signature does not fit, in the stored session. */
async function spoilToken(page: Page): Promise<void> {
  const session = JSON.parse((await stored(page)) ?? "{}") as { access_token: string };
  const [header, claims] = session.access_token.split(".");
  await changeStored(page, { access_token: `${header}.${claims}.${"A".repeat(86)}` });
}

const isOfAccounts = (request: Request) => /\/auth\/v1\/|\/build\/(session|library)-/.test(request.url());
const creations = (requests: readonly Request[]) =>
  requests.filter((request) => new URL(request.url()).pathname === PATHS.createPaymentIntent);

describe("a visitor without a session", () => {
  test("downloads nothing of it, asks nobody, and is asked nothing", async () => {
    const { page, requests, problems } = await visitor();
    for (const path of [PATHS.home, PATHS.order, PATHS.checkout]) {
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await page.locator("html").getAttribute("data-account")).toBeNull();
    }
    await formReady(page);
    expect(requests.filter(isOfAccounts).map((request) => request.url())).toEqual([]);
    const [creation] = creations(requests);
    expect(await creation?.headerValue("apikey")).toBe("local-anon-key");
    expect(await creation?.headerValue("authorization")).toBeNull();
    expect((await intents())[0]?.metadata).not.toHaveProperty("user_id");
    expect(problems).toEqual([]);
  });

  test("a discount code is no callback: nothing is loaded", async () => {
    const { page, requests } = await visitor();
    await page.goto(`${PATHS.home}?code=ZOMER&utm=x`, { waitUntil: "networkidle" });
    expect(requests.filter(isOfAccounts)).toEqual([]);
  });

  test("a code of a sign-in that began elsewhere stays unused, and the library is not loaded", async () => {
    const { page, requests } = await visitor();
    await page.goto(`${PATHS.home}?code=${crypto.randomUUID()}`);
    await accountIs(page, "signed-out");
    expect(requests.some((request) => request.url().includes("/build/library-"))).toBe(false);
  });
});

describe("signing in", () => {
  test("with a one-time code, and back at the checkout: address clean, e-mail filled in, the payment is theirs", async () => {
    const { page, requests, problems } = await visitor();
    await signIn(page, `${PATHS.checkout}?flow=A`);
    await formReady(page);
    expect(page.url()).toBe(`${browser.origin}${PATHS.checkout}?flow=A`);
    expect(await emailField(page).inputValue()).toBe(EMAIL);
    const [user] = await users();
    expect((await intents()).map(({ metadata }) => metadata.user_id)).toEqual([user?.id]);
    const [creation] = creations(requests);
    expect(await creation?.headerValue("authorization")).toMatch(/^Bearer ey/);
    expect(problems).toEqual([]);
  });

  test("no token in a referrer, in an address of the shop, in the document or in what is measured", async () => {
    const { page, requests } = await visitor();
    await signIn(page, PATHS.home);
    await page.goto(PATHS.checkout);
    await formReady(page);
    const { access_token, refresh_token } = JSON.parse((await stored(page)) ?? "{}") as Record<string, string>;
    const texts = await Promise.all(
      requests.map(async (request) => `${new URL(request.url()).search} ${await request.headerValue("referer")}`),
    );
    texts.push(await page.content(), await page.evaluate(() => JSON.stringify(window.dataLayer ?? [])));
    for (const text of texts) {
      expect(text).not.toContain("access_token=ey");
      for (const token of [access_token, refresh_token]) expect(text).not.toContain(token);
    }
    expect(await page.evaluate(() => history.length)).toBeLessThan(8);
  });

  test("the session is there on the next page, restored when the page is idle and without a call", async () => {
    const { page, requests } = await visitor();
    await signIn(page, PATHS.home);
    requests.length = 0;
    await page.goto(PATHS.order);
    await accountIs(page, "signed-in");
    expect(requests.filter((request) => request.url().includes("/auth/v1/"))).toEqual([]);
  });

  test("a link that has expired: the address is cleaned, the shop works", async () => {
    const { page, problems } = await visitor();
    await page.goto(`${PATHS.home}?flow=B#error=access_denied&error_code=otp_expired&error_description=Link+verlopen`);
    await accountIs(page, "signed-out");
    expect(page.url()).toBe(`${browser.origin}/?flow=B`);
    expect(problems).toEqual([]);
  });

  test("a code of a sign-in that began in this browser is redeemed", async () => {
    const { page, requests } = await visitor();
    await page.goto(PATHS.faq);
    const verifier = "v".repeat(64);
    await page.evaluate(([name, value]) => localStorage.setItem(`${name}-code-verifier`, JSON.stringify(value)), [
      SESSION_STORAGE_KEY,
      verifier,
    ] as const);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const challenge = Buffer.from(digest).toString("base64url");
    const back = encodeURIComponent(`${browser.origin}/?flow=A`);
    await page.goto(`${browser.world}/auth/v1/authorize?code_challenge=${challenge}&redirect_to=${back}`);
    await page.getByRole("button", { name: "Stuur mij een code" }).click();
    await page.getByRole("button", { name: "Inloggen" }).click();
    await accountIs(page, "signed-in");
    expect(page.url()).toBe(`${browser.origin}/?flow=A`);
    expect(requests.some((request) => request.url().includes("grant_type=pkce"))).toBe(true);
    expect(await page.locator("a[href*='code=']").count()).toBe(0);
  });
});

describe("a session that ends", () => {
  test("expired, and the service knows it no longer: removed, in the other tab too", async () => {
    const { page } = await visitor();
    await signIn(page, PATHS.home);
    const other = await openTab(page.context(), PATHS.faq);
    await accountIs(other, "signed-in");
    await control("auth", { end: true });
    await changeStored(page, { expires_at: Math.floor(Date.now() / 1000) - 10 });
    await page.reload();
    await accountIs(page, "signed-out");
    await accountIs(other, "signed-out");
    expect(await stored(page)).toBeNull();
  });

  test("expired in two tabs at once: both are refreshed", async () => {
    const { page } = await visitor();
    await signIn(page, PATHS.home);
    await changeStored(page, { expires_at: Math.floor(Date.now() / 1000) - 10 });
    const other = await openTab(page.context(), PATHS.faq);
    await page.reload();
    await Promise.all([accountIs(page, "signed-in"), accountIs(other, "signed-in")]);
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
    expect(problems).toEqual([]);
  });
});

describe("no sale is lost to a session", () => {
  test("a token that the shop refuses: asked again without it, and the session is mended meanwhile", async () => {
    const { page, requests } = await visitor();
    await signIn(page, PATHS.home);
    await spoilToken(page);
    const spoiled = await stored(page);
    await page.goto(PATHS.checkout);
    await formReady(page);
    const asked = creations(requests);
    expect(await Promise.all(asked.map(async (request) => (await request.response())?.status()))).toEqual([401, 200]);
    expect(await asked[1]?.headerValue("authorization")).toBeNull();
    expect(await intents()).toHaveLength(1);
    expect(await emailField(page).inputValue()).toBe("");
    await expect.poll(() => stored(page)).not.toBe(spoiled);
    expect(await stored(page)).not.toBeNull();
    await page.reload();
    await formReady(page);
    // The same visit, so the same payment, now with its buyer.
    const [user] = await users();
    expect((await intents()).map(({ metadata }) => metadata.user_id)).toEqual([user?.id]);
  });

  test("refused, and the service refuses it too: the session ends", async () => {
    const { page } = await visitor();
    await signIn(page, PATHS.home);
    await spoilToken(page);
    await control("auth", { end: true });
    await page.goto(PATHS.checkout);
    await formReady(page);
    await accountIs(page, "signed-out");
    expect(await stored(page)).toBeNull();
  });

  test("the sign-in service is down: the checkout opens after a few seconds, and the session stays", async () => {
    const { page } = await visitor();
    await signIn(page, PATHS.home);
    await changeStored(page, { expires_at: Math.floor(Date.now() / 1000) - 10 });
    await control("auth", { mode: "unavailable" });
    await page.goto(PATHS.checkout);
    await formReady(page);
    expect(await intents()).toHaveLength(1);
    expect(await stored(page)).not.toBeNull();
  });

  test("what the buyer has typed stays", async () => {
    const { page } = await visitor();
    await signIn(page, PATHS.home);
    await page.route(
      (url) => url.pathname === PATHS.createPaymentIntent,
      async (route) => {
        await page.evaluate(() => {
          const input = document.querySelector<HTMLInputElement>("#checkout-email");
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "piet@example.nl");
          input?.dispatchEvent(new Event("input", { bubbles: true }));
        });
        await route.fallback();
      },
    );
    await page.goto(PATHS.checkout);
    await formReady(page);
    expect(await emailField(page).inputValue()).toBe("piet@example.nl");
  });
});

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
