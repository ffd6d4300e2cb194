import { describe, expect, test } from "vitest";
import { BUILT_PAGES } from "../../.build/pages.ts";
import { createApp } from "../../src/app.tsx";
import { PageMemory } from "../../src/server/http/page-memory.ts";
import { FLOWS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { ORIGIN } from "./shop.ts";

/** The pages that the build finishes are right, and are sent only if they fit the vars. */

const addresses = [...CONTENT_PATHS, PATHS.checkout].flatMap((path) =>
  FLOWS.map((flow) => `${path}?gclid=1&utm_source=a%26b${flow === "none" ? "" : `&flow=${flow}`}`),
);
const keys = Object.keys(BUILT_PAGES.pages);

describe("pages that the build has made", () => {
  test("are every content page and the checkout, in every flow", () => {
    expect(keys).toHaveLength(addresses.length);
  });

  test.each(addresses)("%s is what the app renders, byte for byte, headers too", async (address) => {
    const pages = new PageMemory(BUILT_PAGES);
    const [built, rendered] = await Promise.all(
      [createApp(pages), createApp()].map((app) => app.request(`${ORIGIN}${address}`, {}, BUILT_PAGES.vars)),
    );
    expect(pages.builtPages().size).toBe(1);
    expect(await built?.text()).toBe(await rendered?.text());
    expect([...(built?.headers ?? [])]).toEqual([...(rendered?.headers ?? [])]);
  });

  /** Whether the page of each key came from the build, and was not rendered. */
  async function areSent(asked: readonly string[], vars: Readonly<Record<string, unknown>>): Promise<boolean[]> {
    const pages = new PageMemory(BUILT_PAGES);
    const rendered = { markup: "", headers: {} };
    const page = (key: string) => pages.recallOrRender(key, vars, { search: "" }, async () => rendered);
    return Promise.all(asked.map(async (key) => (await page(key)).headers !== rendered.headers));
  }

  test("are sent to the shop that they were made for", async () => {
    expect(await areSent(keys, BUILT_PAGES.vars)).toEqual(keys.map(() => true));
  });

  test.each([
    ["a var that is different", { TRADER_PHONE: "010 1234567" }],
    ["a var that is gone", { PRACTICE_POPUP: undefined }],
  ])("are not sent to a shop with %s", async (_, changes) => {
    expect(await areSent(keys, { ...BUILT_PAGES.vars, ...changes })).toEqual(keys.map(() => false));
  });

  test("are not sent next year", async () => {
    const nextYear = keys.map((key) => key.replace(/\d{4}$/, (year) => String(Number(year) + 1)));
    expect(await areSent(nextYear, BUILT_PAGES.vars)).toEqual(keys.map(() => false));
  });
});
