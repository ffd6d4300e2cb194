import type { Page, Request } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { hang, hold, islandReady, openBrowser, type Visit } from "./browser.ts";
import { formReady, openCheckout, pay } from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { recordPaidOrder } from "./orders.ts";
import { shop } from "./test-shop.ts";

/** The orders of an account on `/mijn-cursus`, for a visitor whose browser has a session. */

const browser = openBrowser();
const { auth, mailbox, stripe } = shop.world;
const COPY = MY_COURSE_COPY.account;
const API = `**${PATHS.myOrders}`;
const EMAIL = "jan@example.nl";
const LOADED = COPY.said.orders.replace("{email}", EMAIL);
const NONE = COPY.said.none.replace("{email}", EMAIL);

let sales = 0;
/** An id that no other test has, because all tests share the shop's KV. */
function nextIntent(): string {
  sales += 1;
  return `pi_myOrders${sales}`;
}

type Recorded = Visit & { requests: Request[] };

async function visitor(): Promise<Recorded> {
  const visit = await browser.visit();
  const requests: Request[] = [];
  visit.page.context().on("request", (request) => requests.push(request));
  return { ...visit, requests };
}

/** A visitor whose browser has a session, on another page. */
async function signedIn(changes: object = {}): Promise<Recorded & { userId: string }> {
  const visit = await visitor();
  const tokens = auth.signIn(EMAIL);
  await visit.page.goto(PATHS.terms);
  await store(visit.page, { ...tokens, ...changes });
  return { ...visit, userId: tokens.user.id };
}

const store = (page: Page, session: object) =>
  page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    SESSION_STORAGE_KEY,
    JSON.stringify(session),
  ] as const);
const stored = (page: Page) => page.evaluate((name) => localStorage.getItem(name), SESSION_STORAGE_KEY);

/** As `signedIn`, with an order of the account. */
async function withOrder(): Promise<Recorded & { userId: string; intentId: string }> {
  const visit = await signedIn();
  const intentId = nextIntent();
  await recordPaidOrder(visit.page.request, intentId, visit.userId);
  return { ...visit, intentId };
}

const section = (page: Page) => page.locator(".my-orders");
const says = (page: Page, text: string) => section(page).getByText(text, { exact: true });
const button = (page: Page, name: string) => section(page).getByRole("button", { name });
const rows = (page: Page) => section(page).locator("li");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const isOfAccounts = (request: Request) =>
  /\/build\/(session|library|my-orders)-|\/auth\/v1\/|\/api\/my-orders/.test(request.url());
const asked = (requests: readonly Request[]) =>
  requests.filter((request) => new URL(request.url()).pathname === PATHS.myOrders);
const apart = (problems: readonly string[]) => problems.filter((problem) => !problem.startsWith("Failed to load"));

beforeEach(() => mailbox.clear());

