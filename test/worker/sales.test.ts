import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { checkoutVar } from "../../src/server/env.ts";
import { COURSES, type CourseId, FLOWS, priceOf } from "../../src/shared/courses.ts";
import { formatDecimal, formatPrice } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { readStructuredData } from "../structured-data.ts";
import { all, attributes, count, hasIsland, linksNamed, one, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { askWith, openPage, pageOf, pageText } from "./shop.ts";

/** The texts and numbers that the three sales pages must show (given 3.2, 3.3, 9.3). */

collectLogs();

/** The text for a wrong choice of a sample question. The right choice is B on each page. */
const WRONG = "Fout. Het juiste antwoord is B.";

const PAGES: readonly (readonly [CourseId, rule: string])[] = [
  ["KVB1", "Regel: Binnenvaartpolitiereglement (BPR) 6.17"],
  ["KVB2", "Regel: kompaskoers + deviatie + variatie = ware koers"],
  ["MARIFONIE", "Regel: Binnenvaartpolitiereglement (BPR) 4.05 en 6.26"],
];

describe.each(PAGES)("the sales page of %s", (courseId, sampleRule) => {
  const course = COURSES[courseId];

  test("each group has topics, each screenshot a text, each question an answer", async () => {
    const page = await openPage(course.path);
    for (const group of all(page, ".content-group")) expect(count(group, "li")).toBeGreaterThanOrEqual(3);
    for (const alt of attributes(page, ".sales-screenshots img", "alt")) expect(alt).toMatch(/\w{3}/);
    expect(texts(page, ".faq-list > details").filter((text) => !/\? .{20}/.test(text))).toEqual([]);
  });

  test("says what every course is: at once, day and night, on all devices, until the buyer has passed", async () => {
    const text = visibleText(one(await openPage(course.path), "main"));
    const when = "Direct na je betaling|Dag en nacht|telefoon|tablet|computer|Toegang totdat je geslaagd bent";
    const more = `Zak je? Je betaalt ons nooit een tweede keer.|${course.practiceQuestions}+ oefenvragen`;
    for (const words of `${when}|${more}`.split("|")) expect(text).toContain(words);
  });

  test.each(FLOWS)("in flow %s every order button leads to its checkout, at its price", async (flow) => {
    const page = await openPage(flow === "none" ? course.path : `${course.path}?flow=${flow}`);
    const { priceCents, originalPriceCents } = priceOf(courseId, flow);
    const buttons = all(page, `main a[href="${env[checkoutVar(courseId, flow)]}"]`);
    const start = `checkout_start_${courseId.toLowerCase()}`;
    expect(buttons.map((button) => button.getAttribute("data-evt"))).toEqual(["hero_cta_primary", start, start]);
    const prices = all(page, "main .price");
    expect(prices).toHaveLength(3);
    for (const shown of prices) {
      expect(texts(shown, "b")).toEqual([formatPrice(priceCents)]);
      expect(texts(shown, "s")).toEqual(originalPriceCents === undefined ? [] : [formatPrice(originalPriceCents)]);
      expect(shown.text).toContain("inclusief btw");
    }
  });

  test("asks one question; each choice says without JavaScript whether it is right, and why", async () => {
    const sample = one(await openPage(course.path), ".sample-question");
    expect(texts(sample, ".sample-text")).toEqual([expect.stringMatching(/\?$/)]);
    const choices = all(sample, "ol > li > details:not([open])");
    expect(choices.map((choice) => texts(choice, "b").join())).toEqual([WRONG, "Goed!", WRONG]);
    for (const choice of choices) {
      expect(choice.getAttribute("name")).toBe("voorbeeldvraag");
      expect(texts(choice, "summary")).toEqual([expect.stringMatching(/\S/)]);
      expect(texts(choice, ".note")).toEqual([sampleRule]);
    }
  });

  test("the structured data names the normal price in every flow and has no ratings", async () => {
    const normal = formatDecimal(priceOf(courseId, "none").priceCents);
    for (const path of [course.path, `${course.path}?flow=B`]) {
      const data = readStructuredData(await pageText(path));
      expect(data.map((item) => item["@type"])).toEqual(["BreadcrumbList", "Product", "Course"]);
      const offers = { price: normal, priceCurrency: "EUR", availability: "https://schema.org/InStock" };
      expect(data[1]).toMatchObject({ name: `Online cursus ${course.name}`, brand: { "@type": "Brand" }, offers });
      expect(data[2]).toMatchObject({ name: course.name, offers: { price: normal, category: "Paid" } });
      expect(JSON.stringify(data)).not.toMatch(/rating|review/i);
    }
  });

  test("without a configured checkout it says so instead of linking nowhere", async () => {
    const unset = { [checkoutVar(courseId, "none")]: "", CHECKOUT_KVB1_KVB2: "" };
    const page = await pageOf(askWith(unset, course.path));
    expect(count(page, ".order-unavailable")).toBe(3);
    expect(count(page, "[data-evt]")).toBe(0);
  });
});

const KVB1_FIRST = "Je kunt KVB2 pas aanvragen als je ook KVB1 hebt gehaald. De twee examens mag je wel tegelijk doen.";
const INLAND = "Niet op het IJsselmeer, het IJmeer";
test.each([
  [PATHS.kvb1, "main", ["40 vragen", "60 minuten", "56 van de 80 punten", "70%", "80 tot 90%", INLAND]],
  [PATHS.kvb2, "main", ["50 vragen", "90 minuten", "35 van de 50 punten", "8 tot 12 uur", KVB1_FIRST]],
  [PATHS.kvb2, "main", ["Op alle Nederlandse binnenwateren."]],
  [PATHS.marifonie, "#marifonie-certificaat-nodig", ["Zodra je een marifoon gebruikt."]],
])("what the exam of %s asks stands in its %s", async (path, selector, facts) => {
  const text = visibleText(one(await openPage(path), selector));
  for (const fact of facts) expect(text).toContain(fact);
});

test.each([
  ["the bundle's card", {}, "kies-kvb1-kvb2"],
  ["where it is not offered, KVB2's, which says that KVB1 is needed too", { CHECKOUT_KVB1_KVB2: "" }, "kies-kvb2"],
])("help to choose: each answer leads to the card that fits, for wide water %s", async (_name, vars, wide) => {
  const page = await pageOf(askWith(vars, PATHS.order));
  expect(attributes(page, ".order-choice a", "href")).toEqual(["#kies-kvb1", `#${wide}`]);
  for (const id of ["kies-kvb1", wide]) expect(count(page, `.course-card[id=${id}]`)).toBe(1);
  expect(visibleText(one(page, "#kies-kvb2"))).toContain("Je hebt ook KVB1 nodig");
});

test("without a practice app the five questions on this site take its place, and there is no popup", async () => {
  const page = await pageOf(askWith({ PRACTICE_APP_URL: "" }, `${PATHS.kvb1}?flow=A`));
  expect(linksNamed(page, "Probeer de oefenvragen")).toEqual([`${PATHS.quiz}?flow=A`]);
  expect(hasIsland(page, "practicePopup")).toBe(false);
});
