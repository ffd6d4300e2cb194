import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import { createOrderPath, createOrderToken } from "../../src/ledger/order-token.ts";
import { createReceiptPath } from "../../src/orders/withdrawal/receipt-token.ts";
import type { Bindings } from "../../src/server/env.ts";
import { giftCardPath, PATHS, quizQuestionPath, withdrawalPath } from "../../src/shared/paths.ts";
import { CONSENT_COPY } from "../../src/ui/consent-copy.ts";
import { routes } from "../routes.ts";
import { count, linksNamed, meta, readDocument } from "./document.ts";
import { emptyLedger, keepOrder, paidOrder, WISH } from "./ledger-rows.ts";
import { expectBaseline, policyOf } from "./security-headers.ts";
import { AWAY, addressOf, ask, askWith, shopOf } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, stubStripe } from "./stripe-stub.ts";
import { keepWithdrawal } from "./withdrawing-buyer.ts";

describe("headers", () => {
  test.each(routes.map((route) => [route.name, addressOf(route), route] as const))(
    "%s (%s): on the answer, and on a 405 to every other method",
    async (_name, path, route) => {
      const answer = await ask(path, { method: route.GET ? "GET" : "POST" });
      expect(answer.status).not.toBe(405);
      expectBaseline(answer);
      const methods = [...(route.GET ? ["GET", "HEAD"] : []), ...(route.POST ? ["POST"] : [])];
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
        if (methods.includes(method)) continue;
        const refused = await ask(path, { method });
        expect([refused.status, refused.headers.get("allow")], method).toEqual([405, methods.join(", ")]);
        expectBaseline(refused);
        if (method !== "HEAD" && path.startsWith("/api/")) expect(await refused.json()).toMatchObject({ error: {} });
      }
    },
  );

  test.each([`${PATHS.order}/`, "/api/nope", "/%E0%A4%A"])(
    "GET %s: on what is elsewhere, or for programs",
    async (path) => expectBaseline(await ask(path)),
  );

  test("Trusted Types everywhere but where Leaflet or Stripe.js works", async () => {
    for (const route of routes) {
      const response = await ask(addressOf(route));
      if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
      const isExempt = [PATHS.exam, PATHS.checkout, PATHS.giftPayment].some((path) => path === route.path);
      expect(policyOf(response).get("require-trusted-types-for"), route.path).toBe(isExempt ? undefined : "'script'");
      expect(policyOf(response).get("trusted-types"), route.path).toBe(isExempt ? undefined : "'none'");
    }
  });
});

