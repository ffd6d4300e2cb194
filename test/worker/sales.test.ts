import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { checkoutVar } from "../../src/server/env.ts";
import { COURSE_IDS, COURSES, FLOWS, priceOf } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { all, attributes, count, texts } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { openPage } from "./shop.ts";

/** The texts and numbers that the three sales pages must show (given 3.2, 3.3, 9.3). */

collectLogs();

describe.each(COURSE_IDS)("the sales page of %s", (courseId) => {
  const course = COURSES[courseId];

  test("each group has topics, each screenshot a text, each question an answer", async () => {
    const page = await openPage(course.path);
    for (const group of all(page, ".content-group")) expect(count(group, "li")).toBeGreaterThanOrEqual(3);
    for (const alt of attributes(page, ".sales-screenshots img", "alt")) expect(alt).toMatch(/\w{3}/);
    expect(texts(page, ".faq-list > details").filter((text) => !/\? .{20}/.test(text))).toEqual([]);
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
});
