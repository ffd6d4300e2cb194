import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { PDF_TRADER } from "../../src/client-manifest.ts";
import { ACCESSIBILITY_COPY } from "../../src/content/accessibility.ts";
import { EXAM_COPY } from "../../src/content/cbr-examen.ts";
import { EXAM_FACTS, FACTS_STATE } from "../../src/content/exam-facts.ts";
import { FAQ_COPY } from "../../src/content/faq.ts";
import { OWNER_ANSWERS } from "../../src/content/owner.ts";
import { PRIVACY_COPY } from "../../src/content/privacy.ts";
import { QUIZ_COPY } from "../../src/content/quiz.ts";
import { QUIZ_QUESTIONS } from "../../src/content/quiz-questions.ts";
import { TERMS_COPY } from "../../src/content/terms.ts";
import { termsDocument, withdrawalFormDocument } from "../../src/mails/legal-documents.ts";
import { routes } from "../../src/routes.ts";
import { FLOWS, lowestPriceCents, priceOf } from "../../src/shared/courses.ts";
import type { FaqItem } from "../../src/shared/entities.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { LEGAL_PDF_PATHS, PATHS } from "../../src/shared/paths.ts";
import { plainText, type RunningText } from "../../src/shared/running-text.ts";
import { readStructuredData } from "../structured-data.ts";
import {
  all,
  attributes,
  count,
  linksNamed,
  meta,
  one,
  type PageDocument,
  readDocument,
  texts,
  visibleText,
} from "./document.ts";
import { collectLogs } from "./logs.ts";
import { ask, askWith, ORIGIN, openPage, pageText } from "./shop.ts";

collectLogs();

/** The exam centres' places in the order of the alphabet (given 9.5). */
const CITIES =
  "Alkmaar Amsterdam Arnhem Barendrecht Breda Deventer Eindhoven Goes Gorinchem Groningen Haarlem Hengelo Hoogeveen Leeuwarden Leusden Maastricht Rijswijk Utrecht Venlo Zwolle".split(
    " ",
  );

type JsonLd = Record<string, unknown> & { "@type": string };
type FaqPageData = { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };

const mainOf = (page: PageDocument) => one(page, "main");
const mainText = (page: PageDocument) => visibleText(mainOf(page));

function structuredData(html: string, type: string): JsonLd | undefined {
  return (readStructuredData(html) as JsonLd[]).find((data) => data["@type"] === type);
}

/** Each question has an id to link to, and structured data has the same texts as the page. */
function expectFaq(html: string, items: readonly FaqItem[]): void {
  const page = readDocument(html);
  expect(attributes(page, "details.faq-item", "id")).toEqual(items.map((item) => item.id));
  const text = mainText(page);
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
  const pages = [PATHS.exam, PATHS.faq, PATHS.terms, PATHS.privacy, PATHS.accessibility, PATHS.practiceAnswers];

  test.each(pages)("GET %s has breadcrumbs, which it shows", async (path) => {
    const html = await pageText(path);
    const { itemListElement } = structuredData(html, "BreadcrumbList") as unknown as {
      itemListElement: { name: string; item: string }[];
    };
    expect(itemListElement.map(({ item }) => item)).toEqual([`${ORIGIN}/`, `${ORIGIN}${path}`]);
    expect(visibleText(one(readDocument(html), "body"))).toContain(itemListElement[1]?.name);
  });
});

