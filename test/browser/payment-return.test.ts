import type { Page } from "playwright";
import { expect, test } from "vitest";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import type { IntentStatus } from "../outside-world/stripe-intents.ts";
import { openBrowser } from "./browser.ts";
import { purchases } from "./buyers.ts";
import { falsifyClock, shown, skipWaiting, waitFor } from "./false-clock.ts";
import { startPayment } from "./gifts.ts";
import { orderPathOf } from "./orders.ts";
import { shop } from "./test-shop.ts";

/** A buyer who comes back from paying: the ways on and the waits; test/worker/payment-return.test.ts has every state's text. */

const browser = openBrowser();
const TARGET = `${browser.world}/cursus/kvb1`;
const PAID = PAYMENT_RETURN_COPY.paid.title;
/** Longer than any pause before the page asks again, milliseconds. */
const ASKS_AGAIN_MS = 21_000;

type Payment = ReturnType<typeof startPayment>;

/** The return page's address once the secret is out of it. */
const cleanPath = ({ id }: Payment) => `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${id}`;

async function buyer(): Promise<Page> {
  const { page } = await browser.visit();
  await falsifyClock(page);
  return page;
}

const settle = (payment: Payment, status: IntentStatus) => shop.world.stripe.settle(payment.id, status);

async function paymentThatIs(status: IntentStatus): Promise<Payment> {
  const payment = startPayment();
  settle(payment, status);
  return payment;
}

async function expectNotPaid(page: Page): Promise<void> {
  expect(await page.getByText(PAID, { exact: true }).count()).toBe(0);
  expect(await purchases(page)).toEqual([]);
}

async function expectHelp(page: Page): Promise<void> {
  expect(await page.locator("main").getByRole("link", { name: "info@vaarkoers.example" }).getAttribute("href")).toBe(
    "mailto:info@vaarkoers.example",
  );
}

/** Expects a paid payment that is counted under its id, and a link that leads to the course. */
async function expectCourse(page: Page, { id }: Payment): Promise<void> {
  await waitFor(page, PAID);
  await expect
    .poll(async () => (await purchases(page)).at(0))
    .toEqual({ event: "purchase", transaction_id: id, value: 32.23, currency: "EUR" });
  await waitFor(page, INTERSTITIAL_COPY.goNow);
  expect(await page.getByText(INTERSTITIAL_COPY.notConfigured).count()).toBe(0);
  await page.getByRole("link", { name: INTERSTITIAL_COPY.goNow }).click();
  await page.waitForURL(TARGET);
}

test("our own limit: it asks again after a minute; not known: it says not to pay again, asks five times, then names help; the press after that shows what the bank decided", async () => {
  const payment = await paymentThatIs("requires_capture");
  const page = await buyer();
  await shop.set({ limit: 0 });
  const response = await page.goto(payment.returnPath);
  expect(response?.status()).toBe(429);
  await page.getByText(PAYMENT_RETURN_COPY.limited.text, { exact: true }).waitFor();
  await expectNotPaid(page);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes(`${PATHS.interstitial}?`)) asked = request.isNavigationRequest() ? 0 : asked + 1;
  });
  await shop.set({});
  const { text, later } = PAYMENT_RETURN_COPY.processing;
  await waitFor(page, text);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(cleanPath(payment));
  // A question that fails counts as one, and an error is no news.
  await page.route(`**${PATHS.interstitial}?*`, (route) =>
    asked % 2 === 1 ? route.abort() : route.fulfill({ status: 500, json: { status: "paid" } }),
  );
  await expectNotPaid(page);
  await waitFor(page, later.text, ASKS_AGAIN_MS);
  expect(await page.locator("h1").filter({ visible: true }).allInnerTexts()).toEqual([later.title]);
  expect(await shown(page, text).count()).toBe(0);
  await expectNotPaid(page);
  await expectHelp(page);
  expect(asked).toBe(5);
  await page.clock.runFor(120_000);
  expect(asked).toBe(5);
  await page.unrouteAll();
  settle(payment, "succeeded");
  await page.getByRole("link", { name: PAYMENT_RETURN_COPY.retry }).click();
  await expectCourse(page, payment);
});

