import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import { CONSENT_COPY } from "../../src/content/consent.ts";
import type { Bindings } from "../../src/env.ts";
import { routes } from "../../src/routes.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { count, hasIsland, readDocument } from "./document.ts";
import { limiterOf } from "./limits.ts";
import { collectLogs, type LogLine } from "./logs.ts";
import { AWAY, addressOf, ask, askWith, ORIGIN, seedTargets, visit } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, postJson, STRIPE_BINDINGS, stubStripe } from "./stripe-stub.ts";

const logs = collectLogs();
afterEach(() => void vi.restoreAllMocks());

function policyOf(response: Response): ReadonlyMap<string, string> {
  const policy = response.headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split("; ").map((directive) => [directive.split(" ", 1)[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );
}

/** Headers that every answer must have, page or not. */
function expectBaseline(response: Response): void {
  const header = (name: string) => response.headers.get(name);
  expect(header("x-content-type-options")).toBe("nosniff");
  expect(header("strict-transport-security")).toBe("max-age=63072000");
  expect(["strict-origin-when-cross-origin", "same-origin", "no-referrer"]).toContain(header("referrer-policy"));
  expect(header("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
  expect(header("cross-origin-resource-policy")).toBe("same-origin");
  const policy = policyOf(response);
  // Wallets ask to pay from within Stripe's frames.
  const wallets = policy.get("frame-src")?.match(/https:\S*js\.stripe\.com/g) ?? [];
  for (const origin of ["payment=(self", ...wallets]) expect(header("permissions-policy")).toContain(origin);
  expect(policy.get("default-src")).toBe("'none'");
  expect(policy.get("base-uri")).toBe("'none'");
  expect(policy.get("frame-ancestors")).toBe("'none'");
  expect([...policy.values()].join(" ")).not.toMatch(/unsafe-|\*(?![.:])|http:\/\/(?!localhost)/);
}

describe("headers", () => {
  test.each(routes.map((route) => [route.name, addressOf(route), route] as const))(
    "%s (%s): on the answer and on 405",
    async (_name, path, route) => {
      const headers = { "cf-connecting-ip": freshAddress() };
      const answer = await ask(path, { method: route.GET ? "GET" : "POST", headers });
      expect(answer.status).not.toBe(405);
      expectBaseline(answer);
      const refused = await ask(path, { method: "DELETE", headers });
      expect(refused.status).toBe(405);
      expectBaseline(refused);
    },
  );

  test.each(["/nope", "/nope/", `${PATHS.order}/`, "/g-", "/%E0%A4%A", "/quiz-question/0"])(
    "GET %s: on what is not there, or elsewhere",
    async (path) => expectBaseline(await ask(path)),
  );

  test.each(["/broken", "/api/broken"])("%s: on what failed", async (path) => {
    const app = createApp();
    app.get(path, () => {
      throw new Error("broken");
    });
    const response = await app.request(ORIGIN + path, {}, env);
    expect(response.status).toBe(500);
    expectBaseline(response);
  });

  test("on a 304", async () => {
    const etag = (await ask(PATHS.faq)).headers.get("etag") ?? "";
    const response = await ask(PATHS.faq, { headers: { "if-none-match": etag } });
    expect(response.status).toBe(304);
    expectBaseline(response);
  });

  test("a page whose address is a key, or may be a mistyped one, sends no referrer", async () => {
    const keyed = ["gift-code", "gift-name", "gift-lookup", "order-status", "withdrawal"];
    const addresses = routes.filter(({ name }) => keyed.includes(name)).map(addressOf);
    expect(addresses).toHaveLength(keyed.length);
    const returned = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=pi_a`;
    for (const path of [...addresses, returned, "/bestelling/pi_a.)", "/g-", "/nope"]) {
      expect((await visit(path)).headers.get("referrer-policy"), path).toBe("no-referrer");
    }
  });

  test("every page tells browsers where reports go", async () => {
    for (const path of [PATHS.home, PATHS.checkout, "/bridge-59incl-vb1", "/nope"]) {
      const response = await ask(path);
      expect(policyOf(response).get("report-uri")).toBe(PATHS.cspReport);
      expect(policyOf(response).get("report-to")).toBe("csp");
      expect(response.headers.get("reporting-endpoints")).toBe(`csp="${PATHS.cspReport}"`);
    }
  });

  test("Trusted Types everywhere but where Leaflet or Stripe.js works", async () => {
    for (const route of routes) {
      const response = await visit(addressOf(route));
      if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
      const required = policyOf(response).get("require-trusted-types-for");
      const isExempt = route.path === PATHS.exam || route.path === PATHS.checkout;
      expect(required, route.path).toBe(isExempt ? undefined : "'script'");
      expect(policyOf(response).get("trusted-types"), route.path).toBe(isExempt ? undefined : "'none'");
    }
  });
});

describe("the tag manager", () => {
  const GTM = { TAG_MANAGER_ID: "GTM-TEST1" };
  const PAYMENT = "payment_type=klein-vaarbewijs-1&payment_intent=pi_1";

  beforeAll(async () => {
    await seedTargets();
    await env.GIFTS.put("GTMTEST", JSON.stringify({ recipient: "Noor", giver: "Bas" }));
  });

  const visitWith = (path: string, bindings: Partial<Bindings> = GTM, cookie = "") =>
    askWith({ ...STRIPE_BINDINGS, ...bindings }, path, { headers: { "cf-connecting-ip": freshAddress(), cookie } });
  const asksConsent = (html: string) => hasIsland(readDocument(html), "consent");

  test.each([
    PATHS.home,
    PATHS.order,
    PATHS.exam,
    PATHS.privacy,
    PATHS.quizScore,
    PATHS.checkout,
    "/bridge-59incl-vb1",
  ])("%s asks, and may load it after a yes", async (path) => {
    const response = await visitWith(path);
    const html = await response.text();
    expect(asksConsent(html)).toBe(true);
    expect(html).not.toContain("gtm.js");
    const policy = policyOf(response);
    for (const directive of ["script-src", "img-src", "connect-src"]) {
      expect(policy.get(directive)).toContain("https://www.googletagmanager.com");
    }
    expect(policy.has("require-trusted-types-for")).toBe(false);
    expectBaseline(response);
    if (!path.startsWith("/bridge")) expect(html).toContain(CONSENT_COPY.preferencesLabel);
  });

  test.each([
    "/g-GTMT-EST",
    "/g-GTMT-EST?n=Noor",
    "/g-NIET-INKV",
    "/G-GTMTEST",
    "/cadeau-niemand",
    PATHS.giveGift,
    `${PATHS.interstitial}?${PAYMENT}&gift=1`,
    PATHS.giftLookup,
    `${PATHS.giftLookup}?code=%3F`,
    "/nope",
    PATHS.interstitial,
  ])("%s never: its address may name a person or a gift", async (path) => {
    const response = await visitWith(path);
    const html = await response.text();
    expect(asksConsent(html)).toBe(false);
    expect(html).not.toContain("GTM-TEST1");
    expect(html).not.toContain(CONSENT_COPY.preferencesLabel);
    expect(response.headers.get("content-security-policy")).not.toContain("google");
  });

  test.each(["succeeded", "processing"])("a payment's return page asks, and holds no secret (%s)", async (status) => {
    stubStripe(() => answerJson(intent({ status })));
    const response = await visitWith(`${PATHS.interstitial}?${PAYMENT}`, GTM, "payment_pi_1=pi_1_secret_a");
    const html = await response.text();
    expect(count(readDocument(html), '[data-island="consent"]')).toBe(1);
    expect(html).not.toContain("secret");
  });

  test("no page with a container is answered while the secret is in its address", async () => {
    const response = await visitWith(`${PATHS.interstitial}?${PAYMENT}&payment_intent_client_secret=pi_1_secret_a`);
    expect(response.status).toBe(303);
    expect(response.headers.get("content-security-policy")).not.toContain("google");
  });

  test.each(["", "FILL-IN", "GTM-<script>", "UA-1"])("TAG_MANAGER_ID=%j: no bar, nothing of it", async (id) => {
    for (const path of [PATHS.home, PATHS.checkout, "/bridge-59incl-vb1"]) {
      const response = await visitWith(path, { TAG_MANAGER_ID: id });
      const html = await response.text();
      expect(asksConsent(html)).toBe(false);
      expect(html).not.toContain(CONSENT_COPY.preferencesLabel);
      expect(response.headers.get("content-security-policy")).not.toContain("google");
    }
  });
});

describe("POST /csp-report", () => {
  const LEGACY = "application/csp-report";
  const REPORTS = "application/reports+json";

  function legacy(changes: Readonly<Record<string, unknown>> = {}): string {
    return JSON.stringify({
      "csp-report": {
        "document-uri": `${ORIGIN}${PATHS.order}?e-mail=jan@example.nl`,
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?jan=1",
        ...changes,
      },
    });
  }

  function report(changes: Readonly<Record<string, unknown>> = {}) {
    const body = {
      documentURL: `${ORIGIN}${PATHS.faq}?q=1`,
      effectiveDirective: "img-src",
      blockedURL: "inline",
      disposition: "enforce",
      ...changes,
    };
    return { type: "csp-violation", age: 1, url: body.documentURL, user_agent: "x", body };
  }

  type Sent = { type?: string; address?: string; random?: number };

  function send(body: string, { type = LEGACY, address = freshAddress(), random = 0 }: Sent = {}): Promise<Response> {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const headers = { "content-type": type, "cf-connecting-ip": address };
    return ask(PATHS.cspReport, { method: "POST", headers, body });
  }

  test("logs directive, blocked origin and page, without any query", async () => {
    const response = await send(legacy());
    expect(response.status).toBe(204);
    expectBaseline(response);
    const lines = logs.lines("csp.report");
    expect(lines).toEqual([
      {
        level: "warn",
        event: "csp.report",
        requestId: expect.any(String),
        directive: "script-src-elem",
        blocked: "https://evil.example",
        page: PATHS.order,
      },
    ]);
  });

  test("reads the newer form, and makes one line of all that came", async () => {
    const reports = [
      report(),
      report(),
      { type: "deprecation", body: {} },
      report({ documentURL: "https://x.example/" }),
    ];
    const response = await send(JSON.stringify(reports), { type: `${REPORTS}; charset=utf-8` });
    expect(response.status).toBe(204);
    expect(logs.lines("csp.report")).toEqual([
      expect.objectContaining({ directive: "img-src", blocked: "inline", page: PATHS.faq, others: 1 }),
    ]);
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
      "something long",
      { "blocked-uri": `https://${"a".repeat(3000)}.example` },
      { blocked: expect.stringMatching(/^.{7,100}$/) },
    ],
    ["a directive with its sources", { "effective-directive": "script-src 'self' jan" }, { directive: "script-src" }],
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

  test("a body without a length is read no further than the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024).fill(32));
        if (sent > 1000) controller.close();
      },
    });
    const response = await askWith({}, PATHS.cspReport, {
      method: "POST",
      headers: { "content-type": LEGACY, "cf-connecting-ip": freshAddress() },
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  test("a client that sends too many is told to wait", async () => {
    const limiter = limiterOf("REPORT_LIMIT");
    const headers = { "content-type": LEGACY, "cf-connecting-ip": freshAddress() };
    vi.spyOn(Math, "random").mockReturnValue(1);
    const answers: Response[] = [];
    for (let index = 0; index < 21; index += 1) {
      answers.push(await askWith(limiter, PATHS.cspReport, { method: "POST", headers, body: legacy() }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(204), 429]);
    expect(answers.at(-1)?.headers.get("retry-after")).toBe("60");
  });
});

describe("the line of a request", () => {
  beforeAll(async () => {
    await seedTargets();
    await env.GIFTS.put("LOGTEST", JSON.stringify({ recipient: "Noor", giver: "Bas" }));
  });

  /** Waits for the only log line: that of a streamed page comes at its end. */
  async function lineOf(response: Response): Promise<LogLine | undefined> {
    await response.text();
    const lines = logs.lines("request.handled");
    expect(lines).toHaveLength(1);
    return lines[0];
  }

  const visitor = () => ({ "cf-connecting-ip": freshAddress(), "cf-ray": "ray-1" });

  test("a gift: KV's answer and its time, and not whose gift it is", async () => {
    const line = await lineOf(await ask("/g-LOGT-EST?n=Noor&m=Hoi", { headers: visitor() }));
    expect(line).toEqual({
      level: "info",
      event: "request.handled",
      requestId: "ray-1",
      route: "gift-code",
      method: "GET",
      status: 200,
      ms: expect.any(Number),
      kvMs: expect.any(Number),
      cause: "kv:found",
    });
  });

  test.each([
    ["/g-NIET-INKV", 404, "gift-code", "kv:unknown"],
    ["/cadeau-niemand", 404, "gift-name", "kv:unknown"],
    [PATHS.giftLookup, 200, "gift-lookup", undefined],
    [PATHS.interstitialTargets, 200, "interstitial-targets", "kv:found"],
    ["/bridge-59incl-vb1?session_id=cs_jan", 200, "bridge", "kv:found"],
    [`${PATHS.interstitial}?payment_type=jan`, 404, "payment-return", undefined],
  ])("GET %s -> %i", async (path, status, route, cause) => {
    const line = await lineOf(await ask(path, { headers: visitor() }));
    expect(line).toMatchObject({ status, route, requestId: "ray-1" });
    expect(line?.cause).toBe(cause);
    expect(JSON.stringify(line)).not.toMatch(/NIET-?INKV|niemand|jan/);
  });

  test("the return page: what Stripe and KV said, in one line when both are known", async () => {
    stubStripe(() => answerJson(intent({ status: "processing" })));
    const response = await askWith(
      STRIPE_BINDINGS,
      `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=pi_1`,
      { headers: { ...visitor(), cookie: "payment_pi_1=pi_1_secret_a" } },
    );
    expect(logs.lines("request.handled")).toEqual([]);
    const line = await lineOf(response);
    expect(String(line?.cause).split(" ").sort()).toEqual(["kv:found", "stripe:processing"]);
    expect(line).toMatchObject({ route: "payment-return", stripeMs: expect.any(Number), kvMs: expect.any(Number) });
    expect(JSON.stringify(line)).not.toContain("pi_1");
  });

  test("the API: the error's code", async () => {
    const line = await lineOf(await postJson(PATHS.createPaymentIntent, { amount: 1, currency: "eur" }));
    expect(line).toMatchObject({
      route: "create-payment-intent",
      method: "POST",
      status: 422,
      cause: "price_not_offered",
    });
  });

  test("KV down: the line of the bridge page says so", async () => {
    const line = await lineOf(await askWith({ INTERSTITIALS: AWAY }, "/bridge-59incl-vb1"));
    expect(line).toMatchObject({ status: 200, cause: "kv:unavailable" });
  });

  test("a handler that throws: the line says 500, and its request id leads to the reason", async () => {
    const headers = { ...visitor(), "content-type": "application/csp-report" };
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("the body broke off")) });
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const response = await askWith({}, PATHS.cspReport, init);
    expect(await lineOf(response)).toMatchObject({ status: 500, cause: "error", requestId: "ray-1" });
    expect(logs.lines("request.failed")).toEqual([expect.objectContaining({ requestId: "ray-1" })]);
  });

  test("a refused method has a line too; pages that are the same for everybody have none", async () => {
    expect(await lineOf(await ask(PATHS.stripeWebhook))).toMatchObject({ status: 405, route: "stripe-webhook" });
    await ask(PATHS.home);
    await ask(`${PATHS.order}?x=1`);
    await ask("/nope");
    expect(logs.lines("request.handled")).toHaveLength(1);
  });
});

describe("Server-Timing", () => {
  const timing = async (path: string) => (await visit(path)).headers.get("server-timing");

  test("names the calls that ended before the headers were sent", async () => {
    expect(await timing(PATHS.quiz)).toMatch(/^render;dur=[\d.]+$/);
    expect(await timing("/g-NIET-INKV")).toMatch(/^render;dur=[\d.]+, kv;dur=[\d.]+$/);
    expect(await timing(PATHS.interstitialTargets)).toMatch(/^kv;dur=[\d.]+$/);
  });

  test("a remembered page names no rendering, and one that is sent in order nothing that it still waits for", async () => {
    expect(await timing(PATHS.terms)).toBeNull();
    expect(await timing(PATHS.checkout)).toBeNull();
    expect(await timing("/g-NIET-INKV?n=x")).toMatch(/^kv;dur=[\d.]+$/);
    expect(await timing("/bridge-59incl-vb1")).toBeNull();
  });

  test("the payment API names Stripe", async () => {
    stubStripe(() => answerJson(intent()));
    const response = await postJson(PATHS.createPaymentIntent, { amount: 3900, currency: "eur" });
    expect(response.status).toBe(200);
    expect(response.headers.get("server-timing")).toMatch(/^stripe;dur=[\d.]+$/);
  });
});
