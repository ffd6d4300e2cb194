import * as z from "zod";
import { SCHEDULES } from "../../src/upkeep/clock-steps.ts";

/**
 * The shop's clock on this machine. `wrangler dev` runs no schedule by itself, but takes each of them at any moment over
 * its local pages, where the ledger can be read too. So a gift need not wait for its day. The Worker has no code for that.
 */

/** A gift that the shop mails later. `sendAt` is ISO 8601. */
export type WaitingGift = { intentId: string; sendAt: string };

export type ShopClock = {
  /** The gifts that wait, the earliest day first. Empty if the shop does not run, or runs without `wrangler dev`. */
  readGifts(): Promise<readonly WaitingGift[]>;
  /** Runs a schedule as if it were this moment. Rejects if the shop does not answer. */
  run(schedule: keyof typeof SCHEDULES, at: Date): Promise<void>;
};

const SCHEDULED_PATH = "/cdn-cgi/local/scheduled";
/** The database has the id of wrangler.toml. */
const LEDGER_PATH = "/cdn-cgi/local/explorer/api/d1/database/local-ledger/raw";
/** Leaves out the databases of other shops on this machine. */
const OWN_ONLY = { "X-Miniflare-Explorer-No-Aggregate": "true", "content-type": "application/json" };
const TIMEOUT_MS = 5000;

const WAITING = "SELECT intent_id, send_at FROM deliveries WHERE state = 'planned' ORDER BY send_at";
const rowsSchema = z.object({
  result: z.tuple([z.object({ results: z.object({ rows: z.array(z.tuple([z.string(), z.string()])) }) })]),
});

export function createShopClock(shopOrigin: () => string): ShopClock {
  async function ask(url: URL, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response;
  }

  return {
    async readGifts() {
      try {
        const body = JSON.stringify({ sql: WAITING });
        const response = await ask(new URL(LEDGER_PATH, shopOrigin()), { method: "POST", headers: OWN_ONLY, body });
        const [{ results }] = rowsSchema.parse(await response.json()).result;
        return results.rows.map(([intentId, sendAt]) => ({ intentId, sendAt }));
      } catch {
        return [];
      }
    },
    async run(schedule, at) {
      const url = new URL(SCHEDULED_PATH, shopOrigin());
      url.search = new URLSearchParams({ cron: SCHEDULES[schedule], time: String(at.getTime()) }).toString();
      await ask(url);
    },
  };
}
