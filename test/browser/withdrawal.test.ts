import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { openBrowser } from "./browser.ts";
import { mailsAbout, orderPathOf, storeOrder } from "./orders.ts";

/** The order page and the withdrawal of a contract, as people use them: with a keyboard, with and without script. */

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
  const address = "jan.herroept@example.nl";
  for (const [label, text] of [
    ["Je naam", "Jan de Vries"],
    ["Welke overeenkomst", "Klein Vaarbewijs 1"],
    ["Je e-mailadres", address],
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
  const reference = /HR(?:-[0-9A-Z]{4}){3}/.exec(first ?? "")?.[0] ?? "";
  const receipt = (await mailsAbout(reference)).find(({ to }) => to === address);
  expect(receipt?.subject).toMatch(/^Ontvangstbevestiging/);
  // Nobody has proven that the address is theirs, so the typed texts are not mailed.
  expect(receipt?.text).toContain("Overeenkomst: Klein Vaarbewijs 1");
  expect(receipt?.text).not.toContain("Jan de Vries");
});

test("from the order page: the course, the invoice, and a form that knows the order", async () => {
  const { page, problems } = await browser.visit();
  const intentId = "pi_herroepen";
  await storeOrder({ intentId, productId: "KVB1", email: "jan.de.vries@example.nl" });
  const path = await orderPathOf(intentId);
  await page.goto(path);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Je bestelling is betaald");
  const course = await page.getByRole("link", { name: "Naar je cursus" }).getAttribute("href");
  expect(course).toBe(`${browser.world}/cursus/kvb1`);

  await page.getByRole("link", { name: "Betaalbewijs bekijken of afdrukken" }).click();
  await page.getByRole("heading", { name: "Betaalbewijs", level: 1 }).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("link", { name: "Terug naar je bestelling" }).isVisible()).toBe(false);
  expect(await page.getByText("€32,23").isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Terug naar je bestelling" }).click();
  await page.waitForURL(`**${path}`);

  await page.locator("main").getByRole("link", { name: "Hier de overeenkomst herroepen" }).click();
  expect(await page.getByLabel("Je e-mailadres").inputValue()).toBe("jan.de.vries@example.nl");
  expect(await page.getByLabel("Welke overeenkomst wil je herroepen?").inputValue()).toMatch(
    /^Klein Vaarbewijs 1, VK-/,
  );
  await page.getByLabel("Je naam").fill("Jan");
  await page.getByRole("button", { name: "Controleer je gegevens" }).click();
  // Two quick clicks are one withdrawal.
  await page.getByRole("button", { name: "Herroeping bevestigen" }).dblclick();
  await page.getByRole("heading", { name: "We hebben je herroeping ontvangen" }).waitFor();
  const facts = await page.locator(".facts").textContent();
  await page.reload();
  expect(await page.locator(".facts").textContent()).toBe(facts);
  const reference = /HR(?:-[0-9A-Z]{4}){3}/.exec(facts ?? "")?.[0] ?? "";
  const mails = (await mailsAbout(reference, 2)).toSorted((a, b) => a.to.localeCompare(b.to));
  expect(mails.map(({ subject }) => subject.split(/ (?:ontvangen|van)/)[0])).toEqual([
    "[local] Herroeping",
    "Ontvangstbevestiging",
  ]);
  expect(mails[1]?.text).toContain("Hallo Jan,");
  // The token is in no address any more.
  expect(new URL(page.url()).search).toBe("");
  expect(problems).toEqual([]);
});
