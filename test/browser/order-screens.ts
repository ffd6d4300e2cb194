import type { Page } from "playwright";
import type { Delivery, StoppedBy } from "../../src/gifts/day/gift-delivery.ts";
import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/gifts/day/gift-delivery-rules.ts";
import { DELIVERY_MAX_CHANGES } from "../../src/ledger/delivery-life-rules.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { WITHDRAWAL_COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { sql } from "../../src/server/database.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { AGAIN_PARAMETER, withdrawalPath } from "../../src/shared/paths.ts";
import { dayIn, machineNow } from "./machine-clock.ts";
import { orderPathOf, storeOrder, storeWithdrawal } from "./orders.ts";
import type { Screen } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** The states of an order page that look different: by the product, its withdrawal, the mailing of its gift, and what cannot be read. */

const { form, states, unchanged } = GIFT_DELIVERY_COPY.page;
const NOOR = "noor@example.nl";
const GIFT: GiftWish = { productId: "MARIFONIE", recipient: "Noor", giver: "Opa Kees", message: "", from: dayIn(12) };

const PLAN = {
  [DELIVERY_FIELDS.day]: dayIn(12),
  [DELIVERY_FIELDS.to]: NOOR,
  [DELIVERY_FIELDS.step]: DELIVERY_STEPS.send,
};

type GiftOrder = { page: Page; intentId: string; path: string };

/** The state of a gift's mailing when its giver opens the page, and the giver's act on it. */
type DeliveryState = {
  happened?: (order: GiftOrder) => Promise<unknown>;
  does?: (order: GiftOrder) => Promise<unknown>;
  /** A text that is there at the end. */
  shows: string;
  /** Whether its picture shows the whole page. */
  isWhole?: boolean;
};

const changes =
  (day: string, to: string) =>
  ({ page }: GiftOrder) =>
    change(page, day, to);
const LONG_ADDRESS = `noor.${"de.vries.".repeat(10)}jr@example.nl`;

/** By the rest of their names. */
const DELIVERIES: Readonly<Record<string, DeliveryState>> = {
  ", not asked for": { shows: states.none },
  ", planned": { happened: plan, shows: NOOR, isWhole: true },
  " that could not be changed for its errors": { happened: plan, does: changes("", "noor@"), shows: form.summary },
  ", changed": { happened: plan, does: changes(dayIn(40), LONG_ADDRESS), shows: GIFT_DELIVERY_COPY.page.done.planned },
  ", sent": { happened: (order) => put(order, "sent"), shows: "hebben we het cadeau verstuurd" },
  " that could not be mailed": { happened: (order) => put(order, "failed"), shows: states.failed },
  " whose giver has withdrawn": {
    happened: async (order) => {
      await storeWithdrawal(order.intentId, "HR-5R1C-9BHE-2JYG");
      await put(order, "stopped", "withdrawal");
    },
    shows: states.withdrawn,
    isWhole: true,
  },
  " that could not be changed: a fault": {
    does: async ({ page }) => {
      await shop.set({ ledgerDown: "changes" });
      await change(page, dayIn(12), NOOR);
    },
    shows: unchanged.unavailable,
  },
  " that could not be changed: too many changes": {
    happened: plan,
    does: async (order) => {
      await shop.ledger([
        sql(`UPDATE deliveries SET changes = ${DELIVERY_MAX_CHANGES} WHERE intent_id = ?1`, order.intentId),
      ]);
      await change(order.page, dayIn(13), NOOR);
    },
    shows: unchanged["too-often"],
  },
};

async function screenOf(
  [name, { happened, does, shows, isWhole = false }]: [string, DeliveryState],
  index: number,
): Promise<Screen> {
  // Each screen has its own order, because all share one ledger.
  const intentId = `pi_screensDay${index}`;
  const path = await orderPathOf(intentId);
  return {
    name: `delivery of a gift${name}`,
    path,
    ...(isWhole ? {} : { part: ".order-delivery" }),
    before: async (page) => {
      await storeGiftOrder(intentId);
      await happened?.({ page, intentId, path });
    },
    prepare: async (page) => {
      await does?.({ page, intentId, path });
      await page.locator(".order-delivery").getByText(shows).first().waitFor();
    },
  };
}

