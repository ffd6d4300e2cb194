import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startShop } from "../outside-world/shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    shopOrigin: string;
    worldOrigin: string;
    persistTo: string;
  }
}

/** One shop for all browser tests: the real Worker, a fresh local KV, the outside world, all on free ports. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const persistTo = await mkdtemp(join(tmpdir(), "vaarkoers-browser-"));
  const shop = await startShop({ port: 0, outsidePort: 0, persistTo, output: "ignore" });
  project.provide("shopOrigin", shop.origin);
  project.provide("worldOrigin", shop.world.origin);
  project.provide("persistTo", persistTo);
  return async () => {
    await shop.close();
    await rm(persistTo, { recursive: true, force: true });
  };
}
