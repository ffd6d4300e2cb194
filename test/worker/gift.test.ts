import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { readGiftCode } from "../../src/gifts/gift-address-rules.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { attribute, attributes, count, linksNamed, meta, one, readDocument, texts } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { AWAY, answerText, askWith, ORIGIN, pageOf, seedGifts, visit } from "./shop.ts";

const TITLE = "Er ligt een cadeautje voor je klaar!";
const KNOWN = "/g-DEMO-VAAR-2026";
const SANNE = "/cadeau-sanne";

type Card = {
  giver: string | null;
  recipient: string | null;
  message: string | null;
  page: ReturnType<typeof readDocument>;
  html: string;
};

/** The card's texts, line by line, of a page that answered 200 in the recipient's place. */
async function card(path: string): Promise<Card> {
  const headers = { "cf-connecting-ip": freshAddress() };
  const html = await answerText(askWith(kvWorld.at("recipient"), path, { headers }));
  const page = readDocument(html);
  // The text is shown as it was typed: lines and spaces are part of the message.
  const textOf = (selector: string) => page.querySelector(selector)?.text ?? null;
  return {
    giver: textOf("p.gift-giver"),
    recipient: textOf("p.gift-recipient"),
    message: textOf("p.gift-message"),
    page,
    html,
  };
}

function query(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString();
}

/** The gift's button. */
const redeemHref = (page: ReturnType<typeof readDocument>) => attribute(page, "a.gift-redeem", "href");

const logs = collectLogs();

beforeAll(seedGifts);

describe("GET /g-{giftCode}", () => {
  onEveryKv((world) => {
    const store = (key: string, value: string) => world.at("operator").GIFTS.put(key, value);

    test("shows recipient, giver and message of the entry", async () => {
      const { giver, recipient, message, page } = await card(KNOWN);
      expect(giver).toBe("van de bemanning");
      expect(recipient).toBe("Voor Kapitein in spe");
      expect(message).toBe("Gefeliciteerd met je verjaardag!\nNu nog een bootje erbij.");
      expect(texts(page, ".gift-letter h2")).toEqual(["Vaarbewijs 1 Cursus"]);
      expect(texts(page, ".gift-letter")[0]).toContain("Klik op de knop om je cursus te activeren");
      expect(linksNamed(page, "Cadeau Innen")).toHaveLength(1);
    });

    test("an entry that operators write or change shows when the recipient's place has it", async () => {
      const path = giftCodePath("GEWIJZIGD");
      await env.GIFTS.delete("GEWIJZIGD");
      await pageOf(askWith(world.at("recipient"), path), 404);
      for (const recipient of ["Noor", "Bo"]) {
        await store("GEWIJZIGD", JSON.stringify({ recipient, giver: "Bas" }));
        world.settle();
        expect((await card(path)).recipient).toBe(`Voor ${recipient}`);
      }
    });

    test("the entry's own activation link wins over the configured one", async () => {
      const entry = { recipient: "A", giver: "B" };
      await store("EIGENLINK", JSON.stringify({ ...entry, activationUrl: "https://own.example/x" }));
      await store("ZONDERLINK", JSON.stringify(entry));
      world.settle();
      const { page } = await card("/g-EIGE-NLIN-K");
      expect(redeemHref(page)).toBe("https://own.example/x");
      expect(attribute(page, "a.gift-redeem", "target")).toBe("_blank");
      expect(attribute(page, "a.gift-redeem", "rel")).toBe("noopener noreferrer");
      expect(redeemHref((await card("/g-ZOND-ERLI-NK")).page)).toBe(env.ACTIVATION_URL);
    });

    test.each([
      ["not JSON", "{recipient:"],
      ["a missing giver", JSON.stringify({ recipient: "A" })],
      ["a javascript: link", JSON.stringify({ recipient: "A", giver: "B", activationUrl: "javascript:alert(1)" })],
      ["a wrong type", JSON.stringify({ recipient: 1, giver: "B" })],
    ])("an entry with %s is not configured, and logged without its code, which opens it", async (_, value) => {
      await store("KAPOT", value);
      await store("KAPOT.refund", value);
      world.settle();
      expect((await askWith(world.at("recipient"), "/g-KAPO-T")).status).toBe(404);
      await world.at("operator").GIFTS.delete("KAPOT.refund");
      world.settle();
      const line = { level: "error", event: "kv.malformed", namespace: "GIFTS", reason: expect.any(String) };
      expect(logs.lines("kv.malformed")).toEqual([line, line]);
      expect(await card("/g-KAPO-T?n=Noor")).toMatchObject({ recipient: "Voor Noor", giver: "van Mark" });
    });
  });

  test.each([
    [`${KNOWN}?n=Noor`, { recipient: "Voor Noor", giver: "van de bemanning" }],
    [`${KNOWN}?g=Bas`, { recipient: "Voor Kapitein in spe", giver: "van Bas" }],
    [`${KNOWN}?m=Hoi`, { giver: "van de bemanning", message: "Hoi" }],
    ["/g-NIET-INKV?n=Noor", { recipient: "Voor Noor", giver: "van Mark", message: null }],
    ["/g-NIET-INKV?g=Bas", { recipient: "Voor Sanne", giver: "van Bas", message: null }],
    ["/g-NIET-INKV?m=Dag", { recipient: "Voor Sanne", giver: "van Mark", message: "Dag" }],
  ])("%s: n, g and m each replace a text of the entry; a code not in KV has fallbacks", async (path, shown) => {
    expect(await card(path)).toMatchObject(shown);
  });

  test.each(["", "%20", "%09%0A", "%E2%80%8B%E2%80%AE", "%00"])(
    "a blank value (%s) counts as absent",
    async (blank) => {
      expect(await card(`${KNOWN}?n=${blank}&g=${blank}&m=${blank}`)).toMatchObject({
        recipient: "Voor Kapitein in spe",
        giver: "van de bemanning",
        message: "Gefeliciteerd met je verjaardag!\nNu nog een bootje erbij.",
      });
    },
  );

  test.each([
    "/g-NIET-INKV",
    "/g-NIET-INKV?n=&g=%20",
    "/g-abc",
    "/g-----",
    "/g-a.b.c.d",
    `/g-${"A".repeat(65)}`,
    giftCodePath("A".repeat(64)),
    "/g-%E0%A4%A",
  ])("GET %s is a true 404 with a form to type the code again", async (path) => {
    const page = await pageOf(visit(path), 404);
    expect(texts(page, "h1")).toEqual([GIFT_COPY.unknown.title]);
    const form = one(page, "main form");
    expect([form.getAttribute("action"), form.getAttribute("method")]).toEqual([PATHS.giftLookup, "get"]);
    expect(attribute(form, "input", "name")).toBe("code");
    expect(meta(page, "robots")).toBe("noindex, nofollow");
  });

  test("no activation link anywhere: the card says so and has no dead button", async () => {
    const page = await pageOf(askWith({ ACTIVATION_URL: "" }, KNOWN));
    expect(texts(page, ".gift-letter")[0]).toContain(GIFT_COPY.card.noActivation);
    expect(count(page, ".gift-redeem")).toBe(0);
  });

  test.each([KNOWN, `${KNOWN}?n=Noor`])(
    "KV is away: GET %s is a 503 that keeps the address for a retry",
    async (path) => {
      const response = await askWith({ GIFTS: AWAY }, path);
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("30");
      const html = await response.text();
      const page = readDocument(html);
      expect(texts(page, "h1")).toEqual([GIFT_COPY.unavailable.title]);
      expect(linksNamed(page, GIFT_COPY.unavailable.retry)).toEqual([path]);
      expect(html).not.toContain("binding away");
      expect(attributes(page, "header a", "href").filter((href) => href?.includes("n="))).toEqual([]);
    },
  );
});

