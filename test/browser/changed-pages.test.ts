import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { FULL, sample } from "../full.ts";
import { askForLink, mailedLink, openAccounts } from "./account-visitors.ts";
import { islandReady } from "./browser.ts";
import { choose, fillIn, formReady, payButton, payWith, pick, toast } from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { goOn, writeGift } from "./gifts.ts";
import { openScreen, seeEverything } from "./open-screen.ts";
import { GIFT_CODE, GIFT_QUERY, PAGES } from "./pages.ts";
import { STATES } from "./screens.ts";
import { shop } from "./test-shop.ts";
import { type Change, changeFromTheStart, changeNow, EXTENDED, TRANSLATED } from "./translator.ts";

/**
 * A page that somebody else has changed: a translator puts each text into elements of its own, extensions add nodes and
 * put fields into boxes. No island dies of it, before or after any of its changes. test/house/changed-pages.test.ts has
 * the rule behind it.
 */

const { browser } = openAccounts();

/** Before the islands start, and when they have started. */
const MOMENTS = ["from the start", "once it works"] as const;
type Moment = (typeof MOMENTS)[number];
const CASES = [TRANSLATED, EXTENDED].flatMap((change) => MOMENTS.map((moment) => ({ ...change, moment, change })));

/** Two of the four cases, which have both changes and both moments; a full run takes all. */
const casesWith = (translated: Moment) =>
  sample(CASES, ({ change, moment }) => (change === TRANSLATED) === (moment === translated));

/** A visitor whose page is changed, and the errors of its scripts. A script's own report of a mismatch is none. */
async function visit(change: Change, moment: Moment) {
  const { page } = await browser.visit();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (/NotFoundError|not a child/.test(message.text())) errors.push(message.text());
  });
  if (moment === "from the start") await changeFromTheStart(page, change);
  return {
    page,
    errors,
    /** Changes the page now, if it was not changed from the start. A second time does more of the same. */
    change: () => (moment === "from the start" ? undefined : changeNow(page, change)),
  };
}

const checkout = (page: Page) => page.locator('[data-island="checkout"]');
const isAlive = async (page: Page) => expect(await checkout(page).getAttribute("data-status")).toBe("ready");

/** Runs a step of a walk: an error names it. */
const step = async (name: string, act: () => Promise<unknown>) => {
  await act().catch((error: Error) => {
    error.message = `${name}: ${error.message}`;
    throw error;
  });
};

test.each(casesWith("once it works"))(
  "the checkout, $name $moment: it fails, starts, is refused, does not know whether it was paid, and pays",
  async ({ change, moment }) => {
    const { page, errors, change: changeMore } = await visit(change, moment);
    await stopClock(page);
    await step("cannot start, and starts again", async () => {
      shop.world.stripe.setMode("unauthorized");
      await page.goto(PATHS.checkout);
      await passTime(page, () => page.locator('.pay[data-phase="failed"]').isVisible());
      await changeMore();
      shop.world.stripe.setMode("ok");
      await page.locator(".pay-failed button").click();
      await formReady(page);
      await changeMore();
      await isAlive(page);
    });
    await step("names what is missing", async () => {
      await payButton(page).press("Enter");
      await toast(page, "Vul alle velden in").waitFor();
      await page.getByLabel("Volledige naam *").fill("Jan");
      await page.getByLabel("E-mailadres *").fill("jan@");
      await payButton(page).press("Enter");
      await page.locator("#checkout-email-error").waitFor();
      await fillIn(page);
      expect(await page.locator(".pay-field .pay-error").count()).toBe(0);
    });
    for (const attempt of ["is refused", "is refused again"]) {
      await step(attempt, async () => {
        await payWith(page, "declined");
        await page.locator(".pay-error", { hasText: "Je kaart is geweigerd." }).waitFor();
        await formReady(page);
        await isAlive(page);
      });
    }
    await step("does not know whether it was paid", async () => {
      let isLost = true;
      await page.route(/\/v1\/payment_intents\/[^/]+\?/, (route) =>
        isLost && route.request().method() === "GET" ? route.abort() : route.fallback(),
      );
      await page.route("**/confirm", (route) => (isLost ? route.abort() : route.fallback()));
      await choose(page, "succeeded");
      await payButton(page).click();
      await passTime(page, () => page.locator(".pay-unsure").isVisible());
      await passTime(page, () => page.locator(".pay-unsure button").first().isVisible(), { stepMs: 6_000 });
      isLost = false;
      await page.locator(".pay-unsure button").first().click();
      await passTime(page, () => page.locator('.pay[data-phase="ready"]').isVisible());
      await isAlive(page);
    });
    await step("pays", async () => {
      await payButton(page).click();
      await page.waitForURL(`**${PATHS.interstitial}?*`);
      await page.getByText("Je betaling is gelukt").filter({ visible: true }).first().waitFor();
    });
    expect(errors).toEqual([]);
  },
);

