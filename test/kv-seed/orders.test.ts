import { expect, test } from "vitest";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import {
  attempt,
  dispute,
  kv,
  openShop,
  PAID_AT,
  refund,
  rows,
  run,
  runOrder,
  runOrders,
  sell,
  sellHosted,
  tell,
  withdraw,
} from "./shop.ts";
import { noted, printed } from "./tool.ts";

openShop();

const buyer = { buyer_name: "Buyer", buyer_email: "buyer@example.org" };
const WISH = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Tot op het water",
  from: "now",
} as const;

test("lists orders newest first, each once however many events it has, without personal data", async () => {
  await sell("pi_old", { paidAt: "2026-07-01T10:00:00.000Z", metadata: buyer });
  await dispute("pi_old", "needs_response", "2026-07-01T11:00:00.000Z");
  await sellHosted("pi_new", { name: "Buyer", email: "b@example.org" }, { paidAt: "2026-07-02T10:00:00.000Z" });
  await sell("pi_new", { paidAt: "2026-07-02T10:00:00.000Z" });
  await refund("pi_new", 3900, "2026-07-02T11:00:00.000Z");
  await attempt("pi_try", { paidAt: "2026-07-03T10:00:00.000Z" });
  const { exitCode, out, notes } = await runOrders();
  expect(exitCode).toBe(0);
  expect(out.split("\n")).toEqual([
    "NUMBER     PAYMENT  AMOUNT     COURSE  STATUS              TIME",
    "VK-PI_NEW  pi_new   39.00 EUR  KVB1    paid, refunded      2026-07-02 12:00:00",
    "VK-PI_OLD  pi_old   39.00 EUR  KVB1    paid, dispute open  2026-07-01 12:00:00",
  ]);
  expect(notes).toBe("1 unpaid attempt not shown; see --all.");
});

test("--all lists the attempts too", async () => {
  await attempt("pi_try", { paidAt: "2026-07-03T10:00:00.000Z" });
  await tell("payment_intent.canceled", PAID_AT, { id: "pi_gone", metadata: { product: "KVB1" } });
  const { out } = await runOrders("--all");
  expect(out).toMatch(/pi_gone .* canceled, not paid /);
  expect(out).toMatch(/pi_try .* failed, not paid /);
  expect((await runOrders()).out).toBe("No orders (local).");
});

test("--limit shows the newest and says how many are older", async () => {
  for (const [id, second] of [
    ["pi_a", 0],
    ["pi_b", 2],
    ["pi_c", 1],
  ] as const) {
    await sell(id, { paidAt: `2026-07-01T10:00:0${second}.000Z` });
  }
  const { out, notes } = await runOrders("--limit", "1");
  expect(out).toContain("pi_b");
  expect(out.split("\n")).toHaveLength(2);
  expect(notes).toContain("2 older orders not shown");
});

test("--from and --to choose days in Amsterdam", async () => {
  // Still the last day of June in UTC, already July in Amsterdam.
  await sell("pi_july", { paidAt: "2026-06-30T22:30:00.000Z" });
  await sell("pi_june", { paidAt: "2026-06-30T21:30:00.000Z" });
  const july = await runOrders("--from", "2026-07-01", "--to", "2026-07-01");
  expect(july.out).toContain("pi_july");
  expect(july.out).not.toContain("pi_june");
  expect((await runOrders("--to", "2026-06-29")).out).toBe("No orders (local).");
  expect((await runOrders("--from", "0001-01-01", "--to", "9999-12-31")).out).toContain("pi_june");
});

test("a payment whose money is on its way is shown as that, by number, payment, address and in the list", async () => {
  const id = "pi_3AbCdEfGhIjKlMn";
  await sellHosted(id, { name: "Tom", email: "tom@example.nl" }, { later: true });
  await sell("pi_paid");
  const said = "on its way since 2026-07-01 12:00:00, not paid yet";
  expect((await runOrders()).out).toMatch(new RegExp(`VK-EFGHIJKLMN .* ${said} `));
  for (const typed of [id, "VK-EFGHIJKLMN", "Tom@example.nl"]) {
    const { exitCode, out } = await runOrder(typed);
    expect([exitCode, out]).toEqual([0, expect.stringContaining(`Status      ${said}`)]);
    expect(out).toMatch(/^Email +tom@example.nl$/m);
    // Its course is not open yet.
    expect(out).not.toContain("Course at");
  }
  expect(await run(["refund", id])).toEqual(noted(1, `${id} is ${said}.`));
});

test("no orders, and options that make no sense", async () => {
  expect((await runOrders()).out).toBe("No orders (local).");
  for (const args of [
    ["--limit", "many"],
    ["--from", "1 juli"],
    ["--to", "2026-02-31"],
    ["--from", "2026-02-02", "--to", "2026-02-01"],
  ]) {
    expect((await runOrders(...args)).exitCode, args.join(" ")).toBe(2);
  }
});

test("an order of a gift says for whom it is and under which code, and keeps the message to itself", async () => {
  await sell("pi_gift", { metadata: { ...buyer, ...wishToMetadata(WISH) } });
  const [row] = await rows("SELECT code FROM gifts");
  const code = String(row?.code);
  const { out } = await runOrder("pi_gift");
  expect(out).toMatch(/^Gift +for Noor, from Opa Kees$/m);
  expect(out).toMatch(new RegExp(`^Gift code +${formatGiftCode(code)}$`, "m"));
  expect(out).not.toContain("Tot op het water");
  expect((await runOrder(formatGiftCode(code).toLowerCase())).out).toBe(out);
});

