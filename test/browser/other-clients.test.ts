import { HTMLElement as Element, type Node, NodeType, parse } from "node-html-parser";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { PRACTICE_POPUP_COPY } from "../../src/free/quiz/practice-popup-copy.ts";
import { POPUP_DELAY_MS } from "../../src/free/quiz/practice-popup-rules.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { VIDEO_COPY } from "../../src/ui/video-copy.ts";
import { forbidStorage, islandReady, openBrowser } from "./browser.ts";
import { buyers, choose, fillIn, formReady, openCheckout, payButton, payWith, toast } from "./buyers.ts";
import { startPayment } from "./gifts.ts";
import { PAGES } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** Screen readers, text browsers and previews: what they read in the markup, and where the focus is. */

const browser = openBrowser();
const { readyBuyer, buyer } = buyers(browser);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.className ?? "");

describe("a screen reader", () => {
  test("gets the popup itself, which it says, and no part of it in the same moment", async () => {
    const { page } = await browser.visit();
    await page.clock.install();
    await page.goto(PATHS.kvb1);
    await page.clock.runFor(POPUP_DELAY_MS);
    const dialog = page.locator("dialog[open]");
    await dialog.waitFor();
    expect(await focused(page)).toBe("practice-popup screen-only");
    expect(await dialog.getAttribute("tabindex")).toBe("-1");
    expect(await dialog.locator("h2").getAttribute("tabindex")).toBeNull();
    // The focus has a frame in no browser: nothing in it is chosen yet.
    expect(await dialog.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("none");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(PRACTICE_POPUP_COPY.startLabel);
  });

  test("keeps the focus on the pay button while paying, and after a refusal", async () => {
    const { page } = await readyBuyer();
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
    await toast(page, "Betaling mislukt").waitFor();
    expect(isOn).toContain("pay-button");
    expect(await focused(page)).toContain("pay-button");
    expect(await payButton(page).getAttribute("aria-disabled")).toBe("false");
    expect(shop.world.stripe.intents).toHaveLength(1);
  });

  test("keeps the focus in the box of the consent, from which Enter pays too", async () => {
    const { page } = await readyBuyer();
    await choose(page, "declined");
    await page.locator("#checkout-consent").focus();
    await page.keyboard.press("Enter");
    await toast(page, "Betaling mislukt").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("checkout-consent");
    expect(await page.locator("#checkout-consent").isChecked()).toBe(true);
  });

  test("finds a plain button while fields are missing, and after a press the field with its error", async () => {
    const { page } = await buyer();
    await openCheckout(page);
    expect(await payButton(page).isEnabled()).toBe(true);
    expect(await payButton(page).getAttribute("aria-disabled")).toBe("false");
    // At the moment of the focus the error belongs to the field already.
    await page.evaluate(() => {
      document.getElementById("checkout-name")?.addEventListener("focus", ({ target }) => {
        document.documentElement.dataset.described = (target as HTMLElement).getAttribute("aria-describedby") ?? "";
      });
    });
    await payButton(page).click();
    await page.locator("html[data-described=checkout-name-error]").waitFor();
  });

  test("does not call an address wrong that was corrected", async () => {
    const { page } = await readyBuyer();
    const email = page.getByLabel("E-mailadres *");
    await email.fill("jan@");
    await payButton(page).click();
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
    await email.fill("jan@example.nl");
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("false");
  });

  test("says a toast as two sentences, which come as one part: of several at once Orca says the last", async () => {
    const { page } = await readyBuyer();
    await payWith(page, "declined");
    const shown = toast(page, "Betaling mislukt");
    await shown.waitFor();
    const live = shown.locator("[aria-live]");
    expect(await live.locator("> *").count()).toBe(1);
    expect(await live.textContent()).toBe("Betaling mislukt. Je kaart is geweigerd.");
  });

  test("says when a video is there", async () => {
    const { page } = await browser.open(PATHS.home);
    const video = page.locator(".video").first();
    await video.locator("a").hover();
    await islandReady(page, "video");
    await video.locator("a").click();
    await expect.poll(() => video.locator("[role=status]").textContent()).toBe(VIDEO_COPY.ready);
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

test("a link preview has a text for its picture", async () => {
  for (const { path } of PAGES) {
    const page = parse(await (await fetch(new URL(path, browser.origin))).text());
    const alt = page.querySelector('meta[property="og:image:alt"]')?.getAttribute("content");
    expect(alt, path).toMatch(/\S/);
  }
});

describe("a field that nobody has touched", () => {
  test.each([PATHS.checkout, PATHS.giveGift, PATHS.myCourse, PATHS.withdrawal, PATHS.studyPlan])(
    "%s: is not called wrong, and is said to be needed",
    async (path) => {
      const { page } = await browser.open(path);
      if (path === PATHS.checkout) await formReady(page);
      expect(await page.locator("form[novalidate] :required").count()).toBe(0);
      expect(await page.locator("form[novalidate] :invalid").count()).toBe(0);
      expect(await page.locator("form[novalidate] [aria-required=true]").count()).toBeGreaterThan(0);
    },
  );
});

/** Elements after which a browser without CSS begins a new line. */
const BLOCKS = new Set(
  "address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 head header hr html legend li main nav noscript ol option p pre section select summary svg table tbody td template textarea th thead title tr ul".split(
    " ",
  ),
);

/** Texts that stand against each other where one element ends and another begins: "€59inclusief btw". */
function gluedTexts(html: string): string[] {
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
  visit(parse(html));
  return found;
}

test("texts that CSS holds apart are apart without it", async () => {
  expect(gluedTexts("<p><b>€59</b><span>inclusief btw</span></p>")).toHaveLength(1);
  expect(
    gluedTexts("<p><b>€59</b> <span>inclusief</span></p><p>btw</p><svg><text>7</text><text>2</text></svg>"),
  ).toEqual([]);
  const found: Record<string, string[]> = {};
  for (const { path } of PAGES) {
    const glued = gluedTexts(await (await fetch(new URL(path, browser.origin))).text());
    if (glued.length > 0) found[path] = [...new Set(glued)];
  }
  expect(found).toEqual({});
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
