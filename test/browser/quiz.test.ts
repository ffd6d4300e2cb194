import type { Page } from "playwright";
import { expect, test } from "vitest";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import { PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { VIDEO_COPY } from "../../src/ui/video-copy.ts";
import { DESKTOP, islandReady, openBrowser } from "./browser.ts";

const browser = openBrowser();
const LETTERS = "ABCD";

function step(page: Page, number: number) {
  return page.locator(`#vraag-${number}`);
}

async function choose(page: Page, number: number, letter: string): Promise<void> {
  await step(page, number).locator("label").nth(LETTERS.indexOf(letter)).click();
}

async function visibleSteps(page: Page): Promise<number[]> {
  const shown = await Promise.all(QUIZ_QUESTIONS.map(({ number }) => step(page, number).isVisible()));
  return QUIZ_QUESTIONS.map(({ number }) => number).filter((_, index) => shown[index]);
}

const STEPS = [1, 2, 3, 4, 5];
const ANSWERS = ["A", "C", "B", "C", "B"];

async function answerAll(page: Page): Promise<void> {
  for (const [index, letter] of ANSWERS.entries()) {
    const number = index + 1;
    expect(await page.evaluate(() => document.getAnimations().length), "with less motion").toBe(0);
    expect(await visibleSteps(page)).toEqual([number]);
    const next = step(page, number).getByRole(number === 5 ? "button" : "link", {
      name: number === 5 ? "Bekijk je score" : "Volgende vraag",
    });
    expect(await next.isVisible()).toBe(false);
    expect(await step(page, number).getByText("Kies eerst een antwoord.").isVisible()).toBe(true);
    await choose(page, number, letter);
    expect(await step(page, number).getByText("Kies eerst een antwoord.").isVisible()).toBe(false);
    await next.click();
  }
  await page.waitForURL(`**${PATHS.quizScore}?*`);
  expect(new URL(page.url()).searchParams.getAll("tag")).toEqual(["1", "2"]);
  expect(await page.textContent("h1")).toBe("Je score is: 3/5");
}

const QUERY = "?flow=A&utm_source=x&tag=1&tag=2&A1=oud&Score=5";

test("from the first question past the score and back, to the order page", async () => {
  const { page, problems } = await browser.visit();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(browser.world)) elsewhere.push(request.url());
  });
  await page.goto(PATHS.quiz + QUERY);
  await answerAll(page);
  // Back goes to the last question, past the page that redirects.
  await page.goBack();
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(`${PATHS.quiz}#vraag-5`);
  await page.goBack();
  expect([await visibleSteps(page), await page.locator(":checked").count()]).toEqual([[4], 5]);
  await page.goForward();
  await page.goForward();

  await page.getByRole("link", { name: "Doorgaan" }).click();
  for (const [index, verdict] of ["Goed", "Fout", "Goed", "Goed", "Fout"].entries()) {
    const number = index + 1;
    await page.waitForURL(`**${quizQuestionPath(number)}?*`);
    expect(await page.textContent(".quiz-verdict")).toBe(verdict);
    if (number === 3) {
      await page.getByRole("link", { name: /Bekijk de video/ }).hover();
      await islandReady(page, "video");
      expect(elsewhere, "before the video is played").toEqual([]);
      expect(await page.locator(".video [role=status]").textContent()).toBe("");
      await page.getByRole("button", { name: /Bekijk de video/ }).click();
      expect(await page.locator("iframe").getAttribute("src")).toContain("/video/quiz-3");
      await expect.poll(() => page.locator(".video [role=status]").textContent()).toBe(VIDEO_COPY.ready);
    }
    await page.getByRole("link", { name: number === 5 ? "Doorgaan" : "Volgende vraag" }).click();
  }
  await page.waitForURL(`**${PATHS.order}?*`);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toMatchObject({ flow: "A", utm_source: "x", Score: "3" });
  expect(problems).toEqual([]);
});

test("without JavaScript, on a wide screen: from the first question to the score, by the page's own refresh", async () => {
  const { page } = await browser.open(PATHS.quiz + QUERY, { javaScriptEnabled: false, viewport: DESKTOP });
  await answerAll(page);
});

test("with the keyboard, by touch and on paper", async () => {
  const { page } = await browser.open(PATHS.quiz, { viewport: { width: 320, height: 700 } });
  await step(page, 1).locator("input").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**#vraag-2");
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("name"));
  expect(await focused(), "the focus follows the question").toBe("vraag-2");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("A2");
  const sent = await page.evaluate(() => [...new FormData(document.querySelector("form") ?? undefined).keys()]);
  expect(sent).toEqual(["A1"]);

  // An option's whole row is the tap target, at least 48 px high. Choosing it moves nothing.
  const options = step(page, 2).locator("label");
  for (const option of await options.all()) {
    const box = await option.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    expect(box?.width).toBeGreaterThan(200);
  }
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  const { width = 0 } = (await options.last().boundingBox()) ?? {};
  await options.last().click({ position: { x: width - 6, y: 6 } });
  expect(await step(page, 2).locator("input:checked").count()).toBe(1);
  expect(await height()).toBe(before);

  await page.emulateMedia({ media: "print", forcedColors: "active" });
  expect(await page.$eval(":checked", (box) => getComputedStyle(box).opacity), "in forced colours").toBe("1");
  expect(await visibleSteps(page), "on paper").toEqual(STEPS);
  expect(await page.locator(":is(.header, .trader-identity):visible").getAttribute("class")).toBe("trader-identity");
});

const HOSTILE = encodeURIComponent('"><script>window.hacked=1</script><img src=x onerror="window.hacked=1">');

test("who jumps to the last question is told which are open; the form sends a foreign query on as it came", async () => {
  const { page } = await browser.open(`${PATHS.quiz}?x=${HOSTILE}&x=2&%3Cb%3E=%F0%9F%98%80#vraag-5`);
  const submit = page.getByRole("button", { name: "Bekijk je score" });
  const open = () => step(page, 5).getByRole("link", { name: /^Vraag \d$/ });
  const openOnes = async () => (await open().allTextContents()).map((text) => text.trim());
  await choose(page, 5, "C");
  expect(await submit.isVisible()).toBe(false);
  expect(await openOnes()).toEqual(["Vraag 1", "Vraag 2", "Vraag 3", "Vraag 4"]);
  await open().nth(2).click();
  expect(await visibleSteps(page)).toEqual([3]);
  await choose(page, 3, "B");
  const steps = page.getByRole("navigation", { name: "Vragen op deze pagina" });
  await steps.getByRole("link", { name: "Vraag 5" }).click();
  expect(await openOnes()).toEqual(["Vraag 1", "Vraag 2", "Vraag 4"]);
  for (const number of [1, 2, 4])
    await step(page, number)
      .locator("input")
      .first()
      .evaluate((input: HTMLInputElement) => input.click());
  await submit.click();
  await page.waitForURL(`**${PATHS.quizScore}?*`);
  const query = new URL(page.url()).searchParams;
  expect(query.getAll("x")).toEqual([decodeURIComponent(HOSTILE), "2"]);
  expect(query.get("<b>")).toBe("😀");
});
