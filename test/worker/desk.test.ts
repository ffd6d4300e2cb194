import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ACTS, ACTS_COPY } from "../../src/desk/acts-copy.ts";
import { DESK_COPY } from "../../src/desk/desk-copy.ts";
import { eraseStatements } from "../../src/ledger/erasure.ts";
import { firstInvoice, replaceInvoice } from "../../src/ledger/invoices.ts";
import type { Order } from "../../src/ledger/orders.ts";
import { purge } from "../../src/ledger/purge.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { DAY_MS, MINUTE_MS, now } from "../clock.ts";
import { eachRow } from "../table.ts";
import { sendOne } from "./clock-ticks.ts";
import {
  act,
  askDesk,
  confirmationIn,
  fillIn,
  LOOKER,
  OWNER,
  openDesk,
  paid,
  press,
  screenOf,
  stripe,
} from "./desk.ts";
import { all, attributes, one, texts, visibleText } from "./document.ts";
import { emptyLedger, keepOrder, paidOrder, refreshed, row, rowsOf, run, WISH } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { expectBaseline } from "./security-headers.ts";
import { answerText, askWith, changed, emptyKv, fail, formOf, ORIGIN, pageOf, seedTargets, troubled } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerError, answerJson } from "./stripe-stub.ts";
import { keepWithdrawal } from "./withdrawing-buyer.ts";

/** The owner's desk behind its door: what it shows, and what it does. */

const NOW = "2026-11-26T11:00:00.000Z";
const INTENT = "pi_3Desk00000000SANNE";
/** True of a press that never came, and of one whose answer did not. */
const LOST = "Je was afgemeld of de verbinding viel weg. Kijk eerst bij Gedaan of het al is gebeurd.";
const ORDER: Order = paidOrder(
  {
    ...{ intentId: INTENT, productId: "KVB1", source: "checkout", flow: "none" },
    ...{ buyerName: "Sanne de Vries", email: "sanne@example.nl" },
  },
  "2026-11-26T09:00:00.000Z",
);

beforeEach(async () => {
  vi.setSystemTime(NOW);
  await emptyLedger();
  openDesk();
});

type Page = Awaited<ReturnType<typeof screenOf>>;
const acts = () => rowsOf("SELECT * FROM acts ORDER BY at, id");
/** What was written down of each act, the texts alone. */
const told = () => rowsOf("SELECT what, before, after, state FROM acts ORDER BY at, what, before, state");
/** The cents of each refund that Stripe made. */
const repaid = () => stripe.all("refunds").map(({ amount }) => amount);
const mail = () => rowsOf("SELECT kind, version, state FROM mails WHERE about = ?1", INTENT);
const story = (page: Page) => texts(page, ".desk-story li");
const hrefsIn = (page: Page, selector: string) => attributes(page, selector, "href").map(String);
const items = (page: Page) => texts(page, ".desk-item");
const waiting = async (begin: string) => items(await screenOf("")).filter((line) => line.startsWith(begin));
const factsOf = (page: Page) => texts(page, ".desk-facts > div");
const noticeOn = (page: Page) => visibleText(one(page, ".desk-notice"));
const orderPage = async (ask = {}) => screenOf(`/bestellingen/${INTENT}`, ask);
const later = (minutes: number) => vi.setSystemTime(new Date(Date.parse(NOW) + minutes * MINUTE_MS));
const doing = (act: string, fields: Readonly<Record<string, string>>) => `/doen/${act}?${new URLSearchParams(fields)}`;
const confirming = (adres: string) => doing("bevestiging-sturen", { bestelling: INTENT, adres });
/** It is done with the tick alone. */
async function needsTick(form: ReturnType<typeof confirmationIn>): Promise<void> {
  expect(texts(await pageOf(press(form), 409), "main form label")).toMatchSnapshot();
  expect((await press({ ...form, fields: { ...form.fields, nogmaals: "ja" } })).status).toBe(303);
}
/** Why an act is not offered. */
const refusal = async (path: string) => visibleText(one(await screenOf(path, {}, 409), ".desk-text"));
const erased = (whose: Parameters<typeof eraseStatements>[0]) => eraseStatements(whose, new Date(NOW));
const company = { company: "Jachtwerf \u2018De Zwaan\u2019 BV", address: "Dijk 2\n1234 AB Stad", vatId: "" };
const seller = { legalName: "Vaarkoers BV", address: "Kade 1", vatId: "NL000000000B01" };

const SCREENS = ["", "/bestellingen", "/herroepingen", "/grootboek", "/gegevens", "/doelen", "/gedaan"];

test.each(SCREENS)("every screen: %s has no script, is kept nowhere and found by nobody", async (path) => {
  const answer = await askDesk(path);
  const headers = Object.fromEntries(answer.headers);
  const kept = { "cache-control": "private, no-store", "x-robots-tag": "noindex, nofollow" };
  expect([answer.status, headers]).toMatchObject([200, { ...kept, "referrer-policy": "same-origin" }]);
  // Where the sign-in, if it has ended, sends a form.
  expectBaseline(answer, /^'self' https:\/\/desk-\d+\.cloudflareaccess\.example$/);
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self'; (?!.*script-src)/);
  const html = await answer.text();
  expect(html).toMatch(/^<!DOCTYPE html><html lang="nl">/);
  expect(html).not.toMatch(/<script|style=/);
});

const NOWHERE = "/nergens /bestellingen/pi_nergens /herroepingen/HR-0000 /doen/niets /bestellingen/a/b /%";
test.each(NOWHERE.split(" "))("every screen: %s is a screen that says so", async (path) => {
  expect(visibleText(one(await screenOf(path, {}, 404), "h1"))).toBe("Dat is er niet");
});

test.each([
  ["/", ""],
  ["/bestellingen/?zoek=a", "/bestellingen?zoek=a"],
  ["/herroepingen/HR-1//", "/herroepingen/HR-1"],
])("every screen: %s leads to the address without a slash at its end", async (path, to) => {
  const { status, headers } = await askDesk(path, { init: { redirect: "manual" } });
  expect([status, headers.get("location")]).toEqual([308, `${PATHS.desk}${to}`]);
});

test("every screen: is asked for or sent a form, and nothing else", async () => {
  const { status, headers } = await askDesk("", { init: { method: "PUT" } });
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
});

