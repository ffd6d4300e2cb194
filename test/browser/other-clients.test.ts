import { HTMLElement as Element, type Node, NodeType, parse } from "node-html-parser";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { forbidStorage, islandReady, openBrowser } from "./browser.ts";
import { buyers, choose, fillIn, openCheckout, payButton, payWith, pressPay, toast } from "./buyers.ts";
import { startPayment } from "./gifts.ts";
import { PAGES } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** Screen readers, text browsers and previews: what they read in the markup, and where the focus is. */

const browser = openBrowser();
const { buyer } = buyers(browser);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.className ?? "");

/** No field of these forms is called wrong before somebody touches it, and the needed ones are said to be needed. */
async function expectUntouched(page: Page, what: string): Promise<void> {
  expect(await page.locator("form[novalidate] :required").count(), what).toBe(0);
  expect(await page.locator("form[novalidate] :invalid").count(), what).toBe(0);
  expect(await page.locator("form[novalidate] [aria-required=true]").count(), what).toBeGreaterThan(0);
}

describe("a screen reader", () => {
  test("at the checkout hears what is missing, what is wrong and what was refused, and keeps its place", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    await expectUntouched(page, "checkout");
    // A press names the first field that is missing with its error, which belongs to it already.
    await page.evaluate(() => {
      document.getElementById("checkout-name")?.addEventListener("focus", ({ target }) => {
        document.documentElement.dataset.described = (target as HTMLElement).getAttribute("aria-describedby") ?? "";
      });
    });
    await pressPay(page);
    await page.locator("html[data-described=checkout-name-error]").waitFor();

    // An address is not called wrong any more once it was corrected.
    await fillIn(page);
    const email = page.getByLabel("E-mailadres *");
    await email.fill("jan@");
    await payButton(page).click();
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
    await email.fill("jan@example.nl");
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("false");

    // The focus stays on the button while paying, and after a refusal.
    let isOn = "";
    await page.route(`**${PATHS.paymentDetails}`, async (route) => {
      isOn = await focused(page);
      await route.continue();
    });
    await choose(page, "declined");
    await payButton(page).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".pay-form").getAttribute("aria-busy")).toBe("true");
    expect(await payButton(page).getAttribute("aria-disabled")).toBe("true");
    expect(await payButton(page).evaluate((button: HTMLButtonElement) => button.disabled)).toBe(false);
    // A second press pays nothing twice, and tells nothing.
    await page.keyboard.press("Enter");
    const refused = toast(page, "Betaling mislukt");
    await refused.waitFor();
    expect(isOn).toContain("pay-button");
    expect(await focused(page)).toContain("pay-button");
    expect(await payButton(page).getAttribute("aria-disabled")).toBe("false");
    expect(shop.world.stripe.intents).toHaveLength(1);
    // A toast is two sentences, which come as one part: of several at once Orca says the last.
    const live = refused.locator("[aria-live]");
    expect(await live.locator("> *").count()).toBe(1);
    expect(await live.textContent()).toBe("Betaling mislukt. Je kaart is geweigerd.");

    // Enter pays in the box of the consent too, which keeps the focus and its tick.
    await refused.getByRole("button").click();
    await refused.waitFor({ state: "detached" });
    await page.locator("#checkout-consent").focus();
    await page.keyboard.press("Enter");
    await refused.waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("checkout-consent");
    expect(await page.locator("#checkout-consent").isChecked()).toBe(true);
  });

  test("hears the errors of a form once: by the focus", async () => {
    const { page } = await browser.visit();
    for (const [path, submit] of [
      [PATHS.withdrawal, ".withdrawal-form button"],
      [PATHS.myCourse, ".my-course-form button"],
      [PATHS.giveGift, ".give-form [type=submit]"],
      [PATHS.licenceCheck, ".licence-form [type=submit]"],
      [PATHS.studyPlan, ".study-form [type=submit]"],
    ] as const) {
      await page.goto(path);
      if (path === PATHS.giveGift) await islandReady(page, "giftForm");
      if (path !== PATHS.licenceCheck) await expectUntouched(page, path);
      await page.locator(submit).first().click();
      const summary = page.locator(".form-alert");
      await summary.waitFor();
      await expect
        .poll(() => summary.evaluate((element) => element === document.activeElement), { message: path })
        .toBe(true);
      expect(await page.getByRole("alert").count(), path).toBe(0);
      expect(await summary.getAttribute("role"), path).toBe("group");
    }
  });
});

