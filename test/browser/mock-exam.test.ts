import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { MOCK_EXAM_COPY } from "../../src/free/mock-exam/mock-exam-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { formsOf, MOCK_EXAM, MOCK_EXAM_FORMS } from "../mock-exam.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { shop } from "./test-shop.ts";

const browser = openBrowser();
const { question: words, overview, result, intro } = MOCK_EXAM_COPY;
const BEGUN = 1_795_374_000;

beforeEach(() => shop.set({}));

/** A page of an exam that began this many seconds ago, by the clock of the test. */
async function openExam(seconds: number, parameters: Record<string, string> = {}) {
  const { page, problems } = await browser.visit();
  await page.clock.install({ time: (BEGUN + seconds) * 1000 });
  const query = new URLSearchParams({ examen: MOCK_EXAM, begin: String(BEGUN), ...parameters });
  await page.goto(`${PATHS.mockExam}?${query}`);
  await startIsland(page);
  return { page, problems };
}

/** The island starts a moment after the first paint, which the test's clock has to reach. */
async function startIsland(page: Page): Promise<void> {
  await page.clock.runFor(200);
  await islandReady(page, "mockExam");
}

describe("without JavaScript", () => {
  test("an exam is begun, answered, marked, looked over and handed in", async () => {
    const { page, problems } = await browser.open(`${PATHS.mockExam}?flow=A`, { javaScriptEnabled: false });
    await page.getByRole("button", { name: intro.start.short }).click();
    expect(await page.locator(".exam-position").textContent()).toBe("Vraag 1 van 15");
    expect(await page.locator(".exam-time").textContent()).toMatch(/^Begonnen om/);
    await page.locator(".exam-choices label").first().click();
    await page.getByText(words.mark).click();
    await page.getByRole("button", { name: words.next }).click();
    await page.locator(".exam-state summary").first().click();
    await page.getByRole("button", { name: "Vraag 1: beantwoord, met een vlaggetje" }).click();
    expect(await page.locator(".exam-choices input").first().isChecked()).toBe(true);
    await page.locator(".exam-state summary").first().click();
    await page.getByRole("button", { name: words.toOverview }).click();
    await page.getByRole("button", { name: overview.handIn }).click();
    expect(await page.locator(".eyebrow").textContent()).toBe(result.eyebrow);
    expect(new URL(page.url()).searchParams.get("flow")).toBe("A");
    expect(problems).toEqual([]);
  });
});

describe("without JavaScript, a question of another form", async () => {
  const forms = await formsOf(MOCK_EXAM_FORMS);
  const open = async (form: string) => {
    const number = forms.findIndex((other) => form in other) + 1;
    const query = new URLSearchParams({ examen: MOCK_EXAM_FORMS, begin: String(BEGUN), vraag: String(number) });
    const { page, problems } = await browser.open(`${PATHS.mockExam}?${query}`, { javaScriptEnabled: false });
    const next = async () => {
      await page.getByRole("button", { name: number === 40 ? words.toOverview : words.next }).click();
      return page.locator("input[name=antwoorden]").getAttribute("value");
    };
    return { page, problems, next, before: "-".repeat(number - 1) };
  };

  test("is answered by its picture, and by the letter of a place", async () => {
    for (const [form, letter] of [
      ["pictures", "B"],
      ["places", "C"],
    ] as const) {
      const { page, problems, next, before } = await open(form);
      await page.locator(".exam-choices label").nth("ABCD".indexOf(letter)).click();
      expect(await next()).toBe(`${before}${letter}`);
      expect(problems).toEqual([]);
    }
  });

  test("is put in order with lists, and found again so", async () => {
    const { page, next, before } = await open("items");
    const lists = page.locator(".exam-rank select");
    for (const [index, place] of ["3", "1", "4", "2"].entries()) await lists.nth(index).selectOption(place);
    expect(await next()).toBe(`${before}3142`);
    await page.goBack();
    await page.reload();
    await page.goForward();
    expect(await page.locator("input[name=antwoorden]").getAttribute("value")).toBe(`${before}3142`);
  });

  test("has a verdict on each statement", async () => {
    const { page, next, before } = await open("statements");
    await page.getByText(words.statements.n, { exact: true }).first().click();
    await page.getByText(words.statements.j, { exact: true }).nth(1).click();
    expect(await next()).toBe(`${before}nj`);
  });
});

