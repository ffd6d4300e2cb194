import type { Page, Route } from "playwright";
import { describe, expect, test } from "vitest";
import { CHECKOUT_COPY } from "../../src/content/checkout.ts";
import { PAYMENT_RETURN_COPY } from "../../src/content/payment-return.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { FULL, sample } from "../full.ts";
import { hang, hold, openBrowser } from "./browser.ts";
import {
  buyers,
  fillIn,
  formReady,
  openCheckout,
  paid,
  pay,
  payButton,
  payWith,
  pick,
  throwOnceFromStripe,
  toast,
} from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { expectNotKnown, expectNotPaid, expectPaid, shown } from "./return-page.ts";
import { shop } from "./test-shop.ts";

/** Whatever fails between pressing 'Betaal' and the course: the buyer reads the truth, and can go on. */

const browser = openBrowser();
const { control, worldState, intentIds, confirmations, buyer, readyBuyer } = buyers(browser);

const UNKNOWN = "We weten nog niet of je betaling is gelukt";
const failed = (page: Page) => page.getByText("Kon betaalformulier niet laden").first();
const retry = (page: Page) => page.getByRole("button", { name: "Probeer opnieuw" });

const LIMITED = { status: 429, headers: { "retry-after": "60" }, json: { error: { code: "rate_limited" } } };

