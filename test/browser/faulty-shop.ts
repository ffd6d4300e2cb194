import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { KvMode } from "../outside-world/kv-faults.ts";
import type { Shop } from "../outside-world/shop.ts";
import { startTestShop } from "./test-shop.ts";

/** Headers of a browser that gets a streamed page as it comes: `wrangler dev` compresses, and sends it whole then. */
export const UNCOMPRESSED = { "accept-encoding": "identity" };

export type FaultyShop = Pick<Shop, "origin" | "world"> & {
  /** How the next `times` reads of a target end, or all until it is set again. */
  setKv(mode: KvMode, times?: number): Promise<void>;
};

/** Gives a test file a shop of its own whose KV fails as it says. Before each test everything behaves well. */
export function openFaultyShop(): FaultyShop {
  let shop: Shop;
  let persistTo = "";
  const faulty: FaultyShop = {
    get origin() {
      return shop.origin;
    },
    get world() {
      return shop.world;
    },
    async setKv(mode, times) {
      const query = new URLSearchParams({ mode, ...(times === undefined ? {} : { times: String(times) }) });
      await fetch(`${shop.origin}/_kv?${query}`, { method: "POST" });
    },
  };
  beforeAll(async () => {
    persistTo = await mkdtemp(join(tmpdir(), "vaarkoers-faulty-"));
    const entry = "test/outside-world/kv-faults.ts";
    shop = await startTestShop({ persistTo, entry });
  });
  afterAll(async () => {
    await shop?.close();
    await rm(persistTo, { recursive: true, force: true });
  });
  beforeEach(async () => {
    shop.world.stripe.reset();
    await faulty.setKv("ok");
  });
  return faulty;
}
