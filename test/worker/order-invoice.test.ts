import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { MAX_CORRECTIONS } from "../../src/ledger/invoice-rules.ts";
import type { Order, Told } from "../../src/ledger/orders.ts";
import { INVOICE_COPY as COPY } from "../../src/orders/invoice/invoice-copy.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { attribute, attributes, count, one, texts, visibleText } from "./document.ts";
import { emptyLedger, keepOrder, newsOf, rowsOf } from "./ledger-rows.ts";
import { inTurn, limiterOf } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { AWAY, askWith, changed, fail, formOf, ORDER_KEYS, orderPathOf, pageOf, shopOf } from "./shop.ts";
import { keepWithdrawal } from "./withdrawing-buyer.ts";

/** The order page's form that makes an invoice for a company, and the PDF. */

const logs = collectLogs();

const INTENT = "pi_invoiced";
const PAID = paidOrder({ intentId: INTENT, productId: "KVB1", buyerName: "Jan", email: "jan@example.nl" });
const TYPED = { bedrijf: "Jansen & Zn. BV", bedrijfsadres: "Dijk 2\n2345 CD Dorp", "btw-nummer": "NL123456789B01" };

let path = "";
const visit = (query = "", more: object = {}) => askWith({ ...ORDER_KEYS, ...more }, `${path}${query}`);
const post = (fields: Readonly<Record<string, string>>, headers: object = {}, more: object = {}) =>
  askWith({ ...ORDER_KEYS, ...more }, `${path}?factuur=aanvragen`, formOf({ ...TYPED, ...fields }, headers));
