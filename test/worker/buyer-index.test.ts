import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { buyerPrefix, noteBuyer } from "../../src/services/buyer-index.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { placesOf } from "../outside-world/kv-places.ts";
import { createMemoryKv } from "./memory-kv.ts";
import { paidOrder } from "./paid-order.ts";
import { skipWriteWaits } from "./places.ts";
import { keys, NEW, OLD } from "./token-keys.ts";

const FACT = paidOrder({ intentId: "pi_indexed", email: "Jan.Indexed@example.nl" });

async function indexed(email: string, ...pairs: string[]): Promise<readonly string[]> {
  const prefix = await buyerPrefix(readTokenKeys(keys(...pairs)), email);
  const list = await env.ORDERS.list({ prefix: prefix ?? "no key" });
  return list.keys.map(({ name }) => name.slice((prefix ?? "").length));
}

test("a paid order is found by its buyer's address in any case, also after a new first key", async () => {
  await noteBuyer({ ...env, ...keys(OLD) }, "pi_indexed", FACT);
  await noteBuyer({ ...env, ...keys(NEW, OLD) }, "pi_indexed.session", FACT);
  expect(await indexed("jan.indexed@EXAMPLE.nl", NEW, OLD)).toEqual(["pi_indexed", "pi_indexed.session"]);
  expect(await indexed("piet@example.nl", OLD)).toEqual([]);
  expect(await indexed("jan.indexed@example.nl", NEW)).toEqual([]);
  const { keys: all } = await env.ORDERS.list({ prefix: "buyer:" });
  expect(JSON.stringify(all)).not.toMatch(/jan|example/i);
  // Tests in other files sell too, and share this KV.
  const own = all.filter(({ name }) => name.includes("pi_indexed"));
  expect(own.map(({ expiration }) => expiration)).toEqual([1, 2].map(() => Date.UTC(2034, 0, 1) / 1000));
});

test("an order that is unpaid, names nobody, or has no key is not indexed", async () => {
  const other = { ...FACT, email: "els.indexed@example.nl" };
  await noteBuyer({ ...env, ...keys(OLD) }, "pi_indexed.failed", { ...other, status: "failed" });
  const { email: _email, ...nobody } = other;
  await noteBuyer({ ...env, ...keys(OLD) }, "pi_indexed", nobody);
  expect(await indexed("els.indexed@example.nl", OLD)).toEqual([]);
  expect(await buyerPrefix([], "els.indexed@example.nl")).toBeNull();
});

test("an event that is delivered twice within a second is indexed all the same", async () => {
  let nowMs = Date.now();
  const namespace = createMemoryKv();
  const places = placesOf(namespace, () => nowMs);
  skipWriteWaits((ms) => {
    nowMs += ms;
  });
  for (const place of ["AMS", "FRA"]) {
    await noteBuyer({ ...env, ...keys(OLD), ORDERS: places.at(place) }, "pi_indexed", FACT);
  }
  vi.restoreAllMocks();
  expect((await namespace.list({ prefix: "buyer:" })).keys).toHaveLength(1);
});
