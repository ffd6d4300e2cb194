import type { Page } from "playwright";
import { GIFT_FIELDS } from "../../src/gifts/give-gift-rules.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { islandReady } from "./browser.ts";
import { formReady } from "./buyers.ts";
import { goOn, payGift, WISH, writeGift } from "./gifts.ts";
import { dayIn } from "./machine-clock.ts";
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
  { name: "a gift that has just been paid", ...JUST_PAID, opens: async () => (await payFor(WISH)).returnPath },
  { name: "the card of a gift", path: "/", opens: async () => giftCardPath(await sentGift(WISH)) },
  { name: "gift that is for a day, unwrapped", ...unwrapped(WISH) },
  giving(
    "giving a gift of two courses that is mailed, written",
    (page) => writeGift(page, MAILED, NOOR),
    ".give-columns",
  ),
  giving(
    "giving a gift that could not go on: an address that is none, a day too far away",
    async (page) => {
      await writeGift(page, { ...MAILED, from: dayIn(400) }, "noor@");
      await goOn(page);
      await page.locator(`#${GIFT_FIELDS.deliverTo}-fout`).waitFor();
      await islandReady(page, "giftForm");
    },
    ".give-make",
  ),
  giving("paying for a gift of two courses that is mailed", async (page) => {
    await writeGift(page, MAILED, NOOR);
    await goOn(page);
    await formReady(page);
  }),
  {
    name: "a gift of two courses that has just been paid and is mailed",
    ...JUST_PAID,
    opens: async () => (await payFor(MAILED)).returnPath,
  },
  { name: "the card of a gift of two courses", path: "/", opens: async () => giftCardPath(await sentGift(MAILED)) },
  { name: "gift of two courses, unwrapped", ...unwrapped(MAILED) },
];