describe("the clock", () => {
  test("tells what is left, warns at ten minutes and one, and says when it is over", async () => {
    const { page } = await openExam(48 * 60 + 50);
    // Until here the clock runs on with the machine's.
    await page.clock.pauseAt((BEGUN + 49 * 60 + 50) * 1000);
    const clock = page.locator("[role=timer]");
    const warning = page.locator(".exam-warning");
    expect(await clock.textContent()).toBe("Nog 10:10");
    expect(await warning.textContent()).toBe("");
    await page.clock.runFor(10_000);
    expect(await warning.textContent()).toBe(words.warnings.ten);
    await page.clock.runFor(9 * 60_000);
    expect(await warning.textContent()).toBe(words.warnings.one);
    await page.clock.runFor(61_000);
    expect(await clock.textContent()).toBe("Nog 0:00");
    expect(await warning.textContent()).toBe(words.warnings.over);
  });

  test("is hidden at a press, on the next page too", async () => {
    const { page, problems } = await openExam(60);
    const clock = page.locator("[role=timer]");
    await page.getByRole("button", { name: words.clock.hide }).click();
    expect(await clock.isVisible()).toBe(false);
    await page.getByRole("button", { name: words.next }).click();
    await page.waitForURL(/naar=2/);
    await startIsland(page);
    expect(await clock.isVisible()).toBe(false);
    await page.getByRole("button", { name: words.clock.show }).click();
    expect(await clock.isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });
});

test("a warning is said when its time comes, and not again on the pages after it; that it is over is", async () => {
  const { page } = await openExam(55 * 60);
  const warning = page.locator(".exam-warning");
  expect(await warning.textContent()).toBe("");
  await page.clock.runFor(4 * 60_000 + 1_000);
  expect(await warning.textContent()).toBe(words.warnings.one);
  await page.clock.runFor(2 * 60_000);
  await page.getByRole("button", { name: words.next }).click();
  await page.waitForURL(/naar=2/);
  await startIsland(page);
  // The text stands in the clock's own line, so that it does not push the question down.
  expect(await page.locator(".exam-time").textContent()).toBe(words.warnings.over);
  expect(await warning.textContent()).toBe("");
});

describe("the keys", () => {
  test("choose and turn the page; switched off, they do nothing", async () => {
    const { page } = await openExam(60, { vraag: "7" });
    await page.keyboard.press("2");
    expect(await page.locator(".exam-choices input").nth(1).isChecked()).toBe(true);
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/naar=8/);
    await startIsland(page);
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/naar=7/);
    await startIsland(page);
    expect(await page.locator(".exam-choices input").nth(1).isChecked()).toBe(true);
    await page.getByText(words.keys.summary, { exact: true }).click();
    await page.getByText(words.keys.on).click();
    await page.locator("h1").click();
    await page.keyboard.press("1");
    expect(await page.locator(".exam-choices input").nth(1).isChecked()).toBe(true);
  });
});

test("an arrow in a list of an order chooses there, and does not turn the page", async () => {
  const number = (await formsOf(MOCK_EXAM_FORMS)).findIndex((form) => "items" in form) + 1;
  const { page } = await openExam(60, { examen: MOCK_EXAM_FORMS, vraag: String(number) });
  const list = page.locator(".exam-rank select").first();
  await list.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("3");
  expect(new URL(page.url()).searchParams.get("naar")).toBeNull();
  expect(await list.inputValue()).toBe("3");
});

test("who leaves comes back to the same question, in this tab", async () => {
  const { page } = await openExam(60, { vraag: "7", antwoorden: "ABC" });
  await page.goto(PATHS.mockExam);
  await page.clock.runFor(2_000);
  await islandReady(page, "mockExamResume");
  await page.getByRole("link", { name: intro.resume }).click();
  expect(await page.locator(".exam-position").textContent()).toBe("Vraag 7 van 40");
  expect(new URL(page.url()).searchParams.get("antwoorden")).toBe("ABC");
});

test("who has handed in is not led back to that exam", async () => {
  const { page } = await openExam(60, { naar: "overzicht" });
  await page.getByRole("button", { name: overview.handIn }).click();
  await page.clock.runFor(2_000);
  await islandReady(page, "mockExamEnd");
  await page.goto(PATHS.mockExam);
  await page.clock.runFor(2_000);
  await islandReady(page, "mockExamResume");
  expect(await page.getByRole("link", { name: intro.resume }).count()).toBe(0);
});

test.each([320, 390])("nothing is wider than %i px; at 390 with text of twice the size too", async (width) => {
  const { page } = await browser.visit({ viewport: { width, height: 800 } });
  const answered = `examen=${MOCK_EXAM}&begin=${BEGUN}&antwoorden=ABCD`;
  const forms = await formsOf(MOCK_EXAM_FORMS);
  const others = ["pictures", "places", "items", "statements"].map((form) => {
    const number = forms.findIndex((other) => form in other) + 1;
    return `?examen=${MOCK_EXAM_FORMS}&begin=${BEGUN}&vraag=${number}`;
  });
  const ended = `?examen=${MOCK_EXAM_FORMS}&begin=${BEGUN}&eind=${BEGUN + 600}`;
  for (const query of [
    ...others,
    ended,
    "",
    `?${answered}&vraag=7`,
    `?${answered}&naar=overzicht`,
    `?${answered}&eind=${BEGUN + 600}`,
  ]) {
    await page.goto(`${PATHS.mockExam}${query}`);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await fits(), query).toBe(true);
    if (width === 320) continue;
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    expect(await fits(), `${query} at 200%`).toBe(true);
  }
});