test("today: counts by day, week and quarter in Amsterdam, a product a row", async () => {
  const sold = (intentId: string, at: string, known: Partial<Order>) =>
    keepOrder({ ...paidOrder({ intentId, source: "hosted", flow: "none", ...known }, at) });
  await keepOrder(ORDER);
  // 00:30 in Amsterdam: the day has begun there, and not in UTC.
  await sold("pi_a", "2026-11-25T23:30:00.000Z", { productId: "KVB1" });
  await sold("pi_b", "2026-11-23T08:00:00.000Z", { productId: "KVB2", flow: "A", amountCents: 3900 });
  await sold("pi_c", "2026-11-22T08:00:00.000Z", { productId: "KVB2", flow: "A", amountCents: 3900 });
  await sold("pi_d", "2026-09-30T21:59:00.000Z", { productId: "KVB2", flow: "A" });
  // Something else on the same Stripe account, and money on its way.
  await keepOrder(paidOrder({ intentId: "pi_e" }, NOW));
  await run(row("refunds", { intent_id: "pi_e", created_at: NOW }));
  await keepOrder({ ...ORDER, intentId: "pi_f", status: "open" }, "processing");
  const page = await screenOf("");
  expect(texts(page, ".desk-table tbody tr")).toEqual([
    "Alles 2 voor €78,00 3 voor €117,00 4 voor €156,00",
    "Klein Vaarbewijs 1 2 voor €78,00 2 voor €78,00 2 voor €78,00",
    "Klein Vaarbewijs 2 – 1 voor €39,00 2 voor €78,00",
    "Terugbetaald – – –",
  ]);
  const bars = ["23 november 1 voor €39,00", "24 november –", "25 november –", "26 november 2 voor €78,00"];
  expect(texts(page, ".desk-bars li").slice(-4)).toEqual(bars);
  expect(all(page, "rect").map(({ rawAttrs }) => rawAttrs)).toMatchSnapshot();
  // Before a quarter's first sale, in a week that began before the quarter.
  vi.setSystemTime("2027-01-02T11:00:00.000Z");
  expect(texts(await screenOf(""), ".desk-table tbody tr")).toEqual([]);
  for (const day of ["2026-12-30", "2027-01-01"])
    await run(row("refunds", { id: day, intent_id: INTENT, created_at: `${day}T11:00:00.000Z` }));
  await run(row("settlements", { intent_id: INTENT, cents: 900, at: "2027-01-01T11:00:00.000Z" }));
  const rows = ["Alles – – –", "Terugbetaald – 3 voor €87,00 2 voor €48,00"];
  expect(texts(await screenOf(""), ".desk-table tbody tr")).toEqual(rows);
});

describe("the search", () => {
  beforeEach(async () => {
    await keepOrder(ORDER);
    const andre = { buyerName: "Andr\u00e9 M\u00fcller", email: "a.muller118@example.nl" };
    await keepOrder({ ...ORDER, ...andre, intentId: "pi_3Desk00000000ANDRE" });
    const gift = { ...WISH, recipient: "Zo\u00eb" };
    const kees = { buyerName: "Kees", email: "kees@example.nl", gift, amountCents: 11_800 };
    await keepOrder({ ...ORDER, ...kees, intentId: "pi_3Desk000000000GIFT" });
    await run(sql("INSERT INTO gifts (intent_id, code) VALUES ('pi_3Desk000000000GIFT', 'FR1N22E8443NM10HWCSS')"));
  });

  const search = async (text: string, filter = "paid") =>
    texts(await screenOf(`/bestellingen?${new URLSearchParams({ zoek: text, toon: filter })}`), ".desk-item b");

  eachRow(`
sanne                              | Sanne de Vries
sanne de vries, sanne de vries, sanne de vries, sanne de vries       | Sanne de Vries
SANNE@example.nl                   | Sanne de Vries
mailto:sanne@example.nl            | Sanne de Vries
sanne@ex                           | Sanne de Vries
bestelling 00000SANNE.             | Sanne de Vries
vk-00000sa                         | Sanne de Vries
andre muller                       | André Müller
Mueller                            | André Müller
a.muller                           | André Müller
https://dashboard.stripe.com/payments/pi_3Desk00000000ANDRE          | André Müller
http://localhost:8787/bestelling/1.pi_3Desk00000000ANDRE.abc         | André Müller
€118,00                            | Kees
example 118 kees                   | Kees
118,-                              | Kees
118.00                             | Kees
118                                | André Müller, Kees
zoe opa                            | Kees
werkt FRIN-22E8-443N-M1OH-WCSS nog | Kees
fr1n-22e8                          | Kees
http://localhost:8787/g-FR1N-22E8-443N-M10H-WCSS                     | Kees`)("finds %s", async (text, name) => {
    expect((await search(text)).join(", ")).toBe(name);
  });

  test("finds a company of an invoice, and the numbers of an invoice, a refund, a dispute and a withdrawal", async () => {
    await run(
      firstInvoice(INTENT, company, seller, "Cursus", new Date(NOW)),
      ...["re_3Ab", "pyr_3Ab"].map((id) => row("refunds", { id, intent_id: INTENT })),
      row("disputes", { id: "dp_3Ab", intent_id: INTENT }),
    );
    await keepWithdrawal(INTENT, { reference: "HR-8K2M-0Q4Z-7VTA", receivedAt: NOW });
    const numbers = [
      "2026-0001",
      "https://dashboard.stripe.com/refunds/re_3Ab",
      "geschil dp_3Ab",
      "herroeping hr-8k2m-0q4z-7vta.",
      "hr 8k2m 0q4z 7vta",
    ];
    for (const text of ["zwaan", "de zwaan bv", "'De Zwaan'", "pyr_3Ab", ...numbers])
      expect(await search(text)).toEqual(["Sanne de Vries"]);
    // A withdrawal that means no order is found too, and none that is not there.
    await run(row("withdrawals", { reference: "HR-N0B0-DYSX-0000" }));
    const linked = async (zoek: string) => hrefsIn(await screenOf(`/bestellingen?zoek=${zoek}`), ".desk-links a");
    expect(await linked("hr+n0b0-dysx-0000")).toEqual([`${PATHS.desk}/herroepingen/HR-N0B0-DYSX-0000`]);
    expect(await linked("HR-0000-0000-0000")).toEqual([]);
  });

  test("of a name that an erasure took, finds nothing, whatever Stripe tells later", async () => {
    await run(...erased({ payments: [INTENT] }));
    await keepOrder(ORDER);
    expect([await search("vries"), await search("vk-00000sanne")]).toEqual([[], ["Sanne de Vries"]]);
  });

  test("finds whoever has not paid, or is not among those that are shown", async () => {
    await keepOrder({ ...ORDER, status: "open", intentId: "pi_open", buyerName: "Tom Visser" }, "processing");
    await keepOrder({ ...ORDER, status: "failed", intentId: "pi_no", buyerName: "Willem" }, "failed");
    expect([await search("tom visser"), await search("willem")]).toEqual([["Tom Visser"], ["Willem"]]);
    await keepOrder({ ...ORDER, status: "canceled", intentId: "pi_off", buyerName: "Anja" }, "canceled");
    expect(await search("", "unpaid")).toEqual(["Anja", "Willem"]);
    // An attempt of before a payment counts no more.
    await keepOrder({ ...ORDER, intentId: "pi_no", buyerName: "Karin" });
    expect([await search("karin"), await search("willem")]).toEqual([["Karin"], []]);
    await keepOrder({ ...ORDER, status: "failed", intentId: "pi_not", buyerName: "Willem" }, "failed");
    const page = await screenOf("/bestellingen?zoek=vk-00000sanne&toon=gift");
    expect(visibleText(one(page, "main"))).toContain("Niet bij ‘cadeaus’, wel bij de andere: Sanne de Vries");
    expect(texts(await screenOf("/bestellingen?zoek=niemand&toon=gift"), ".desk-text")).toEqual([]);
  });

  test.each(["' OR 1=1 --", "%", "_", "*", "<script>", "\u0000", "x".repeat(5000)])("no order is %j", async (zoek) => {
    expect(items(await screenOf(`/bestellingen?${new URLSearchParams({ zoek })}`))).toEqual([]);
  });

  test("shows each of many orders of one moment once", async () => {
    for (let index = 0; index < 60; index += 1)
      await keepOrder(paidOrder({ intentId: `pi_same${index}`, buyerName: "Gelijk" }, NOW));
    const first = await screenOf("/bestellingen?zoek=gelijk&toon=gift");
    const next = await screenOf(hrefsIn(first, ".desk-links a")[0]?.slice(PATHS.desk.length) ?? "");
    const seen = [first, next].flatMap((page) => hrefsIn(page, ".desk-item b a"));
    expect([new Set(seen).size, seen.length]).toEqual([60, 60]);
    // Who bought before them is found too.
    expect(await search("muller")).toEqual(["Andr\u00e9 M\u00fcller"]);
  });
});

