import { brotliCompressSync, constants } from "node:zlib";
import type { BrowserContext, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { REVIEWS_COPY } from "../../src/courses/reviews-copy.ts";
import { PRACTICE_POPUP_COPY } from "../../src/free/quiz/practice-popup-copy.ts";
import { POPUP_DELAY_MS, POPUP_RETRY_MS } from "../../src/free/quiz/practice-popup-rules.ts";
import { wishFromMetadata } from "../../src/gifts/gift-wish.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import { CONSENT_COPY } from "../../src/ui/consent-copy.ts";
import { sample } from "../full.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { buyers, fillIn, formReady, openCheckout, payButton, payWith, pick } from "./buyers.ts";
import { keepGift, payGift, WISH } from "./gifts.ts";
import { machineNow } from "./machine-clock.ts";
import { showExamMap } from "./open-screen.ts";
import { GIFT_CODE, GIFT_QUERY } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** Tests which payment a checkout opens: two gifts in two tabs, and the visits that a browser has left. */

const browser = openBrowser();
const { buyer, control, worldState } = buyers(browser);

const SANNE: GiftWish = { ...WISH, recipient: "Sanne" };
const PIET: GiftWish = { ...WISH, recipient: "Piet" };
const { left } = CHECKOUT_COPY.form;

async function toGift(page: Page, wish: GiftWish): Promise<void> {
  await page.goto(await keepGift(page, wish));
  await formReady(page);
  await fillIn(page);
}

async function toCourse(page: Page): Promise<void> {
  await openCheckout(page);
  await fillIn(page);
}

/**
 * Presses, and waits for the bank's page. `left`: the form's message about the payment in another tab, which must come
 * after the first press; the second press leads to the bank.
 */
async function toBank(page: Page, left: { title: string } | null = null): Promise<void> {
  await payWith(page, "succeeded", "iDEAL");
  if (left !== null) {
    await page.getByText(left.title).waitFor();
    await payButton(page).click();
  }
  await page.waitForURL(`${browser.world}/bank/*`);
}

/** The requested payments by recipient; null = the buyer. */
const payments = async () =>
  (await worldState()).intents
    .filter(({ status }) => status !== "requires_payment_method")
    .map(({ status, metadata }) => ({ status, recipient: wishFromMetadata(metadata)?.recipient ?? null }));

const notice = (page: Page) => page.locator(".pay-notice");

describe("two gifts in two tabs", () => {
  const DECISIONS = { Betalen: "succeeded", Weigeren: "requires_payment_method" } as const;
  type Decision = keyof typeof DECISIONS;
  /** 1 and 2 are the presses in the two tabs, a and b the answers of their banks. */
  const PLANS = ["12ab", "12ba", "21ab", "21ba", "1a2b", "2b1a"];
  const ANSWERS: readonly [Decision, Decision][] = [
    ["Betalen", "Betalen"],
    ["Betalen", "Weigeren"],
    ["Weigeren", "Betalen"],
  ];
  /** One pair of answers for each order, and each pair for two of them. */
  const isSampled = (plan: string, index: number) => PLANS.indexOf(plan) % ANSWERS.length === index;

  // test/client/checkout-machine.test.ts walks all of them without a browser.
  test.each(sample(PLANS, (plan) => plan === "12ba"))(
    "in the order %s: each bank's answer is about its own gift",
    async (plan) => {
      for (const [first, second] of sample(ANSWERS, (_, index) => isSampled(plan, index))) {
        await control("reset");
        const { page: one } = await buyer();
        const two = await one.context().newPage();
        await toGift(one, SANNE);
        await toGift(two, PIET);
        /**
         * Answers at the bank, and waits until the return page has ended a paid visit: then no other tab tells of it.
         */
        const decide = async (page: Page, decision: Decision) => {
          await page.getByRole("button", { name: decision }).click();
          await page.waitForURL(`**${PATHS.interstitial}?*`);
          if (decision === "Betalen") await page.locator("html[data-visit=ended]").waitFor();
        };
        for (const [index, step] of [...plan].entries()) {
          const other = step === "1" ? "2" : "1";
          const answered = plan.slice(0, index).includes(step === "1" ? "b" : "a");
          const told = plan.slice(0, index).includes(other) && !answered ? left.pending : null;
          if (step === "1") await toBank(one, told);
          if (step === "2") await toBank(two, told);
          if (step === "a") await decide(one, first);
          if (step === "b") await decide(two, second);
        }
        const expected = [
          { recipient: "Sanne", decision: first },
          { recipient: "Piet", decision: second },
        ]
          .filter(({ decision }) => decision === "Betalen")
          .map(({ recipient }) => ({ recipient, status: "succeeded" }));
        await expect.poll(payments).toEqual(expected);
        await one.context().close();
      }
    },
  );
});

describe("a payment that was left behind", () => {
  /** Goes to the bank, closes the tab, and lets the bank accept the payment. Returns the browser's context. */
  async function paidAndClosed(open: (page: Page) => Promise<void>): Promise<BrowserContext> {
    const { page } = await buyer();
    const context = page.context();
    await open(page);
    await toBank(page);
    const intent = (await worldState()).intents.at(-1)?.id;
    const next = await context.newPage();
    await page.close();
    await control("settle", { intent, status: "succeeded" });
    await next.close();
    return context;
  }

  const course = (page: Page) => toCourse(page);
  const sanne = (page: Page) => toGift(page, SANNE);
  const piet = (page: Page) => toGift(page, PIET);

  const LEFT = [
    ["a course, then the same", course, null, course, null],
    ["a gift, then the same", sanne, "Sanne", sanne, "Sanne"],
    ["a gift, then another gift", sanne, "Sanne", piet, "Piet"],
    ["a gift, then a course", sanne, "Sanne", course, null],
    ["a course, then a gift", course, null, piet, "Piet"],
  ] as const;

  test.each(sample(LEFT, ([name]) => name === "a gift, then another gift"))(
    "%s: one line says so, nobody is sent to it, and a new payment can be made",
    async (_name, before, a, next, b) => {
      const context = await paidAndClosed(before);
      const page = await context.newPage();
      await next(page);
      expect(page.url()).not.toContain(PATHS.interstitial);
      expect(await notice(page).textContent()).toBe(`${left.paid.title} ${left.paid.text}`);
      // No link, so nothing tells whose payment it was or for what.
      expect(await notice(page).locator("a").count()).toBe(0);
      if (b !== null) {
        // The text of this gift stays until it is paid.
        await page.goto(PATHS.giveGift);
        await islandReady(page, "giftForm");
        expect(await page.getByLabel("Voor wie is het?").inputValue()).toBe(b);
        await page.goBack();
        await formReady(page);
        await fillIn(page);
      }
      await payButton(page).click();
      await page.waitForURL(`**${PATHS.interstitial}?*`);
      await expect.poll(payments).toEqual([
        { status: "succeeded", recipient: a },
        { status: "succeeded", recipient: b },
      ]);
    },
  );

  test("the end of another gift's payment in this tab leaves the text of this one", async () => {
    const { page } = await buyer();
    await keepGift(page, PIET);
    const { returnPath } = await payGift(shop.world.origin, SANNE);
    await page.goto(returnPath);
    await page.locator("html[data-visit=ended]").waitFor({ state: "attached" });
    await page.goto(PATHS.giveGift);
    await islandReady(page, "giftForm");
    expect(await page.getByLabel("Voor wie is het?").inputValue()).toBe("Piet");
  });

  test("a payment that is still being processed is not called paid", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    const [intent] = (await worldState()).intents;
    shop.world.stripe.settle(intent?.id ?? "", "processing");
    const other = await page.context().newPage();
    await page.close();
    await openCheckout(other);
    expect(await notice(other).textContent()).toBe(`${left.processing.title} ${left.processing.text}`);
  });
});