describe("GET /cadeau-{name}", () => {
  test("has its fixed recipient, giver and message, whatever the query says", async () => {
    for (const path of [SANNE, `${SANNE}?n=Noor&g=Bas&m=Hoi`]) {
      const { recipient, giver, message } = await card(path);
      expect({ recipient, giver }).toEqual({ recipient: "Voor Sanne", giver: "van Mark" });
      expect(message).toMatch(/^Lieve Sanne,\n.+\n.+\n.+$/);
    }
  });

  test.each(["/cadeau-niemand", "/cadeau-niemand?n=Noor", "/cadeau-demovaar2026", "/cadeau-a%2Fb"])(
    "GET %s is a 404",
    async (path) => {
      expect(await answerText(visit(path), 404)).toContain(GIFT_COPY.unknown.nameTitle);
    },
  );

  test("a gift's code page cannot be reached by its name's key", async () => {
    expect((await visit(giftCodePath("cadeau-sanne"))).status).toBe(404);
  });
});

test.each([KNOWN, SANNE, `${KNOWN}?open=1`])(
  "facts that a gift page does not tell: GET %s: nothing to caches, search engines and other sites",
  async (path) => {
    const response = await visit(path);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    const page = readDocument(await response.text());
    const head = one(page, "head");
    expect(meta(page, "robots")).toBe("noindex, nofollow");
    expect(count(head, 'link[rel="canonical"]')).toBe(0);
    expect(texts(head, "title")).toEqual([TITLE]);
    expect(meta(page, "og:image")).toMatch(/\/images\/social\/gift\.png$/);
    expect(head.outerHTML).not.toMatch(/Sanne|Mark|Kapitein|bemanning|Vaarbewijs 1 Cursus|DEMOVAAR/i);
  },
);

