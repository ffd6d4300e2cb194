import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { QUIZ_COPY } from "../../src/free/quiz/quiz-copy.ts";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import { termsDocument, withdrawalFormDocument } from "../../src/legal/legal-documents-copy.ts";
import { LEGAL_PDF_PATHS, PATHS } from "../../src/shared/paths.ts";
import { PDF_TRADER } from "../../src/ui/client-manifest.ts";
import { routes } from "../routes.ts";
import { all, attributes, linksNamed, meta, one, readDocument, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { mainOf, mainText, structuredData } from "./page-data.ts";
import { ask, askWith, ORIGIN, openPage, pageText } from "./shop.ts";

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

test.each([PATHS.terms, PATHS.privacy])("%s names the trader, and prints no part that is missing", async (path) => {
  expect(mainText(await openPage(path))).toContain(String(env.TRADER_KVK));
  const response = await askWith({ TRADER_KVK: "", TRADER_PHONE: "+31 (0)20 000 00 00" }, path);
  const main = mainOf(readDocument(await response.text()));
  expect(visibleText(main)).not.toContain("KvK ");
  expect(attributes(main, 'a[href^="tel:"]', "href")).toContain("tel:+310200000000");
});

test("the legal pages: the privacy page names who serves videos and map, and nobody where there is none", async () => {
  const named = async (vars: object) => {
    const response = await askWith(vars, PATHS.privacy);
    return texts(one(readDocument(await response.text()), "#video-en-kaart"), "li");
  };
  const video = "https://player.example/video/1";
  const map = { MAP_TILE_URL: "https://tiles.example/{z}/{x}/{y}.png", MAP_ATTRIBUTION: "© Kaart" };
  const videos = ["INTRO", ..."12345"].map((id) => [`VIDEO_${id === "INTRO" ? id : `QUIZ_${id}`}_URL`, video]);
  expect(await named({ ...Object.fromEntries(videos), ...map })).toEqual([
    "Onze video's komen van player.example.",
    "Onze kaart komt van tiles.example (© Kaart).",
  ]);
  const none = Object.fromEntries([...videos.map(([name]) => [name, ""]), ["MAP_TILE_URL", ""]]);
  expect(await named(none)).toEqual([]);
});

test("what does not work yet, and whom to tell, is on the page about accessibility, which others lead to", async () => {
  const page = await openPage(PATHS.accessibility);
  expect(attributes(page, "#iets-melden a", "href")).toContain(`mailto:${env.TRADER_EMAIL}`);
  expect(visibleText(one(page, "#niet-geprobeerd"))).toContain("schermlezer");
  // Those that run again with each release: test/orca/, test/browser/second-opinions.test.ts.
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
