import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import { priceOf } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { DESKTOP, islandReady, openBrowser, PHONE } from "./browser.ts";

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

describe("from the first question to the order page", () => {
  test.each([
    { javaScriptEnabled: true, viewport: PHONE },
    { javaScriptEnabled: false, viewport: PHONE },
    { javaScriptEnabled: true, viewport: DESKTOP },
  ])("with JavaScript $javaScriptEnabled at $viewport.width px", async (options) => {
    const { page, problems } = await browser.visit(options);
    // By step: the form asks questions 5, 2, 3, 4 and 1.
    const answers = ["B", "C", "B", "C", "A"];
    await page.goto(`${PATHS.quiz}?flow=A&utm_source=x&tag=1&tag=2&A1=oud&Score=5`);
    for (const [index, letter] of answers.entries()) {
      const number = index + 1;
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
    const query = new URL(page.url()).searchParams;
    expect(query.get("A1")).toBe(
      "A Het vrachtschip mag jouw medewerking verlangen en jij geeft het de ruimte. (Correct)",
    );
    expect(query.get("A2")).toBe("C Waterskiën is hier verboden.");
    expect(query.get("Score")).toBe("3");
    expect(query.getAll("tag")).toEqual(["1", "2"]);
    expect(await page.textContent("h1")).toBe("Je score is: 3/5");

    await page.getByRole("link", { name: "Doorgaan" }).click();
    for (const [index, verdict] of ["Goed", "Fout", "Goed", "Goed", "Fout"].entries()) {
      const number = index + 1;
      await page.waitForURL(`**${quizQuestionPath(number)}?*`);
      expect(await page.textContent(".quiz-verdict")).toBe(verdict);
      await page.getByRole("link", { name: number === 5 ? "Doorgaan" : "Volgende vraag" }).click();
    }
    await page.waitForURL(`**${PATHS.order}?*`);
    const carried = new URL(page.url()).searchParams;
    expect(carried.get("flow")).toBe("A");
    expect(carried.get("utm_source")).toBe("x");
    expect(carried.get("Score")).toBe("3");
    expect(await page.locator("s").first().textContent()).toBe(formatPrice(priceOf("KVB1", "none").priceCents));
    expect(problems).toEqual([]);
  });

  test("Back goes from the score to the last question with its answers, past the page that redirects", async () => {
    const { page } = await browser.open(PATHS.quiz);
    for (const number of [1, 2, 3, 4, 5]) {
      await choose(page, number, "A");
      if (number < 5) await step(page, number).getByRole("link", { name: "Volgende vraag" }).click();
    }
    await page.getByRole("button", { name: "Bekijk je score" }).click();
    await page.waitForURL(`**${PATHS.quizScore}?*`);
    await page.goBack();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(`${PATHS.quiz}#vraag-5`);
    await page.goBack();
    expect(await visibleSteps(page)).toEqual([4]);
    expect(await page.locator(":checked").count()).toBe(5);
  });
});

describe("the form", () => {
  test("works with the keyboard alone, and focus follows the question", async () => {
    const { page } = await browser.open(PATHS.quiz, { viewport: DESKTOP });
    await step(page, 1).locator("input").first().focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**#vraag-2");
    const focused = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("name"));
    expect(await focused()).toBe("vraag-2");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("A2");
    const query = await page.evaluate(() => {
      const form = document.querySelector("form");
      return form === null ? [] : [...new FormData(form).keys()];
    });
    expect(query).toEqual(["A5"]);
  });

  test("who jumps to the last question is told which are open and gets there", async () => {
    const { page } = await browser.open(`${PATHS.quiz}#vraag-5`);
    await choose(page, 5, "C");
    expect(await page.getByRole("button", { name: "Bekijk je score" }).isVisible()).toBe(false);
    const open = () => step(page, 5).getByRole("link", { name: /^Vraag \d$/ });
    expect((await open().allTextContents()).map((text) => text.trim())).toEqual([
      "Vraag 1",
      "Vraag 2",
      "Vraag 3",
      "Vraag 4",
    ]);
    await open().nth(2).click();
    expect(await visibleSteps(page)).toEqual([3]);
    await choose(page, 3, "B");
    await page
      .getByRole("navigation", { name: "Vragen op deze pagina" })
      .getByRole("link", { name: "Vraag 5" })
      .click();
    expect((await open().allTextContents()).map((text) => text.trim())).toEqual(["Vraag 1", "Vraag 2", "Vraag 4"]);
  });

  test("choosing an answer moves nothing", async () => {
    const { page } = await browser.open(PATHS.quiz);
    const heights = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await heights();
    await choose(page, 1, "C");
    expect(await heights()).toBe(before);
  });

  test("on paper it is a list of all five questions", async () => {
    const { page } = await browser.open(PATHS.quiz, { viewport: DESKTOP });
    await page.emulateMedia({ media: "print" });
    expect(await visibleSteps(page)).toEqual([1, 2, 3, 4, 5]);
  });

  test("an option's whole row is the tap target, at least 48 px high", async () => {
    const { page } = await browser.open(PATHS.quiz, { viewport: { width: 320, height: 700 } });
    for (const option of await step(page, 1).locator("label").all()) {
      const box = await option.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(48);
      expect(box?.width).toBeGreaterThan(200);
    }
    const last = step(page, 1).locator("label").last();
    const box = await last.boundingBox();
    await last.click({ position: { x: (box?.width ?? 0) - 6, y: 6 } });
    expect(await step(page, 1).locator("input:checked").count()).toBe(1);
  });
});