test("an order is found by its number, and leads to its buyer's page; whoever may only look gets the invoices alone", async () => {
  await keepOrder(ORDER);
  await run(firstInvoice(INTENT, company, seller, "Cursus", new Date(NOW)));
  const hrefs = async (email: string) => hrefsIn(await screenOf("/bestellingen/VK-00000SANNE", { email }), "main a");
  const [links, looked] = [await hrefs(OWNER), await hrefs(LOOKER)];
  const page = links.find((href) => href.includes("/bestelling/")) ?? "";
  expect((await askWith({}, new URL(page).pathname)).status).toBe(200);
  expect(looked.filter((href) => /bestelling\/|mailto:/.test(href))).toEqual([]);
  const pdf = await askDesk("/facturen/2026-0001", { email: LOOKER });
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(await pdf.text()).toMatch(/^%PDF-/);
  expect(looked).toContain(`${PATHS.desk}/facturen/2026-0001`);
  await screenOf("/facturen/2026-0009", {}, 404);
});

test("an order: whoever may only look sees no form, and can neither preview nor do", async () => {
  await keepOrder(ORDER);
  expect(all(await orderPage({ email: LOOKER }), "form")).toEqual([]);
  await screenOf(`/doen/terugbetalen?bestelling=${INTENT}`, { email: LOOKER }, 403);
  const confirmation = confirmationIn(await screenOf(`/doen/terugbetalen?bestelling=${INTENT}`));
  expect((await press(confirmation, { email: LOOKER })).status).toBe(403);
  expect(await acts()).toEqual([]);
});

test("the invoices of some days are a CSV of their own, in Amsterdam's days", async () => {
  for (const intentId of [INTENT, "pi_0"]) await keepOrder({ ...ORDER, intentId });
  const jansen = (company: string, vatId: string) => ({ company, address: "Dijk 2", vatId });
  // Already July in Amsterdam.
  const july = new Date("2026-06-30T22:30:00Z");
  await run(firstInvoice(INTENT, jansen("=Jansen BV", "NL123456789B01"), seller, "Cursus", july));
  const august = new Date("2026-08-02T10:00:00Z");
  const next = firstInvoice("pi_0", company, seller, "Cursus", august);
  await run(...replaceInvoice(INTENT, "2026-0001", jansen("Jansen & Zn", ""), seller, august), next);
  const read = async (file: Response) => [file.headers.get("content-disposition"), await file.text()].join("\n");
  for (const month of ["06-01&tot=2026-06-30", "07-01&tot=2026-07-31", "08-01&tot=2026-08-31"])
    expect(await read(await askDesk(`/facturen.csv?van=2026-${month}`))).toMatchSnapshot(month);
});

test.each([
  ["van=2026-12-31&tot=2026-01-01", ["2026-01-01", "2026-12-31"], /^De dagen stonden omgekeerd/, 200],
  ["van=2026-02-30&tot=2026-11-20", ["2026-10-01", "2026-11-20"], /^‘2026-02-30’ is geen datum die bestaat/, 422],
  ["van=01-10-2026&tot=31 okt 2026", ["2026-10-01", "2026-10-31"], /^Gelezen als 1 oktober 2026: /, 200],
  ["van=%20&tot=31 okt 2026", ["2026-10-01", "2026-10-31"], /^Gelezen als 31 oktober 2026: /, 200],
  ["tot=morgen", ["2026-10-01", "2026-11-26"], /^‘morgen’ is geen datum die bestaat/, 422],
])("the books of %s say which days they show, and the files have no others", async (query, days, said, status) => {
  const page = await screenOf(`/grootboek?${query}`);
  expect(attributes(page, 'input[type="date"]', "value")).toEqual(days);
  expect(texts(page, ".desk-text.desk-bad")[0]).toMatch(said);
  expect((await askDesk(`/facturen.csv?${query}`)).status).toBe(status);
  if (status === 422) expect((await askDesk(`/grootboek.csv?${query}`)).status).toBe(status);
});