test.each(casesWith("from the start"))(
  "the checkout, $name $moment: it signs in, buys without the account and with it, signs out, comes back from a bank",
  async ({ change, moment }) => {
    const { page, errors, change: changeMore } = await visit(change, moment);
    await stopClock(page);
    await page.goto(PATHS.checkout);
    await formReady(page);
    await changeMore();
    await step("signs in", async () => {
      await page.locator(".account-sign-in summary").click();
      await page.locator(".account-sign-in button").click();
      await page.locator("#account-email-error").waitFor();
      await askForLink(page);
      await page.goto(await mailedLink());
      await formReady(page);
      await page.locator(".account-choices").waitFor();
      await changeMore();
    });
    const choices = page.locator(".account-choice");
    const state = page.locator(".account-state");
    for (const said of [ACCOUNT_COPY.unused, "jan@example.nl", ACCOUNT_COPY.unused]) {
      await choices.first().click();
      await expect.poll(() => state.textContent()).toContain(said);
    }
    await step("signs out", async () => {
      await choices.last().click();
      await page.locator(".account-sign-in").waitFor();
      await isAlive(page);
    });
    await step("says that an earlier payment is not over", async () => {
      await fillIn(page);
      await pick(page, "iDEAL");
      await payButton(page).click();
      await page.waitForURL(`${browser.world}/bank/*`);
      await page.goBack();
      await formReady(page);
      await changeMore();
      await page.getByLabel("Ik wil dat de levering").check();
      await page.locator(".pay-notice").first().waitFor();
      await isAlive(page);
      await pick(page, "Kaart");
      await payButton(page).click();
      await page.waitForURL(`**${PATHS.interstitial}?*`);
    });
    expect(errors).toEqual([]);
  },
);

test.each(casesWith("once it works"))("a gift, $name $moment, is paid for", async ({ change, moment }) => {
  const { page, errors, change: changeMore } = await visit(change, moment);
  await page.goto(PATHS.giveGift);
  await islandReady(page, "giftForm");
  await changeMore();
  await goOn(page);
  await page.locator(".form-error").first().waitFor();
  await writeGift(page);
  await goOn(page);
  await formReady(page);
  await changeMore();
  await fillIn(page);
  await payWith(page, "declined");
  await page.locator(".pay-error").waitFor();
  await isAlive(page);
  await choose(page, "succeeded");
  await payButton(page).click();
  await page.waitForURL(`**${PATHS.interstitial}?*`);
  expect(errors).toEqual([]);
});

test.each(casesWith("from the start"))(
  "other islands, $name $moment: the map's list follows the search, and three taps open a gift",
  async ({ change, moment }) => {
    const { page, errors, change: changeMore } = await visit(change, moment);
    await page.goto(PATHS.exam);
    await page.locator(".exam-map").scrollIntoViewIfNeeded();
    await islandReady(page, "examMap");
    await page.locator("button.exam-centre").first().waitFor();
    await changeMore();
    const search = page.locator(".exam-map-search input");
    const lines = page.locator(".exam-centres .exam-centre");
    const all = await lines.count();
    for (const text of ["zwo", "Atlantis", "", "utrecht", "q", ""]) await search.fill(text);
    expect(await lines.count()).toBe(all);
    expect(await page.locator(".exam-map-search [role=status]").textContent()).toContain(String(all));
    await search.fill("zwo");
    expect(await lines.count()).toBe(1);
    await lines.first().click();
    await page.locator(".exam-popup").waitFor();
    expect(await page.locator('[data-island="examMap"]').getAttribute("data-status")).toBe("ready");

    await page.goto(`${GIFT_CODE}?${GIFT_QUERY}`);
    await islandReady(page, "gift");
    await changeMore();
    for (let tap = 0; tap < 3; tap += 1) await page.locator(".gift-button").click();
    await page.locator(".gift-giver").waitFor();
    expect(await page.locator('[data-island="gift"]').getAttribute("data-status")).toBe("ready");
    expect(errors).toEqual([]);
  },
);

/** One page of each group of islands; a full run takes all pages and states. */
const SAMPLED = new Set(["home", "order, offer mode", "mock exam, question", "my course", "giving a gift"]);
const SCREENS = [...PAGES, ...(FULL ? STATES : [])];

test.each(sample(SCREENS, ({ name }) => SAMPLED.has(name)))("$name, translated: every island works", async (screen) => {
  const { page, errors } = await visit(TRANSLATED, "from the start");
  await openScreen(page, screen);
  if (screen.prepare === undefined) await seeEverything(page);
  expect(await page.locator('[data-status="failed"]').count()).toBe(0);
  expect(errors).toEqual([]);
});

test("what a password manager has filled in before the form works stays, and is sent; a consent never", async () => {
  const { page } = await browser.visit();
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/build/checkout-*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(PATHS.checkout, { waitUntil: "commit" });
  await page.locator("#checkout-email").waitFor({ state: "attached" });
  await page.evaluate(() => {
    const put = (id: string, change: (field: HTMLInputElement) => void) => {
      const field = document.getElementById(id) as HTMLInputElement;
      change(field);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    put("checkout-name", (field) => (field.value = "Jan de Vries"));
    put("checkout-email", (field) => (field.value = "jan@example.nl"));
    put("checkout-consent", (field) => (field.checked = true));
  });
  letGo();
  await formReady(page);
  expect(await page.locator("#checkout-name").inputValue()).toBe("Jan de Vries");
  expect(await page.locator("#checkout-email").inputValue()).toBe("jan@example.nl");
  expect(await page.locator("#checkout-consent").isChecked()).toBe(false);
  expect(await page.locator("#checkout-missing").textContent()).toBe(
    CHECKOUT_COPY.form.missing.text.replace("{fields}", CHECKOUT_COPY.form.missing.consent),
  );
  await page.getByLabel("Ik wil dat de levering").check();
  await pick(page, "Kaart");
  await payButton(page).click();
  await page.waitForURL(`**${PATHS.interstitial}?*`);
  expect(shop.world.stripe.intents.at(-1)?.metadata).toMatchObject({ buyer_name: "Jan de Vries" });
});
