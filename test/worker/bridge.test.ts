import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { purchaseValueOfKey } from "../../src/paying/return/analytics-rules.ts";
import { INTERSTITIAL_ENTRY_ID } from "../../src/paying/return/interstitial-rules.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { eachRow } from "../table.ts";
import { changedLines, one, readDocument, transcript } from "./document.ts";
import { logs } from "./logs.ts";
import { bridgeProps, dataBlock, noScriptTarget, shownMarkup } from "./markup.ts";
import { onEveryKv } from "./places.ts";
import { AWAY, answerText, ask, askWith, changed, SEED_TARGETS, takeKept } from "./shop.ts";

const KEY = OFFERS[0]?.key ?? "";

const ERROR_TEXT = "Pagina niet gevonden of nog niet geconfigureerd.";

const streamedEntry = (html: string) => dataBlock(html, INTERSTITIAL_ENTRY_ID);

const waiting = (html: string) => transcript(one(readDocument(html), ".interstitial"));

// A test changes the first key alone.
beforeEach(() => env.INTERSTITIALS.put(KEY, SEED_TARGETS.find(({ key }) => key === KEY)?.value ?? ""));

// What it shows: every-page.test.ts.
test.each(OFFERS)("GET $path goes to its target, and counts its price without VAT", async ({ path, key }) => {
  const response = await ask(path);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  const html = await response.text();
  const target = JSON.parse(SEED_TARGETS.find((entry) => entry.key === key)?.value ?? "{}").target;
  expect(streamedEntry(html)).toEqual({ status: "found", target });
  const state = { leadsOn: true, saleEuros: purchaseValueOfKey(key) };
  expect(bridgeProps(html)).toEqual({ pathKey: key, mapUrl: PATHS.interstitialTargets, state });
  expect(html, "loaded anew it would count again").not.toContain('data-island="fresh"');
});

test("the script comes before the stylesheet, for which it would have to wait, and the policy names it", async () => {
  const response = await ask(`/${KEY}`);
  const html = await response.text();
  expect(html).toMatch(/<script data-props=.*rel="stylesheet"/s);
  expect(html).not.toMatch(/rel="stylesheet".*<script data-props=/s);
  const code = /<script data-props="[^"]*">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code)));
  const source = `'sha256-${btoa(String.fromCharCode(...digest))}'`;
  expect(response.headers.get("content-security-policy")).toContain(source);
  expect((await ask(PATHS.home)).headers.get("content-security-policy")).not.toContain(source);
});

onEveryKv((world) => {
  const look = () => answerText(askWith(world.at("buyer"), `/${KEY}`));
  const write = (target: string) => world.at("operator").INTERSTITIALS.put(KEY, JSON.stringify({ target }));

  test("no entry: the error, no redirect, until an operator stores one and the buyer's place shows it", async () => {
    await env.INTERSTITIALS.delete(KEY);
    const html = await look();
    expect(shownMarkup(html)).toContain(ERROR_TEXT);
    expect(streamedEntry(html)).toEqual({ status: "missing" });
    for (const target of ["https://course.example/een", "https://course.example/twee"]) {
      await write(target);
      world.settle();
      expect(streamedEntry(await look())).toEqual({ status: "found", target });
    }
  });
});

test.each([
  ["mail", { TRADER_PHONE: "" }],
  ["telephone", { TRADER_EMAIL: "" }],
  ["nobody", { TRADER_PHONE: "", TRADER_EMAIL: "" }],
])("what KV may hold: no entry, and help by %s only", async (_, vars) => {
  await env.INTERSTITIALS.delete(KEY);
  const html = shownMarkup(await answerText(askWith(vars, `/${KEY}`)));
  expect(waiting(html)).toMatchSnapshot();
});

// Which target is safe: gift.test.ts; what else an entry may not be: kv-seed/check.test.ts.
test.each([
  ["not JSON", "{target:"],
  ["a javascript: target", '{"target":"javascript:alert(1)"}'],
])("what KV may hold: %s is not configured, and logged with its key", async (_, value) => {
  await env.INTERSTITIALS.put(KEY, value);
  const html = await answerText(ask(`/${KEY}`));
  expect(shownMarkup(html)).toContain(ERROR_TEXT);
  expect(streamedEntry(html)).toEqual({ status: "missing" });
  const line = { key: KEY, namespace: "INTERSTITIALS", reason: expect.any(String) };
  expect(logs.lines("kv.malformed")).toMatchObject([line]);
  expect((await ask(`/${KEY}?verder=1`)).headers.has("refresh")).toBe(false);
  const map = (await (await ask(PATHS.interstitialTargets)).json()) as Record<string, unknown>;
  expect(map).not.toHaveProperty(KEY);
  expect(Object.keys(map)).toHaveLength(SEED_TARGETS.length - 1);
});

