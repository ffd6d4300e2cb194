import type { Page } from "playwright";
import { claimDelivery, type Delivery, type StoppedBy } from "../../src/gifts/day/gift-delivery.ts";
import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/gifts/day/gift-delivery-rules.ts";
import { DELIVERY_MAX_CHANGES } from "../../src/ledger/delivery-life-rules.ts";
import type { DisputeState } from "../../src/ledger/orders.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { WITHDRAWAL_COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { sql } from "../../src/server/database.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { AGAIN_PARAMETER, withdrawalPath } from "../../src/shared/paths.ts";
import { dayIn, machineNow } from "./machine-clock.ts";
import { orderPathOf, sendAsText, storeOrder, storeWithdrawal } from "./orders.ts";
import type { Screen } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** The states of an order page: by the product, its withdrawal, the mailing of its gift, and what cannot be read. */

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
  name: string;
  gift?: Partial<GiftWish>;
  happened?: (order: GiftOrder) => Promise<unknown>;
  does?: (order: GiftOrder) => Promise<unknown>;
  /** A text that is there at the end. */
  shows: string;
  /** Whether its picture shows the whole page. */
  isWhole?: boolean;
};

const DELIVERIES: readonly DeliveryState[] = [
  { name: "delivery of a gift, not asked for", shows: states.none },
  {
    name: "delivery of a gift, about to be planned",
    gift: { deliveryDraftId: "0a1b2c3d" },
    happened: (order) => put(order, "awaited"),
    shows: states.expected,
  },
  { name: "delivery of a gift, planned", happened: plan, shows: NOOR, isWhole: true },
  {
    name: "delivery of a gift that could not be changed for its errors",
    happened: plan,
    does: ({ page }) => change(page, "", "noor@"),
    shows: form.summary,
  },
  {
    name: "delivery of a gift, changed",
    happened: plan,
    does: ({ page }) => change(page, dayIn(40), `noor.${"de.vries.".repeat(10)}jr@example.nl`),
    shows: GIFT_DELIVERY_COPY.page.done.planned,
  },
  {
    name: "delivery of a gift, stopped",
    happened: plan,
    does: ({ page }) => page.getByRole("button", { name: form.stop }).click(),
    shows: states.stopped,
  },
  {
    name: "delivery of a gift, under way",
    happened: async (order) => {
      await plan(order);
      const now = machineNow();
      const until = new Date(now.getTime() + 60 * 60_000);
      await shop.ledger([claimDelivery(order.intentId, 1, "screen", until.toISOString(), now.toISOString())]);
    },
    shows: "Wijzigen kan niet meer",
  },
  {
    name: "delivery of a gift, sent",
    happened: (order) => put(order, "sent"),
    shows: "hebben we het cadeau verstuurd",
  },
  {
    name: "delivery of a gift, refused by its recipient's mail",
    happened: (order) => put(order, "refused"),
    shows: states.refused,
  },
  {
    name: "delivery of a gift that could not be mailed",
    happened: (order) => put(order, "failed"),
    shows: states.failed,
  },
  { name: "delivery of a gift whose address got lost", happened: (order) => put(order, "lost"), shows: states.lost },
  {
    name: "delivery of a gift whose giver has withdrawn",
    happened: async (order) => {
      await storeWithdrawal(order.intentId, "HR-5R1C-9BHE-2JYG");
      await put(order, "stopped", "withdrawal");
    },
    shows: states.withdrawn,
    isWhole: true,
  },
  {
    name: "delivery of a gift that could not be changed: a fault",
    does: async ({ page }) => {
      await shop.set({ ledgerDown: "changes" });
      await change(page, dayIn(12), NOOR);
    },
    shows: unchanged.unavailable,
  },
  {
    name: "delivery of a gift that could not be changed: sent meanwhile",
    happened: plan,
    does: async (order) => {
      await put(order, "sent");
      await change(order.page, dayIn(13), NOOR);
    },
    shows: unchanged.closed,
  },
  {
    name: "delivery of a gift that could not be changed: too many changes",
    happened: plan,
    does: async (order) => {
      await shop.ledger([
        sql(`UPDATE deliveries SET changes = ${DELIVERY_MAX_CHANGES} WHERE intent_id = ?1`, order.intentId),
      ]);
      await change(order.page, dayIn(13), NOOR);
    },
    shows: unchanged["too-often"],
  },
  {
    name: "delivery of a gift that could not be changed: too many forms",
    happened: plan,
    does: async ({ page }) => {
      await shop.set({ limit: 5 });
      await change(page, dayIn(13), NOOR);
      await page.getByText(GIFT_DELIVERY_COPY.page.done.planned).waitFor();
      await change(page, dayIn(14), NOOR);
    },
    shows: unchanged.tooMany,
  },
  {
    name: "delivery of a gift that could not be changed: no form of ours",
    happened: plan,
    does: async ({ page, path }) => {
      await sendAsText(page, path);
      await change(page, dayIn(13), NOOR);
    },
    shows: unchanged.unreadable,
  },
];

