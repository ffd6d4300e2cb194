import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sendBooks, showBooks } from "../../src/desk/books-handler.ts";
import { formatBooksCsv } from "../../src/desk/csv-handler.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { DeskPage } from "../../src/desk/desk-page.tsx";
import { firstInvoice } from "../../src/ledger/invoices.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { type Books, makeBooks, quarterOf, sumOf } from "../../src/paying/money/books.ts";
import { readMoney, type Settled } from "../../src/paying/money/stripe-money.ts";
import { sql } from "../../src/server/database.ts";
import type { StoredObject } from "../outside-world/stripe-account.ts";
import { STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";
import { moveBalance } from "../outside-world/stripe-sales.ts";
import { one, readDocument, transcript } from "../worker/document.ts";
import { ledger } from "./ledger.ts";
import { begin, hear, openStripeWorld, stripe, world } from "./stripe-world.ts";

/** The bookkeeper's lines, made of what moved at Stripe. */

openStripeWorld();

const ALL_DAYS = { from: "0000-01-01", to: "9999-12-31" };
const booksOf = async (days: Partial<typeof ALL_DAYS> = {}, settled: readonly Settled[] = []): Promise<Books> =>
  makeBooks(await readMoney(stripe, { ...ALL_DAYS, ...days }, settled), { ...ALL_DAYS, ...days }, "local");
const csvOf = async (days: Partial<typeof ALL_DAYS> = {}) => formatBooksCsv((await booksOf(days)).lines, new Map());

type Sale = { price?: number; metadata?: Readonly<Record<string, string>>; currency?: string };

async function sell({ price = 3900, metadata = {}, currency = "eur" }: Sale = {}): Promise<string> {
  const id = await begin({ flow: "A", ...metadata }, price);
  const intent = world.stripe.intents.find((candidate) => candidate.id === id);
  if (intent !== undefined) intent.currency = currency;
  world.stripe.settle(id, "succeeded");
  return id;
}

const movements = () =>
  world.stripe.account.all("balance_transactions") as (StoredObject & { net: number; fee: number })[];

function at(iso: string): void {
  const newest = movements().at(-1);
  if (newest !== undefined) newest.created = Date.parse(iso) / 1000;
}

const linesOf = (csv: string) => csv.split("\r\n").slice(1, -1);

/** The desk of whoever asks for these days, with the books of the local Stripe. */
const deskOf = (from: string, to: string) => {
  const stripe = { secretKey: STRIPE_SECRET_KEY, apiBase: world.origin, environment: "local" };
  const shop = { ledger, stripe, now: new Date("2026-11-26T11:00:00.000Z") };
  return { shop, params: new URLSearchParams({ van: from, tot: to }) } as unknown as Desk;
};
/** Stripe's names differ each time. */
const named = (text: string, ids: readonly string[]) =>
  ids
    .reduce((told, id, at) => told.replaceAll(id, `pi_${at}`).replaceAll(formatOrderNumber(id), `VK-${at}`), text)
    .replaceAll(/\b(ch_3|re_1|txn_3|du_1|dp_1)\w+/g, "$1");

test("the screen and the file of two quarters say what was approved, and so does the screen of an empty day", async () => {
  const home = await sell({ metadata: { gift: "1" } });
  at("2026-08-01T10:00:00Z");
  const abroad = await sell({ price: 5900, metadata: { product: "KVB2", flow: "none", price: "5900" } });
  at("2026-10-01T10:00:00Z");
  const nowhere = await sell();
  at("2026-10-02T10:00:00Z");
  const sold = [home, abroad, nowhere];
  const cards = world.stripe.account.all("charges") as unknown as {
    billing_details: { address: { country: string } };
  }[];
  for (const [index, country] of ["NL", "BE", ""].entries())
    Object.assign(cards[index]?.billing_details.address ?? {}, { country });
  world.stripe.refund(home, 2000);
  at("2026-10-03T10:00:00Z");
  await sell({ currency: "usd" });
  at("2026-10-04T10:00:00Z");
  for (const currency of ["eur", "usd", "eur"]) {
    moveBalance(world.stripe.account, "payout", { source: "po_1", amount: -5000, currency });
    at("2026-10-05T10:00:00Z");
  }
  const [, , failed = { id: "" }] = world.stripe.account.all("charges");
  const back = { source: failed.id, amount: -3900, currency: "eur" };
  Object.assign(failed, { failure_balance_transaction: moveBalance(world.stripe.account, "charge_failure", back).id });
  at("2026-10-07T10:00:00Z");
  await hear();
  const buyer = { company: "Jansen BV", address: "Dijk 2", vatId: "" };
  await ledger([
    firstInvoice(abroad, buyer, { legalName: "Vaarkoers BV" } as never, "Cursus", new Date("2026-10-01")),
    sql("INSERT INTO settlements (intent_id, cents, at) VALUES (?1, 900, '2026-10-06T10:00:00.000Z')", abroad),
  ]);
  const screenOf = async (from: string, to: string) => {
    const frame = { visitor: null, environment: "local", signOut: "", section: "" };
    const screen = await showBooks(deskOf(from, to));
    const page = readDocument(renderToStaticMarkup(createElement(DeskPage, { frame, screen })));
    return named(transcript(one(page, "main"), { classes: /\bdesk-(?:bad|number|strong)\b/g }), sold);
  };
  expect(await screenOf("2026-07-01", "2026-12-31")).toMatchSnapshot("the screen");
  expect(await screenOf("2026-09-01", "2026-09-01")).toMatchSnapshot("an empty day");
  const file = await sendBooks(deskOf("2026-07-01", "2026-12-31"));
  expect(Object.fromEntries(file.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="grootboek-2026-07-01-2026-12-31.csv"',
  });
  expect(named(await file.text(), sold)).toMatchSnapshot("the file");
});

test("the screen has two hundred lines, and says how many there are", async () => {
  for (let number = 0; number < 195; number += 1) {
    const id = await sell();
    if (number % 35 === 0) world.stripe.refund(id);
  }
  at("2026-11-01T10:00:00Z");
  const { sections } = await showBooks(deskOf("0000-01-01", "9999-12-31"));
  const [table, text] = sections.at(-1)?.blocks ?? [];
  expect([table?.kind === "table" && table.rows.length, text]).toMatchObject([
    200,
    { text: expect.stringContaining("201 regels") },
  ]);
});

test("each fact is a line of its own day, and a refund in another quarter than its sale is in that one", async () => {
  const id = await sell();
  // Still the last day of March in UTC, already April in Amsterdam.
  at("2026-03-31T22:30:00Z");
  world.stripe.refund(id);
  at("2026-07-02T10:00:00Z");
  expect(linesOf(await csvOf()).map((line) => line.slice(0, 12))).toEqual(['"2026-04-01"', '"2026-07-02"']);
  const third = linesOf(await csvOf({ from: "2026-07-01", to: "2026-09-30" }));
  expect(third).toEqual([expect.stringContaining('"Terugbetaling"')]);
  expect((await booksOf({ to: "2026-03-31" })).lines).toEqual([]);
  expect((await booksOf({ from: "2026-04-01", to: "2026-06-30" })).lines).toHaveLength(1);
  expect(["2026-03-31", "2026-04-01", "2026-12-31"].map(quarterOf)).toEqual(["2026-Q1", "2026-Q2", "2026-Q4"]);
  // How it was paid, and from where.
  for (const [details, country, told] of [
    [{ type: "ideal", ideal: { bic: "KREDBE22" } }, null, '"ideal";"BE"'],
    [{ type: "card", card: { country: "DE", wallet: { type: "apple_pay" } } }, null, '"card apple_pay";"DE"'],
    [{ type: "card", card: { country: "DE" } }, "BE", '"card";"BE"'],
  ] as const) {
    const paidSo = { payment_method_details: details, billing_details: { address: { country } } };
    Object.assign(world.stripe.account.all("charges")[0] ?? {}, paidSo);
    expect(linesOf(await csvOf())[0]).toContain(`;"EUR";${told};`);
  }
});

test("the VAT of several refunds comes to that of the sale, also when one of them fails", async () => {
  const id = await sell();
  at("2026-07-01T10:00:00Z");
  for (const day of [2, 3, 4]) {
    world.stripe.refund(id, 1300);
    at(`2026-07-0${day}T10:00:00Z`);
  }
  const vatOf = async () => sumOf((await booksOf()).lines).vatCents;
  expect(await vatOf()).toBe(0);
  const days = [1, 2, 3, 4].map((day) => `2026-07-0${day}`);
  const each = await Promise.all(days.map((day) => booksOf({ from: day, to: day })));
  expect(sumOf(each.flatMap(({ lines }) => lines)).vatCents).toBe(0);

  world.stripe.failRefund(id);
  at("2026-07-05T10:00:00Z");
  // What Stripe names in a new way is told by its sign.
  Object.assign(movements().at(-1) ?? {}, { reporting_category: "refund_of_tomorrow" });
  expect(linesOf(await csvOf({ from: "2026-07-05" }))).toEqual([
    expect.stringMatching(/^"2026-07-05";"Terugbetaling mislukt";.*;"13,00";"2,26";"10,74";"0,00";"13,00";/),
  ]);
  expect(await vatOf()).toBe(226);
});

test("what was paid back otherwise is a line of its own day, long after its sale, in no payout; the VAT comes to nothing", async () => {
  const intentId = await sell();
  at("2026-03-01T10:00:00Z");
  world.stripe.refund(intentId, 1300);
  at("2026-07-01T10:00:00Z");
  const settled = [
    { intentId, cents: 1299, at: "2026-06-30T22:30:00.000Z" },
    { intentId, cents: 1301, at: "2026-10-01T10:00:00.000Z" },
    { intentId: "pi_unknown", cents: 1301, at: "2026-10-01T10:00:00.000Z" },
  ];
  const { lines } = await booksOf({ from: "2026-10-01" }, settled);
  expect(lines).toMatchObject([{ intentId, kind: "settled", date: "2026-10-01", grossCents: -1301, payoutCents: 0 }]);
  const all = await booksOf({}, settled);
  expect(all.lines.map(({ kind }) => kind)).toEqual(["sale", "settled", "refund", "settled"]);
  expect([all.others, sumOf(all.lines)]).toMatchObject([[], { grossCents: 0, vatCents: 0, payoutCents: 2600 - 84 }]);
});

test("a dispute takes the money when it opens, with a fee of its own; what became of it is said", async () => {
  const lost = await sell();
  world.stripe.dispute(lost, "needs_response");
  expect(await csvOf()).toContain('"Geschil geopend"');
  world.stripe.dispute(lost, "lost");
  const cells = linesOf(await csvOf()).map((line) => line.split(";"));
  expect(cells.map((line) => [line[1], ...line.slice(6, 11)].join(";")).join("\n")).toMatchSnapshot();
  world.stripe.dispute(lost, "appeal_under_review");
  expect(await csvOf()).toContain('"Geschil verloren"');

  world.stripe.reset();
  const won = await sell();
  for (const status of ["needs_response", "won"] as const) world.stripe.dispute(won, status);
  const [dispute] = world.stripe.account.all("disputes");
  world.stripe.account.add("disputes", { ...dispute, id: "du_lost", status: "lost", balance_transactions: [] });
  // With its fee, as some banks do.
  Object.assign(movements().at(-1) ?? {}, { fee: -2000 });
  const kinds = linesOf(await csvOf()).map((line) => line.split(";")[1]);
  const fee = '"Kosten van een geschil"';
  expect(kinds).toEqual(['"Verkoop"', '"Geschil geopend"', fee, '"Geschil gewonnen"', fee]);
});

test("what is no sale of this shop in euros is named, and counted nowhere", async () => {
  await sell({ price: 123_400, metadata: { product: "BOAT" }, currency: "usd" });
  await sell({ metadata: { price: "1900" } });
  await sell({ currency: "usd" });
  // Stripe turned it into another currency.
  await sell({ price: 5900, metadata: { price: "5900" } });
  Object.assign(movements().at(-1) ?? {}, { currency: "usd" });
  world.stripe.refund(await sell({ metadata: { environment: "preview" } }));
  at("2026-07-05T10:00:00Z");
  moveBalance(world.stripe.account, "payout", { source: "po_1", amount: -5000, currency: "eur" });
  at("2026-07-06T10:00:00Z");
  expect((await booksOf({ from: "2026-07-05", to: "2026-07-05" })).others).toMatchObject([{ category: "refund" }]);
  const { lines, others } = await booksOf();
  expect(lines).toEqual([]);
  const told = others.map(({ category, cents, currency, count, reason }) =>
    [category, cents, currency, count, reason].join(" "),
  );
  expect(told.toSorted()).toMatchSnapshot();
});

/** The sums of the lines, of what is not counted, and of Stripe's balance transactions themselves. */
async function balances() {
  const { lines, others } = await booksOf();
  const apart = others.reduce((sum, { cents }) => sum + cents, 0);
  const total = (field: "net" | "fee") => movements().reduce((sum, movement) => sum + movement[field], 0);
  return { lines, apart, ...sumOf(lines), stripeNet: total("net"), stripeFees: total("fee") };
}

test("a fee that Stripe bills by itself, as for a countered dispute, is named and not counted", async () => {
  const id = await sell();
  world.stripe.dispute(id, "needs_response");
  world.stripe.dispute(id, "under_review");
  const fees = { category: "fee", reason: "no-payment" };
  expect((await booksOf()).others).toContainEqual(expect.objectContaining({ ...fees, count: 1, cents: -2000 }));
  world.stripe.dispute(id, "won");
  expect((await booksOf()).others).toContainEqual(expect.objectContaining({ ...fees, count: 2, cents: 0 }));
  const { apart, payoutCents, stripeNet } = await balances();
  expect([payoutCents + apart, payoutCents]).toEqual([stripeNet, 3900 - 84 - 2000]);
});

test.each([
  ["partial_capture_reversal", "charge", -500, 0],
  ["fee", "charge", 0, 35],
  ["fee", "dispute", 0, 2000],
  ["other_adjustment", "refund", 700, 0],
])("a %s of a %s that the payment's history lacks is named by itself, and the sums agree", async (...what) => {
  const [category, source, amount, fee] = what;
  const id = await sell();
  if (source === "dispute") world.stripe.dispute(id, "needs_response");
  if (source === "refund") world.stripe.refund(id);
  const of = world.stripe.account.all(`${source}s`)[0]?.id ?? "";
  moveBalance(world.stripe.account, category, { source: of, amount, currency: "eur", fee });
  const { payoutCents, apart, stripeNet } = await balances();
  expect([payoutCents + apart, apart]).toEqual([stripeNet, amount - fee]);
  const stray = expect.objectContaining({ category, cents: amount - fee, reason: "stray" });
  expect((await booksOf()).others).toContainEqual(stray);
  // On days when the payment itself did not move, too.
  at("2026-07-05T10:00:00Z");
  expect((await booksOf({ from: "2026-07-05", to: "2026-07-05" })).others).toContainEqual(stray);
});

test("a movement that Stripe lists twice is one line", async () => {
  world.stripe.dispute(await sell(), "needs_response");
  const [dispute] = world.stripe.account.all("disputes") as unknown as { balance_transactions: StoredObject[] }[];
  dispute?.balance_transactions.push(...dispute.balance_transactions);
  const { lines, payoutCents, apart, stripeNet } = await balances();
  expect(lines.map(({ kind }) => kind)).toEqual(["sale", "dispute opened", "dispute fee"]);
  expect(payoutCents + apart).toBe(stripeNet);
});

test("the lines of a day are in the order in which it happened, a sale before what follows it", async () => {
  const first = await sell();
  at("2026-07-01T10:31:01Z");
  const second = await sell();
  at("2026-07-01T10:30:29Z");
  world.stripe.refund(first, 1000);
  at("2026-07-01T10:36:00Z");
  const third = await sell();
  at("2026-07-01T10:36:36Z");
  world.stripe.dispute(third, "needs_response");
  at("2026-07-01T10:36:36Z");
  world.stripe.refund(second);
  at("2026-07-02T00:00:00Z");
  const names = new Map([first, second, third].map((id, index) => [id, index + 1]));
  const told = (await booksOf()).lines.map(({ kind, intentId }) => `${kind} ${names.get(intentId)}`).join(", ");
  expect(told).toBe("sale 2, sale 1, refund 1, sale 3, dispute opened 3, dispute fee 3, refund 2");
});