const attempt = async (number: number, bindings: object = {}) => {
  const response = await askWith(bindings, `/${KEY}?session_id=cs_1&verder=${number}`);
  return { refresh: response.headers.get("refresh"), html: await response.text() };
};

test("without JavaScript the browser goes at once to a page with the target, and on after ten seconds", async () => {
  const first = await ask(`/${KEY}?session_id=cs_1`);
  expect(first.headers.has("refresh")).toBe(false);
  expect(noScriptTarget(await first.text())).toBe(`/${KEY}?session_id=cs_1&verder=1`);
  const { refresh, html } = await attempt(1);
  expect(refresh).toBe("10;url=http://localhost:8788/cursus/kvb1");
  expect(noScriptTarget(html)).toBeNull();
});

test("without JavaScript: while KV fails it is asked five times, and then the page says what to do", async () => {
  const [asked, last] = await Promise.all([5, 6].map((number) => attempt(number, { INTERSTITIALS: AWAY })));
  expect([asked?.refresh, last?.refresh]).toEqual([`21;url=/${KEY}?session_id=cs_1&verder=6`, null]);
  const told = waiting(asked?.html ?? "");
  expect(changedLines(told, waiting(last?.html ?? ""))).toMatchSnapshot();
});

test("without JavaScript: a target that a header can only hold encoded", async () => {
  await env.INTERSTITIALS.put(KEY, JSON.stringify({ target: "https://course.example/zeil\u00eb" }));
  expect((await attempt(1)).refresh).toBe("10;url=https://course.example/zeil%C3%AB");
});

test.each([
  [`payment_intent=${"x".repeat(256)}`, "session_id=cs_12345678&flow=A"],
  ["redirect_status=paid", "payment_type=x&gift=1&payment_intent=pi_1&payment_ticket=t.1&session_id=cs_1&flow=A"],
])("without JavaScript: of a query with %s only the parameters that the page reads are kept", async (left, kept) => {
  const query = `utm_source=${"x".repeat(4000)}&${left}&${kept}&verder=9999`;
  expect(noScriptTarget(await answerText(ask(`/${KEY}?${query}`)))).toBe(`/${KEY}?${kept}&verder=1`);
});

test.each(["", "0", "10", "-1", "x", "1x"])("without JavaScript: verder=%j counts as a first visit", async (value) => {
  const response = await ask(`/${KEY}?verder=${value}`);
  expect(response.headers.has("refresh")).toBe(false);
  expect(noScriptTarget(await response.text())).toBe(`/${KEY}?verder=1`);
});

/** Sends a request, and collects what the Worker must stay alive for. */
async function askKeeping(init: RequestInit = {}, bindings: Partial<typeof env> = {}) {
  takeKept();
  return { response: await askWith(bindings, `/${KEY}`, init), kept: takeKept() };
}

test("work after the answer: a buyer who leaves while the page streams still leaves a log line", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const INTERSTITIALS = changed(env.INTERSTITIALS, { get: () => () => promise });
  const { response, kept } = await askKeeping({}, { INTERSTITIALS });
  await response.body?.cancel();
  expect(logs.lines("request.handled")).toEqual([]);
  resolve(JSON.stringify({ target: "https://course.example/" }));
  await Promise.all(kept);
  const line = { route: "bridge", status: 200, cause: "kv:found", kvMs: expect.any(Number) };
  expect(logs.lines("request.handled")).toMatchObject([line]);
});

test.each(["HEAD", "GET"])("work after the answer: %s that nobody reads ends", async (method) => {
  const { kept } = await askKeeping({ method });
  expect(kept).toHaveLength(1);
  await Promise.all(kept);
  expect(logs.lines("request.handled")).toHaveLength(1);
});

eachRow(`
bridge-59incl-vb1         | 48.76
bridge-19incl-marifonie   | 15.7
bridge-49excl             | 49
bridge-1234excl-marifonie | 1234
bridge-49incl             | 40.5
bridge-100incl-vb1        | 82.64`)("%s: €%d", (key = "", euros) =>
  expect(String(purchaseValueOfKey(key))).toBe(euros),
);

const NONE = ["klein-vaarbewijs-1", "bridge-59incl1", "bridge-incl-vb1", "xbridge-59incl-vb1", "bridge-59INCL-vb1", ""];
test.each(NONE)("the value of a sale: %j is no sale", (key) => expect(purchaseValueOfKey(key)).toBeNull());

test("GET /interstitial-targets.json: is the JSON map of all configured keys, never cached unseen", async () => {
  const response = await ask(PATHS.interstitialTargets);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  const expected = Object.fromEntries(SEED_TARGETS.map(({ key, value }) => [key, JSON.parse(value)]));
  expect(await response.json()).toEqual(expected);
});
