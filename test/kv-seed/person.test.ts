import { expect, test } from "vitest";
import { UsageError } from "../../kv-seed/data-files.ts";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import { buyerHash } from "../../src/services/buyer-index.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { EMAIL, giftSale, giftWithoutEvent, now, run, show, withdraw } from "./person-shop.ts";
import { openStripeWorld, orders } from "./stripe-world.ts";
import { printed } from "./tool.ts";

openStripeWorld();

/** Expects that these are among the lines of the output. */
const expectLines = (out: string, lines: readonly string[]) =>
  expect(out.split("\n")).toEqual(expect.arrayContaining([...lines]));

test("shows orders, gifts with what was written, and withdrawals of an address in any case; and nobody else's", async () => {
  const id = await giftSale();
  withdraw("HR-AAAA-0000-0001", { intentId: id });
  withdraw("HR-BBBB-0000-0002", { email: "els@example.nl", name: "Els" });
  const { exitCode, out } = await show("JAN@example.nl");
  expect(exitCode).toBe(0);
  expectLines(out, [
    `Order      ${formatOrderNumber(id)}`,
    "Amount     39.00, of which VAT 6.77",
    "Name       Jan de Vries",
    `Address    ${EMAIL}`,
    "Account    user-7",
    "Gift for   Noor",
    "Written    Tot op",
    "           het water",
    "Withdrawal  HR-AAAA-0000-0001",
    "Reason      Ik vaar niet meer",
  ]);
  expect(out).toContain("Not in here: what Stripe keeps");
  expect(out).not.toContain("Els");
  expect(await show("piet@example.nl")).toEqual(printed(1, "Nothing is known of this address"));
  for (const args of [[], ["jan"], [EMAIL, "els@example.nl"]])
    expect((await run(["person", ...args])).exitCode).toBe(2);
});

test("a gift that only the return page has stored is shown with what was written", async () => {
  const id = await giftWithoutEvent();
  const { exitCode, out } = await show("JAN@example.nl");
  expect(exitCode).toBe(0);
  expectLines(out, [
    `Order      ${formatOrderNumber(id)}`,
    "Status     paid, which only Stripe knows: `reconcile --write` writes it",
    "Name       Jan de Vries",
    "Gift for   Noor",
    "Written    Tot op",
    "Gift code  DEMO-VAAR-2026",
    `Key in KV  ${id}.wish`,
  ]);

  const stripe = { connect: () => Promise.reject(new UsageError("No secret key")) };
  const keyless = await run(["person", EMAIL], { stripe });
  expect(keyless.notes).toContain("No secret key\nPayments that only Stripe knows are not shown.");
});

test("counts of mails to the address are shown, and go by themselves", async () => {
  const hash = await buyerHash(await readOrderKeys({ remote: false }), EMAIL);
  const keys = [`tally:links:${hash}:2026-11-22T10:00:00.000Z`, "tally:2026-11-22:mailed:HR-AAAA-0000-0001"];
  for (const key of [...keys, "tally:links:other:2026-11-22T10:00:00.000Z"]) orders.add({ key, value: "" });
  withdraw("HR-AAAA-0000-0001");
  const { out } = await show();
  for (const key of keys) expect(out).toContain(key);
  expect(out).toContain("without the address; each goes by itself within 3 days");
  expect(out).not.toContain("tally:links:other");
});

test("a giver is shown when and where their gift is mailed", async () => {
  const id = await giftSale();
  const sale = orders.valueOf(id);
  orders.entries.delete(`${id}.wish`);
  orders.set(id, { ...sale, gift: { ...sale.gift, from: "2030-12-05", byMail: "0a1b2c3d" } });
  const plan = { day: "2030-12-05", to: "noor@example.nl", sendAt: "2030-12-05T07:00:00.000Z", changes: 0 };
  orders.set(`delivery:${id}:0`, { ...plan, at: now.toISOString() });
  const { out } = await show();
  expect(out).toContain("Delivery   waits for 2030-12-05");
  expect(out).toContain("Mailed to  noor@example.nl");
});
