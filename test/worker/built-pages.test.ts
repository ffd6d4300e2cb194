import { describe, expect, test } from "vitest";
import { BUILT_PAGES } from "../../.build/pages.ts";
import { createApp } from "../../src/app.tsx";
import { PageMemory } from "../../src/response/page-memory.ts";
import { FLOWS } from "../../src/shared/courses.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { ORIGIN } from "./shop.ts";

/** The pages that the build finishes: right, and sent only where they are. */

const addresses = CONTENT_PATHS.flatMap((path) =>
  FLOWS.map((flow) => `${path}?gclid=1&utm_source=a%26b${flow === "none" ? "" : `&flow=${flow}`}`),
);
const keys = Object.keys(BUILT_PAGES.pages);

describe("pages that the build has made", () => {
  test("are every content page in every flow", () => {
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

  test.each([
    ["a var that is different", { TRADER_PHONE: "010 1234567" }],
    ["a var that is gone", { PRACTICE_POPUP: undefined }],
  ])("are not sent to a shop with %s", async (_, changes) => {
    const pages = new PageMemory(BUILT_PAGES);
    for (const key of keys) {
      expect(await pages.recallBuilt(key, { ...BUILT_PAGES.vars, ...changes })).toBeUndefined();
    }
  });

  test("are not sent next year", async () => {
    const pages = new PageMemory(BUILT_PAGES);
    const nextYear = (key: string) => key.replace(/\d{4}$/, (year) => String(Number(year) + 1));
    for (const key of keys) expect(await pages.recallBuilt(nextYear(key), BUILT_PAGES.vars)).toBeUndefined();
  });
});
