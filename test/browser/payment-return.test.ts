import AxeBuilder from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { INTERSTITIAL_COPY } from "../../src/content/interstitial.ts";
import { ORDER_STATUS_COPY } from "../../src/content/order-status.ts";
import { PAYMENT_RETURN_COPY } from "../../src/content/payment-return.ts";
import { PATHS } from "../../src/shared/paths.ts";
import type { IntentStatus } from "../outside-world/stripe-intents.ts";
import { STRIPE_API_VERSION, STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";
import { openBrowser, type Visit } from "./browser.ts";
import { stopClock } from "./false-clock.ts";
import { openFaultyShop, UNCOMPRESSED } from "./faulty-shop.ts";
import { orderPathOf } from "./orders.ts";
import { expectHelp, expectNotKnown, expectNotPaid, expectPaid, main, PAID, targetOf, waitFor } from "./return-page.ts";

/** What a buyer who comes back from paying reads, and where the next press leads, whatever Stripe and KV do. */

const browser = openBrowser();
const shop = openFaultyShop();

type Payment = { id: string; secret: string };

/** A payment as our checkout starts one. */
async function startPayment(): Promise<Payment> {
  const response = await fetch(`${shop.world.origin}/v1/payment_intents`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${STRIPE_SECRET_KEY}`,
      "stripe-version": STRIPE_API_VERSION,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      amount: "3900",
      currency: "eur",
      "automatic_payment_methods[enabled]": "true",
      "metadata[product]": "KVB1",
      "metadata[price]": "3900",
      "metadata[flow]": "none",
    }).toString(),
  });
  const { id, client_secret: secret } = (await response.json()) as { id: string; client_secret: string };
  return { id, secret };
}

const TYPE = "payment_type=klein-vaarbewijs-1";
/** The address that Stripe leads back to. It says "succeeded", which is never believed. */
const returnPath = ({ id, secret }: Payment) =>
  `${PATHS.interstitial}?${TYPE}&payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=succeeded`;
const cleanPath = ({ id }: Payment) => `${PATHS.interstitial}?${TYPE}&payment_intent=${id}`;

let buyers = 0;
/** Each buyer has an address of their own, or the rate limit would count them all together. */
async function buyer(options: BrowserContextOptions = {}): Promise<Visit> {
  buyers += 1;
  const extraHTTPHeaders = { "cf-connecting-ip": `203.0.113.${buyers}`, ...options.extraHTTPHeaders };
  const visit = await browser.visit({ baseURL: shop.origin, ...options, extraHTTPHeaders });
  await stopClock(visit.page);
  return visit;
}

const target = () => targetOf(shop);
const NOT_CONFIGURED = INTERSTITIAL_COPY.notConfigured;

const settle = (status: IntentStatus) => (payment: Payment) => shop.world.stripe.settle(payment.id, status);

describe("the buyer reads what is true, and has a way on (all that a checkout leads to: checkout-truth.test.ts)", () => {
  test.each([
    ["requires_capture", "processing"],
    ["requires_confirmation", "incomplete"],
  ] as const)(
    "%s: not known yet; the press after asking was given up shows what the bank decided",
    async (is, reads) => {
      const payment = await startPayment();
      settle(is)(payment);
      const { page } = await buyer();
      const response = await page.goto(returnPath(payment));
      expect(response?.status()).toBe(200);
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(cleanPath(payment));
      await expectNotKnown(page, reads);
      settle("succeeded")(payment);
      await page.getByRole("link", { name: PAYMENT_RETURN_COPY.retry }).click();
      await expectPaid(page, shop, payment.id, "found");
    },
  );

  test.each([
    ["requires_payment_method", "declined"],
    ["canceled", "canceled"],
  ] as const)("%s: not paid, and on to the checkout", async (is, reason) => {
    const payment = await startPayment();
    settle(is)(payment);
    const { page } = await buyer();
    await page.goto(returnPath(payment));
    await expectDeclined(page, reason);
  });

  test("not known to Stripe: nobody pays twice for it", async () => {
    const payment = await startPayment();
    shop.world.stripe.reset();
    const { page } = await buyer();
    await page.goto(returnPath(payment));
    await page.getByRole("heading", { name: PAYMENT_RETURN_COPY.unknown.title }).waitFor();
    expect(await main(page).textContent()).toContain("Heb je wel betaald?");
    await expectNotPaid(page);
    await expectHelp(page);
  });

  test("Stripe and KV each fail once: paid, and led on", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    shop.world.stripe.setMode("error-500", 1);
    await shop.setKv("down", 1);
    const { page } = await buyer();
    await page.goto(returnPath(payment));
    await expectPaid(page, shop, payment.id, "found");
  });

  test("paid, and the target comes back: the press after searching was given up leads there", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    await shop.setKv("down");
    const { page } = await buyer();
    await page.goto(returnPath(payment));
    await page.getByText(PAYMENT_RETURN_COPY.succeeded.searching).waitFor();
    await expectPaid(page, shop, payment.id, "down");
    await shop.setKv("ok");
    await page.getByRole("link", { name: PAYMENT_RETURN_COPY.succeeded.retry }).click();
    await expectPaid(page, shop, payment.id, "found");
  });

  test("paid, without a target: it stays", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    await shop.setKv("missing");
    const { page } = await buyer();
    await page.goto(returnPath(payment));
    await expectPaid(page, shop, payment.id, "missing");
    await page.clock.runFor(60_000);
    expect(page.url()).toContain(PATHS.interstitial);
  });
});

/** Not paid, and the next press leads to the checkout. */
async function expectDeclined(page: Page, reason: "declined" | "canceled"): Promise<void> {
  await page.getByRole("heading", { name: PAYMENT_RETURN_COPY.failed[reason].title }).waitFor();
  await expectNotPaid(page);
  await page.getByRole("link", { name: PAYMENT_RETURN_COPY.failed.retry }).click();
  await page.waitForURL(`${shop.origin}${PATHS.checkout}`);
}

describe("the order's own page", () => {
  test.each([
    ["with JavaScript", true, "ok"],
    ["while KV is away", true, "down"],
    ["without JavaScript", false, "ok"],
  ] as const)("is one press away before the page leads on, %s", async (_name, javaScriptEnabled, kv) => {
    const payment = await startPayment();
    shop.world.stripe.setWebhooks(false);
    settle("succeeded")(payment);
    await shop.setKv(kv);
    const { page } = await buyer({ javaScriptEnabled });
    await page.goto(returnPath(payment));
    const link = page.getByRole("link", { name: PAYMENT_RETURN_COPY.succeeded.order });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await link.click();
    expect(page.url()).toBe(`${shop.origin}${await orderPathOf(payment.id)}`);
    // Paid, but the shop has not been told yet.
    const { states, again } = ORDER_STATUS_COPY;
    await page.getByRole("heading", { name: states.processing.title, level: 1 }).waitFor();
    await page.clock.runFor(20_000);
    await shop.world.stripe.sendWebhook({ intent: payment.id, type: "payment_intent.succeeded" });
    await page.getByRole("link", { name: again }).click();
    await page.getByRole("heading", { name: states.paid.title, level: 1 }).waitFor();
  });
});

describe("asking again by itself", () => {
  test.each(["succeeded", "requires_payment_method"] as const)(
    "a bank that decides meanwhile: %s",
    async (decision) => {
      const payment = await startPayment();
      settle("requires_action")(payment);
      const { page } = await buyer();
      await page.goto(returnPath(payment));
      await page.getByText(PAYMENT_RETURN_COPY.incomplete.text, { exact: true }).waitFor();
      settle(decision)(payment);
      await waitFor(page, decision === "succeeded" ? PAID : PAYMENT_RETURN_COPY.failed.declined.title);
    },
  );

  test("five times, and a question that hangs or fails counts as one", async () => {
    const payment = await startPayment();
    settle("processing")(payment);
    const { page } = await buyer();
    await page.goto(returnPath(payment));
    let asked = 0;
    await page.route(`**${PATHS.interstitial}?*`, (route) => {
      asked += 1;
      return asked % 2 === 1 ? route.abort() : route.fulfill({ status: 500, body: "<!doctype html>" });
    });
    await waitFor(page, PAYMENT_RETURN_COPY.processing.later.text);
    expect(asked).toBe(5);
    await page.clock.runFor(120_000);
    expect(asked).toBe(5);
  });

  test("the rest of the page got lost: it is asked for", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    const { page } = await buyer();
    let views = 0;
    await page.route(`**${cleanPath(payment)}`, async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      views += 1;
      const response = await route.fetch();
      const html = await response.text();
      // In the middle of the data block.
      const body = views === 1 ? html.slice(0, html.indexOf('id="bridge-state"') + 30) : html;
      await route.fulfill({ response, body });
    });
    // A redirect cannot be changed on its way, so the browser gets its cookie first.
    await page.request.get(returnPath(payment));
    await page.goto(cleanPath(payment));
    await page.getByText(PAYMENT_RETURN_COPY.checking, { exact: true }).waitFor();
    await waitFor(page, PAID);
    expect(views).toBe(2);
  });

  test("KV that hangs is given up, and asked again", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    await shop.setKv("hang", 1);
    const { page } = await buyer({ extraHTTPHeaders: UNCOMPRESSED });
    await page.goto(returnPath(payment), { waitUntil: "commit" });
    await page.getByText(PAYMENT_RETURN_COPY.checking, { exact: true }).waitFor();
    await page.getByText(PAID, { exact: true }).waitFor();
    await page.getByRole("link", { name: INTERSTITIAL_COPY.goNow }).click();
    await page.waitForURL(target());
  });

  test("our own limit: wait a minute, then it goes on by itself", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    const { page } = await buyer();
    await page.goto(returnPath(payment));
    // Until the limiter's window, which starts at whole minutes, is full.
    await expect
      .poll(() => page.evaluate(async () => (await fetch(location.href)).status), { timeout: 30_000, interval: 1 })
      .toBe(429);
    const response = await page.reload();
    expect(response?.status()).toBe(429);
    await page.getByText(PAYMENT_RETURN_COPY.limited.text, { exact: true }).waitFor();
    await expectNotPaid(page);
    await page.setExtraHTTPHeaders({ "cf-connecting-ip": "198.51.100.77" });
    await waitFor(page, PAID);
  });
});

/** Everywhere that a script of the page could find something of its address. */
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
  test("is nowhere that a script of the page could read it", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    const { page } = await buyer();
    await page.goto(`${shop.world.origin}/cursus/kvb1`);
    await page.goto(`${shop.origin}${returnPath(payment)}`);
    await page.getByText(PAID, { exact: true }).waitFor();
    const readable = await readableByScripts(page);
    expect(readable).toContain(payment.id);
    expect(readable).not.toContain("secret");
    const [cookie] = await page.context().cookies(`${shop.origin}${PATHS.interstitial}`);
    expect(cookie).toMatchObject({ value: payment.secret, path: PATHS.interstitial, httpOnly: true, sameSite: "Lax" });
    expect(await page.context().cookies(`${shop.origin}${PATHS.interstitialTargets}`)).toEqual([]);
  });

  test("reload and back show the payment again; another browser cannot see it, and is not told that it failed", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    const { page } = await buyer();
    await page.goto(returnPath(payment));
    await page.getByText(PAID, { exact: true }).waitFor();
    await page.reload();
    await page.getByText(PAID, { exact: true }).waitFor();
    await page.goto(PATHS.home);
    await page.goBack();
    await page.getByText(PAID, { exact: true }).waitFor();

    const other = await buyer();
    await other.page.goto(cleanPath(payment));
    await other.page.getByRole("heading", { name: PAYMENT_RETURN_COPY.unseen.title }).waitFor();
    await expect.poll(() => other.page.title()).toContain(PAYMENT_RETURN_COPY.unseen.title);
    const text = await main(other.page).textContent();
    expect(text).toContain("Betaal niet opnieuw");
    expect(text).not.toMatch(/niet gelukt|geannuleerd|niets afgeschreven/);
    await expectNotPaid(other.page);
    await expectHelp(other.page);
    await other.page.getByRole("link", { name: PAYMENT_RETURN_COPY.unseen.home }).click();
    await other.page.waitForURL(`${shop.origin}/`);
  });

  test("of two payments each is shown as its own", async () => {
    const [first, second] = [await startPayment(), await startPayment()];
    settle("succeeded")(first);
    const { page } = await buyer();
    await page.goto(returnPath(second));
    await page.getByRole("heading", { name: PAYMENT_RETURN_COPY.failed.declined.title }).waitFor();
    await page.goto(returnPath(first));
    await page.getByText(PAID, { exact: true }).waitFor();
    await page.goto(cleanPath(second));
    await page.getByRole("heading", { name: PAYMENT_RETURN_COPY.failed.declined.title }).waitFor();
  });
});

describe("a browser that refuses cookies", () => {
  /** Leaves the cookies out of the redirect, which is all that the browser would have kept. */
  async function refuseCookies(page: Page): Promise<void> {
    await page.route(
      (url) => url.searchParams.has("payment_intent_client_secret"),
      async (route) => {
        const { status, headers } = await fetch(route.request().url(), { redirect: "manual" });
        await route.fulfill({ status, headers: { location: headers.get("location") ?? "" } });
      },
    );
  }

  test.each(["succeeded", "processing", "requires_payment_method"] as const)(
    "%s: reads so, and has a way on",
    async (status) => {
      const payment = await startPayment();
      settle(status)(payment);
      const { page } = await buyer();
      await refuseCookies(page);
      await page.goto(returnPath(payment));
      expect(await page.context().cookies()).toEqual([]);
      if (status === "succeeded") await expectPaid(page, shop, payment.id, "found");
      else if (status === "processing") await expectNotKnown(page, "processing");
      else await expectDeclined(page, "declined");
    },
  );

  test("no script can read the secret", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    const { page } = await buyer();
    await refuseCookies(page);
    await page.goto(returnPath(payment));
    await page.getByText(PAID, { exact: true }).waitFor();
    const readable = await readableByScripts(page);
    expect(readable).toContain("payment_ticket=");
    expect(readable).not.toContain("secret");
  });

  test("without JavaScript: led on all the same", async () => {
    const payment = await startPayment();
    settle("processing")(payment);
    const { page } = await browser.visit({ baseURL: shop.origin, javaScriptEnabled: false });
    await refuseCookies(page);
    await page.goto(returnPath(payment));
    await page.getByText(PAYMENT_RETURN_COPY.processing.text, { exact: true }).waitFor();
    settle("succeeded")(payment);
    await page.getByText(PAID, { exact: true }).waitFor();
    await page.waitForURL(target());
  });
});

describe("without JavaScript", () => {
  test("paid: led on after ten seconds", async () => {
    const payment = await startPayment();
    settle("succeeded")(payment);
    const { page } = await browser.visit({ baseURL: shop.origin, javaScriptEnabled: false });
    await page.goto(returnPath(payment));
    await page.waitForURL(`${shop.origin}${cleanPath(payment)}&verder=1`);
    expect(await page.getByRole("link", { name: INTERSTITIAL_COPY.goNow }).getAttribute("href")).toBe(target());
    await page.waitForURL(target());
  });

  test("not known yet: it comes back by itself", async () => {
    const payment = await startPayment();
    settle("processing")(payment);
    const { page } = await browser.visit({ baseURL: shop.origin, javaScriptEnabled: false });
    await page.goto(returnPath(payment));
    await page.getByText(PAYMENT_RETURN_COPY.processing.text, { exact: true }).waitFor();
    settle("succeeded")(payment);
    await page.waitForURL(`${shop.origin}${cleanPath(payment)}&verder=2`);
    await page.getByText(PAID, { exact: true }).waitFor();
  });
});

describe("every state", () => {
  const states: readonly { name: string; arrange: (payment: Payment) => unknown; shows: string }[] = [
    { name: "paid", arrange: settle("succeeded"), shows: INTERSTITIAL_COPY.goNow },
    {
      name: "paid, without a target",
      arrange: (payment) => {
        settle("succeeded")(payment);
        return shop.setKv("missing");
      },
      shows: NOT_CONFIGURED,
    },
    {
      name: "paid, target not to be found",
      arrange: (payment) => {
        settle("succeeded")(payment);
        return shop.setKv("down");
      },
      shows: PAYMENT_RETURN_COPY.succeeded.unavailable,
    },
    { name: "processing", arrange: settle("processing"), shows: PAYMENT_RETURN_COPY.processing.later.text },
    { name: "incomplete", arrange: settle("requires_action"), shows: PAYMENT_RETURN_COPY.incomplete.later.text },
    { name: "declined", arrange: settle("requires_payment_method"), shows: PAYMENT_RETURN_COPY.failed.declined.text },
    {
      name: "unavailable",
      arrange: () => shop.world.stripe.setMode("error-500"),
      shows: PAYMENT_RETURN_COPY.unavailable.later.text,
    },
  ];

  test.each(states)("$name: accessible, one heading or alert, nothing sideways at 320 px", async (state) => {
    const payment = await startPayment();
    await state.arrange(payment);
    const { page, problems } = await buyer({ viewport: { width: 320, height: 640 } });
    await page.goto(returnPath(payment));
    await waitFor(page, state.shows);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBeLessThan(2);
    expect(await page.locator("h1:visible, [role=alert]:visible").count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(problems.filter((problem) => !problem.includes("status of 503"))).toEqual([]);
  });
});
