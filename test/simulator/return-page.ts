import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { BRIDGE_STATE_ID, type BridgeState } from "../../src/paying/return/interstitial-rules.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import { normaliseGiftCode } from "../../src/shared/gift.ts";
import { dataBlock } from "../worker/markup.ts";
import type { Tab } from "./browser.ts";
import { now, sleep } from "./clock.ts";
import { shortId } from "./order-page.ts";
import type { World } from "./world.ts";

/** The page after a payment as its reader sees it: its text, and the effects of its script. */

/** How often a reader reloads, as long as the page would ask again. */
const LOADS_MAX = 8;
const { paid, open, canceled } = PAYMENT_RETURN_COPY;

export async function readReturnPage(world: World, tab: Tab, href: string): Promise<void> {
  let url = href;
  for (let load = 0; load < LOADS_MAX && !tab.isGone; load += 1) {
    const fromMs = now();
    let response: Response;
    try {
      response = await world.fromBrowser(new Request(url, { redirect: "manual" }));
    } catch {
      world.note(`${tab.name} gets no page from the shop.`);
      await sleep(5_000);
      continue;
    }
    const location = response.headers.get("location");
    if (location !== null) {
      url = new URL(location, url).href;
      if (/_secret_/.test(new URL(url).search)) world.fail("a page's address holds a payment's secret");
      continue;
    }
    const html = await response.text();
    const state = dataBlock(html, BRIDGE_STATE_ID) as BridgeState | null;
    const intentId = new URL(url).searchParams.get("payment_intent") ?? "";
    tell(world, tab, html, intentId, fromMs);
    if (state?.endedIntent !== undefined) tab.endVisit(state.endedIntent);
    const pauseMs = state?.askAfterMs?.[load];
    if (pauseMs === undefined) return;
    await sleep(pauseMs);
  }
}

function tell(world: World, tab: Tab, html: string, intentId: string, fromMs: number): void {
  const { read } = world.browser;
  if (html.includes(paid.title) || html.includes(GIFT_SALE_COPY.title) || html.includes(GIFT_SALE_COPY.mailedTitle)) {
    world.note(`${tab.name} reads that it is paid.`);
    read.set(tab.contents, "paid");
    // A gift is handed over on this page.
    if (world.provider.paidAtMs(intentId) === null)
      world.fail(`${tab.name} says that ${shortId(intentId)} is paid, and it is not`);
    const gift = /\/g-([0-9A-Z]{4}(?:-[0-9A-Z]{4})+)/i.exec(html)?.[1];
    if (gift === undefined) return;
    world.giftCodes.set(intentId, gift);
    for (const spelling of [gift, normaliseGiftCode(gift)]) world.secrets.add(spelling);
  } else if (html.includes(open.title) || html.includes(canceled.title)) {
    world.note(`${tab.name} reads that it is not paid.`);
    world.onReadUnpaid(tab.name, intentId, fromMs);
  } else if (/Betaal niet opnieuw|niet opnieuw te betalen/.test(html)) {
    world.note(`${tab.name} reads that nobody knows yet.`);
    if (!read.has(tab.contents)) read.set(tab.contents, "processing");
  }
}
