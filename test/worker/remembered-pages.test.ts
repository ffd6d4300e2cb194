import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { BUILT_PAGES } from "../../.build/pages.ts";
import { createApp } from "../../src/app.tsx";
import { CONTENT_PATHS } from "../../src/routes.ts";
import { fillAround, fillTemplate, PageMemory, type PageTemplate } from "../../src/server/http/page-memory.ts";
import { FLOWS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { PLACEHOLDERS } from "../../src/shared/placeholders.ts";
import { thisYear } from "../../src/shared/time.ts";
import { now } from "../clock.ts";
import { ORIGIN } from "./shop.ts";

/** The pages that the build finishes are right, and are sent only if they fit the vars. */

const addresses = CONTENT_PATHS.flatMap((path) =>
  FLOWS.map((flow) => `${path}?gclid=1&utm_source=a%26b${flow === "none" ? "" : `&flow=${flow}`}`),
);
const keys = Object.keys(BUILT_PAGES.pages);

test("pages that the build has made are every content page and the checkout, in every flow", () => {
  expect(keys).toHaveLength(addresses.length);
});

test.each(addresses)(
  "pages that the build has made: %s: the same from the build, from memory and rendered now",
  async (address) => {
    // A key ends in its year, and the build has that of its machine.
    vi.setSystemTime(`${keys[0]?.slice(-4)}-07-01`);
    const pages = new PageMemory(BUILT_PAGES);
    const [twice, once] = [createApp(pages), createApp()];
    const read = async (app: typeof once) => {
      const answer = await app.request(`${ORIGIN}${address}`, {}, { ...env, ...BUILT_PAGES.vars });
      return [await answer.text(), ...answer.headers];
    };
    const rendered = await read(once);
    expect(await read(twice)).toEqual(rendered);
    expect(keys).toEqual(expect.arrayContaining([...pages.builtPages().keys()]));
    expect(await read(twice)).toEqual(rendered);
    expect(pages.builtPages().size).toBe(1);
  },
);

const NEXT_YEAR = (key: string) => key.replace(/\d{4}$/, (year) => String(Number(year) + 1));
test.each<[string, boolean, object, ((key: string) => string)?]>([
  ["the shop that they were made for", true, {}],
  ["a shop with a var that is different", false, { TRADER_PHONE: "010 1234567" }],
  ["a shop without a var", false, { PRACTICE_POPUP: undefined }],
  ["anybody next year", false, {}, NEXT_YEAR],
])("pages that the build has made are sent to %s: %s", async (_name, areSent, changes, change = (key) => key) => {
  const pages = new PageMemory(BUILT_PAGES);
  const render = vi.fn(async () => ({ markup: "", headers: {} }));
  for (const key of keys.map(change)) {
    await pages.recallOrRender(key, { ...BUILT_PAGES.vars, ...changes }, { search: "" }, render);
    // What was not built is rendered.
    expect(render.mock.calls.length === 0, key).toBe(areSent);
    render.mockClear();
  }
});

const textOfBytes = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

// How many there are at most, whatever the query, and that each text is escaped for its place: templates.test.ts. Another spelling leads to the address: addresses.test.ts.
test("what is remembered: a host of the request's own makes one only while the site has no configured origin; a shop without gifts has its own", async () => {
  const pages = new PageMemory();
  const app = createApp(pages);
  for (const more of [{}, { SITE_ORIGIN: "" }, { ORDER_TOKEN_KEYS: "" }])
    await app.request(`https://other.example${PATHS.faq}`, {}, { ...env, SITE_ORIGIN: ORIGIN, ...more });
  const key = (origin: string, more = "") => `${origin} ${PATHS.faq} none${more} search ${thisYear(now())}`;
  const keys = [key(ORIGIN), key("https://other.example"), key(ORIGIN, ", no gifts")];
  expect([...pages.builtPages().keys()]).toEqual(keys);
});

test("what is remembered: a page of last year is not sent this year", async () => {
  const app = createApp();
  vi.setSystemTime(Date.UTC(2026, 11, 31, 22, 59));
  expect(await (await app.request(ORIGIN, {}, env)).text()).toContain("© 2026");
  vi.setSystemTime(Date.UTC(2026, 11, 31, 23));
  expect(await (await app.request(ORIGIN, {}, env)).text()).toContain("© 2027");
});

test("a full memory forgets the oldest page for a new one, and no other", () => {
  const textOf = (page: PageTemplate | undefined) => page && textOfBytes(fillTemplate(page, {}));
  const memory = new PageMemory();
  const keys = Array.from({ length: 200 }, (_, index) => `page ${index}`);
  for (const key of keys) memory.remember(key, key, {});
  const kept = keys.filter((key) => memory.recall(key) !== undefined);
  expect(kept).toEqual(keys.slice(-kept.length));
  expect(kept.length).toBeLessThan(keys.length);
  for (const key of kept) expect(textOf(memory.recall(key))).toBe(key);
  // A page that is remembered again takes no place of another.
  const last = kept.at(-1) ?? "";
  for (let round = 0; round < 100; round += 1) memory.remember(last, `round ${round}`, {});
  expect(keys.filter((key) => memory.recall(key) !== undefined)).toEqual(kept);
  expect(textOf(memory.recall(last))).toBe("round 99");
});

test("a placeholder without a text is an error, and the page is not sent", () => {
  const page = new PageMemory().remember("a", `<b>${PLACEHOLDERS.recipient}</b>`, {});
  expect(() => fillTemplate(page, { giver: "x" })).toThrow();
  expect(() => fillTemplate(page, { recipient: null })).toThrow();
  expect(() => fillAround(page, { recipient: "x" })).toThrow();
});
