import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { STUDY_PLAN_COPY } from "../../src/free/study-plan/study-plan-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { addDays, today, weekdayOf } from "../../src/shared/time.ts";
import { EXAM_CENTRES } from "../../src/shop/exam/exam-centres-rules.ts";
import { NEAREST_CENTRES_COPY } from "../../src/shop/exam/nearest-centres-copy.ts";
import { sample } from "../full.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { showExamMap } from "./open-screen.ts";
import { NEAREST } from "./pages.ts";

/** The nearest exam centres and the study plan, on the exam's page. */

const { show, wrong } = NEAREST_CENTRES_COPY;

const browser = openBrowser();

describe("the nearest exam centres", () => {
  const ANSWERED = "answered";

  /** Answers after two frames with the page's fonts, so that their layout shifts are not counted. */
  const answerWith = (page: Page, json: unknown, status = 200) =>
    page.route(`**${PATHS.nearestCentresData}`, async (route) => {
      await page.evaluate(async (mark) => {
        await document.fonts.ready;
        for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
        performance.mark(mark);
      }, ANSWERED);
      await route.fulfill({ status, json });
    });

  /** The height of the box, and the layout shift since the answer. */
  async function measure(page: Page) {
    const shift = (mark: string) =>
      new Promise<number>((resolve) => {
        const answeredAt = performance.getEntriesByName(mark)[0]?.startTime ?? 0;
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (entry.startTime >= answeredAt) sum += (entry as PerformanceEntry & { value: number }).value;
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      });
    return {
      height: await page.locator(".nearest").evaluate((box) => box.clientHeight),
      shift: await page.evaluate(shift, ANSWERED),
    };
  }

  test.each(sample([320, 390, 600, 767, 768, 900, 1023, 1024, 1440], (width) => width === 320 || width === 1440))(
    "nothing moves when they come, at %i px",
    async (width) => {
      const { page } = await browser.visit({ viewport: { width, height: 900 } });
      const heights: number[] = [];
      for (const json of [null, NEAREST]) {
        await answerWith(page, json, json === null ? 503 : 200);
        await page.goto(PATHS.exam);
        await page.locator(".nearest").scrollIntoViewIfNeeded();
        await islandReady(page, "nearestCentres");
        const shown = json === null ? show : wrong;
        await page.locator(".nearest").getByText(shown).waitFor();
        const { height, shift } = await measure(page);
        heights.push(height);
        expect(shift).toBe(0);
      }
      expect(new Set(heights).size, heights.join()).toBe(1);
    },
  );

  test("come by themselves, and whose place is guessed wrong looks for it in the list", async () => {
    const { page, problems } = await browser.visit();
    await answerWith(page, NEAREST);
    await showExamMap(page);
    expect(await page.locator(".nearest-centres b").allTextContents()).toEqual(NEAREST.centres.map(({ city }) => city));
    await page.getByRole("link", { name: wrong }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("examencentrum-zoeken");
    expect(problems).toEqual([]);
  });

  test("are a link away when the question fails, and without JavaScript", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await browser.visit({ javaScriptEnabled });
      await page.route(`**${PATHS.nearestCentresData}`, (route) => route.abort());
      await page.goto(`${PATHS.exam}?flow=A`);
      await page.getByRole("link", { name: show }).click();
      await page.waitForURL(`**${PATHS.nearestCentres}?flow=A`);
      // Here the edge reports no place, so the page lists all centres.
      expect(await page.locator(".nearest-centres li").count()).toBe(EXAM_CENTRES.length);
    }
  });
});

test("a study plan is made from the exam page, without JavaScript, at the visitor's price", async () => {
  const { page } = await browser.open(`${PATHS.exam}?flow=A&utm=x`, { javaScriptEnabled: false });
  await page.getByLabel(STUDY_PLAN_COPY.form.fields.course.label).selectOption("kvb2");
  await page.getByRole("button", { name: STUDY_PLAN_COPY.form.submit }).click();
  expect(new URL(page.url()).search).toBe("?cursus=kvb2&examen=&flow=A&utm=x");
  expect(await page.locator(".form-error").textContent()).toBe(STUDY_PLAN_COPY.problems.exam.missing);
  const soon = addDays(today(new Date()), 30);
  const exam = weekdayOf(soon) === 0 ? addDays(soon, 1) : soon;
  await page.getByLabel(STUDY_PLAN_COPY.form.fields.exam.label).fill(exam);
  await page.getByRole("button", { name: STUDY_PLAN_COPY.form.submit }).click();
  expect(await page.locator("h1").textContent()).toBe("Je studieplan voor KVB2");
  expect(new URL(page.url()).searchParams.get("flow")).toBe("A");
  expect(await page.locator(".print-button").isVisible()).toBe(false);
  const file = await page.request.get(
    (await page.getByRole("link", { name: STUDY_PLAN_COPY.plan.calendar }).getAttribute("href")) ?? "",
  );
  expect(await file.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
});
