import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { SITE_COPY } from "../../src/ui/site-copy.ts";
import { openBrowser } from "./browser.ts";

/** The question to try on a sales page. It needs no script. */

const browser = openBrowser();

/** The two colours of a verdict, as the browser computes them: `--starboard` and `--port`. */
const GREEN = "rgb(11, 122, 75)";
const RED = "rgb(194, 42, 26)";

test("after a wrong answer the right one is marked green and stays so", async () => {
  const { page } = await browser.open(PATHS.kvb1, { javaScriptEnabled: false });
  const right = page.locator(".sample-right");
  const wrong = page.locator(".sample-wrong").first();
  const colourOf = async (answer: typeof right) => {
    const letter = answer.locator(".sample-letter").first();
    return letter.evaluate((element) => getComputedStyle(element).backgroundColor);
  };
  await right.scrollIntoViewIfNeeded();
  expect([GREEN, RED]).not.toContain(await colourOf(right));

  await wrong.locator("summary").click();
  await wrong.getByText(SITE_COPY.sampleQuestion.wrong("").split(".", 1)[0] ?? "").waitFor();
  expect(await colourOf(wrong)).toBe(RED);
  expect(await colourOf(right)).toBe(GREEN);

  // Another answer, also the right one, leaves it green; one that was not chosen is not marked.
  await page.locator(".sample-wrong").last().locator("summary").click();
  expect(await colourOf(right)).toBe(GREEN);
  expect([GREEN, RED]).not.toContain(await colourOf(wrong));
  await right.locator("summary").click();
  await right.getByText(SITE_COPY.sampleQuestion.right).waitFor();
  expect(await colourOf(right)).toBe(GREEN);
});
