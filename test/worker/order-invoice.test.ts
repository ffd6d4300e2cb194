import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { selectInvoices, toInvoice } from "../../src/ledger/invoices.ts";
import type { Order, Told } from "../../src/ledger/orders.ts";
import type { Answer } from "../../src/ledger/withdrawal-life-rules.ts";
import { INVOICE_COPY as COPY } from "../../src/orders/invoice/invoice-copy.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { settleOwed } from "../../src/orders/settlement.ts";
import { answerStatements } from "../../src/orders/withdrawal/withdrawals.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import { KEYED_PAGE_HEADERS } from "../../src/server/http/security.ts";
import { vatBreakdown } from "../../src/shared/money.ts";
import { now } from "../clock.ts";
import { eachStory, type Step, type Words } from "../table.ts";
import { attribute, attributes, count, one, texts, transcript, visibleText } from "./document.ts";
import { emptyLedger, keepOrder, newsOf, paidOrder, rowsOf, run, WISH } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { expectWrong } from "./page-data.ts";
import { expectBaseline } from "./security-headers.ts";
import { AWAY, askWith, formOf, orderPathOf, pageOf, shopOf, troubled } from "./shop.ts";
import { keepWithdrawal } from "./withdrawing-buyer.ts";

/** The order page's form that makes an invoice for a company, and the PDF. */

const INTENT = "pi_invoiced";
const BEGUN = { intentId: INTENT, createdAt: "2026-06-29T10:00:00.000Z" };
const PAID = paidOrder({ ...BEGUN, productId: "KVB1", buyerName: "Jan", email: "jan@example.nl" });
const TYPED = { bedrijf: "Jansen & Zn. BV", bedrijfsadres: "Dijk 2\n2345 CD Dorp", "btw-nummer": "NL123456789B01" };

let path = "";
const visit = (query = "", more: object = {}) => askWith(more, `${path}${query}`);
const post = (fields: Readonly<Record<string, string>>, headers: object = {}, more: object = {}) =>
  askWith(more, `${path}?factuur=aanvragen`, formOf({ ...TYPED, ...fields }, headers));