describe("without JavaScript", () => {
  test("a link unwraps the gift and keeps the query", async () => {
    const path = `/g-NIET-INKV?${query({ n: "Noor & Co", m: "Hoi\nDag", flow: "A" })}`;
    const { page } = await card(path);
    expect(one(page, "section#cadeau").hasAttribute("hidden")).toBe(true);
    const opened = await card(attribute(page, "a.gift-open-link", "href") ?? "");
    expect(opened).toMatchObject({ recipient: "Voor Noor & Co", message: "Hoi\nDag" });
    expect(one(opened.page, "section#cadeau").hasAttribute("hidden")).toBe(false);
    expect(count(opened.page, "[data-island]")).toBe(0);
    expect(texts(opened.page, "h1")).toEqual([TITLE]);
  });

  test("a message of any length comes out of the wrapping whole", async () => {
    const message = "é".repeat(2_000);
    const { page } = await card(`/g-NIET-INKV?${query({ m: message, n: "Noor", flow: "A" })}`);
    const href = attribute(page, "a.gift-open-link", "href") ?? "";
    expect(new URL(href, ORIGIN).searchParams.get("flow")).toBe("A");
    expect((await card(href)).message).toBe(message);
  });
});

describe("what people write", () => {
  const show = (parameters: Record<string, string>) => card(`/g-NIET-INKV?${query(parameters)}`);

  test("markup stays text", async () => {
    const { recipient, message, html } = await show({ n: "<b>Noor</b>", m: "<script>alert(1)</script>\n\"'&" });
    expect(recipient).toBe("Voor <b>Noor</b>");
    expect(message).toBe("<script>alert(1)</script>\n\"'&");
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<b>Noor");
  });

  test("60 characters of a name and 2,000 of a message are shown, more end in an ellipsis", async () => {
    const family = "👨‍👩‍👧‍👦";
    expect((await show({ n: "a".repeat(60) })).recipient).toBe(`Voor ${"a".repeat(60)}`);
    expect((await show({ n: "a".repeat(61) })).recipient).toBe(`Voor ${"a".repeat(59)}…`);
    expect((await show({ n: family.repeat(60) })).recipient).toBe(`Voor ${family.repeat(60)}`);
    expect((await show({ g: family.repeat(70) })).giver).toBe(`van ${family.repeat(59)}…`);
    expect((await show({ m: "é".repeat(2000) })).message).toBe("é".repeat(2000));
    expect((await show({ m: "é".repeat(2001) })).message).toBe(`${"é".repeat(1999)}…`);
  });

  test("a name is one line; a message keeps its lines, but no wall of empty ones", async () => {
    const { recipient, message } = await show({
      n: " Noor\r\n van  Dam ",
      m: "\n\nEen\r\nTwee  \rDrie\n\n\n\n\n\nVier\n ",
    });
    expect(recipient).toBe("Voor Noor van Dam");
    expect(message).toBe("Een\nTwee\nDrie\n\n\nVier");
  });

  test("right-to-left names are isolated from the words around them", async () => {
    const { page, message } = await show({ n: "שרה כהן", m: "מזל טוב!\nHoi" });
    expect(texts(page, ".gift-recipient bdi")).toEqual(["שרה כהן"]);
    expect(message).toBe("מזל טוב!\nHoi");
    expect(attribute(page, "p.gift-message", "dir")).toBe("auto");
  });

  test("control characters, lone surrogates and piles of accents are removed", async () => {
    expect((await show({ n: "No\u0000o\u0007r" })).recipient).toBe("Voor Noor");
    expect((await card("/g-NIET-INKV?n=Noor%ED%A0%80")).recipient).toMatch(/^Voor Noor\ufffd*$/);
    expect((await show({ n: `Noor${"\u0301".repeat(500)}` })).recipient).toBe(`Voor Noor${"\u0301".repeat(4)}`);
  });
});

describe("GET /cadeau", () => {
  test("without a code it is the form for one", async () => {
    expect(await answerText(visit(PATHS.giftLookup))).toContain(GIFT_COPY.enter.title);
  });

  test("a typed code leads to its gift", async () => {
    const response = await visit(`${PATHS.giftLookup}?${query({ code: " demo-vaar 2026 " })}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(KNOWN);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test.each(["!!", "abc", "//evil.example", "../x", "A".repeat(65)])(
    "%s is no code: the form again, with what was typed",
    async (code) => {
      const page = await pageOf(visit(`${PATHS.giftLookup}?${query({ code })}`), 422);
      expect(texts(page, '[role="alert"]')).toEqual([GIFT_COPY.form.invalid]);
      expect(attribute(page, "main form input", "value")).toBe(code);
    },
  );

  test.each([
    ["abcd-efgh", "ABCD-EFGH"],
    ["ABCD – EFGH", "ABCD-EFGH"],
    ["https://shop.example/g-abcd-efgh?n=Noor#x", "ABCD-EFGH"],
    ["----", null],
    ["", null],
  ])("%s is read as %s", (typed, code) => {
    expect(readGiftCode(typed)).toBe(code);
  });
});
