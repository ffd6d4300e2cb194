import { expect, test, vi } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { logs } from "./logs.ts";
import { expectBaseline } from "./security-headers.ts";
import { ask, ORIGIN } from "./shop.ts";

const LEGACY = "application/csp-report";
const REPORTS = "application/reports+json";

const PAGE = `${ORIGIN}${PATHS.order}?e-mail=jan@example.nl`;
const BLOCKED = { "effective-directive": "script-src-elem", "blocked-uri": "https://evil.example/x.js?jan=1" };
const legacy = (changes: object = {}) =>
  JSON.stringify({ "csp-report": { "document-uri": PAGE, ...BLOCKED, ...changes } });

function report(documentURL = `${ORIGIN}/bridge-59incl-vb1?q=1`) {
  const body = { documentURL, effectiveDirective: "img-src", blockedURL: "inline", disposition: "enforce" };
  return { type: "csp-violation", age: 1, url: documentURL, user_agent: "x", body };
}

type Sent = { type?: string; random?: number };

function send(body: string, { type = LEGACY, random = 0 }: Sent = {}): Promise<Response> {
  vi.spyOn(Math, "random").mockReturnValue(random);
  return ask(PATHS.cspReport, { method: "POST", headers: { "content-type": type }, body });
}

test("logs directive, blocked origin and page, without any query", async () => {
  const response = await send(legacy());
  expect(response.status).toBe(204);
  expectBaseline(response);
  const told = { directive: "script-src-elem", blocked: "https://evil.example", page: PATHS.order };
  const line = { level: "warn", event: "csp.report", requestId: expect.any(String), ...told };
  expect(logs.lines("csp.report")).toEqual([line]);
});

test("reads the newer form, and makes a line of each violation that is ours", async () => {
  const reports = [report(), report(), { type: "deprecation", body: {} }, report("https://x.example/")];
  const response = await send(JSON.stringify(reports), { type: `${REPORTS}; charset=utf-8` });
  expect(response.status).toBe(204);
  const line = expect.objectContaining({ directive: "img-src", blocked: "inline", page: "/bridge-59incl-vb1" });
  expect(logs.lines("csp.report")).toEqual([line, line]);
});

test("one in ten is logged; all are answered", async () => {
  expect((await send(legacy(), { random: 0.1 })).status).toBe(204);
  expect(logs.lines("csp.report")).toEqual([]);
  expect((await send(legacy(), { random: 0.099 })).status).toBe(204);
  expect(logs.lines("csp.report")).toHaveLength(1);
});

test.each([
  ["a gift's code", { "document-uri": `${ORIGIN}/g-GEHEIM?n=Noor` }, { page: PATHS.giftCode }],
  ["a gift's name", { "document-uri": `${ORIGIN}/cadeau-sanne` }, { page: PATHS.giftName }],
  ["a path that is none of ours", { "document-uri": `${ORIGIN}/jan@example.nl` }, { page: "unknown" }],
  ["a data: address", { "blocked-uri": "data:text/html,jan@example.nl" }, { blocked: "data:" }],
  ["a keyword", { "blocked-uri": "eval" }, { blocked: "eval" }],
  ["nonsense", { "blocked-uri": "jan@example.nl \n" }, { blocked: "unknown" }],
  [
    "a long one",
    { "blocked-uri": `https://${"a".repeat(3000)}.example` },
    { blocked: expect.stringMatching(/^.{7,100}$/) },
  ],
  ["a source", { "effective-directive": undefined, "violated-directive": "img-src jan" }, { directive: "img-src" }],
])("%s does not get into the log as it is", async (_name, changes, expected) => {
  expect((await send(legacy(changes))).status).toBe(204);
  expect(logs.lines("csp.report")).toEqual([expect.objectContaining(expected)]);
  expect(JSON.stringify(logs.lines("csp.report"))).not.toMatch(/GEHEIM|Noor|sanne|jan/);
});

test.each([
  ["another site's page", { "document-uri": "https://other.example/" }],
  ["no page", { "document-uri": "about" }],
  ["a browser extension", { "blocked-uri": "chrome-extension://abc/x.js" }],
  ["an extension by its scheme alone", { "blocked-uri": "moz-extension" }],
])("%s is not ours to log", async (_name, changes) => {
  expect((await send(legacy(changes))).status).toBe(204);
  expect(logs.lines("csp.report")).toEqual([]);
});

test.each([
  ["no JSON", "{", LEGACY, 400],
  ["another form", '{"csp-report":[]}', LEGACY, 400],
  ["a single report where a list belongs", "{}", REPORTS, 400],
  ["another media type", legacy(), "application/json", 415],
  ["a name that every object has", legacy(), "constructor", 415],
  ["more than 8 KB", legacy({ x: "y".repeat(8200) }), LEGACY, 413],
])("%s is refused", async (_name, body, type, status) => {
  expect((await send(body, { type })).status).toBe(status);
  expect(logs.lines("csp.report")).toEqual([]);
});
