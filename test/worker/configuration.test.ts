import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import { readConfigProblems, readSettings, VAR_NAMES } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { attribute, attributes, count, readDocument } from "./document.ts";
import { logs } from "./logs.ts";
import { answerText, askWith, ORIGIN, pageOf } from "./shop.ts";

function reported(): string[] {
  return logs.lines("config.invalid").map((line) => `${line.name}: ${line.reason}`);
}

test.each([
  ["missing", undefined, "missing"],
  ["empty", "", "missing"],
  ["a placeholder", "https://fill-in-checkout.invalid/kvb1/none", "placeholder"],
  ["another scheme", "javascript:alert(1)", "malformed"],
  ["no URL", "hallo", "malformed"],
])("%s: the page stands and says that ordering is not possible; the log names the var", async (_, value, reason) => {
  const page = await pageOf(askWith({ CHECKOUT_KVB1: value }, PATHS.order));
  expect(count(page, ".order-unavailable")).toBe(1);
  expect(attributes(page, ".course-cards a[data-evt]", "href")).toEqual([env.CHECKOUT_KVB2, env.CHECKOUT_MARIFONIE]);
  expect(reported()).toEqual([`CHECKOUT_KVB1: ${reason}`]);
});

test("a var that cannot be used: the production placeholders are all reported by name and no page breaks", async () => {
  const vars = { TRADER_KVK: "FILL-IN Chamber of Commerce number", STRIPE_PUBLISHABLE_KEY: "FILL-IN-publishable-key" };
  const SITE_ORIGIN = "https://fill-in-site-origin.invalid";
  const html = await answerText(askWith({ ...vars, SITE_ORIGIN }, PATHS.home));
  expect(html).not.toMatch(/FILL-IN|\.invalid/);
  expect(attribute(readDocument(html), 'link[rel="canonical"]', "href")).toBe("http://localhost:8787/");
  const names = ["TRADER_KVK", "SITE_ORIGIN", "STRIPE_PUBLISHABLE_KEY"];
  expect(reported()).toEqual(names.map((name) => `${name}: placeholder`));
});

/** Texts are printed as they are, because any could be a name or an address. */
const PRINTED = /^(TRADER_(?!EMAIL)|MAP_ATTRIBUTION|COURSE_MAKERS)/;

test("a var that cannot be used: a script's address is told of every var but texts, and is no setting", () => {
  const names = VAR_NAMES.filter((name) => !PRINTED.test(name));
  const vars = Object.fromEntries(names.map((name) => [name, "javascript:alert(1)//"])) as never;
  const told = readConfigProblems(vars).filter(({ reason }) => reason === "malformed");
  expect(told.map(({ name }) => name).sort()).toEqual(names.toSorted());
  expect(JSON.stringify(readSettings(vars))).not.toContain("javascript:");
});

test("a seller's address to which nothing can be mailed is not shown, and nothing is mailed to it", async () => {
  const page = await pageOf(askWith({ TRADER_EMAIL: "info@vaarkoers" }, PATHS.terms));
  expect(attributes(page, 'a[href^="mailto:"]', "href")).toEqual([]);
  expect(reported()).toEqual(["TRADER_EMAIL: malformed"]);
});

test.each([
  ["STRIPE_SECRET_KEY", PATHS.createPaymentIntent, '{"amount":3900,"currency":"eur"}'],
  ["STRIPE_WEBHOOK_SECRET", PATHS.stripeWebhook, "{}"],
])("%s is no secret: 503, and the log names it once", async (name, path, body) => {
  const app = createApp();
  const headers = { origin: ORIGIN, "content-type": "application/json" };
  const none = { ...env, STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined };
  for (const value of [undefined, "", "geheim"]) {
    // The environment of one isolate.
    const bindings = { ...none, [name]: value };
    for (let call = 0; call < 3; call += 1)
      expect((await app.request(ORIGIN + path, { method: "POST", headers, body }, bindings)).status).toBe(503);
    expect(reported()).toEqual([`${name}: ${value === "geheim" ? "malformed" : "missing"}`]);
    expect(JSON.stringify(logs.lines("config.invalid"))).not.toContain("geheim");
    logs.clear();
  }
});

test("a secret that cannot be used: a page that needs none says nothing of them", async () => {
  await askWith({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined }, PATHS.checkout);
  expect(reported()).toEqual([]);
});

test.each([
  ["host", "max-age=63072000"],
  ["subdomains", "max-age=63072000; includeSubDomains"],
  ["preload", "max-age=63072000; includeSubDomains; preload"],
  [undefined, "max-age=63072000"],
  ["", "max-age=63072000"],
])("HSTS: %s: %s, on every answer", async (value, header) => {
  for (const path of [PATHS.home, PATHS.health, "/nope", `${PATHS.faq}/`, "/bridge-59incl-vb1"]) {
    const response = await askWith({ HSTS: value }, path);
    expect(response.headers.get("strict-transport-security"), path).toBe(header);
  }
  expect(reported()).toEqual([]);
});

test.each(["all", "preload\r\nset-cookie: a=b", "PRELOAD"])("%j is no choice, and the log says so", async (value) => {
  const response = await askWith({ HSTS: value }, PATHS.home);
  expect(response.headers.get("strict-transport-security")).toBe("max-age=63072000");
  expect(reported()).toEqual(["HSTS: malformed"]);
});

const AUTH = { AUTH_URL: "https://auth.example/auth/v1", AUTH_ANON_KEY: "public-key" };
const ACCESS = { ACCESS_TEAM_DOMAIN: "https://a.example", ACCESS_AUD: "a".repeat(64) };
const MALFORMED: Readonly<Record<string, readonly string[]>> = {
  AUTH_URL: [`${AUTH.AUTH_URL}/`],
  ACCESS_TEAM_DOMAIN: ["https://a.example/", "a.cloudflareaccess.com"],
  ACCESS_AUD: ["A".repeat(64), "a".repeat(63)],
  STRIPE_PUBLISHABLE_KEY: ["sk_live_a"],
  SITE_ORIGIN: ["https://a.example/"],
  MAP_TILE_URL: ["https://a.example/{z}/{x}.png"],
  DESK_EDITORS: ["eigenaar", "a@example.nl;b@example.nl", "a@example.nl,"],
};
test.each<[object, ...string[]]>([
  [{}],
  [AUTH],
  [ACCESS],
  [{ ...AUTH, AUTH_URL: "" }, "AUTH_URL: missing"],
  [{ ...AUTH, AUTH_ANON_KEY: "" }, "AUTH_ANON_KEY: missing"],
  [{ ...ACCESS, ACCESS_TEAM_DOMAIN: "" }, "ACCESS_TEAM_DOMAIN: missing"],
  [{ ...ACCESS, ACCESS_AUD: "" }, "ACCESS_AUD: missing"],
  ...Object.entries(MALFORMED).flatMap(([name, values]) =>
    values.map((value): [object, string] => [
      { ...(name.startsWith("AUTH") ? AUTH : ACCESS), [name]: value },
      `${name}: malformed`,
    ]),
  ),
])("accounts and desk with %j: %s; without all that it needs there is none", (vars, ...told) => {
  const problems = readConfigProblems(vars as never).map(({ name, reason }) => `${name}: ${reason}`);
  expect(problems.filter((problem) => /^(AUTH|ACCESS|DESK)_|malformed$/.test(problem))).toEqual(told);
  const { access, auth, deskEditors } = readSettings(vars as never);
  expect([auth !== null, deskEditors]).toEqual([vars === AUTH, []]);
  expect(access !== null).toBe("ACCESS_AUD" in vars && !told.join().startsWith("ACCESS_"));
});
