import { env } from "cloudflare:workers";
import type { KVNamespacePutOptions } from "@cloudflare/workers-types";
import { beforeEach, describe, expect, test } from "vitest";
import type { Bindings } from "../../src/server/env.ts";
import { now } from "../clock.ts";
import { KEPT_S, type PlaceOptions, placesOf } from "../outside-world/kv-places.ts";
import { createMemoryKv } from "./memory-kv.ts";

/** KV with several places, in front of Miniflare's KV and of one in memory: each rule that Cloudflare documents. */

const KEPT_MS = KEPT_S * 1000;

let nowMs = 0;
let keys = 0;
let key = "";
beforeEach(() => {
  nowMs = now().getTime();
  keys += 1;
  key = `places${keys}`;
});

describe.each([
  ["Miniflare's KV", () => env.GIFTS],
  ["a KV in memory", createMemoryKv],
])("%s", (_name, create) => {
  const open = (options: PlaceOptions = {}, central: Bindings["GIFTS"] = create()) => {
    const places = placesOf(central, () => nowMs, options);
    return { central, ams: places.at("AMS"), fra: places.at("FRA") };
  };

  test("a write shows at once where it was made", async () => {
    const { ams } = open();
    expect(await ams.get(key)).toBeNull();
    await ams.put(key, "1");
    expect(await ams.get(key)).toBe("1");
    nowMs += 1000;
    await ams.delete(key);
    expect(await ams.get(key)).toBeNull();
  });

  test("a place that has not read a key sees what another wrote; one that has, a minute after its reading", async () => {
    const { ams, fra } = open();
    await ams.put(key, "1");
    expect(await fra.get(key)).toBe("1");
    nowMs += 1000;
    await ams.put(key, "2");
    nowMs += KEPT_MS - 1001;
    expect([await fra.get(key), await ams.get(key)]).toEqual(["1", "2"]);
    nowMs += 1;
    expect(await fra.get(key)).toBe("2");
  });

  test("a miss is kept as long", async () => {
    const { ams, fra } = open();
    expect(await fra.get(key)).toBeNull();
    await ams.put(key, "1");
    nowMs += KEPT_MS - 1;
    expect(await fra.get(key)).toBeNull();
    nowMs += 1;
    expect(await fra.get(key)).toBe("1");
  });

  test("what the tier above keeps: another's write is seen a minute late, one's own at once", async () => {
    const { ams, fra } = open({ copyAgeMs: KEPT_MS });
    await ams.put(key, "1");
    expect([await ams.get(key), await fra.get(key)]).toEqual(["1", null]);
    nowMs += KEPT_MS - 1;
    expect(await fra.get(key)).toBeNull();
    nowMs += 1;
    expect(await fra.get(key)).toBe("1");
  });

  test("what stood there beforehand is read, and kept", async () => {
    const { central, ams, fra } = open();
    await central.put(key, "0", { metadata: { a: 1 } });
    expect(await ams.getWithMetadata(key)).toMatchObject({ value: "0", metadata: { a: 1 } });
    await fra.put(key, "1", { metadata: { a: 2 } });
    expect(await ams.getWithMetadata(key)).toMatchObject({ value: "0", metadata: { a: 1 } });
    expect(await fra.getWithMetadata(key)).toMatchObject({ value: "1", metadata: { a: 2 } });
  });

  test("a shorter cacheTtl counts for what is kept already, and half a minute is the shortest", async () => {
    const { ams, fra } = open();
    await ams.put(key, "1");
    await fra.get(key, { cacheTtl: 3600 } as never);
    nowMs += 30_000;
    await ams.put(key, "2");
    expect(await fra.get(key)).toBe("1");
    expect(await fra.get(key, { cacheTtl: 30 } as never)).toBe("2");
    await expect(fra.get(key, { cacheTtl: 29 } as never)).rejects.toThrow("400 Invalid cache_ttl of 29");
  });

  test("one write a second for a key, wherever it is made; other keys, and the first write, are not touched", async () => {
    const { ams, fra } = open();
    const at = await Promise.allSettled([ams.put(key, "1"), fra.put(key, "2"), ams.put(`${key}b`, "3")]);
    expect(at.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    nowMs += 999;
    await expect(fra.put(key, "2")).rejects.toThrow("KV PUT failed: 429 Too Many Requests");
    await expect(fra.delete(key)).rejects.toThrow("KV DELETE failed: 429 Too Many Requests");
    expect(await fra.get(key)).toBe("1");
    nowMs += 1;
    await fra.put(key, "2");
    expect(await fra.get(key)).toBe("2");
  });

  test("a list is a minute late, where the write was made too; a list may be asked to be in time", async () => {
    const { central, ams } = open();
    await ams.put(key, "1", { metadata: { a: 1 } });
    const names = async (kv: typeof ams) => (await kv.list({ prefix: key })).keys;
    expect(await names(ams)).toEqual([]);
    nowMs += 59_999;
    expect(await names(ams)).toEqual([]);
    nowMs += 1;
    expect(await names(ams)).toEqual([{ name: key, metadata: { a: 1 } }]);
    await ams.delete(key);
    expect(await names(ams)).toHaveLength(1);
    nowMs += KEPT_MS;
    expect(await names(ams)).toEqual([]);

    const prompt = open({ listLateMs: 0 }, central).ams;
    await prompt.put(`${key}c`, "1");
    expect(await names(prompt)).toHaveLength(1);
  });

  test("a list goes page by page, in order; a page of names that are gone is empty and not the last", async () => {
    const { ams } = open({ listPage: 2 });
    for (const name of ["b", "a", "d", "c", "é"]) await ams.put(`${key}-${name}`, "1");
    nowMs += KEPT_MS;
    await ams.delete(`${key}-a`);
    await ams.delete(`${key}-b`);
    nowMs += KEPT_MS;
    const pages: string[][] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await ams.list({ prefix: `${key}-`, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.keys.map(({ name }) => name.slice(key.length + 1)));
      if (page.list_complete) break;
      cursor = page.cursor;
    }
    expect(pages).toEqual([[], ["c", "d"], ["é"]]);
  });

  test("what expires is gone by the test's clock, before what is kept says so", async () => {
    const { ams, fra } = open();
    await ams.put(key, "1", { expirationTtl: 60 });
    nowMs += 59_000;
    expect([await ams.get(key), await fra.get(key)]).toEqual(["1", "1"]);
    nowMs += 1000;
    expect([await ams.get(key), await fra.get(key)]).toEqual([null, null]);
    nowMs += KEPT_MS;
    expect((await ams.list({ prefix: key })).keys).toEqual([]);
    await expect(ams.put(`${key}e`, "1", { expirationTtl: 59 })).rejects.toThrow("KV PUT failed: 400");
    await expect(ams.put(`${key}e`, "1", { expiration: nowMs / 1000 + 30 })).rejects.toThrow("KV PUT failed: 400");
  });

  test.each([
    ["a key of 513 bytes", () => [`${"é".repeat(256)}k`, "1", {}], "414"],
    ["metadata of 1,025 bytes", () => [key, "1", { metadata: "m".repeat(1023) }], "413"],
    ["a value of 25 MiB and a byte", () => [key, "v".repeat(25 * 1024 * 1024 + 1), {}], "413"],
    ["no key", () => ["", "1", {}], "empty"],
    ["a key that is a dot", () => [".", "1", {}], "not allowed"],
  ] satisfies [string, () => [string, string, KVNamespacePutOptions], string][])(
    "%s is refused",
    async (_what, call, reason) => {
      const [name, value, putOptions] = call();
      await expect(open().ams.put(name, value, putOptions)).rejects.toThrow(reason);
    },
  );

  test("the largest that fits is kept whole", async () => {
    const { ams } = open();
    const longest = key.padEnd(512, "k");
    await ams.put(longest, "1", { metadata: "m".repeat(1022) });
    expect(await ams.getWithMetadata(longest)).toMatchObject({ value: "1", metadata: "m".repeat(1022) });
  });

  test("values come in each form, and many at once", async () => {
    const { ams } = open();
    await ams.put(key, '{"a":1}');
    expect(await ams.get(key, "json")).toEqual({ a: 1 });
    expect(new TextDecoder().decode((await ams.get(key, "arrayBuffer")) ?? undefined)).toBe('{"a":1}');
    expect(await new Response((await ams.get(key, "stream")) as BodyInit | null).text()).toBe('{"a":1}');
    expect(await ams.get([key, `${key}z`])).toEqual(
      new Map([
        [key, '{"a":1}'],
        [`${key}z`, null],
      ]),
    );
    await expect(ams.get(Array.from({ length: 101 }, (_, index) => `k${index}`))).rejects.toThrow("100 keys");
  });
});