/** Lets a request arrive, and loses its answer. */
async function lose(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** Replaces the return page, which would go on by the clock. */
const stopAtReturnPage = (page: Page) =>
  page.route(
    (url) => url.pathname === PATHS.interstitial,
    (route) => route.fulfill({ contentType: "text/html", body: "<h1>Return page</h1>" }),
  );

describe("how a confirmation ends x how the payment stands x whether that can be read x whether the target can", () => {
  const CONFIRMS = ["lost", "hanging", "api_error", "thrown"] as const;
  const STATES = ["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"] as const;
  const READS = ["at once", "later", "never"] as const;
  const TARGETS = ["found", "missing", "down"] as const;
  type Walk = { confirm: (typeof CONFIRMS)[number]; state: (typeof STATES)[number]; read: (typeof READS)[number] };
  type Row = Walk & { target: (typeof TARGETS)[number] };

  /** One test for each group: its rows share Stripe's answers, and KV fails for all of them at once. */
  const GROUPS = STATES.flatMap((state) => READS.map((read) => ({ state, read })));
  const rowsOf = (group: (typeof GROUPS)[number], target: Row["target"]): readonly Row[] =>
    CONFIRMS.map((confirm) => ({ confirm, ...group, target }));

  /**
   * One walk for each state and read, to one target. The confirmations take turns: each meets each read, and the buyer
   * reads each end.
   */
  const isSampled = ({ confirm, state, read, target }: Row) => {
    const turn = STATES.indexOf(state) + READS.indexOf(read);
    return CONFIRMS.at((turn % CONFIRMS.length) - 1) === confirm && TARGETS[turn % TARGETS.length] === target;
  };
  const walkedRows = (group: (typeof GROUPS)[number], target: Row["target"]) =>
    sample(rowsOf(group, target), isSampled);

  /**
   * Returns what the buyer must read after the press and on the return page, with the next target. It is written
   * independently of the code.
   */
  function promised({ confirm, state, read, target }: Row) {
    if (read === "never") return { checkout: "not known yet", returnPage: "unavailable" } as const;
    if (state === "requires_action") return { checkout: "not known yet", returnPage: "pending" } as const;
    if (state === "processing") return { checkout: "led on", returnPage: "processing" } as const;
    if (state === "succeeded") return { checkout: "led on", returnPage: `paid, ${target}` } as const;
    // Not paid, and the form works: the next press pays.
    const isBroken = confirm === "thrown" && read === "at once";
    const checkout = state === "canceled" ? "new payment" : isBroken ? "broken" : "refused";
    return { checkout, returnPage: `paid, ${target}` } as const;
  }

  async function openPage(confirm: Walk["confirm"]): Promise<Page> {
    const { page } = await browser.visit();
    await stopClock(page);
    if (confirm === "thrown") await page.addInitScript(throwOnceFromStripe);
    await page.addInitScript(rememberToasts);
    return page;
  }

  /** Buys, from an empty form to the address of the return page. Checks that all texts on the way are true. */
  async function buy(page: Page, row: Row): Promise<string> {
    const { confirm, state, read } = row;
    await openCheckout(page);
    await fillIn(page);
    const intentId = await visitIntent(page);
    let unread = { "at once": 0, later: 3, never: Number.POSITIVE_INFINITY }[read];
    await page.route(`${shop.world.origin}/v1/payment_intents/${intentId}?*`, (route) => {
      if (route.request().method() !== "GET") return route.fallback();
      unread -= 1;
      return unread >= 0 ? route.abort() : route.fallback();
    });
    let presses = 0;
    // The last call before a confirmation. It sets the payment's state, whatever the confirmation answers.
    await page.route(`**${PATHS.paymentDetails}`, async (route) => {
      const response = await route.fetch();
      presses += 1;
      if (presses === 1) shop.world.stripe.settle(intentId, state);
      await route.fulfill({ response });
    });
    await page.route("**/confirm", (route) => {
      if (presses > 1) return route.fallback();
      if (confirm === "lost") return route.abort();
      if (confirm !== "api_error") return hang(route);
      return route.fulfill({ status: 500, json: { error: { type: "api_error", message: "secret detail" } } });
    });
    await stopAtReturnPage(page);

    const isTold = (title: string) => page.evaluate((text) => (window as Told).told?.includes(text) ?? false, title);
    const pass = (until: () => Promise<boolean>) => passTime(page, until, { stepMs: 6_000 });
    const unsure = page.locator(".pay-unsure");
    const isAsked = confirm === "hanging" ? page.waitForRequest("**/confirm") : undefined;
    await payButton(page).click();
    await isAsked;
    // After this long without an answer the page asks for the state.
    if (confirm === "hanging") await page.clock.fastForward(150_000);
    const { checkout } = promised(row);
    switch (checkout) {
      case "led on":
        break;
      case "not known yet":
        await pass(() => page.getByRole("heading", { name: UNKNOWN }).isVisible());
        expect(await unsure.textContent()).toContain("Betaal niet opnieuw");
        expect(await payButton(page).isEnabled()).toBe(false);
        await pass(() => page.getByRole("button", { name: "Kijk opnieuw" }).isVisible());
        expect(await unsure.textContent()).toContain("Betaal niet opnieuw");
        expect(await unsure.getByRole("link").getAttribute("href")).toMatch(/^mailto:/);
        expect(await isTold("Betaling mislukt")).toBe(false);
        await page.getByRole("button", { name: "Naar je betaling" }).click();
        break;
      case "new payment":
        await pass(() => isTold("Er staat een nieuwe betaling klaar"));
        await formReady(page);
        expect(await visitIntent(page)).not.toBe(intentId);
        await pick(page, "Kaart");
        break;
      case "refused":
        await pass(() => isTold("Betaling mislukt"));
        await formReady(page);
        expect(await page.locator(".pay-error").textContent()).toContain("De betaling is niet gelukt.");
        break;
      case "broken":
        await pass(() => isTold("Er ging iets mis"));
    }
    if (checkout === "new payment" || checkout === "refused" || checkout === "broken") await payButton(page).click();
    await pass(async () => page.url().includes(PATHS.interstitial));
    const address = page.url();
    await page.unrouteAll();
    return address;
  }

  /** The return page while Stripe cannot be asked. */
  async function arrive(page: Page, address: string, { read }: Row): Promise<void> {
    await page.goto(address);
    if (read === "at once") return;
    await shown(page, PAYMENT_RETURN_COPY.unavailable.text).waitFor();
    await expectNotPaid(page);
  }

  async function expectReturnPage(page: Page, address: string, row: Row): Promise<void> {
    const { returnPage } = promised(row);
    const id = new URL(address).searchParams.get("payment_intent") ?? "";
    const ended = shop.world.stripe.intents.find((intent) => intent.id === id)?.status;
    expect(ended).toBe(returnPage.startsWith("paid") ? "succeeded" : row.state);
    if (returnPage === "unavailable" || returnPage === "processing" || returnPage === "pending") {
      await expectNotKnown(page, returnPage);
    } else {
      await expectPaid(page, id, row.target);
    }
  }

  test.each(GROUPS)("$state, read $read", async (group) => {
    const { stripe } = shop.world;
    stripe.setWebhooks(false);
    const walks = FULL ? rowsOf(group, "found") : TARGETS.flatMap((target) => walkedRows(group, target));
    const pages = await Promise.all(walks.map(({ confirm }) => openPage(confirm)));
    const addresses = await each(walks, (row, index) => buy(pages[index] as Page, row));
    for (const target of TARGETS) {
      const rows = walkedRows(group, target);
      const visit = (work: (page: Page, address: string, row: Row) => Promise<void>) =>
        each(rows, (row, index) => work(pages[index] as Page, addresses[index] as string, row));
      await shop.set({ kv: target === "found" ? "ok" : target });
      if (group.read !== "at once") stripe.setMode("error-500");
      await visit(arrive);
      if (group.read === "later") stripe.setMode("ok");
      await visit(expectReturnPage);
      stripe.setMode("ok");
    }
  });

  test("is whole: what the buyer ends at, by number of combinations", () => {
    const rows = GROUPS.flatMap((group) => TARGETS.flatMap((target) => rowsOf(group, target)));
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(4 * 5 * 3 * 3);
    const sampled = rows.filter(isSampled);
    expect(sampled).toHaveLength(15);
    const pairs = (of: (row: Row) => readonly string[]) => new Set(sampled.map((row) => of(row).join())).size;
    expect(pairs(({ state, read }) => [state, read])).toBe(5 * 3);
    expect(pairs(({ confirm, read }) => [confirm, read])).toBe(4 * 3);
    expect(pairs((row) => [promised(row).checkout])).toBe(5);
    expect(pairs(({ target }) => [target])).toBe(3);
    const ends: Record<string, number> = {};
    for (const row of rows) {
      const { checkout, returnPage } = promised(row);
      const end = `${checkout} -> ${returnPage}`;
      ends[end] = (ends[end] ?? 0) + 1;
    }
    expect(ends).toEqual({
      "not known yet -> unavailable": 60,
      "not known yet -> pending": 24,
      "led on -> processing": 24,
      ...{ "led on -> paid, found": 8, "led on -> paid, missing": 8, "led on -> paid, down": 8 },
      ...{ "new payment -> paid, found": 8, "new payment -> paid, missing": 8, "new payment -> paid, down": 8 },
      ...{ "refused -> paid, found": 7, "refused -> paid, missing": 7, "refused -> paid, down": 7 },
      ...{ "broken -> paid, found": 1, "broken -> paid, missing": 1, "broken -> paid, down": 1 },
    });
  });
});

describe("not known yet", () => {
  test("unknown, and then Stripe answers after all: asking again finds out", async () => {
    const { page } = await buyer();
    await stopClock(page);
    await stopAtReturnPage(page);
    await openCheckout(page);
    await fillIn(page);
    let isDown = true;
    await page.route(`${browser.world}/v1/payment_intents/*`, (route) => (isDown ? route.abort() : route.fallback()));
    await page.route("**/confirm", lose);
    await payButton(page).click();
    await passTime(page, () => page.getByRole("button", { name: "Kijk opnieuw" }).isVisible());
    isDown = false;
    await page.getByRole("button", { name: "Kijk opnieuw" }).click();
    await passTime(page, async () => page.url().includes(PATHS.interstitial));
    expect(await confirmations()).toHaveLength(1);
  });

  test("unknown while the network is away: it looks as soon as that is back", async () => {
    const { page } = await buyer();
    await stopClock(page);
    await openCheckout(page);
    await fillIn(page);
    await page.route("**/confirm", async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    });
    await payButton(page).click();
    await passTime(page, () => page.getByRole("heading", { name: UNKNOWN }).isVisible());
    await page.context().setOffline(false);
    await paid(page);
  });
});