test("a gift says whether it works: given at once, stopped by whom, or open although its money went back", async () => {
  await sell("pi_gift", { metadata: { ...buyer, ...wishToMetadata(WISH) } });
  const code = String((await rows("SELECT code FROM gifts"))[0]?.code);
  expect((await runOrders()).out).toContain("  paid, gift  ");
  kv.GIFTS.set(`${code}.operator`, { stopped: true, at: "2026-07-03T10:00:00.000Z" });
  expect((await runOrders()).out).toContain("  paid, gift stopped by operator, 2026-07-03 12:00:00  ");
  expect((await runOrder("pi_gift")).out).toMatch(/^Gift stopped +by operator, 2026-07-03 12:00:00$/m);

  await refund("pi_gift", 3900);
  kv.GIFTS.set(`${code}.refund`, { stopped: true, at: "2026-07-04T10:00:00.000Z" });
  kv.GIFTS.set(`${code}.operator`, { stopped: false, at: "2026-07-03T10:00:00.000Z" });
  expect((await runOrders()).out).toContain("  paid, refunded, gift stopped by refund, 2026-07-04 12:00:00  ");

  kv.GIFTS.set(`${code}.operator`, { stopped: false, at: "2026-07-05T10:00:00.000Z" });
  expect((await runOrders()).out).toContain("  paid, refunded, gift still open, gift  ");
  expect((await runOrder("pi_gift")).out).toMatch(
    /^Gift +refunded, gift still open \(restored by you on 2026-07-05 12:00:00\)$/m,
  );
  kv.GIFTS.entries.clear();
  expect((await runOrder("pi_gift")).out).toContain("(nothing stopped it yet: `reconcile --write` does)");
});

test("an order says where its buyer finds the course, as mail and page say it", async () => {
  await sellHosted("pi_a", { name: "Jan", email: "jan@example.nl" }, { amount: 1900 });
  kv.INTERSTITIALS.set("bridge-19incl-vb1", { target: "https://leren.example/kvb1" });
  expect((await runOrder("pi_a")).out).toMatch(/^Course at +https:\/\/leren\.example\/kvb1 \(bridge-19incl-vb1\)$/m);
  kv.INTERSTITIALS.entries.clear();
  expect((await runOrder("pi_a")).out).toMatch(/^Course at +no address under bridge-19incl-vb1$/m);
});

test("one order in full: by number in any case, by payment, and all of an e-mail address", async () => {
  const id = "pi_3AbCdEfGhIjKlMn";
  const metadata = {
    buyer_name: "Jan",
    buyer_email: "Jan@example.nl",
    consent: "2026-11",
    consent_at: "2026-07-01T09:59:00.000Z",
  };
  await sell(id, { metadata });
  await refund(id, 1900, "2026-07-04T10:00:00.000Z");
  await sell("pi_second", { paidAt: "2026-07-05T10:00:00.000Z", metadata: { buyer_email: "jan@example.nl" } });
  await sell("pi_other", { metadata: { buyer_email: "els@example.nl" } });
  const reference = await withdraw("2026-07-06T10:00:00.000Z", { intentId: id });
  const byNumber = await runOrder("vk-efghijklmn");
  expect(byNumber.exitCode).toBe(0);
  expect(byNumber.out.split("\n").sort()).toEqual(
    [
      "Order         VK-EFGHIJKLMN",
      `Payment       ${id}`,
      `In Stripe     https://dashboard.stripe.com/payments/${id}`,
      "Status        paid",
      "Amount        39.00 (32.23 + VAT 6.77)",
      "Refunded      19.00",
      "Course at     no address under klein-vaarbewijs-1",
      "Source        checkout",
      "Product id    KVB1",
      "Flow          none",
      "Currency      eur",
      "Buyer name    Jan",
      "Email         Jan@example.nl",
      "Consent text  2026-11",
      "Consent at    2026-07-01 11:59:00",
      "Created at    2026-07-01 12:00:00",
      "Updated at    2026-07-04 12:00:00",
      "Paid at       2026-07-01 12:00:00",
      `Withdrawal    ${reference}`,
      "Withdrawn at  2026-07-06 12:00:00",
    ].sort(),
  );
  for (const typed of [id, "EFGHIJKLMN", "VK EFGHI jklmn", "vkefghijklmn", " VK-EFGHIJKLMN "])
    expect((await runOrder(typed)).out, typed).toBe(byNumber.out);
  expect((await runOrder("VK", "EFGHI", "JKLMN")).out).toBe(byNumber.out);
  expect((await runOrder("FGHIJKLMN")).exitCode).toBe(1);
  const byEmail = await runOrder("JAN@example.nl");
  expect(byEmail.out.match(/^Payment .*/gm)).toEqual([
    expect.stringContaining("pi_second"),
    expect.stringContaining(id),
  ]);
  expect(await runOrder("VK-0000000000")).toEqual(
    printed(1, "No order of VK-0000000000 (local; the real shop: --remote --env NAME)."),
  );
  expect((await runOrder()).exitCode).toBe(2);
});

test("two payments that share a number are both shown, and paid back only by their payment", async () => {
  for (const id of ["pi_3AbCdEfGhIjKlMn", "pi_3AbCDEFGHIJKLMN"]) await sell(id);
  expect((await runOrder("VK-EFGHIJKLMN")).out.match(/^Payment .*/gm)).toHaveLength(2);
  expect(await run(["refund", "VK-EFGHIJKLMN"])).toEqual(noted(1, "Several orders have this number"));
});
