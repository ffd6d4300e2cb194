import { expect, test } from "vitest";
import { readGiftStop } from "../../src/gifts/gift-entries.ts";
import { now } from "../clock.ts";
import { storeOf } from "../outside-world/kv-api.ts";
import { type PlaceOptions, placesOf } from "../outside-world/kv-places.ts";
import { createMemoryKv } from "../worker/memory-kv.ts";
import { runTool } from "./tool.ts";

/**
 * `gift` on KV as Cloudflare documents it (`test/outside-world/kv-places.ts`): lists are a minute late, and so are writes
 * in other places.
 */

const KINDS: readonly (readonly [string, PlaceOptions])[] = [
  ["KV as documented", {}],
  ["KV as documented, each write a minute late elsewhere", { copyAgeMs: 60_000 }],
];

test.each(KINDS)("%s: a gift that is stopped is so everywhere", async (_name, options) => {
  let nowMs = now().getTime();
  const gifts = placesOf(createMemoryKv(), () => nowMs, options);
  const run = (...args: string[]) =>
    runTool(["gift", ...args], { stores: { GIFTS: storeOf(gifts.at("operator")) }, now: new Date(nowMs) });
  /** Moves the clock until every place shows every write. */
  const settle = () => {
    nowMs += 121_000;
  };

  const made = await run("--recipient", "Noor", "--giver", "Opa", "--no-card");
  const code = /^Code +(\S+)$/m.exec(made.out)?.[1] ?? "";
  settle();
  const key = code.replaceAll("-", "");
  expect(await readGiftStop(gifts.at("recipient"), key)).toBe("open");
  expect((await run("--revoke", code)).exitCode).toBe(0);
  settle();
  expect(await readGiftStop(gifts.at("recipient"), key)).toBe("stopped");
});
