import sharp from "sharp";
import { expect, test } from "vitest";
import { FLOWS, OFFERS, PRODUCT_IDS, priceOf } from "../../src/shared/courses.ts";
import { checkClientSecret, checkConfirmParams, checkExpressOptions } from "./browser/stripe-options.ts";
import { get, openWorld, post, SHOP_ORIGIN, world } from "./calls.ts";
import { startOutsideWorld } from "./server.ts";

/** The pages of the outside world. Tests of its Stripe stand beside this file. */

openWorld();

test.each(["/", "/oefenen", "/cursus/kvb1", "/activeren", "/access", "/video/intro", "/video/quiz-5"])(
  "GET %s answers and says that it is local",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("lokale testomgeving");
  },
);

test("every address in the vars answers, and no other", async () => {
  const vars = world.vars();
  expect(Object.keys(vars)).toHaveLength(12 + 6 + 16);
  for (const [name, value] of Object.entries(vars)) {
    if (!value.startsWith(world.origin)) continue;
    const path = value
      .slice(world.origin.length)
      .replaceAll(/\{[zxy]\}/g, "0")
      .replace("{code}", "");
    expect((await get(path || "/")).status, name).toBe(200);
  }
  for (const path of ["/niets", "/checkout/KVB3/none", "/checkout/KVB1/C", "/video/other", "/bank/pi_other"]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

test.each(FLOWS)(
  "the hosted checkouts of flow %s cost what the cards say and return to their bridge pages",
  async (flow) => {
    for (const productId of PRODUCT_IDS) {
      const euros = priceOf(productId, flow).priceCents / 100;
      const path = `/checkout/${productId}/${flow}`;
      expect(await (await get(path)).text()).toContain(`Betaal € ${euros},00`);
      const target = new URL((await post(path, {})).headers.get("location") ?? "");
      expect(OFFERS.map((offer) => SHOP_ORIGIN + offer.path)).toContain(target.origin + target.pathname);
      expect(target.pathname).toContain(`-${euros}incl-`);
      expect(target.searchParams.get("session_id")).toMatch(/^cs_test_\w{24}$/);
    }
  },
);

test("without a shop of its own it knows none: its events would reach the one that runs beside it", async () => {
  const alone = await startOutsideWorld({ port: 0 });
  const page = await (await fetch(`${alone.origin}/cursus/kvb1`)).text();
  await alone.close();
  expect(page).not.toContain("localhost:8787");
});

test("a tile is a picture of 256 by 256 pixels with land, sea and the IJsselmeer", async () => {
  const response = await get("/tiles/7/65/42.svg");
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  expect(response.headers.get("cache-control")).toContain("max-age");
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([256, 256, 3]);
  const pixel = (x: number, y: number) => [...data.subarray((y * 256 + x) * 3, (y * 256 + x) * 3 + 3)];
  const [water, land] = [
    [227, 241, 249],
    [243, 230, 200],
  ];
  expect(pixel(40, 60)).toEqual(water);
  expect(pixel(230, 60)).toEqual(land);
  expect(pixel(209, 6)).toEqual(water);
});

test.each([
  ["a client secret", () => checkClientSecret("pi_1")],
  ["the buttons' height", () => checkExpressOptions({ buttonHeight: 80 })],
  ["an address without a scheme", () => checkConfirmParams({ return_url: "/interstitial" })],
  [
    "a parameter's name",
    () => checkConfirmParams({ return_url: SHOP_ORIGIN, receiptEmail: "a@example.com" } as object),
  ],
])("Stripe.js finds what no type does: %s", (_name, check) => {
  expect(check).toThrow(expect.objectContaining({ name: "IntegrationError" }));
});