describe("the redirect page", () => {
  test("without JavaScript the refresh leads on", async () => {
    const { page } = await browser.open(`${PATHS.quizRedirect}?A1=A&A2=B&flow=B`, { javaScriptEnabled: false });
    await page.waitForURL(`**${PATHS.quizScore}?A1=A&A2=B&flow=B&Score=2`);
  });

  test("when its script doesn't come, the link is there", async () => {
    const { page } = await browser.visit();
    await page.route("**/build/quiz-redirect-*.js", (route) => route.abort());
    await page.goto(`${PATHS.quizRedirect}?A1=A`);
    await page.getByRole("link", { name: "Ga nu naar je resultaten" }).click();
    await page.waitForURL(`**${PATHS.quizScore}?A1=A&Score=1`);
  });
});

describe("anything in the query", () => {
  const hostile = encodeURIComponent('"><script>window.hacked=1</script><img src=x onerror="window.hacked=1">');

  test("no page runs any of it", async () => {
    const { page, problems } = await browser.visit();
    for (const path of [PATHS.quiz, PATHS.quizScore, ...[1, 2, 6].map(quizQuestionPath)]) {
      await page.goto(`${path}?A1=${hostile}&A2=A${hostile}&Score=${hostile}&${hostile}=${hostile}`);
      expect(await page.evaluate(() => "hacked" in window), path).toBe(false);
    }
    expect(problems).toEqual([]);
  });

  test("the form sends it on as it came", async () => {
    const { page } = await browser.open(`${PATHS.quiz}?x=${hostile}&x=2&%3Cb%3E=%F0%9F%98%80#vraag-5`);
    for (const number of [1, 2, 3, 4, 5])
      await page
        .locator(`input[name="A${number}"]`)
        .first()
        .evaluate((input: HTMLInputElement) => input.click());
    await page.getByRole("button", { name: "Bekijk je score" }).click();
    await page.waitForURL(`**${PATHS.quizScore}?*`);
    const query = new URL(page.url()).searchParams;
    expect(query.getAll("x")).toEqual([decodeURIComponent(hostile), "2"]);
    expect(query.get("<b>")).toBe("😀");
  });
});

describe("a question's page", () => {
  test("the video asks its host for nothing before it is played", async () => {
    const { page, problems } = await browser.visit({ viewport: DESKTOP });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`${quizQuestionPath(3)}?A3=B`);
    await page.getByRole("link", { name: /Bekijk de video/ }).hover();
    await islandReady(page, "video");
    expect(requests.filter((url) => url.startsWith(browser.world))).toEqual([]);
    await page.getByRole("button", { name: /Bekijk de video/ }).click();
    await page.locator("iframe").waitFor();
    expect(await page.locator("iframe").getAttribute("src")).toContain("/video/quiz-3");
    expect(problems).toEqual([]);
  });
});
