import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import { COURSE_IDS, priceOf } from "../../src/shared/courses.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { readStructuredData } from "../structured-data.ts";
import { attributes, count, hasIsland, one, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { ask, askWith, ORIGIN, openPage, pageOf, pageText } from "./shop.ts";

/** The home page, and what it shares with the sales pages: the popup and the video (given 3.2, 3.3). */

collectLogs();

const PAYMENT_METHODS = "Zo kun je betalen: iDEAL, Klarna, Google Pay, Apple Pay, Mastercard, Visa";

test("is on no other page, and not anywhere when it is switched off", async () => {
  for (const path of [PATHS.order, PATHS.terms, PATHS.privacy, PATHS.quiz, PATHS.checkout, PATHS.practiceAnswers]) {
    expect(hasIsland(await openPage(path), "practicePopup"), path).toBe(false);
  }
  const home = await askWith({ PRACTICE_POPUP: "off" }, PATHS.home);
  expect(hasIsland(await pageOf(home), "practicePopup")).toBe(false);
});

test.each([PATHS.home, PATHS.kvb1])("on %s is a link to a player that the policy allows", async (path) => {
  const response = await ask(path);
  const { origin } = new URL(String(env.VIDEO_INTRO_URL));
  expect(response.headers.get("content-security-policy")).toContain(`frame-src ${origin};`);
  const page = await pageOf(response);
  expect(attributes(page, "a.video-play", "href")).toEqual([env.VIDEO_INTRO_URL]);
  expect(count(page, "iframe")).toBe(0);
  // The remembered page has the same policy.
  const again = await ask(path);
  expect(again.headers.get("content-security-policy")).toBe(response.headers.get("content-security-policy"));
  expect(again.headers.get("etag")).toBe(response.headers.get("etag"));
});

test("the video: is only a picture while it is not configured", async () => {
  const response = await askWith({ VIDEO_INTRO_URL: "" }, PATHS.kvb2);
  expect(response.headers.get("content-security-policy")).not.toContain("frame-src");
  const page = await pageOf(response);
  expect(count(page, ".video")).toBe(1);
  expect(count(page, ".video a, .video button")).toBe(0);
});

test("home: the checkout has the ways to pay and a lock at its button", async () => {
  const end = one(await openPage(PATHS.checkout), ".pay-button ~ .pay-secure");
  expect(attributes(end, "img", "alt")).toEqual([PAYMENT_METHODS]);
  expect(visibleText(end)).toContain("Je betaalt veilig via Stripe.");
});

test.each([PATHS.home, PATHS.order, PATHS.checkout])("%s shows no example reviews to the public", async (path) => {
  const trader = { TRADER_PHONE: "020 000 00 00" };
  const found = [ORIGIN, "https://www.vaarkoers.example"].map(async (origin) => {
    const vars = { ...env, ...trader, SITE_ORIGIN: origin };
    const page = await pageOf(createApp().request(`${origin}${path}?ref=x`, {}, vars));
    return [count(page, "h1"), count(page, ".review"), attributes(page, ".trust-facts a", "href")];
  });
  expect(await Promise.all(found)).toEqual([
    [1, 6, []],
    [1, 0, [`${PATHS.mockExam}?ref=x`, "tel:0200000000"]],
  ]);
});

test("home: its structured data names the shop, three courses at their price and the four questions", async () => {
  const data = readStructuredData(await pageText(PATHS.home));
  expect(data.map((item) => item["@type"])).toEqual(["Organization", "ItemList", "FAQPage"]);
  const courses = data[1]?.itemListElement as { item: { name: string; offers: { price: string } } }[];
  expect(courses.map(({ item }) => item.name)).toEqual(["Klein Vaarbewijs 1", "Klein Vaarbewijs 2", "Marifonie"]);
  expect(courses.map(({ item }) => item.offers.price)).toEqual(
    COURSE_IDS.map((id) => formatDecimal(priceOf(id, "none").priceCents)),
  );
  expect(data[2]?.mainEntity).toHaveLength(4);
  expect(JSON.stringify(data)).not.toMatch(/rating|review/i);
});
