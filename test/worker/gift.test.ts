import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import seed from "../../kv-seed/gifts.json";
import { GIFT_COPY } from "../../src/content/gift.ts";
import { readTypedGiftCode } from "../../src/gifts.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { ask, askWith } from "./shop.ts";

const TITLE = "Er ligt een cadeautje voor je klaar!";
const KNOWN = "/g-DEMOVAAR2026";
const SANNE = "/cadeau-sanne";

let visitors = 0;

/** A request from an address that has asked for no gift before. */
function visit(path: string): Promise<Response> {
  visitors += 1;
  return ask(path, { headers: { "cf-connecting-ip": `192.0.2.${visitors}` } });
}

/** What the card says, line by line, of a page that answered 200. */
async function card(path: string): Promise<{ giver: string; recipient: string; message: string | null; html: string }> {
  const response = await visit(path);
  expect(response.status).toBe(200);
  const html = await response.text();
  return {
    giver: textOf(html, "gift-giver") ?? "",
    recipient: textOf(html, "gift-recipient") ?? "",
    message: textOf(html, "gift-message"),
    html,
  };
}

/** The text of the first paragraph of a class, or null when there is none. */
function textOf(html: string, className: string): string | null {
  const found = new RegExp(`<p class="${className}[ "][^>]*>(.*?)</p>`, "s").exec(html)?.[1];
  if (found === undefined) return null;
  return decode(found.replace(/<!-- -->|<\/?bdi>/g, ""));
}

