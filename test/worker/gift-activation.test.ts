import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { giftCodeKey, giftStopKey } from "../../src/gifts/gift-entries.ts";
import { GIVE_GIFT_COPY } from "../../src/gifts/giving/give-gift-copy.ts";
import { activationUrlOf } from "../../src/gifts/opening/gift-activation.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { CONSENT_VERSIONS } from "../../src/legal/purchase-consent-rules.ts";
import type { Bindings } from "../../src/server/env.ts";
import { API_ERRORS } from "../../src/server/http/api-errors-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { isActivationTarget } from "../../src/shared/targets.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { checkGiftCode } from "../outside-world/activation.ts";
import { attribute, count, linksNamed, meta, readDocument, texts } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { onEveryKv } from "./places.ts";
import { answerText, askWith, formOf, ORIGIN, pageOf, seedGifts } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stubStripe } from "./stripe-stub.ts";

/** Where gifts are redeemed. A gift that could not be redeemed is not sold. */

const KEY = "example-key-0123456789-abcdefghijkl";
const SIGNED: Partial<Bindings> = {
  ACTIVATION_URL: "https://course.example/in/{code}?from=shop",
  GIFT_ACTIVATION_KEY: KEY,
};
const KNOWN = "/g-DEMO-VAAR-2026";
const KNOWN_KEY = giftCodeKey("DEMO-VAAR-2026");
const NOW = new Date("2026-11-22T00:00:00Z");
const NOW_S = NOW.getTime() / 1000;

const logs = collectLogs();

beforeAll(seedGifts);
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));

async function redeemHref(bindings: Partial<Bindings>, path: string): Promise<string> {
  return attribute(await pageOf(askWith(bindings, path)), "a.gift-redeem", "href") ?? "";
}

/** The signed code in an address, at the place of `{code}`. */
const signedCodeIn = (href: string) => new URL(href).pathname.replace("/in/", "");

