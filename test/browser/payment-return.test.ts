import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import type { IntentStatus } from "../outside-world/stripe-intents.ts";
import { openBrowser, type Visit } from "./browser.ts";
import { skipWaiting, stopClock } from "./false-clock.ts";
import { startPayment } from "./gifts.ts";
import { orderPathOf } from "./orders.ts";
import {
  expectHelp,
  expectLink,
  expectNotKnown,
  expectNotPaid,
  expectPaid,
  main,
  PAID,
  TARGET,
  waitFor,
} from "./return-page.ts";
import { shop } from "./test-shop.ts";

/**
 * The texts for a buyer who comes back from paying, and the target of the next press, with each fault of Stripe and KV.
 */

const browser = openBrowser();

type Payment = Awaited<ReturnType<typeof startPayment>>;

/** The return page's address once the secret is out of it. */
const cleanPath = ({ id }: Payment) => `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${id}`;

async function buyer(options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await browser.visit(options);
  await stopClock(visit.page);
  return visit;
}

const settle = (payment: Payment, status: IntentStatus) => shop.world.stripe.settle(payment.id, status);

async function paymentThatIs(status: IntentStatus): Promise<Payment> {
  const payment = await startPayment(shop.world.origin);
  settle(payment, status);
  return payment;
}

/** A buyer who comes back from a payment with this status. */
async function comeBack(status: IntentStatus, options: BrowserContextOptions = {}) {
  const payment = await paymentThatIs(status);
  const visit = await buyer(options);
  const response = await visit.page.goto(payment.returnPath);
  return { ...visit, payment, response };
}

describe("the buyer reads what is true, and has a way on (all that a checkout leads to: checkout-truth.test.ts)", () => {
  test("not known: it asks five times, and the press after that shows what the bank decided", async () => {
    const { payment, page, response } = await comeBack("requires_capture");
    expect(response?.status()).toBe(200);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(cleanPath(payment));
    let asked = 0;
    await page.route(`**${PATHS.interstitial}?*`, (route) => {
      asked += 1;
      // A question that fails counts as one.
      return asked % 2 === 1 ? route.abort() : route.fulfill({ status: 500, body: "<!doctype html>" });
    });
    await expectNotKnown(page, "processing");
    expect(asked).toBe(5);
    await page.clock.runFor(120_000);
    expect(asked).toBe(5);
    await page.unrouteAll();
    settle(payment, "succeeded");
    await page.getByRole("link", { name: PAYMENT_RETURN_COPY.retry }).click();
    await expectPaid(page, payment.id, "found");
  });

  test("Stripe fails once, KV for long: paid, and the press after searching was given up leads on", async () => {
    const payment = await paymentThatIs("succeeded");
    shop.world.stripe.setMode("error-500", 1);
    await shop.set({ kv: "down" });
    const { page } = await buyer();
    await page.goto(payment.returnPath);
    await waitFor(page, PAYMENT_RETURN_COPY.paid.searching);
    await expectPaid(page, payment.id, "down");
    await shop.set({});
    await page.getByRole("link", { name: PAYMENT_RETURN_COPY.paid.retry }).click();
    await expectPaid(page, payment.id, "found");
  });
});

