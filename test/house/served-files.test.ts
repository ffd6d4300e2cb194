import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keepLiveFiles, readBuildFiles, writeBuildFiles } from "../../client/build/kept-files.ts";
import { listenLocally } from "../outside-world/local-server.ts";
import { ROOT, readFiles, readText } from "./source-files.ts";

/** Words that are only in the Worker's source. In a browser's file they show that this source was served. */
const SERVER_WORDS = ["STRIPE_SECRET_KEY", "readSettings", "createApp", "INTERSTITIALS", "hono"];

describe("what a browser can fetch", () => {
  const built = readFiles("assets/build", [""]);
  const ignored = readText("assets/.assetsignore").split("\n");

  test("no source map and no TypeScript", () => {
    const assets = readFiles("assets", [""]).filter(({ path }) => !ignored.includes(path.split("/")[1] ?? ""));
    expect(assets.map(({ path }) => path)).toContain("assets/favicon.svg");
    expect(assets.filter((file) => /\.(map|ts|tsx)$/.test(file.path)).map((file) => file.path)).toEqual([]);
    expect(built.filter((file) => file.text.includes("sourceMappingURL")).map((file) => file.path)).toEqual([]);
  });

  test("no file beside the pictures that nobody asks for", () => {
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
    const scripts = built.filter(({ path }) => path.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(0);
    for (const file of scripts)
      for (const word of SERVER_WORDS) expect(file.text.includes(word), `${file.path} holds ${word}`).toBe(false);
  });

  test("every built name carries the hash of its content, because its answers are immutable", () => {
    const hashOf = (path: string) => hash("sha256", readFileSync(join(ROOT, path))).slice(0, 8);
    for (const { path } of built)
      expect(path).toMatch(path.endsWith(".js") ? /-[A-Za-z0-9]{8}\.js$/ : `-${hashOf(path)}.`);
  });
});

/** A deployment keeps the hashed files that open pages still request. */

const NOW = new Date("2026-11-22T12:00:00.000Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

describe("the files of the live site", () => {
  let assets = "";
  let live: Record<string, string>;
  let site: Awaited<ReturnType<typeof listenLocally>>;
  const origin = () => `http://localhost:${site.port}`;
  const list = (value: unknown) => JSON.stringify(value);

  beforeEach(async () => {
    assets = mkdtempSync(join(tmpdir(), "vaarkoers-kept-"));
    mkdirSync(join(assets, "build"));
    live = {};
    site = await listenLocally(0, (request, response) => {
      const body = live[request.url ?? ""];
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
  });
  afterEach(async () => {
    await site.close();
    rmSync(assets, { recursive: true });
  });

  /** As `client/build/client.ts` does it. */
  function build(files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(assets, "build", name), content);
    writeBuildFiles(Object.keys(files), assets);
  }

  test("stay for a week after they were last current, through every later build", async () => {
    live = {
      "/build-files.json": list({
        current: ["menu-AAAAAAAA.js", "same-BBBBBBBB.js"],
        kept: { "menu-CCCCCCCC.js": daysAgo(6), "menu-DDDDDDDD.js": daysAgo(8) },
      }),
      "/build/menu-AAAAAAAA.js": "a",
      "/build/same-BBBBBBBB.js": "b",
      "/build/menu-CCCCCCCC.js": "c",
    };
    await keepLiveFiles(origin(), { now: NOW, assets });
    // What another build is writing.
    writeFileSync(join(assets, "build/same-BBBBBBBB.js.7.tmp"), "");
    for (let round = 0; round < 2; round++) {
      build({ "menu-EEEEEEEE.js": "e", "same-BBBBBBBB.js": "b" });
      expect(readdirSync(join(assets, "build")).sort()).toEqual([
        "menu-AAAAAAAA.js",
        "menu-CCCCCCCC.js",
        "menu-EEEEEEEE.js",
        "same-BBBBBBBB.js",
        "same-BBBBBBBB.js.7.tmp",
      ]);
    }
    // Whoever watches a file that is written again as it was starts anew.
    const inode = () => statSync(join(assets, "build-files.json")).ino;
    const before = inode();
    build({ "menu-EEEEEEEE.js": "e", "same-BBBBBBBB.js": "b" });
    expect(inode()).toBe(before);
    expect(readFileSync(join(assets, "build/menu-AAAAAAAA.js"), "utf8")).toBe("a");
    expect(readBuildFiles(assets)).toEqual({
      current: ["menu-EEEEEEEE.js", "same-BBBBBBBB.js"],
      kept: { "menu-AAAAAAAA.js": NOW.toISOString(), "menu-CCCCCCCC.js": daysAgo(6) },
    });
  });

  test("are none where nothing was deployed with a list yet", async () => {
    await expect(keepLiveFiles(origin(), { now: NOW, assets })).rejects.toThrow("answered 404");
    build({ "menu-EEEEEEEE.js": "e" });
    expect(readBuildFiles(assets)).toEqual({ current: ["menu-EEEEEEEE.js"], kept: {} });
  });

  test.each(["../menu-AAAAAAAA.js", "menu.js", "/etc/menu-AAAAAAAA.js"])("are never %s", async (name) => {
    const { pathname } = new URL(`${origin()}/build/${name}`);
    live = { "/build-files.json": list({ current: [name], kept: {} }), [pathname]: "x" };
    await expect(keepLiveFiles(origin(), { now: NOW, assets })).rejects.toThrow();
    expect(readdirSync(join(assets, "build"))).toEqual([]);
  });
});