/** Sends a form, and goes where the answer leads, as a browser does. */
const send = async (...sent: Parameters<typeof post>) => {
  const response = await post(...sent);
  const location = response.headers.get("location");
  return location === null ? response : visit(location.slice(path.length).replace(/#.*/, ""));
};
const numbers = async () => (await rowsOf("SELECT number FROM invoices ORDER BY serial")).map(({ number }) => number);
const alertOn = (page: Parameters<typeof one>[0]) => visibleText(one(page, ".order-invoice [role=alert]"));

beforeEach(async () => {
  vi.setSystemTime("2026-11-22T10:00:00Z");
  await emptyLedger();
  path = await orderPathOf(INTENT);
  await keepOrder(PAID);
});

test("a plain form, folded away, makes an invoice, and the page has it from then on", async () => {
  const page = await pageOf(visit());
  expect(visibleText(one(page, ".order-invoice summary"))).toBe(COPY.form.start);
  expect(attribute(page, ".order-invoice details", "open")).toBeUndefined();
  expect(attribute(page, ".order-invoice-form", "method")).toBe("post");
  expect(attribute(page, ".order-invoice-form", "action")).toBe(`${path}?factuur=aanvragen#factuur`);
  const response = await post({});
  expect([response.status, response.headers.get("location")]).toEqual([303, `${path}?factuur=gemaakt#factuur`]);
  const after = await pageOf(visit("?factuur=gemaakt"));
  expect(visibleText(one(after, ".order-invoice [role=status]"))).toBe(COPY.done.made);
  expect(texts(after, ".order-invoice li")).toEqual(["Factuur 2026-0001 (pdf)"]);
  expect(attributes(after, ".order-invoice li a", "href")).toEqual([`${path}?factuur=2026-0001`]);
  expect(count(await pageOf(visit()), ".order-invoice [role=status]")).toBe(0);
  expect(logs.lines("invoice.issued")).toMatchObject([{ intentId: INTENT, number: `2026-0001` }]);
});

test("a form of before with other data makes nothing, and shows the invoice that is there", async () => {
  await post({});
  const page = await pageOf(post({ bedrijf: "Een ander" }), 409);
  expect([alertOn(page), texts(page, ".order-invoice li").length]).toEqual([COPY.unchanged.other, 1]);
  expect(attribute(page, "#bedrijf", "value")).toBe(TYPED.bedrijf);
});

test("a correction is a credit note and a new invoice; after a few of them the buyer has to mail", async () => {
  await post({});
  const [first] = await numbers();
  const page = await pageOf(send({ bedrijf: "Jansen Holding", vervangt: String(first) }));
  expect(visibleText(one(page, ".order-invoice [role=status]"))).toBe(COPY.done.corrected);
  const three = "Factuur 2026-0001 (pdf), Creditnota 2026-0002 (pdf), Factuur 2026-0003 (pdf)";
  expect(texts(page, ".order-invoice li").join(", ")).toBe(three);
  expect(visibleText(one(page, ".order-invoice details > p"))).toContain(`2026-0003`);
  expect(attribute(page, "#bedrijf", "value")).toBe("Jansen Holding");
  for (let times = 1; times < MAX_CORRECTIONS; times += 1)
    await post({ bedrijf: `Jansen ${times}`, vervangt: String((await numbers()).at(-1)) });
  const last = await pageOf(visit());
  expect(count(last, ".order-invoice form")).toBe(0);
  expect(visibleText(one(last, ".order-invoice > p"))).toBe(COPY.unchanged["too-often"]);
  const refused = await pageOf(post({ bedrijf: "Nog een", vervangt: String((await numbers()).at(-1)) }), 409);
  expect(alertOn(refused)).toBe(COPY.unchanged["too-often"]);
  expect(await numbers()).toHaveLength(1 + 2 * MAX_CORRECTIONS);
});

const { company, address, vatId } = COPY.problems;
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
  ["Cyrillic", { bedrijfsadres: "2345 CD\nСофия" }, "bedrijfsadres", unprintable(address.unprintable, "С о ф и я")],
  ["a number of the Chamber of Commerce", { "btw-nummer": "12345678" }, "btw-nummer", vatId.invalid],
  ["a Dutch number that is too short", { "btw-nummer": "NL12345678B01" }, "btw-nummer", vatId.invalid],
  ["two numbers", { "btw-nummer": "NL123456789B01 of NL987654321B01" }, "btw-nummer", vatId.invalid],
  ["a Belgian number", { "btw-nummer": "BE0403170701" }, "btw-nummer", vatId.invalid],
  ["a Swiss number", { "btw-nummer": "CHE123456789" }, "btw-nummer", vatId.invalid],
  ["a German address without a number", { ...EMDEN, "btw-nummer": "" }, "bedrijfsadres", address.partial],
  ["a German address with a Dutch number", EMDEN, "bedrijfsadres", address.partial],
  ["a Belgian one with that", { bedrijfsadres: "Kaai 1, 8400 Oostende" }, "bedrijfsadres", address.partial],
])("%s: 422, said at the field, and what was typed is still there", async (_name, change, field, text) => {
  const page = await pageOf(post(change), 422);
  expect(visibleText(one(page, "title"))).toMatch(/^Fout: /);
  expect(visibleText(one(page, `#${field}-fout`))).toBe(text);
  expect(attribute(page, ".form-alert a", "href")).toBe(`#${field}`);
  expect(attribute(page, `#${field}`, "aria-invalid")).toBe("true");
  expect(attribute(page, ".order-invoice details", "open")).not.toBeUndefined();
  const typed: Record<string, string> = { ...TYPED, ...change };
  expect(attribute(page, "#bedrijf", "value")).toBe(typed.bedrijf?.trim());
  expect(one(page, "#bedrijfsadres").text.trim()).toBe(typed.bedrijfsadres?.trim());
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
    ...{ "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
    "x-robots-tag": "noindex, nofollow",
  });
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

const tell = (told: Told) => recordEvent(shopOf(), { news: { ...newsOf(PAID), told }, effect: "money" });

test.each<[string, Partial<Order> | null, boolean]>([
  ["paid", {}, true],
  ["a gift", { gift: { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } }, true],
  ["partly paid back", { refundedCents: 900 }, true],
  ["paid back", { refundedCents: 3900 }, false],
  ["disputed", { dispute: "open" }, false],
  ["not paid", { status: "failed" }, false],
  ["not known yet", null, false],
])("%s", async (_name, change, isOffered) => {
  await emptyLedger();
  if (change !== null) await keepOrder({ ...PAID, ...change }, change.status === "failed" ? "failed" : "intent");
  if (change?.dispute !== undefined) await tell({ kind: "dispute", id: "du_1", state: "open" });
  expect(count(await pageOf(visit()), ".order-invoice form")).toBe(isOffered ? 1 : 0);
  const response = await post({});
  expect(response.status).toBe(isOffered ? 303 : 409);
  expect(await numbers()).toHaveLength(isOffered ? (change?.refundedCents ? 2 : 1) : 0);
  if (!isOffered) expect(alertOn(await pageOf(response, 409))).toBe(COPY.unchanged.closed);
});

test("a withdrawn order gets none; an invoice that it had stays, and is corrected no more", async () => {
  await post({});
  await keepWithdrawal(INTENT);
  const page = await pageOf(visit());
  expect([count(page, ".order-invoice li"), count(page, ".order-invoice form")]).toEqual([1, 0]);
  expect((await post({ bedrijf: "Een ander", vervangt: String((await numbers())[0]) })).status).toBe(409);
  await emptyLedger();
  await keepOrder(PAID);
  await keepWithdrawal(INTENT);
  expect(count(await pageOf(visit()), ".order-invoice")).toBe(0);
});

test("an event that tells of a refund makes the credit note, and the page has it", async () => {
  await post({});
  for (const _time of [1, 2]) await tell({ kind: "refund", id: "re_1", cents: 3900, isFailed: false });
  const page = await pageOf(visit());
  expect(texts(page, ".order-invoice li").join(", ")).toBe("Factuur 2026-0001 (pdf), Creditnota 2026-0002 (pdf)");
  expect(count(page, ".order-invoice form")).toBe(0);
  const named = (await visit("?factuur=2026-0002")).headers.get("content-disposition");
  expect(named).toContain("creditnota-2026-0002.pdf");
});

test.each(["TRADER_LEGAL_NAME", "TRADER_ADDRESS", "TRADER_VAT_ID"])("no invoice without %s", async (name) => {
  const more = { [name]: "FILL-IN" };
  expect(count(await pageOf(visit("", more)), ".order-invoice")).toBe(0);
  expect((await post({}, {}, more)).status).toBe(409);
  expect(await numbers()).toEqual([]);
});

test("a client may make six in a minute", async () => {
  const limiter = limiterOf("ORDER_LIMIT");
  const client = { "cf-connecting-ip": "203.0.113.9" };
  const statuses = await inTurn(7, async () => (await post({}, client, limiter)).status);
  expect(statuses).toEqual([...Array(6).fill(303), 429]);
  expect(alertOn(await pageOf(post({}, client, limiter), 429))).toBe(COPY.unchanged.tooMany);
});

test("while the ledger is away nothing is made, and what was typed can be sent again", async () => {
  let calls = 0;
  const failing = changed(env.DB, {
    batch: (real) => (statements: unknown) => {
      calls += 1;
      return calls < 2 ? real(statements) : fail();
    },
  });
  const [unread, unwritten] = [await post({}, {}, { DB: AWAY }), await post({}, {}, { DB: failing })];
  expect(unwritten.headers.get("retry-after")).toBe("30");
  const [first, second] = [await pageOf(unread, 503), await pageOf(unwritten, 503)];
  expect([visibleText(one(first, ".lead")), alertOn(second)]).toEqual([COPY.kept, COPY.unchanged.unavailable]);
  for (const page of [first, second]) {
    expect(attribute(page, "#bedrijf", "value")).toBe(TYPED.bedrijf);
    expect(attribute(page, ".order-invoice-form", "action")).toBe(`${path}?factuur=aanvragen#factuur`);
  }
  expect(JSON.stringify(logs.lines("invoice.unissued"))).not.toContain("Jansen");
});
