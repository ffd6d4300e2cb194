import type { BrowserContext, FrameLocator, Locator, Page } from "playwright";
import { problemsOf } from "../browser/browser.ts";

/**
 * A visitor of the shop in some browser, with the actions that the walks need, so that each walk is written once.
 * Playwright drives two browsers (here), and WebDriver the third (webdriver.ts). A CSS selector names an element, with
 * its text if there are several. Each action waits until it is possible, and rejects if that takes longer than
 * `PATIENCE_MS`.
 */
export type Visitor = {
  /** Opens an address of the shop and waits until the page has loaded. */
  open(path: string): Promise<void>;
  /** Goes to the page before this one, or loads this one again. */
  back(): Promise<void>;
  reload(): Promise<void>;
  click(css: string, text?: string): Promise<void>;
  write(css: string, text: string): Promise<void>;
  choose(css: string, value: string): Promise<void>;
  within(frameCss: string, act: (frame: Pick<Visitor, "click" | "choose">) => Promise<void>): Promise<void>;
  reads(text: string): Promise<void>;
  shows(css: string): Promise<void>;
  hides(css: string): Promise<void>;
  reaches(part: string): Promise<void>;
  /** Runs a function in the page, which must use nothing from outside it, and returns its result. */
  ask<T>(inPage: () => T): Promise<T>;
  /** Errors of the console and of scripts, and policy violations, so far. */
  problems(): Promise<readonly string[]>;
  leave(): Promise<void>;
};

export const PATIENCE_MS = 30_000;

/** A visitor in a browser that Playwright drives; closing it closes its context. */
export async function visitBy(context: BrowserContext): Promise<Visitor & { page: Page }> {
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems = problemsOf(page);
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return { ...actionsIn(page), ...readingIn(page), page, problems: async () => problems, leave: () => context.close() };
}

function shownIn(scope: Page | FrameLocator, css: string, text?: string): Locator {
  return scope
    .locator(css, text === undefined ? {} : { hasText: text })
    .filter({ visible: true })
    .first();
}

function actionsIn(scope: Page | FrameLocator): Pick<Visitor, "click" | "write" | "choose"> {
  return {
    click: (css, text) => shownIn(scope, css, text).click(),
    async write(css, text) {
      const field = shownIn(scope, css);
      // In Firefox React does not notice what Playwright fills in.
      await field.press("ControlOrMeta+a");
      await field.pressSequentially(text);
    },
    choose: async (css, value) => void (await shownIn(scope, css).selectOption(value)),
  };
}

function readingIn(
  page: Page,
): Pick<Visitor, "open" | "back" | "reload" | "within" | "reads" | "shows" | "hides" | "reaches" | "ask"> {
  return {
    open: async (path) => void (await page.goto(path)),
    // A page that the browser kept does not load again, for which Playwright's own `goBack` would wait.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    reload: async () => void (await page.reload()),
    async within(frameCss, act) {
      // Firefox draws no frames of elements out of sight, and Playwright waits for some.
      await shownIn(page, frameCss).scrollIntoViewIfNeeded();
      await act(actionsIn(page.frameLocator(frameCss)));
    },
    reads: (text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
    shows: (css) => shownIn(page, css).waitFor(),
    hides: (css) => page.locator(css).first().waitFor({ state: "hidden" }),
    reaches: (part) => page.waitForURL((url) => url.href.includes(part)),
    ask: (inPage) => page.evaluate(inPage),
  };
}
