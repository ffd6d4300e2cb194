import type { Page } from "playwright";
import { passTime } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

/** The page that Stripe returns to and the bridge pages, in a browser whose clock stands still. */

export const shown = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true });
export const TARGET = `${shop.world.origin}/cursus/kvb1`;

export async function waitFor(page: Page, text: string, stepMs?: number): Promise<void> {
  await passTime(page, async () => (await shown(page, text).count()) === 1, stepMs === undefined ? {} : { stepMs });
}
