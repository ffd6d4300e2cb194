import { expect, test } from "vitest";
import { MAIL_SAMPLES } from "../mail-samples.ts";
import { findViolations } from "./axe.ts";
import { openBrowser } from "./browser.ts";

/** Every mail on a narrow phone, by light and in the dark. Its words, its parts and its colours: test/house/mails.test.ts. */

const browser = openBrowser();

test("no mail is wider than a narrow phone, and axe finds nothing in one", async () => {
  const { page } = await browser.visit({ viewport: { width: 320, height: 640 } });
  // A picture of no size has the one that its mail gives it.
  const picture = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await page.route("**", (route) => route.fulfill(picture));
  for (const [name, { html }] of Object.entries(MAIL_SAMPLES)) {
    await page.setContent(html);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), `${name}, ${colorScheme}`).toEqual([]);
    }
  }
});