test("the rest of the page got lost, and Stripe fails once: it asks again; KV fails for long: paid, and the press after searching was given up leads on", async () => {
  const payment = await paymentThatIs("succeeded");
  const page = await buyer();
  let views = 0;
  await page.route(`**${cleanPath(payment)}`, async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    views += 1;
    const response = await route.fetch();
    const html = await response.text();
    // The page breaks off in the middle of the data block.
    const body = views === 1 ? html.slice(0, html.indexOf('id="bridge-state"') + 30) : html;
    await route.fulfill({ response, body });
  });
  await shop.set({ kv: "down" });
  // A redirect cannot be changed on its way, so the browser gets its cookie first.
  await page.request.get(payment.returnPath);
  await page.goto(cleanPath(payment));
  await page.getByText(PAYMENT_RETURN_COPY.checking, { exact: true }).waitFor();
  shop.world.stripe.setMode("error-500", 1);
  const { searching, unavailable, retry } = PAYMENT_RETURN_COPY.paid;
  await waitFor(page, searching);
  expect(views).toBe(2);
  await waitFor(page, unavailable, ASKS_AGAIN_MS);
  expect(await page.locator(".return-wait, .return-searching").filter({ visible: true }).count()).toBe(0);
  expect(await page.getByText(INTERSTITIAL_COPY.notConfigured).count()).toBe(0);
  await expectHelp(page);
  await shop.set({});
  await page.getByRole("link", { name: retry }).click();
  await expectCourse(page, payment);
});

/** All places in which a script of the page could find its address. */
const readableByScripts = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([
      performance.getEntries(),
      location.href,
      document.referrer,
      document.cookie,
      { ...localStorage, ...sessionStorage },
      history.state,
      document.documentElement.outerHTML,
    ]),
  );

test("no script can read the payment's secret; with it the address and back show each payment as its own, also on the order's page", async () => {
  shop.world.stripe.setWebhooks(false);
  const payment = await paymentThatIs("succeeded");
  const page = await buyer();
  await page.goto(payment.returnPath);
  await page.getByText(PAID, { exact: true }).waitFor();
  const readable = await readableByScripts(page);
  expect(readable).toContain(payment.id);
  expect(readable).not.toContain("secret");
  const other = startPayment();
  await page.goto(other.returnPath);
  await page.getByRole("heading", { name: PAYMENT_RETURN_COPY.open.title }).waitFor();
  await page.goto(cleanPath(payment));
  await page.getByText(PAID, { exact: true }).waitFor();
  const link = page.getByRole("link", { name: PAYMENT_RETURN_COPY.paid.order });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  expect(page.url()).toBe(`${shop.origin}${await orderPathOf(payment.id)}`);
  await page.goBack();
  await page.getByText(PAID, { exact: true }).waitFor();
});

test("without JavaScript, not known yet, and no cookie is kept: it comes back by itself, and is led on", async () => {
  const payment = await paymentThatIs("processing");
  const { page } = await browser.visit({ javaScriptEnabled: false });
  // The browser would have kept nothing else of the redirect.
  await page.route(
    (url) => url.searchParams.has("payment_intent_client_secret"),
    async (route) => {
      const { status, headers } = await fetch(route.request().url(), { redirect: "manual" });
      await route.fulfill({ status, headers: { location: headers.get("location") ?? "" } });
    },
  );
  await page.goto(payment.returnPath);
  await page.getByText(PAYMENT_RETURN_COPY.processing.text, { exact: true }).waitFor();
  settle(payment, "succeeded");
  await skipWaiting(page);
  await page.waitForURL(/&verder=2/, { waitUntil: "commit" });
  await page.waitForURL(TARGET);
});
