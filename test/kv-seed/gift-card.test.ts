import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { renderGiftCards } from "../../kv-seed/gift-card.ts";
import { type GiftCard, printedMessage, renderQrCode } from "../../src/components/gift-card.ts";
import { PRINTED_MESSAGE_LENGTH } from "../../src/shared/gift.ts";
import { launchChromium } from "../browser/chromium.ts";

const CARD: GiftCard = {
  productId: "KVB1",
  code: "WXWM-8GHW-MKMN-PQRW-TVWX",
  link: "https://www.shop.example/g-WXWM-8GHW-MKMN-PQRW-TVWX",
  recipient: "Sanne",
  giver: "Mark",
  message: "",
  validUntil: "2028-11-21",
};

describe("gift card", () => {
  test("needs nothing from outside and runs no script", async () => {
    const html = await renderGiftCards([CARD]);
    const outside = html.match(/<script|<link|<img|<iframe|src="|@import|url\((?!data:|#)/g);
    expect(outside).toBeNull();
  });

  test("shows names as text", async () => {
    const html = await renderGiftCards([{ ...CARD, recipient: "<b>&", giver: '"><script>', message: "<i>" }]);
    expect(html).toContain("<bdi>&lt;b&gt;&amp;</bdi>");
    expect(html).toContain("<bdi>&quot;&gt;&lt;script&gt;</bdi>");
    expect(html).toContain(">&lt;i&gt;</p>");
  });

  test("says where the code can be typed", async () => {
    const text = (await renderGiftCards([CARD])).replaceAll(/<[^>]+>/g, "");
    expect(text).toContain("Of typ je code op www.shop.example/cadeau");
  });

  test("prints no date when it is not known", async () => {
    const { validUntil: _unknown, ...undated } = CARD;
    expect(await renderGiftCards([undated])).not.toContain("Geldig");
  });

  test("says kindly for which day it is", async () => {
    const html = await renderGiftCards([{ ...CARD, from: "2026-12-24" }]);
    expect(html.replaceAll(/<[^>]+>/g, "")).toContain("Voor 24 december 2026");
  });

  test("prints a message of 300 characters whole, and of a longer one the words before", () => {
    const whole = `${"woord ".repeat(49)}einde.`;
    expect(printedMessage(whole)).toHaveLength(PRINTED_MESSAGE_LENGTH);
    expect(printedMessage(whole)).toBe(whole);
    expect(printedMessage(`${whole} En nog wat.`)).toBe(`${whole}…`);
    expect(printedMessage(`${"woord ".repeat(48)}eenlangerwoord ${whole}`)).toBe(`${"woord ".repeat(48).trim()}…`);
    expect(printedMessage("👩‍👩‍👧".repeat(301))).toBe(`${"👩‍👩‍👧".repeat(300)}…`);
  });

  test("the path of the QR code has exactly the dark modules of the code", () => {
    const { data, size } = encode(CARD.link, { ecc: "M", border: 0 });
    const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    for (const [, x, y, run] of renderQrCode(CARD.link, "qr").matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      for (let step = 0; step < Number(run); step += 1) (drawn[Number(y)] ?? [])[Number(x) + step] = true;
    }
    expect(drawn).toEqual(data);
  });

  test("stays in its A5 page with any name, one page a card", async () => {
    const names = [
      "J",
      "Sanne",
      "W".repeat(60),
      "Willemijn ".repeat(20).trim(),
      "محمد عبد الله",
      "👩‍👩‍👧 Zoë",
      "i".repeat(200),
    ];
    const messages = [
      "",
      "Goede vaart,\nlieve schipper!",
      "Een zin van een woord of acht. ".repeat(20),
      "W".repeat(2000),
      "a\n".repeat(40),
    ];
    const cards = messages.flatMap((message) =>
      names.map((name) => ({ ...CARD, recipient: name, giver: name, message, from: "2026-12-24" })),
    );
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 800, height: 1000 } });
      await page.setContent(await renderGiftCards(cards));
      await page.emulateMedia({ media: "print" });
      await page.evaluate(() => document.fonts.ready);
      const overflows = await page.evaluate(() =>
        [...document.querySelectorAll(".gift-card")].map((card) => {
          const panel = card.querySelector(".gift-card-panel")?.getBoundingClientRect();
          const names = card.querySelector(".gift-card-names");
          const foot = card.querySelector(".gift-card-foot");
          const giver = card.querySelector(".gift-card-giver")?.getBoundingClientRect();
          const code = card.querySelector(".gift-card-code");
          const how = card.querySelector(".gift-card-how");
          const message = card.querySelector(".gift-card-message");
          return {
            names: (names?.scrollHeight ?? 0) - (names?.clientHeight ?? 0),
            giverAbovePanel: (giver?.bottom ?? 0) <= (panel?.top ?? 0),
            how: (how?.scrollHeight ?? 0) - (how?.clientHeight ?? 0),
            codeLines: Math.round(
              (code?.clientHeight ?? 0) / Number.parseFloat(getComputedStyle(code as Element).lineHeight),
            ),
            message:
              (message?.clientHeight ?? 0) <=
              (panel?.bottom ?? 0) - (how?.getBoundingClientRect().height ?? 0) - (panel?.top ?? 0),
            foot: (foot?.scrollHeight ?? 0) - (foot?.clientHeight ?? 0),
          };
        }),
      );
      expect(overflows).toEqual(
        cards.map(() => ({ names: 0, giverAbovePanel: true, how: 0, codeLines: 2, message: true, foot: 0 })),
      );
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(cards.length);
    } finally {
      await browser.close();
    }
  });
});