describe("a refund", () => {
  const REFUND = `/doen/terugbetalen?bestelling=${INTENT}`;
  beforeEach(() => keepOrder(ORDER));

  test("is made once, and written down with who, when, before and after", async () => {
    const answer = await act(`${REFUND}&bedrag=19,50`);
    expect(answer.status).toBe(303);
    expect(repaid()).toEqual([1950]);
    const after = expect.stringMatching(/^Gedaan bij Stripe: re_1\w+, gelukt\.$/);
    expect(await acts()).toMatchSnapshot([{ id: expect.any(String), press: expect.any(String), after }]);
    const location = answer.headers.get("location") ?? "";
    const page = await screenOf(location.slice(PATHS.desk.length));
    expect(noticeOn(page)).toMatch(/^Gedaan bij Stripe: re_1\w+, gelukt/);
    expect(story(page).at(-1)).toMatch(/^€19,50 terugbetaald van VK-00000SANNE \(eigenaar@example.nl\)/);
  });

  test("a form of another site, without a token, with somebody else's, a forged or an older one does nothing", async () => {
    const more = { DESK_EDITORS: `${OWNER}, ${LOOKER}` };
    const { action, fields } = confirmationIn(await screenOf(REFUND, { more }));
    // Who else may act has not read this preview.
    expect((await press({ action, fields }, { more, email: LOOKER })).status).toBe(409);
    const token = fields.voorbeeld ?? "";
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    const status = async (changes: object, to = action) =>
      (await press({ action: to, fields: { ...fields, ...changes } })).status;
    expect((await press({ action, fields }, { headers: { origin: "https://evil.example" } })).status).toBe(403);
    expect((await askDesk(action, { init: { method: "POST", body: "{}" } })).status).toBe(403);
    expect([await status({ voorbeeld: "" }), await status({ voorbeeld: forged })]).toEqual([409, 409]);
    // Another amount, another act or another address than was shown.
    expect([await status({ bedrag: "1,00" }), await status({}, "/doen/bevestiging-sturen")]).toEqual([409, 409]);
    const mailing = confirmationIn(await screenOf(confirming("sanne@elders.example")));
    expect((await press({ ...mailing, fields: { ...mailing.fields, adres: "els@example.nl" } })).status).toBe(409);
    later(61);
    expect(await status({})).toBe(409);
    expect(repaid()).toEqual([]);
    expect(await acts()).toEqual([]);
  });

  test("pressed twice, later again, and by another at the same moment is one refund, and one of them says whose it was", async () => {
    const more = { DESK_EDITORS: `${OWNER}, ${LOOKER}` };
    const mine = confirmationIn(await screenOf(`${REFUND}&bedrag=10`, { more }));
    const other = confirmationIn(await screenOf(`${REFUND}&bedrag=10`, { more, email: LOOKER }));
    const pressed = [press(mine, { more }), press(mine, { more }), press(other, { more, email: LOOKER })];
    for (const { headers } of [...(await Promise.all(pressed)), await press(mine, { more })])
      expect(headers.get("location")).toContain("?gedaan=");
    expect(repaid()).toEqual([1000]);
    // Each act is done once; that Stripe makes no second refund is Stripe's.
    expect(logs.lines("desk.acted")).toHaveLength(2);
    const lines = (await acts()).map(({ state, after }) => [state, after]).toSorted();
    expect(lines).toEqual([
      ["done", expect.stringMatching(/^Gedaan bij Stripe: re_1/)],
      ["refused", expect.stringMatching(/^Net al gedaan door (eigenaar|\w+): het is één terugbetaling, re_1\w+\.$/)],
    ]);
  });

  const typed = Object.values(ACTS).filter((path) => path !== ACTS.resendRestored && path !== ACTS.dismiss);
  test.each(typed)("/doen/%s without any field says what may have happened", async (path) => {
    expect(await refusal(`/doen/${path}`)).toBe(LOST);
  });

  test("if something went back meanwhile, the new preview is shown instead", async () => {
    const { action, fields } = confirmationIn(await screenOf(REFUND));
    stripe.sales.refund(paid(INTENT), 1000);
    const html = await answerText(press({ action, fields: { ...fields, nogmaals: "ja" } }), 409);
    expect(html).toMatch(/Er is intussen iets veranderd(?!.*nogmaals).*Betaal €29,00 terug/s);
    // A withdrawal changes what follows alone.
    const read = confirmationIn(await screenOf(REFUND));
    await keepWithdrawal(INTENT, { receivedAt: NOW });
    expect((await press(read)).status).toBe(409);
    expect(repaid()).toEqual([1000]);
  });

  test("the same amount within the hour needs a tick", async () => {
    stripe.sales.refund(paid(INTENT), 500);
    later(4);
    const form = confirmationIn(await screenOf(`${REFUND}&bedrag=5`));
    // Its words count the minutes, and somebody reads for some.
    later(7);
    await needsTick(form);
    expect(repaid()).toEqual([500, 500]);
  });

  test.each([
    [() => answerError(400, { type: "a", message: "Niet a@b.nl" }), "refused", /^Stripe weigerde: Niet a…/],
    [() => answerJson({ id: "re_1", status: "pending" }), "done", /^Gedaan bij Stripe: re_1, onderweg\.$/],
    [() => answerJson({ id: "re_1", status: "failed" }), "refused", /^Stripe maakte re_1, en die mislukte/],
    [() => Promise.reject(new TypeError("connection lost")), "unknown", /^Stripe gaf geen antwoord.+Kijk in Stripe/],
  ])("if Stripe answers %s it is %s", async (answer, state, said) => {
    openDesk(({ method, url }) => (method === "POST" && url.pathname === "/v1/refunds" ? answer() : undefined));
    await act(REFUND);
    expect(await acts()).toMatchObject([{ state, after: expect.stringMatching(said) }]);
  });

  test("of real money in the real shop says so, and that no confirmation follows any more", async () => {
    paid(INTENT);
    const metadata = { environment: "production", product: "KVB1", price: "3900" };
    for (const charge of stripe.all("charges")) Object.assign(charge, { livemode: true, metadata });
    const preview = await screenOf(REFUND, { more: { ENVIRONMENT: "production" } });
    expect(factsOf(preview).at(-1)).toBe("Winkel De echte winkel, echt geld");
    expect(texts(preview, "main li")).toContain(ACTS_COPY.refund.follows.noConfirmation);
  });
});

