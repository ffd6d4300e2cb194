import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { Hono } from "hono";
import { createElement, type ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import type { AppEnv } from "../../src/context.ts";
import { ExamPage } from "../../src/pages/exam.tsx";
import { FaqPage } from "../../src/pages/faq.tsx";
import { GiveGiftPage } from "../../src/pages/give-gift.tsx";
import { HomePage } from "../../src/pages/home.tsx";
import { PrivacyPage, TermsPage } from "../../src/pages/legal.tsx";
import { OrderPage } from "../../src/pages/order.tsx";
import { Kvb1Page, Kvb2Page, MarifoniePage } from "../../src/pages/sales.tsx";
import { StudyPlanFormPage } from "../../src/pages/study-plan.tsx";
import { createAccountFrame } from "../../src/response/frame.ts";
import { renderToString } from "../../src/response/render.tsx";
import type { Frame } from "../../src/shared/frame.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { ORIGIN } from "./shop.ts";

/** Thousands of renders take their time, milliseconds. */
const TIMEOUT_MS = 60_000;

/** How many queries each page is asked with. */
const QUERIES = 2_000;

const PAGES: Readonly<Record<string, (props: { frame: Frame }) => ReactElement>> = {
  [PATHS.home]: HomePage,
  [PATHS.kvb1]: Kvb1Page,
  [PATHS.kvb2]: Kvb2Page,
  [PATHS.marifonie]: MarifoniePage,
  [PATHS.exam]: ExamPage,
  [PATHS.studyPlan]: StudyPlanFormPage,
  [PATHS.faq]: FaqPage,
  [PATHS.terms]: TermsPage,
  [PATHS.privacy]: PrivacyPage,
  [PATHS.order]: OrderPage,
  [PATHS.giveGift]: GiveGiftPage,
};

/** Renders every page afresh, as React makes it of this request alone. */
const fresh = new Hono<AppEnv>();
for (const [path, Page] of Object.entries(PAGES)) {
  fresh.get(path, async (c) => {
    c.set("path", path);
    return c.body(await renderToString(createElement(Page, { frame: createAccountFrame(c) })));
  });
}

const HOSTILE = [
  "'",
  '"',
  "&",
  "<script>",
  "&amp;",
  "\uE000",
  "\uE001",
  "%00",
  "\u2028",
  "+",
  "#",
  ";",
  "{x}",
  "é",
  "=",
  "\\",
  "?",
];
const name = fc.oneof(
  fc.constantFrom("flow", "gclid", "utm_source", "A1", "A5", "Score", "code", "error_description", "__proto__"),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(...HOSTILE),
);
const value = fc.oneof(
  fc.constantFrom("A", "B", "none", "", "vaarbewijs", ...HOSTILE),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ minLength: 200, maxLength: 400 }),
);
/** Parameters as a form or a campaign makes them, or whatever somebody types behind the question mark. */
const query = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.tuple(name, value), { maxLength: 12 }).map((all) => `${new URLSearchParams(all)}`),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary-ascii", maxLength: 60 }).map((text) => text.replace(/[#\s]/g, "")),
  },
);

describe("joined bytes are what a fresh render makes", () => {
  test("of every page that is remembered", () => {
    expect(Object.keys(PAGES).sort()).toEqual([...CONTENT_PATHS].sort());
  });

  test.each(CONTENT_PATHS)("%s, for each of 2,000 queries", { timeout: TIMEOUT_MS }, async (path) => {
    const app = createApp();
    let asked = 0;
    for (const text of fc.sample(query, { numRuns: QUERIES, seed: 22_11_2026 })) {
      const address = `${ORIGIN}${path}?${text}`;
      const joined = await (await app.request(address, {}, env)).text();
      const rendered = await (await fresh.request(address, {}, env)).text();
      // React has a timer for each render, and a Worker may only have so many that have not run yet.
      if (asked++ % 500 === 0) await new Promise((resolve) => setTimeout(resolve));
      if (joined !== rendered) expect(joined, address).toBe(rendered);
    }
  });
});
