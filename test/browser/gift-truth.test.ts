import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { readDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { deliveryAsked, deliveryTime, GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { formatCardDay } from "../../src/gifts/give-gift-rules.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { PRODUCT_IDS, PRODUCTS } from "../../src/shared/courses.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { sample } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { fillIn, formReady, payButton, pick } from "./buyers.ts";
import { passTime, stopClock } from "./false-clock.ts";
import { keepGift } from "./gifts.ts";
import { dayIn } from "./machine-clock.ts";
import { orderPathOf } from "./orders.ts";
import { expectNotKnown, stopAtReturnPage } from "./return-page.ts";
import { shop } from "./test-shop.ts";

/**
 * Gifts of every product, given in every way, when the payment's confirmation is lost. The giver reads the truth on the
 * return page and the order page, and the gift is mailed if and only if it is paid. See also checkout-truth.test.ts.
 */

const browser = openBrowser();

const WAYS = ["now", "for a day", "mailed on a day"] as const;
const STATES = ["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"] as const;
type Row = { way: (typeof WAYS)[number]; state: (typeof STATES)[number]; productId: GiftWish["productId"] };

const DAY = dayIn(30);
const NOOR = "noor@example.nl";

/** Each product given in each way in a full run; else one product in one way for each state, in turns. */
const rowsOf = (state: Row["state"]): readonly Row[] => {
  const turn = STATES.indexOf(state);
  return sample(
    WAYS.flatMap((way) => PRODUCT_IDS.map((productId) => ({ way, state, productId }))),
    ({ way, productId }) => WAYS[turn % WAYS.length] === way && PRODUCT_IDS[turn % PRODUCT_IDS.length] === productId,
  );
};

/** The state that the giver must read on the return page; written independently of the code. */
function promised({ state }: Row): "paid" | "processing" | "pending" {
  if (state === "processing") return "processing";
  // After a declined or canceled payment `give` presses again, and that pays.
  return state === "requires_action" ? "pending" : "paid";
}

/** The return page's text about how the gift is to be given. */
function promiseOf({ way }: Row): string {
  const byHand = GIFT_SALE_COPY.text.replace("{recipient}", "Noor");
  if (way === "now") return byHand;
  if (way === "for a day") return `${byHand} ${GIFT_SALE_COPY.forDay.replace("{day}", formatCardDay(DAY))}`;
  return deliveryAsked(DAY);
}

const textOf = (page: Page, selector: string) => page.locator(selector).first().textContent();

/** The payment of the gift that this browser is paying. */
async function visitIntent(page: Page): Promise<string> {
  const stored = await page.evaluate(() =>
    Object.entries(localStorage).find(([key]) => key.startsWith("checkout-visit:")),
  );
  return (JSON.parse(stored?.[1] ?? "{}") as { intentId: string }).intentId;
}

/** Goes to the payment of the gift and pays. Returns the payment and the address of the return page. */
async function give(page: Page, row: Row): Promise<{ intentId: string; address: string }> {
  const { way, state, productId } = row;
  await stopClock(page);
  const from = way === "now" ? way : DAY;
  const wish: GiftWish = { productId, recipient: "Noor", giver: "Opa Kees", message: "", from };
  await page.goto(await keepGift(page, wish, { deliverTo: way === "mailed on a day" ? NOOR : "" }));
  await formReady(page);
  await fillIn(page);
  const first = await visitIntent(page);
  let presses = 0;
  await page.route(`**${PATHS.paymentDetails}`, async (route) => {
    const response = await route.fetch();
    presses += 1;
    if (presses === 1) shop.world.stripe.settle(first, state);
    await route.fulfill({ response });
  });
  await page.route("**/confirm", (route) => (presses > 1 ? route.fallback() : route.abort()));
  await stopAtReturnPage(page);
  const pass = (until: () => Promise<boolean>) => passTime(page, until, { stepMs: 6_000 });
  await payButton(page).click();
  if (state === "requires_action") {
    const onwards = page.getByRole("button", { name: "Naar je betaling" });
    await pass(() => onwards.isVisible());
    await onwards.click();
  }
  if (state === "requires_payment_method") {
    await pass(async () => (await page.locator(".pay-error").allTextContents()).join().includes("niet gelukt"));
    await payButton(page).click();
  }
  if (state === "canceled") {
    await pass(async () => (await visitIntent(page)) !== first);
    await formReady(page);
    await pick(page, "Kaart");
    await payButton(page).click();
  }
  await pass(async () => page.url().includes(PATHS.interstitial));
  const address = page.url();
  await page.unrouteAll();
  return { intentId: new URL(address).searchParams.get("payment_intent") ?? "", address };
}

/** The order page's text about the mailing; null if it has none. */
async function deliveryShown(page: Page, intentId: string): Promise<string | null> {
  await page.goto(await orderPathOf(intentId));
  return (await page.locator(".order-delivery-state").count()) === 0 ? null : textOf(page, ".order-delivery-state");
}

async function expectPaid(page: Page, row: Row, intentId: string): Promise<void> {
  const title = row.way === "mailed on a day" ? GIFT_SALE_COPY.mailedTitle : GIFT_SALE_COPY.title;
  await page.getByRole("heading", { name: title }).waitFor();
  expect(await textOf(page, ".return-gift .interstitial-text")).toBe(promiseOf(row));
  expect(await textOf(page, ".return-gift-ticket div:nth-child(3) > dd")).toBe(PRODUCTS[row.productId].name);
  const mailed = GIFT_DELIVERY_COPY.page.states.planned.replace("{time}", deliveryTime(DAY)).replace("{email}", NOOR);
  const shown = { now: null, "for a day": GIFT_DELIVERY_COPY.page.states.none, "mailed on a day": mailed };
  const paid = ORDER_STATUS_COPY.states.paid.title;
  // The webhook takes a moment.
  const order = new URL(await orderPathOf(intentId), page.url());
  await expect.poll(async () => (await fetch(order)).text()).toContain(paid);
  expect([await deliveryShown(page, intentId), await textOf(page, "h1")]).toEqual([shown[row.way], paid]);
  expect(await textOf(page, ".order-card")).toContain(PRODUCTS[row.productId].name);
}

async function expectUnpaid(page: Page, intentId: string, reads: "processing" | "pending"): Promise<void> {
  await expectNotKnown(page, reads);
  expect(await page.locator(".return-gift").count()).toBe(0);
  expect(await deliveryShown(page, intentId)).toBeNull();
  expect(await textOf(page, "h1")).toBe(ORDER_STATUS_COPY.states.awaited.title);
  // The address waits, and nothing is planned before the money is there.
  expect(await readDelivery(shop.ledger, intentId)).toBeNull();
}

describe("what is given, and how x how the payment stands", () => {
  test.each(STATES)("%s", async (state) => {
    await Promise.all(
      rowsOf(state).map(async (row) => {
        const { page } = await browser.visit();
        try {
          const { intentId, address } = await give(page, row);
          await page.goto(address);
          const reads = promised(row);
          if (reads === "paid") await expectPaid(page, row, intentId);
          else await expectUnpaid(page, intentId, reads);
        } catch (cause) {
          throw new Error(Object.values(row).join(", "), { cause });
        }
      }),
    );
  });

  test("holds each state, each way and each product", () => {
    const rows = STATES.flatMap(rowsOf);
    for (const [name, count] of [
      ["state", 5],
      ["way", 3],
      ["productId", 4],
    ] as const) {
      expect(new Set(rows.map((row) => row[name])).size, name).toBe(count);
    }
  });
});