test("somebody else at this computer reads that the bank was asked, is not sent to that payment, and not written on it", async () => {
  const { page: anna } = await buyer();
  await openCheckout(anna, "?flow=A");
  await fillIn(anna);
  await toBank(anna);
  const ben = await anna.context().newPage();
  // The same course in another flow is the same payment.
  await openCheckout(ben);
  const { underWay } = CHECKOUT_COPY.form;
  expect(await notice(ben).textContent()).toBe(`${underWay.title} ${underWay.text}`);
  expect((await worldState()).intents).toHaveLength(1);
  await fillIn(ben);
  await ben.getByLabel("E-mailadres *").fill("ben@example.nl");
  await payButton(ben).click();
  await notice(ben).getByText(left.pending.title).waitFor();
  await formReady(ben);
  const [first] = (await worldState()).intents;
  await control("settle", { intent: first?.id, status: "succeeded" });
  await pick(ben, "Kaart");
  await payButton(ben).click();
  await ben.waitForURL(`**${PATHS.interstitial}?*`);
  const paid = (await worldState()).intents.map(({ metadata }) => metadata.buyer_email);
  expect(paid).toEqual([first?.metadata.buyer_email, "ben@example.nl"]);
  expect(new URL(ben.url()).searchParams.get("payment_intent")).not.toBe(first?.id);
});

