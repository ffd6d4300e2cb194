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

type Act = (page: Page) => Promise<unknown>;

const tap = async (page: Page, times: number) => {
  for (let tap = 0; tap < times; tap++) await page.locator(".gift-button").click();
};
/** A parcel, after the taps of its recipient. */
const parcel = (name: string, act: Act): Screen => ({
  ...{ name, path: `${GIFT_CODE}?${GIFT_QUERY}`, islands: ["gift"] },
  prepare: async (page) => void (await act(page)),
});
/** The form that makes a gift, after what its giver does there. `part`: what its picture shows. */
const giving = (name: string, act: Act, part?: string): Screen => ({
  ...{ name, path: PATHS.giveGift, islands: ["giftForm"], ...(part === undefined ? {} : { part }) },
  prepare: async (page) => void (await act(page)),
});
/** The form, refused: its server's page has this. */
const refused = (name: string, act: Act, shows: string, part?: string): Screen =>
  giving(
    name,
    async (page) => {
      await act(page);
      await goOn(page);
      await page.locator(shows).waitFor();
      await islandReady(page, "giftForm");
    },
    part,
  );
const paying = (name: string, wish?: GiftWish, to?: string): Screen =>
  giving(name, async (page) => {
    await writeGift(page, wish, to);
    await goOn(page);
    await formReady(page);
  });
const JUST_PAID = { path: PATHS.interstitial, islands: ["giftShare"] };
const payFor = (wish: GiftWish) => payGift(wish, NOOR);

/** The code of a paid gift that its giver has seen. */
async function sentGift(wish: GiftWish): Promise<string> {
  const { returnPath, code } = await payFor(wish);
  await fetch(shop.origin + returnPath);
  return code;
}

const unwrapped = (wish: GiftWish) => ({
  path: "/",
  opens: async () => `${giftCodePath(await sentGift(wish))}?open=1`,
  prepare: (page: Page) => page.locator(".gift-giver").waitFor(),
});

export const GIFT_SCREENS: readonly Screen[] = [
  parcel("gift, tapped twice", (page) => tap(page, 2)),
  parcel("gift, unwrapped", async (page) => {
    await tap(page, 3);
    await page.locator(".gift-giver").waitFor();
  }),
  giving("giving a gift, written", (page) => writeGift(page)),
  refused(
    "giving a gift that could not go on for its errors",
    (page) => page.getByText("Op een bepaalde dag").click(),
    ".form-alert",
  ),
  paying("paying for a gift"),
  { name: "a gift that has just been paid", ...JUST_PAID, opens: async () => (await payFor(WISH)).returnPath },
  { name: "the card of a gift", path: "/", opens: async () => giftCardPath(await sentGift(WISH)) },
  { name: "gift that is for a day, unwrapped", ...unwrapped(WISH) },
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
  giving(
    "giving a gift of two courses that is mailed, written",
    (page) => writeGift(page, MAILED, NOOR),
    ".give-columns",
  ),
  refused(
    "giving a gift that could not go on: an address that is none, a day too far away",
    (page) => writeGift(page, { ...MAILED, from: dayIn(400) }, "noor@"),
    `#${GIFT_FIELDS.deliverTo}-fout`,
    ".give-make",
  ),
  refused(
    "giving a gift that could not go on: no form of ours",
    (page) => sendAsText(page, PATHS.giveGift),
    ".form-alert",
    ".give-make",
  ),
  paying("paying for a gift of two courses that is mailed", MAILED, NOOR),
  {
    name: "a gift of two courses that has just been paid and is mailed",
    ...JUST_PAID,
    opens: async () => (await payFor(MAILED)).returnPath,
  },
  { name: "the card of a gift of two courses", path: "/", opens: async () => giftCardPath(await sentGift(MAILED)) },
  { name: "gift of two courses, unwrapped", ...unwrapped(MAILED) },
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
