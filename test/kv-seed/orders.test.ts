import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import { buyerEntry } from "../../src/services/buyer-index.ts";
import type { OrderFact } from "../../src/services/orders.ts";
import { FAILED, facts, PAID, runOrder, runOrders } from "./order-facts.ts";
import { MemoryStore, runTool } from "./tool.ts";

// Unreadable entries are logged as the Worker logs them.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test("lists paid orders newest first, each once however many facts it has, without personal data", async () => {
  const kv = facts({
    pi_old: { ...PAID, paidAt: "2026-07-01T10:00:00Z", email: "buyer@example.org", buyerName: "Buyer" },
    pi_new: { ...PAID, paidAt: "2026-07-02T10:00:00Z" },
    "pi_new.session": { ...PAID, source: "hosted", buyerName: "Buyer" },
    "pi_new.refund-3900": { ...PAID, refundedCents: 3900 },
    "pi_old.dispute-du_1-open": { dispute: "open" },
    "pi_try.failed": FAILED,
    "withdrawal:HR-1": { name: "Buyer" },
  });
  const run = await runOrders(kv);
  expect(run.exitCode).toBe(0);
  expect(run.out.split("\n")).toEqual([
    "NUMBER     PAYMENT  AMOUNT     COURSE  STATUS              TIME",
    "VK-PI_NEW  pi_new   39.00 EUR  KVB1    paid, refunded      2026-07-02 12:00:00",
    "VK-PI_OLD  pi_old   39.00 EUR  KVB1    paid, dispute open  2026-07-01 12:00:00",
  ]);
  expect(run.notes).toBe("1 unpaid attempt not shown; see --all.");
});

test("--all lists the attempts too, and still no withdrawals", async () => {
  const kv = facts({
    "pi_try.failed": FAILED,
    "pi_gone.canceled": { ...FAILED, status: "canceled" },
    "withdrawal:HR-1": {},
  });
  const run = await runOrders(kv, "--all");
  expect(run.out).toMatch(/pi_try .* failed +2026-07-03 12:00:00/);
  expect(run.out.split("\n")).toHaveLength(3);
  expect((await runOrders(kv)).out).toBe("No paid orders (local).");
});

test("--limit shows the newest and says how many are older", async () => {
  const kv = facts({
    pi_a: { ...PAID, paidAt: "2026-07-01T10:00:00Z" },
    pi_b: { ...PAID, paidAt: "2026-07-01T10:00:02Z" },
    pi_c: { ...PAID, paidAt: "2026-07-01T10:00:01Z" },
  });
  const run = await runOrders(kv, "--limit", "1");
  expect(run.out).toContain("pi_b");
  expect(run.out.split("\n")).toHaveLength(2);
  expect(run.notes).toContain("2 older orders not shown");
});

test("reads only the newest values when keys carry their time", async () => {
  const kv = new MemoryStore();
  for (const day of [1, 2, 3]) {
    kv.set(`pi_${day}`, PAID, { paidAt: `2026-07-0${day}T10:00:00Z` });
  }
  await runOrders(kv, "--limit", "2");
  expect(kv.read).toEqual(["pi_3", "pi_2"]);
});

test("--from and --to choose days in Amsterdam, and read no others whose keys tell their time", async () => {
  const kv = facts({
    // Still the last day of June in UTC, already July in Amsterdam.
    pi_july: { ...PAID, paidAt: "2026-06-30T22:30:00Z" },
    pi_june: { ...PAID, paidAt: "2026-06-30T21:30:00Z" },
  });
  const july = await runOrders(kv, "--from", "2026-07-01", "--to", "2026-07-01");
  expect(july.out).toContain("pi_july");
  expect(july.out).not.toContain("pi_june");
  expect((await runOrders(kv, "--to", "2026-06-29")).out).toBe("No paid orders (local).");
});