test("a checkout that is opened again after paying: it is paid already, and here is the order; for a day, in this browser", async () => {
  const { bought } = CHECKOUT_COPY.form;
  const says = async (page: Page) => {
    await notice(page).waitFor();
    return [await notice(page).locator("strong").textContent(), await notice(page).locator("a").textContent()];
  };
  const { page, problems } = await buyer();
  // Pages over http do not have it.
  await page.addInitScript(() => Object.defineProperty(crypto, "randomUUID", { value: undefined }));
  const open = await page.context().newPage();
  await toCourse(page);
  await openCheckout(open);
  await payWith(page, "succeeded");
  await page.locator("html[data-visit=ended]").waitFor({ state: "attached" });
  const intent = (await worldState()).intents[0]?.id ?? "";
  expect(await says(open), "in a tab that was open").toEqual([bought.title, bought.toPayment]);
  await openCheckout(page);
  expect(await says(page), "in the same tab").toEqual([bought.title, bought.toPayment]);
  expect(problems).toEqual([]);
  await notice(page).getByRole("link").click();
  await page.waitForURL(`**${PATHS.interstitial}?*payment_intent=${intent}*`);
  await page.locator('a[href^="/bestelling/"]').first().waitFor();
  // A gift is another purchase: nothing is said of the course.
  await toGift(page, { ...PIET, productId: "KVB1" });
  expect(await notice(page).count()).toBe(0);

  // Hours later it leads to the form that mails links.
  const later = await page.context().newPage();
  await later.clock.install({ time: machineNow().getTime() + 3 * 60 * 60_000 });
  await openCheckout(later);
  expect(await says(later)).toEqual([bought.title, bought.toLinks]);
  expect(await notice(later).locator("a").getAttribute("href")).toBe(PATHS.myCourse);
  await later.clock.setSystemTime(machineNow().getTime() + 25 * 60 * 60_000);
  await openCheckout(later);
  expect(await notice(later).count(), "the next day").toBe(0);
  const { page: stranger } = await buyer();
  await openCheckout(stranger);
  expect(await notice(stranger).count(), "elsewhere").toBe(0);
});

