import type { Page, Request, Route } from "playwright";
import { expect, test } from "vitest";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import {
  EMAIL,
  expireStored,
  focused,
  openAccounts,
  spoilToken,
  stored,
  storeSession,
  userId,
} from "./account-visitors.ts";
import { countShifts, hang, hold, idle, islandReady } from "./browser.ts";
import { passTime } from "./false-clock.ts";
import { storeOrder } from "./orders.ts";
import { shop } from "./test-shop.ts";

/** The orders of an account on `/mijn-cursus`, for a visitor whose browser has a session. */

const { withSession } = openAccounts();
const { auth } = shop.world;
const COPY = MY_COURSE_COPY.account;
const API = `**${PATHS.myOrders}`;
const LOADED = COPY.said.orders.replace("{email}", EMAIL);

const storeOrderOf = (user = "", intentId = "pi_others") => storeOrder({ intentId, productId: "KVB1", userId: user });

/** A visitor whose browser has a session, with an order of the account. */
async function signedIn(options = {}) {
  const visit = await withSession(options);
  const intentId = "pi_myOrders1";
  await storeOrderOf(userId(EMAIL), intentId);
  return { ...visit, intentId };
}

const section = (page: Page) => page.locator(".my-orders");
const says = (page: Page, text: string) => section(page).getByText(text, { exact: true });
const button = (page: Page, name: string) => section(page).getByRole("button", { name });
const rows = (page: Page) => section(page).locator("li");
const pageshow = () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
const asked = (requests: readonly Request[]) =>
  requests.filter((request) => new URL(request.url()).pathname === PATHS.myOrders);

test("with a session it says that it loads, then has the orders in the place that was kept, asked for once, with the token in no address, and each with its page", async () => {
  const { page, intentId, requests, problems } = await signedIn();
  const second = "pi_myOrders2";
  await storeOrderOf(userId(EMAIL), second);
  await storeOrderOf(crypto.randomUUID());
  const shifted = await countShifts(page);
  const release = await hold(page, API);
  await page.goto(PATHS.myCourse);
  await says(page, COPY.said.loading).waitFor();
  await islandReady(page, "myOrders");
  expect(await rows(page).count()).toBe(0);
  release();
  await says(page, LOADED).waitFor();
  const numbers = (await rows(page).allTextContents()).map((text) => /VK-\w+/.exec(text)?.[0]);
  expect(numbers.toSorted()).toEqual([intentId, second].map(formatOrderNumber).toSorted());
  expect(await shifted()).toBeLessThan(0.02);
  const row = rows(page).filter({ hasText: formatOrderNumber(intentId) });
  const cells = await row.locator("a > *").allTextContents();
  expect(cells).toEqual(["Online cursus Klein Vaarbewijs 1", "2 juli 2026", "Betaald", formatOrderNumber(intentId)]);
  // The form for everybody stays below them.
  expect(await page.getByRole("button", { name: MY_COURSE_COPY.form.submit }).isVisible()).toBe(true);
  expect(asked(requests)).toHaveLength(1);
  const { access_token: token } = JSON.parse((await stored(page)) ?? "{}") as { access_token: string };
  expect(await asked(requests)[0]?.headerValue("authorization")).toBe(`Bearer ${token}`);
  expect(requests.filter((request) => request.url().includes(token))).toEqual([]);
  expect(await page.content()).not.toContain(token);
  // An event about the same account starts no second request.
  await page.evaluate(() => document.dispatchEvent(new Event("accountchange")));
  await idle(page);
  expect(asked(requests)).toHaveLength(1);
  // A page that the browser has kept does.
  await page.evaluate(pageshow);
  await expect.poll(() => asked(requests)).toHaveLength(2);
  await rows(page).first().waitFor();
  await row.getByRole("link").click();
  await page.getByRole("heading", { name: ORDER_STATUS_COPY.states.paid.title }).waitFor();
  await page.getByText(formatOrderNumber(intentId)).first().waitFor();
  // An order's page that the browser has kept is loaded anew.
  await islandReady(page, "fresh");
  await Promise.all([page.waitForEvent("load"), page.evaluate(pageshow)]);
  expect(problems).toEqual([]);
});

