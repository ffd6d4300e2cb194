import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startTestShop } from "./test-shop.ts";

/** Where a test file finds its shop and the outside world of that shop. */
export type ShopOrigins = { shop: string; world: string };

declare module "vitest" {
  interface ProvidedContext {
    shops: ShopOrigins[];
  }
}

/**
 * A shop for each file that runs at the same time: the real Worker, a fresh local KV, the outside world, all on free
 * ports. Files set the state of their outside world, so no two may share one.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const persistTo = await mkdtemp(join(tmpdir(), "vaarkoers-browser-"));
  const shops = await Promise.all(
    Array.from({ length: project.vitest.config.maxWorkers }, (_, index) =>
      startTestShop({ persistTo: join(persistTo, String(index)) }),
    ),
  );
  project.provide(
    "shops",
    shops.map(({ origin, world }) => ({ shop: origin, world: world.origin })),
  );
  return async () => {
    await Promise.all(shops.map((shop) => shop.close()));
    await rm(persistTo, { recursive: true, force: true });
  };
}
