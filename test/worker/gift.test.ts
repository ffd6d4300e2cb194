import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { giftCodeKey } from "../../src/gifts/gift-entries.ts";
import { GIFT_PRODUCTS } from "../../src/gifts/gift-products-copy.ts";
import { GIVE_GIFT_COPY } from "../../src/gifts/giving/give-gift-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { activationUrlOf } from "../../src/gifts/opening/gifts.ts";
import { CONSENT_VERSIONS } from "../../src/legal/purchase-consent-rules.ts";
import { CONTENT_PATHS } from "../../src/routes.ts";
import type { Bindings } from "../../src/server/env.ts";
import { API_ERRORS } from "../../src/server/http/api-errors-copy.ts";
import { ERASED_GIFT_NAMES } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { isActivationTarget } from "../../src/shared/targets.ts";
import { checkGiftCode } from "../outside-world/activation.ts";
import { eachRow } from "../table.ts";
import { attribute, attributes, count, linksNamed, meta, one, readDocument, texts, transcript } from "./document.ts";
import { logs } from "./logs.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { answerText, ask, askWith, formOf, ORIGIN, pageOf, shopOf } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, postJson, stubStripe } from "./stripe-stub.ts";

const TITLE = "Er ligt een cadeautje voor je klaar!";
const KNOWN = "/g-DEMO-VAAR-2026";
const UNKNOWN = "/g-NIET-INKV";
const SANNE = "/cadeau-sanne";
const OWN = {
  recipient: "Voor Kapitein in spe",
  giver: "van de bemanning",
  message: "Gefeliciteerd met je verjaardag!\nNu nog een bootje erbij.",
};

/** The card of a page that answered 200 in the recipient's place: its texts, as they were typed. */
async function card(path: string) {
  const html = await answerText(askWith(kvWorld.at("recipient"), path));
  const page = readDocument(html);
  const textOf = (part: string) => page.querySelector(`p.gift-${part}`)?.text ?? null;
  return { giver: textOf("giver"), recipient: textOf("recipient"), message: textOf("message"), page, html };
}

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

const REDEEM = "a.gift-redeem";

