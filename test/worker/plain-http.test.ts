import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import { routes } from "../../src/routes.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { addressOf } from "./shop.ts";

/** A shop whose origin is https shows no page over http, whatever host was named. */

const SITE = "https://www.shop.example";

function askOver(scheme: "http" | "https", path: string, init: RequestInit = {}, siteOrigin = SITE) {
  const headers = { "cf-connecting-ip": freshAddress(), ...(init.headers as object) };
  const bindings = { ...env, SITE_ORIGIN: siteOrigin } as Bindings;
  return createApp().request(`${scheme}://other.example${path}`, { ...init, headers }, bindings);
}

describe("over http", () => {
  test.each([...routes.filter(({ path }) => path !== PATHS.health).map(addressOf), "/nope", "//evil.example/x"])(
    "%s: every read is led to https at the site's own host, all else is refused",
    async (path) => {
      for (const method of ["GET", "HEAD"]) {
        const response = await askOver("http", `${path}?flow=A&x=%2F`, { method });
        expect(response.status).toBe(308);
        expect(response.headers.get("location")).toBe(`${SITE}${path}?flow=A&x=%2F`);
        expect(response.headers.get("cache-control")).toBe("no-store");
        expect(response.headers.has("strict-transport-security")).toBe(false);
        expect(await response.text()).toBe("");
      }
      const sent = await askOver("http", path, { method: "POST", body: "{}", headers: { origin: SITE } });
      expect(sent.status).toBe(403);
      expect(await sent.json()).toEqual({ error: { code: "https_required", message: "Dit kan alleen via https." } });
    },
  );

  test("the health check answers, for callers inside the platform", async () => {
    expect((await askOver("http", PATHS.health)).status).toBe(200);
  });

  test("a shop whose origin is http, or has none yet, is served", async () => {
    for (const origin of ["http://localhost:8787", ""]) {
      expect((await askOver("http", PATHS.faq, {}, origin)).status).toBe(200);
    }
  });
});

test("over https everything is served, at a preview's host too", async () => {
  expect((await askOver("https", PATHS.faq)).status).toBe(200);
});
