import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { count, one } from "./document.ts";
import { expectBaseline } from "./security-headers.ts";
import { answerText, ask, askWith, openPage, pageOf } from "./shop.ts";

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
  const first = await ask(PATHS.home);
  const etag = first.headers.get("etag");
  expect(etag).toMatch(/^"[0-9a-f]{24}"$/);
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