describe("{code} in ACTIVATION_URL", () => {
  test("is the test vector that the course environment's makers have", async () => {
    const url = await activationUrlOf(
      { ...env, ...SIGNED } as Bindings,
      { key: KNOWN_KEY },
      new Date(1_795_305_600_000),
    );
    const code = "DEMOVAAR2026.1795305600.f1fd2268e56aebf19bb727147b8d0f60e8478dc6c46bf7e9cc9376c624e01bb7";
    expect(url).toBe(`https://course.example/in/${code}?from=shop`);
    expect(checkGiftCode(code, KEY, 1_795_305_600)).toEqual({ status: "valid", code: "DEMOVAAR2026", product: "KVB1" });
  });

  test("names the product in a part of its own, if it is not KVB1", async () => {
    const gift = { key: KNOWN_KEY, product: "KVB1_KVB2" } as const;
    const url = await activationUrlOf({ ...env, ...SIGNED } as Bindings, gift, new Date(1_795_305_600_000));
    const code = "DEMOVAAR2026.1795305600.KVB1_KVB2.fde90827432996ac9bb4b8033b86a9a7122d6cc6dbb2e9483c758ff7dfff6178";
    expect(url).toBe(`https://course.example/in/${code}?from=shop`);
    expect(checkGiftCode(code, KEY, 1_795_305_600)).toMatchObject({ status: "valid", product: "KVB1_KVB2" });
    const forged = [code.replace(".KVB1_KVB2", ".MARIFONIE"), code.replace(".KVB1_KVB2", "")];
    for (const other of forged) expect(checkGiftCode(other, KEY, 1_795_305_600)).toEqual({ status: "forged" });
    const plain = await activationUrlOf(
      { ...env, ...SIGNED } as Bindings,
      { ...gift, product: "KVB1" },
      new Date(1_795_305_600_000),
    );
    expect(plain?.split(".")).toHaveLength(4);
  });

  test.each([
    [KNOWN, KNOWN_KEY],
    [`${KNOWN}?n=Noor&open=1`, KNOWN_KEY],
    ["/cadeau-sanne", "cadeau-sanne"],
  ])("%s hands its code on, signed", async (path, code) => {
    const signed = signedCodeIn(await redeemHref(SIGNED, path));
    expect(checkGiftCode(signed, KEY, NOW_S)).toEqual({ status: "valid", code, product: "KVB1" });
  });

  test("a changed code, one signed with another key, and an old one are refused", async () => {
    const signed = signedCodeIn(await redeemHref(SIGNED, KNOWN));
    const [code, time, signature] = signed.split(".");
    for (const forged of [
      `DEMOVAAR2027.${time}.${signature}`,
      `${code}.${Number(time) + 1}.${signature}`,
      `${code}.${time}.${"0".repeat(64)}`,
      `${code}.${time}`,
      "{code}",
    ])
      expect(checkGiftCode(forged, KEY, NOW_S)).toEqual({ status: "forged" });
    expect(checkGiftCode(signed, `${KEY}x`, NOW_S)).toEqual({ status: "forged" });
    expect(checkGiftCode(signed, KEY, NOW_S + 86_401)).toEqual({ status: "expired" });
  });

  test("stands in an address of an entry's own too", async () => {
    const value = { recipient: "A", giver: "B", activationUrl: "https://own.example/?gift={code}" };
    await env.GIFTS.put("EIGENCODE", JSON.stringify(value));
    const signed = new URL(await redeemHref(SIGNED, "/g-EIGE-NCOD-E")).searchParams.get("gift") ?? "";
    expect(checkGiftCode(signed, KEY, NOW_S)).toEqual({ status: "valid", code: "EIGENCODE", product: "KVB1" });
  });

  onEveryKv((world) => {
    test("a gift that an operator stops has no address any more, once its recipient's place shows it", async () => {
      await env.GIFTS.delete(giftStopKey("GESTOPT", "operator"));
      await world.at("operator").GIFTS.put("GESTOPT", JSON.stringify({ recipient: "A", giver: "B" }));
      world.settle();
      const open = () => askWith({ ...SIGNED, ...world.at("recipient") }, "/g-GEST-OPT?open=1");
      expect(await answerText(open())).toContain("course.example");
      const stop = { stopped: true, at: NOW.toISOString() };
      await world.at("operator").GIFTS.put(giftStopKey("GESTOPT", "operator"), JSON.stringify(stop));
      world.settle();
      expect(await answerText(open(), 410)).not.toContain("course.example");
    });
  });

  test("without a key the gift says that it cannot be redeemed yet, and the log names the key", async () => {
    const page = await pageOf(askWith({ ...SIGNED, GIFT_ACTIVATION_KEY: undefined }, KNOWN));
    expect(texts(page, ".gift-inactive")).toEqual([GIFT_COPY.card.noActivation]);
    expect(logs.lines("config.invalid")).toMatchObject([{ name: "GIFT_ACTIVATION_KEY", reason: "missing" }]);
  });

  test.each([
    ["https://course.example/{code}", true],
    ["https://course.example?{code}", true],
    ["https://course.example/in?gift={code}#top", true],
    ["https://course.example/in", true],
    ["http://localhost:8788/activeren?cadeau={code}", true],
    ["https://course.example/{code}/{code}", false],
    ["https://{code}.example/", false],
    ["https://course.example/#{code}", false],
    ["https://course.example/{Code}", false],
    ["https://{code}@course.example/", false],
    ["http://course.example/{code}", false],
    ["javascript:alert('{code}')", false],
    ["{code}", false],
  ])("%s can be used: %s", (url, expected) => {
    expect(isActivationTarget(url)).toBe(expected);
  });
});

