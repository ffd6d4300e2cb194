import { beforeEach, expect, test, vi } from "vitest";
import { WRITE_AGAIN_MS, writeKv } from "../../src/server/kv.ts";
import { now } from "../clock.ts";
import { placesOf } from "../outside-world/kv-places.ts";
import { createMemoryKv } from "./memory-kv.ts";
import { skipWaits } from "./shop.ts";

/** How the shop writes to KV. */

let nowMs = 0;
const waits: number[] = [];
beforeEach(() => {
  nowMs = now().getTime();
  waits.length = 0;
  skipWaits((ms) => {
    nowMs += ms;
    waits.push(ms);
  });
});

test("a write: that KV refuses because the key was just written waits and is made again", async () => {
  const places = placesOf(createMemoryKv(), () => nowMs);
  await writeKv(places.at("AMS"), "key", "1");
  await writeKv(places.at("FRA"), "key", "2", { metadata: { a: 1 } });
  expect(waits).toEqual([WRITE_AGAIN_MS]);
  expect(await places.at("AMS").getWithMetadata("key")).toMatchObject({ value: "2", metadata: { a: 1 } });
});

test("a write: of several at one moment: each is made in its turn", async () => {
  const places = placesOf(createMemoryKv(), () => nowMs);
  await Promise.all(["AMS", "FRA", "LHR"].map((place) => writeKv(places.at(place), "key", place)));
  expect(waits.length).toBeGreaterThan(0);
});

test("a write: that is refused again and again rejects after three waits", async () => {
  const put = vi.fn(async () => Promise.reject(new Error("KV PUT failed: 429 Too Many Requests")));
  await expect(writeKv({ put } as never, "key", "1")).rejects.toThrow("429");
  expect([put.mock.calls.length, waits.length]).toEqual([4, 3]);
});

test("a write: that fails for another reason rejects at once", async () => {
  const put = vi.fn(async () => Promise.reject(new Error("KV PUT failed: 500 Internal Server Error")));
  await expect(writeKv({ put } as never, "key", "1")).rejects.toThrow("500");
  expect([put.mock.calls.length, waits.length]).toEqual([1, 0]);
});