describe("asking again by itself", () => {
  const DECIDED = ["succeeded", "requires_payment_method"] as const;
  test.each(sample(DECIDED, (decision) => decision !== "succeeded"))(
    "our own limit: wait a minute; then it goes on, and shows what the bank decided meanwhile: %s",
    async (decision) => {
      const { payment, page } = await comeBack("requires_action");
      await shop.set({ limit: 0 });
      const response = await page.reload();
      expect(response?.status()).toBe(429);
      await page.getByText(PAYMENT_RETURN_COPY.limited.text, { exact: true }).waitFor();
      await expectNotPaid(page);
      await shop.set({});
      await waitFor(page, PAYMENT_RETURN_COPY.pending.text);
      settle(payment, decision);
      await waitFor(page, decision === "succeeded" ? PAID : PAYMENT_RETURN_COPY.open.title);
    },
  );

  test("the rest of the page got lost: it is asked for", async () => {
    const payment = await paymentThatIs("succeeded");
    const { page } = await buyer();
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
    // A redirect cannot be changed on its way, so the browser gets its cookie first.
    await page.request.get(payment.returnPath);
    await page.goto(cleanPath(payment));
    await page.getByText(PAYMENT_RETURN_COPY.checking, { exact: true }).waitFor();
    await waitFor(page, PAID);
    expect(views).toBe(2);
  });
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

describe("the payment's secret", () => {
  test("no script can read it; with it reload and back show each payment as its own, also on the order's page", async () => {
    shop.world.stripe.setWebhooks(false);
    const payment = await paymentThatIs("succeeded");
    const { page } = await buyer();
    await page.goto(`${shop.world.origin}/cursus/kvb1`);
    await page.goto(`${shop.origin}${payment.returnPath}`);
    await page.getByText(PAID, { exact: true }).waitFor();
    const readable = await readableByScripts(page);
    expect(readable).toContain(payment.id);
    expect(readable).not.toContain("secret");
    const [cookie] = await page.context().cookies(`${shop.origin}${PATHS.interstitial}`);
    expect(cookie).toMatchObject({ value: payment.secret, path: PATHS.interstitial, httpOnly: true, sameSite: "Lax" });
    expect(await page.context().cookies(`${shop.origin}${PATHS.interstitialTargets}`)).toEqual([]);
    await page.reload();
    await page.getByText(PAID, { exact: true }).waitFor();

    const other = await startPayment(shop.world.origin);
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
    await page.goto(cleanPath(other));
    await page.getByRole("heading", { name: PAYMENT_RETURN_COPY.open.title }).waitFor();
  });

  test("another browser cannot see the payment, and is not told that it failed", async () => {
    const { page } = await buyer();
    await page.goto(cleanPath(await paymentThatIs("succeeded")));
    await page.getByRole("heading", { name: PAYMENT_RETURN_COPY.unseen.title }).waitFor();
    await expect.poll(() => page.title()).toContain(PAYMENT_RETURN_COPY.unseen.title);
    const text = await main(page).textContent();
    expect(text).toContain("Betaal niet opnieuw");
    expect(text).not.toMatch(/niet gelukt|geannuleerd|niets afgeschreven/);
    await expectNotPaid(page);
    await expectHelp(page);
    await page.getByRole("link", { name: PAYMENT_RETURN_COPY.unseen.home }).click();
    await page.waitForURL(`${shop.origin}/`);
  });
});

/** Removes the cookies from the redirect. The browser would have kept nothing else. */
async function refuseCookies(page: Page): Promise<void> {
  await page.route(
    (url) => url.searchParams.has("payment_intent_client_secret"),
    async (route) => {
      const { status, headers } = await fetch(route.request().url(), { redirect: "manual" });
      await route.fulfill({ status, headers: { location: headers.get("location") ?? "" } });
    },
  );
}

test("a browser that refuses cookies reads how each payment stands, has a way on, and no script can read the secret", async () => {
  const payment = await paymentThatIs("succeeded");
  const { page } = await buyer();
  await refuseCookies(page);
  await page.goto((await startPayment(shop.world.origin)).returnPath);
  await page.getByRole("heading", { name: PAYMENT_RETURN_COPY.open.title }).waitFor();
  await expectNotPaid(page);
  await expectLink(page, PAYMENT_RETURN_COPY.payAgain, `${shop.origin}${PATHS.checkout}`);
  await page.goto(payment.returnPath);
  await page.getByText(PAID, { exact: true }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  const readable = await readableByScripts(page);
  expect(readable).toContain("payment_ticket=");
  expect(readable).not.toContain("secret");
  await expectPaid(page, payment.id, "found");
});

describe("without JavaScript", () => {
  test("paid: the order's own page is one press away, and the course comes after ten seconds", async () => {
    shop.world.stripe.setWebhooks(false);
    const payment = await paymentThatIs("succeeded");
    const { page } = await browser.open(payment.returnPath, { javaScriptEnabled: false });
    await page.waitForURL(`${shop.origin}${cleanPath(payment)}&verder=1`);
    expect(await page.getByRole("link", { name: INTERSTITIAL_COPY.goNow }).getAttribute("href")).toBe(TARGET);
    await page.getByRole("link", { name: PAYMENT_RETURN_COPY.paid.order }).click();
    // Paid, but the shop has not been told yet.
    const { states, again } = ORDER_STATUS_COPY;
    await page.getByRole("heading", { name: states.awaited.title, level: 1 }).waitFor();
    await shop.world.stripe.sendWebhook({ intent: payment.id, type: "payment_intent.succeeded" });
    await page.getByRole("link", { name: again }).click();
    await page.getByRole("heading", { name: states.paid.title, level: 1 }).waitFor();
    await page.goto(cleanPath(payment));
    await skipWaiting(page);
    await page.waitForURL(TARGET);
  });

  const COOKIES = ["kept", "refused"] as const;
  test.each(sample(COOKIES, (cookies) => cookies === "refused"))(
    "not known yet, cookies %s: it comes back by itself, and is led on",
    async (cookies) => {
      const payment = await paymentThatIs("processing");
      const { page } = await browser.visit({ javaScriptEnabled: false });
      if (cookies === "refused") await refuseCookies(page);
      await page.goto(payment.returnPath);
      await page.getByText(PAYMENT_RETURN_COPY.processing.text, { exact: true }).waitFor();
      settle(payment, "succeeded");
      await skipWaiting(page);
      await page.waitForURL(/&verder=2/, { waitUntil: "commit" });
      await page.waitForURL(TARGET);
    },
  );
});
