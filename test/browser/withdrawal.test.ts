import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { openBrowser } from "./browser.ts";

/** The withdrawal of a contract, with a keyboard and without a script. */

const browser = openBrowser();

async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press("Tab");
    const isThere = await page.evaluate((wanted) => {
      const { activeElement } = document;
      const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null;
      return (label ?? activeElement?.textContent ?? "").trim().startsWith(wanted);
    }, name);
    if (isThere) return;
  }
  throw new Error(`no Tab leads to ${name}`);
}

test("a contract is withdrawn from by keyboard alone and without JavaScript, and reloading the proof changes nothing", async () => {
  const { page, problems } = await browser.visit({ javaScriptEnabled: false });
  await page.goto(PATHS.licenceCheck);
  await tabTo(page, "Hier de overeenkomst herroepen");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${PATHS.withdrawal}`);
  for (const [label, text] of [
    ["Je naam", "Jan de Vries"],
    ["Welke overeenkomst", "Klein Vaarbewijs 1"],
    ["Je e-mailadres", "jan.herroept@example.nl"],
  ] as const) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Klopt dit?" }).waitFor();
  await tabTo(page, "Herroeping bevestigen");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "We hebben je herroeping ontvangen" }).waitFor();
  const facts = () => page.locator(".facts").textContent();
  const first = await facts();
  expect(first).toMatch(/KenmerkHR(-[0-9A-Z]{4}){3}/);
  expect(first).toContain("Klein Vaarbewijs 1");
  await page.reload();
  expect(await facts()).toBe(first);
  expect(problems).toEqual([]);
});
