import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright";

/**
 * axe, which each page gets once, in its short form. Its builder for Playwright adds it twice for every run, which takes
 * longer than the run.
 */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules whose result depends on the screen's width. */
export const RULES_OF_WIDTH: readonly string[] = ["color-contrast", "target-size"];

/**
 * axe's findings for WCAG 2.2 A and AA, or for these rules alone: rule, element, and problem. It skips frames, which
 * are Stripe's own form, and the elements with these selectors.
 */
export async function findViolations(
  page: Page,
  options: { rules?: readonly string[]; without?: readonly string[]; skipped?: readonly string[] } = {},
): Promise<{ id: string; html: string; text: string }[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    // `evaluate` would use the page's own `eval`, for which the browser compiles it anew on each page.
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: SOURCE });
    await session.detach();
  }
  return page.evaluate(
    async ({ rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], without = [], skipped = [] }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { exclude: ["iframe", ...skipped].map((selector) => [selector]) },
        {
          resultTypes: ["violations"],
          runOnly: [...rules],
          rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary = "" }) => ({ id, html, text: failureSummary.replaceAll(/\s+/g, " ") })),
      );
    },
    options,
  );
}
