import { beforeEach, expect, test } from "vitest";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { findOrdersOf, readOrder } from "../../src/ledger/orders.ts";
import { begin, ledger, openStripeWorld, rows, run, stripe, world } from "./stripe-world.ts";
import { noted } from "./tool.ts";

/** `mails --resend ORDER --to ADDRESS`: a corrected address. */

const NEW = "sanne@example.nl";
const OLD = "sane@example.nl";

openStripeWorld();
/** An order with a misspelt address. */
let id: string;
let number: string;
const now = new Date();
beforeEach(async () => {
  id = await begin({ environment: "local", buyer_email: OLD, user_id: "user-7" });
  world.stripe.settle(id, "succeeded");
  await run(["reconcile", "--write"]);
  number = formatOrderNumber(id);
});

const mails = (args: readonly string[], answer?: boolean) => run(["mails", ...args], { now, answer });
const confirmations = () =>
  rows("SELECT version, state, detail FROM mails WHERE kind = 'confirmation' AND about = ?1 ORDER BY version", id);
const foundBy = async (email: string) => (await findOrdersOf(ledger, "email", email)).map(({ intentId }) => intentId);
/** Ends the confirmation as sent. */
const sent = () =>
  rows(
    "UPDATE mails SET state = 'sent', ended_at = ?1 WHERE kind = 'confirmation' AND state = 'due'",
    now.toISOString(),
  );

test("shows it with the old one masked, asks, and makes the confirmation due there though it went before", async () => {
  await sent();
  const { exitCode, out, notes } = await mails(["--resend", number, "--to", NEW], true);
  expect(exitCode).toBe(0);
  expect(out).toContain(`Address    s…@example.nl becomes ${NEW}`);
  expect(out).not.toContain("sane@");
  expect(notes).toContain(`Give ${number} the address ${NEW}, and send its confirmation there (local)?`);
  const correctedAt = now.toISOString();
  expect(await confirmations()).toEqual([
    { version: "", state: "sent", detail: null },
    { version: correctedAt, state: "due", detail: null },
  ]);
  expect(JSON.stringify(await rows("SELECT * FROM mails"))).not.toContain("@");
  const order = await readOrder(ledger, id);
  // Until the mail has gone there, the buyer has no confirmation.
  expect(order).toMatchObject({ email: NEW, emailCorrectedAt: correctedAt, userId: "user-7" });
  expect(order?.confirmedAt).toBeUndefined();
  expect([await foundBy(NEW), await foundBy(OLD)]).toEqual([[id], []]);
  expect(JSON.stringify(await rows("SELECT * FROM payment_reports"))).not.toContain(OLD);
});

test("one that is still due to the old address is not sent any more", async () => {
  await mails(["--resend", number, "--to", NEW], true);
  expect(await confirmations()).toEqual([
    { version: "", state: "withheld", detail: "superseded" },
    { version: now.toISOString(), state: "due", detail: null },
  ]);
});

test.each([
  ["no", false],
  ["nobody to ask", undefined],
])("%s: nothing is changed or sent", async (_name, answer) => {
  const before = [await readOrder(ledger, id), await confirmations()];
  const { exitCode, notes } = await mails(["--resend", id, "--to", NEW], answer);
  expect([exitCode, notes]).toEqual([1, expect.stringContaining("Nothing was changed or sent.")]);
  expect((await mails(["--resend", id, "--to", NEW, "--dry-run"], answer)).exitCode).toBe(0);
  expect([await readOrder(ledger, id), await confirmations()]).toEqual(before);
});

test("corrects it at Stripe too, on the payment and on each attempt, and mails nobody from there", async () => {
  const declined = await begin({ environment: "local", buyer_email: OLD });
  const copies = async () => (await stripe.charges.list({ payment_intent: declined })).data;
  await stripe.paymentIntents.update(declined, { receipt_email: OLD });
  for (const status of ["requires_payment_method", "succeeded"] as const) world.stripe.settle(declined, status);
  await run(["reconcile", "--write"]);
  const { exitCode, notes } = await mails(["--resend", declined, "--to", NEW], true);
  expect([exitCode, notes]).toEqual([0, expect.stringContaining("The payment at Stripe has the new address too.")]);
  expect(await stripe.paymentIntents.retrieve(declined)).toMatchObject({
    metadata: { buyer_email: NEW },
    receipt_email: null,
  });
  expect(await copies()).toHaveLength(2);
  for (const { metadata } of await copies()) expect(metadata.buyer_email).toBe(NEW);
});

test("says what was not done at Stripe, and that the rest was", async () => {
  world.stripe.setMode("unauthorized", 1);
  const without = await mails(["--resend", id, "--to", NEW], true);
  expect(without.exitCode).toBe(1);
  expect(without.out).toContain(`${number} has the address ${NEW}, and its confirmation is due.`);
  expect(without.notes).toMatch(/The payment at Stripe keeps the address before.*\nStripe: Invalid API Key/);
  expect((await readOrder(ledger, id))?.email).toBe(NEW);

  // Another Stripe answers here, as after a restart of the local outside world.
  world.stripe.reset();
  expect(await mails(["--resend", id, "--to", "sanne.b@example.nl"], true)).toEqual(
    noted(1, "That Stripe account does not know the payment"),
  );
});

test("a hosted sale keeps at Stripe what its buyer typed there, and says so", async () => {
  const hosted = { product: "KVB1", flow: "A", amount: 3900, name: "Sanne", email: OLD, hasConsented: true };
  const { payment_intent: other } = world.stripe.buy({ ...hosted, isPaid: "now" });
  await run(["reconcile", "--write"]);
  expect(await mails(["--resend", other, "--to", NEW], true)).toEqual(
    noted(0, "Stripe keeps the address that the buyer typed on its own page."),
  );
});

test("the same address again: says that it is the same, and sends the confirmation once more", async () => {
  await sent();
  const { out } = await mails(["--resend", id, "--to", "Sane@example.nl"], true);
  expect(out).toContain("Address    is Sane@example.nl already");
  expect(await confirmations()).toMatchObject([{ state: "sent" }, { state: "due" }]);
});

test("reconcile --write does not bring the old address back", async () => {
  await mails(["--resend", id, "--to", NEW], true);
  await stripe.paymentIntents.update(id, { metadata: { buyer_email: OLD } });
  world.stripe.refund(id, 100);
  await run(["reconcile", "--write"]);
  expect([await foundBy(NEW), await foundBy(OLD)]).toEqual([[id], []]);
});

test("refuses what is no address, no order or no single one, and what was repaid", async () => {
  for (const [args, code] of [
    [["--resend", id, "--to", "sanne"], 2],
    [["--resend", "--to", NEW], 2],
    [["--resend", id, "pi_other", "--to", NEW], 2],
    [["--resend", "HR-AAAA-BBBB-CCCC", "--to", NEW], 2],
    [[id, "--to", NEW], 2],
    [["--resend", "pi_nobody", "--to", NEW], 1],
  ] as const)
    expect((await mails(args, true)).exitCode, args.join(" ")).toBe(code);
  world.stripe.refund(id);
  await run(["reconcile", "--write"]);
  expect(await mails(["--resend", id, "--to", NEW], true)).toEqual(noted(1, "was repaid"));
  expect((await readOrder(ledger, id))?.email).toBe(OLD);
});