describe("what a whole visit downloads", () => {
  /** The limit for all scripts of a visit, bytes, compressed as `wrangler dev` does it. */
  const MAX_BYTES = { [PATHS.home]: 6_000, [PATHS.order]: 8_000, [PATHS.giveGift]: 8_000, gift: 2_500 };
  const BROTLI_5 = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

  /** Records the page's scripts. Returns a function for their names, and for their bytes with the loader's. */
  function countScripts(page: Page) {
    const scripts: Promise<{ name: string; code: Buffer }>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script" || response.frame() !== page.mainFrame()) return;
      const name = new URL(response.url()).pathname.replace(/^\/build\/(.*)-\w+\.js$/, "$1");
      scripts.push(response.body().then((code) => ({ name, code })));
    });
    return async () => {
      const downloaded = await Promise.all(scripts);
      const codes = [Buffer.from(CLIENT.loader.code), ...downloaded.map(({ code }) => code)];
      const bytes = codes.reduce((sum, code) => sum + brotliCompressSync(code, BROTLI_5).length, 0);
      return { names: downloaded.map(({ name }) => name).sort(), bytes };
    };
  }

  async function turnReviews(page: Page) {
    await page.locator('[data-island="reviewsCarousel"]').first().scrollIntoViewIfNeeded();
    await islandReady(page, "reviewsCarousel");
    await page.getByRole("button", { name: REVIEWS_COPY.nextLabel }).first().click();
  }

  test("home, with consent, video, popup and carousel used, is a few KB and no React", async () => {
    // With a container, so that the page has the consent bar too.
    await shop.set({ vars: { TAG_MANAGER_ID: "GTM-TEST1" } });
    const { page, problems } = await browser.visit();
    await page.clock.install();
    const scripts = countScripts(page);

    await page.goto(PATHS.home);
    await page.clock.runFor(1_000);
    await page.getByRole("button", { name: CONSENT_COPY.bar.denyLabel }).click();
    await page.locator(".video-play").first().click();
    await page.locator("iframe.video-frame").waitFor();
    await page.locator("h1").click();
    await page.clock.runFor(POPUP_DELAY_MS + POPUP_RETRY_MS);
    await page.getByRole("button", { name: PRACTICE_POPUP_COPY.laterLabel }).click();
    await turnReviews(page);

    const { names, bytes } = await scripts();
    expect(names).toEqual(["consent", "practice-popup", "reviews-carousel", "start-island", "video"]);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES[PATHS.home]);
    expect(problems).toEqual([]);
  });

  test("the order page in offer mode, with clock and carousel, is a few KB and no React", async () => {
    const { page, problems } = await browser.visit();
    const scripts = countScripts(page);
    await page.goto(`${PATHS.order}?flow=A`);
    await islandReady(page, "countdown");
    await turnReviews(page);
    const { names, bytes } = await scripts();
    expect(names).toEqual(["countdown", "reviews-carousel", "start-island"]);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES[PATHS.order]);
    expect(problems).toEqual([]);
  });

  test("giving a gift, with the form filled in and its example in view, is a few KB and no React", async () => {
    const { page, problems } = await browser.visit();
    const scripts = countScripts(page);
    await page.goto(PATHS.giveGift);
    await islandReady(page, "giftForm");
    await page.fill("#ontvanger", "Noor");
    await page.locator('[data-island="giftReplay"]').scrollIntoViewIfNeeded();
    await islandReady(page, "giftReplay");
    const { names, bytes } = await scripts();
    expect(names).toEqual(["gift-form", "gift-replay", "start-island"]);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES[PATHS.giveGift]);
    expect(problems).toEqual([]);
  });

  test("unwrapping a gift is a KB or two and no React", async () => {
    const { page, problems } = await browser.visit();
    const scripts = countScripts(page);
    await page.goto(`${GIFT_CODE}?${GIFT_QUERY}`);
    await islandReady(page, "gift");
    for (let tap = 0; tap < 3; tap += 1) await page.locator(".gift-button").click();
    await page.locator(".gift-giver").waitFor();
    const { names, bytes } = await scripts();
    expect(names).toEqual(["gift", "start-island"]);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES.gift);
    expect(problems).toEqual([]);
  });

  test("the exam's page, with the map in use, is Leaflet and no React", async () => {
    const { page, problems } = await browser.visit();
    const scripts = countScripts(page);
    await showExamMap(page);
    const { names } = await scripts();
    // The popup's script comes if the map takes its time.
    const others = names.filter((name) => name !== "practice-popup");
    expect(others).toEqual(["exam-centres-rules", "exam-map", "leaflet-map", "start-island"]);
    expect(problems).toEqual([]);
  });
});