test("an unreadable record is listed as such", async () => {
  const kv = new MemoryStore();
  kv.add({ key: "pi_x", value: "{" });
  expect((await runOrders(kv)).out).toContain("not known");
  expect((await runOrder(kv, "pi_x")).out).toMatch(/Key in KV +pi_x {2}\{/);
});

test("no orders, and options that make no sense", async () => {
  expect((await runOrders(new MemoryStore())).out).toBe("No paid orders (local).");
  for (const args of [
    ["--limit", "many"],
    ["--from", "1 juli"],
    ["--to", "2026-02-31"],
    ["--from", "2026-02-02", "--to", "2026-02-01"],
  ]) {
    expect((await runOrders(new MemoryStore(), ...args)).exitCode, args.join(" ")).toBe(2);
  }
});

test("an order of a gift says for whom it is and under which code, and keeps the message to itself", async () => {
  const wish = { recipient: "Noor", giver: "Opa Kees", message: "Tot op het water", from: "now" };
  const run = await runOrder(
    facts({
      pi_gift: { ...PAID, paidAt: "2026-07-01T10:00:00Z", gift: wish },
      "pi_gift.gift": { giftCode: "DEMOVAAR2026", updatedAt: "2026-07-01T10:00:00Z" },
    }),
    "pi_gift",
  );
  expect(run.out).toMatch(/^Gift +for Noor, from Opa Kees$/m);
  expect(run.out).toMatch(/^Gift code +DEMO-VAAR-2026$/m);
  expect(run.out).not.toContain("Tot op het water");
});

test("an order says where its buyer finds the course, as mail and page say it", async () => {
  const kv = facts({ pi_a: { ...PAID, amountCents: 1900, source: "hosted", paidAt: "2026-07-01T10:00:00Z" } });
  const run = (targets: object) =>
    runTool(["order", "pi_a"], { stores: { ORDERS: kv, INTERSTITIALS: MemoryStore.with({ ...targets }) } });
  const found = await run({ "bridge-19incl-vb1": { target: "https://leren.example/kvb1" } });
  expect(found.out).toMatch(/^Course at +https:\/\/leren\.example\/kvb1 \(bridge-19incl-vb1\)$/m);
  expect((await run({})).out).toMatch(/^Course at +no address under bridge-19incl-vb1$/m);
});

test("one order in full: by number in any case, by payment, and all of an e-mail address", async () => {
  const id = "pi_3AbCdEfGhIjKlMn";
  const kv = facts({
    [id]: { ...PAID, paidAt: "2026-07-01T10:00:00Z", buyerName: "Jan\u001b[2J" },
    [`${id}.session`]: { email: "Jan@example.nl", consent: "2026-11", consentAt: "2026-07-01T09:59:00Z" },
    [`${id}.refund-1900`]: { refundedCents: 1900, updatedAt: "2026-07-04T10:00:00Z" },
    pi_second: { ...PAID, paidAt: "2026-07-05T10:00:00Z", email: "jan@example.nl" },
    pi_other: { ...PAID, email: "els@example.nl" },
  });
  const byNumber = await runOrder(kv, "vk-efghijklmn");
  expect(byNumber.exitCode).toBe(0);
  expect(byNumber.out.split("\n").sort()).toEqual(
    [
      "Order       VK-EFGHIJKLMN",
      `Payment     ${id}`,
      `In Stripe   https://dashboard.stripe.com/payments/${id}`,
      "Amount      39.00 (32.23 + VAT 6.77)",
      "Refunded    19.00",
      "Course at   no address under klein-vaarbewijs-1",
      "Status      paid",
      "Product id  KVB1",
      "Currency    eur",
      "Buyer name  Jan\\u001b[2J",
      "Email       Jan@example.nl",
      "Consent     2026-11",
      "Consent at  2026-07-01 11:59:00",
      "Created at  2026-07-01 12:00:00",
      "Updated at  2026-07-04 12:00:00",
      "Paid at     2026-07-01 12:00:00",
      "Event id    evt_1",
      `Key in KV   ${id}`,
      `Key in KV   ${id}.session`,
      `Key in KV   ${id}.refund-1900`,
    ].sort(),
  );
  for (const typed of [id, "EFGHIJKLMN", "VK EFGHI jklmn", "vkefghijklmn", " VK-EFGHIJKLMN "])
    expect((await runOrder(kv, typed)).out, typed).toBe(byNumber.out);
  expect((await runOrder(kv, "VK", "EFGHI", "JKLMN")).out).toBe(byNumber.out);
  expect((await runOrder(kv, "FGHIJKLMN")).exitCode).toBe(1);
  const byEmail = await runOrder(kv, "JAN@example.nl");
  expect(byEmail.out.match(/^Payment .*/gm)).toEqual([
    expect.stringContaining("pi_second"),
    expect.stringContaining(id),
  ]);
  const nobody = await runOrder(kv, "piet@example.nl");
  expect([nobody.exitCode, nobody.out]).toEqual([1, "No order of piet@example.nl (local)."]);
  expect((await runOrder(kv)).exitCode).toBe(2);
});

test("an address is found in the index that the shop writes, without reading other orders", async () => {
  const kv = facts({
    pi_mine: { ...PAID, paidAt: "2026-07-01T10:00:00Z", email: "Jan@example.nl" },
    pi_old: { ...PAID, paidAt: "2026-06-01T10:00:00Z", email: "jan@example.nl" },
    pi_other: { ...PAID, paidAt: "2026-07-01T10:00:00Z", email: "els@example.nl" },
  });
  const keys = await readOrderKeys({ remote: false });
  const sale: OrderFact = {
    intentId: "pi_mine",
    status: "paid",
    email: "jan@example.NL ",
    updatedAt: "2026-07-01T10:00:00Z",
  };
  const entry = await buyerEntry(keys, "pi_mine", sale);
  expect(entry?.key).toMatch(/^buyer:[\w-]{43}:pi_mine$/);
  expect(entry?.key).not.toContain("jan");
  expect(await buyerEntry(keys, "pi_mine.failed", { ...sale, status: "failed" })).toBeNull();
  if (entry !== null) kv.add(entry);

  const found = await runOrder(kv, "jan@EXAMPLE.nl");
  expect(found.out.match(/^Payment .*/gm)).toEqual([expect.stringContaining("pi_mine")]);
  expect(kv.read.filter((name) => name.startsWith("pi_"))).toEqual(["pi_mine"]);
  const all = await runOrder(kv, "jan@example.nl", "--all");
  expect(all.out.match(/^Payment .*/gm)).toHaveLength(2);
  expect(all.notes).toBe("Reading every order.");
  expect((await runOrders(kv, "--all")).out.split("\n")).toHaveLength(4);
});