test("somebody else in another tab, with orders or none, also without an address; then signing out, which keeps the focus", async () => {
  const { page, requests } = await signedIn();
  const release = await hold(page, API);
  await page.goto(PATHS.myCourse);
  await says(page, COPY.said.loading).waitFor();
  await expect.poll(() => asked(requests)).toHaveLength(1);
  const other = await page.context().newPage();
  await other.goto(PATHS.robots);
  await other.evaluate(() => localStorage.clear());
  await says(page, COPY.said.ended).waitFor();
  // The answer to whoever was signed in before comes too late.
  await Promise.all([page.waitForResponse(API), release()]);
  await idle(page);
  expect(await rows(page).count()).toBe(0);
  await storeSession(other, "els@example.nl");
  await says(page, COPY.said.none.replace("{email}", "els@example.nl")).waitFor();
  await says(page, COPY.missing).waitFor();
  expect(await rows(page).count()).toBe(0);
  auth.addAccount("bas@example.nl");
  const bas = userId("bas@example.nl");
  await storeOrderOf(bas);
  await storeSession(other, "bas@example.nl", { user: { id: bas, email: "" } });
  await says(page, COPY.said.ordersNameless).waitFor();
  await rows(page).first().waitFor();
  await storeSession(other, "bas@example.nl", { user: null });
  await idle(page);
  expect(await rows(page).count(), "a session that cannot be read").toBe(1);

  const before = auth.sessionCount;
  await button(page, COPY.signOut).focus();
  await page.keyboard.press("Enter");
  await says(page, COPY.said.ended).waitFor();
  expect(await rows(page).count()).toBe(0);
  expect(await page.content()).not.toContain("VK-");
  expect(await stored(page)).toBeNull();
  expect(await focused(page)).toBe(COPY.title);
  await expect.poll(() => auth.sessionCount).toBe(before - 1);
  await page.reload();
  await islandReady(page, "signInWatch");
  await page.evaluate(pageshow);
  expect(await section(page).isVisible()).toBe(false);
  await storeSession(other);
  await rows(page).first().waitFor();
});

// Its own script: islands.test.ts.
test("whatever the answer is, or if there is none, or the session's script does not come, it is said, and tried again by a press, which keeps the focus", async () => {
  const { page, requests, problems } = await signedIn({ waits: true });
  const answers: Readonly<Record<string, (route: Route) => unknown>> = {
    "not available": (route) => route.fulfill({ status: 503, json: {} }),
    "a page": (route) => route.fulfill({ status: 200, body: "<!doctype html>" }),
    "JSON of another kind": (route) => route.fulfill({ status: 200, json: {} }),
    none: hang,
  };
  await page.route("**/build/library-*", (route) => route.abort());
  await page.goto(PATHS.myCourse);
  await passTime(page, () => says(page, COPY.said.failed).isVisible());
  await page.unroute("**/build/library-*");
  for (const [index, [name, answer]] of Object.entries(answers).entries()) {
    await page.route(API, (route) => void answer(route));
    await button(page, COPY.again).click();
    await passTime(page, () => says(page, COPY.said.failed).isVisible());
    expect(asked(requests), name).toHaveLength(index + 1);
    expect(await rows(page).count(), name).toBe(0);
    await page.unroute(API);
  }
  const release = await hold(page, API);
  await button(page, COPY.again).press("Enter");
  await says(page, COPY.said.loading).waitFor();
  expect(await focused(page)).toBe(COPY.title);
  release();
  await rows(page).first().waitFor();
  expect(problems.filter((problem) => !/^(TypeError: )?Failed to (load|fetch dynam)/.test(problem))).toEqual([]);
});

test("a refused token is renewed; a session that has ended at the service is said to, and forgotten here", async () => {
  const { page, requests } = await signedIn();
  await spoilToken(page);
  await page.goto(PATHS.myCourse);
  await rows(page).first().waitFor();
  const statuses = await Promise.all(asked(requests).map(async (request) => (await request.response())?.status()));
  expect(statuses).toEqual([401, 200]);

  for (const change of [spoilToken, expireStored]) {
    // A page without a script: one with the library would find out, and forget the session before the next page.
    await page.goto(PATHS.robots);
    requests.length = 0;
    await storeSession(page);
    await change(page);
    auth.endSessions();
    await page.goto(PATHS.myCourse);
    await says(page, COPY.said.ended).waitFor();
    expect(await stored(page)).toBeNull();
    expect(await rows(page).count()).toBe(0);
    expect(asked(requests), "with a token that has not expired").toHaveLength(change === spoilToken ? 1 : 0);
  }
});