/** Sends a form, and goes where the answer leads, as a browser does. */
const send = async (...sent: Parameters<typeof post>) => {
  const response = await post(...sent);
  const location = response.headers.get("location");
  return location === null ? response : visit(location.slice(path.length).replace(/#.*/, ""));
};
const numbers = async () => (await rowsOf("SELECT number FROM invoices ORDER BY serial")).map(({ number }) => number);
const NEW_YEAR = new Date("2026-12-31T23:00:00Z");
const invoiceOn = (page: Parameters<typeof one>[0]) => transcript(one(page, ".order-invoice"));
const alertOn = (page: Parameters<typeof one>[0]) => visibleText(one(page, ".order-invoice [role=alert]"));

beforeEach(async () => {
  vi.setSystemTime("2026-11-22T10:00:00Z");
  await emptyLedger();
  path = await orderPathOf(INTENT);
  await keepOrder(PAID);
});

test("a plain form, folded away, makes an invoice, and the page has it from then on", async () => {
  expect(invoiceOn(await pageOf(visit("?factuur=gemaakt")))).toMatchSnapshot();
  const response = await post({});
  expect([response.status, response.headers.get("location")]).toEqual([303, `${path}?factuur=gemaakt#factuur`]);
  expect(Object.fromEntries(response.headers)).toMatchObject(KEYED_PAGE_HEADERS);
  expect(invoiceOn(await pageOf(visit("?factuur=gemaakt")))).toMatchSnapshot("once it is made");
  expect(count(await pageOf(visit()), ".order-invoice [role=status]")).toBe(0);
  expect(logs.lines("invoice.issued")).toMatchObject([{ intentId: INTENT, number: `2026-0001` }]);
});

const tell = (told: Told) => recordEvent(shopOf(), { news: { ...newsOf(PAID), told }, effect: "money" });
const sold =
  (changes: Partial<Order> = {}) =>
  () =>
  async () => {
    await emptyLedger();
    await keepOrder({ ...PAID, ...changes }, changes.status === "failed" ? "failed" : "intent");
  };
const back =
  (cents: number, isFailed = false) =>
  (id = "") =>
  () =>
    tell({ kind: "refund", id, cents, isFailed });
const invoices = async () => ((await run(selectInvoices(INTENT)))[0] ?? []).map(toInvoice);
/** Sends the form, which is answered 303 if it made something. */
const asks =
  (bedrijf: string, vervangt?: () => Promise<string | undefined>, more: Readonly<Record<string, string>> = {}) =>
  (status = "303"): Step =>
  async () => {
    const replaced = await vervangt?.();
    const response = await post({ bedrijf, ...more, ...(replaced === undefined ? {} : { vervangt: replaced }) });
    expect(String(response.status)).toBe(status);
    if (status === "409") expect(alertOn(await pageOf(response, 409))).toMatchSnapshot();
  };
const last = async () => (await invoices()).findLast(({ kind }) => kind === "invoice")?.number;
const WORDS: Words = {
  "a gift": sold({ gift: WISH }),
  "partly repaid": sold({ refundedCents: 900 }),
  repaid: sold({ refundedCents: 3900 }),
  "not paid": sold({ status: "failed" }),
  "not known": () => emptyLedger,
  "of something else": () => () => run(sql("UPDATE orders SET source = NULL, product_id = NULL")),
  asks: asks("Jansen BV"),
  "asks as another": asks("É".repeat(100), undefined, { bedrijfsadres: `${"é".repeat(100)}\n2345 CD Dorp` }),
  "asks elsewhere": asks("Jansen BV", undefined, { bedrijfsadres: "Kade 9\n2345 CD Dorp" }),
  "asks without its number": asks("Jansen BV", undefined, { "btw-nummer": "" }),
  "in January": () => async () => void vi.setSystemTime(NEW_YEAR),
  corrects: asks("Een", last),
  "corrects its address": asks("Een", last, { bedrijfsadres: "Kade 9\n2345 CD Dorp" }),
  "corrects again": asks("Twee", last),
  "corrects once more": asks("Drie", last),
  "sends that again": asks("Drie", async () => "2026-0005"),
  "corrects a fourth time": asks("Vier", last),
  "corrects nothing": asks("Jansen BV", last),
  "corrects the first": asks("Twee", async () => "2026-0001"),
  "corrects thrice at once": (status) => async () => {
    const number = await last();
    await Promise.all([1, 2, 3].map(() => asks("Een", async () => number)(status)()));
  },
  "10 back": back(1000),
  "29 back": back(2900),
  "all back": back(3900),
  "10 fails": back(1000, true),
  "all fails": back(3900, true),
  settled: (cents) => async () => expect(await settleOwed(ledgerOf(env), INTENT, Number(cents), now())).toBe(true),
  disputed: () => () => tell({ kind: "dispute", id: "du_1", state: "open" }),
  lost: () => () => tell({ kind: "dispute", id: "du_1", state: "lost" }),
  "asks while it is":
    (what = "") =>
    async () =>
      expect((await post({}, {}, { DB: troubled((call) => call === 2 && WORDS[what]?.("")()) })).status).toBe(409),
  withdrawn: () => () => keepWithdrawal(INTENT, { reference: "HR-1" }),
  answered: (as) => () => run(...answerStatements("HR-1", as as Answer, now(), INTENT)),
};

// At the end: the invoices of the order, and whether its page has the form.
eachStory(WORDS)(`
    of what was paid                             | asks                                       | 0001 invoice 3900, form
    once, however often and at length it is asked | asks, asks, in January, asks as another: 409 | 0001 invoice 3900, form
    nor with another address or VAT number       | asks, asks elsewhere: 409, asks without its number: 409 | 0001 invoice 3900, form
    of a gift                                    | a gift, asks                               | 0001 invoice 3900, form
    nor of what was paid back otherwise          | all fails: re_1, settled: 3900, asks: 409  | no form
    not of what is not paid                      | not paid, asks: 409                        | no form
    not of what is not known                     | not known, asks: 409                       | no form
    not of what is no sale of the shop           | of something else, asks: 409               | no form
    nor of what was repaid                       | repaid, asks: 409                          | no form
    not of what a bank asks about                | disputed, asks: 409                        | no form
    nor of what it takes back meanwhile          | asks while it is: lost                     | no form
    nor of what it comes to ask about meanwhile  | asks while it is: disputed                 | no form
    nor of what is withdrawn from meanwhile      | asks while it is: withdrawn                | no form
    not of what was withdrawn from               | withdrawn, asks: 409                       | no form
    which stays, and is corrected no more        | asks, withdrawn, corrects: 409             | 0001 invoice 3900, no form
    # A credit note of each refund, and of nothing else
    of a part that went back before              | partly repaid, asks                        | 0001 invoice 3900, 0002 refund of 0001 -900, form
    of each part, once                           | asks, 10 back: re_1, 10 back: re_1, 29 back: re_2 | 0001 invoice 3900, 0002 refund of 0001 -1000, 0003 refund of 0001 -2900, no form
    once, if the refund failed and is made again | asks, 10 back: re_1, 10 fails: re_1, 10 back: re_2 | 0001 invoice 3900, 0002 refund of 0001 -1000, form
    of what was paid back otherwise              | asks, 10 fails: re_1, settled: 1000, 10 back: re_2 | 0001 invoice 3900, 0002 refund of 0001 -1000, 0003 refund of 0001 -1000, form
    also if the answer to a withdrawal says so   | asks, 10 back: re_1, withdrawn, answered: repaid | 0001 invoice 3900, 0002 refund of 0001 -1000, 0003 refund of 0001 -2900, no form
    after which there may be another, if it was not so | asks, 10 back: re_1, withdrawn, answered: repaid, answered: refused, asks, asks elsewhere: 409 | 0001 invoice 3900, 0002 refund of 0001 -1000, 0003 refund of 0001 -2900, 0004 invoice of 0001 3900, 0005 refund of 0004 -1000, form
    which is none, if the refund had one         | asks, 10 back: re_1, 10 fails: re_1, settled: 1000 | 0001 invoice 3900, 0002 refund of 0001 -1000, form
    not without an invoice                       | 10 back: re_1                              | form
    not of a dispute                             | asks, lost                                 | 0001 invoice 3900, no form
    # A correction is a credit note and a new invoice
    of the first                                 | asks, corrects                             | 0001 invoice 3900, 0002 correction of 0001 -3900, 0003 invoice of 0001 3900, form
    that changes nothing makes nothing           | asks, corrects nothing                     | 0001 invoice 3900, form
    sent thrice at once, and from an old form    | asks, corrects thrice at once, corrects the first: 409 | 0001 invoice 3900, 0002 correction of 0001 -3900, 0003 invoice of 0001 3900, form
    of what is left after a refund, or nothing   | asks, 10 back: re_1, corrects, 29 back: re_2, corrects again: 409 | 0001 invoice 3900, 0002 refund of 0001 -1000, 0003 correction of 0001 -2900, 0004 invoice of 0001 2900, 0005 refund of 0004 -2900, no form
    of nothing, if a refund failed after its own | asks, all back: re_1, all fails: re_1, corrects: 409 | 0001 invoice 3900, 0002 refund of 0001 -3900, no form
    thrice; then the buyer has to mail           | asks, corrects, corrects its address, corrects once more, sends that again, corrects a fourth time: 409 | 0001 invoice 3900, 0002 correction of 0001 -3900, 0003 invoice of 0001 3900, 0004 correction of 0003 -3900, 0005 invoice of 0003 3900, 0006 correction of 0005 -3900, 0007 invoice of 0005 3900, no form`)(
  "an invoice: %s",
  async (promise, story, end) => {
    for (const step of story) await step();
    const all = await invoices();
    if (promise === "of a gift") expect(all[0]?.description).toBe("Cadeau: online cursus Klein Vaarbewijs 1");
    const lines = all.map(({ number, kind, about, inclCents }) =>
      [number.slice(-4), kind, ...(about ? ["of", about.slice(-4)] : []), inclCents].join(" "),
    );
    const page = await pageOf(visit());
    const hasForm = count(page, ".order-invoice form") === 1;
    expect([...lines, hasForm ? "form" : "no form"].join(", ")).toBe(end);
    const logged = new Set(logs.lines("invoice.issued").map((line) => String(line.number)));
    expect([...logged].toSorted()).toEqual(all.map(({ number }) => number));
    const sum = (field: "inclCents" | "vatCents") => all.reduce((total, invoice) => total + invoice[field], 0);
    // The form replaces the last invoice, and who may correct none any more is told so.
    const invoice = sum("inclCents") > 0 && all.findLast(({ kind }) => kind === "invoice");
    expect(attributes(page, "[name=vervangt]", "value")).toEqual(hasForm && invoice ? [invoice.number] : []);
    const isTooOften = all.filter(({ kind }) => kind === "correction").length === 3;
    expect(texts(page, ".order-invoice > .note")).toEqual(isTooOften ? [COPY.unchanged["too-often"]] : []);
    // The page has each, and its file has its name.
    const titles = all.map(({ number, kind }) => `${kind === "invoice" ? "Factuur" : "Creditnota"} ${number} (pdf)`);
    expect(texts(page, ".order-invoice li")).toEqual(titles);
    const files = await Promise.all(all.map(({ number }) => visit(`?factuur=${number}`)));
    const named = files.map(({ headers }) => /"(\w+-\S+)\.pdf"/.exec(headers.get("content-disposition") ?? "")?.[1]);
    expect(named).toEqual(titles.map((title) => title.replace(" (pdf)", "").replace(" ", "-").toLowerCase()));
    // The VAT adds up to that of what stays paid.
    expect(sum("vatCents")).toBe(vatBreakdown(sum("inclCents")).vatCents);
  },
);

test("what was typed into a form of before is there still; one of the invoice that counts has its data", async () => {
  const DB = troubled((call) => call === 2 && post({}));
  const page = await pageOf(post({ bedrijf: "Een ander" }, {}, { DB }), 409);
  const values = ["#bedrijf", "[name=vervangt]"].map((field) => attribute(page, field, "value"));
  expect([alertOn(page), ...values]).toMatchSnapshot("what was typed");
  const corrected = await pageOf(send({ bedrijf: "Jansen Holding", vervangt: String(await last()) }));
  expect(invoiceOn(corrected)).toMatchSnapshot();
});

test("what an invoice keeps; a correction takes back the first one's data, and has those of now", async () => {
  await post({});
  await post({ bedrijf: "Jansen Holding", vervangt: "2026-0001" }, {}, { TRADER_ADDRESS: "Elders 3, 1234 AB Stad" });
  await back(1000)("re_1")();
  expect(await invoices()).toMatchSnapshot();
});

async function askOf(intentId: string): Promise<void> {
  await keepOrder({ ...PAID, intentId });
  await askWith({}, `${await orderPathOf(intentId)}?factuur=aanvragen`, formOf(TYPED));
}

test("numbers: of many at once, for many orders and for one: each order has one, without gaps and doubles", async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `pi_many${index}`);
  await Promise.all([...ids, ...ids, ...ids.toReversed()].map(askOf));
  expect(await numbers()).toEqual(ids.map((_, index) => `2026-${String(index + 1).padStart(4, "0")}`));
  expect(await rowsOf("SELECT DISTINCT intent_id FROM invoices")).toHaveLength(ids.length);
});

