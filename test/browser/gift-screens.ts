import type { Page } from "playwright";
import Stripe from "stripe";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { GIFT_FIELDS } from "../../src/gifts/give-gift-rules.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { STRIPE_WEBHOOK_SECRET } from "../outside-world/stripe-keys.ts";
import { islandReady } from "./browser.ts";
import { formReady } from "./buyers.ts";
import { giftCodeOfIntent, goOn, payGift, WISH, writeGift } from "./gifts.ts";
import { dayIn, machineNow } from "./machine-clock.ts";
import { sendAsText } from "./orders.ts";
import { GIFT_CODE, GIFT_QUERY, type Screen } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** Giving a course and getting one: the states of those pages. */

const NOOR = "noor@example.nl";
/** Another product, for a day on which the shop mails it. */
const MAILED: GiftWish = { ...WISH, productId: "KVB1_KVB2", from: dayIn(12), deliveryDraftId: "0a1b2c3d" };

const JUST_PAID = { path: PATHS.interstitial, islands: ["giftShare"] };
const payFor = (wish: GiftWish) => payGift(shop.world.origin, wish, NOOR);

/** The code of a paid gift that its giver has seen. */
async function sentGift(wish: GiftWish): Promise<string> {
  const { returnPath, code } = await payFor(wish);
  await fetch(shop.origin + returnPath);
  return code;
}

const unwrapped = async (wish: GiftWish) => `${giftCodePath(await sentGift(wish))}?open=1`;

export const GIFT_SCREENS: readonly Screen[] = [
  {
    name: "gift, tapped twice",
    path: `${GIFT_CODE}?${GIFT_QUERY}`,
    islands: ["gift"],
    prepare: async (page) => {
      await page.locator(".gift-button").click();
      await page.locator(".gift-button").click();
    },
  },
  {
    name: "gift, unwrapped",
    path: `${GIFT_CODE}?${GIFT_QUERY}`,
    islands: ["gift"],
    prepare: async (page) => {
      for (let tap = 0; tap < 3; tap++) await page.locator(".gift-button").click();
      await page.locator(".gift-giver").waitFor();
    },
  },
  { name: "giving a gift, written", path: PATHS.giveGift, islands: ["giftForm"], prepare: (page) => writeGift(page) },
  {
    name: "giving a gift that could not go on for its errors",
    path: PATHS.giveGift,
    islands: ["giftForm"],
    prepare: async (page) => {
      await page.getByText("Op een bepaalde dag").click();
      await goOn(page);
      await page.locator(".form-alert").waitFor();
      await islandReady(page, "giftForm");
    },
  },
  {
    name: "paying for a gift",
    path: PATHS.giveGift,
    islands: ["giftForm"],
    prepare: async (page) => {
      await writeGift(page);
      await goOn(page);
      await formReady(page);
    },
  },
  { name: "a gift that has just been paid", ...JUST_PAID, opens: async () => (await payFor(WISH)).returnPath },
  { name: "the card of a gift", path: "/", opens: async () => giftCardPath(await sentGift(WISH)) },
  { name: "gift that is for a day, unwrapped", path: "/", opens: () => unwrapped(WISH) },
  {
    name: "a gift that was taken back",
    path: giftCodePath(await giftCodeOfIntent("pi_screensRepaid")),
    status: 410,
    before: (page) => repayGift(page, "pi_screensRepaid"),
  },
  {
    name: "a gift that KV does not show yet",
    path: giftCodePath(await giftCodeOfIntent("pi_screensNotYet")),
    status: 404,
  },
  {
    name: "giving a gift of two courses that is mailed, written",
    path: PATHS.giveGift,
    part: ".give-columns",
    islands: ["giftForm"],
    prepare: (page) => writeGift(page, MAILED, NOOR),
  },
  {
    name: "giving a gift that could not go on: an address that is none, a day too far away",
    path: PATHS.giveGift,
    part: ".give-make",
    islands: ["giftForm"],
    prepare: async (page) => {
      await writeGift(page, { ...MAILED, from: dayIn(400) }, "noor@");
      await goOn(page);
      await page.locator(`#${GIFT_FIELDS.deliverTo}-fout`).waitFor();
      await islandReady(page, "giftForm");
    },
  },
  {
    name: "giving a gift that could not go on: no form of ours",
    path: PATHS.giveGift,
    part: ".give-make",
    islands: ["giftForm"],
    prepare: async (page) => {
      await sendAsText(page, PATHS.giveGift);
      await goOn(page);
      await page.locator(".form-alert").waitFor();
      await islandReady(page, "giftForm");
    },
  },
  {
    name: "paying for a gift of two courses that is mailed",
    path: PATHS.giveGift,
    islands: ["giftForm"],
    prepare: async (page) => {
      await writeGift(page, MAILED, NOOR);
      await goOn(page);
      await formReady(page);
    },
  },
  {
    name: "a gift of two courses that has just been paid and is mailed",
    ...JUST_PAID,
    opens: async () => (await payFor(MAILED)).returnPath,
  },
  { name: "the card of a gift of two courses", path: "/", opens: async () => giftCardPath(await sentGift(MAILED)) },
  { name: "gift of two courses, unwrapped", path: "/", opens: () => unwrapped(MAILED) },
];

/** Tells the shop as Stripe does that all the money of a gift went back. */
async function repayGift(page: Page, intentId: string): Promise<void> {
  const created = Math.floor(machineNow().getTime() / 1000);
  const money = { amount: 3900, amount_refunded: 3900, currency: "eur" };
  const metadata = { product: WISH.productId, price: "3900", flow: "none", ...wishToMetadata(WISH) };
  const object = { id: "ch_1", payment_intent: intentId, ...money, created, metadata };
  const event = { id: `evt_${intentId}`, object: "event", type: "charge.refunded", created, data: { object } };
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: STRIPE_WEBHOOK_SECRET });
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  const response = await page.request.post(PATHS.stripeWebhook, { data: payload, headers });
  if (!response.ok()) throw new Error(`the webhook answered ${response.status()}`);
}
