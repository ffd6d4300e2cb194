import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { openBrowser } from "./browser.ts";

const { open } = openBrowser();

test("without JavaScript six answers lead to a verdict whose address gives it again", async () => {
  const { page } = await open(`${PATHS.licenceCheck}?flow=A`, { javaScriptEnabled: false });
  await page.getByLabel("Zeilboot").check();
  await page.getByLabel("Hoe lang is de boot?").fill("15,00");
  await page.getByLabel("Hoogstens 13 km/u").check();
  await page.getByLabel("Rivieren, kanalen en meren").check();
  await page.getByLabel("Ruim binnenwater").check();
  await page.getByLabel("In mijn vrije tijd").check();
  await page.getByLabel("18 of ouder").check();
  await page.getByLabel("18 of ouder").press("Enter");
  const verdict = page.getByRole("heading", { level: 1, name: "Je hebt Klein Vaarbewijs 2 nodig" });
  await verdict.waitFor();
  const address = new URL(page.url());
  expect(address.searchParams.getAll("water")).toEqual(["rivieren", "ruim-water"]);
  expect(address.searchParams.get("flow")).toBe("A");
  await page.goto(address.href);
  await verdict.waitFor();
  await page.locator(".licence-change summary").click();
  expect(await page.getByLabel("Hoe lang is de boot?").inputValue()).toBe("15,00");
  expect(await page.getByLabel("Ruim binnenwater").isChecked()).toBe(true);
});
