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

type Expected = {
  courseId: CourseId;
  /** The cost box's cells by row: the amount for the shop, for the CBR, and the sum. */
  costs: (priceCents: number, kvb1Cents: number) => readonly (number | string)[];
  costsNote: string;
  /** The source of the sample question's answer. */
  sampleRule: string;
};

/** The fee of an exam, cents (given 9.3). */
const FEE = 3465;
/** The text for a wrong choice of a sample question. The right choice is B on each page. */
const WRONG = "Fout. Het juiste antwoord is B.";

const PAGES: readonly Expected[] = [
  {
    courseId: "KVB1",
    costs: (kvb1) => [kvb1, FEE, kvb1 + FEE, "zie cbr.nl"],
    costsNote: "Het CBR kan het examengeld wijzigen.",
    sampleRule: "Regel: Binnenvaartpolitiereglement (BPR) 6.17",
  },
  {
    courseId: "KVB2",
    // With KVB1 and without it.
    costs: (kvb2, kvb1) => [kvb2, kvb1 + kvb2, FEE, 2 * FEE, kvb2 + FEE, kvb1 + kvb2 + 2 * FEE, "zie cbr.nl"],
    costsNote: "Het CBR kan het examengeld wijzigen.",
    sampleRule: "Regel: kompaskoers + deviatie + variatie = ware koers",
  },
  {
    courseId: "MARIFONIE",
    costs: (marifonie) => [marifonie, "zie cbr.nl", "zie rdi.nl"],
    costsNote: "De tarieven van vandaag staan op de websites van het exameninstituut en de RDI.",
    sampleRule: "Regel: Binnenvaartpolitiereglement (BPR) 4.05 en 6.26",
  },
];