/** Pages whose address is a key, may be a mistyped one, or shows whose it is: in whatever state. */
describe("a page that is somebody's own is kept nowhere, told to nobody, found and measured by nobody", () => {
  const [INTENT, GIFT_INTENT, REFERENCE] = ["pi_keyed", "pi_keyedGift", "HR-KEYE-DDDD-AAAA"];
  const RETURN = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=pi_1`;
  const ORDER = async (intentId = INTENT) => (await createOrderPath(shopOf(), intentId)) ?? "";
  const WITHDRAWAL = async () => withdrawalPath((await createOrderToken(shopOf(), INTENT)) ?? "");
  const RECEIPT = async () => (await createReceiptPath(shopOf(), REFERENCE)) ?? "";
  const NEVER = { limit: async () => ({ success: false }) };
  const wrong = async () => (await ORDER()).replace("pi_", "pj_");

  beforeAll(async () => {
    await emptyLedger();
    await keepOrder(paidOrder({ intentId: INTENT, productId: "KVB1", email: "jan@example.nl" }));
    await keepOrder(paidOrder({ intentId: GIFT_INTENT, gift: WISH }));
    await keepWithdrawal(GIFT_INTENT, { reference: REFERENCE });
  });

  test.each<[what: string, status: number, path: () => string | Promise<string>, more?: object]>([
    ["an order", 200, ORDER],
    ["an order's invoice", 200, async () => `${await ORDER()}?factuur=1`],
    ["an order that was withdrawn from", 200, () => ORDER(GIFT_INTENT)],
    ["an order's wrong link", 404, wrong],
    ["an order, while the ledger is away", 503, ORDER, { DB: AWAY }],
    ["an order that is asked for too often", 429, ORDER, { ORDER_LIMIT: NEVER }],
    ["a form to withdraw", 200, WITHDRAWAL],
    ["a receipt", 200, RECEIPT],
    ["a receipt, while the ledger is away", 503, RECEIPT, { DB: AWAY }],
    ["a gift", 200, () => "/g-DEMO-VAAR-2026"],
    ["a gift, unwrapped", 200, () => "/g-DEMO-VAAR-2026?open=1"],
    ["a gift's card", 200, () => giftCardPath("DEMOVAAR2026")],
    ["a gift of a name", 200, () => "/cadeau-sanne"],
    ["a gift that nobody knows", 404, () => "/g-NIET-INKV"],
    ["a gift, while KV is away", 503, () => "/g-DEMO-VAAR-2026", { GIFTS: AWAY }],
    ["a gift that is guessed", 429, () => "/g-NIET-INKV", { GIFT_LIMIT: NEVER }],
    ["a text that is no code", 422, () => `${PATHS.giftLookup}?cadeaucode=%21`],
    ["a payment's return", 200, () => RETURN],
    ["a payment's return that is asked for too often", 429, () => RETURN, { PAYMENT_LIMIT: NEVER }],
    ["a link that broke", 404, () => "/bestelling/pi_a.)"],
  ])("%s: %i", async (_what, status, path, more = {}) => {
    stubStripe(() => answerJson(intent({ status: "succeeded" })));
    const address = await path();
    const bindings = { TAG_MANAGER_ID: "GTM-TEST1", ...more };
    const own = `${address}${address.includes("?") ? "&" : "?"}flow=A&utm_source=x`;
    const response = await askWith(bindings, own, { headers: { cookie: "payment_pi_1=pi_1_secret_a" } });
    const told = ["cache-control", "referrer-policy", "retry-after"].map((name) => response.headers.get(name));
    const again = { 429: "60", 503: "30" }[status] ?? null;
    expect([response.status, ...told]).toEqual([status, "private, no-store", "no-referrer", again]);
    const html = await response.text();
    const page = readDocument(html);
    expect(meta(page, "robots")).toBe("noindex, nofollow");
    expect(html).not.toMatch(/rel="canonical"|og:url|speculationrules/);
    // Who paid is measured, if they agreed.
    if (own.startsWith(PATHS.interstitial)) return;
    expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(html).not.toMatch(/googletagmanager|GTM-TEST1/);
  });
});

describe("the tag manager", () => {
  const GTM = { TAG_MANAGER_ID: "GTM-TEST1" };
  const PAYMENT = "payment_type=klein-vaarbewijs-1&payment_intent=pi_1";

  const asksConsent = (html: string) => count(readDocument(html), "[data-island=consent]") > 0;

  test.each([PATHS.home, PATHS.order, PATHS.exam, PATHS.privacy, PATHS.checkout, "/bridge-59incl-vb1"])(
    "%s asks, and may load it after a yes",
    async (path) => {
      const response = await askWith(GTM, path);
      const html = await response.text();
      expect(asksConsent(html)).toBe(true);
      expect(html).not.toContain("gtm.js");
      const policy = policyOf(response);
      for (const directive of ["script-src", "img-src", "connect-src"])
        expect(policy.get(directive)).toContain("https://www.googletagmanager.com");
      for (const directive of ["img-src", "connect-src"])
        expect(policy.get(directive)).toContain("https://*.google-analytics.com");
      expect(policy.get("connect-src")).toContain("https://*.analytics.google.com");
      expect(policy.has("require-trusted-types-for")).toBe(false);
      expectBaseline(response);
      // Without a script the link leads to what the shop keeps.
      if (!path.startsWith("/bridge"))
        expect(linksNamed(readDocument(html), CONSENT_COPY.preferencesLabel)).toEqual([`${PATHS.privacy}#cookies`]);
    },
  );

  const GIFT = "/g-DEMO-VAAR-2026";
  const PERSONAL = [GIFT, `${GIFT}?n=Noor`, "/g-NIET-INKV", "/G-DEMOVAAR2026", "/cadeau-niemand", "/nope"];
  const OF_GIFTS = [PATHS.giveGift, `${PATHS.interstitial}?${PAYMENT}&gift=1`, PATHS.giftLookup, PATHS.interstitial];
  /** Pages on which visitors answer about themselves, before and after the answers. */
  const ANSWERED = [
    ...[PATHS.licenceCheck, PATHS.quiz, PATHS.mockExam, PATHS.studyPlan, PATHS.myCourse, `${PATHS.quizRedirect}?A1=A`],
    `${PATHS.licenceCheck}?boot=zeilboot&lengte=16&snelheid=geen-motor&water=zee&gebruik=vrije-tijd&leeftijd=18`,
    ...[`${PATHS.licenceCheck}?boot=zeilboot`, `${PATHS.quizScore}?Score=3`, `${quizQuestionPath(1)}?A1=A`],
    ...[`${PATHS.practiceAnswers}?A1=A`, `${PATHS.mockExam}?examen=x`, `${PATHS.studyPlan}?cursus=kvb1`],
    ...["", "&naar=overzicht", "&eind=1795374060"].map((at) => `${PATHS.mockExam}?examen=test2&begin=1795374000${at}`),
  ];
  test.each([...PERSONAL, ...OF_GIFTS, `${PATHS.giftLookup}?cadeaucode=%3F`, ...ANSWERED])(
    "%s never: its address may name a person or a gift, or has a visitor's answers",
    async (path) => {
      const told = await expectNone(path);
      // The page after it may be measured.
      if (ANSWERED.includes(path) && path.includes("?")) expect(told).toBe("strict-origin");
    },
  );

  async function expectNone(path: string, bindings: Partial<Bindings> = GTM): Promise<string | null> {
    const response = await askWith(bindings, path);
    const html = await response.text();
    expect(asksConsent(html)).toBe(false);
    for (const text of ["GTM-TEST1", CONSENT_COPY.preferencesLabel]) expect(html).not.toContain(text);
    expect(response.headers.get("content-security-policy")).not.toContain("google");
    if (path.includes("?")) expect(response.headers.get("cache-control")).toMatch(/^private, no-/);
    return response.headers.get("referrer-policy");
  }

  test.each(["", "FILL-IN", "GTM-<script>", "UA-1"])("TAG_MANAGER_ID=%j: no bar, nothing of it", async (id) => {
    for (const path of [PATHS.home, PATHS.checkout, "/bridge-59incl-vb1"])
      await expectNone(path, { TAG_MANAGER_ID: id });
  });
});

