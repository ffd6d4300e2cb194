import { expect, test } from "vitest";
import { QUIZ_COPY } from "../../src/free/quiz/quiz-copy.ts";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import { termsDocument, withdrawalFormDocument } from "../../src/legal/legal-documents-copy.ts";
import { LEGAL_PDF_PATHS, PATHS } from "../../src/shared/paths.ts";
import { plainText, type RunningText } from "../../src/shared/running-text.ts";
import { EXAM_COPY } from "../../src/shop/exam/exam-copy.ts";
import { FAQ_COPY } from "../../src/shop/faq-copy.ts";
import { OWNER_ANSWERS } from "../../src/shop/owner-copy.ts";
import { PDF_TRADER } from "../../src/ui/client-manifest.ts";
import { routes } from "../routes.ts";
import { readStructuredData } from "../structured-data.ts";
import { all, attributes, linksNamed, meta, one, readDocument, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { expectFaq, type FaqPageData, mainOf, mainText, structuredData } from "./page-data.ts";
import { answerText, ask, askWith, ORIGIN, openPage, pageText } from "./shop.ts";

collectLogs();

const pages = [PATHS.exam, PATHS.faq, PATHS.terms, PATHS.privacy, PATHS.accessibility, PATHS.practiceAnswers];

test.each(pages)("all information pages: GET %s has breadcrumbs, which it shows", async (path) => {
  const html = await pageText(path);
  const { itemListElement } = structuredData(html, "BreadcrumbList") as unknown as {
    itemListElement: { name: string; item: string }[];
  };
  expect(itemListElement.map(({ item }) => item)).toEqual([`${ORIGIN}/`, `${ORIGIN}${path}`]);
  expect(visibleText(one(readDocument(html), "body"))).toContain(itemListElement[1]?.name);
});

test.each([
  [PATHS.exam, EXAM_COPY.faq.items],
  [PATHS.faq, FAQ_COPY.groups.flatMap(({ items }) => items)],
])("%s: its questions have addresses, and search engines read them as they are", async (path, items) => {
  expectFaq(await pageText(path), items);
});

test("answers of the FAQ link to what they name, with the query, and are plain in the structured data", async () => {
  const html = await pageText(`${PATHS.faq}?flow=B&utm_source=mail`);
  const page = readDocument(html);
  expect(linksNamed(one(page, "#aankoop-herroepen"), "artikel 7 van de algemene voorwaarden")).toEqual([
    `${PATHS.terms}?flow=B&utm_source=mail#artikel-7`,
  ]);
  expect(linksNamed(one(page, "#activatielink-werkt-niet"), "Laat het ons weten")).toEqual(["#contact"]);
  for (const group of all(page, ".faq-group"))
    expect(linksNamed(mainOf(page), texts(group, "h2")[0] ?? "")).toEqual([`#${group.id}`]);
  const { mainEntity } = structuredData(html, "FAQPage") as unknown as FaqPageData;
  const answers = mainEntity.map(({ acceptedAnswer }) => acceptedAnswer.text);
  expect(answers).toContainEqual(expect.stringContaining("staat in artikel 7 van de algemene voorwaarden."));
  for (const answer of answers) expect(answer).not.toMatch(/<|\[object/);
  for (const paragraph of Object.values(OWNER_ANSWERS).flatMap<RunningText>(({ text }) => text))
    expect(mainText(page)).toContain(plainText(paragraph));
});

test.each([
  [PATHS.home, {}, "Organization ItemList FAQPage"],
  [PATHS.order, {}, "BreadcrumbList Product"],
  [PATHS.order, { CHECKOUT_KVB1_KVB2: "" }, "BreadcrumbList"],
])("search engines read on %s with %j: %s, and no ratings", async (path, vars, types) => {
  const data = readStructuredData(await answerText(askWith(vars, path)));
  expect(data.map((item) => item["@type"]).join(" ")).toBe(types);
  expect(JSON.stringify(data)).not.toMatch(/rating|review/i);
});

test("the legal pages: the terms say all that the files of the mails say, and lead to them", async () => {
  const page = await openPage(PATHS.terms);
  const text = mainText(page);
  for (const { title, parts } of [termsDocument(PDF_TRADER), withdrawalFormDocument({})]) {
    expect(text).toContain(title);
    for (const part of parts) {
      if ("heading" in part) expect(text).toContain(part.heading.replace(/^Artikel \d+\. /, ""));
      const said = "list" in part ? part.list : "lines" in part ? part.lines : "text" in part ? [part.text] : [];
      for (const words of said) expect(text).toContain(words);
    }
  }
  expect(attributes(page, "a[download]", "href")).toEqual(Object.values(LEGAL_PDF_PATHS));
});

test("the page about accessibility names what tried it, and others lead to it", async () => {
  const page = await openPage(PATHS.accessibility);
  // Those that run again with each release: test/orca/, test/browser/second-opinions.ts.
  for (const program of ["axe", "Orca 43", "Firefox 153", "w3m", "HTML_CodeSniffer", "Equal Access Checker"])
    expect(visibleText(one(page, "#getest"))).toContain(program);
  for (const path of [PATHS.faq, PATHS.terms, PATHS.privacy]) {
    expect(new Set(linksNamed(await openPage(path), "Toegankelijkheid"))).toEqual(new Set([PATHS.accessibility]));
  }
});

test("the practice answers have every question, its right answer and explanation, and are not indexed", async () => {
  const page = await openPage(PATHS.practiceAnswers);
  expect(meta(page, "robots")).toBe("noindex, nofollow");
  const questions = all(page, ".answers-question");
  for (const [index, question] of QUIZ_QUESTIONS.entries()) {
    const shown = questions[index];
    if (shown === undefined) throw new Error(`question ${index + 1} is missing`);
    const text = visibleText(shown);
    expect(text).toContain(question.text);
    for (const paragraph of question.explanation) expect(text).toContain(paragraph);
    expect(text).toContain(question.source);
  }
  const text = mainText(page);
  expect(text).not.toContain("Jouw antwoord");
  expect(text).toContain(QUIZ_COPY.answers.intro);
  expect(attributes(mainOf(page), "a", "href")).toContain(PATHS.quiz);
});

test("the practice answers: mark the visitor's own answers: right, wrong, unknown and missing", async () => {
  const html = await pageText(`${PATHS.practiceAnswers}?A1=A&A2=C%20iets%20(Correct)&A3=%3Cb%3E&flow=A`);
  const page = readDocument(html);
  const text = mainText(page);
  expect(text).toContain(QUIZ_COPY.answers.introWithAnswers);
  expect(text.match(/Jouw antwoord: goed/g)).toHaveLength(1);
  expect(text.match(/Jouw antwoord: fout/g)).toHaveLength(1);
  expect(text.split(QUIZ_COPY.marks.unknownAnswer)).toHaveLength(2);
  expect(text.split(QUIZ_COPY.marks.noAnswer)).toHaveLength(3);
  expect(html).not.toContain("A3=<b>");
  expect(attributes(page, ".closing-call a", "href")[0]).toMatch(`${PATHS.order}?A1=A&`);
});

test("the sitemap lists each page that may be indexed, and each can be reached from another", async () => {
  const response = await ask(PATHS.sitemap);
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const sitemap = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location);
  const indexed: string[] = [];
  const linked = new Set<string | undefined>();
  for (const { path, GET } of routes.filter((route) => !route.path.includes(":"))) {
    const answer = GET === undefined ? undefined : await ask(path);
    if (!answer?.headers.get("content-type")?.startsWith("text/html")) continue;
    const page = readDocument(await answer.text());
    const [canonical] = attributes(page, 'link[rel="canonical"]', "href");
    if (meta(page, "robots") === undefined) indexed.push(`${ORIGIN}${path}`);
    expect(canonical, path).toBe(meta(page, "robots") === undefined ? `${ORIGIN}${path}` : undefined);
    for (const href of attributes(page, "a", "href"))
      if (href?.split(/[?#]/)[0] !== path) linked.add(href?.split(/[?#]/)[0]);
  }
  expect(sitemap.toSorted()).toEqual(indexed.toSorted());
  expect(indexed.filter((location) => !linked.has(location.slice(ORIGIN.length)))).toEqual([]);
});

test("what crawlers read: robots.txt allows everything but the API and names the sitemap", async () => {
  const response = await ask(PATHS.robots);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${ORIGIN}${PATHS.sitemap}\n`);
});