async function screenOf(
  { name, gift, happened, does, shows, isWhole = false }: DeliveryState,
  index: number,
): Promise<Screen> {
  // Each screen has its own order, because all share one ledger.
  const intentId = `pi_screensDay${index}`;
  const path = await orderPathOf(intentId);
  return {
    name,
    path,
    ...(isWhole ? {} : { part: ".order-delivery" }),
    before: async (page) => {
      await storeGiftOrder(intentId, gift);
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

function storeGiftOrder(
  intentId: string,
  gift: Partial<GiftWish> = {},
  more: { dispute?: DisputeState } = {},
): Promise<void> {
  const wish = { ...GIFT, ...gift };
  return storeOrder({ intentId, productId: wish.productId, amountCents: 5900, gift: wish, ...more });
}

const JAN = { buyerName: "Jan de Vries", email: "jan.de.vries@example.nl" };
const PAID = "pi_screensPaid";
const PAID_PATH = await orderPathOf(PAID);
const storePaid = () => storeOrder({ intentId: PAID, productId: "KVB1", ...JAN });

const BOTH = "pi_screensBoth";
const BOTH_PATH = await orderPathOf(BOTH);
const BOTH_BRIDGE = OFFERS.find(({ productId }) => productId === "KVB1_KVB2")?.path ?? "";
const storeBoth = () =>
  storeOrder({ intentId: BOTH, source: "hosted", productId: "KVB1_KVB2", amountCents: 11_800, ...JAN });

const WITHDRAWN = "pi_screensWithdrawn";
const WITHDRAWN_PATH = await orderPathOf(WITHDRAWN);
const WITHDRAWN_RECEIPT = withdrawalPath(WITHDRAWN_PATH.split("/").at(-1) ?? "");
const WITHDRAWN_FORM = `${WITHDRAWN_RECEIPT}&${AGAIN_PARAMETER}=1`;
const storeWithdrawn = async () => {
  await storeOrder({ intentId: WITHDRAWN, productId: "KVB1", ...JAN });
  await storeWithdrawal(WITHDRAWN, "HR-8K2M-4QXT-7ZNA");
};
const REFUSED = "pi_screensRefused";
const REFUSED_PATH = await orderPathOf(REFUSED);

export const ORDER_SCREENS: readonly Screen[] = [
  { name: "order page of a paid order", path: PAID_PATH, before: storePaid },
  { name: "invoice", path: `${PAID_PATH}?factuur=1`, before: storePaid },
  {
    name: "order page that could not be read",
    path: PAID_PATH,
    status: 503,
    part: "main",
    before: () => shop.set({ ledgerDown: "all" }),
  },
  {
    name: "order page that could not be read: too many requests",
    path: PAID_PATH,
    status: 429,
    part: "main",
    before: () => shop.set({ limit: 0 }),
  },
  { name: "order page of a withdrawn order", path: WITHDRAWN_PATH, before: storeWithdrawn },
  {
    name: "order page of an order whose withdrawal was refused",
    path: REFUSED_PATH,
    part: "main",
    before: async () => {
      await storeOrder({ intentId: REFUSED, productId: "KVB1", ...JAN });
      await storeWithdrawal(REFUSED, "HR-3T9V-K6WD-0PXM", "refused");
    },
  },
  { name: "withdrawal, read by its order's link", path: WITHDRAWN_RECEIPT, part: "main", before: storeWithdrawn },
  { name: "withdrawal of an order that was withdrawn before", path: WITHDRAWN_FORM, before: storeWithdrawn },
  {
    name: "withdrawal, received before",
    path: WITHDRAWN_FORM,
    before: storeWithdrawn,
    prepare: async (page) => {
      await page.locator(".withdrawal-form button").click();
      await page.getByRole("button", { name: WITHDRAWAL_COPY.check.submit }).click();
      await page.getByText(WITHDRAWAL_COPY.done.earlier).waitFor();
    },
  },
  { name: "order page of two courses", path: BOTH_PATH, before: storeBoth },
  {
    name: "order page of two courses, of which KV lacks one",
    path: BOTH_PATH,
    part: ".page-head",
    before: async () => {
      await storeBoth();
      await shop.set({ kv: "missing", times: 1 });
    },
  },
  {
    name: "order page of two courses whose addresses could not be read",
    path: BOTH_PATH,
    part: ".page-head",
    before: async () => {
      await storeBoth();
      await shop.set({ kv: "down" });
    },
  },
  { name: "invoice of two courses", path: `${BOTH_PATH}?factuur=1`, part: ".proof-sheet", before: storeBoth },
  {
    name: "withdrawal of two courses",
    path: BOTH_PATH,
    part: "main",
    before: storeBoth,
    prepare: async (page) => {
      await page.locator("main").getByRole("link", { name: ORDER_STATUS_COPY.more.withdraw }).click();
      await page.getByRole("heading", { name: WITHDRAWAL_COPY.form.title }).waitFor();
    },
  },
  { name: "bridge of two courses", path: BOTH_BRIDGE },
  {
    name: "bridge of two courses without an entry",
    path: BOTH_BRIDGE,
    before: () => shop.set({ kv: "missing" }),
    prepare: (page) => page.getByText(INTERSTITIAL_COPY.notConfigured).filter({ visible: true }).waitFor(),
  },
  {
    name: "order page of a gift for now",
    path: await orderPathOf("pi_screensNow"),
    part: "main",
    before: () =>
      storeOrder({
        intentId: "pi_screensNow",
        productId: "KVB1_KVB2",
        amountCents: 11_800,
        gift: { ...GIFT, productId: "KVB1_KVB2", from: "now" },
      }),
  },
  {
    name: "order page of a gift whose payment the bank looks into",
    path: await orderPathOf("pi_screensDisputed"),
    part: "main",
    before: () => storeGiftOrder("pi_screensDisputed", {}, { dispute: "open" }),
  },
  ...(await Promise.all(DELIVERIES.map(screenOf))),
];
