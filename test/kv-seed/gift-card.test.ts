import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { renderGiftCards } from "../../kv-seed/gift-card.ts";
import { cardMessage, printedEnd } from "../../src/gifts/card-message-rules.ts";
import { type GiftCard, renderQrCode } from "../../src/gifts/gift-card-markup.ts";
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

const LETTER = "Lieve oma,\n\nGefeliciteerd!\n\nKus,\n\nJoost";

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

  test("a message is set as large as it fits, and one that does not fit ends with a whole word", () => {
    expect(cardMessage("Goede vaart!")).toEqual({ size: "large", paragraphs: ["Goede vaart!"], isWhole: true });
    expect(cardMessage(" \n")).toBeNull();
    expect(cardMessage(LETTER)).toEqual({ size: "tall-medium", paragraphs: LETTER.split("\n\n"), isWhole: true });
    expect(cardMessage("Een\r\n\n \n\n\nTwee")?.paragraphs).toEqual(["Een", "Twee"]);
    const long = "woord ".repeat(400);
    const cut = cardMessage(long);
    expect(cut).toMatchObject({ size: "tall-fine", isWhole: false });
    expect(cut?.paragraphs[0]).toMatch(/^(woord )+woord…$/);
    expect(printedEnd(long)).toBe("woord woord woord woord");
    expect(printedEnd(LETTER)).toBeNull();
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
      "W".repeat(12),
      "W".repeat(26),
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
      LETTER,
      "Een zin van een woord of acht. ".repeat(20),
      "Hottentottententententoonstellingskaartjesverkoper ".repeat(11),
      "W".repeat(2000),
      "W".repeat(300),
      "a\n".repeat(40),
      "regel\n\n".repeat(5),
      "👩‍👩‍👧🎂".repeat(60),
      "Ærø, Ångström, façade; ".repeat(20),
      "生日快乐".repeat(40),
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
          const shown = message?.getBoundingClientRect();
          return {
            names: (names?.scrollHeight ?? 0) - (names?.clientHeight ?? 0),
            giverAbovePanel: (giver?.bottom ?? 0) <= (panel?.top ?? 0),
            how: (how?.scrollHeight ?? 0) - (how?.clientHeight ?? 0),
            codeLines: Math.round(
              (code?.clientHeight ?? 0) / Number.parseFloat(getComputedStyle(code as Element).lineHeight),
            ),
            // Nothing of the text is cut off, and the panel's edges stay free.
            messageCut: (message?.scrollHeight ?? 0) - (message?.clientHeight ?? 0),
            messageInPanel:
              shown === undefined ||
              (shown.top - (panel?.top ?? 0) > 4 && shown.bottom <= (how?.getBoundingClientRect().top ?? 0) + 1),
            foot: (foot?.scrollHeight ?? 0) - (foot?.clientHeight ?? 0),
          };
        }),
      );
      expect(overflows).toEqual(
        cards.map(() => ({
          names: 0,
          giverAbovePanel: true,
          how: 0,
          codeLines: 2,
          messageCut: 0,
          messageInPanel: true,
          foot: 0,
        })),
      );
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(cards.length);
    } finally {
      await browser.close();
    }
  });
});
