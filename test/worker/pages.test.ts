import { expect, test } from "vitest";
import { termsDocument, withdrawalFormDocument } from "../../src/legal/legal-documents-copy.ts";
import { LEGAL_PDF_PATHS, PATHS } from "../../src/shared/paths.ts";
import { EXAM_CENTRES } from "../../src/shop/exam/exam-centres-rules.ts";
import { EXAM_COPY } from "../../src/shop/exam/exam-copy.ts";
import { FAQ_COPY } from "../../src/shop/faq-copy.ts";
import { HOME_COPY } from "../../src/shop/home-copy.ts";
import { PDF_TRADER } from "../../src/ui/client-manifest.ts";
import { routes } from "../routes.ts";
import { readStructuredData } from "../structured-data.ts";
import { attributes, count, meta, one, readDocument, visibleText } from "./document.ts";
import { expectBaseline } from "./security-headers.ts";
import { answerText, ask, askWith, ORIGIN, openPage, pageOf } from "./shop.ts";

test("HEAD answers like GET, without a body", async () => {
  const response = await ask(PATHS.home, { method: "HEAD" });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await response.text()).toBe("");
});

const NONE = "/nope /klein-vaarbewijs-3 /%E0%A4%A /..%2f..%2fetc/passwd /bridge-29incl-vb2 /WP-login.php".split(" ");
const NO_QUESTIONS = ["", "/1/2", "/0", "/01", "/abc"].map((end) => `/quiz-question${end}`);
test.each([...NONE, ...NO_QUESTIONS])("pages that do not exist: GET %s is the 404 page", async (path) => {
  const [page, approved] = [await pageOf(ask(path), 404), await openPage("/nope")];
  // What it says: every-page.test.ts.
  for (const part of ["title", "[name=robots]", "main"])
    expect(one(page, part).toString()).toBe(one(approved, part).toString());
  // The page says so in the console (given 3.12).
  expect(count(page, 'script[src^="/build/not-found-"]')).toBe(1);
});

test("a page that is the same for everybody has an entity tag and answers 304 to it", async () => {
  const { etag, "cache-control": kept } = Object.fromEntries((await ask(PATHS.home)).headers);
  expect([kept, etag]).toEqual(["public, no-cache", expect.stringMatching(/^"[0-9a-f]{24}"$/)]);
  const asked = (known: string) => ask(PATHS.home, { headers: { "if-none-match": known } });
  for (const known of [`${etag}`, `W/${etag}`, `"other", W/${etag}`, "*", " * "]) {
    expect(await answerText(asked(known), 304), known).toBe("");
    expectBaseline(await asked(known));
  }
  for (const other of ['"other"', `${etag?.slice(1, -1)}`, ""]) expect((await asked(other)).status, other).toBe(200);
});

test("an entity tag is that of what is in the page: its visitor's query, and the shop's vars; a streamed page has none", async () => {
  const own = await ask(`${PATHS.order}?gclid=1`);
  const etag = own.headers.get("etag") ?? "";
  expect(await own.text()).toContain("gclid=1");
  const statusOf = async (path: string) => (await ask(path, { headers: { "if-none-match": etag } })).status;
  expect([await statusOf(`${PATHS.order}?gclid=1`), await statusOf(`${PATHS.order}?flow=A`)]).toEqual([304, 200]);
  const tag = async (path: string, bindings = {}) => (await askWith(bindings, path)).headers.get("etag");
  expect(await tag(`${PATHS.faq}?a=1`)).toBe(await tag(PATHS.faq));
  expect(await tag(PATHS.faq, { TRADER_PHONE: "010 1234567" })).not.toBe(await tag(PATHS.faq));
  expect(await tag(PATHS.checkout)).toMatch(/^"[0-9a-f]{24}"$/);
  expect(await tag("/bridge-59incl-vb1")).toBeNull();
});

test("health: names the version without KV or Stripe", async () => {
  const response = await ask(PATHS.health);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await response.json()).toMatchObject({ status: "ok", version: expect.any(String) });
});

test.each([
  [PATHS.home, HOME_COPY.faq.items],
  [PATHS.exam, EXAM_COPY.faq.items],
  [PATHS.faq, [FAQ_COPY.mostAsked, ...FAQ_COPY.groups].flatMap(({ items }) => items)],
])("%s: its questions have addresses, and search engines read them as they are", async (path, items) => {
  const html = await answerText(ask(path));
  const page = readDocument(html);
  expect(attributes(page, "details.faq-item", "id")).toEqual(items.map(({ id }) => id));
  const data = readStructuredData(html).find((item) => item["@type"] === "FAQPage");
  const { mainEntity } = data as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };
  expect(mainEntity.map(({ name }) => name)).toEqual(items.map(({ question }) => question));
  for (const { name, acceptedAnswer } of mainEntity) {
    expect(acceptedAnswer.text).not.toMatch(/<|\[object/);
    for (const said of [name, acceptedAnswer.text]) expect(visibleText(one(page, "main"))).toContain(said);
  }
});

test("the legal pages: the terms say all that the files of the mails say, and lead to them", async () => {
  const page = await openPage(PATHS.terms);
  const text = visibleText(one(page, "main"));
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

const KEPT_FILE = "public, max-age=3600";
const kindOf = ({ headers }: Response) => [headers.get("content-type"), headers.get("cache-control")];

test("the sitemap lists each page that may be indexed, and each can be reached from another", async () => {
  const response = await ask(PATHS.sitemap);
  expect(kindOf(response)).toEqual(["application/xml; charset=utf-8", KEPT_FILE]);
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

const NORTH_TO_SOUTH =
  "Groningen Leeuwarden Hoogeveen Alkmaar Zwolle Haarlem Amsterdam Hengelo Deventer Leusden Utrecht Rijswijk Arnhem Barendrecht Gorinchem Breda Goes Eindhoven Venlo Maastricht";
const WEST_TO_EAST =
  "Goes Rijswijk Barendrecht Haarlem Alkmaar Breda Amsterdam Gorinchem Utrecht Leusden Eindhoven Maastricht Leeuwarden Arnhem Zwolle Deventer Venlo Hoogeveen Groningen Hengelo";
test("exam centres stand where they are, as on any map of the country", () => {
  const sorted = (axis: 0 | 1) => EXAM_CENTRES.toSorted((a, b) => a.coordinates[axis] - b.coordinates[axis]);
  expect(sorted(0).map(({ city }) => city)).toEqual(NORTH_TO_SOUTH.split(" ").toReversed());
  expect(sorted(1).map(({ city }) => city)).toEqual(WEST_TO_EAST.split(" "));
});

test("what crawlers read: robots.txt allows everything but the API and names the sitemap", async () => {
  const response = await ask(PATHS.robots);
  expect(kindOf(response)).toEqual(["text/plain; charset=utf-8", KEPT_FILE]);
  expect(await response.text()).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${ORIGIN}${PATHS.sitemap}\n`);
});
