import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { FEE_NOTE } from "../../src/courses/exam-facts-copy.ts";
import { FLOWS, lowestPriceCents, priceOf } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { plainText, type RunningText } from "../../src/shared/running-text.ts";
import { EXAM_COPY } from "../../src/shop/exam/exam-copy.ts";
import { FAQ_COPY } from "../../src/shop/faq-copy.ts";
import { OWNER_ANSWERS } from "../../src/shop/owner-copy.ts";
import { all, attributes, count, linksNamed, one, readDocument, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { expectFaq, type FaqPageData, mainOf, mainText, structuredData } from "./page-data.ts";
import { ask, askWith, ORIGIN, openPage, pageOf, pageText } from "./shop.ts";

/** The pages that answer questions: the exam page with its map, and the FAQ. */

collectLogs();

function directive(response: Response, name: string): string {
  const policy = response.headers.get("content-security-policy") ?? "";
  return policy.split("; ").find((part) => part.startsWith(`${name} `)) ?? "";
}

test("the exam page: answers its questions; it and home name the lowest price of the flow", async () => {
  expectFaq(await pageText(PATHS.exam), EXAM_COPY.faq.items);
  const price = `Actieprijs ${formatPrice(lowestPriceCents("A"))} per cursus inclusief btw`;
  for (const path of [PATHS.exam, PATHS.home])
    expect(mainText(readDocument(await pageText(`${path}?flow=A`)))).toContain(price);
});

test("the exam page: adds up what one licence and both cost, at the prices of the flow", async () => {
  for (const flow of ["none", "A"] as const) {
    const [kvb1, kvb2] = (["KVB1", "KVB2"] as const).map((id) => priceOf(id, flow).priceCents + 3465) as [
      number,
      number,
    ];
    const sums = [kvb1, kvb2, kvb1 + kvb2].map(formatPrice);
    expect(texts(await openPage(`${PATHS.exam}?flow=${flow}`), ".cost-total td")).toEqual(sums);
  }
  const page = await openPage(PATHS.exam);
  expect(texts(page, ".cost-box tbody th")).toEqual(["Cursus", "Examen", "Samen"]);
  expect(visibleText(one(page, ".cost-box > p"))).toContain(FEE_NOTE);
});

test("the exam page: the facts are a real table", async () => {
  const table = one(await openPage(PATHS.exam), ".exam-table");
  expect(texts(table, "caption")).toHaveLength(1);
  expect(count(table, 'thead th[scope="col"]')).toBe(3);
  expect(count(table, "tbody tr")).toBeGreaterThanOrEqual(5);
  expect(count(table, 'tbody th[scope="row"]')).toBe(count(table, "tbody tr"));
});

test("the exam page: only the exam page may load images from the tile server", async () => {
  const tiles = new URL(String(env.MAP_TILE_URL)).origin;
  expect(directive(await ask(PATHS.exam), "img-src").split(" ")).toContain(tiles);
  expect(directive(await ask(PATHS.faq), "img-src")).not.toContain(tiles);
});

test("the exam page: a tile address with a subdomain placeholder allows its subdomains", async () => {
  const response = await askWith({ MAP_TILE_URL: "https://{s}.tile.example/{z}/{x}/{y}.png" }, PATHS.exam);
  expect(directive(response, "img-src").split(" ")).toContain("https://*.tile.example");
});

test("the exam page: without a tile address there is the list, and a sentence instead of the map", async () => {
  const response = await askWith({ MAP_TILE_URL: "" }, PATHS.exam);
  expect(response.status).toBe(200);
  const page = readDocument(await response.text());
  expect(mainText(page)).toContain(EXAM_COPY.map.mapUnavailable);
  expect(count(page, ".exam-chart")).toBe(0);
  expect(count(page, "ul.exam-centres li")).toBe(20);
  expect(directive(response, "img-src")).toBe("img-src 'self' data:");
});

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
  const items = FAQ_COPY.groups.flatMap((group) => group.items);
  expectFaq(html, items);
});

test("answers of the FAQ link to what they name, with the query, and are plain in the structured data", async () => {
  const html = await pageText(`${PATHS.faq}?flow=B&utm_source=mail`);
  const page = readDocument(html);
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

test("the FAQ page: prints what only the owner knows, from one place", async () => {
  const faq = mainText(await openPage(PATHS.faq));
  for (const paragraph of Object.values(OWNER_ANSWERS).flatMap<RunningText>(({ text }) => text)) {
    expect(faq).toContain(plainText(paragraph));
  }
});

test.each([
  ["by mail", { TRADER_PHONE: "" }, `Mail ons: ${env.TRADER_EMAIL}`, `mailto:${env.TRADER_EMAIL}`],
  ["by phone", { TRADER_EMAIL: "", TRADER_PHONE: "+31 (0)20 00" }, "Bel ons: +31 (0)20 00", "tel:+3102000"],
  ["in the terms", { TRADER_EMAIL: "", TRADER_PHONE: "" }, "artikel 2 van", `${PATHS.terms}?flow=B#artikel-2`],
])("the FAQ page: says how to reach the trader: %s", async (_where, trader, words, href) => {
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
    expect(await page({ COURSE_MAKERS: makers }), path).toContain(`emaakt door ${makers}`);
    expect(await page({}), path).not.toContain("emaakt door");
  }
  const face = async (picture: string) =>
    one(await pageOf(askWith({ COURSE_MAKERS: makers, MAKERS_PICTURE: picture }, PATHS.kvb1)), ".makers-face");
  expect((await face("/images/makers.jpg")).getAttribute("src")).toBe("/images/makers.jpg");
  expect(one(await face(""), "svg")).toBeDefined();
});

test.each(FLOWS)("the price in the FAQ is that of flow %s", async (flow) => {
  const faq = await openPage(`${PATHS.faq}?flow=${flow}`);
  expect(visibleText(one(faq, "#hoe-betalen"))).toContain(
    `${formatPrice(priceOf("KVB1", flow).priceCents)} per cursus`,
  );
});
