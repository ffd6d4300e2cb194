import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import ical from "node-ical";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { GIVE_GIFT_COPY } from "../../src/gifts/giving/give-gift-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { WITHDRAWAL_COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { LEGAL_PDF_PATHS, PATHS } from "../../src/shared/paths.ts";
import { COURSE_CARDS } from "../../src/shop/home-copy.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { FULL } from "../full.ts";
import { shop } from "./test-shop.ts";
import { openTextBrowser, type TextBrowser } from "./text-browser.ts";

/**
 * Programs that we did not write read what the shop makes. The full run uses those that this machine has, and names the
 * others; with `CI_CLIENTS=all` it needs them all (Debian: `apt-get install qpdf w3m tmux hunspell hunspell-nl`).
 */

const CLIENTS = {
  qpdf: ["--version"],
  w3m: ["-version"],
  tmux: ["-V"],
  hunspell: ["-d", "nl_NL", "-l"],
} as const;
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

describe.runIf(has("w3m") && has("tmux"))("somebody at a terminal", () => {
  let w3m: TextBrowser;
  beforeEach(async () => {
    shop.world.stripe.reset();
    await shop.set({});
  });
  afterEach(() => w3m.close());
  const visit = (path: string) => {
    w3m = openTextBrowser(shop.origin + path);
  };

  test("buys a course, and is led to it", async () => {
    visit(PATHS.home);
    await w3m.press(COURSE_CARDS.KVB1.orderLabel);
    await w3m.press("Betaal €");
    await w3m.reads(INTERSTITIAL_COPY.goNow);
    await w3m.press(INTERSTITIAL_COPY.goNow);
    await w3m.reads("Welkom bij Klein Vaarbewijs 1");
    expect(shop.world.stripe.intents.map(({ status }) => status)).toEqual(["succeeded"]);
  });

  test("writes a gift, reads what its payment needs, and changes it", async () => {
    visit(PATHS.giveGift);
    const { fields, submit } = GIVE_GIFT_COPY.form;
    await w3m.write(fields.recipient.label, "Noor");
    await w3m.press(submit);
    await w3m.reads(fields.giver.missing);
    await w3m.write(fields.giver.label, "Opa Kees");
    await w3m.press(submit);
    await w3m.reads("Voor het betalen van een cadeau is JavaScript nodig.");
    await w3m.reads("Opa Kees");
    await w3m.press("Wijzigen");
    await w3m.reads("Noor");
  });

  test("unwraps a gift by its code", async () => {
    visit(PATHS.giftLookup);
    await w3m.write(GIFT_COPY.form.label, "ABCD-2345");
    await w3m.press(GIFT_COPY.form.submit);
    await w3m.reads(GIFT_COPY.unknown.title);
    await w3m.write(GIFT_COPY.form.label, "demo vaar 2026");
    await w3m.press(GIFT_COPY.form.submit);
    await w3m.press(GIFT_COPY.openLink);
    await w3m.reads("Nu nog een bootje erbij.");
    await w3m.reads(GIFT_COPY.card.redeem);
  });

  test("withdraws in two steps", async () => {
    visit(PATHS.withdrawal);
    const { form, check, done } = WITHDRAWAL_COPY;
    await w3m.write(form.fields.name.label, "Jan de Vries");
    await w3m.write(form.fields.email.label, "jan@example.nl");
    await w3m.press(form.submit);
    await w3m.reads(form.fields.contract.missing);
    await w3m.write(form.fields.contract.label, "KVB1");
    await w3m.press(form.submit);
    await w3m.reads(check.title);
    // The text before the buttons names this one too.
    await w3m.press(check.submit, 2);
    await w3m.reads(done.title);
  });
});

describe.runIf(FULL)("node-ical", () => {
  test("finds the plan's hours before and after the clocks change, and whole days without an hour", async () => {
    await shop.set({ now: Date.parse("2027-02-01T12:00:00Z") });
    const eventsOf = async (query: string) => {
      const text = await (await load(`${PATHS.studyPlanCalendar}?${query}`)).text();
      return Object.values(ical.parseICS(text)).filter((one) => one?.type === "VEVENT");
    };
    const hours = await eventsOf("cursus=kvb1&examen=2027-04-17&uur=19");
    const studying = hours.filter(({ datetype }) => datetype === "date-time");
    expect(studying.map(({ start }) => start.getUTCHours())).toEqual(
      studying.map(({ start }) => (start.toISOString() < "2027-03-28" ? 18 : 17)),
    );
    expect(new Set(studying.map(({ start }) => start.getUTCHours())).size).toBe(2);
    const days = await eventsOf("cursus=kvb1&examen=2027-04-17");
    expect(days.map(({ datetype }) => datetype)).toEqual(days.map(() => "date"));
    expect(days.map(({ summary }) => summary)).toEqual(hours.map(({ summary }) => summary));
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
