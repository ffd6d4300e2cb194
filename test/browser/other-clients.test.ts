import { HTMLElement as Element, type Node, NodeType, parse } from "node-html-parser";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { buyers, choose, fillIn, openCheckout, payButton, pressPay, toast } from "./buyers.ts";
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

test("a screen reader at the checkout hears what is missing, what is wrong and what was refused, and keeps its place", async () => {
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

test("a screen reader hears the errors of a form once: by the focus", async () => {
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

test("forms write no name and no address into an address, and no link has those of a query", async () => {
  const query = "?name=Jan+de+Vries&email=jan%40example.nl&account-email=jan%40example.nl&flow=A";
  for (const path of [PATHS.checkout, PATHS.giveGift, PATHS.myCourse, PATHS.withdrawal]) {
    const html = await (await fetch(browser.origin + path + query)).text();
    const forms = parse(html).querySelectorAll("form");
    const typed = forms.filter((form) => form.querySelector("input:not([type=hidden])"));
    expect(typed.length, path).toBeGreaterThan(0);
    for (const form of typed) expect(form.getAttribute("method"), path).toBe("post");
    expect(html, path).not.toMatch(/Jan|jan%40|jan@/);
    expect(html, path).toContain("?flow=A");
  }
});

test("without CSS and scripts a paid order's bridge page says one thing", async () => {
  const words = wordsOf(await (await fetch(`${browser.origin}${OFFERS[0]?.path}?session_id=cs_test_12345678`)).text());
  expect(words).toContain(INTERSTITIAL_COPY.goNow);
  for (const other of [INTERSTITIAL_COPY.notConfigured, INTERSTITIAL_COPY.notConfiguredHelp, INTERSTITIAL_COPY.retry])
    expect(words).not.toContain(other);
  expect(words.split(INTERSTITIAL_COPY.goNow)).toHaveLength(2);
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
  for (const { path } of PAGES) {
    const page = parse(await (await fetch(new URL(path, browser.origin))).text());
    expect(gluedTexts(page), path).toEqual([]);
    const alt = page.querySelector('meta[property="og:image:alt"]')?.getAttribute("content");
    expect(alt, path).toMatch(/\S/);
  }
});
