import { expect, test } from "vitest";
import manifest from "../../.build/manifest.json";
import { LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { shop } from "./test-shop.ts";

/** What is served beside pages, by the platform itself. */

const ask = (path: string) => fetch(shop.origin + path);

test.each([manifest.stylesheets.styles, manifest.font, manifest.notFoundScript, manifest.pictures["poster-intro"].src])(
  "%s has a hashed name and never changes",
  async (path) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    // Browsers obey the newest such header, so only pages send it.
    expect(headers.has("strict-transport-security")).toBe(false);
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  },
);

test("a legal text is a file to keep, which no search shows and no script can be in", async () => {
  for (const path of Object.values(LEGAL_PDF_PATHS)) {
    const { headers } = await ask(path);
    const said = ["content-disposition", "x-robots-tag", "cache-control"].map((name) => headers.get(name));
    expect(said, path).toEqual(["attachment", "noindex", "public, max-age=0, must-revalidate"]);
    expect(headers.get("content-security-policy"), path).toMatch(/^default-src 'none'/);
  }
});

test("a picture of links and mails may be shown by others", async () => {
  const { headers } = await ask("/images/social/gift.png");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});

test("what browsers and people ask for by name is there, and nothing of the source", async () => {
  for (const path of ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png", "/images/social/home.png"])
    expect((await ask(path)).status, path).toBe(200);
  for (const path of [
    ..."/src/worker.ts /worker.js /worker.js.map /wrangler.toml /package.json /.dev.vars /.assetsignore".split(" "),
    ...["/.build/manifest.json", "/build/manifest.json", "/kv-seed/gifts.json", `${manifest.notFoundScript}.map`],
    ...["/drawings/inline/logo.svg", "/drawings/README.md", "/makers/social-image.ts"],
  ])
    expect((await ask(path)).status, path).toBe(404);
});
