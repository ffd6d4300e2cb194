import { env } from "cloudflare:workers";
import { createElement } from "react";
import { expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { InterstitialPage, InterstitialTarget } from "../../src/paying/return/interstitial-page.tsx";
import { createPageContext } from "../../src/server/http/page-context.ts";
import { fillAround, PageMemory } from "../../src/server/http/page-memory.ts";
import { renderPart, renderToString, sendInOrder } from "../../src/server/http/render.tsx";
import { PATHS } from "../../src/shared/paths.ts";
import { attributes, readDocument, texts } from "./document.ts";
import { logs } from "./logs.ts";
import { expectBaseline } from "./security-headers.ts";
import { answerText, ask, askWith, ORIGIN } from "./shop.ts";

async function askBroken(path: string, init: RequestInit = {}): Promise<Response> {
  const app = createApp();
  app.all(new URL(path, ORIGIN).pathname, () => {
    throw new Error("this is broken: secret-detail");
  });
  return app.request(ORIGIN + path, init, { ...env, TAG_MANAGER_ID: "GTM-TEST1" });
}

test("a page's error is the designed 500 page with the begin of the request id that one log line has", async () => {
  const response = await askBroken("/broken?payment_intent=pi_1&x=%3C");
  expect(response.status).toBe(500);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const html = await response.text();
  // The address may name a gift: nobody measures it.
  expect(html).not.toMatch(/secret-detail|GTM-TEST1/);
  const [line, ...others] = logs.lines("request.failed");
  const told = { level: "error", method: "GET", reason: expect.stringContaining("secret-detail") };
  expect([line, others]).toMatchObject([told, []]);
  expect(texts(readDocument(html), "code")).toEqual([String(line?.requestId).slice(0, 8)]);
  expect(html, "to try again").toContain('href="/broken?payment_intent=pi_1&amp;x=%3C"');
  expect(line?.requestId).toHaveLength(36);
});

async function expectJson(response: Response, method: string): Promise<void> {
  expect([response.status, response.headers.get("content-type")]).toEqual([500, "application/json"]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expectBaseline(response);
  const error = { code: "unexpected", message: "Er ging iets mis bij ons. Probeer het zo opnieuw." };
  expect(await response.json()).toEqual({ error });
  const line = { method, reason: expect.stringContaining("secret-detail") };
  expect(logs.lines("request.failed")).toMatchObject([line]);
}

test.each(["GET", "POST"])("%s /api/...: JSON, and one log line", async (method) => {
  await expectJson(await askBroken("/api/broken", { method }), method);
});

test("anything unexpected on an address for programs: a body that breaks off", async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error("secret-detail")) });
  const headers = { "content-type": "application/csp-report" };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  await expectJson(await askWith({}, PATHS.cspReport, init), "POST");
  const [reason] = logs.lines("request.failed");
  expect(reason?.route).toBe("csp-report");
  const line = { status: 500, cause: "error", requestId: reason?.requestId };
  expect(logs.lines("request.handled")).toMatchObject([line]);
});

test("a render error after the shell was sent: shows its message in place, is logged once, and the page's links still work", async () => {
  const app = createApp();
  const Broken = (): never => {
    throw new Error("broken: secret-detail");
  };
  app.get("/broken", async (c) => {
    const page = { pageContext: createPageContext(c), retryHref: "/broken", noScriptHref: null };
    const shell = await renderToString(createElement(InterstitialPage, { ...page, pathKey: "x" }));
    const { response } = sendInOrder(
      fillAround(new PageMemory().remember("shell", shell, {}), {}),
      renderPart(createElement(Broken)),
      () => renderPart(createElement(InterstitialTarget, { ...page, outcome: { status: "unavailable" } })),
      { status: 200, headers: {}, requestId: "request-1" },
    );
    return response;
  });
  const html = await answerText(app.request(`${ORIGIN}/broken`, {}, env));
  expect(html).toContain(INTERSTITIAL_COPY.title);
  expect(html).toContain(INTERSTITIAL_COPY.unavailable);
  expect(attributes(readDocument(html), "a[href]", "href")).toContain(PATHS.home);
  expect(html.trimEnd().endsWith("</html>")).toBe(true);
  expect(html).not.toContain("secret-detail");
  expect(logs.lines("render.failed")).toEqual([
    { level: "error", event: "render.failed", requestId: "request-1", reason: "Error: broken: secret-detail" },
  ]);
});

test.each([
  ["GET", "/api/nope"],
  ["POST", "/api/nope"],
  ["POST", `${PATHS.createPaymentIntent}/`],
  ["POST", "/API/stripe-webhook"],
  ["POST", "/api/%73tripe-webhook"],
  ["GET", "/api/%E0%A4%A"],
])("%s %s: a program gets a 404 in JSON", async (method, path) => {
  const response = await ask(path, { method });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: { code: "not_found", message: "Dit adres bestaat niet." } });
});
