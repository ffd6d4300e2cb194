import type { Page } from "playwright";
import { expect, test } from "vitest";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { choose, fillIn, formReady, payButton, payWith, pick, toast } from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { openScreen, seeEverything } from "./open-screen.ts";
import { PAGES } from "./pages.ts";
import { STATES } from "./screens.ts";
import { shop } from "./test-shop.ts";

/**
 * A page that somebody else has changed: a translator puts each text into elements of its own, extensions add nodes and
 * put fields into boxes. No island dies of it, before or after any of its changes. In the full run:
 * test/house/changed-pages.test.ts holds the rule behind it each time.
 */

const browser = openBrowser();

/**
 * Translates the page as Google does: each text is taken out, and two `<font>` elements with another text are put in
 * its place; each later text too. The other text has blanks without a width around it. Playwright does not count them
 * (its `normalizeWhiteSpace`), so a step still finds a text by its words, also where the page has it in parts
 * (`src/server/http/unbroken.ts`). Runs in the page.
 */
function translate(): void {
  const LEFT_ALONE = "script, style, template, noscript, iframe, textarea, title, font, svg, [translate=no]";
  const wrap = (text: Text) => {
    if (text.data.trim() === "" || text.parentElement?.closest(LEFT_ALONE) !== null) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = `\u200b${text.data}\u200b`;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const wrapAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) wrap(text);
  };
  wrapAll(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") wrap(target as Text);
      for (const node of addedNodes) node instanceof Text ? wrap(node) : wrapAll(node);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/**
 * Adds nodes to the page as extensions do: buttons of a password manager beside each field, and marks in each element
 * with text. Each field is in a box of its own. Runs in the page.
 */
function addNodes(): void {
  for (const field of document.querySelectorAll<HTMLElement>("main input, main textarea")) {
    const icon = document.createElement("com-1password-button");
    field.after(icon);
    const box = document.createElement("span");
    box.style.display = "contents";
    field.before(box);
    box.append(field);
  }
  for (const element of document.querySelectorAll("main :is(p, label, button, legend, h1, h2, h3, li, div, form)")) {
    element.append(document.createElement("grammarly-extension"));
    element.prepend(document.createElement("grammarly-extension"));
  }
}

type Change = { name: string; now: () => void };
const TRANSLATED: Change = { name: "translated", now: translate };
const EXTENDED: Change = { name: "changed by extensions", now: addNodes };

/** Changes each page of the visitor before an island has started. */
async function changeFromTheStart(page: Page, { now }: Change): Promise<void> {
  await page.addInitScript(`if (window.top === window) addEventListener("DOMContentLoaded", ${now});`);
}

const changeNow = (page: Page, { now }: Change): Promise<void> => page.evaluate(now);

type Moment = "from the start" | "once it works";

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

test.runIf(FULL).each([
  { ...TRANSLATED, change: TRANSLATED, moment: "once it works" as const },
  { ...EXTENDED, change: EXTENDED, moment: "from the start" as const },
])(
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

test.runIf(FULL).each([...PAGES, ...STATES])("$name, translated: every island works", async (screen) => {
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