function decode(html: string): string {
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

function query(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString();
}

const logs = collectLogs();

beforeEach(async () => {
  for (const { key, value } of seed) await env.GIFTS.put(key, value);
});

describe("GET /g-{giftCode}", () => {
  test("shows recipient, giver and message of the entry", async () => {
    const { giver, recipient, message, html } = await card(KNOWN);
    expect(giver).toBe("van de bemanning");
    expect(recipient).toBe("Voor Kapitein in spe");
    expect(message).toBe("Gefeliciteerd met je verjaardag!\nNu nog een bootje erbij.");
    expect(html).toContain("Vaarbewijs 1 Cursus");
    expect(html).toContain("Klik op de knop om je cursus te activeren");
  });

  test.each(["/g-demovaar2026", "/g-DEMO-VAAR-2026", "/g-DemoVaar-2026"])("%s is the same code", async (path) => {
    expect((await card(path)).recipient).toBe("Voor Kapitein in spe");
  });

  test("n, g and m win over the entry, each for itself", async () => {
    expect(await card(`${KNOWN}?n=Noor`)).toMatchObject({ recipient: "Voor Noor", giver: "van de bemanning" });
    expect(await card(`${KNOWN}?g=Bas`)).toMatchObject({ recipient: "Voor Kapitein in spe", giver: "van Bas" });
    expect(await card(`${KNOWN}?m=Hoi`)).toMatchObject({ giver: "van de bemanning", message: "Hoi" });
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

  test("a code that is not in KV shows its query, with the fallbacks for the rest", async () => {
    expect(await card("/g-NIETINKV?n=Noor")).toMatchObject({
      recipient: "Voor Noor",
      giver: "van Mark",
      message: null,
    });
    expect(await card("/g-NIETINKV?g=Bas")).toMatchObject({ recipient: "Voor Sanne", giver: "van Bas", message: null });
    const { message, html } = await card("/g-NIETINKV?m=Dag");
    expect(message).toBe("Dag");
    expect(html).toContain(`href="${env.ACTIVATION_URL}"`);
  });

  test.each([
    "/g-NIETINKV",
    "/g-NIETINKV?n=&g=%20",
    "/g-abc",
    "/g-----",
    "/g-a.b.c.d",
    `/g-${"A".repeat(65)}`,
    "/g-%E0%A4%A",
  ])("GET %s is a true 404 with a form to type the code again", async (path) => {
    const response = await visit(path);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain(GIFT_COPY.unknown.title);
    expect(html).toContain(`<form class="gift-form" action="${PATHS.giftLookup}" method="get">`);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
  });

  test("the entry's own activation link wins over the configured one", async () => {
    await env.GIFTS.put(
      "EIGENLINK",
      JSON.stringify({ recipient: "A", giver: "B", activationUrl: "https://own.example/x" }),
    );
    await env.GIFTS.put("ZONDERLINK", JSON.stringify({ recipient: "A", giver: "B" }));
    const own = await card("/g-EIGENLINK");
    expect(own.html).toMatch(
      /<a class="[^"]*gift-redeem" href="https:\/\/own\.example\/x" target="_blank" rel="noopener noreferrer"/,
    );
    expect((await card("/g-ZONDERLINK")).html).toContain(`href="${env.ACTIVATION_URL}"`);
  });

  test("no activation link anywhere: the card says so and has no dead button", async () => {
    const response = await askWith({ ACTIVATION_URL: "" }, "/g-NIETINKV?n=Noor");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(GIFT_COPY.card.noActivation);
    expect(html).not.toContain("gift-redeem");
  });

  test.each([
    ["not JSON", "{recipient:"],
    ["a missing giver", JSON.stringify({ recipient: "A" })],
    ["a javascript: link", JSON.stringify({ recipient: "A", giver: "B", activationUrl: "javascript:alert(1)" })],
    ["a wrong type", JSON.stringify({ recipient: 1, giver: "B" })],
  ])("an entry with %s is not configured, and logged with its key", async (_, value) => {
    await env.GIFTS.put("KAPOT", value);
    expect((await visit("/g-KAPOT")).status).toBe(404);
    expect(logs.lines("kv.malformed")).toMatchObject([
      { namespace: "GIFTS", key: "KAPOT", reason: expect.any(String) },
    ]);
    expect(await card("/g-KAPOT?n=Noor")).toMatchObject({ recipient: "Voor Noor", giver: "van Mark" });
  });

  test.each([KNOWN, `${KNOWN}?n=Noor`])(
    "KV is away: GET %s is a 503 that keeps the address for a retry",
    async (path) => {
      const broken = { get: () => Promise.reject(new Error("KV GET failed: 500")) } as unknown as typeof env.GIFTS;
      const response = await askWith({ GIFTS: broken }, path);
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("30");
      const html = await response.text();
      expect(html).toContain(GIFT_COPY.unavailable.title);
      expect(html).toContain(`<a class="button" href="${path}">`);
      expect(html).not.toContain("KV GET failed");
      expect(html).not.toContain('href="/?n=');
    },
  );

  test("the twenty-first code of an address in a minute is refused, another address is not", async () => {
    const from = (address: string) => ask("/g-NIETINKV", { headers: { "cf-connecting-ip": address } });
    const statuses = [];
    for (let tries = 0; tries < 21; tries++) statuses.push((await from(`2001:db8:1:2::${tries + 1}`)).status);
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
    const refused = await from("2001:db8:1:2::ffff");
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("cache-control")).toBe("private, no-store");
    expect(await refused.text()).toContain(GIFT_COPY.tooMany.title);
    expect((await from("2001:db8:1:3::1")).status).toBe(404);
  });
});

describe("GET /cadeau-{name}", () => {
  test("has its fixed recipient, giver and message, whatever the query says", async () => {
    for (const path of [SANNE, "/cadeau-Sanne", `${SANNE}?n=Noor&g=Bas&m=Hoi`]) {
      const { recipient, giver, message } = await card(path);
      expect({ recipient, giver }).toEqual({ recipient: "Voor Sanne", giver: "van Mark" });
      expect(message).toMatch(/^Lieve Sanne,\n.+\n.+\n.+$/);
    }
  });

  test.each(["/cadeau-niemand", "/cadeau-niemand?n=Noor", "/cadeau-DEMOVAAR2026", "/cadeau-a%2Fb"])(
    "GET %s is a 404",
    async (path) => {
      const response = await visit(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain(GIFT_COPY.unknown.nameTitle);
    },
  );

  test("a gift's code page cannot be reached by its name's key", async () => {
    expect((await visit("/g-cadeau-sanne")).status).toBe(404);
  });
});

describe("what a gift page gives away", () => {
  test.each([KNOWN, SANNE, `${KNOWN}?open=1`])(
    "GET %s: nothing to caches, search engines and other sites",
    async (path) => {
      const response = await visit(path);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
      const head = (await response.text()).split("</head>")[0] ?? "";
      expect(head).toContain('<meta name="robots" content="noindex, nofollow"/>');
      expect(head).not.toContain('rel="canonical"');
      expect(head).toContain(`<title>${TITLE}</title>`);
      expect(head).toContain("/images/social/gift.png");
      expect(head).not.toMatch(/Sanne|Mark|Kapitein|bemanning|Vaarbewijs 1 Cursus|DEMOVAAR/i);
    },
  );
});

describe("without JavaScript", () => {
  test("a link unwraps the gift and keeps the query", async () => {
    const path = `/g-NIETINKV?${query({ n: "Noor & Co", m: "Hoi\nDag", flow: "A" })}`;
    const { html } = await card(path);
    expect(html).toContain('id="cadeau"');
    expect(html).toMatch(/<section class="gift-card"[^>]* hidden=""/);
    const href = decode(/<a class="button gift-open-link" href="([^"]+)"/.exec(html)?.[1] ?? "");
    const opened = await card(href);
    expect(opened).toMatchObject({ recipient: "Voor Noor & Co", message: "Hoi\nDag" });
    expect(opened.html).not.toMatch(/<section class="gift-card"[^>]* hidden/);
    expect(opened.html).not.toContain('data-island="');
    expect(opened.html).toContain(TITLE);
  });
});

describe("what people write", () => {
  const show = (parameters: Record<string, string>) => card(`/g-NIETINKV?${query(parameters)}`);

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

  test("right-to-left names stand apart from the words around them", async () => {
    const { html } = await show({ n: "שרה כהן", m: "מזל טוב!\nHoi" });
    expect(html).toContain("<bdi>שרה כהן</bdi>");
    expect(html).toMatch(/<p class="gift-message" dir="auto">מזל טוב!\nHoi<\/p>/);
  });

  test("control characters, lone surrogates and heaps of accents are tamed", async () => {
    expect((await show({ n: "No\u0000o\u0007r" })).recipient).toBe("Voor Noor");
    expect((await card("/g-NIETINKV?n=Noor%ED%A0%80")).recipient).toMatch(/^Voor Noor\ufffd*$/);
    expect((await show({ n: `Noor${"\u0301".repeat(500)}` })).recipient).toBe(`Voor Noor${"\u0301".repeat(4)}`);
  });
});

describe("GET /cadeau", () => {
  test("without a code it is the form for one", async () => {
    const response = await visit(PATHS.giftLookup);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(GIFT_COPY.enter.title);
  });

  test("a typed code leads to its gift", async () => {
    const response = await visit(`${PATHS.giftLookup}?${query({ code: " demo-vaar 2026 " })}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(giftCodePath("DEMO-VAAR2026"));
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test.each(["!!", "abc", "//evil.example", "../x", "A".repeat(65)])(
    "%s is no code: the form again, with what was typed",
    async (code) => {
      const response = await visit(`${PATHS.giftLookup}?${query({ code })}`);
      expect(response.status).toBe(422);
      const html = await response.text();
      expect(html).toContain(GIFT_COPY.form.invalid);
      expect(html).toContain(`value="${code}"`);
    },
  );

  test.each([
    ["abcd-efgh", "ABCD-EFGH"],
    ["ABCD – EFGH", "ABCD-EFGH"],
    ["https://shop.example/g-abcd-efgh?n=Noor#x", "ABCD-EFGH"],
    ["----", null],
    ["", null],
  ])("%s is read as %s", (typed, code) => {
    expect(readTypedGiftCode(typed)).toBe(code);
  });
});