test("numbers: begin again with the year in Amsterdam, grow beyond four digits, and never meet those that a restore lost", async () => {
  vi.setSystemTime(NEW_YEAR.getTime() - 1);
  await askOf("pi_1");
  vi.setSystemTime(NEW_YEAR);
  await askOf("pi_2");
  await run(sql("UPDATE invoices SET serial = 9999 WHERE series = '2027'"));
  await askOf("pi_3");
  await run(sql("INSERT INTO invoice_series VALUES ('2027', '2027-12311200')"));
  await askOf("pi_4");
  const rows = await rowsOf("SELECT number FROM invoices ORDER BY intent_id");
  const all = ["2026-0001", "2027-9999", "2027-10000", "2027-12311200-0001"];
  expect(rows.map(({ number }) => number)).toEqual(all);
});

const { company, address, vatId } = COPY.problems;
test("what each key says", () => expect(COPY.problems).toMatchSnapshot());
const unprintable = (text: string, letters: string) => text.replace("{letters}", `${letters}.`);
const EMDEN = { bedrijfsadres: "Hauptstraße 5\n26721 Emden" };
test.each([
  ["no company", { bedrijf: " " }, "bedrijf", company.missing],
  ["a long company", { bedrijf: "x".repeat(101) }, "bedrijf", company.long],
  ["letters that the PDF lacks", { bedrijf: "Łódź Ελ" }, "bedrijf", unprintable(company.unprintable, "Ł ź Ε λ")],
  ["an emoji", { bedrijf: "Vaart ⛵" }, "bedrijf", unprintable(company.unprintable, "⛵")],
  ["no address", { bedrijfsadres: "\n" }, "bedrijfsadres", address.missing],
  ["a street without a place", { bedrijfsadres: "Dijk 2" }, "bedrijfsadres", address.partial],
  ["six lines", { bedrijfsadres: "1\n2\n3\n4\n5\n2345 CD" }, "bedrijfsadres", address.long],
  ["long lines", { bedrijfsadres: `${"x".repeat(100)}\n2345 CD ${"x".repeat(100)}` }, "bedrijfsadres", address.long],
  ["Cyrillic", { bedrijfsadres: "2345 CD\nСофия" }, "bedrijfsadres", unprintable(address.unprintable, "С о ф и я")],
  ["a number of the Chamber of Commerce", { "btw-nummer": "12345678" }, "btw-nummer", vatId.invalid],
  ["a Dutch number that is too short", { "btw-nummer": "NL12345678B01" }, "btw-nummer", vatId.invalid],
  ["two numbers", { "btw-nummer": "NL123456789B01 of NL987654321B01" }, "btw-nummer", vatId.invalid],
  ["a Belgian number", { "btw-nummer": "BE0403170701" }, "btw-nummer", vatId.invalid],
  ["a Swiss number", { "btw-nummer": "CHE123456789" }, "btw-nummer", vatId.invalid],
  ["a German address without a number", { ...EMDEN, "btw-nummer": "" }, "bedrijfsadres", address.partial],
  ["a German address with a Dutch number", EMDEN, "bedrijfsadres", address.partial],
  ["a Belgian one with that", { bedrijfsadres: "Kaai 1, 8400 Oostende" }, "bedrijfsadres", address.partial],
  ["a place of two words", { bedrijfsadres: "Kaai 1\n8660 De Panne" }, "bedrijfsadres", address.partial],
  ["a place with an accent", { bedrijfsadres: "Kai 1\n1000 brüssel" }, "bedrijfsadres", address.partial],
])("%s: 422, said at the field, and what was typed is still there", async (_name, change, field, text) => {
  const page = await pageOf(post(change), 422);
  // A number is shown as it is read.
  const { "btw-nummer": _number, ...typed } = { ...TYPED, ...change };
  expectWrong(page, { [field]: text }, typed);
  expect(attribute(page, ".order-invoice details", "open")).not.toBeUndefined();
  expect(await numbers()).toEqual([]);
});