describe("the exam page", () => {
  test("has three steps, four tips, the questions and two calls to action; ordering keeps the query", async () => {
    const html = await pageText(`${PATHS.exam}?flow=A&utm_source=mail`);
    const page = readDocument(html);
    expect(texts(page, "title")).toEqual(["CBR Examen - Zo werkt het"]);
    expect(texts(page, ".route-steps h3")).toEqual(["Aanmelden", "Voorbereiden", "Afname"]);
    expect(count(page, ".exam-tips > li")).toBe(4);
    expectFaq(html, EXAM_COPY.faq.items);
    const calls = attributes(page, ".closing-call a", "href");
    expect(calls).toEqual([`${PATHS.order}?flow=A&utm_source=mail`, env.PRACTICE_APP_URL]);
    expect(mainText(page)).toContain(`Vanaf ${formatPrice(lowestPriceCents("A"))} per cursus inclusief btw`);
  });

  test("adds up what one licence and both cost, at the prices of the flow", async () => {
    for (const flow of ["none", "A"] as const) {
      const [kvb1, kvb2] = (["KVB1", "KVB2"] as const).map((id) => priceOf(id, flow).priceCents + 3465) as [
        number,
        number,
      ];
      const sums = [...new Set([kvb1, kvb2]), kvb1 + kvb2].map(formatPrice);
      expect(texts(await openPage(`${PATHS.exam}?flow=${flow}`), ".cost-total td")).toEqual(sums);
    }
    const page = await openPage(PATHS.exam);
    expect(texts(page, ".cost-box tbody th")).toEqual([
      "Cursus, aan ons",
      "Examen, aan het CBR",
      "Cursus en examen samen",
      "Gezondheidsverklaring, bij het CBR",
      "Vaarbewijs aanvragen, bij het CBR",
    ]);
    expect(visibleText(one(page, ".cost-box > p"))).toContain(FACTS_STATE);
    expect(linksNamed(page, "Doe de vaarbewijscheck")).toEqual([PATHS.licenceCheck]);
  });

  test("the facts are a real table with the figures of both exams", async () => {
    const table = one(await openPage(PATHS.exam), ".exam-table");
    expect(texts(table, "caption")).toHaveLength(1);
    expect(count(table, 'thead th[scope="col"]')).toBe(3);
    expect(count(table, "tbody tr")).toBeGreaterThanOrEqual(8);
    expect(count(table, 'tbody th[scope="row"]')).toBe(count(table, "tbody tr"));
    const cells = texts(table, "td");
    for (const fact of ["€34,65", "40", "50", "Minstens 56 van de 80", "Minstens 35 van de 50", "60 min", "90 min"]) {
      expect(
        cells.filter((cell) => cell.startsWith(fact)),
        fact,
      ).not.toEqual([]);
    }
    for (const fact of ["4 tot 6 uur", "8 tot 12 uur", "Levenslang", "Meer dan 50", "15 minuten van tevoren"]) {
      expect(cells).toContain(fact);
    }
  });

  test("all twenty exam centres are in the page without JavaScript, in order of their city", async () => {
    const list = one(await openPage(PATHS.exam), "ul.exam-centres");
    expect(texts(list, "b")).toEqual(CITIES);
    expect(texts(list, "li")[5]).toMatch(/^Deventer CBR \w+ Deventer$/);
    expect(texts(list, "li")[6]).toMatch(/^Eindhoven /);
    expect(texts(list, "li")).toContain("Gorinchem Schelluinen/Gorinchem");
    expect(count(list, "button")).toBe(0);
  });

  test("only the exam page may load images from the tile server", async () => {
    const tiles = new URL(String(env.MAP_TILE_URL)).origin;
    expect(directive(await ask(PATHS.exam), "img-src").split(" ")).toContain(tiles);
    expect(directive(await ask(PATHS.faq), "img-src")).not.toContain(tiles);
  });

  test("a tile address with a subdomain placeholder allows its subdomains", async () => {
    const response = await askWith({ MAP_TILE_URL: "https://{s}.tile.example/{z}/{x}/{y}.png" }, PATHS.exam);
    expect(directive(response, "img-src").split(" ")).toContain("https://*.tile.example");
  });

  test("without a tile address there is the list, and a sentence instead of the map", async () => {
    const response = await askWith({ MAP_TILE_URL: "" }, PATHS.exam);
    expect(response.status).toBe(200);
    const page = readDocument(await response.text());
    expect(mainText(page)).toContain(EXAM_COPY.map.mapUnavailable);
    expect(count(page, ".exam-chart")).toBe(0);
    expect(texts(page, ".exam-centres b")).toEqual(CITIES);
    expect(directive(response, "img-src")).toBe("img-src 'self' data:");
  });
});

