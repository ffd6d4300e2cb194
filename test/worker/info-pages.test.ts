import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { EXAM_COPY } from "../../src/content/cbr-examen.ts";
import { EXAM_CENTRES } from "../../src/content/exam-centres.ts";
import { FAQ_COPY } from "../../src/content/faq.ts";
import { PRIVACY_COPY } from "../../src/content/privacy.ts";
import { QUIZ_COPY } from "../../src/content/quiz.ts";
import { TERMS_COPY } from "../../src/content/terms.ts";
import type { FaqItem } from "../../src/shared/entities.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { QUIZ_QUESTIONS } from "../../src/shared/quiz.ts";
import { readStructuredData } from "../structured-data.ts";
import { ask, askWith, ORIGIN, pageText } from "./shop.ts";

type JsonLd = Record<string, unknown> & { "@type": string };
type FaqPageData = { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };

function decode(text: string): string {
  return text
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** The page as a visitor reads it: no scripts, no tags, one space between words. */
function visibleText(html: string): string {
  const body = html.slice(html.indexOf("<body>")).replaceAll(/<script[^>]*>.*?<\/script>/gs, " ");
  return decode(body.replaceAll("<!-- -->", "").replaceAll(/<[^>]+>/g, " ")).replaceAll(/\s+/g, " ");
}

function structuredData(html: string, type: string): JsonLd | undefined {
  return (readStructuredData(html) as JsonLd[]).find((data) => data["@type"] === type);
}

function ids(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? "");
}

function expectFaq(html: string, items: readonly FaqItem[]): void {
  for (const item of items) expect(html).toContain(`<details id="${item.id}" class="faq-item">`);
  const text = visibleText(html);
  const { mainEntity } = structuredData(html, "FAQPage") as unknown as FaqPageData;
  expect(mainEntity.map(({ name }) => name)).toEqual(items.map((item) => item.question));
  for (const { name, acceptedAnswer } of mainEntity) {
    expect(text).toContain(name);
    expect(text).toContain(acceptedAnswer.text);
  }
}

function directive(response: Response, name: string): string {
  const policy = response.headers.get("content-security-policy") ?? "";
  return policy.split("; ").find((part) => part.startsWith(`${name} `)) ?? "";
}

describe("all information pages", () => {
  const pages = [PATHS.exam, PATHS.faq, PATHS.terms, PATHS.privacy, PATHS.practiceAnswers];

  test.each(pages)("GET %s has one h1, unique ids, working hash links and breadcrumbs", async (path) => {
    const html = await pageText(path);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(new Set(ids(html)).size).toBe(ids(html).length);
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids(html)).toContain(target);
    const { itemListElement } = structuredData(html, "BreadcrumbList") as unknown as {
      itemListElement: { name: string; item: string }[];
    };
    expect(itemListElement.map(({ item }) => item)).toEqual([`${ORIGIN}/`, `${ORIGIN}${path}`]);
    expect(visibleText(html)).toContain(itemListElement[1]?.name);
  });
});