onEveryKv((world) => {
  const store = (key: string, value: string) => world.at("operator").GIFTS.put(key, value);

  test("the entry's own activation link wins over the configured one", async () => {
    const entry = { recipient: "A", giver: "B" };
    await store("EIGENLINK", JSON.stringify({ ...entry, activationUrl: "https://own.example/x" }));
    await store("ZONDERLINK", JSON.stringify(entry));
    world.settle();
    const button = one((await card("/g-EIGE-NLIN-K")).page, REDEEM);
    const href = "https://own.example/x";
    expect(button.attributes).toMatchObject({ href, target: "_blank", rel: "noopener noreferrer" });
    expect(attribute((await card("/g-ZOND-ERLI-NK")).page, REDEEM, "href")).toBe(env.ACTIVATION_URL);
  });

  test("of a bought gift, the names that an operator put into the gift itself come first", async () => {
    await store("BETER", JSON.stringify({ recipient: "Noor", giver: "Opa Kees" }));
    await store("BETER.message", JSON.stringify({ message: "Dag", recipient: "Nor", giver: "Opa" }));
    world.settle();
    const corrected = { recipient: "Voor Noor", giver: "van Opa Kees", message: "Dag" };
    expect(await card("/g-BETE-R")).toMatchObject(corrected);
  });

  test("of a bought gift, texts with a name that nobody would see count as absent", async () => {
    const { recipient, giver } = ERASED_GIFT_NAMES;
    const nobody = { recipient: `Voor ${recipient}`, giver: `van ${giver}`, message: null };
    await store("BLANCO", "{}");
    world.settle();
    // Two years later they are gone.
    expect(await card("/g-BLAN-CO")).toMatchObject(nobody);
    await store("BLANCO.message", JSON.stringify({ message: "Dag", recipient: "\u200b", giver: "Opa" }));
    world.settle();
    expect(await card("/g-BLAN-CO")).toMatchObject(nobody);
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

const LETTER = expect.stringMatching(/^Lieve Sanne,\n.+\n.+\n.+$/);
test.each([
  [`${KNOWN}?n=Noor`, { ...OWN, recipient: "Voor Noor" }],
  [`${KNOWN}?g=Bas`, { ...OWN, giver: "van Bas" }],
  [`${KNOWN}?m=Hoi`, { ...OWN, message: "Hoi" }],
  [`${UNKNOWN}?n=Noor`, { recipient: "Voor Noor", giver: "van Mark", message: null }],
  [`${UNKNOWN}?g=Bas`, { recipient: "Voor Sanne", giver: "van Bas", message: null }],
  [`${UNKNOWN}?m=Dag`, { recipient: "Voor Sanne", giver: "van Mark", message: "Dag" }],
  // A gift of a name has its own texts, whatever the query says.
  [`${SANNE}?n=Noor&g=Bas&m=Hoi`, { recipient: "Voor Sanne", giver: "van Mark", message: LETTER }],
  // A blank value counts as absent.
  ...["", "%20", "%09%0A", "%E2%80%8B%E2%80%AE", "%00"].map((it) => [`${KNOWN}?n=${it}&g=${it}&m=${it}`, OWN] as const),
] as const)(
  "%s: n, g and m each replace a text of the entry; a code without one has fallbacks",
  async (path, shown) => {
    expect(await card(path)).toMatchObject(shown);
  },
);

test("what is said of each product as a gift", () => expect(GIFT_PRODUCTS).toMatchSnapshot());
test.each([KNOWN, SANNE, `${KNOWN}?open=1`])("the head of GET %s names nobody, and no gift", async (path) => {
  const head = one(await pageOf(ask(path)), "head");
  expect(texts(head, "title")).toEqual([TITLE]);
  expect(meta(head, "og:image")).toMatch(/\/images\/social\/gift\.png$/);
  expect(head.outerHTML).not.toMatch(/Sanne|Mark|Kapitein|bemanning|Vaarbewijs 1 Cursus|DEMOVAAR/i);
});

test("without JavaScript: a link unwraps the gift, keeps the query, and its message comes out whole", async () => {
  const m = `Hoi\n${"é".repeat(1_990)}`;
  const { page } = await card(`/g-NIET-INKV?${query({ n: "Noor & Co", m, flow: "A" })}`);
  expect(one(page, "section#cadeau").hasAttribute("hidden")).toBe(true);
  const href = attribute(page, "a.gift-open-link", "href") ?? "";
  expect(new URL(href, ORIGIN).searchParams.get("flow")).toBe("A");
  const opened = await card(href);
  expect(opened).toMatchObject({ recipient: "Voor Noor & Co", message: m });
  expect(transcript(one(opened.page, "main")).replace(query({ m }), "m=\u2026")).toMatchSnapshot();
});

const family = "👨‍👩‍👧‍👦";
test.each<[string, string, string | RegExp]>([
  ["n", "<b>Noor</b>", "Voor <b>Noor</b>"],
  ["m", "<script>alert(1)</script>\n\"'&", "<script>alert(1)</script>\n\"'&"],
  ["n", "a".repeat(60), `Voor ${"a".repeat(60)}`],
  ["n", "a".repeat(61), `Voor ${"a".repeat(59)}…`],
  ["n", family.repeat(60), `Voor ${family.repeat(60)}`],
  ["g", family.repeat(70), `van ${family.repeat(59)}…`],
  ["m", "é".repeat(2000), "é".repeat(2000)],
  ["m", "é".repeat(2001), `${"é".repeat(1999)}…`],
  ["n", " Noor\r\n van  Dam ", "Voor Noor van Dam"],
  ["m", "\n\nEen\r\nTwee  \rDrie\n\n\n\n\n\nVier\n ", "Een\nTwee\nDrie\n\n\nVier"],
  ["n", "No\u0000o\u0007r", "Voor Noor"],
  ["n", `Noor${"\u0301".repeat(500)}`, `Voor Noor${"\u0301".repeat(4)}`],
  ["n=Noor%ED%A0%80", "", /^Voor Noor\ufffd*$/],
  ["m", "מזל טוב!\nHoi", "מזל טוב!\nHoi"],
])("what people write: as %s, %j is shown so", async (name, typed, shown) => {
  const asked = name.length > 1 ? name : query({ [name]: typed });
  const { html, recipient, giver, message } = await card(`${UNKNOWN}?${asked}`);
  const text = { n: recipient, g: giver, m: message }[name.slice(0, 1)];
  expect(text).toEqual(typeof shown === "string" ? shown : expect.stringMatching(shown));
  expect(html).not.toMatch(/<script>alert|<b>Noor/);
});

eachRow(`
    n | 14  | gift-recipient-short
    n | 15  | gift-recipient-middle
    n | 28  | gift-recipient-middle
    n | 29  | gift-recipient-long
    m | 400 | gift-message
    m | 401 | gift-message gift-message-long`)(
  "what people write: %s of %i characters is set as %s",
  async (name = "", length, set) => {
    const { page } = await card(`${UNKNOWN}?${query({ [name]: "a".repeat(Number(length)) })}`);
    expect(attribute(page, name === "n" ? ".gift-recipient" : ".gift-message", "class")).toMatch(
      new RegExp(`(^| )${set}$`),
    );
  },
);

test("what people write: right-to-left names are isolated from the words around them", async () => {
  const { page } = await card(`${UNKNOWN}?${query({ n: "שרה כהן", m: "מזל טוב!" })}`);
  expect(texts(page, ".gift-recipient bdi")).toEqual(["שרה כהן"]);
  expect(attribute(page, "p.gift-message", "dir")).toBe("auto");
});

test("GET /cadeau: a typed code leads to its gift", async () => {
  const response = await ask(`${PATHS.giftLookup}?${query({ cadeaucode: " demo-vaar 2026 ", flow: "A" })}`);
  const { "cache-control": kept, "referrer-policy": told, location } = Object.fromEntries(response.headers);
  expect([response.status, location, kept, told]).toEqual([303, `${KNOWN}?flow=A`, "private, no-store", "no-referrer"]);
});

test.each(["!!", "abc", "//evil.example", "../x", "A".repeat(65)])(
  "no code is %s: the form again, with it and the rest of the query",
  async (cadeaucode) => {
    const page = await pageOf(ask(`${PATHS.giftLookup}?${query({ cadeaucode, flow: "A" })}`), 422);
    expect(texts(page, ".form-error")).toEqual([GIFT_COPY.form.invalid]);
    expect(attributes(page, "main form input", "value")).toEqual([cadeaucode, "A"]);
  },
);

describe("where a gift is redeemed; one that could not be redeemed is not sold", () => {
  const KEY = "example-key-0123456789-abcdefghijkl";
  const SIGNED: Partial<Bindings> = {
    ACTIVATION_URL: "https://course.example/in/{code}?from=shop",
    GIFT_ACTIVATION_KEY: KEY,
  };
  const KNOWN_KEY = giftCodeKey("DEMO-VAAR-2026");
  const NOW = new Date("2026-11-22T00:00:00Z");
  const NOW_S = NOW.getTime() / 1000;

  beforeEach(() => vi.setSystemTime(NOW));

  const hrefWith = async (bindings: Partial<Bindings>, path: string) =>
    attribute(await pageOf(askWith(bindings, path)), REDEEM, "href") ?? "";

  /** The signed code in an address, at the place of `{code}`. */
  const signedCodeIn = (href: string) => new URL(href).pathname.replace("/in/", "");

  describe("{code} in ACTIVATION_URL", () => {
    test.each([
      ["KVB1", "f1fd2268e56aebf19bb727147b8d0f60e8478dc6c46bf7e9cc9376c624e01bb7"],
      // In a part of its own, if it is not KVB1.
      ["KVB1_KVB2", "KVB1_KVB2.fde90827432996ac9bb4b8033b86a9a7122d6cc6dbb2e9483c758ff7dfff6178"],
    ] as const)("is the test vector that the course environment's makers have: %s", async (product, signed) => {
      const shop = shopOf(SIGNED, new Date(1_795_305_600_000));
      const code = `DEMOVAAR2026.1795305600.${signed}`;
      expect(await activationUrlOf(shop, { key: KNOWN_KEY, product })).toBe(
        `https://course.example/in/${code}?from=shop`,
      );
      expect(checkGiftCode(code, KEY, 1_795_305_600)).toEqual({ status: "valid", code: "DEMOVAAR2026", product });
      if (product !== "KVB1") return;
      expect(await activationUrlOf(shop, { key: KNOWN_KEY })).toContain(code);
    });

    test.each([
      [KNOWN, KNOWN_KEY],
      [`${KNOWN}?n=Noor&open=1`, KNOWN_KEY],
      ["/cadeau-sanne", "cadeau-sanne"],
    ])("%s hands its code on, signed", async (path, code) => {
      const signed = signedCodeIn(await hrefWith(SIGNED, path));
      expect(checkGiftCode(signed, KEY, NOW_S)).toEqual({ status: "valid", code, product: "KVB1" });
    });

    test("stands in an address of an entry's own too", async () => {
      const value = { recipient: "A", giver: "B", activationUrl: "https://own.example/?gift={code}" };
      await env.GIFTS.put("EIGENCODE", JSON.stringify(value));
      const signed = new URL(await hrefWith(SIGNED, "/g-EIGE-NCOD-E")).searchParams.get("gift") ?? "";
      expect(checkGiftCode(signed, KEY, NOW_S)).toEqual({ status: "valid", code: "EIGENCODE", product: "KVB1" });
    });

    test("without a key the gift says that it cannot be redeemed yet, and the log names the key", async () => {
      const page = await pageOf(askWith({ ...SIGNED, GIFT_ACTIVATION_KEY: undefined }, KNOWN));
      expect(texts(page, ".gift-inactive")).toEqual([GIFT_COPY.card.noActivation]);
      expect(count(page, ".gift-redeem")).toBe(0);
      expect(logs.lines("config.invalid")).toMatchObject([{ name: "GIFT_ACTIVATION_KEY", reason: "missing" }]);
    });

    eachRow(`
https://course.example/{code}                       | true
https://course.example?{code}                       | true
https://course.example/in?gift={code}#top           | true
https://course.example/in                           | true
http://localhost:8788/activeren?cadeau={code}       | true
https://course.example/{code}/{code}                | false
https://{code}.example/                             | false
https://course.example/#{code}                      | false
https://course.example/{Code}                       | false
http://course.example/{code}                        | false
https://course.example/mijn cursus?gift={code}      | false
data:text/html,<script>1</script>                   | false
https://user:pass@course.example/                   | false
//course.example                                    | false`)("%s can be used: %s", (url, expected) => {
      expect(String(isActivationTarget(url))).toBe(expected);
    });
  });

  // That the look-up leads to a page on which the code is not known: above, and every-page.test.ts.
  test.each(["/g-NIET-INKV?n=Ik&open=1", "/g-NIET-INKV?m=Dag&flow=A", "/g-ab?g=Ik&kaart=1"])(
    "a code that KV does not know: %s shows the gift, and leads to the look-up, never to the activation",
    async (path) => {
      for (const bindings of [SIGNED, {}, { ACTIVATION_URL: "" }]) {
        const html = await answerText(askWith(bindings, path));
        const page = readDocument(html);
        const [href = ""] = linksNamed(page, GIFT_COPY.card.redeem);
        const { pathname, searchParams } = new URL(href, ORIGIN);
        expect([pathname, searchParams.get("cadeaucode")]).toEqual([PATHS.giftLookup, path.slice(3).split("?")[0]]);
        expect(searchParams.get("n")).toBeNull();
        expect(attribute(page, REDEEM, "target")).toBeUndefined();
        expect(html).not.toMatch(/course\.example|activeren\?|\/activeren"/);
      }
    },
  );

  test.each<[string, Partial<Bindings>]>([
    ["no address", { ACTIVATION_URL: "" }],
    ["a placeholder", { ACTIVATION_URL: "https://fill-in-activation.invalid/?cadeau={code}" }],
    ["a malformed address", { ACTIVATION_URL: "https://course.example/{code}/{code}" }],
    ["{code} and no key", { ...SIGNED, GIFT_ACTIVATION_KEY: "" }],
    ["{code} and a short key", { ...SIGNED, GIFT_ACTIVATION_KEY: "geheim" }],
    ["no key that makes its code", { ...SIGNED, ORDER_TOKEN_KEYS: "" }],
    ["a malformed key for its code", { ORDER_TOKEN_KEYS: "geheim" }],
  ])("with %s no gift is sold", (_, bindings) => expect(shopOf(bindings).sellsGifts).toBe(false));

  // What it says instead: every-page.test.ts.
  describe("where no gift is sold", () => {
    const bindings = { ACTIVATION_URL: "" };
    const post = (path: string, body: object) => postJson(path, body, { bindings });

    test("/cadeau-geven says so, whatever is sent to it", async () => {
      const fields = { ontvanger: "Noor", gever: "Opa", bericht: "", moment: "nu", datum: "" };
      const sent = await askWith(bindings, PATHS.giveGift, formOf(fields));
      expect(await answerText(sent, 503)).toContain(GIVE_GIFT_COPY.notSold.title);
    });

    test("the API neither starts nor continues a payment of a gift; courses sell", async () => {
      const calls = stubStripe(() => answerJson(intent()));
      const gift = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" };
      const buyer = { clientSecret: "pi_1_secret_a", name: "Opa", email: "opa@example.nl", isTold: true };
      const order = { amount: PRICES.KVB1.none, currency: "eur", gift: "x".repeat(43) };
      const error = { code: "gifts_not_sold", message: API_ERRORS.gifts_not_sold };
      for (const sent of [post(PATHS.createPaymentIntent, order), post(PATHS.paymentDetails, { ...buyer, gift })])
        expect(JSON.parse(await answerText(sent, 503))).toEqual({ error });
      expect(calls).toEqual([]);
      expect((await post(PATHS.createPaymentIntent, { amount: 3900, currency: "eur" })).status).toBe(200);
      expect((await post(PATHS.paymentDetails, { ...buyer, consent: CONSENT_VERSIONS.at(-1) })).status).toBe(200);
    });

    test("no page and no sitemap leads there", async () => {
      const leads = new RegExp(`href="${PATHS.giveGift}|${PATHS.giveGift}<`);
      const sold = CONTENT_PATHS.filter((path) => path !== PATHS.giveGift);
      for (const path of [...sold, PATHS.sitemap, `${KNOWN}?open=1`])
        expect(await answerText(askWith(bindings, path)), path).not.toMatch(leads);
      for (const path of [PATHS.faq, PATHS.sitemap]) expect(await answerText(askWith({}, path))).toMatch(leads);
    });
  });
});
