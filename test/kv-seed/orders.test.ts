import { expect, test } from "vitest";
import { MemoryStore, runTool } from "./tool.ts";

const orders = (kv: MemoryStore, ...args: string[]) => runTool(["orders", ...args], { stores: { ORDERS: kv } });

const PAID = { amountCents: 3900, currency: "eur", courseId: "KVB1", status: "paid" };

test("lists orders newest first, without personal data", async () => {
  const kv = MemoryStore.with({
    pi_old: { ...PAID, paidAt: "2026-07-01T10:00:00Z", email: "buyer@example.org", name: "Buyer" },
    pi_new: { ...PAID, paidAt: "2026-07-02T10:00:00Z" },
  });
  const run = await orders(kv);
  expect(run.exitCode).toBe(0);
  expect(run.out.split("\n")).toEqual([
    "PAYMENT  AMOUNT     PRODUCT  STATUS  TIME",
    "pi_new   39.00 EUR  KVB1     paid    2026-07-02 10:00:00",
    "pi_old   39.00 EUR  KVB1     paid    2026-07-01 10:00:00",
  ]);
});

test("--limit shows the newest and says how many are older", async () => {
  const kv = MemoryStore.with({
    pi_a: { ...PAID, paidAt: 1_782_900_000 },
    pi_b: { ...PAID, paidAt: 1_782_900_060 },
    pi_c: { ...PAID, paidAt: 1_782_900_030 },
  });
  const run = await orders(kv, "--limit", "1");
  expect(run.out).toContain("pi_b");
  expect(run.out.split("\n")).toHaveLength(2);
  expect(run.notes).toContain("2 older orders not shown");
});

test("reads only the newest values when keys carry their time", async () => {
  const kv = new MemoryStore();
  for (const day of [1, 2, 3]) {
    const metadata = { paidAt: `2026-07-0${day}T10:00:00Z` };
    kv.entries.set(`pi_${day}`, { key: `pi_${day}`, value: JSON.stringify(PAID), metadata });
  }
  const read: string[] = [];
  const get = kv.get;
  kv.get = (keys) => {
    read.push(...keys);
    return get(keys);
  };
  await orders(kv, "--limit", "2");
  expect(read).toEqual(["pi_3", "pi_2"]);
});

test("an unreadable record is listed as such", async () => {
  const kv = new MemoryStore();
  kv.entries.set("pi_x", { key: "pi_x", value: "{" });
  expect((await orders(kv)).out).toContain("unreadable record");
});

test("no orders, and a limit that is no number", async () => {
  expect((await orders(new MemoryStore())).out).toBe("No orders (local).");
  expect((await orders(new MemoryStore(), "--limit", "many")).exitCode).toBe(2);
});