describe("a browser without CSS and scripts", () => {
  test.each([PATHS.checkout, PATHS.giveGift, PATHS.myCourse, PATHS.withdrawal])(
    "%s: its forms write no name and no address into an address",
    async (path) => {
      const page = parse(await (await fetch(browser.origin + path)).text());
      const forms = page.querySelectorAll("form").filter((form) => form.querySelector("input:not([type=hidden])"));
      expect(forms.length).toBeGreaterThan(0);
      for (const form of forms) expect(form.getAttribute("method")).toBe("post");
    },
  );

  test("a query with a name and an address is in no link", async () => {
    const query = "?name=Jan+de+Vries&email=jan%40example.nl&account-email=jan%40example.nl&flow=A";
    for (const path of [PATHS.checkout, PATHS.home, PATHS.quiz]) {
      const html = await (await fetch(browser.origin + path + query)).text();
      expect(html).not.toMatch(/Jan|example\.nl(?!")|jan%40/);
      expect(html).toContain("?flow=A");
    }
  });

  test.each(["", "?session_id=cs_test_12345678"])("a paid order's bridge page says one thing%s", async (query) => {
    const html = await (await fetch(`${browser.origin}${OFFERS[0]?.path}${query}`)).text();
    const words = wordsOf(html);
    expect(words).toContain(INTERSTITIAL_COPY.goNow);
    for (const other of [INTERSTITIAL_COPY.notConfigured, INTERSTITIAL_COPY.notConfiguredHelp, INTERSTITIAL_COPY.retry])
      expect(words).not.toContain(other);
    expect(words.split(INTERSTITIAL_COPY.goNow)).toHaveLength(2);
  });

  test("a payment that the bank looks into is not told as one that cannot be read too", async () => {
    const { returnPath, id } = await startPayment(browser.world);
    shop.world.stripe.settle(id, "processing");
    const { page } = await browser.visit({ javaScriptEnabled: false });
    await page.route("**verder=2**", (route) => route.fulfill({ status: 204 }));
    await page.goto(returnPath);
    await page.waitForURL("**verder=1**");
    expect(wordsOf(await page.content()).match(/Hulp nodig/g)).toHaveLength(1);
  });

  test("the 404 of a wait has a heading", async () => {
    const { page } = await browser.open(PATHS.interstitial);
    expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual([INTERSTITIAL_COPY.notConfigured]);
  });
});

/** The text that a browser shows that knows no `hidden`, no templates and no CSS. */
function wordsOf(html: string): string {
  const page = parse(html);
  for (const unread of page.querySelectorAll("script, style, head")) unread.remove();
  return page.textContent.replace(/\s+/g, " ");
}

/** Elements after which a browser without CSS begins a new line. */
const BLOCKS = new Set(
  "address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 head header hr html legend li main nav noscript ol option p pre section select summary svg table tbody td template textarea th thead title tr ul".split(
    " ",
  ),
);

/** Texts that stand against each other where one element ends and another begins: "€59inclusief btw". */
function gluedTexts(page: Element): string[] {
  const found: string[] = [];
  let before = "";
  let crossed = false;
  const visit = (node: Node): void => {
    if (node.nodeType === NodeType.TEXT_NODE) {
      const text = node.text;
      if (text === "") return;
      if (crossed && /[\p{L}\p{N}.!?€%)]$/u.test(before) && /^[\p{L}\p{N}€(]/u.test(text))
        found.push(`${before.slice(-25)}|${text.slice(0, 25)}`);
      before = text;
      crossed = false;
      return;
    }
    if (!(node instanceof Element)) return;
    const name = node.rawTagName?.toLowerCase() ?? "";
    // The parts of a drawing stand where they stand; a screen reader is told what it shows.
    if (["script", "style", "head", "template", "svg"].includes(name)) return;
    // An input or a picture stands between texts.
    const isBreak = BLOCKS.has(name) || name === "input" || name === "img";
    if (isBreak) before = "";
    crossed = true;
    for (const child of node.childNodes) visit(child);
    if (isBreak) before = "";
    crossed = true;
  };
  visit(page);
  return found;
}

test("texts that CSS holds apart are apart without it, and a link preview has a text for its picture", async () => {
  expect(gluedTexts(parse("<p><b>€59</b><span>inclusief btw</span></p>"))).toHaveLength(1);
  const apart = "<p><b>€59</b> <span>inclusief</span></p><p>btw</p><svg><text>7</text><text>2</text></svg>";
  expect(gluedTexts(parse(apart))).toEqual([]);
  for (const { path } of PAGES) {
    const page = parse(await (await fetch(new URL(path, browser.origin))).text());
    expect(gluedTexts(page), path).toEqual([]);
    const alt = page.querySelector('meta[property="og:image:alt"]')?.getAttribute("content");
    expect(alt, path).toMatch(/\S/);
  }
});

test("a browser that forbids storage still gets a checkout that pays", async () => {
  const { page } = await buyer();
  await forbidStorage(page, "localStorage", "sessionStorage");
  await openCheckout(page);
  await fillIn(page);
  await payWith(page, "succeeded");
  await page.waitForURL(`**${PATHS.interstitial}?*`);
});

test("If-None-Match: * is a page that the browser has", async () => {
  for (const header of ["*", " * "]) {
    const answer = await fetch(browser.origin + PATHS.faq, { headers: { "if-none-match": header } });
    expect([answer.status, await answer.text()]).toEqual([304, ""]);
  }
});