/** A shop whose origin is https shows no page over http, whatever host was named. */

const SITE = "https://www.shop.example";

function askOver(scheme: "http" | "https", path: string, init: RequestInit = {}, siteOrigin = SITE) {
  const bindings = { ...env, SITE_ORIGIN: siteOrigin } as Bindings;
  return createApp().request(`${scheme}://other.example${path}`, init, bindings);
}

test.each([...routes.filter(({ path }) => path !== PATHS.health).map(addressOf), "/nope", "//evil.example/x"])(
  "over http: %s: reads are led to https, all else is refused",
  async (path) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await askOver("http", `${path}?flow=A&x=%2F`, { method });
      expect([response.status, response.headers.get("location")]).toEqual([308, `${SITE}${path}?flow=A&x=%2F`]);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.has("strict-transport-security")).toBe(false);
      expect(await response.text()).toBe("");
    }
    const sent = await askOver("http", path, { method: "POST", body: "{}", headers: { origin: SITE } });
    expect(sent.status).toBe(403);
    expect(await sent.json()).toEqual({ error: { code: "https_required", message: "Dit kan alleen via https." } });
  },
);

test.each<[string, string, "http" | "https", string?]>([
  ["the health check, for callers inside the platform", PATHS.health, "http"],
  ["a shop whose origin is http", PATHS.faq, "http", "http://localhost:8787"],
  ["a shop that has no origin yet", PATHS.faq, "http", ""],
  ["over https everything, at a preview's host too", PATHS.faq, "https"],
])("over http: %s: is served", async (_what, path, scheme, origin) => {
  expect((await askOver(scheme, path, {}, origin)).status).toBe(200);
});
