import { expect, test } from "vitest";
import { UsageError } from "../../kv-seed/data-files.ts";
import { keepDeliveryDraft } from "../../src/gifts/day/gift-delivery.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import {
  EMAIL,
  giftSale,
  giftWithoutEvent,
  now,
  openPersonShop,
  reconcile,
  run,
  show,
  tellOf,
  WISH,
  withdraw,
} from "./person-shop.ts";
import { begin, ledger, run as runNow, sell, world } from "./stripe-world.ts";
import { noted, printed } from "./tool.ts";

openPersonShop();

/** Expects that these are among the lines of the output. */
const expectLines = (out: string, lines: readonly string[]) =>
  expect(out.split("\n")).toEqual(expect.arrayContaining([...lines]));

test("shows orders, gifts with what was written, and withdrawals of an address in any case; and nobody else's", async () => {
  const id = await giftSale();
  const reference = await withdraw({ intentId: id });
  await withdraw({ email: "els@example.nl", name: "Els" });
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
    "Gift code  DEMO-VAAR-2026",
    `Withdrawal  ${reference}`,
    "Reason      Ik vaar niet meer",
  ]);
  expect(out).toContain("Not in here: what Stripe keeps of a payment itself: the billing details of each attempt");
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
  ]);

  const keyless = await run(["person", EMAIL], {
    stripe: { connect: () => Promise.reject(new UsageError("No secret key")) },
  });
  expect(keyless.notes).toContain("No secret key\nPayments that only Stripe knows are not shown.");
});

test("an attempt that was declined today shows its person, and says when to ask again", async () => {
  const id = await begin({ environment: "local", buyer_name: "Willem", buyer_email: "willem@example.nl" });
  world.stripe.settle(id, "requires_payment_method");
  const lines = ["Name       Willem", "Address    willem@example.nl", "Amount     39.00, of which VAT 6.77"];
  const showNow = () => runNow(["person", "willem@example.nl"]);
  const only = await showNow();
  expectLines(only.out, ["Status     begun at Stripe, and may still be paid until tomorrow", ...lines]);

  await tellOf("payment_intent.payment_failed", id);
  const { out } = await showNow();
  expectLines(out, ["Status     failed, not paid; it may still be paid until tomorrow, ask again then", ...lines]);
  expect(await runNow(["person", "willem@example.nl", "--erase"], { answer: true })).toEqual(
    printed(1, "stays whole for now: it may still be paid until tomorrow: ask again then."),
  );
  expectLines((await show("willem@example.nl")).out, ["Status     failed, not paid", ...lines]);
});

test("a payment whose money is on its way is said, by `person` and by `order`, also if no event of it came", async () => {
  const id = await begin({ environment: "local", buyer_name: "Tom", buyer_email: "tom@example.nl" });
  world.stripe.settle(id, "processing");
  const person = await show("tom@example.nl");
  expectLines(person.out, ["Status     on its way, not paid yet", "Name       Tom"]);
  for (const what of [id, "Tom@example.nl"]) {
    const { exitCode, out } = await run(["order", what]);
    expect(exitCode).toBe(0);
    expectLines(out, ["Status      on its way, not paid yet", "Buyer name  Tom", "Email       tom@example.nl"]);
  }
  expect(await run(["order", "piet@example.nl"])).toEqual(printed(1, "No order of piet@example.nl (local)."));
  expect(await run(["order", formatOrderNumber(id)])).toEqual(printed(1, "No order of VK-"));
  const stripeless = { stripe: { connect: () => Promise.reject(new UsageError("No secret key")) } };
  expect(await run(["order", id], stripeless)).toEqual(
    noted(1, "Stripe was not asked whether a payment is under way. No secret key"),
  );
});

test("a giver is shown when and where their gift is mailed, and its recipient that it waits for them", async () => {
  const wish = { ...WISH, from: "2030-12-05", deliveryDraftId: "0a1b2c3d" } as const;
  const id = await sell({ environment: "local", buyer_email: EMAIL, ...wishToMetadata(wish) });
  await keepDeliveryDraft(ledger, id, { id: wish.deliveryDraftId, to: "Noor@example.nl", day: wish.from }, now);
  await reconcile("--write");
  const { out } = await show();
  expect(out).toContain("Delivery   waits for 2030-12-05");
  expect(out).toContain("Mailed to  Noor@example.nl");
  const recipient = await show("noor@example.nl");
  expect(recipient.out).toMatch(
    new RegExp(`^To be mailed +a gift from somebody else, on its day\\nOrder +${formatOrderNumber(id)}$`, "m"),
  );
  expect(recipient.out).not.toContain("Opa Kees");
});