test.each([
  ["btw-nummer", "123456789b01", "NL123456789B01"],
  ["btw-nummer", "nl 1234.56.789 b01", "NL123456789B01"],
  ["btw-nummer", "BTW NL123456789B01", "NL123456789B01"],
  ["btw-nummer", "Btw-nr.: NL 1234.56.789.B.01", "NL123456789B01"],
  ["btw-nummer", "BTW-id NL123456789B01 (KvK 12345678)", "NL123456789B01"],
  ["btw-nummer", "btwnummer:nl123456789b01", "NL123456789B01"],
  ["btw-nummer", "BTWNL123456789B01", "NL123456789B01"],
  ["btw-nummer", "", null],
  ["bedrijfsadres", "Kaai 1 ,\r\n1620 AB Hoorn;\r\n, Nederland", "Kaai 1\n1620 AB Hoorn\nNederland"],
  ["bedrijfsadres", "Kade 1, 1621ab Hoorn", "Kade 1, 1621ab Hoorn"],
  ["bedrijfsadres", " Dijk 2 \r\n\r\n 2345 CD  Dorp\r\n", "Dijk 2\n2345 CD Dorp"],
  // Letters that a PDF has, accents as one, no invisible signs.
  ["bedrijf", "\u0133sselwerf bv", "ijsselwerf bv"],
  ["bedrijf", "\u0132SSELWERF", "IJSSELWERF"],
  ["bedrijf", "\ufb01ets & boot \u2116 1", "fiets & boot No 1"],
  ["bedrijf", "\u201bt \u201fSchip\u201d \u00bd", "\u2019t \u201dSchip\u201d \u00bd"],
  ["bedrijf", " Cafe\u0301 \u200bde  Boei\u2011BV ", "Café de Boei-BV"],
])("%s: %j is kept as it was meant", async (field, typed, kept) => {
  expect((await post({ [field]: typed })).status).toBe(303);
  const column = { "btw-nummer": "vat_id", bedrijfsadres: "address", bedrijf: "company" }[field];
  expect(await rowsOf(`SELECT ${column} AS kept FROM invoices`)).toEqual([{ kept }]);
});

