import type { BrowserContext, Locator, Page } from "playwright";
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
  /** Sets fields in a frame of the page's own. */
  fillFrame(frame: FrameForm): Promise<void>;
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

type FrameForm = { css: string; fields: Readonly<Record<string, string>> };

/** Runs in the page, because the drivers of Firefox and WebKit cannot press anything in a frame. */
export function fillFrame({ css, fields }: FrameForm): void {
  const form = document.querySelector<HTMLIFrameElement>(css)?.contentDocument?.forms[0];
  for (const [name, value] of Object.entries(fields))
    Object.assign(form?.elements.namedItem(name) as RadioNodeList, { value });
}

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
  // Playwright evaluates a string in each page. The outside world's pages forbid it, and only Firefox says so, in these words.
  const withoutEval = async () => problems.filter((text) => !/script-src eval$|blocked a JavaScript eval/.test(text));
  return { ...actionsOn(page), page, problems: withoutEval, leave: () => context.close() };
}

const shownOn = (page: Page, css: string, text?: string): Locator =>
  page
    .locator(css, text === undefined ? {} : { hasText: text })
    .filter({ visible: true })
    .first();

function actionsOn(page: Page): Omit<Visitor, "problems" | "leave"> {
  return {
    open: async (path) => void (await page.goto(path)),
    // A page that the browser kept does not load again: only its coming is awaited.
    back: async () => void (await page.goBack({ waitUntil: "commit" })),
    reload: async () => void (await page.reload()),
    click: (css, text) => shownOn(page, css, text).click(),
    async write(css, text) {
      const field = shownOn(page, css);
      // In Firefox React does not notice what Playwright fills in.
      await field.press("ControlOrMeta+a");
      await field.pressSequentially(text);
    },
    fillFrame: (frame) => page.evaluate(fillFrame, frame),
    reads: (text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
    shows: (css) => shownOn(page, css).waitFor(),
    hides: (css) => page.locator(css).first().waitFor({ state: "hidden" }),
    reaches: (part) => page.waitForURL((url) => url.href.includes(part)),
    ask: (inPage) => page.evaluate(inPage),
  };
}
