import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import { buyerEntry } from "../../src/services/buyer-index.ts";
import type { OrderFact } from "../../src/services/orders.ts";
import { MemoryStore, runTool, TODAY } from "./tool.ts";

const orders = (kv: MemoryStore, ...args: string[]) => runTool(["orders", ...args], { stores: { ORDERS: kv } });
const order = (kv: MemoryStore, ...args: string[]) => runTool(["order", ...args], { stores: { ORDERS: kv } });

// Unreadable entries are logged as the Worker logs them.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

/** The facts of payments by their keys, completed as the webhook writes them. */
function facts(byKey: Readonly<Record<string, Readonly<Record<string, unknown>>>>): MemoryStore {
  const entries = Object.entries(byKey).map(([key, fact]) => {
    const time = fact.paidAt ?? fact.createdAt ?? "2026-07-01T08:00:00Z";
    const whole = { intentId: key.split(".")[0], createdAt: time, updatedAt: time, eventId: "evt_1", ...fact };
    return [key, whole];
  });
  return MemoryStore.with(Object.fromEntries(entries));
}

const PAID = { amountCents: 3900, currency: "eur", productId: "KVB1", status: "paid" };
const FAILED = { ...PAID, status: "failed", createdAt: "2026-07-03T10:00:00Z" };

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
  const run = await orders(kv);
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
  const run = await orders(kv, "--all");
  expect(run.out).toMatch(/pi_try .* failed +2026-07-03 12:00:00/);
  expect(run.out.split("\n")).toHaveLength(3);
  expect((await orders(kv)).out).toBe("No paid orders (local).");
});

