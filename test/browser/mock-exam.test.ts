import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { MOCK_EXAM_KEY } from "../../src/free/mock-exam/kept-rules.ts";
import { MOCK_EXAM_COPY } from "../../src/free/mock-exam/mock-exam-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { MOCK_EXAM, MOCK_EXAM_FORMS, numberOfForm } from "../mock-exam.ts";
import { forbidStorage, islandReady, openBrowser, PHONE } from "./browser.ts";
import { shop } from "./test-shop.ts";

const browser = openBrowser();
const { question: words, result, intro } = MOCK_EXAM_COPY;
const BEGUN = 1_795_374_000;

const pathOf = (parameters: Record<string, string>) =>
  `${PATHS.mockExam}?${new URLSearchParams({ examen: MOCK_EXAM, begin: String(BEGUN), ...parameters })}`;

/** The server's clock, so many seconds after the exam has begun. */
const setServer = (seconds: number) => shop.set({ now: (BEGUN + seconds) * 1000 });

type Device = "false clock" | "own clock" | "no storage";

/** A page of an exam that began so many seconds ago. A false clock hides from a page that it comes from the history. */
async function openExam(seconds: number, parameters: Record<string, string> = {}, device: Device = "false clock") {
  const { page, problems } = await browser.visit();
  await setServer(seconds);
  const isFalse = device !== "own clock";
  if (device === "no storage") await forbidStorage(page);
  if (isFalse) {
    await page.clock.install({ time: (BEGUN + seconds - 1) * 1000 });
    await page.clock.pauseAt((BEGUN + seconds) * 1000);
  }
  const ready = async () => {
    // The island starts a moment after the first paint, which a false clock has to reach.
    if (isFalse) await page.clock.runFor(200);
    await islandReady(page, "mockExam");
  };
  await page.goto(pathOf(parameters));
  await ready();
  return {
    ...{ page, problems },
    goOn: async (to: number, button: string = words.next) => {
      await page.getByRole("button", { name: button }).click();
      await page.waitForURL(`**naar=${to}*`);
      await ready();
    },
    goBack: async () => {
      await page.goBack();
      await ready();
    },
  };
}

test("without JavaScript an exam is begun, answered, marked, looked over and handed in", async () => {
  const { page, problems } = await browser.open(`${PATHS.mockExam}?flow=A`, { javaScriptEnabled: false });
  await page.getByRole("button", { name: intro.start.short }).first().click();
  expect(await page.locator(".exam-position").textContent()).toBe("Vraag 1 van 15");
  expect(await page.locator(".exam-time").textContent()).toMatch(/^Begonnen om/);
  // The drawn exam may begin with a question of any form; this one begins with a choice.
  await setServer(60);
  await page.goto(`${pathOf({ lengte: "15" })}&flow=A`);
  await page.locator(".exam-choices label").first().click();
  await page.getByText(words.mark).click();
  await page.getByRole("button", { name: words.next }).click();
  await page.locator(".exam-state summary").first().click();
  await page.getByRole("button", { name: "Vraag 1: beantwoord, met een vlaggetje" }).click();
  expect(await page.locator(".exam-choices input").first().isChecked()).toBe(true);
  await page.locator(".exam-state summary").first().click();
  await page.getByRole("button", { name: words.toOverview }).click();
  await page.getByRole("button", { name: "Lever in met 14 open vragen" }).click();
  expect(await page.locator(".mock-verdict .topic").textContent()).toBe(result.eyebrow);
  expect(new URL(page.url()).searchParams.get("flow")).toBe("A");
  expect(problems).toEqual([]);
});

