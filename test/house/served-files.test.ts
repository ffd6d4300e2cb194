import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, readFiles } from "./source-files.ts";

/** Words that are only in the Worker's source. In a browser's file they show that this source was served. */
const SERVER_WORDS = ["STRIPE_SECRET_KEY", "readSettings", "createApp", "INTERSTITIALS", "hono"];

describe("what a browser can fetch", () => {
  const built = readFiles("assets/build", [""]);

  test("the client was built", () => {
    expect(built.some((file) => file.path.endsWith(".js"))).toBe(true);
    expect(built.some((file) => file.path.endsWith(".css"))).toBe(true);
  });

  test("no source map and no TypeScript", () => {
    const ignored = readFileSync(join(ROOT, "assets/.assetsignore"), "utf8").split("\n");
    const assets = readFiles("assets", [""]).filter(({ path }) => !ignored.includes(path.split("/")[1] ?? ""));
    expect(assets.map(({ path }) => path)).toContain("assets/favicon.svg");
    expect(assets.filter((file) => /\.(map|ts|tsx)$/.test(file.path)).map((file) => file.path)).toEqual([]);
    expect(built.filter((file) => file.text.includes("sourceMappingURL")).map((file) => file.path)).toEqual([]);
  });

  test("no file beside the pictures that nobody asks for", () => {
    const ignored = readFileSync(join(ROOT, "assets/.assetsignore"), "utf8").split("\n");
    const served = readdirSync(join(ROOT, "assets"), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !ignored.includes(entry.name))
      .map(({ name }) => name);
    const sources = ["src", "client"].flatMap((folder) => readFiles(folder, [".ts", ".tsx"]));
    /** Files without a link: Cloudflare or the build reads them, or browsers and people request them by name. */
    const known = [".assetsignore", "_headers", "favicon.ico", "third-party.txt"];
    const named = served.filter((name) => sources.some(({ text }) => text.includes(name)));
    expect(named).toContain("apple-touch-icon.png");
    expect(served.filter((name) => !known.includes(name) && !named.includes(name))).toEqual([]);
  });

  test("no server code", () => {
    for (const file of built.filter(({ path }) => path.endsWith(".js"))) {
      for (const word of SERVER_WORDS) expect(file.text.includes(word), `${file.path} holds ${word}`).toBe(false);
    }
  });

  test("every built name carries a hash, because its answers are immutable", () => {
    for (const { path } of built) expect(path).toMatch(/-[A-Za-z0-9]{8}\.[a-z0-9]+$/);
  });
});
