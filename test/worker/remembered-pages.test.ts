import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import { fillTemplate, matchesEtag, PageMemory, type PageTemplate } from "../../src/response/page-memory.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { hasIsland, readDocument } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { askWith, ORIGIN } from "./shop.ts";

collectLogs();
afterEach(() => void vi.restoreAllMocks());

const YEAR = new Date().getUTCFullYear();

/** The keys under which pages are remembered from now on. */
function watchKeys(): string[] {
  const keys: string[] = [];
  const remember = PageMemory.prototype.remember;
  vi.spyOn(PageMemory.prototype, "remember").mockImplementation(function (this: PageMemory, key, bytes, headers) {
    keys.push(key);
    return remember.call(this, key, bytes, headers);
  });
  return keys;
}

describe("what is remembered", () => {
  test("each content page in each flow, once, by its route, whatever the query", async () => {
    const keys = watchKeys();
    const app = createApp();
    const queries = ["", "?flow=A", "?flow=B"];
    for (let round = 0; round < 3; round += 1) {
      for (const path of CONTENT_PATHS) {
        for (const query of queries) {
          await app.request(`${ORIGIN}${path}${query}${query === "" ? "?" : "&"}gclid=${round}`, {}, env);
        }
      }
    }
    expect(keys).toEqual(
      CONTENT_PATHS.flatMap((path) => ["none", "A", "B"].map((flow) => `${ORIGIN} ${path} ${flow} ${YEAR}`)),
    );
  });

  test("no spelling of the request's own makes a key", async () => {
    const app = createApp();
    const path = PATHS.kvb1;
    await app.request(`${ORIGIN}${path}`, {}, env);
    await app.request(`${ORIGIN}${path}?flow=A`, {}, env);
    const keys = watchKeys();
    for (let index = 1; index < path.length; index += 1) {
      const letter = `%${path.charCodeAt(index).toString(16)}`;
      await app.request(`${ORIGIN}${path.slice(0, index)}${letter}${path.slice(index + 1)}`, {}, env);
      await app.request(`${ORIGIN}${path}?${"a".repeat(index)}`, {}, env);
    }
    for (const query of ["?flow=A&", "?&flow=A", "?flow=%41", "?FLOW=A", "?flow=C", "#flow=A", "?a=1#?flow=B"]) {
      await app.request(ORIGIN + path + query, {}, env);
    }
    expect(keys).toEqual([]);
  });

  test("a host of the request's own makes one only while the site has no configured origin", async () => {
    const keys = watchKeys();
    const app = createApp();
    await app.request(`https://other.example${PATHS.faq}`, {}, env);
    await app.request(`https://other.example${PATHS.faq}`, {}, { ...env, SITE_ORIGIN: "" });
    expect(keys).toEqual([`${ORIGIN} ${PATHS.faq} none ${YEAR}`, `https://other.example ${PATHS.faq} none ${YEAR}`]);
  });

  test("an app remembers for itself: another one begins anew", async () => {
    const popup = async (value: string) =>
      hasIsland(readDocument(await (await askWith({ PRACTICE_POPUP: value }, PATHS.home)).text()), "practicePopup");
    expect(await popup("on")).toBe(true);
    expect(await popup("off")).toBe(false);
  });

  test("a page of last year is not sent this year", async () => {
    const app = createApp();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 11, 31, 23, 59) });
    try {
      expect(await (await app.request(ORIGIN, {}, env)).text()).toContain("© 2026");
      vi.setSystemTime(Date.UTC(2027, 0, 1));
      expect(await (await app.request(ORIGIN, {}, env)).text()).toContain("© 2027");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a full memory", () => {
  const textOf = (page: PageTemplate | undefined) =>
    page === undefined ? undefined : new TextDecoder().decode(fillTemplate(page, ""));

  test("forgets the oldest page for a new one, and no other", async () => {
    const memory = new PageMemory();
    const keys = Array.from({ length: 60 }, (_, index) => `page ${index}`);
    for (const key of keys) await memory.remember(key, key, {});
    const kept = keys.filter((key) => memory.recall(key) !== undefined);
    expect(kept).toEqual(keys.slice(-kept.length));
    // All content pages in all flows fit.
    expect(kept.length).toBeGreaterThanOrEqual(CONTENT_PATHS.length * 3);
    expect(kept.length).toBeLessThan(keys.length);
    for (const key of kept) expect(textOf(memory.recall(key))).toBe(key);
  });

  test("a page that is remembered again takes no place of another", async () => {
    const memory = new PageMemory();
    const keys = Array.from({ length: 60 }, (_, index) => `page ${index}`);
    for (const key of keys) await memory.remember(key, key, {});
    const kept = () => keys.filter((key) => memory.recall(key) !== undefined);
    const before = kept();
    for (let round = 0; round < 100; round += 1) await memory.remember("page 59", `round ${round}`, {});
    expect(kept()).toEqual(before);
    expect(textOf(memory.recall("page 59"))).toBe("round 99");
  });

  test("headers go with the bytes, and the tag with what is in them", async () => {
    const memory = new PageMemory();
    const page = await memory.remember("a", "same", { "x-a": "1" });
    expect(page.headers).toEqual({ "x-a": "1", etag: page.etag });
    expect((await memory.remember("b", "same", {})).etag).toBe(page.etag);
    expect((await memory.remember("c", "other", {})).etag).not.toBe(page.etag);
  });
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['"b"', false],
  ["a", false],
  ["", false],
  [undefined, false],
])("If-None-Match: %s", (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches);
});
