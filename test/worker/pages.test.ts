import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { checkoutVar } from "../../src/env.ts";
import { routes } from "../../src/routes.ts";
import { COURSE_IDS, FLOWS, PRICE_CENTS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { ask, ORIGIN, pageText } from "./shop.ts";

collectLogs();

describe("every page", () => {
  const pages = [PATHS.home, PATHS.order];

  test.each(pages)("GET %s is a complete Dutch document", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await response.text();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="nl"[ >]/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{50,170}"\/>/);
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
    expect(html).toContain('property="og:image"');
    expect(html).toContain('rel="icon"');
    expect(html).toContain('href="#inhoud"');
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toContain("</html>");
  });

  test("HEAD answers like GET, without a body", async () => {
    const response = await ask(PATHS.home, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toBe("");
  });

  test("the canonical address has no query", async () => {
    expect(await pageText(`${PATHS.order}?flow=A`)).toContain(`<link rel="canonical" href="${ORIGIN}${PATHS.order}"/>`);
  });
});

describe("header and footer", () => {
  test("the active page is marked and the query string is carried, encoded anew", async () => {
    const html = await pageText(`${PATHS.order}?flow=A&utm_source=%3Cscript%3E"x'`);
    expect(html).toContain('href="/klein-vaarbewijs-1?flow=A&amp;utm_source=%3Cscript%3E%22x%27"');
    expect(html).not.toContain("<script>\"x'");
    const home = await pageText(PATHS.home);
    expect(home).toContain('<a href="/" aria-current="page">Home</a>');
    expect(home.match(/aria-current="page"/g)).toHaveLength(1);
  });

  test("an external quiz's eight kilobytes of query are carried unharmed", async () => {
    const value = "é&=#".repeat(1000);
    const html = await pageText(`${PATHS.order}?x=${encodeURIComponent(value)}`);
    const href = /href="\/klein-vaarbewijs-2(\?[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(new URLSearchParams(href).get("x")).toBe(value);
  });

  test("the copyright line has the current year and the trader is named", async () => {
    const html = await pageText(PATHS.home);
    expect(html).toContain(`© ${new Date().getUTCFullYear()} Vaarkoers`);
    expect(html).toContain(String(env.TRADER_LEGAL_NAME));
  });
});

describe("prices and order links", () => {
  test.each(FLOWS.flatMap((flow) => [PATHS.home, PATHS.order].map((path) => [path, flow] as const)))(
    "%s in flow %s shows its price and links the three hosted checkouts of that flow",
    async (path, flow) => {
      const html = await pageText(flow === "none" ? path : `${path}?flow=${flow}`);
      expect(html.match(new RegExp(`<b>€${PRICE_CENTS[flow] / 100}</b>`, "g"))?.length).toBeGreaterThanOrEqual(3);
      expect(html.match(/<s>€59<\/s>/g)?.length ?? 0).toBeGreaterThanOrEqual(flow === "none" ? 0 : 3);
      if (flow === "none") expect(html).not.toContain("<s>");
      for (const courseId of COURSE_IDS) {
        expect(html).toContain(`href="${env[checkoutVar(courseId, flow)]}"`);
        expect(html).toContain(`data-evt="checkout_start_${courseId.toLowerCase()}"`);
      }
      expect(html).toContain("inclusief btw");
    },
  );

  test.each(["a", "AB", "C", "", "%00", "A&flow=B"])(
    "flow=%s: only an exact first A or B is an offer",
    async (flow) => {
      const html = await pageText(`${PATHS.order}?flow=${flow}`);
      expect(html.includes("<b>€39</b>")).toBe(flow === "A&flow=B");
      expect(html).not.toContain("<b>€19</b>");
    },
  );

  test("normal mode has the 100+ headline and no countdown; an offer has the countdown", async () => {
    const normal = await pageText(PATHS.order);
    expect(normal).toMatch(/<h1[^>]*>[^<]*100\+/);
    expect(normal).not.toContain('data-island="countdown"');
    for (const flow of ["A", "B"]) {
      expect(await pageText(`${PATHS.order}?flow=${flow}`)).toContain('data-island="countdown"');
    }
  });

  test("the order page keeps the query on its way back and shows six reviews", async () => {
    const html = await pageText(`${PATHS.order}?flow=B&a=1`);
    expect(html).toMatch(/<a class="back-link" href="\/\?flow=B&amp;a=1">/);
    expect(html.match(/<blockquote>/g)).toHaveLength(6);
  });
});

describe("what is not there", () => {
  test.each([
    "/nope",
    "/klein-vaarbewijs-3",
    "/%E0%A4%A",
    "/..%2f..%2fetc/passwd",
    "/bridge-29incl-vb2",
    "/WP-login.php",
  ])("GET %s is the 404 page", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain("404 Oops! Page not found");
    expect(html).toContain("Return to Home");
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(html).not.toContain('rel="canonical"');
    expect(html).toContain("/build/not-found-");
  });

  test("a trailing slash leads to the page, on this host only", async () => {
    const response = await ask(`${PATHS.order}/?flow=A`);
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe(`${PATHS.order}?flow=A`);
    const sneaky = await ask("//evil.example/");
    expect(sneaky.status).toBe(404);
  });
});

describe("methods", () => {
  test.each(routes.map((route) => [route.path, route] as const))("%s answers only its methods", async (path, route) => {
    const method = route.GET ? "DELETE" : "GET";
    const response = await ask(path.replace(":number", "1").replace(/:\w+/, "abcd"), { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(
      [route.GET && "GET, HEAD", route.POST && "POST"].filter(Boolean).join(", "),
    );
  });
});

describe("caching", () => {
  test("a page that is the same for everybody has an entity tag and answers 304 to it", async () => {
    const first = await ask(PATHS.home);
    const etag = first.headers.get("etag");
    expect(etag).toMatch(/^"[0-9a-f]{24}"$/);
    const second = await ask(PATHS.home, { headers: { "if-none-match": `"other", W/${etag}` } });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
  });

  test("remembered bytes equal freshly rendered ones", async () => {
    const first = await pageText(`${PATHS.order}?flow=A`);
    expect(await pageText(`${PATHS.order}?flow=A`)).toBe(first);
    expect(await pageText(`${PATHS.order}?flow=A&`)).toBe(first);
  });

  test("a page with a visitor's own query is not remembered", async () => {
    const response = await ask(`${PATHS.order}?gclid=1`);
    expect(response.headers.get("etag")).toBeNull();
  });
});

describe("health", () => {
  test("names the version without KV or Stripe", async () => {
    const response = await ask(PATHS.health);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: "ok", version: expect.any(String) });
  });
});