test("the clock tells what is left, warns once at ten minutes and one, and says when it is over", async () => {
  const { page, goOn } = await openExam(49 * 60);
  await page.clock.pauseAt((BEGUN + 49 * 60 + 50) * 1000);
  const clock = page.locator("[role=timer]");
  const warning = page.locator(".exam-warning");
  expect(await clock.textContent()).toBe("Nog 10:10");
  expect(await warning.textContent()).toBe("");
  await page.clock.runFor(10_000);
  expect(await warning.textContent()).toBe(words.warnings.ten);
  await setServer(50 * 60);
  await goOn(2);
  expect(await warning.textContent(), "not again on the page after it").toBe("");
  await page.clock.runFor(9 * 60_000 + 1_000);
  expect(await warning.textContent()).toBe(words.warnings.one);
  await page.clock.runFor(61_000);
  expect(await clock.textContent()).toBe("Nog 0:00");
  expect(await warning.textContent()).toBe(words.warnings.over);
  await setServer(60 * 60 + 2);
  await goOn(3);
  // The text stands in the clock's own line, so that it does not push the question down.
  expect(await page.locator(".exam-time").textContent()).toBe(words.warnings.over);
  expect(await warning.textContent()).toBe("");
});

test("a device with another clock than the server's has the same time left, also after going back, where each part of an answer is there", async () => {
  const exam = { examen: MOCK_EXAM_FORMS, vraag: await numberOfForm("items") };
  const { page, goOn, goBack } = await openExam(600, exam, "own clock");
  const left = () => page.locator("[role=timer]").textContent();
  expect(await left()).toMatch(/^Nog (50:00|49:\d\d)$/);
  await setServer(900);
  await page.locator("select").nth(1).selectOption("1");
  await goOn(Number(exam.vraag) + 1);
  expect(await left()).toMatch(/^Nog (45:00|44:\d\d)$/);
  await goBack();
  expect(await left(), "an old page").toMatch(/^Nog (45:00|44:\d\d)$/);
  expect(await page.locator("select").nth(1).inputValue()).toBe("1");
});

test("going back loses nothing: neither what was answered after that page, nor what was chosen and not sent", async () => {
  const { page, goOn, goBack } = await openExam(60, { lengte: "15" }, "own clock");
  const [first, second] = [0, 1].map((index) => page.locator(".exam-choices input").nth(index)) as [Locator, Locator];
  const sent = (name: string) => page.locator(`input[name=${name}]`).getAttribute("value");
  const answers = () => sent("antwoorden");
  const flag = page.getByLabel(words.mark);
  for (const to of [2, 3]) {
    await flag.check();
    await first.check();
    await goOn(to);
  }
  await first.check();
  for (const _ of [2, 1]) {
    await goBack();
    expect([await answers(), await sent("gemerkt")]).toEqual(["AA", "1.2"]);
  }
  await page.reload();
  await islandReady(page, "mockExam");
  expect([await answers(), await flag.isChecked()], "the same old page").toEqual(["AA", true]);
  for (const to of [2, 3]) {
    await goOn(to);
    expect(await first.isChecked(), `question ${to}`).toBe(true);
  }
  await goOn(4);
  expect(await answers()).toBe("AAA");
  await goOn(3, words.previous);
  await second.check();
  await goBack();
  await page.goForward();
  await islandReady(page, "mockExam");
  expect(await second.isChecked(), "changed, and not sent").toBe(true);
  await page.locator(".exam-choices input").last().check();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  expect(await second.isChecked(), "an old page that was kept").toBe(true);
  for (const _ of [4, 3, 2]) await goBack();
  await page.goto(PATHS.mockExam);
  await islandReady(page, "mockExamResume");
  await page.getByRole("link", { name: intro.resume }).click();
  await islandReady(page, "mockExam");
  expect(await answers(), "who leaves after going back").toBe("AAA");
  // Another exam is none of them.
  await page.goto(pathOf({ lengte: "15", begin: String(BEGUN + 1) }));
  await islandReady(page, "mockExam");
  expect(await first.isChecked()).toBe(false);
});