describe("the FAQ page", () => {
  test("has its four groups of questions, each with a link to it", async () => {
    const html = await pageText(PATHS.faq);
    const titles = ["Toegang & Betaling", "Cursusinhoud & Duur", "Technisch & Apparaten", "Examens & Verschillen"];
    const page = readDocument(html);
    const groups = all(page, ".faq-group");
    expect(groups.map((group) => texts(group, "h2"))).toEqual(titles.map((title) => [title]));
    for (const [index, group] of groups.entries()) {
      expect(count(group, "details")).toBeGreaterThanOrEqual(3);
      expect(linksNamed(mainOf(page), titles[index] ?? "")).toEqual([`#${group.id}`]);
    }
    expectFaq(
      html,
      FAQ_COPY.groups.flatMap((group) => group.items),
    );
  });

  test("answers link to what they name, with the query, and stay plain in the structured data", async () => {
    const html = await pageText(`${PATHS.faq}?flow=B&utm_source=mail`);
    const page = readDocument(html);
    expect(visibleText(one(page, "#examen-inbegrepen"))).toContain(
      `samen ${formatPrice(priceOf("KVB1", "B").priceCents + 3465)}`,
    );
    const refund = one(page, "#aankoop-herroepen");
    expect(linksNamed(refund, "artikel 7 van de algemene voorwaarden")).toEqual([
      `${PATHS.terms}?flow=B&utm_source=mail#artikel-7`,
    ]);
    expect(linksNamed(one(page, "#activatielink-werkt-niet"), "Laat het ons weten")).toEqual(["#contact"]);
    // A part of a page that a link leads to exists.
    for (const href of attributes(page, ".faq-answer a", "href")) {
      const { pathname, search, hash } = new URL(href ?? "", `${ORIGIN}${PATHS.faq}?flow=B&utm_source=mail`);
      expect(search, href).toBe("?flow=B&utm_source=mail");
      if (hash !== "") expect(count(await openPage(pathname), hash), href).toBe(1);
    }
    const { mainEntity } = structuredData(html, "FAQPage") as unknown as FaqPageData;
    const answers = mainEntity.map(({ acceptedAnswer }) => acceptedAnswer.text);
    expect(answers).toContainEqual(expect.stringContaining("staat in artikel 7 van de algemene voorwaarden."));
    for (const answer of answers) expect(answer).not.toMatch(/<|\[object/);
  });

  test("prints what only the owner knows, and the order page how soon there is a reply, from one place", async () => {
    const faq = mainText(await openPage(PATHS.faq));
    for (const paragraph of Object.values(OWNER_ANSWERS).flatMap<RunningText>(({ text }) => text)) {
      expect(faq).toContain(plainText(paragraph));
    }
    const order = mainText(await openPage(PATHS.order));
    for (const paragraph of OWNER_ANSWERS.replyTime.text) expect(order).toContain(plainText(paragraph));
  });

  test.each([
    ["by mail", { TRADER_PHONE: "" }, `Mail ons: ${env.TRADER_EMAIL}`, `mailto:${env.TRADER_EMAIL}`],
    [
      "by telephone",
      { TRADER_EMAIL: "", TRADER_PHONE: "+31 (0)20 000 00 00" },
      "Bel ons: +31 (0)20 000 00 00",
      "tel:+310200000000",
    ],
    [
      "in the terms, when there is neither an address nor a number",
      { TRADER_EMAIL: "", TRADER_PHONE: "" },
      "artikel 2 van de algemene voorwaarden",
      `${PATHS.terms}?flow=B#artikel-2`,
    ],
  ])("says how to reach the trader: %s", async (_where, trader, words, href) => {
    const response = await askWith(trader, `${PATHS.faq}?flow=B`);
    const contact = one(readDocument(await response.text()), "#contact");
    expect(visibleText(contact)).toContain(words);
    expect(attributes(contact, "ul a", "href")).toEqual([href]);
  });

  test("names who made the courses only where that is configured, as every course's page does", async () => {
    const makers = "Anna de Boer <instructeur> & $& Joris Smit";
    for (const path of [PATHS.faq, PATHS.kvb1, PATHS.kvb2, PATHS.marifonie]) {
      const page = async (bindings: object) =>
        visibleText(one(readDocument(await (await askWith(bindings, path)).text()), "main"));
      expect(await page({ COURSE_MAKERS: makers }), path).toContain(`Onze cursussen zijn gemaakt door ${makers}.`);
      expect(await page({}), path).not.toContain("gemaakt door");
    }
  });

  test("ends with the two calls to action", async () => {
    const page = await openPage(`${PATHS.faq}?flow=B`);
    expect(attributes(page, ".closing-call a", "href")).toEqual([`${PATHS.order}?flow=B`, env.PRACTICE_APP_URL]);
  });
});

describe("prices in answers", () => {
  const pricesIn = (text: string) => new Set(text.match(/€\d+(,\d\d)?/g));

  test.each(FLOWS)("are those of flow %s, and of no other", async (flow) => {
    const [price, fee] = [priceOf("KVB1", flow).priceCents, EXAM_FACTS.feeCents];
    const faq = await openPage(`${PATHS.faq}?flow=${flow}`);
    expect(visibleText(one(faq, "#hoe-betalen"))).toContain(`${formatPrice(price)} per cursus`);
    expect(pricesIn(visibleText(one(faq, "#examen-inbegrepen")))).toEqual(
      new Set([price, fee, price + fee, 2 * price, 2 * (price + fee)].map(formatPrice)),
    );
    const home = await openPage(`${PATHS.home}?flow=${flow}`);
    expect(pricesIn(visibleText(one(home, "#examen-bij-de-prijs")))).toEqual(
      new Set([price + fee, 2 * (price + fee)].map(formatPrice)),
    );
  });
});

describe("the legal pages", () => {
  test("the terms are articles 1 to 11 with a table of contents", async () => {
    const page = await openPage(PATHS.terms);
    const numbers = Array.from({ length: 11 }, (_, index) => `Artikel ${index + 1}`);
    expect(texts(page, ".legal-section .legal-number")).toEqual(numbers);
    const contents = attributes(page, ".legal-contents a", "href");
    expect(contents.slice(0, 11)).toEqual(
      attributes(page, ".legal-section", "id")
        .slice(0, 11)
        .map((id) => `#${id}`),
    );
    expect(contents).toContain(`#${TERMS_COPY.withdrawalForm.id}`);
  });

  test("the terms say all that the files of the mails say, and lead to them", async () => {
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

  test("the substance of the terms is there", async () => {
    const text = mainText(await openPage(PATHS.terms));
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
      expect(mainText(await openPage(path))).toContain(String(env.TRADER_KVK));
      const response = await askWith({ TRADER_KVK: "", TRADER_PHONE: "+31 (0)20 000 00 00" }, path);
      const main = mainOf(readDocument(await response.text()));
      expect(visibleText(main)).not.toContain("KvK ");
      expect(attributes(main, 'a[href^="tel:"]', "href")).toContain("tel:+310200000000");
    },
  );

  test.each([
    [PATHS.privacy, PRIVACY_COPY],
    [PATHS.accessibility, ACCESSIBILITY_COPY],
  ])("%s has all its sections", async (path, { sections }) => {
    const page = await openPage(path);
    expect(attributes(page, ".legal-section", "id")).toEqual(sections.map(({ id }) => id));
    expect(texts(page, ".legal-section h2")).toEqual(sections.map(({ title }) => title));
  });

  test("the privacy page names who serves videos and map, and nobody where there is none", async () => {
    const named = async (vars: object) => {
      const response = await askWith(vars, PATHS.privacy);
      return texts(one(readDocument(await response.text()), "#video-en-kaart"), "li");
    };
    const video = "https://player.example/video/1";
    const map = { MAP_TILE_URL: "https://tiles.example/{z}/{x}/{y}.png", MAP_ATTRIBUTION: "© Kaart" };
    const videos = ["INTRO", ..."12345"].map((id) => [
      id === "INTRO" ? "VIDEO_INTRO_URL" : `VIDEO_QUIZ_${id}_URL`,
      video,
    ]);
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
    for (const path of [PATHS.faq, PATHS.terms, PATHS.privacy]) {
      expect(linksNamed(await openPage(path), "Toegankelijkheid")).toEqual([PATHS.accessibility]);
    }
  });
});

describe("the practice answers", () => {
  test("show every question with its right answer and explanation, and are not indexed", async () => {
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
      // Correct letters in order (given 4.1).
      expect(texts(shown, ".quiz-answer-right .quiz-letter")).toEqual([["A", "B", "B", "C", "C"][index]]);
    }
    const text = mainText(page);
    expect(text).not.toContain("Jouw antwoord");
    expect(text).toContain(QUIZ_COPY.answers.intro);
    expect(attributes(mainOf(page), "a", "href")).toContain(PATHS.quiz);
  });

  test("mark the visitor's own answers: right, wrong, unknown and missing", async () => {
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
});

describe("what crawlers read", () => {
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

  test("robots.txt allows everything but the API and names the sitemap", async () => {
    const response = await ask(PATHS.robots);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${ORIGIN}${PATHS.sitemap}\n`);
  });
});