describe("other acts", () => {
  const GIFT = "pi_3Desk000000000GIFT";
  const SANNE = "?adres=sanne%40example.nl";
  beforeEach(async () => {
    await keepOrder(ORDER);
    await emptyKv(env.GIFTS);
  });
  const giftStop = async () => JSON.parse((await env.GIFTS.get("FVT3ABCDEFGHJKMN.operator")) ?? "");
  const targetOf = async (key: string) => JSON.parse((await env.INTERSTITIALS.get(key)) ?? "{}").target;
  const pathOf = (href: string | null | undefined) => (href ?? "").slice(PATHS.desk.length);
  const actionsOn = (page: Page) => attributes(page, "form", "action").map((action) => action?.split("/").at(-1));

  const INVOICE = { bestelling: INTENT, bedrijf: "Jachtwerf BV", bedrijfsadres: company.address, "btw-nummer": "" };
  const making = (changes = {}) => doing("factuur-maken", { ...INVOICE, ...changes });

  test.each([
    ["corrections", "mails", confirming("sanne@een.nl"), confirming("sanne@twee.nl")],
    ["companies", "invoices", making(), making({ bedrijf: "Jansen BV" })],
  ])("of two %s at one moment one counts, and the other says so", async (_what, table, one, other) => {
    const previews = [await screenOf(one), await screenOf(other)];
    await Promise.all(previews.map((preview) => press(confirmationIn(preview))));
    expect((await acts()).map(({ state }) => state).toSorted()).toEqual(["done", "refused"]);
    expect(await rowsOf(`SELECT * FROM ${table}`)).toHaveLength(1);
    // Nothing was done there that could be taken back.
    const [refused] = await rowsOf("SELECT id FROM acts WHERE state = 'refused'");
    expect(await refusal(`${one.split("?")[0]}?terug=${refused?.id}`)).toMatch(/^Dit kan niet meer/);
  });

  test("what somebody settled a part of meanwhile is not said to be settled", async () => {
    await run(row("refunds", { intent_id: INTENT, failed_at: NOW }), refreshed);
    const settling = confirmationIn(await screenOf(doing("anders-geregeld", { bestelling: INTENT })));
    const part = row("settlements", { intent_id: INTENT, cents: 1000, at: NOW });
    // The fourth call settles.
    await press(settling, { more: { DB: troubled((call) => call === 4 && run(part, refreshed)) } });
    expect(await told()).toMatchObject([{ state: "refused" }]);
  });

  test("an address that Stripe did not take is brought there when it is done again", async () => {
    for (const mode of ["error-500", "ok"] as const) {
      openDesk();
      paid(INTENT).metadata.buyer_email = "sanne@example.nl";
      stripe.setMode(mode);
      await act(confirming("sanne@elders.example"));
    }
    expect(paid(INTENT).metadata.buyer_email).toBe("sanne@elders.example");
    expect(await told()).toMatchSnapshot();
  });

  const PLAN = { state: "planned", day: "2026-12-05", address: "noor@example.nl" };
  async function keepGift() {
    await keepOrder({ ...ORDER, intentId: GIFT, gift: { ...WISH, from: PLAN.day, deliveryDraftId: "0a1b2c3d" } });
    await run(
      sql("INSERT INTO gifts (intent_id, code, stored_at) VALUES (?1, 'FVT3ABCDEFGHJKMN', ?2)", GIFT, NOW),
      row("deliveries", { intent_id: GIFT, ...PLAN, send_at: "2026-12-05T07:00:00.000Z", at: NOW }),
    );
  }

  test("a withdrawal is answered, and the answer can be taken back", async () => {
    const reference = "HR-8K2M-0Q4Z-7VTA";
    await keepWithdrawal(INTENT, { reference, receivedAt: NOW });
    const answering = (antwoord: string) => doing("herroeping-beantwoorden", { herroeping: reference, antwoord });
    const answer = async () => (await rowsOf("SELECT answer FROM withdrawals"))[0]?.answer;
    await screenOf(`/herroepingen/${reference.toLowerCase()}`);
    await act(answering("refused"));
    const after = (await act(answering("no-order"))).headers.get("location");
    await act(pathOf(hrefsIn(await screenOf(pathOf(after)), ".desk-notice a")[0]));
    expect(await answer()).toBe("refused");
    await act(answering("open"));
    expect(await answer()).toBeNull();
    await act(doing("ontvangst-sturen", { herroeping: reference }));
    expect(actionsOn(await screenOf(`/herroepingen/${reference}`))).not.toContain("ontvangst-sturen");
    expect(await told()).toMatchSnapshot();
    expect(texts(await screenOf("/gedaan"), `.desk-item b a[href$="/${reference}"]`)).toHaveLength(5);
    expect(story(await orderPage()).filter((line) => line.includes(`(${OWNER})`))).toHaveLength(5);
    expect(await rowsOf("SELECT kind, state FROM mails")).toEqual([{ kind: "receipt", state: "due" }]);
  });

  /** Withdrawals that anybody sent, without an order's link. */
  const strangers = (references: readonly string[], email: string, at = NOW) => {
    const whose = { email, mailbox: email, notice: "digest", received_at: at, recorded_at: at };
    return run(...references.map((reference) => row("withdrawals", { reference, ...whose })));
  };
  /** What takes back the acts that can be: where they are listed, unless the page is another. */
  const waysBack = async (page = screenOf("/gedaan")) =>
    hrefsIn(await page, ".desk-item .note a, .desk-notice a").map(pathOf);

  eachRow(`
an address                       | bevestiging-sturen | adres=sanne@elders.example               | sanne@example.nl | sanne@elders.example | email AS x FROM orders
a note                           | notitie            | notitie=Belt maandag                     | Belt dinsdag     | Belt maandag         | text AS x FROM notes
a note that goes                 | notitie            | notitie=                                 | Belt dinsdag     | none                 | text AS x FROM notes
a delivery                       | bezorging-wijzigen | dag=2026-12-24&adres=noor@elders.example | 2026-12-05 noor@example.nl | 2026-12-24 noor@elders.example | iif(day IS NULL, NULL, format('%s %s', day, address)) AS x FROM deliveries
a delivery that is stopped       | bezorging-stoppen  |                                          | 2026-12-05 noor@example.nl | none | iif(day IS NULL, NULL, format('%s %s', day, address)) AS x FROM deliveries
money that was settled otherwise | anders-geregeld    |                                          | 3900             | none                 | owed_cents AS x FROM orders
money that was not               | toch-niet-geregeld |                                          | none             | 3900                 | owed_cents AS x FROM orders`)(
    "%s is changed, taken back once with one press, also by two, as long as its days last, with no address in any address",
    async (_what, name, fields, before, after, kept) => {
      const path = `/doen/${name}`;
      const typed = Object.fromEntries(new URLSearchParams(fields));
      const about = path.includes("bezorging") ? GIFT : INTENT;
      const now = async () => String((await rowsOf(`SELECT ${kept} WHERE intent_id = ?1`, about))[0]?.x ?? "none");
      await keepGift();
      await run(
        sql("INSERT INTO notes VALUES (?1, 'Belt dinsdag', ?2)", INTENT, NOW),
        row("refunds", { intent_id: INTENT, failed_at: NOW }),
        ...(path.includes("toch") ? [row("settlements", { intent_id: INTENT, cents: 3900, at: NOW })] : []),
        refreshed,
      );
      const order = await screenOf(`/bestellingen/${about}`);
      const preview = Object.keys(typed).length > 0 ? await fillIn(order, path, typed) : `${path}?bestelling=${about}`;
      expect(await now()).toBe(before);
      const { action, fields: shown } = confirmationIn(await screenOf(preview));
      const done = await press({ action, fields: shown });
      expect(await now()).toBe(after);
      expect(await told()).toMatchSnapshot();
      // The last act alone can be taken back, from the screen that follows it and from the list.
      const [back = "", ...others] = await waysBack(screenOf(pathOf(done.headers.get("location"))));
      expect([...others, ...(await waysBack())]).toEqual([back]);
      expect(await waysBack(screenOf(pathOf(done.headers.get("location")), { email: LOOKER }))).toEqual([]);
      later(1);
      const undone = confirmationIn(await screenOf(back));
      await Promise.all([press(undone), press(undone)]);
      expect([await now(), (await acts()).length]).toEqual([before, 2]);
      expect([preview, action, back, undone.action].join()).not.toMatch(/%40|@|maandag|dinsdag/);
      const [again = "", ...rest] = await waysBack();
      expect(rest).toEqual([]);
      await act(again);
      expect(await now()).toBe(after);
      const [last = ""] = await waysBack();
      await purge(ledgerOf(env), new Date(Date.parse(NOW) + 5 * DAY_MS));
      expect(await waysBack()).toEqual([]);
      expect(await refusal(last)).toMatch(/^Dit kan niet meer/);
    },
  );

  describe("what is taken back is what was read, as things are now", () => {
    const done = async (name: string, fields: Readonly<Record<string, string>> = {}) => {
      await act(doing(name, { bestelling: GIFT, ...fields }));
      later(1);
      return (await waysBack())[0] ?? "";
    };
    beforeEach(keepGift);

    test("a gift whose money went back in between works again only with a tick", async () => {
      await done("bezorging-stoppen");
      const back = await done("cadeau-stoppen");
      await keepOrder({ ...ORDER, intentId: GIFT, refundedCents: 3900 }, "charge");
      const preview = await screenOf(back);
      const said = visibleText(one(preview, "main"));
      expect(said).not.toContain("Gaat het geld later terug");
      // Its page has no form for a day any more.
      expect(said).toContain("De winkel kan het niet op een nieuwe dag mailen.");
      await needsTick(confirmationIn(preview));
    });

    test("the giver hears of the last stop of a mail, and none is planned again for a gift that is stopped", async () => {
      const back = await done("bezorging-stoppen");
      const report = { kind: "delivery-report", about: GIFT, version: "1-halted" } as const;
      await run(row("mails", report));
      expect((await sendOne(report)).outcome).toBe("withheld");
      const subject = expect.stringMatching(/^We versturen je cadeau niet/);
      expect((await sendOne({ ...report, version: "2-halted" })).mails).toMatchObject([{ to: ORDER.email, subject }]);
      await act(doing("cadeau-stoppen", { bestelling: GIFT }));
      expect(await refusal(back)).toBe("Het cadeau is gestopt. Herstel het eerst.");
    });

    test("a mail that had no plan yet cannot come back, and one that has gone is not stopped", async () => {
      await run(sql("DELETE FROM deliveries"), row("deliveries", { intent_id: GIFT }));
      expect(actionsOn(await screenOf(`/bestellingen/${GIFT}`))).toContain("bezorging-stoppen");
      expect(await done("bezorging-stoppen")).toBe("");
      await run(sql("DELETE FROM deliveries"), row("deliveries", { intent_id: GIFT, state: "sent" }));
      await done("bezorging-stoppen");
      expect((await acts()).map(({ state }) => state)).toEqual(["done", "refused"]);
    });

    test("what an erasure took does not come back by a preview that was open", async () => {
      const back = await done("bezorging-wijzigen", { dag: "2026-12-24", adres: "noor@elders.example" });
      const preview = confirmationIn(await screenOf(back));
      await act("/doen/wissen?adres=noor%40example.nl");
      expect((await press(preview)).status).toBe(409);
      expect(await rowsOf("SELECT address FROM deliveries WHERE address = 'noor@example.nl'")).toEqual([]);
    });
  });

  test("withdrawals that were answered together are opened again together, unless their person was erased", async () => {
    const open = async () =>
      (await rowsOf("SELECT reference FROM withdrawals WHERE answer IS NULL")).map(({ reference }) => reference);
    const dismiss = "/doen/herroepingen-zonder-bestelling";
    await strangers(["HR-0"], "bert@example.nl", "2026-11-25T10:00:00.000Z");
    await act(dismiss);
    later(1);
    await strangers(["HR-1", "HR-2"], "bert@example.nl");
    await act(dismiss);
    expect(await open()).toEqual([]);
    // It has no field that a lost form could have had.
    expect(await refusal(dismiss)).not.toContain("afgemeld");
    const [back = "", older = "", ...others] = await waysBack();
    expect(others).toEqual([]);
    later(2);
    await act(back);
    expect(await open()).toEqual(["HR-1", "HR-2"]);
    expect(await refusal(back)).toMatch(/^Deze staan al open/);
    const [again = "", ...rest] = await waysBack();
    expect(rest).toEqual([older]);
    later(3);
    await act(again);
    expect(await open()).toEqual([]);
    // What is settled with somebody who was erased stays so, whichever way it is asked.
    await run(...erased({ withdrawals: ["HR-0", "HR-1"] }));
    await refusal(older);
    await refusal(doing("herroeping-beantwoorden", { herroeping: "HR-1", antwoord: "open" }));
    expect(texts(await screenOf("/herroepingen/HR-1"), "option")).toHaveLength(4);
    later(4);
    await act((await waysBack())[0] ?? "");
    expect(await open()).toEqual(["HR-2"]);
    const said = ["1 vastgelegd.", "2 vastgelegd.", "2 weer open.", "2 vastgelegd.", "1 weer open."];
    expect((await acts()).map(({ after }) => after)).toEqual(said);
  });

  test("what is typed stands in no address: not in a search, a person's data, a preview or a press that was lost", async () => {
    const search = await fillIn(await screenOf("/bestellingen"), "/bestellingen", { zoek: "de vries", toon: "gift" });
    expect(texts(await screenOf(search), ".desk-item b")).toEqual(["Sanne de Vries"]);
    later(24 * 60);
    expect(attributes(await screenOf(search), 'input[name="zoek"]', "value")).toEqual([""]);
    later(0);
    const person = await fillIn(await screenOf("/gegevens"), "/gegevens", { adres: "sanne@example.nl" });
    const [copy = "", erase = ""] = hrefsIn(await screenOf(person), ".desk-links a").map(pathOf);
    expect(await (await askDesk(copy)).text()).toContain("E-mailadres: sanne@example.nl");
    await screenOf(erase, {}, 409);
    const typed = { notitie: "Fatima belt terug. ".repeat(50) };
    const path = await fillIn(await orderPage(), "/doen/notitie", typed);
    const preview = await screenOf(path);
    const { action, fields } = confirmationIn(preview);
    const again = await screenOf(action);
    expect([noticeOn(again), factsOf(again)]).toEqual([LOST, factsOf(preview)]);
    expect((await press({ action, fields: { ...fields, ...confirmationIn(again).fields } })).status).toBe(303);
    expect(await rowsOf("SELECT text FROM notes")).toEqual([{ text: typed.notitie.trim() }]);
    // It cannot be done any more, and nobody knows whether that press did it.
    expect(await refusal(action)).toBe(LOST);
    expect([search, person, copy, erase, path, action].join()).not.toMatch(/vries|sanne|fatima|@|%40/i);
    // Nobody else reads it, and a text that is too long for an address is shown at once.
    const more = { DESK_EDITORS: `${OWNER}, ${LOOKER}` };
    expect(texts(await screenOf(path, { email: LOOKER, more }, 409), ".desk-text")[0]).toMatch(/^Je was afgemeld/);
    for (const [length, status] of [
      [9000, 409],
      [90_000, 409],
      [900_000, 413],
    ] as const) {
      const init = formOf({ bestelling: INTENT, notitie: "x".repeat(length) });
      const shown = await screenOf("/doen/notitie", { init }, status);
      expect(visibleText(one(shown, ".desk-text"))).toMatch(/te lang/);
      expect(texts(shown, "textarea")).toEqual(status === 413 ? [] : ["x".repeat(length)]);
    }
  });

  test("without a key a screen has no link to what was typed: no address can have it", async () => {
    const more = { ORDER_TOKEN_KEYS: "" };
    const person = await screenOf("/gegevens", { init: formOf({ adres: "sanne@example.nl" }), more });
    expect(visibleText(one(person, "main"))).toContain(ACTS_COPY.preview.keyless);
    expect(hrefsIn(person, ".desk-links a")).toEqual([]);
    for (let n = 0; n < 60; n += 1)
      await keepOrder(paidOrder({ intentId: `pi_many${n}`, email: "sanne@example.nl" }, NOW));
    const init = formOf({ zoek: "sanne@example.nl", toon: "paid" });
    const orders = await screenOf("/bestellingen", { init, more });
    expect([hrefsIn(orders, ".desk-links a"), texts(orders, ".desk-item b").length]).toEqual([[], 50]);
  });

  test("what an act replaced goes with whoever it names, and is theirs to know of, without the gift or anybody's order", async () => {
    await keepGift();
    await act(doing("bezorging-wijzigen", { bestelling: GIFT, dag: "2026-12-24", adres: "noor@elders.example" }));
    const copy = await (await askDesk("/gegevens.txt?adres=NOOR%40example.nl")).text();
    expect(copy).toContain("Iemand anders heeft dit adres bij een bestelling ingevuld.");
    expect(copy).not.toMatch(/cadeau|VK-|december|Opa|Sanne/i);
    await act("/doen/wissen?adres=noor%40example.nl");
    expect(JSON.stringify(await rowsOf("SELECT undo FROM undos"))).not.toContain("noor@example.nl");
  });

  test("an invoice is made, corrected and mailed", async () => {
    const mailing = doing("facturen-mailen", { bestelling: INTENT });
    // The ledger is away for the invoice alone: nobody knows whether it was made.
    const preview = confirmationIn(await screenOf(making()));
    await press(preview, { more: { DB: troubled((call) => call === 5, "fails") } });
    await act(making());
    await act(making({ "btw-nummer": "123456789B01" }));
    expect((await rowsOf("SELECT number, kind, vat_id FROM invoices ORDER BY turn")).map(Object.values)).toEqual([
      ["2026-0001", "invoice", null],
      ["2026-0002", "correction", null],
      ["2026-0003", "invoice", "NL123456789B01"],
    ]);
    expect(await told()).toMatchSnapshot();
    await act(mailing);
    later(1);
    await act(mailing);
    expect(await mail()).toEqual([{ kind: "invoice", version: NOW, state: "due" }]);
    const params = { kind: "invoice", about: INTENT, version: NOW } as const;
    const itself = { to: "sanne@example.nl", text: expect.stringContaining(`${ORIGIN}/bestelling/`) };
    expect((await sendOne(params)).mails).toMatchObject([{ ...itself, attachments: [{}, {}, {}] }]);
    await run(row("mails", { ...params, version: "2" }), ...erased({ payments: [INTENT] }));
    expect((await sendOne({ ...params, version: "2" })).outcome).toBe("withheld");
    expect(await refusal(mailing)).toBe(ACTS_COPY.confirm.refusals.erased);
    await keepGift();
    await act(making({ bestelling: GIFT }));
    expect(await rowsOf("SELECT 1 FROM invoices WHERE description LIKE 'Cadeau: %'")).toHaveLength(1);
  });

  test("what was done leads to what it was about, and back where it can", async () => {
    await keepGift();
    await seedTargets();
    const key = "bridge-59incl-vb1";
    for (const [minute, path] of [
      confirming("sanne@example.nl"),
      doing("cadeau-stoppen", { bestelling: GIFT }),
      doing("cadeau-herstellen", { bestelling: GIFT }),
      doing("cadeau-stoppen", { bestelling: GIFT }),
      doing("doel-wijzigen", { sleutel: key, nieuw: "https://cursus.example/nieuw" }),
    ].entries()) {
      later(minute);
      await act(path);
      if (path.includes("stoppen")) expect(await giftStop()).toEqual({ stopped: true, at: now().toISOString() });
    }
    expect(actionsOn(await screenOf(`/bestellingen/${GIFT}`))).toContain("cadeau-herstellen");
    const page = await screenOf("/gedaan");
    expect(hrefsIn(page, ".desk-item b a").map(pathOf)).toEqual([
      `/doelen?sleutel=${key}`,
      ...Array(3).fill(`/bestellingen/${GIFT}`),
      `/bestellingen/${INTENT}`,
    ]);
    const back = await waysBack();
    expect(back.map((href) => href.split("?")[0])).toEqual(["/doen/doel-wijzigen", "/doen/cadeau-herstellen"]);
    for (const href of back) await act(href);
    expect(await told()).toMatchSnapshot();
    expect(await giftStop()).toMatchObject({ stopped: false });
    expect(await waysBack(screenOf("/gedaan", { email: LOOKER }))).toEqual([]);
  });

  test("of what was done a screen has a hundred, and leads to what was done before", async () => {
    const done = { actor: OWNER, act: "note", about: INTENT, before: "", press: "", state: "done", after: "" };
    for (let n = 0; n < 101; n += 1) await run(row("acts", { id: `${n}`, at: NOW, what: `${n}`, ...done }));
    await run(sql("INSERT INTO undos (id, at, about, undo) SELECT id, at, about, '{}' FROM acts"));
    const first = await screenOf("/gedaan");
    const next = await screenOf(pathOf(hrefsIn(first, ".desk-links a")[0]));
    const seen = [first, next].flatMap((page) => texts(page, ".desk-item b").map(Number));
    expect(seen.toSorted((one, other) => one - other)).toEqual([...Array(101).keys()]);
    expect([items(first).length, hrefsIn(next, ".desk-links a, .desk-item .note a")]).toEqual([100, []]);
  });

  test("a person is erased; a sale of the last fourteen days is not", async () => {
    await keepGift();
    expect(await refusal(`/doen/wissen${SANNE}`)).toContain("er kan nog worden herroepen");
    await run(
      sql("UPDATE payment_reports SET created_at = '2026-10-01T10:00:00.000Z', paid_at = '2026-10-01T10:00:00.000Z'"),
      sql("INSERT INTO undos (id, at, about, undo) VALUES ('a', ?2, ?1, '{}')", INTENT, NOW),
      sql("INSERT INTO notes VALUES (?1, 'Belt terug', ?2)", INTENT, NOW),
      row("mails", { about: INTENT, state: "sent", ended_at: NOW }),
      refreshed,
    );
    const query = "?adres=Sanne%40Example.nl";
    const person = await screenOf(`/gegevens${query}&gedaan=a&verzonden=1`);
    // What was done and pressed stands in an address once only.
    expect(hrefsIn(person, ".desk-links a").map(pathOf)).toEqual([`/gegevens.txt${query}`, `/doen/wissen${query}`]);
    const preview = factsOf(await screenOf(`/doen/wissen${query}`)).join();
    expect([preview.split("VK-").length, preview.split("aan niemand meer gemaild").length]).toEqual([3, 2]);
    const after = (await act(`/doen/wissen${query}`)).headers.get("location");
    expect(noticeOn(await screenOf(pathOf(after)))).toBe("Gewist.");
    const counts = ["undos", "notes"].map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
    expect(await rowsOf(`SELECT email, ${counts} FROM orders`)).toEqual(
      Array(2).fill({ email: null, undos: 0, notes: 0 }),
    );
    expect(await acts()).toMatchObject([{ what: "gegevens van iemand gewist (2 bestellingen)", about: "2" }]);
  });

  test("a gift's texts are erased here, in GIFTS and at Stripe, as its recipient asks; its buyer stays", async () => {
    let refused = "POST";
    openDesk(({ method }) => (method === refused ? answerError(400, { type: "a" }) : undefined));
    await keepGift();
    const [name, texts] = ["cadeauteksten-wissen", "FVT3ABCDEFGHJKMN.message"];
    Object.assign(paid(GIFT).metadata, { gift_recipient: "Noor", gift_message_1: "Vaar", buyer_email: "s@example.nl" });
    await env.GIFTS.put(texts, JSON.stringify({ recipient: "Noor", giver: "Opa", message: "Vaar" }));
    await act(doing(name, { bestelling: GIFT }));
    expect(actionsOn(await screenOf(`/bestellingen/${GIFT}`))).toContain(name);
    refused = "";
    await act(doing(name, { bestelling: GIFT }));
    const rows = ["orders", "payment_reports"].map((table) => rowsOf(`SELECT * FROM ${table} WHERE gift IS NOT NULL`));
    const kept = JSON.stringify([await Promise.all(rows), await env.GIFTS.get(texts), paid(GIFT).metadata]);
    expect(kept).not.toMatch(/noor|opa|vaar/i);
    expect(kept.match(/de ontvanger|sanne@|s@/g)).toHaveLength(6);
    expect(actionsOn(await screenOf(`/bestellingen/${GIFT}`))).not.toContain(name);
    expect(await told()).toMatchObject([{ state: "done" }, { after: ACTS_COPY.gift.erase.stopped }]);
  });

  test.each(["stripe", "unrecorded"] as const)("an erasure that stops is not said to be done: %s", async (at) => {
    openDesk(({ method }) => (method === "POST" ? answerError(400, { type: "a" }) : undefined));
    const email = "els@example.nl";
    stripe.add("payment_intents", intent({ id: GIFT, metadata: { environment: "local", buyer_email: email } }));
    if (at === "stripe") await keepOrder(paidOrder({ intentId: GIFT, email }));
    await act("/doen/wissen?adres=els%40example.nl");
    expect(await acts()).toMatchObject([{ state: "unknown", after: ACTS_COPY.erase.stopped[at] }]);
  });

  test("no copy of somebody's data is made without an address, or without what Stripe knows: it would not be whole", async () => {
    expect((await askDesk("/gegevens.txt?adres=geen")).status).toBe(400);
    stripe.setMode("error-500");
    const copy = await askDesk(`/gegevens.txt${SANNE}`);
    expect([copy.status, await copy.text()]).toEqual([503, DESK_COPY.trouble.stripe]);
    expect((await askDesk("/grootboek.csv")).status).toBe(503);
    const page = await screenOf(`/gegevens${SANNE}`);
    expect(visibleText(one(page, "main"))).toContain("Stripe antwoordt nu niet");
    expect(hrefsIn(page, "a").join()).not.toContain("gegevens.txt");
    expect(await refusal(`/doen/wissen${SANNE}`)).toBe(DESK_COPY.trouble.stripe);
  });

  test("of withdrawals that anybody sent with an address the screen has the first, and the copy all", async () => {
    const references = Array.from({ length: 31 }, (_, n) => `HR-${n + 10}`);
    await strangers(references, "jan@example.nl");
    const query = "?adres=Jan%40Example.nl";
    const page = await screenOf(`/gegevens${query}`);
    expect(texts(page, "h2").filter((title) => title.startsWith("Herroeping"))).toHaveLength(20);
    expect(visibleText(one(page, "main"))).toContain("Er zijn meer herroepingen met dit adres");
    expect((await (await askDesk(`/gegevens.txt${query}`)).text()).match(/^E-mailadres: jan@/gm)).toHaveLength(31);
    expect(await refusal(`/doen/wissen${query}`)).toMatch(/en nog 11$/);
    const more = async (email: string) => hrefsIn(await screenOf("", { email }), ".desk-item b a").at(-1);
    expect([await more(OWNER), await more(LOOKER)].map(pathOf)).toEqual([
      "/doen/herroepingen-zonder-bestelling",
      "/herroepingen",
    ]);
    // One that comes while somebody reads is not among those that were shown, and stops nobody.
    const read = confirmationIn(await screenOf("/doen/herroepingen-zonder-bestelling"));
    await strangers(["HR-9"], "jan@example.nl", "2026-11-26T11:00:30.000Z");
    await press(read);
    expect(await rowsOf("SELECT reference FROM withdrawals WHERE answer IS NULL")).toEqual([{ reference: "HR-9" }]);
    // Of those that came by an order's link none can be answered together.
    await strangers(Object.keys(Array(999).fill("")), "x@example.nl");
    await run(sql("UPDATE withdrawals SET answer = NULL, answered_at = NULL, intent_id = 'pi_later'"));
    expect(pathOf(await more(OWNER))).toBe("/herroepingen");
    expect(await waiting("En nog meer dan 980 herroepingen je ziet ze als je die erboven hebt")).toHaveLength(1);
    // What an order's link proves is not hidden by what came after it.
    await run(row("withdrawals", { reference: "HR-OWN", is_proven: 1 }));
    expect(texts(await screenOf(`/gegevens${query}`), "h2")[0]).toContain("HR-OWN");
  });

  test("the mails that a restore withheld are one thing to do, and are sent by one press, once", async () => {
    await keepOrder({ ...ORDER, intentId: "pi_repaid", refundedCents: 3900 });
    const withheld = { state: "withheld", due_at: NOW, ended_at: NOW, detail: "restored" };
    for (const mail of [{ about: INTENT }, { about: "pi_repaid" }, { about: INTENT, kind: "invoice" }])
      await run(row("mails", { ...mail, ...withheld }));
    const sending = "/doen/mails-na-herstel-sturen";
    expect(await waiting("Tegengehouden")).toEqual([expect.stringMatching(/^Tegengehouden na een herstel: 2 mails /)]);
    expect(texts(await screenOf(sending), ".desk-facts > div, main button:not(.button-navy)")).toMatchSnapshot();
    const confirmation = confirmationIn(await screenOf(sending));
    expect((await press(confirmation)).status).toBe(409);
    const ticked = { ...confirmation, fields: { ...confirmation.fields, nogmaals: "ja" } };
    await Promise.all([press(ticked), press(ticked)]);
    expect(await acts()).toMatchObject([{ what: "2 mails gestuurd na een herstel", after: "2 mails staan klaar." }]);
    expect(await mail()).toEqual(["confirmation", "invoice"].map((kind) => ({ kind, version: "", state: "due" })));
    expect(await waiting("Tegengehouden")).toEqual([]);
    await screenOf(sending, {}, 409);
  });

  const TO = "https://cursus.example/@nieuw";

  test("a target is changed, and comes back with one press; no other address is taken", async () => {
    await seedTargets();
    const [key, other] = ["bridge-59incl-vb1", "bridge-59incl-vb2"];
    await env.INTERSTITIALS.delete(other);
    await env.INTERSTITIALS.put(key, JSON.stringify({ target: `${TO}-0`, price: 59 }));
    const backOf = async (sleutel: string) => hrefsIn(await screenOf(`/doelen?sleutel=${sleutel}`), ".desk-links a");
    // The last change of each is what comes back: of one without a target, nothing.
    for (const [minute, [sleutel, nieuw]] of [
      [key, TO] as const,
      [key, `${TO}-2`] as const,
      [other, TO] as const,
    ].entries()) {
      later(minute);
      await act(doing("doel-wijzigen", { sleutel, nieuw }));
      expect(await targetOf(sleutel)).toBe(nieuw);
    }
    const kv = (does: Parameters<typeof changed>[1]) => ({ more: { INTERSTITIALS: changed(env.INTERSTITIALS, does) } });
    await act(doing("doel-wijzigen", { sleutel: key, nieuw: `${TO}-3` }), kv({ put: () => fail }));
    later(3);
    expect(await backOf(other)).toEqual([]);
    await act(pathOf((await backOf(key))[0]));
    expect(await env.INTERSTITIALS.get(key, "json")).toEqual({ target: TO, price: 59 });
    // That is undone too, also by a place where KV has not heard of it yet.
    const stale = async () => new Map([[key, JSON.stringify({ target: `${TO}-2` })]]);
    await act((await waysBack())[0] ?? "", kv({ get: () => stale }));
    expect(await targetOf(key)).toBe(`${TO}-2`);
    for (const nieuw of ["", "https://a b"]) await refusal(doing("doel-wijzigen", { sleutel: key, nieuw }));
  });

  test("a target of one price is that of the product's other prices too, if wanted; each goes back by itself", async () => {
    await seedTargets();
    const keys = [...["59", "39", "29", "19"].map((euros) => `bridge-${euros}incl-vb1`), "klein-vaarbewijs-1"];
    const targets = () => Promise.all([...keys, "bridge-59incl-vb2"].map(targetOf));
    const before = await targets();
    await act(doing("doel-wijzigen", { sleutel: keys[0] ?? "", nieuw: TO, ook: "ja" }));
    expect(await targets()).toEqual([...keys.map(() => TO), before.at(-1)]);
    for (const back of await waysBack()) await act(back);
    expect(await targets()).toEqual(before);
  });

  test("what KV does not take, or for some prices only, is not said to be done", async () => {
    await seedTargets();
    const INTERSTITIALS = changed(env.INTERSTITIALS, {
      put: (put) => (key: string, value: string) => (key === "bridge-39incl-vb1" ? fail() : put(key, value)),
    });
    const all = doing("doel-wijzigen", { sleutel: "bridge-59incl-vb1", nieuw: TO, ook: "ja" });
    const { headers } = await act(all, { more: { INTERSTITIALS } });
    expect(noticeOn(await screenOf(pathOf(headers.get("location"))))).toBe(ACTS_COPY.target.partly);
    await keepGift();
    const GIFTS = changed(env.GIFTS, { put: () => fail });
    await act(doing("cadeau-stoppen", { bestelling: GIFT }), { more: { GIFTS } });
    expect((await told()).filter(({ state }) => state !== "done")).toHaveLength(3);
    await act(all);
    expect(await targetOf("bridge-39incl-vb1")).toBe(TO);
  });
});
