import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { FULL, sample } from "../full.ts";
import { hang, openBrowser } from "./browser.ts";
import { fillIn, formReady, openCheckout, payButton, pick, throwOnceFromStripe, UNKNOWN } from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { expectNotKnown, expectNotPaid, expectPaid, shown, stopAtReturnPage } from "./return-page.ts";
import { shop } from "./test-shop.ts";

/** Whatever fails between pressing 'Betaal' and the course: the buyer reads the truth, and can go on. */

const browser = openBrowser();

describe("how a confirmation ends x how the payment stands x whether that can be read x whether the target can", () => {
  const CONFIRMS = ["lost", "hanging", "api_error", "thrown"] as const;
  const STATES = ["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"] as const;
  const READS = ["at once", "later", "never"] as const;
  const TARGETS = ["found", "missing", "down"] as const;
  type Walk = { confirm: (typeof CONFIRMS)[number]; state: (typeof STATES)[number]; read: (typeof READS)[number] };
  type Row = Walk & { target: (typeof TARGETS)[number] };

  /** `npm test` walks one row to each end that a buyer can come to. */
  const SAMPLED: readonly Row[] = [
    { confirm: "thrown", state: "requires_payment_method", read: "at once", target: "found" },
    { confirm: "lost", state: "requires_payment_method", read: "later", target: "down" },
    { confirm: "hanging", state: "requires_action", read: "at once", target: "found" },
    { confirm: "api_error", state: "processing", read: "later", target: "found" },
    { confirm: "hanging", state: "succeeded", read: "at once", target: "found" },
    { confirm: "thrown", state: "succeeded", read: "never", target: "down" },
    { confirm: "lost", state: "canceled", read: "later", target: "missing" },
  ];
  const isSampled = (row: Row) => SAMPLED.some((one) => isDeepStrictEqual(one, row));

  /** One test for each group: its rows share Stripe's answers, and KV fails for all of them at once. */
  const GROUPS = STATES.flatMap((state) => READS.map((read) => ({ state, read })));
  const rowsOf = (group: (typeof GROUPS)[number], target: Row["target"]): readonly Row[] =>
    CONFIRMS.map((confirm) => ({ confirm, ...group, target }));
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

  const isWalked = ({ state, read }: (typeof GROUPS)[number]) =>
    SAMPLED.some((row) => row.state === state && row.read === read);
  test.each(sample(GROUPS, isWalked))("$state, read $read", async (group) => {
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
    const ends: Record<string, number> = {};
    const endOf = (row: Row) => `${promised(row).checkout} -> ${promised(row).returnPage}`;
    for (const row of rows) ends[endOf(row)] = (ends[endOf(row)] ?? 0) + 1;
    expect(ends).toEqual({
      "not known yet -> unavailable": 60,
      "not known yet -> pending": 24,
      "led on -> processing": 24,
      ...{ "led on -> paid, found": 8, "led on -> paid, missing": 8, "led on -> paid, down": 8 },
      ...{ "new payment -> paid, found": 8, "new payment -> paid, missing": 8, "new payment -> paid, down": 8 },
      ...{ "refused -> paid, found": 7, "refused -> paid, missing": 7, "refused -> paid, down": 7 },
      ...{ "broken -> paid, found": 1, "broken -> paid, missing": 1, "broken -> paid, down": 1 },
    });
    const sampled = rows.filter(isSampled);
    expect(sampled).toHaveLength(SAMPLED.length);
    const valuesOf = (some: readonly Row[]) =>
      new Set(some.flatMap((row) => [...Object.values(row), ...Object.values(promised(row))]));
    expect(valuesOf(sampled)).toEqual(valuesOf(rows));
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