test("the red button is an open question, and handing in when the time is up, also where storage is forbidden", async () => {
  const overview = { naar: "overzicht", antwoorden: "A".repeat(39) };
  const { page } = await openExam(59 * 60 + 30, overview, "no storage");
  const red = page.locator(".exam-ways .button:not(.button-quiet)");
  expect((await red.allTextContents()).map((text) => text.trim())).toEqual(["Ga naar vraag 40"]);
  await page.clock.runFor(31_000);
  expect((await red.allTextContents()).map((text) => text.trim())).toEqual([MOCK_EXAM_COPY.overview.handInOneOpen]);
});

test("the clock is hidden on the next page too, and who leaves can come back", async () => {
  const { page, problems, goOn } = await openExam(60, { vraag: "7", antwoorden: "ABC" }, "own clock");
  const clock = page.locator("[role=timer]");
  const second = page.locator(".exam-choices input").nth(1);
  /** As if the browser had kept this page while a later one was open. */
  const comeBack = (kept: string, key = MOCK_EXAM_KEY) =>
    page.evaluate(
      ([key, text]) => {
        sessionStorage.setItem(key, text);
        dispatchEvent(new Event("pageshow"));
      },
      [key, kept] as const,
    );
  await page.getByRole("button", { name: words.clock.hide }).click();
  expect(await clock.isVisible()).toBe(false);
  await second.check();
  await goOn(8);
  expect(await clock.isVisible(), "on the next page").toBe(false);
  await page.getByRole("button", { name: words.clock.show }).click();
  expect(await clock.isVisible()).toBe(true);
  await comeBack("1", "mock-exam-clock-hidden");
  expect(await clock.isVisible(), "hidden on a later page").toBe(false);
  await goOn(7, words.previous);
  expect(await second.isChecked()).toBe(true);
  expect(problems).toEqual([]);

  const leave = async () => {
    await page.goto(PATHS.mockExam);
    await islandReady(page, "mockExamResume");
  };
  await leave();
  await page.getByRole("link", { name: intro.resume }).click();
  expect(await page.locator(".exam-position").textContent()).toBe("Vraag 7 van 40");
  expect(new URL(page.url()).searchParams.get("antwoorden")).toBe("ABC---B");

  await page.goto(pathOf({ naar: "overzicht" }));
  await islandReady(page, "mockExam");
  await leave();
  await page.getByRole("link", { name: intro.resume }).click();
  await page.getByRole("button", { name: "Lever in met 40 open vragen" }).click();
  await islandReady(page, "mockExamEnd");
  const result = page.url();
  // Back to a question, and forward.
  await comeBack(new URL(result).search);
  await leave();
  const resume = page.getByRole("link", { name: intro.resume });
  expect(await resume.count(), "handed in").toBe(0);
  await comeBack("?vraag=3");
  await comeBack("https://elders.example/");
  expect(await resume.count(), "what is no query").toBe(0);
  await comeBack("?vraag=3");
  expect(await resume.getAttribute("href")).toBe(`${shop.origin}${PATHS.mockExam}?vraag=3`);
  await page.goto(result);
  await islandReady(page, "mockExamEnd");
  await leave();
  expect(await resume.count(), "after an older result").toBe(1);
});

test("without JavaScript a tap enlarges a drawing, which then scrolls in its place, and the pictures to choose from", async () => {
  const { page } = await browser.open(pathOf({ examen: MOCK_EXAM_FORMS, vraag: await numberOfForm("places") }), {
    javaScriptEnabled: false,
    viewport: PHONE,
  });
  const widthOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width ?? 0;
  const before = await widthOf(".exam-picture svg");
  await page.locator(".exam-picture svg").click();
  expect(await widthOf(".exam-picture svg")).toBeGreaterThan(before * 1.8);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.getByLabel(words.larger.drawing).uncheck();
  expect(await widthOf(".exam-picture svg")).toBe(before);
  await page.goto(pathOf({ examen: MOCK_EXAM_FORMS, vraag: await numberOfForm("pictures") }));
  const small = await widthOf(".exam-small-picture svg");
  await page.getByLabel(words.larger.pictures).check();
  expect(await widthOf(".exam-small-picture svg")).toBeGreaterThan(small * 1.8);
});
