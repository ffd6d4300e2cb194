import * as z from "zod";

/**
 * The gifts that wait for their day on this machine. Workflows in `wrangler dev` sleep in real time. So moving the
 * clock ends the waiting instances, and starts them again with a past moment, over the local pages of `wrangler dev`.
 * The Worker has no code for that.
 */

export type WaitingGift = { id: string; intentId: string; plan: string; sendAt: string };

/** As wrangler.toml names it. */
const INSTANCES_PATH = "/cdn-cgi/local/explorer/api/workflows/vaarkoers-after-sale/instances";
/** Leaves out the Workflows of other shops on this machine. */
const OWN_ONLY = { "X-Miniflare-Explorer-No-Aggregate": "true", "content-type": "application/json" };
const TIMEOUT_MS = 5000;
const PAGE_SIZE = 100;
const ENDED = ["complete", "errored", "terminated"];

const listSchema = z.object({ result: z.array(z.object({ id: z.string(), status: z.string().optional() })) });
const instanceSchema = z.object({
  result: z.object({
    params: z.object({
      about: z.literal("delivery"),
      intentId: z.string(),
      plan: z.string(),
      sendAt: z.iso.datetime(),
    }),
  }),
});

export function createWaitingGifts(shopOrigin: () => string) {
  async function ask(path: string, init: { method?: string; body?: string } = {}): Promise<unknown> {
    const url = new URL(INSTANCES_PATH + path, shopOrigin());
    const response = await fetch(url, { ...init, headers: OWN_ONLY, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? response.json() : null;
  }

  /** The last plan of each gift, earliest day first. Empty if the shop does not run, or runs without `wrangler dev`. */
  async function readGifts(): Promise<readonly WaitingGift[]> {
    try {
      const list = listSchema.safeParse(await ask(`?per_page=${PAGE_SIZE}`));
      const instances = (list.data?.result ?? []).filter(({ id }) => id.startsWith("gift-"));
      const gifts = await Promise.all(
        instances.map(async ({ id, status = "" }) => {
          const instance = instanceSchema.safeParse(await ask(`/${encodeURIComponent(id)}`));
          return instance.success ? [{ id, ...instance.data.result.params, hasEnded: ENDED.includes(status) }] : [];
        }),
      );
      const last = new Map<string, WaitingGift & { hasEnded: boolean }>();
      for (const gift of gifts.flat()) {
        if ((last.get(gift.intentId)?.plan ?? "") <= gift.plan) last.set(gift.intentId, gift);
      }
      return [...last.values()].filter((gift) => !gift.hasEnded).sort((a, b) => a.sendAt.localeCompare(b.sendAt));
    } catch {
      return [];
    }
  }

  let moves = 0;
  return {
    read: readGifts,
    /** Makes the gifts that wait until this moment (ISO 8601) or earlier go on now. Returns them. */
    async moveClock(to: string): Promise<readonly WaitingGift[]> {
      const due = (await readGifts()).filter(({ sendAt }) => Date.parse(sendAt) <= Date.parse(to));
      for (const { id, intentId, plan } of due) {
        moves += 1;
        await ask(`/${encodeURIComponent(id)}/status`, { method: "PATCH", body: '{"status":"terminate"}' });
        const params = { intentId, about: "delivery", plan, sendAt: new Date().toISOString() };
        await ask("", { method: "POST", body: JSON.stringify({ id: `gift-clock-${Date.now()}-${moves}`, params }) });
      }
      return due;
    },
  };
}
