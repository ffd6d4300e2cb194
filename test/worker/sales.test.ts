import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { HOME_COPY } from "../../src/content/home.ts";
import { KVB1_COPY } from "../../src/content/kvb1.ts";
import { KVB2_COPY } from "../../src/content/kvb2.ts";
import { MARIFONIE_COPY } from "../../src/content/marifonie.ts";
import { checkoutVar } from "../../src/env.ts";
import { COURSES, FLOWS, PRICE_CENTS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { readStructuredData } from "../structured-data.ts";
import { ask, askWith, pageText } from "./shop.ts";

const PAGES = [
  { copy: KVB1_COPY, tiles: 0, included: 4, groups: 5, questions: 4 },
  { copy: KVB2_COPY, tiles: 5, included: 4, groups: 5, questions: 4 },
  { copy: MARIFONIE_COPY, tiles: 4, included: 3, groups: 4, questions: 5 },
] as const;

/** The page as a visitor reads it: no tags, no references, one space between words. */
function visibleText(html: string): string {
  const body = html.slice(html.indexOf("<body>")).replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, " ");
  return decode(body.replaceAll("<!-- -->", "").replaceAll(/<[^>]+>/g, " ")).replaceAll(/\s+/g, " ");
}

function decode(text: string): string {
  return text
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** How often a page has an element with this class. */
function count(html: string, className: string): number {
  return html.match(new RegExp(`class="(?:[^"]* )?${className}(?: [^"]*)?"`, "g"))?.length ?? 0;
}

/** The list items between an element with this class and the end of its list, nested ones not counted. */
function headingsIn(html: string, className: string): string[] {
  const start = html.indexOf(`class="${className}`);
  if (start === -1) return [];
  const part = html.slice(start, html.indexOf("</section>", start));
  return [...part.matchAll(/<h3[^>]*>([^<]+)<\/h3>/g)].map((match) => decode(match[1] ?? ""));
}

describe.each(PAGES)("the sales page of $copy.courseId", ({ copy, ...numbers }) => {
  const course = COURSES[copy.courseId];

  test("has every block with its number of items and its names", async () => {
    const html = await pageText(course.path);
    expect(html).toContain(`<title>${copy.meta.title}</title>`);
    expect(html).toContain(`<h1>${copy.hero.title}</h1>`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(headingsIn(html, "tiles")).toEqual(copy.tiles?.items.map((tile) => tile.title) ?? []);
    expect(headingsIn(html, "tiles")).toHaveLength(numbers.tiles);
    expect(headingsIn(html, "sales-included")).toHaveLength(numbers.included);
    expect(headingsIn(html, "content-groups")).toEqual(copy.contents.groups.map((group) => group.title));
    expect(headingsIn(html, "content-groups")).toHaveLength(numbers.groups);
    expect(count(html, "faq-item")).toBe(numbers.questions);
    expect(count(html, "course-picture")).toBe(2);
    expect(count(html, "pricing-card")).toBe(1);
    expect(count(html, "video")).toBe(1);
    expect(count(html, "stats")).toBe(1);
    expect(html).toContain('alt="Zo kun je betalen: iDEAL, Klarna, Google Pay, Apple Pay, Mastercard, Visa"');
    const text = visibleText(html);
    for (const stat of copy.stats) expect(text).toContain(`${stat.value} ${stat.label}`);
  });

  test.each(FLOWS)("in flow %s both order buttons lead to its checkout, at its price", async (flow) => {
    const html = await pageText(flow === "none" ? course.path : `${course.path}?flow=${flow}`);
    const href = `href="${env[checkoutVar(course.id, flow)]}"`;
    expect(html.split(href)).toHaveLength(3);
    expect(html).toContain(`${href} data-evt="hero_cta_primary"`);
    expect(html).toContain(`${href} data-evt="${course.dataEvt}"`);
    expect(html.match(new RegExp(`<b>€${PRICE_CENTS[flow] / 100}</b>`, "g"))).toHaveLength(2);
    expect(html.match(/<s>€59<\/s>/g)?.length ?? 0).toBe(flow === "none" ? 0 : 2);
    expect(html).toContain("inclusief btw");
  });

  test("the structured data names the normal price in every flow and has no ratings", async () => {
    for (const path of [course.path, `${course.path}?flow=B`]) {
      const data = readStructuredData(await pageText(path));
      expect(data.map((item) => item["@type"])).toEqual(["BreadcrumbList", "Product", "Course", "FAQPage"]);
      expect(data[1]).toMatchObject({ name: course.name, offers: { price: "59.00", priceCurrency: "EUR" } });
      expect(data[2]).toMatchObject({ name: course.name, offers: { price: "59.00", category: "Paid" } });
      expect(JSON.stringify(data)).not.toMatch(/rating|review/i);
    }
  });

  test("every question and answer in the structured data stands on the page", async () => {
    const html = await pageText(course.path);
    const text = visibleText(html);
    const faq = readStructuredData(html).find((item) => item["@type"] === "FAQPage") as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[];
    };
    expect(faq.mainEntity).toHaveLength(numbers.questions);
    for (const { name, acceptedAnswer } of faq.mainEntity) {
      expect(text).toContain(name);
      expect(text).toContain(acceptedAnswer.text);
    }
  });

  test("without a configured checkout it says so instead of linking nowhere", async () => {
    const html = await (await askWith({ [checkoutVar(course.id, "none")]: "" }, `${course.path}?case=1`)).text();
    expect(count(html, "order-unavailable")).toBe(2);
    expect(html).not.toContain("hero_cta_primary");
  });
});

describe("practice questions", () => {
  test("KVB1 and KVB2 offer them, Marifonie does not", async () => {
    for (const path of [PATHS.kvb1, PATHS.kvb2]) {
      expect(await pageText(path)).toContain(`<a class="button button-light" href="${env.PRACTICE_APP_URL}">`);
    }
    expect(await pageText(PATHS.kvb1)).toContain("Twijfel je nog?");
    expect(count(await pageText(PATHS.marifonie), "practice-band")).toBe(0);
  });

  test("without a practice app the five questions on this site take its place, and there is no popup", async () => {
    const html = await (await askWith({ PRACTICE_APP_URL: "" }, `${PATHS.kvb1}?flow=A&case=2`)).text();
    expect(html).toContain(`href="${PATHS.quiz}?flow=A&amp;case=2"`);
    expect(html).not.toContain('data-island="practicePopup"');
  });
});

describe("the practice popup", () => {
  test.each([PATHS.home, PATHS.kvb1, PATHS.kvb2, PATHS.marifonie])("waits on %s", async (path) => {
    const html = await pageText(path);
    expect(html).toContain('data-island="practicePopup"');
    expect(html).toContain("Gratis oefenvragen proberen?");
    expect(html).toContain("Maak vijf oefenvragen");
    expect(html).toContain("&quot;startLabel&quot;:&quot;Starten&quot;");
    expect(html).toContain(`&quot;startHref&quot;:&quot;${env.PRACTICE_APP_URL}&quot;`);
    // Only a script can open it, so it is a script that brings it.
    expect(html).not.toContain("<dialog");
  });

  test("is not on the order page, and not anywhere when it is switched off", async () => {
    expect(await pageText(PATHS.order)).not.toContain('data-island="practicePopup"');
    const home = await askWith({ PRACTICE_POPUP: "off" }, `${PATHS.home}?case=3`);
    expect(await home.text()).not.toContain('data-island="practicePopup"');
  });
});

describe("the video", () => {
  test.each([PATHS.home, PATHS.kvb1])(
    "on %s is a link to the player that the policy allows, and no frame",
    async (path) => {
      const response = await ask(path);
      const { origin } = new URL(String(env.VIDEO_INTRO_URL));
      expect(response.headers.get("content-security-policy")).toContain(`frame-src ${origin};`);
      const html = await response.text();
      expect(html).toContain(`<a class="video-play" href="${env.VIDEO_INTRO_URL}">`);
      expect(html).not.toContain("<iframe");
      // The remembered page goes out with the same policy.
      const again = await ask(path);
      expect(again.headers.get("content-security-policy")).toBe(response.headers.get("content-security-policy"));
      expect(again.headers.get("etag")).toBe(response.headers.get("etag"));
    },
  );

  test("is only a picture while it is not configured", async () => {
    const response = await askWith({ VIDEO_INTRO_URL: "" }, `${PATHS.kvb2}?case=4`);
    expect(response.headers.get("content-security-policy")).not.toContain("frame-src");
    const html = await response.text();
    expect(count(html, "video")).toBe(1);
    expect(html).not.toContain("video-play");
  });
});

describe("home", () => {
  test("has its blocks in the order of the specification", async () => {
    const text = visibleText(await pageText(PATHS.home));
    const blocks = [
      HOME_COPY.hero.title,
      HOME_COPY.pricing.title,
      HOME_COPY.benefits.title,
      "Ervaringen met de cursus",
      HOME_COPY.practice.title,
      HOME_COPY.environment.title,
      HOME_COPY.steps.title,
      HOME_COPY.whenNeeded.title,
      HOME_COPY.pricingAgain.title,
      HOME_COPY.faq.title,
      HOME_COPY.closing.title,
    ];
    // From the title on: the header names some of them too.
    const main = text.slice(text.indexOf(HOME_COPY.hero.eyebrow));
    const positions = blocks.map((block) => main.indexOf(block));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  test("shows each block's items", async () => {
    const html = await pageText(PATHS.home);
    expect(html).toContain("<title>Vaarkoers? Vaarbewijs 1 &amp; 2 Cursus vanaf €59</title>");
    expect(html).toContain("<h1>Behaal jouw Vaarbewijs 1 &amp; 2</h1>");
    expect(count(html, "course-card")).toBe(6);
    expect(html.match(/>Populair</g)).toHaveLength(2);
    expect(html.match(/<blockquote>/g)).toHaveLength(6);
    expect(count(html, "faq-item")).toBe(4);
    expect(headingsIn(html, "route-steps")).toHaveLength(4);
    expect(html).toContain('data-evt="hero_cta_primary"');
    const text = visibleText(html);
    for (const words of ["Direct starten", "Oefenvragen uitproberen", "Probeer de oefenvragen", "15 pk", "13 km/u"]) {
      expect(text).toContain(words);
    }
  });

  test("its structured data names the shop, three courses at €59 and the four questions", async () => {
    const data = readStructuredData(await pageText(PATHS.home));
    expect(data.map((item) => item["@type"])).toEqual(["Organization", "ItemList", "FAQPage"]);
    const courses = data[1]?.itemListElement as { item: { name: string; offers: { price: string } } }[];
    expect(courses.map(({ item }) => item.name)).toEqual(Object.values(COURSES).map((course) => course.name));
    expect(new Set(courses.map(({ item }) => item.offers.price))).toEqual(new Set(["59.00"]));
    expect(JSON.stringify(data)).not.toMatch(/rating|review/i);
  });
});
