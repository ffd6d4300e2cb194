import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WRITE_AGAIN_MS, writeKv } from "../../src/server/kv.ts";
import { kvStoreOf } from "../../src/server/kv-store.ts";
import { now } from "../clock.ts";
import { placesOf } from "../outside-world/kv-places.ts";
import { createMemoryKv } from "./memory-kv.ts";
import { skipWaits } from "./shop.ts";

/** How the shop writes to KV, and a binding as a store of many keys, on Miniflare's KV. */

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
  const central = createMemoryKv();
  const places = placesOf(central, () => nowMs);
  await writeKv(places.at("AMS"), "key", "1");
  await writeKv(places.at("FRA"), "key", "2", { metadata: { a: 1 } });
  expect(waits).toEqual([WRITE_AGAIN_MS]);
  expect(await places.at("AMS").get("key")).toBe("2");
  expect((await central.list()).keys).toEqual([{ name: "key", metadata: { a: 1 } }]);
});

test.each([
  ["429 Too Many Requests", 3],
  ["500 Internal Server Error", 0],
])("a write: that KV always refuses with %s rejects after %i waits", async (reason, times) => {
  const put = vi.fn(async () => Promise.reject(new Error(`KV PUT failed: ${reason}`)));
  await expect(writeKv({ put } as never, "key", "1")).rejects.toThrow(reason);
  expect([put.mock.calls.length, waits.length]).toEqual([times + 1, times]);
});

const PREFIX = "kv-store-";
const keysOf = (count: number) => Array.from({ length: count }, (_, at) => `${PREFIX}${String(at).padStart(4, "0")}`);

afterEach(async () => {
  const { keys } = await env.GIFTS.list({ prefix: PREFIX });
  await kvStoreOf(env.GIFTS).delete(keys.map(({ name }) => name));
});

test("reads more keys than a binding takes at once; those that do not exist are absent", async () => {
  const store = kvStoreOf(env.GIFTS);
  const keys = keysOf(205);
  await store.write(keys.slice(0, 203).map((key) => ({ key, value: `value of ${key}` })));
  const get = vi.spyOn(env.GIFTS, "get");
  const values = await store.get(keys);
  expect(get.mock.calls.map(([names]) => (names as unknown as string[]).length).sort()).toEqual([100, 100, 5]);
  expect(values.size).toBe(203);
  expect(values.get(`${PREFIX}0202`)).toBe(`value of ${PREFIX}0202`);
  expect(values.has(`${PREFIX}0203`)).toBe(false);
  expect(await store.get([])).toEqual(new Map());
});

test("lists all pages, with metadata and expiration, and only what has the prefix", async () => {
  const paged = { ...env.GIFTS, list: (options: object) => env.GIFTS.list({ ...options, limit: 3 }) };
  const store = kvStoreOf(paged as never);
  // The runtime compares it with the machine's clock, and stores 31 bits.
  const expiration = Date.parse("2038-01-01") / 1000;
  const [first = "", ...others] = keysOf(8);
  await kvStoreOf(env.GIFTS).write([
    { key: first, value: "{}", metadata: { issued: "2026-11-26" }, expiration },
    ...others.map((key) => ({ key, value: "{}" })),
    { key: `other-${PREFIX}`, value: "{}" },
  ]);
  const listed = await store.list(PREFIX);
  expect(listed.map(({ name }) => name)).toEqual([first, ...others]);
  expect(listed[0]).toEqual({ name: first, metadata: { issued: "2026-11-26" }, expiration });
  expect(listed[1]?.expiration).toBeUndefined();
  await env.GIFTS.delete(`other-${PREFIX}`);
});

test("deletes what it is told, and nothing else; a write that KV refuses rejects", async () => {
  const store = kvStoreOf(env.GIFTS);
  const keys = keysOf(9);
  await store.write(keys.map((key) => ({ key, value: key })));
  await store.delete(keys.slice(1));
  expect((await store.list(PREFIX)).map(({ name }) => name)).toEqual(keys.slice(0, 1));
  const failing = { put: async () => Promise.reject(new Error("KV PUT failed: 500 Internal Server Error")) };
  await expect(kvStoreOf(failing as never).write([{ key: "a", value: "b" }])).rejects.toThrow("500");
});