describe("a payment that could not be made locks nobody out", () => {
  test.each([1, 2])("Stripe keeps a failure under the key, %i times: each retry has a new one", async (times) => {
    await control("stripe", { mode: "error-500", times });
    const { page } = await browser.open(PATHS.checkout);
    for (let failure = 1; failure <= times; failure += 1) {
      await failed(page).waitFor();
      await Promise.all([page.waitForEvent("load"), retry(page).click()]);
    }
    await formReady(page);
    expect((await worldState()).requests.filter(({ replayed }) => replayed)).toEqual([]);
    await fillIn(page);
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("Stripe fails for a minute: reload, back button and a second tab all work once it does not", async () => {
    await control("stripe", { mode: "error-500" });
    const { page } = await browser.open(PATHS.order);
    for (const _ of [1, 2, 3]) {
      await page.goto(PATHS.checkout);
      await failed(page).waitFor();
      expect(await toast(page, "Er ging iets mis").textContent()).toContain("Kon geen betaling initialiseren.");
      await page.reload();
      await failed(page).waitFor();
    }
    await control("stripe", { mode: "ok" });
    const second = await page.context().newPage();
    await openCheckout(second);
    await page.goBack();
    await page.goForward();
    await formReady(page);
    expect(await intentIds()).toHaveLength(1);
    await fillIn(page);
    await pay(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("an answer that got lost keeps its key: the retry finds what was made", async () => {
    const { page } = await buyer();
    // The page asks a second time by itself.
    await page.route(`**${PATHS.createPaymentIntent}`, lose, { times: 2 });
    await page.goto(PATHS.checkout);
    await failed(page).waitFor();
    await retry(page).click();
    await formReady(page);
    expect(await intentIds()).toHaveLength(1);
  });

  test("what stands in storage cannot lock anybody out", async () => {
    const { page } = await buyer();
    for (const stored of [
      "{",
      "7",
      `{"key":"x","flow":"none","at":${Date.now()}}`,
      '{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none"}',
      `{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"x","at":${Date.now()}}`,
      `{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none","at":${Date.now()},"intentId":"<script>"}`,
      `{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none","at":${Date.now()},"intentId":"pi_3gone"}`,
    ]) {
      await page.goto(PATHS.faq);
      await page.evaluate((text) => localStorage.setItem("checkout-visit:KVB1.3900", text), stored);
      await openCheckout(page);
    }
  });
});

describe("what the payment says of its buyer", () => {
  test("name, address and consent are on it before it is confirmed", async () => {
    const { page } = await readyBuyer();
    await pay(page);
    expect((await worldState()).intents[0]?.metadata).toMatchObject({
      buyer_name: "Jan de Vries",
      buyer_email: "jan@example.nl",
      consent: "2026-11-22",
      consent_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test.each([
    ["our server is down", { status: 503, json: { error: { code: "unavailable" } } }, "Er ging iets mis"],
    ["our server answers nothing of its own", { status: 500, body: "<h1>Error</h1>" }, "Er ging iets mis"],
    ["our own rate limit is met", LIMITED, "Wacht een minuut"],
  ])("%s: nothing is confirmed, the form works, and the next press pays", async (_name, answer, title) => {
    const { page } = await readyBuyer();
    await page.route(`**${PATHS.paymentDetails}`, (route) => route.fulfill(answer), { times: 1 });
    await payButton(page).click();
    await toast(page, title).waitFor();
    expect(await confirmations()).toEqual([]);
    await pay(page);
  });

  test("our own rate limit is told as what it is when the checkout opens", async () => {
    const { page } = await buyer();
    await page.route(`**${PATHS.createPaymentIntent}*`, (route) => route.fulfill(LIMITED), { times: 1 });
    await page.goto(PATHS.checkout);
    await toast(page, "Wacht een minuut").waitFor();
    expect(await page.locator(".pay-failed [role=alert]").textContent()).toContain("Wacht een minuut");
    await retry(page).click();
    await formReady(page);
  });
});

describe("two tabs are one payment", () => {
  /** Opens the checkout in two tabs. The form in the first one is filled in. */
  async function openTabs(): Promise<{ first: Page; second: Page }> {
    const { page: first } = await readyBuyer();
    const second = await first.context().newPage();
    await openCheckout(second);
    return { first, second };
  }

  test("at the bank in one: the other says so before it can charge, and can pay all the same, once", async () => {
    const { first, second } = await openTabs();
    await payWith(first, "succeeded", "iDEAL");
    await first.waitForURL(`${browser.world}/bank/*`);

    await fillIn(second);
    await payButton(second).click();
    await second.getByText("je betaalt nooit twee keer").waitFor();
    expect(await confirmations()).toHaveLength(1);
    const third = await first.context().newPage();
    await openCheckout(third);
    expect(await third.locator(".pay-notice").isVisible()).toBe(true);

    await pay(second);
    await first.getByRole("button", { name: "Betalen" }).click();
    await first.getByText("Deze betaling is al afgehandeld").waitFor();
    // The third tab has sent nothing: it shows that the payment was paid, and has an open one of its own.
    await third.getByText(CHECKOUT_COPY.form.left.paid.title).waitFor();
    await formReady(third);
    expect((await worldState()).intents.map(({ status }) => status)).toEqual(["succeeded", "requires_payment_method"]);
  });

  test("paid in one: the other says so and begins anew; it may be somebody else's", async () => {
    const { first, second } = await openTabs();
    await pay(first);
    await second.getByText(CHECKOUT_COPY.form.left.paid.title).waitFor();
    await formReady(second);
    expect(await intentIds()).toHaveLength(2);
    expect(await confirmations()).toHaveLength(1);
  });

  test("both pressed at the same moment: one charge, and both read of it", async () => {
    const { page: first } = await buyer();
    const second = await first.context().newPage();
    await Promise.all([openCheckout(first), openCheckout(second)]);
    await fillIn(first);
    await fillIn(second);
    // The first payment sends both tabs to the return page, so none may end before both are pressed.
    const release = await Promise.all([first, second].map((tab) => hold(tab, `**${PATHS.paymentDetails}`)));
    await payButton(first).click();
    await payButton(second).click();
    for (const letGo of release) letGo();
    // A tab that had sent nothing before it was paid only shows a message.
    const told = (tab: Page) => tab.getByText(CHECKOUT_COPY.form.left.paid.title).waitFor();
    await Promise.all([first, second].map((tab) => Promise.any([paid(tab), told(tab)])));
    expect((await worldState()).intents.filter(({ status }) => status === "succeeded")).toHaveLength(1);
  });
});

/** The payment intent of the visit that the page's browser is on. */
async function visitIntent(page: Page): Promise<string> {
  const visit = await page.evaluate(() => localStorage.getItem("checkout-visit:KVB1.3900"));
  return (JSON.parse(visit ?? "{}") as { intentId: string }).intentId;
}

/** Runs the work of all rows at the same time. A failure names its row. */
async function each<Row, Result>(
  rows: readonly Row[],
  work: (row: Row, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    rows.map((row, index) =>
      work(row, index).catch((cause) => {
        throw new Error(Object.values(row as object).join(", "), { cause });
      }),
    ),
  );
}

type Told = Window & { told?: string[] };

/** Collects the titles of toasts, which disappear while the false clock runs. */
function rememberToasts(): void {
  const told: string[] = [];
  (window as Told).told = told;
  new MutationObserver(() => {
    for (const title of document.querySelectorAll(".toast strong")) told.push(title.textContent ?? "");
  }).observe(document, { childList: true, subtree: true });
}
