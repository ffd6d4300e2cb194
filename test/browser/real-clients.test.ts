import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, describe, expect, test } from "vitest";
import { INTERSTITIAL_COPY } from "../../src/content/interstitial.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { FULL } from "../full.ts";
import { shop } from "./test-shop.ts";

/**
 * Programs that we did not write read what the shop makes. The full run uses those that this machine has, and names the
 * others; with `CI_CLIENTS=all` it needs them all (Debian: `apt-get install qpdf w3m hunspell hunspell-nl`).
 */

const CLIENTS = { qpdf: ["--version"], w3m: ["-version"], hunspell: ["-d", "nl_NL", "-l"] } as const;
type Client = keyof typeof CLIENTS;

const runs = (client: Client, args: readonly string[], input = "") =>
  spawnSync(client, args, { input, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 });
const isThere = (client: Client) => FULL && runs(client, CLIENTS[client]).status === 0;
const missing = FULL ? (Object.keys(CLIENTS) as Client[]).filter((client) => !isThere(client)) : [];
const has = (client: Client) => FULL && !missing.includes(client);

test.runIf(FULL)("they are installed, or named", () => {
  if (missing.length > 0) console.warn(`Not installed, so not asked: ${missing.join(", ")}.`);
  if (process.env.CI_CLIENTS === "all") expect(missing).toEqual([]);
});

const folder = mkdtempSync(join(tmpdir(), "vaarkoers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const load = (path: string) => fetch(shop.origin + path);

describe.runIf(has("qpdf"))("qpdf", () => {
  function check(bytes: Uint8Array): number | null {
    const path = join(folder, "checked.pdf");
    writeFileSync(path, bytes);
    return runs("qpdf", ["--check", path]).status;
  }

  test.each(Object.values(LEGAL_PDF_PATHS))("finds nothing wrong in %s", async (path) => {
    const bytes = new Uint8Array(await (await load(path)).arrayBuffer());
    expect(check(bytes)).toBe(0);
    // It would.
    expect(check(bytes.slice(0, bytes.length / 2))).not.toBe(0);
  });
});

describe.runIf(has("w3m"))("w3m", () => {
  const shown = (html: string) =>
    runs("w3m", ["-dump", "-T", "text/html", "-cols", "500"], html).stdout.replace(/\s+/g, " ");

  test.each(CONTENT_PATHS)("shows the title of %s once, and its parts in order", async (path) => {
    const html = await (await load(path)).text();
    const page = parse(html);
    const titles = page.querySelectorAll("main h1, main h2").map((title) => title.text.replace(/\s+/g, " ").trim());
    const text = shown(html);
    let from = 0;
    for (const title of titles) {
      const found = text.indexOf(title, from);
      expect(found, title).toBeGreaterThanOrEqual(from);
      from = found + title.length;
    }
  });

  test("shows no part of a bridge page that is for later", async () => {
    const html = await (await load(String(OFFERS[0]?.path))).text();
    expect(shown(html)).not.toContain(INTERSTITIAL_COPY.notConfigured);
    // It knows no templates.
    expect(shown("<template><p>Later</p></template>")).toContain("Later");
  });
});

describe.runIf(has("hunspell"))("hunspell", () => {
  /** Names, terms and joined words that its dictionary lacks. */
  const OWN = new Set(readFileSync(join(import.meta.dirname, "own-words.txt"), "utf8").split("\n"));
  /** The words of letters alone that neither it nor our own list knows. */
  function unknown(text: string): string[] {
    const words = text.match(/(?<![\p{L}\p{N}./@])\p{L}[\p{L}-]+(?![\p{L}\p{N}/@]|\.\p{L})/gu) ?? [];
    const found = runs("hunspell", ["-d", "nl_NL", "-l", "-i", "utf-8"], words.join("\n")).stdout.split("\n");
    return [...new Set(found)].filter((word) => word !== "" && !OWN.has(word)).sort();
  }

  test("knows the words of all content pages", async () => {
    const texts = await Promise.all(
      CONTENT_PATHS.map(async (path) => {
        const page = parse(await (await load(path)).text());
        for (const part of page.querySelectorAll("head, script, style, svg, [lang=en], code")) part.remove();
        // A blank for each tag: cells and list items are words of their own.
        return parse(page.toString().replace(/<[^>]*>/g, " ")).text;
      }),
    );
    expect(unknown(texts.join("\n"))).toEqual([]);
    expect(unknown("de betaalpagnia")).toEqual(["betaalpagnia"]);
  });
});