test("an order that comes hardly moves what is below it: its place is kept before the first paint", async () => {
  const { page } = await withOrder();
  await page.addInitScript(() => {
    const moves: number[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moves.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(PATHS.myCourse);
  await section(page).locator(".my-orders-foot").waitFor();
  const moves = await page.evaluate(() => (window as unknown as { moves: number[] }).moves);
  expect(moves.reduce((sum, move) => sum + move, 0)).toBeLessThan(0.02);
});

test("a buyer signs in at the checkout, buys, and finds the order here, with the way to its page", async () => {
  const { page, problems } = await visitor();
  auth.addAccount(EMAIL);
  await openCheckout(page);
  await page.getByText(ACCOUNT_COPY.begin.label).click();
  await page.getByLabel(ACCOUNT_COPY.begin.email.label).fill(EMAIL);
  await page.locator(".account-sign-in button").click();
  await page.getByText(ACCOUNT_COPY.begin.sent.replace("{email}", EMAIL)).waitFor();
  await page.goto(mailbox.mails.find(({ to }) => to === EMAIL)?.link?.href ?? "");
  await formReady(page);
  await page.getByText(ACCOUNT_COPY.used.replace("{email}", EMAIL)).waitFor();
  await page.getByLabel("Volledige naam *").fill("Jan de Vries");
  await page.getByLabel("Ik wil dat de levering").check();
  await pay(page);

  const intentId = stripe.intents.at(-1)?.id ?? "";
  await expect
    .poll(async () => {
      await page.goto(PATHS.myCourse);
      await section(page).locator(".my-orders-foot").waitFor();
      return rows(page).count();
    })
    .toBe(1);
  await says(page, LOADED).waitFor();
  const row = rows(page).first();
  for (const text of ["Online cursus Klein Vaarbewijs 1", "Betaald", formatOrderNumber(intentId)]) {
    expect(await row.textContent()).toContain(text);
  }
  // The form for everybody stays below it.
  expect(await page.getByRole("button", { name: MY_COURSE_COPY.form.submit }).isVisible()).toBe(true);
  await row.getByRole("link").click();
  await page.getByRole("heading", { name: ORDER_STATUS_COPY.states.paid.title }).waitFor();
  await page.getByText(formatOrderNumber(intentId)).first().waitFor();
  expect(problems).toEqual([]);
});

describe("without a session", () => {
  test("nothing of it is shown or downloaded, and nobody is asked", async () => {
    const { page, requests, problems } = await visitor();
    await page.goto(PATHS.myCourse, { waitUntil: "networkidle" });
    expect(await section(page).isVisible()).toBe(false);
    expect(requests.filter(isOfAccounts).map((request) => request.url())).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("nor without a script, and the form works", async () => {
    const { page } = await browser.visit({ javaScriptEnabled: false });
    await page.goto(PATHS.myCourse);
    expect(await section(page).isVisible()).toBe(false);
    await page.getByLabel("Je e-mailadres").fill(EMAIL);
    await page.getByRole("button", { name: MY_COURSE_COPY.form.submit }).click();
    await page.getByRole("heading", { name: MY_COURSE_COPY.asked.title }).waitFor();
  });
});

describe("with a session", () => {
  test("the newest order comes first, asked for once, with the token in no address", async () => {
    const { page, userId, intentId, requests, problems } = await withOrder();
    const second = nextIntent();
    await recordPaidOrder(page.request, second, userId);
    await recordPaidOrder(page.request, nextIntent(), crypto.randomUUID());
    await page.goto(PATHS.myCourse);
    await says(page, LOADED).waitFor();
    const numbers = (await rows(page).allTextContents()).map((text) => /VK-\w+/.exec(text)?.[0]);
    expect(numbers.toSorted()).toEqual([intentId, second].map(formatOrderNumber).toSorted());
    expect(asked(requests)).toHaveLength(1);
    const { access_token: token } = JSON.parse((await stored(page)) ?? "{}") as { access_token: string };
    expect(await asked(requests)[0]?.headerValue("authorization")).toBe(`Bearer ${token}`);
    expect(requests.filter((request) => request.url().includes(token))).toEqual([]);
    expect(await page.content()).not.toContain(token);
    // An event about the same account starts no second request.
    await page.evaluate(() => document.dispatchEvent(new Event("accountchange")));
    await page.waitForLoadState("networkidle");
    expect(asked(requests)).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test("says that it is loading", async () => {
    const { page } = await withOrder();
    const release = await hold(page, API);
    await page.goto(PATHS.myCourse);
    await says(page, COPY.said.loading).waitFor();
    await islandReady(page, "myOrders");
    expect(await rows(page).count()).toBe(0);
    release();
    await rows(page).first().waitFor();
  });

  test("an account without orders: says so, whose it is, and where else to look", async () => {
    const { page } = await signedIn();
    await page.goto(PATHS.myCourse);
    await says(page, NONE).waitFor();
    await says(page, COPY.missing).waitFor();
    expect(await rows(page).count()).toBe(0);
  });

  test("an account without an address is named as such", async () => {
    const { page, userId } = await signedIn();
    const session = JSON.parse((await stored(page)) ?? "{}") as { user: object };
    await store(page, { ...session, user: { ...session.user, email: "" } });
    await page.goto(PATHS.myCourse);
    await says(page, COPY.said.noneNameless).waitFor();
    await recordPaidOrder(page.request, nextIntent(), userId);
    await page.reload();
    await says(page, COPY.said.ordersNameless).waitFor();
  });

  test("signing out here takes the orders away, ends the session, and keeps the focus", async () => {
    const { page } = await withOrder();
    await page.goto(PATHS.myCourse);
    await rows(page).first().waitFor();
    await button(page, COPY.signOut).focus();
    await page.keyboard.press("Enter");
    await says(page, COPY.said.ended).waitFor();
    expect(await rows(page).count()).toBe(0);
    expect(await page.content()).not.toContain("VK-");
    expect(await stored(page)).toBeNull();
    expect(await focused(page)).toBe(COPY.title);
    await expect.poll(() => auth.sessionCount).toBe(0);
    await page.reload();
    expect(await section(page).isVisible()).toBe(false);
  });

  test("another tab signs out, and somebody else in: the orders go and others come", async () => {
    const { page } = await withOrder();
    await page.goto(PATHS.myCourse);
    await rows(page).first().waitFor();
    const other = await page.context().newPage();
    await other.goto(PATHS.terms);
    await other.evaluate(() => localStorage.clear());
    await says(page, COPY.said.ended).waitFor();
    expect(await rows(page).count()).toBe(0);
    await store(other, auth.signIn("els@example.nl"));
    await says(page, COPY.said.none.replace("{email}", "els@example.nl")).waitFor();
  });
});

describe("what does not go well", () => {
  test("the orders cannot be fetched: said, and tried again by a press, which keeps the focus", async () => {
    const { page, problems } = await withOrder();
    await page.route(API, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(PATHS.myCourse);
    await says(page, COPY.said.failed).waitFor();
    expect(await rows(page).count()).toBe(0);
    await page.unroute(API);
    const release = await hold(page, API);
    await button(page, COPY.again).press("Enter");
    await says(page, COPY.said.loading).waitFor();
    expect(await focused(page)).toBe(COPY.title);
    release();
    await rows(page).first().waitFor();
    expect(apart(problems)).toEqual([]);
  });

  test("the answer is too many requests, something else than JSON, or JSON of another kind: said", async () => {
    const { page, problems } = await signedIn();
    for (const answer of [
      { status: 429, json: {} },
      { status: 200, body: "<!doctype html>" },
      { status: 200, json: {} },
    ]) {
      await page.route(API, (route) => route.fulfill(answer));
      await page.goto(PATHS.myCourse);
      await says(page, COPY.said.failed).waitFor();
      await page.unroute(API);
    }
    expect(apart(problems)).toEqual([]);
  });

  test("the answer does not come: said after a while", async () => {
    const { page } = await visitor();
    await stopClock(page);
    await page.route(API, hang);
    await page.goto(PATHS.terms);
    await store(page, auth.signIn(EMAIL));
    await page.goto(PATHS.myCourse);
    await passTime(page, () => says(page, COPY.said.failed).isVisible());
  });

  test("the session has ended at the service: said, once, and forgotten here", async () => {
    const { page, requests } = await signedIn({ expires_at: Math.floor(Date.now() / 1000) - 10 });
    auth.endSessions();
    await page.goto(PATHS.myCourse);
    await says(page, COPY.said.ended).waitFor();
    expect(await stored(page)).toBeNull();
    expect(asked(requests)).toEqual([]);
  });

  test("a token that the shop refuses is renewed, and the orders come", async () => {
    const { page, requests } = await withOrder();
    await spoilToken(page);
    await page.goto(PATHS.myCourse);
    await rows(page).first().waitFor();
    const statuses = await Promise.all(asked(requests).map(async (request) => (await request.response())?.status()));
    expect(statuses).toEqual([401, 200]);
  });

  test("a token that the shop refuses, of a session that has ended: said", async () => {
    const { page } = await withOrder();
    await spoilToken(page);
    auth.endSessions();
    await page.goto(PATHS.myCourse);
    await says(page, COPY.said.ended).waitFor();
    expect(await stored(page)).toBeNull();
    expect(await rows(page).count()).toBe(0);
  });

  test("the library cannot be loaded: said, and a press loads the page again", async () => {
    const { page } = await withOrder();
    await page.route("**/build/library-*", (route) => route.abort());
    await page.goto(PATHS.myCourse);
    await says(page, COPY.said.failed).waitFor();
    await page.unroute("**/build/library-*");
    await button(page, COPY.again).click();
    await rows(page).first().waitFor();
  });

  test("its own script cannot be loaded: the page is what it is for everybody", async () => {
    const { page } = await signedIn();
    await page.route("**/build/my-orders-*", (route) => route.abort());
    await page.goto(PATHS.myCourse);
    await page.locator('[data-island="myOrders"][data-status="failed"]').waitFor({ state: "attached" });
    expect(await section(page).isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: MY_COURSE_COPY.form.submit }).isVisible()).toBe(true);
  });
});

/** Replaces the signature of the stored token by an invalid one. */
async function spoilToken(page: Page): Promise<void> {
  const session = JSON.parse((await stored(page)) ?? "{}") as { access_token: string };
  const [header, claims] = session.access_token.split(".");
  await store(page, { ...session, access_token: `${header}.${claims}.${"A".repeat(86)}` });
}