async function plan({ page, path }: GiftOrder): Promise<void> {
  const response = await page.request.post(path, { form: PLAN, headers: { origin: shop.origin } });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}`);
}

/** Stores a delivery that has no plan. */
async function put({ intentId }: GiftOrder, state: Delivery["state"], stoppedBy: StoppedBy | null = null) {
  await shop.ledger([
    sql(
      "INSERT OR REPLACE INTO deliveries (intent_id, state, stopped_by, at) VALUES (?1, ?2, ?3, ?4)",
      intentId,
      state,
      stoppedBy,
      machineNow().toISOString(),
    ),
  ]);
}

async function change(page: Page, day: string, to: string): Promise<void> {
  if (!(await page.getByLabel(form.day.label).isVisible())) await page.getByText(form.change).click();
  await page.getByLabel(form.day.label).fill(day);
  // In Firefox Playwright's `fill` adds to the text that is there.
  await page.getByLabel(form.to.label).press("Control+a");
  await page.getByLabel(form.to.label).pressSequentially(to);
  await page.getByRole("button", { name: form.save }).click();
}

function storeGiftOrder(intentId: string, gift: Partial<GiftWish> = {}, amountCents = 5900): Promise<void> {
  const wish = { ...GIFT, ...gift };
  return storeOrder({ intentId, productId: wish.productId, amountCents, gift: wish });
}

const JAN = { buyerName: "Jan de Vries", email: "jan.de.vries@example.nl" };
const PAID = "pi_screensPaid";
const PAID_PATH = await orderPathOf(PAID);
const storePaid = () => storeOrder({ intentId: PAID, productId: "KVB1", ...JAN });

const BOTH = "pi_screensBoth";
const BOTH_PATH = await orderPathOf(BOTH);
/** The order of two courses, in a shop with these settings. */
const storeBoth = async (settings = {}) => {
  await storeOrder({ intentId: BOTH, source: "hosted", productId: "KVB1_KVB2", amountCents: 11_800, ...JAN });
  await shop.set(settings);
};

const WITHDRAWN = "pi_screensWithdrawn";
const WITHDRAWN_PATH = await orderPathOf(WITHDRAWN);
const WITHDRAWN_RECEIPT = withdrawalPath(WITHDRAWN_PATH.split("/").at(-1) ?? "");
const WITHDRAWN_FORM = `${WITHDRAWN_RECEIPT}&${AGAIN_PARAMETER}=1`;
const storeWithdrawn = async () => {
  await storeOrder({ intentId: WITHDRAWN, productId: "KVB1", ...JAN });
  await storeWithdrawal(WITHDRAWN, "HR-8K2M-4QXT-7ZNA");
};

const screen = (name: string, path: string, before: () => Promise<void>, more: Partial<Screen> = {}): Screen => ({
  ...{ name, path, before },
  ...more,
});
const MAIN = { part: "main" };

export const ORDER_SCREENS: readonly Screen[] = [
  screen("order page of a paid order", PAID_PATH, storePaid),
  screen("invoice", `${PAID_PATH}?factuur=1`, storePaid),
  screen("order page that could not be read", PAID_PATH, () => shop.set({ ledgerDown: "all" }), {
    ...{ status: 503, ...MAIN },
  }),
  screen("order page of a withdrawn order", WITHDRAWN_PATH, storeWithdrawn),
  screen("withdrawal, read by its order's link", WITHDRAWN_RECEIPT, storeWithdrawn, MAIN),
  screen("withdrawal of an order that was withdrawn before", WITHDRAWN_FORM, storeWithdrawn),
  screen("withdrawal, received before", WITHDRAWN_FORM, storeWithdrawn, {
    prepare: async (page) => {
      await page.locator(".withdrawal-form button").click();
      await page.getByRole("button", { name: WITHDRAWAL_COPY.check.submit }).click();
      await page.getByText(WITHDRAWAL_COPY.done.resent.replace("{email}", JAN.email)).waitFor();
    },
  }),
  screen("order page of two courses", BOTH_PATH, () => storeBoth()),
  screen("order page of two courses, of which KV lacks one", BOTH_PATH, () => storeBoth({ kv: "missing", times: 1 }), {
    part: ".page-head",
  }),
  screen("invoice of two courses", `${BOTH_PATH}?factuur=1`, () => storeBoth(), { part: ".proof-sheet" }),
  screen("withdrawal of two courses", BOTH_PATH, () => storeBoth(), {
    ...MAIN,
    prepare: async (page) => {
      await page.locator("main").getByRole("link", { name: ORDER_STATUS_COPY.more.withdraw }).click();
      await page.getByRole("heading", { name: WITHDRAWAL_COPY.form.title }).waitFor();
    },
  }),
  { name: "bridge of two courses", path: OFFERS.find(({ productId }) => productId === "KVB1_KVB2")?.path ?? "" },
  screen(
    "order page of a gift for now",
    await orderPathOf("pi_screensNow"),
    () => storeGiftOrder("pi_screensNow", { productId: "KVB1_KVB2", from: "now" }, 11_800),
    MAIN,
  ),
  ...(await Promise.all(Object.entries(DELIVERIES).map(screenOf))),
];