test("--limit shows the newest and says how many are older", async () => {
  const kv = facts({
    pi_a: { ...PAID, paidAt: "2026-07-01T10:00:00Z" },
    pi_b: { ...PAID, paidAt: "2026-07-01T10:00:02Z" },
    pi_c: { ...PAID, paidAt: "2026-07-01T10:00:01Z" },
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

test("--from and --to choose days in Amsterdam, and read no others whose keys tell their time", async () => {
  const kv = facts({
    // Still the last day of June in UTC, already July in Amsterdam.
    pi_july: { ...PAID, paidAt: "2026-06-30T22:30:00Z" },
    pi_june: { ...PAID, paidAt: "2026-06-30T21:30:00Z" },
  });
  const july = await orders(kv, "--from", "2026-07-01", "--to", "2026-07-01");
  expect(july.out).toContain("pi_july");
  expect(july.out).not.toContain("pi_june");
  expect((await orders(kv, "--to", "2026-06-29")).out).toBe("No paid orders (local).");
});

test("an unreadable record is listed as such", async () => {
  const kv = new MemoryStore();
  kv.entries.set("pi_x", { key: "pi_x", value: "{" });
  expect((await orders(kv)).out).toContain("not known");
  expect((await order(kv, "pi_x")).out).toMatch(/Key in KV +pi_x {2}\{/);
});

test("no orders, and options that make no sense", async () => {
  expect((await orders(new MemoryStore())).out).toBe("No paid orders (local).");
  for (const args of [
    ["--limit", "many"],
    ["--from", "1 juli"],
    ["--to", "2026-02-31"],
    ["--from", "2026-02-02", "--to", "2026-02-01"],
  ]) {
    expect((await orders(new MemoryStore(), ...args)).exitCode, args.join(" ")).toBe(2);
  }
});

test("an order of a gift says for whom it is and under which code, and keeps the message to itself", async () => {
  const wish = { recipient: "Noor", giver: "Opa Kees", message: "Tot op het water", from: "now" };
  const run = await order(
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

describe("a gift that the shop mails on its day", () => {
  const NOOR = "noor@example.nl";
  const AT = "2026-07-01T10:00:00.000Z";
  const plan = { day: "2026-12-05", to: NOOR, sendAt: "2026-12-05T07:00:00.000Z", changes: 0, at: AT };
  const wish = { recipient: "Noor", giver: "Opa Kees", message: "", from: "2026-12-05", byMail: "0a1b2c3d" };
  const giftWith = (deliveries: Readonly<Record<string, object>>, more: object = {}, paidAt = AT) => {
    const kv = facts({ pi_gift: { ...PAID, paidAt, gift: { ...wish, ...more } } });
    for (const [end, value] of Object.entries(deliveries)) {
      const key = `delivery:pi_gift:${end}`;
      kv.entries.set(key, { key, value: JSON.stringify(value) });
    }
    // Another gift's, whose id begins with the same letters.
    const other = { key: "delivery:pi_gift2:0", value: JSON.stringify({ ...plan, to: "els@example.nl" }) };
    kv.entries.set(other.key, other);
    return kv;
  };

  test("does not wait once all of its money went back, although its plan is stopped minutes later or never", async () => {
    const kv = giftWith({ "0": plan });
    const back = { intentId: "pi_gift", refundedCents: 3900, updatedAt: AT };
    kv.entries.set("pi_gift.refund-re_1", { key: "pi_gift.refund-re_1", value: JSON.stringify(back) });
    expect((await orders(kv)).out).toContain("paid, refunded, gift's mail stopped (money)");
    const { out } = await order(kv, "pi_gift");
    expect(out).toMatch(/^Delivery +stopped: its money went back$/m);
    // Until its plan is deleted, KV holds the address.
    expect(out).toContain(NOOR);
  });

  test.each([
    ["was never planned", {}, "gift never planned", ["Delivery    for 2026-12-05, never planned"]],
    [
      "waits",
      { "0": plan },
      "gift waits for 2026-12-05",
      ["Delivery    waits for 2026-12-05, goes at 2026-12-05 08:00:00", `Mailed to   ${NOOR}`],
    ],
    [
      "was changed",
      { "1783000000000-a": { ...plan, day: "2026-12-24", sendAt: "2026-12-24T07:00:00.000Z", changes: 2 } },
      "gift waits for 2026-12-24",
      ["Delivery    waits for 2026-12-24, goes at 2026-12-24 08:00:00, changed 2 times"],
    ],
    [
      "should have gone",
      { "0": { ...plan, sendAt: "2026-07-15T07:00:00.000Z" } },
      "gift is being sent",
      ["Delivery    was to go at 2026-07-15 09:00:00; nothing says yet that it went"],
    ],
    [
      "should have gone long ago",
      { "0": { ...plan, sendAt: "2026-07-10T07:00:00.000Z" } },
      "gift perhaps not sent",
      ["Delivery    was to go at 2026-07-10 09:00:00; nobody knows whether it went"],
    ],
    [
      "was stopped by its giver",
      { "1783000000000-a": { stoppedBy: "giver", changes: 1, at: AT } },
      "gift's mail stopped (giver)",
      ["Delivery    stopped, 2026-07-01 12:00:00: the giver stopped it, changed once"],
    ],
    [
      "was stopped by a withdrawal",
      { "0": plan, "1783000000000-withdrawal": { stoppedBy: "withdrawal", changes: 0, at: AT } },
      "gift's mail stopped (withdrawal)",
      ["Delivery    stopped, 2026-07-01 12:00:00: its order was withdrawn"],
    ],
    ["was sent", { "0.sent": { at: AT } }, "gift sent", ["Delivery    sent, 2026-07-01 12:00:00"]],
    ["was refused", { "0.refused": { at: AT } }, "gift not sent (refused)", ["Delivery    could not be sent, 2026-07"]],
    ["failed for a day", { "0.failed": { at: AT } }, "gift not sent (failed)", ["Delivery    could not be sent, 2026"]],
    ["lost its address", { "0.lost": { at: AT } }, "gift not sent (lost)", ["Delivery    could not be sent, 2026-07"]],
  ])("%s: the list says it without the address, the order with it", async (_name, deliveries, said, lines) => {
    const list = await orders(giftWith(deliveries));
    expect(list.out).toContain(`paid, ${said}  2026-07-01 12:00:00`);
    expect(list.out).not.toContain("@");
    const one = await order(giftWith(deliveries), "pi_gift");
    for (const line of lines) expect(one.out).toContain(`\n${line}`);
    expect(one.out).not.toContain("els@");
  });

  test("is not planned yet for the three days in which its plan may still come", async () => {
    const recent = () => giftWith({}, {}, new Date(TODAY.getTime() - 71 * 3_600_000).toISOString());
    expect((await orders(recent())).out).toContain("paid, gift not planned yet");
    expect((await order(recent(), "pi_gift")).out).toContain("\nDelivery    for 2026-12-05, not planned yet");
  });

  test.each([
    ["for at once", { from: "now", byMail: undefined }],
    ["for a day, handed over by the giver", { byMail: undefined }],
  ])("a gift %s says nothing of a delivery", async (_name, more) => {
    expect((await orders(giftWith({}, more))).out).toMatch(/paid +2026-07-01 12:00:00$/);
    expect((await order(giftWith({}, more), "pi_gift")).out).not.toContain("Delivery");
  });
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
  const byNumber = await order(kv, "vk-efghijklmn");
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
    expect((await order(kv, typed)).out, typed).toBe(byNumber.out);
  expect((await order(kv, "VK", "EFGHI", "JKLMN")).out).toBe(byNumber.out);
  expect((await order(kv, "FGHIJKLMN")).exitCode).toBe(1);
  const byEmail = await order(kv, "JAN@example.nl");
  expect(byEmail.out.match(/^Payment .*/gm)).toEqual([
    expect.stringContaining("pi_second"),
    expect.stringContaining(id),
  ]);
  const nobody = await order(kv, "piet@example.nl");
  expect([nobody.exitCode, nobody.out]).toEqual([1, "No order of piet@example.nl (local)."]);
  expect((await order(kv)).exitCode).toBe(2);
});

test("the keys of this machine are never taken for those of a deployed shop", async () => {
  const folder = await mkdtemp(join(tmpdir(), "order-keys-"));
  const production = { env: "production", remote: true };
  await writeFile(join(folder, ".dev.vars"), `ORDER_TOKEN_KEYS=1:${"k".repeat(42)}A\n`);
  await expect(readOrderKeys(production, {}, folder)).rejects.toThrow(/No ORDER_TOKEN_KEYS.*\.dev\.vars\.production/);
  expect(await readOrderKeys({ remote: false }, {}, folder)).toHaveLength(1);
  await writeFile(join(folder, ".dev.vars.production"), `ORDER_TOKEN_KEYS=2:${"k".repeat(42)}A\n`);
  expect(await readOrderKeys(production, {}, folder)).toMatchObject([{ id: "2" }]);
  expect(await readOrderKeys(production, { ORDER_TOKEN_KEYS: `3:${"k".repeat(42)}A` }, folder)).toMatchObject([
    { id: "3" },
  ]);
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
  if (entry !== null) kv.entries.set(entry.key, entry);

  const read: string[] = [];
  const get = kv.get;
  kv.get = (names) => {
    read.push(...names);
    return get(names);
  };
  const found = await order(kv, "jan@EXAMPLE.nl");
  expect(found.out.match(/^Payment .*/gm)).toEqual([expect.stringContaining("pi_mine")]);
  expect(read.filter((name) => name.startsWith("pi_"))).toEqual(["pi_mine"]);
  const all = await order(kv, "jan@example.nl", "--all");
  expect(all.out.match(/^Payment .*/gm)).toHaveLength(2);
  expect(all.notes).toBe("Reading every order.");
  expect((await orders(kv, "--all")).out.split("\n")).toHaveLength(4);
});

test("sales by day in Amsterdam, product and flow, with a sum; what is no course is named", async () => {
  const sales = (...args: string[]) => runTool(["sales", ...args], { stores: { ORDERS: kv } });
  const gift = { recipient: "Noor", giver: "Opa", message: "", from: "now" };
  const kv = facts({
    // Still the last day of June in UTC, already July in Amsterdam.
    pi_1: { ...PAID, flow: "A", paidAt: "2026-06-30T22:30:00Z" },
    pi_2: { ...PAID, flow: "A", paidAt: "2026-07-01T10:00:00Z", gift },
    pi_3: { ...PAID, amountCents: 5900, productId: "MARIFONIE", paidAt: "2026-07-01T10:00:00Z" },
    pi_boat: { amountCents: 123_400, currency: "usd", status: "paid", paidAt: "2026-07-01T10:00:00Z" },
    "pi_try.failed": FAILED,
  });
  const run = await sales();
  expect(run.out.split("\n")).toEqual([
    "DAY         PRODUCT    FLOW  SALES  GIFTS  AMOUNT",
    "2026-07-01  KVB1       A         2      1   78.00",
    "2026-07-01  MARIFONIE  none      1      0   59.00",
    "all                              3      1  137.00",
  ]);
  expect([run.exitCode, run.notes]).toEqual([0, "not counted: 1 paid for something else, or not in euros"]);
  expect((await sales("--csv")).out).toContain('"2026-07-01";"KVB1";"A";"2";"1";"78,00"\r\n');
  expect((await sales("--to", "2026-06-30")).out).toBe("No sales (local).");
  expect((await sales("--from", "gisteren")).exitCode).toBe(2);
});

test("a hosted sale at midnight is of one day only, that of its payment", async () => {
  const hosted = { ...PAID, paidAt: "2026-07-01T22:00:01Z" };
  const kv = facts({ pi_1: { ...PAID, paidAt: "2026-07-01T21:59:59Z" }, "pi_1.session": hosted });
  const sales = async (...args: string[]) => (await runTool(["sales", ...args], { stores: { ORDERS: kv } })).out;
  expect(await sales("--to", "2026-07-01")).toContain("2026-07-01  KVB1");
  expect(await sales("--from", "2026-07-02")).toBe("No sales (local).");
});
