import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { renderGiftCards } from "../../kv-seed/gift-card.ts";
import { cardMessage, printedEnd } from "../../src/gifts/card-message-rules.ts";
import { type GiftCard, renderQrCode } from "../../src/gifts/gift-card-markup.ts";
import { launchChromium } from "../browser/chromium.ts";
import { sample } from "../full.ts";

const CARD: GiftCard = {
  productId: "KVB1",
  code: "WXWM-8GHW-MKMN-PQRW-TVWX",
  link: "https://www.shop.example/g-WXWM-8GHW-MKMN-PQRW-TVWX",
  recipient: "Sanne",
  giver: "Mark",
  message: "",
  from: "2026-12-24",
  validUntil: "2028-11-21",
};

/** With a long code that somebody chose. */
const CHOSEN = { ...CARD, code: "DEMO-VAAR-KAPI-TEIN-JOOS-TEIN-DERE-GOED" };

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

  test("prints its last day, and no date when it is not known", async () => {
    expect(await renderGiftCards([CARD])).toContain("Geldig tot en met <b>21 november 2028</b>");
    const { validUntil: _unknown, ...undated } = CARD;
    expect(await renderGiftCards([undated])).not.toContain("Geldig");
  });

  test("a message is set as large as it fits, and one that does not fit ends with a whole word", () => {
    expect(cardMessage("Goede vaart!")).toEqual({ size: "large", paragraphs: ["Goede vaart!"], isWhole: true });
    expect(cardMessage(" \n")).toBeNull();
    expect(cardMessage(LETTER)).toEqual({ size: "tall-medium", paragraphs: LETTER.split("\n\n"), isWhole: true });
    expect(cardMessage("Een\r\n\n \n\n\nTwee")?.paragraphs).toEqual(["Een", "Twee"]);
    // As wide as high, which no font of a test's machine shows.
    expect(cardMessage("生日快乐".repeat(40))?.size).toBe("tall-fine");
    // Letters of another alphabet are as wide as a Latin capital.
    expect(cardMessage("გილოცავ ".repeat(24))?.size).toBe("tall-medium");
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
    for (const [, x, y, run] of renderQrCode(CARD.link, "qr").matchAll(/M(\d+) (\d+)h(\d+)v1/g))
      for (let step = 0; step < Number(run); step += 1) (drawn[Number(y)] ?? [])[Number(x) + step] = true;
    expect(drawn).toEqual(data);
  });

  test("stays in its A5 page with any name, one page a card", async () => {
    const many = (...texts: readonly (readonly [string, number])[]) => texts.map(([text, n]) => text.repeat(n).trim());
    const names = [
      ...many(["W", 12], ["W", 26], ["W", 60], ["Willemijn ", 20], ["i", 200]),
      ...["J", "Paweł Ş", "محمد عبد الله", "👩‍👩‍👧 Zoë"],
    ];
    const messages = [
      ...["", "Goede vaart,\nlieve schipper!", LETTER],
      ...many(["Een zin van een woord of acht. ", 20], ["W", 2000], ["W", 300], ["a\n", 40], ["regel\n\n", 5]),
      ...many(["Hottentottententententoonstellingskaartjesverkoper ", 11], ["👩‍👩‍👧🎂", 60], ["生日快乐", 40]),
      ...many(["Ærø, Ångström, façade; ", 20]),
    ];
    // In `npm test` each message and each name is on a card.
    const cards = messages.flatMap((message, index) =>
      sample(names, (_, at) => at === index % names.length).map(
        (name): GiftCard => ({ ...(index % 2 ? CHOSEN : CARD), recipient: name, giver: name, message }),
      ),
    );
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 800, height: 1000 } });
      await page.setContent(await renderGiftCards(cards));
      await page.emulateMedia({ media: "print" });
      await page.waitForFunction(() => [...document.fonts].filter(({ status }) => status === "loaded").length === 2);
      const misfits = await page.evaluate(() =>
        [...document.querySelectorAll(".gift-card")].flatMap((card, index) => {
          const part = (name: string) => card.querySelector(`.gift-card-${name}`);
          const boxOf = (name: string) => part(name)?.getBoundingClientRect() ?? new DOMRect();
          const code = part("code") as Element;
          const lines = Math.round(code.clientHeight / Number.parseFloat(getComputedStyle(code).lineHeight));
          const cut = ["names", "how", "foot", "message"].filter(
            (name) => (part(name)?.scrollHeight ?? 0) > (part(name)?.clientHeight ?? 0),
          );
          // The panel's edges stay free.
          const message = boxOf("message");
          const isIn =
            part("message") === null ||
            (message.top - boxOf("panel").top > 4 && message.bottom <= boxOf("how").top + 1);
          const isAbove = boxOf("giver").bottom <= boxOf("panel").top;
          return cut.length === 0 && isIn && isAbove && lines === 2 ? [] : [{ index, cut, isIn, isAbove, lines }];
        }),
      );
      expect(misfits).toEqual([]);
      expect(await page.$eval(".gift-card", (card) => getComputedStyle(card).printColorAdjust)).toBe("exact");
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pdf.toString("latin1").match(/\/MediaBox \[0 0 4(19|20)\S* 59[45]\S*\]/g)).toHaveLength(cards.length);
    } finally {
      await browser.close();
    }
  });
});