test("the PDF is a file to keep, for the holder of the link alone, and the same, byte by byte, once the seller has moved", async () => {
  await post({});
  const response = await visit("?factuur=2026-0001");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="factuur-2026-0001.pdf"`,
    "cache-control": "private, no-store",
    ...KEYED_PAGE_HEADERS,
  });
  expectBaseline(response);
  const text = await response.text();
  expect(text).toMatch(/^%PDF-1\.7\n/);
  expect(text).toContain(Buffer.from("Jansen & Zn. BV", "latin1").toString("hex"));
  const moved = { TRADER_ADDRESS: "Elders 9, 9999 ZZ Ver weg" };
  expect(await (await visit("?factuur=2026-0001", moved)).text()).toBe(text);
});

test("the PDF of another order, or of a number that nobody has, is not there", async () => {
  await post({});
  const [number] = await numbers();
  expect((await visit("?factuur=2026-9999")).status).toBe(404);
  await keepOrder({ ...PAID, intentId: "pi_other" });
  path = await orderPathOf("pi_other");
  const page = await pageOf(visit(`?factuur=${number}`), 404);
  expect(visibleText(one(page, "h1"))).toBe(ORDER_STATUS_COPY.notFound.title);
  path = path.replace("pi_other", "pi_othex");
  expect((await visit(`?factuur=${number}`)).status).toBe(404);
  expect((await post({})).status).toBe(404);
});

test.each(["TRADER_LEGAL_NAME", "TRADER_ADDRESS", "TRADER_VAT_ID"])("no invoice without %s", async (name) => {
  const more = { [name]: "FILL-IN" };
  expect(count(await pageOf(visit("", more)), ".order-invoice")).toBe(0);
  expect((await post({}, {}, more)).status).toBe(409);
  expect(await numbers()).toEqual([]);
});

test("while the ledger is away nothing is made, and what was typed can be sent again", async () => {
  const [unread, unwritten] = [
    await post({}, {}, { DB: AWAY }),
    await post({}, {}, { DB: troubled((call) => call > 1, "fails") }),
  ];
  expect(unwritten.headers.get("retry-after")).toBe("30");
  expect(transcript(one(await pageOf(unread, 503), "main"))).toMatchSnapshot("not read");
  expect(invoiceOn(await pageOf(unwritten, 503))).toMatchSnapshot("not written");
  expect(JSON.stringify(logs.lines("invoice.unissued"))).not.toContain("Jansen");
});