describe("the exam page", () => {
  test("has three steps, four tips, the questions and two calls to action; ordering keeps the query", async () => {
    const html = await pageText(`${PATHS.exam}?flow=A&utm_source=mail`);
    const text = visibleText(html);
    expect(html).toContain("<title>CBR Examen - Zo werkt het</title>");
    for (const step of ["Aanmelden", "Voorbereiden", "Afname"]) expect(html).toContain(`<h3>${step}</h3>`);
    expect(html.match(/<li><h3>/g)).toHaveLength(3);
    expect(EXAM_COPY.tips.items.every((tip) => text.includes(tip.text))).toBe(true);
    expectFaq(html, EXAM_COPY.faq.items);
    expect(html).toContain(`href="${PATHS.order}?flow=A&amp;utm_source=mail">${EXAM_COPY.closing.orderLabel}</a>`);
    expect(html).toContain(`href="${env.PRACTICE_APP_URL}">${EXAM_COPY.closing.practiceLabel}</a>`);
    expect(text).toContain("Vanaf €39 inclusief btw");
  });

  test("the facts are a real table with the figures of both exams", async () => {
    const html = await pageText(PATHS.exam);
    const table = /<table.*<\/table>/s.exec(html)?.[0] ?? "";
    expect(table).toContain("<caption");
    expect(table.match(/<th scope="col">/g)).toHaveLength(3);
    expect(table.match(/<th scope="row">/g)).toHaveLength(EXAM_COPY.facts.rows.length);
    const text = decode(table.replaceAll(/<[^>]+>/g, "|"));
    for (const fact of ["€34,65", "40", "50", "Minstens 56 van de 80", "Minstens 35 van de 50", "60 min", "90 min"]) {
      expect(text).toContain(`|${fact}`);
    }
    for (const fact of ["4 tot 6 uur", "8 tot 12 uur", "Levenslang", "Meer dan 50", "15 minuten van tevoren"]) {
      expect(text).toContain(`|${fact}|`);
    }
  });

  test("all twenty exam centres are in the page without JavaScript, in order of their city", async () => {
    const html = await pageText(PATHS.exam);
    const list = /<ul class="exam-centres".*?<\/ul>/s.exec(html)?.[0] ?? "";
    const lines = [...list.matchAll(/<b>([^<]+)<\/b><span>([^<]+)<\/span>/g)].map(([, city, name]) => ({ city, name }));
    expect(lines).toHaveLength(20);
    expect(lines.map(({ city }) => city)).toEqual(EXAM_CENTRES.map(({ city }) => city).sort());
    expect(lines.map(({ name }) => name).sort()).toEqual(EXAM_CENTRES.map(({ name }) => name).sort());
    expect(list).not.toContain("<button");
  });

  test("only the exam page may load images from the tile server", async () => {
    const tiles = new URL(String(env.MAP_TILE_URL)).origin;
    expect(directive(await ask(PATHS.exam), "img-src").split(" ")).toContain(tiles);
    expect(directive(await ask(PATHS.faq), "img-src")).not.toContain(tiles);
  });

  test("a tile address with a subdomain placeholder allows its subdomains", async () => {
    const response = await askWith({ MAP_TILE_URL: "https://{s}.tile.example/{z}/{x}/{y}.png" }, `${PATHS.exam}?a=1`);
    expect(directive(response, "img-src").split(" ")).toContain("https://*.tile.example");
  });

  test("without a tile address there is the list, and a sentence instead of the map", async () => {
    const response = await askWith({ MAP_TILE_URL: "" }, `${PATHS.exam}?b=1`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(EXAM_COPY.map.mapUnavailable);
    expect(html).not.toContain("exam-chart");
    expect(html.match(/class="exam-centre"/g)).toHaveLength(20);
    expect(directive(response, "img-src")).toBe("img-src 'self' data:");
  });
});

describe("the FAQ page", () => {
  test("has its four groups of four or five questions, each with a link to it", async () => {
    const html = await pageText(PATHS.faq);
    const titles = ["Toegang & Betaling", "Cursusinhoud & Duur", "Technisch & Apparaten", "Examens & Verschillen"];
    expect(FAQ_COPY.groups.map((group) => group.title)).toEqual(titles);
    for (const group of FAQ_COPY.groups) {
      expect(group.items.length).toBeGreaterThanOrEqual(4);
      expect(group.items.length).toBeLessThanOrEqual(5);
      expect(html).toContain(`<a href="#${group.id}">${group.title.replace("&", "&amp;")}</a>`);
    }
    expectFaq(
      html,
      FAQ_COPY.groups.flatMap((group) => group.items),
    );
  });

  test("ends with the two calls to action", async () => {
    const html = await pageText(`${PATHS.faq}?flow=B`);
    expect(html).toContain(`href="${PATHS.order}?flow=B">${FAQ_COPY.closing.orderLabel}</a>`);
    expect(html).toContain(`href="${env.PRACTICE_APP_URL}">${FAQ_COPY.closing.practiceLabel}</a>`);
  });
});

describe("the legal pages", () => {
  test("the terms are articles 1 to 11 with a table of contents", async () => {
    const html = await pageText(PATHS.terms);
    const numbers = [...html.matchAll(/<span class="legal-number">Artikel (?:<!-- -->)?(\d+)/g)].map(
      ([, number]) => number,
    );
    expect(numbers).toEqual(Array.from({ length: 11 }, (_, index) => String(index + 1)));
    const contents = /<nav class="legal-contents".*?<\/nav>/s.exec(html)?.[0] ?? "";
    for (const { id } of [...TERMS_COPY.articles, TERMS_COPY.withdrawalForm])
      expect(contents).toContain(`href="#${id}"`);
  });

  test("the substance of the terms is there", async () => {
    const text = visibleText(await pageText(PATHS.terms));
    for (const substance of [
      "14 dagen bedenktijd",
      "Je herroepingsrecht vervalt zodra de levering begint",
      "Alle prijzen zijn in euro en inclusief btw",
      "binnen 7 werkdagen",
      "binnen 2 maanden",
      "binnen 14 dagen antwoord",
      "is Nederlands recht van toepassing",
      TERMS_COPY.withdrawalForm.note,
      ...TERMS_COPY.withdrawalForm.lines,
    ]) {
      expect(text).toContain(substance);
    }
  });

  test.each([PATHS.terms, PATHS.privacy])(
    "%s names the configured trader, and prints no part that is missing",
    async (path) => {
      const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "";
      expect(main(await pageText(path))).toContain(String(env.TRADER_KVK));
      const response = await askWith({ TRADER_KVK: "", TRADER_PHONE: "+31 (0)20 000 00 00" }, `${path}?t=1`);
      const html = main(await response.text());
      expect(html).not.toContain("KvK ");
      expect(html).toContain('href="tel:+310200000000"');
    },
  );

  test("the privacy page has all its sections", async () => {
    const html = await pageText(PATHS.privacy);
    for (const { id, title } of PRIVACY_COPY.sections) {
      expect(html).toContain(`id="${id}"`);
      expect(visibleText(html)).toContain(title);
    }
  });
});

describe("the practice answers", () => {
  test("show every question with its right answer and explanation, and are not indexed", async () => {
    const html = await pageText(PATHS.practiceAnswers);
    const text = visibleText(html);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    for (const question of QUIZ_QUESTIONS) {
      expect(text).toContain(question.text);
      for (const paragraph of question.explanation) expect(text).toContain(paragraph);
      expect(text).toContain(question.source);
    }
    expect(html.match(/quiz-answer-right/g)).toHaveLength(5);
    expect(text).not.toContain(QUIZ_COPY.marks.ownAnswer);
    expect(text).toContain(QUIZ_COPY.answers.intro);
    expect(html).toContain(`href="${PATHS.quiz}"`);
  });

  test("mark the visitor's own answers: right, wrong, unknown and missing", async () => {
    const html = await pageText(`${PATHS.practiceAnswers}?A1=A&A2=C%20iets%20(Correct)&A3=%3Cb%3E&flow=A`);
    const text = visibleText(html);
    expect(text).toContain(QUIZ_COPY.answers.introWithAnswers);
    expect(text.match(/Jouw antwoord: goed/g)).toHaveLength(1);
    expect(text.match(/Jouw antwoord: fout/g)).toHaveLength(1);
    expect(text.split(QUIZ_COPY.marks.unknownAnswer)).toHaveLength(2);
    expect(text.split(QUIZ_COPY.marks.noAnswer)).toHaveLength(3);
    expect(html).not.toContain("A3=<b>");
    expect(html).toContain(`${PATHS.order}?A1=A&amp;`);
  });
});

describe("what crawlers read", () => {
  test("the sitemap lists the public pages, all of which answer and may be indexed", async () => {
    const response = await ask(PATHS.sitemap);
    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const locations = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, location]) => location ?? "",
    );
    expect(locations).toHaveLength(9);
    for (const location of locations) {
      expect(location.startsWith(`${ORIGIN}/`)).toBe(true);
      const page = await ask(location.slice(ORIGIN.length));
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(`<link rel="canonical" href="${location}"/>`);
    }
  });

  test("robots.txt allows everything but the API and names the sitemap", async () => {
    const response = await ask(PATHS.robots);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${ORIGIN}${PATHS.sitemap}\n`);
  });
});