describe.each(PAGES)("the sales page of $courseId", ({ courseId, ...expected }) => {
  const course = COURSES[courseId];

  test("each group has topics, each screenshot a text, each question an answer", async () => {
    const page = await openPage(course.path);
    for (const group of all(page, ".content-group")) expect(count(group, "li")).toBeGreaterThanOrEqual(3);
    for (const alt of attributes(page, ".sales-screenshots img", "alt")) expect(alt).toMatch(/\w{3}/);
    expect(texts(page, ".faq-list > details").filter((text) => !/\? .{20}/.test(text))).toEqual([]);
  });

  test("says what every course is: at once, day and night, on all devices, until the buyer has passed", async () => {
    const text = visibleText(one(await openPage(course.path), "main"));
    for (const words of [
      "Direct na je betaling",
      "dag en nacht",
      "telefoon",
      "tablet",
      "computer",
      "Toegang totdat je geslaagd bent",
      "Zak je? Je betaalt ons nooit een tweede keer.",
      `${course.practiceQuestions}+ oefenvragen`,
    ])
      expect(text).toContain(words);
  });

  test.each(FLOWS)(
    "in flow %s every order button, at the end of the page too, leads to its checkout, at its price",
    async (flow) => {
      const page = await openPage(flow === "none" ? course.path : `${course.path}?flow=${flow}`);
      const { priceCents, originalPriceCents } = priceOf(courseId, flow);
      const buttons = all(page, `main a[href="${env[checkoutVar(courseId, flow)]}"]`);
      expect(buttons.map((button) => button.getAttribute("data-evt"))).toEqual([
        "hero_cta_primary",
        `checkout_start_${courseId.toLowerCase()}`,
        `checkout_start_${courseId.toLowerCase()}`,
      ]);
      const prices = all(page, "main .price");
      expect(prices).toHaveLength(3);
      for (const shown of prices) {
        expect(texts(shown, "b")).toEqual([formatPrice(priceCents)]);
        expect(texts(shown, "s")).toEqual(originalPriceCents === undefined ? [] : [formatPrice(originalPriceCents)]);
        expect(shown.text).toContain("inclusief btw");
      }
    },
  );

  test.each(FLOWS)("in flow %s the cost box adds up, with the date of its figures", async (flow) => {
    const box = one(await openPage(flow === "none" ? course.path : `${course.path}?flow=${flow}`), ".cost-box");
    expect(texts(box, "caption")).toEqual(["Wat betaal je, en aan wie?"]);
    const costs = expected.costs(priceOf(courseId, flow).priceCents, priceOf("KVB1", flow).priceCents);
    const cells = costs.map((cost) => (typeof cost === "number" ? formatPrice(cost) : cost));
    expect(texts(box, "tbody td")).toEqual(cells);
    for (const row of all(box, "tbody tr")) expect(count(row, "th[scope=row]")).toBe(1);
    expect(visibleText(one(box, "p"))).toContain(expected.costsNote);
  });

  test("asks one question; each choice says without JavaScript whether it is right, and why", async () => {
    const sample = one(await openPage(course.path), ".sample-question");
    expect(texts(sample, ".sample-text")).toEqual([expect.stringMatching(/\?$/)]);
    const choices = all(sample, "ol > li > details:not([open])");
    expect(choices.map((choice) => texts(choice, "b").join())).toEqual([WRONG, "Goed!", WRONG]);
    for (const choice of choices) {
      expect(choice.getAttribute("name")).toBe("voorbeeldvraag");
      expect(texts(choice, "summary")).toEqual([expect.stringMatching(/\S/)]);
      expect(texts(choice, ".note")).toEqual([expected.sampleRule]);
    }
  });

  test("the structured data names the normal price in every flow and has no ratings", async () => {
    const normal = formatDecimal(priceOf(courseId, "none").priceCents);
    for (const path of [course.path, `${course.path}?flow=B`]) {
      const data = readStructuredData(await pageText(path));
      expect(data.map((item) => item["@type"])).toEqual(["BreadcrumbList", "Product", "Course"]);
      expect(data[1]).toMatchObject({
        name: `Online cursus ${course.name}`,
        offers: { price: normal, priceCurrency: "EUR" },
      });
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

const CHOICES = ["KVB1", "KVB2", "KVB1 én KVB2", "Marifonie"];

describe("help to choose", () => {
  test.each(["none", "A"] as const)("the order page in flow %s says what each choice comes to", async (flow) => {
    const query = flow === "none" ? "" : `?flow=${flow}`;
    const page = await openPage(PATHS.order + query);
    const cost = (courseId: CourseId) => priceOf(courseId, flow).priceCents;
    const both = cost("KVB1") + cost("KVB2") + 2 * FEE;
    const totals = [cost("KVB1") + FEE, cost("KVB2") + FEE, both].map(formatPrice);
    expect(texts(page, ".order-choices .order-advice")).toEqual(["KVB1", "KVB1 én KVB2", "Marifonie"]);
    expect(texts(page, ".comparison-total td")).toEqual([...totals, "Cursus, en het examen apart"]);
    expect(texts(page, ".comparison thead th").slice(1)).toEqual(CHOICES);
    for (const course of ["KVB1", "KVB2", "MARIFONIE"] as const) {
      expect(linksNamed(one(page, ".comparison"), COURSES[course].shortName)).toEqual([COURSES[course].path + query]);
    }
    expect(linksNamed(page, "Kijk eerst of je een vaarbewijs nodig hebt")).toEqual([`${PATHS.licenceCheck}${query}`]);
  });

  test("home leads there with the query", async () => {
    const page = await openPage(`${PATHS.home}?flow=A`);
    for (const label of ["Bekijk wat je in totaal betaalt", "hulp bij het kiezen"]) {
      expect(linksNamed(page, label)).toEqual([`${PATHS.order}?flow=A#hulp-bij-kiezen`]);
    }
    expect(count(await openPage(PATHS.order), "#hulp-bij-kiezen")).toBe(1);
  });
});

describe("practice questions", () => {
  test("without a practice app the five questions on this site take its place, and there is no popup", async () => {
    const page = await pageOf(askWith({ PRACTICE_APP_URL: "" }, `${PATHS.kvb1}?flow=A`));
    expect(linksNamed(page, "Probeer de oefenvragen")).toEqual([`${PATHS.quiz}?flow=A`]);
    expect(hasIsland(page, "practicePopup")).toBe(false);
  });
});