describe("a code that KV does not know", () => {
  const MADE_UP = ["/g-NIET-INKV?n=Ik&open=1", "/g-NIET-INKV?m=Dag&flow=A", "/g-ab?g=Ik"];

  test.each(MADE_UP)("%s shows the gift, and leads to the look-up, never to the activation", async (path) => {
    for (const bindings of [SIGNED, {}, { ACTIVATION_URL: "" }]) {
      const html = await answerText(askWith(bindings, path));
      const page = readDocument(html);
      const [href = ""] = linksNamed(page, GIFT_COPY.card.redeem);
      const { pathname, searchParams } = new URL(href, ORIGIN);
      expect([pathname, searchParams.get("code")]).toEqual([PATHS.giftLookup, path.slice(3).split("?")[0]]);
      expect(searchParams.get("n")).toBeNull();
      expect(attribute(page, "a.gift-redeem", "target")).toBeUndefined();
      expect(html).not.toMatch(/course\.example|activeren\?|\/activeren"/);
    }
  });

  test("the look-up then says that this code is not known, with the form for another", async () => {
    const [href = ""] = linksNamed(await pageOf(askWith(SIGNED, "/g-NIET-INKV?n=Ik&open=1")), GIFT_COPY.card.redeem);
    const found = await askWith(SIGNED, href);
    expect(found.status).toBe(303);
    const page = await pageOf(askWith(SIGNED, found.headers.get("location") ?? ""), 404);
    expect(texts(page, "h1")).toEqual([GIFT_COPY.unknown.title]);
    expect(count(page, "form.gift-form")).toBe(1);
  });
});

const NOT_SOLD: readonly [string, Partial<Bindings>][] = [
  ["no address", { ACTIVATION_URL: "" }],
  ["a placeholder", { ACTIVATION_URL: "https://fill-in-activation.invalid/?cadeau={code}" }],
  ["a malformed address", { ACTIVATION_URL: "https://course.example/{code}/{code}" }],
  ["{code} and no key", { ...SIGNED, GIFT_ACTIVATION_KEY: "" }],
  ["no key that makes its code", { ...SIGNED, ORDER_TOKEN_KEYS: "" }],
  ["a malformed key for its code", { ORDER_TOKEN_KEYS: "geheim" }],
];

describe.each(NOT_SOLD)("with %s no gift is sold", (_, bindings) => {
  const post = (path: string, body: unknown) =>
    askWith({ ...STRIPE_BINDINGS, ...bindings }, path, {
      method: "POST",
      headers: { origin: ORIGIN, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("/cadeau-geven says so and leads on, whatever is sent to it", async () => {
    const page = await pageOf(askWith(bindings, `${PATHS.giveGift}?flow=A`));
    expect(texts(page, "h1")).toEqual([GIVE_GIFT_COPY.notSold.title]);
    expect(meta(page, "robots")).toContain("noindex");
    expect(count(page, "form")).toBe(0);
    expect(linksNamed(page, GIVE_GIFT_COPY.notSold.courses)).toEqual([`${PATHS.order}?flow=A`]);
    expect(linksNamed(page, GIVE_GIFT_COPY.notSold.lookup)).toEqual([`${PATHS.giftLookup}?flow=A`]);

    const fields = { ontvanger: "Noor", gever: "Opa", bericht: "", moment: "nu", datum: "" };
    const sent = await askWith(bindings, PATHS.giveGift, formOf(fields));
    expect(await answerText(sent, 503)).toContain(GIVE_GIFT_COPY.notSold.title);
  });

  test("the API neither starts nor continues a payment of a gift; courses sell", async () => {
    const calls = stubStripe(() => answerJson(intent()));
    const wish = { recipient: "Noor", giver: "Opa", message: "", from: "now" };
    const buyer = { clientSecret: "pi_1_secret_a", name: "Opa", email: "opa@example.nl", isTold: true };
    for (const response of [
      await post(PATHS.createPaymentIntent, { amount: PRICES.KVB1.none, currency: "eur", gift: "x".repeat(43) }),
      await post(PATHS.paymentDetails, { ...buyer, gift: wish }),
    ]) {
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({ error: { code: "gifts_not_sold", message: API_ERRORS.gifts_not_sold } });
    }
    expect(calls).toHaveLength(0);
    expect((await post(PATHS.createPaymentIntent, { amount: 3900, currency: "eur" })).status).toBe(200);
    expect((await post(PATHS.paymentDetails, { ...buyer, consent: CONSENT_VERSIONS.at(-1) })).status).toBe(200);
  });

  test("no page and no sitemap leads there", async () => {
    const leads = `href="${PATHS.giveGift}`;
    for (const path of [...CONTENT_PATHS.filter((path) => path !== PATHS.giveGift), PATHS.sitemap, `${KNOWN}?open=1`]) {
      const text = await answerText(askWith(bindings, path));
      expect(text, path).not.toContain(leads);
      expect(text, path).not.toContain(`${PATHS.giveGift}<`);
    }
    expect(await answerText(askWith({}, PATHS.faq))).toContain(leads);
    expect(await answerText(askWith({}, PATHS.sitemap))).toContain(`${PATHS.giveGift}<`);
  });
});
