import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ACTS } from "../../src/desk/acts-copy.ts";
import { DESK_COPY } from "../../src/desk/desk-copy.ts";
import { eraseStatements } from "../../src/ledger/erasure.ts";
import { firstInvoice, replaceInvoice } from "../../src/ledger/invoices.ts";
import { type Order, recordStatements } from "../../src/ledger/orders.ts";
import { sql } from "../../src/server/database.ts";
import { foldedNames } from "../../src/shared/folded-text.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { act, askDesk, confirmationIn, LOOKER, OWNER, openDesk, press, type StripeWorld, screenOf } from "./desk.ts";
import { attributes, meta, one, texts, visibleText } from "./document.ts";
import { emptyLedger, keepOrder, rowsOf, run } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { AWAY, ask, askWith, emptyKv, ORDER_KEYS, seedTargets } from "./shop.ts";

/** The owner's desk behind its door: what it shows, and what it does. */

const logs = collectLogs();
const NOW = "2026-11-26T11:00:00.000Z";
const INTENT = "pi_3Desk00000000SANNE";
const ORDER: Order = paidOrder(
  {
    intentId: INTENT,
    productId: "KVB1",
    source: "checkout",
    flow: "none",
    buyerName: "Sanne de Vries",
    email: "sanne@example.nl",
  },
  "2026-11-26T09:00:00.000Z",
);

beforeEach(async () => {
  vi.setSystemTime(NOW);
  await emptyLedger();
});

const acts = () => rowsOf("SELECT * FROM acts ORDER BY at, id");
const story = (page: Awaited<ReturnType<typeof screenOf>>) => texts(page, ".desk-story li");
const hrefsIn = (page: Awaited<ReturnType<typeof screenOf>>, selector: string) =>
  attributes(page, selector, "href").map(String);
const items = (page: Awaited<ReturnType<typeof screenOf>>) => texts(page, ".desk-item");

describe("every screen", () => {
  const SCREENS = ["", "/bestellingen", "/herroepingen", "/grootboek", "/gegevens", "/doelen", "/gedaan"];

  test.each(SCREENS)("%s has no script, is kept nowhere and found by nobody", async (path) => {
    await openDesk();
    const answer = await askDesk(path);
    expect(answer.status).toBe(200);
    const headers = Object.fromEntries(answer.headers);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["x-robots-tag"]).toBe("noindex, nofollow");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self'; /);
    expect(headers["content-security-policy"]).not.toContain("script-src");
    const html = await answer.text();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="nl">/);
    expect(html).not.toMatch(/<script|style=/);
  });

  test("says which shop it is, and who is there", async () => {
    await openDesk();
    const page = await screenOf("");
    expect(visibleText(one(page, ".desk-shop"))).toBe("Proefwinkel (local)");
    expect(visibleText(one(page, ".desk-footer"))).toBe(`Aangemeld als ${OWNER}.`);
    expect(meta(page, "robots")).toBe("noindex, nofollow");
    expect(attributes(page, ".desk-nav a[aria-current]", "href")).toEqual([PATHS.desk]);
  });

  test.each([
    "/nergens",
    "/bestellingen/pi_nergens",
    "/herroepingen/HR-0000",
    "/doen/niets",
    "/bestellingen/a/b",
    "/%",
  ])("%s is a screen that says so", async (path) => {
    await openDesk();
    expect(visibleText(one(await screenOf(path, {}, 404), "h1"))).toBe("Dat is er niet");
  });

  test("without the ledger it says so, and nothing else of the error", async () => {
    await openDesk();
    const page = await screenOf("", { more: { DB: AWAY } }, 503);
    expect(visibleText(one(page, "main"))).toMatch(/^Dit lukt nu niet De database/);
  });

  test("with a slash at its end leads to the one without", async () => {
    await openDesk();
    for (const [path, to] of [
      ["/", ""],
      ["/bestellingen/?zoek=a", "/bestellingen?zoek=a"],
      ["/herroepingen/HR-1//", "/herroepingen/HR-1"],
    ] as const) {
      const { status, headers } = await askDesk(path, { init: { redirect: "manual" } });
      expect([status, headers.get("location")]).toEqual([308, `${PATHS.desk}${to}`]);
    }
  });

  test("has a way to sign out", async () => {
    const { teamOrigin } = await openDesk();
    expect(attributes(await screenOf(""), ".desk-more a", "href").at(-1)).toBe(`${teamOrigin}/cdn-cgi/access/logout`);
  });

  test("is not offered to anybody", async () => {
    for (const path of [PATHS.sitemap, PATHS.robots, PATHS.home])
      expect(await (await ask(path)).text()).not.toContain(PATHS.desk);
  });
});

describe("today", () => {
  test("counts by day, week and quarter in Amsterdam, a product a row", async () => {
    await openDesk();
    const sold = (intentId: string, at: string, known: Partial<Order>) =>
      keepOrder({ ...paidOrder({ intentId, source: "hosted", flow: "none", ...known }, at) });
    await keepOrder(ORDER);
    // 00:30 in Amsterdam: the day has begun there, and not in UTC.
    await sold("pi_a", "2026-11-25T23:30:00.000Z", { productId: "KVB1" });
    await sold("pi_b", "2026-11-23T08:00:00.000Z", { productId: "KVB2", flow: "A", amountCents: 3900 });
    await sold("pi_c", "2026-11-22T08:00:00.000Z", { productId: "KVB2", flow: "A", amountCents: 3900 });
    await sold("pi_d", "2026-09-30T21:59:00.000Z", { productId: "KVB2", flow: "A" });
    // Something else on the same Stripe account.
    await keepOrder(paidOrder({ intentId: "pi_e" }, NOW));
    const page = await screenOf("");
    expect(texts(page, ".desk-table tbody tr")).toEqual([
      "Alles 2 voor €78,00 3 voor €117,00 4 voor €156,00",
      "Klein Vaarbewijs 1 2 voor €78,00 2 voor €78,00 2 voor €78,00",
      "Klein Vaarbewijs 2 – 1 voor €39,00 2 voor €78,00",
      "Terugbetaald – – –",
    ]);
    expect(texts(page, ".desk-bars li").slice(-4)).toEqual([
      "23 november 1 voor €39,00",
      "24 november –",
      "25 november –",
      "26 november 2 voor €78,00",
    ]);
  });

  test("what waits comes oldest first, each with what is to be done", async () => {
    await openDesk();
    await keepOrder(
      { ...ORDER, status: "open", intentId: "pi_open", updatedAt: "2026-11-26T08:00:00.000Z" },
      "processing",
    );
    await keepOrder({ ...ORDER, intentId: "pi_dispute" });
    await run(
      sql(
        "INSERT INTO disputes (id, intent_id, stage, event_at) VALUES ('du_1', 'pi_dispute', 1, '2026-11-26T10:00:00.000Z')",
      ),
      sql("INSERT OR REPLACE INTO orders SELECT * FROM joined_orders WHERE intent_id = 'pi_dispute'"),
      sql(`INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, is_proven, receipt, notice)
        VALUES ('HR-1', '2026-11-01T10:00:00.000Z', '2026-11-01T10:00:00.000Z', 'Noor', 'KVB1', 'noor@example.nl', 'noor@example.nl', 0, 'held', 'now')`),
    );
    const lines = items(await screenOf(""));
    // A mail that did not go names the buyer and what was paid.
    expect(lines[1]).toContain("Sanne de Vries · €39,00");
    const begins = lines.map((line) => line.slice(0, 24));
    expect(begins).toEqual([
      // Held back, and said so by the withdrawal itself.
      "Herroeping: Noor zoek ui",
      "Geen bevestiging: VK-PI_",
      "Geschil bij de bank: San",
      // Under way: a list of its own.
      "Betaling onderweg: Sanne",
    ]);
  });
});

describe("the search", () => {
  beforeEach(async () => {
    await openDesk();
    await keepOrder(ORDER);
    await keepOrder({
      ...ORDER,
      intentId: "pi_3Desk00000000ANDRE",
      buyerName: "Andr\u00e9 M\u00fcller",
      email: "a.muller@example.nl",
    });
    await keepOrder({
      ...ORDER,
      intentId: "pi_3Desk000000000GIFT",
      buyerName: "Kees",
      email: "kees@example.nl",
      gift: { productId: "KVB1", recipient: "Zo\u00eb", giver: "Opa", message: "", from: "now" },
      amountCents: 11_800,
    });
    await run(sql("INSERT INTO gifts (intent_id, code) VALUES ('pi_3Desk000000000GIFT', 'FVT3ABCDEFGHJKMN')"));
  });

  const search = async (text: string, filter = "paid") =>
    texts(await screenOf(`/bestellingen?${new URLSearchParams({ zoek: text, toon: filter })}`), ".desk-item b");

  test.each([
    ["sanne", "Sanne de Vries"],
    ["vries  SANNE", "Sanne de Vries"],
    ["SANNE@example.nl", "Sanne de Vries"],
    ["mailto:sanne@example.nl", "Sanne de Vries"],
    ["sanne@ex", "Sanne de Vries"],
    ["andre muller", "Andr\u00e9 M\u00fcller"],
    ["ANDR\u00c9", "Andr\u00e9 M\u00fcller"],
    ["Mueller", "Andr\u00e9 M\u00fcller"],
    ["a.muller", "Andr\u00e9 M\u00fcller"],
    ["vk 00000SANNE", "Sanne de Vries"],
    ["VK-00000SANNE", "Sanne de Vries"],
    ["VK 00000 sanne", "Sanne de Vries"],
    ["bestelling 00000SANNE.", "Sanne de Vries"],
    ["vk-00000sa", "Sanne de Vries"],
    ["\u20ac118", "Kees"],
    ["118,00 kees", "Kees"],
    ["118", "Kees"],
    ["https://dashboard.stripe.com/payments/pi_3Desk00000000ANDRE", "Andr\u00e9 M\u00fcller"],
    ["http://localhost:8787/bestelling/1.pi_3Desk00000000ANDRE.abc", "Andr\u00e9 M\u00fcller"],
    ["zoe", "Kees"],
    ["FVT3-ABCD-EFGH-JKMN", "Kees"],
    ["http://localhost:8787/g-FVT3-ABCD-EFGH-JKMN", "Kees"],
  ])("finds %s", async (text, name) => {
    expect(await search(text)).toEqual([name]);
  });

  test("finds a company of an invoice, and its number", async () => {
    const seller = { legalName: "Vaarkoers BV", address: "Kade 1", vatId: "NL000000000B01" };
    const company = { company: "Jachtwerf \u2018De Zwaan\u2019 BV", address: "Dijk 2", vatId: "" };
    await run(firstInvoice(INTENT, company, seller, "Cursus", new Date(NOW)));
    for (const text of ["zwaan", "de zwaan bv", "'De Zwaan'", "2026-0001"])
      expect(await search(text)).toEqual(["Sanne de Vries"]);
  });

  test("of a name that an erasure took, finds nothing, whatever Stripe tells later", async () => {
    await run(...eraseStatements({ payments: [INTENT], mentions: [], deliveries: [], withdrawals: [] }, new Date(NOW)));
    expect(await search("vries")).toEqual([]);
    await keepOrder(ORDER);
    expect([await search("vries"), await search("vk-00000sanne")]).toEqual([[], ["Sanne de Vries"]]);
  });

  test("finds whoever has not paid, or is not among those that are shown", async () => {
    await keepOrder({ ...ORDER, status: "open", intentId: "pi_open", buyerName: "Tom Visser" }, "processing");
    await keepOrder({ ...ORDER, status: "failed", intentId: "pi_no", buyerName: "Willem" }, "failed");
    expect([await search("tom visser"), await search("willem")]).toEqual([["Tom Visser"], ["Willem"]]);
    const page = await screenOf("/bestellingen?zoek=willem&toon=gift");
    expect(visibleText(one(page, "main"))).toContain("Niet bij ‘cadeaus’, wel bij de andere: Willem");
  });

  test.each(["' OR 1=1 --", "%", "_", "*", "<script>", "\u0000", "x".repeat(5000)])(
    "finds nothing for %j, and stays whole",
    async (text) => {
      const page = await screenOf(`/bestellingen?${new URLSearchParams({ zoek: text })}`);
      expect(items(page)).toEqual([]);
    },
  );

  test("a filter shows the orders that it names, and an unknown one those that are paid", async () => {
    const names = async (query: string) => texts(await screenOf(`/bestellingen?${query}`), ".desk-item b");
    expect(await names("toon=gift")).toEqual(["Kees"]);
    expect(await names("toon=giftWaiting")).toEqual([]);
    expect(await names("toon=disputed")).toEqual([]);
    expect(await names("toon=drop")).toHaveLength(3);
  });

  test("shows each of many orders of one moment once", async () => {
    for (let index = 0; index < 60; index += 1)
      await keepOrder(paidOrder({ intentId: `pi_same${index}`, buyerName: "Gelijk" }, "2026-10-01T10:00:00.000Z"));
    const first = await screenOf("/bestellingen?zoek=gelijk");
    const next = attributes(first, ".desk-links a", "href")[0]?.slice(PATHS.desk.length) ?? "";
    const seen = [
      ...attributes(first, ".desk-item b a", "href"),
      ...attributes(await screenOf(next), ".desk-item b a", "href"),
    ];
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
  });
});

describe("an order", () => {
  test("is shown whole: facts, and what happened in the order of time", async () => {
    await openDesk();
    await seedTargets();
    await keepOrder(ORDER);
    await run(
      sql(
        "INSERT INTO refunds (id, intent_id, cents, created_at) VALUES ('re_1', ?1, 1000, '2026-11-26T10:00:00.000Z')",
        INTENT,
      ),
      sql("INSERT OR REPLACE INTO orders SELECT * FROM joined_orders WHERE intent_id = ?1", INTENT),
      sql(
        "INSERT INTO mails (kind, about, state, due_at, ended_at) VALUES ('confirmation', ?1, 'sent', ?2, ?2)",
        INTENT,
        "2026-11-26T09:05:00.000Z",
      ),
    );
    const page = await screenOf(`/bestellingen/${INTENT}`);
    const facts = texts(page, ".desk-facts > div");
    expect(facts).toContain("Bedrag €39,00, waarvan €6,77 btw");
    expect(facts).toContain("Terugbetaald €10,00");
    expect(facts).toContain("Status deel terugbetaald");
    expect(story(page)).toEqual([
      "Betaling begonnen 26 november 2026 om 10:00",
      "Betaald: €39,00 26 november 2026 om 10:00",
      "Mail ‘bevestiging’: verstuurd 26 november 2026 om 10:05",
      "Terugbetaald: €10,00 26 november 2026 om 11:00",
    ]);
    expect((await screenOf("/bestellingen/VK-00000SANNE")).querySelector("h1")?.text).toBe(
      page.querySelector("h1")?.text,
    );
  });

  test("leads to its buyer's page and to ready letters; whoever may only look gets the invoices alone", async () => {
    await openDesk();
    await keepOrder({ ...ORDER, refundedCents: 1000 });
    const company = { company: "Jachtwerf BV", address: "Dijk 2\n1234 AB Stad", vatId: "" };
    const seller = { legalName: "Vaarkoers BV", address: "Kade 1", vatId: "NL000000000B01" };
    await run(firstInvoice(INTENT, company, seller, "Cursus", new Date(NOW)));
    const hrefs = async (email: string) => hrefsIn(await screenOf(`/bestellingen/${INTENT}`, { email }), "main a");
    const [links, looked] = [await hrefs(OWNER), await hrefs(LOOKER)];
    const page = links.find((href) => href.includes("/bestelling/")) ?? "";
    expect((await askWith(ORDER_KEYS, new URL(page).pathname)).status).toBe(200);
    const letters = links.filter((href) => href.startsWith("mailto:")).map((href) => decodeURIComponent(href));
    expect(letters.map((text) => text.slice(0, 60))).toEqual(
      Array(2).fill("mailto:sanne@example.nl?subject=Je bestelling VK-00000SANNE&"),
    );
    expect(letters[1]).toContain("Hallo Sanne,\r\n\r\nWe hebben €10,00 van je bestelling VK-00000SANNE terugbetaald");
    expect(looked.filter((href) => /bestelling\/|mailto:/.test(href))).toEqual([]);
    const pdf = await askDesk("/facturen/2026-0001", { email: LOOKER });
    expect([pdf.status, pdf.headers.get("content-type"), (await pdf.text()).slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
    expect(looked).toContain(`${PATHS.desk}/facturen/2026-0001`);
    await screenOf("/facturen/2026-0009", {}, 404);
  });

  test("that a bank asks about says since when, until when, and where to answer", async () => {
    await openDesk();
    await keepOrder(ORDER);
    const told = { kind: "dispute", id: "du_1", state: "inquiry", dueBy: "2026-12-05T22:59:59.000Z" } as const;
    await run(...recordStatements({ intentId: INTENT, eventId: "evt_du", at: "2026-11-26T09:30:00.000Z", told }));
    await keepOrder({ ...ORDER, refundedCents: 100, updatedAt: "2026-11-26T10:30:00.000Z" }, "charge");
    const by = "5 december 2026 om 23:59";
    const order = await screenOf(`/bestellingen/${INTENT}`);
    expect(texts(order, ".desk-facts > div")).toEqual(
      expect.arrayContaining(["Status de bank vraagt iets nog geen bevestiging", `Antwoord de bank vóór ${by}`]),
    );
    expect(story(order)).toContain("Geschil: de bank vraagt iets 26 november 2026 om 10:30");
    const today = await screenOf("");
    expect(items(today).find((line) => line.startsWith("Vraag"))).toContain(
      `geef de bank antwoord in Stripe, vóór ${by}, of betaal alles terug`,
    );
    expect(attributes(today, ".desk-item .note a", "href")).toContain(
      `https://dashboard.stripe.com/payments/${INTENT}`,
    );
    // Once the bank has taken the money, none is offered to go back.
    const taken = { kind: "dispute", id: "du_1", state: "open" } as const;
    await run(...recordStatements({ intentId: INTENT, eventId: "evt_du2", at: NOW, told: taken }));
    const disputed = await screenOf(`/bestellingen/${INTENT}`);
    expect(attributes(disputed, "form", "action").join()).not.toContain(ACTS.refund);
    expect(texts(disputed, ".desk-facts > div")).toContain(`Antwoord de bank vóór ${by}`);
  });

  test("shows a name that is markup as text", async () => {
    await openDesk();
    await keepOrder({ ...ORDER, buyerName: '<img src=x onerror="alert(1)">' });
    const html = await (await askDesk(`/bestellingen/${INTENT}`)).text();
    expect(html).not.toContain("<img src=x");
  });

  test("whoever may only look sees no form, and can neither preview nor do", async () => {
    await openDesk();
    await keepOrder(ORDER);
    const page = await screenOf(`/bestellingen/${INTENT}`, { email: LOOKER });
    expect(attributes(page, "form", "action")).toEqual([]);
    await screenOf(`/doen/terugbetalen?bestelling=${INTENT}`, { email: LOOKER }, 403);
    const confirmation = confirmationIn(await screenOf(`/doen/terugbetalen?bestelling=${INTENT}`));
    expect((await press(confirmation, { email: LOOKER })).status).toBe(403);
    expect(await acts()).toEqual([]);
  });
});

test("the invoices of some days are a CSV of their own, in Amsterdam's days", async () => {
  await openDesk();
  await keepOrder(ORDER);
  const seller = { legalName: "Vaarkoers BV", address: "Kade 1", vatId: "NL000000000B01" };
  const jansen = { company: "=Jansen BV", address: "Dijk 2", vatId: "NL123456789B01" };
  // Already July in Amsterdam.
  await run(firstInvoice(INTENT, jansen, seller, "Cursus", new Date("2026-06-30T22:30:00Z")));
  const linesOf = async (query: string) =>
    (await (await askDesk(`/facturen.csv?${query}`)).text()).trimEnd().split("\r\n").slice(1);
  const [line = "", ...others] = await linesOf("van=2026-07-01&tot=2026-07-31");
  expect(others).toEqual([]);
  expect(line).toMatch(
    /^"2026-0001";"2026-07-01";"Factuur";"";"VK-00000SANNE";.*"'=Jansen BV";"NL123456789B01";"32,23";"6,77";"39,00"$/,
  );
  expect(await linesOf("van=2026-06-01&tot=2026-06-30")).toEqual([]);
  const jansenNow = { company: "Jansen & Zn", address: "Dijk 2", vatId: "" };
  await run(...replaceInvoice(INTENT, "2026-0001", jansenNow, seller, new Date("2026-08-02T10:00:00Z")));
  const kinds = (await linesOf("van=2026-08-01&tot=2026-08-31")).map((text) => text.split(";").slice(0, 4).join(" "));
  expect(kinds).toEqual([
    '"2026-0002" "2026-08-02" "Creditnota" "2026-0001"',
    '"2026-0003" "2026-08-02" "Factuur" "2026-0001"',
  ]);
});

test.each([
  ["van=2026-12-31&tot=2026-01-01", ["2026-01-01", "2026-12-31"], /^De dagen stonden omgekeerd/, 200],
  ["van=2026-02-30&tot=2026-11-20", ["2026-10-01", "2026-11-20"], /^‘2026-02-30’ is geen datum die bestaat/, 422],
  ["van=01-10-2026&tot=31 okt 2026", ["2026-10-01", "2026-10-31"], /^Gelezen als 1 oktober 2026: /, 200],
  ["van=gisteren", ["2026-10-01", "2026-11-26"], /^‘gisteren’ is geen datum die bestaat/, 422],
])("the books of %s say which days they show, and the files have no others", async (query, days, said, status) => {
  await openDesk();
  const page = await screenOf(`/grootboek?${query}`);
  expect(attributes(page, 'input[type="date"]', "value")).toEqual(days);
  expect(texts(page, ".desk-text.desk-bad")[0]).toMatch(said);
  expect((await askDesk(`/facturen.csv?${query}`)).status).toBe(status);
  if (status === 422) expect((await askDesk(`/grootboek.csv?${query}`)).status).toBe(status);
});

describe("a refund", () => {
  const REFUND = `/doen/terugbetalen?bestelling=${INTENT}`;
  beforeEach(() => keepOrder(ORDER));

  test("is previewed, made once, and written down with who, when, before and after", async () => {
    const { asked } = await openDesk();
    const preview = await screenOf(`${REFUND}&bedrag=19,50`);
    expect(texts(preview, ".desk-facts > div")).toEqual([
      "Nu terug €19,50 van de €39,00 die nog terug kan",
      "Bestelling VK-00000SANNE",
      "Koper Sanne de Vries, sanne@example.nl",
      "Product Klein Vaarbewijs 1",
      "Betaald €39,00",
      "Eerder terugbetaald niets",
      "Winkel Proefwinkel (local), testgeld",
    ]);
    expect(asked).toEqual([]);
    const answer = await press(confirmationIn(preview));
    expect(answer.status).toBe(303);
    expect(asked.map((form) => form.get("amount"))).toEqual(["1950"]);
    expect(await acts()).toEqual([
      expect.objectContaining({
        at: NOW,
        actor: OWNER,
        act: "refund",
        about: INTENT,
        what: "€19,50 terugbetaald van VK-00000SANNE",
        before: "€39,00 kon nog terug",
        state: "done",
      }),
    ]);
    const location = answer.headers.get("location") ?? "";
    const page = await screenOf(location.slice(PATHS.desk.length));
    expect(visibleText(one(page, ".desk-notice"))).toMatch(/^Gedaan bij Stripe: re_1, gelukt/);
    expect(story(page).at(-1)).toMatch(/^€19,50 terugbetaald van VK-00000SANNE \(eigenaar@example.nl\)/);
  });

  test("is red, as only what nobody can undo is", async () => {
    await openDesk();
    const looksRed = async (path: string) =>
      !attributes(await screenOf(path), 'form[method="post"] button', "class")[0]?.includes("button-navy");
    expect([
      await looksRed(REFUND),
      await looksRed(`/doen/bevestiging-sturen?bestelling=${INTENT}&adres=sanne%40example.nl`),
    ]).toEqual([true, false]);
  });

  test("a double press, and the same form sent later, make one", async () => {
    const { asked } = await openDesk();
    const confirmation = confirmationIn(await screenOf(REFUND));
    const answers = await Promise.all([press(confirmation), press(confirmation)]);
    answers.push(await press(confirmation));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(asked).toHaveLength(1);
    expect(await acts()).toHaveLength(1);
  });

  test("a form of another site, without a token, with a forged or an older one does nothing", async () => {
    const { asked } = await openDesk();
    const { action, fields } = confirmationIn(await screenOf(REFUND));
    const token = fields.voorbeeld ?? "";
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    expect((await press({ action, fields }, { headers: { origin: "https://evil.example" } })).status).toBe(403);
    expect((await press({ action, fields: { ...fields, voorbeeld: "" } })).status).toBe(409);
    expect((await press({ action, fields: { ...fields, voorbeeld: forged } })).status).toBe(409);
    // Another amount, another order or another act than was shown.
    expect((await press({ action, fields: { ...fields, bedrag: "1,00" } })).status).toBe(409);
    expect((await press({ action: "/doen/bevestiging-sturen", fields })).status).toBe(409);
    vi.setSystemTime(new Date(Date.parse(NOW) + 61 * 60_000));
    expect((await press({ action, fields })).status).toBe(409);
    expect((await askDesk(action, { init: { method: "POST", body: "{}" } })).status).toBe(403);
    expect(asked).toEqual([]);
    expect(await acts()).toEqual([]);
  });

  test("asked for twice at one moment is one refund, and one of them says whose it was", async () => {
    const { asked } = await openDesk();
    const more = { DESK_EDITORS: `${OWNER}, ${LOOKER}` };
    const mine = confirmationIn(await screenOf(`${REFUND}&bedrag=10`, { more }));
    const other = confirmationIn(await screenOf(`${REFUND}&bedrag=10`, { more, email: LOOKER }));
    await Promise.all([press(mine, { more }), press(other, { more, email: LOOKER })]);
    expect(asked).toHaveLength(1);
    const lines = (await acts()).map(({ state, after }) => [state, after]).toSorted();
    expect(lines).toEqual([
      ["done", expect.stringMatching(/^Gedaan bij Stripe: re_1/)],
      ["refused", expect.stringMatching(/^Net al gedaan door (eigenaar|\w+): het is één terugbetaling, re_1\.$/)],
    ]);
  });

  test("a press that the sign-in swallowed shows its preview again, and says that nothing was done", async () => {
    const { asked } = await openDesk();
    const preview = await screenOf(`${REFUND}&bedrag=19,50`);
    const { action, fields } = confirmationIn(preview);
    const again = await screenOf(action);
    expect(visibleText(one(again, ".desk-notice"))).toBe("Je was afgemeld. Er is niets gedaan.");
    expect(texts(again, ".desk-facts > div")).toEqual(texts(preview, ".desk-facts > div"));
    expect(asked).toEqual([]);
    expect((await press({ action, fields: { ...fields, ...confirmationIn(again).fields } })).status).toBe(303);
    expect(asked).toHaveLength(1);
    // It cannot be done any more, but nobody knows whether this was the reason.
    await run(sql("DELETE FROM orders"));
    expect(visibleText(one(await screenOf(action, {}, 409), ".desk-text"))).toBe(
      "Je was afgemeld. Er is niets gedaan.",
    );
  });

  test.each(Object.values(ACTS).filter((path) => path !== ACTS.resendRestored))(
    "/doen/%s without any field says that nothing was done",
    async (path) => {
      await openDesk();
      const page = await screenOf(`/doen/${path}`, {}, 409);
      expect(visibleText(one(page, ".desk-text"))).toBe("Je was afgemeld. Er is niets gedaan.");
    },
  );

  test("a preview that somebody else read is not confirmed", async () => {
    const { asked } = await openDesk();
    const more = { DESK_EDITORS: `${OWNER}, ${LOOKER}` };
    const confirmation = confirmationIn(await screenOf(REFUND, { more }));
    expect((await press(confirmation, { more, email: LOOKER })).status).toBe(409);
    expect(asked).toEqual([]);
    expect((await press(confirmation, { more })).status).toBe(303);
  });

  test("if something went back meanwhile, the new preview is shown instead", async () => {
    const world: StripeWorld = { cents: 3900, refunds: [] };
    const { asked } = await openDesk(world);
    const confirmation = confirmationIn(await screenOf(REFUND));
    world.refunds.push({
      id: "re_0",
      amount: 1000,
      created: Math.floor(Date.parse(NOW) / 1000) - 7200,
      status: "succeeded",
    });
    const answer = await press(confirmation);
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(html).toContain("Er is intussen iets veranderd");
    expect(html).toContain("Betaal €29,00 terug");
    expect(asked).toEqual([]);
  });

  test("the same amount within the hour needs a tick", async () => {
    const created = Math.floor(Date.parse(NOW) / 1000) - 240;
    const { asked } = await openDesk({
      cents: 3900,
      refunds: [{ id: "re_0", amount: 500, created, status: "succeeded" }],
    });
    const { action, fields } = confirmationIn(await screenOf(`${REFUND}&bedrag=5`));
    expect((await press({ action, fields })).status).toBe(409);
    expect(asked).toEqual([]);
    // Its words count the minutes, and somebody reads for some.
    vi.setSystemTime(new Date(Date.parse(NOW) + 3 * 60_000));
    expect((await press({ action, fields: { ...fields, nogmaals: "ja" } })).status).toBe(303);
    expect(asked).toHaveLength(1);
  });

  test.each([
    [{ refuse: 400 }, "refused", /^Stripe weigerde/],
    [{ refuse: 0 }, "unknown", /^Stripe gaf geen antwoord/],
  ])("if Stripe answers %j it is %s", async (world, state, said) => {
    await openDesk({ cents: 3900, refunds: [], ...world });
    await act(REFUND);
    const [row] = await acts();
    expect(row?.state).toBe(state);
    expect(row?.after).toMatch(said);
  });

  test.each([
    [
      { cents: 3900, refunds: [{ id: "re", amount: 3900, created: 1, status: "succeeded" }] },
      "",
      "Alles van deze bestelling is al terugbetaald.",
    ],
    [{ cents: 3900, refunds: [] }, "&bedrag=39,01", "Dat is te veel: van deze bestelling kan nog €39,00 terug."],
    [{ cents: 3900, refunds: [] }, "&bedrag=veel", "Schrijf het bedrag in euro’s, zoals 19,50."],
    [
      { cents: 3900, refunds: [], dispute: "needs_response" },
      "",
      "Er is een geschil: de bank heeft het geld teruggehaald, of kan dat doen. Geef de bank antwoord in Stripe.",
    ],
    [{ cents: 3900, refunds: [], status: "processing" }, "", "Deze betaling is niet betaald: het geld is onderweg."],
  ] as const)("of %j%s is refused with the reason", async (world, query, said) => {
    await openDesk({ ...world, refunds: [...world.refunds] });
    const page = await screenOf(`${REFUND}${query}`, {}, 409);
    expect(visibleText(one(page, ".desk-text"))).toBe(said);
  });
});

describe("other acts", () => {
  beforeEach(async () => {
    await openDesk();
    await keepOrder(ORDER);
    await emptyKv(env.GIFTS);
  });
  const mail = () => rowsOf("SELECT kind, version, state FROM mails WHERE about = ?1", INTENT);
  const address = () => rowsOf("SELECT email FROM orders WHERE intent_id = ?1", INTENT);

  test("a confirmation is made due", async () => {
    await act(`/doen/bevestiging-sturen?bestelling=${INTENT}&adres=Sanne%40example.nl`);
    expect(await mail()).toEqual([{ kind: "confirmation", version: "", state: "due" }]);
  });

  test("an address is corrected, the confirmation goes there, and no act has an address", async () => {
    await act(
      `/doen/bevestiging-sturen?${new URLSearchParams({ bestelling: INTENT, adres: " <sanne@voorbeeld.nl>, " })}`,
    );
    expect(await address()).toEqual([{ email: "sanne@voorbeeld.nl" }]);
    expect(await mail()).toEqual([{ kind: "confirmation", version: NOW, state: "due" }]);
    // Nor a domain: that may name somebody too.
    expect(JSON.stringify((await acts()).map(({ actor: _actor, ...rest }) => rest))).not.toMatch(
      /@|example\.nl|voorbeeld\.nl/,
    );
    await screenOf(`/doen/bevestiging-sturen?bestelling=${INTENT}&adres=geen`, {}, 409);
  });

  test("of two corrections at one moment one counts, and the other says so", async () => {
    const preview = (adres: string) =>
      screenOf(`/doen/bevestiging-sturen?${new URLSearchParams({ bestelling: INTENT, adres })}`);
    const forms = [
      confirmationIn(await preview("sanne@een.example")),
      confirmationIn(await preview("sanne@twee.example")),
    ];
    await Promise.all(forms.map((form) => press(form)));
    expect((await acts()).map(({ state }) => state).toSorted()).toEqual(["done", "refused"]);
    expect(await mail()).toHaveLength(1);
  });

  const GIFT = "pi_3Desk000000000GIFT";
  async function keepGift() {
    await keepOrder({
      ...ORDER,
      intentId: GIFT,
      gift: {
        productId: "KVB1",
        recipient: "Noor",
        giver: "Opa",
        message: "",
        from: "2026-12-05",
        deliveryDraftId: "0a1b2c3d",
      },
    });
    await run(
      sql("INSERT INTO gifts (intent_id, code, stored_at) VALUES (?1, 'FVT3ABCDEFGHJKMN', ?2)", GIFT, NOW),
      sql(
        "INSERT INTO deliveries (intent_id, state, day, address, send_at, at) VALUES (?1, 'planned', '2026-12-05', 'noor@example.nl', '2026-12-05T07:00:00.000Z', ?2)",
        GIFT,
        NOW,
      ),
    );
  }

  test("a gift is stopped and restored", async () => {
    await keepGift();
    await act(`/doen/cadeau-stoppen?bestelling=${GIFT}`);
    expect(JSON.parse((await env.GIFTS.get("FVT3ABCDEFGHJKMN.operator")) ?? "")).toEqual({ stopped: true, at: NOW });
    expect(attributes(await screenOf(`/bestellingen/${GIFT}`), "form", "action")).toContain(
      `${PATHS.desk}/doen/cadeau-herstellen`,
    );
    vi.setSystemTime(new Date(Date.parse(NOW) + 60_000));
    await act(`/doen/cadeau-herstellen?bestelling=${GIFT}`);
    expect(JSON.parse((await env.GIFTS.get("FVT3ABCDEFGHJKMN.operator")) ?? "")).toMatchObject({ stopped: false });
  });

  test("a delivery is changed and stopped, and its address stays out of the acts", async () => {
    await keepGift();
    const query = new URLSearchParams({ bestelling: GIFT, dag: "2026-12-24", adres: "noor@elders.example" });
    expect(texts(await screenOf(`/doen/bezorging-wijzigen?${query}`), ".desk-facts > div").slice(0, 2)).toEqual([
      "Wordt gemaild op 24 december 2026 naar noor@elders.example",
      "Nu op 5 december 2026 naar noor@example.nl",
    ]);
    await act(`/doen/bezorging-wijzigen?${query}`);
    const delivery = () => rowsOf("SELECT state, day, address FROM deliveries WHERE intent_id = ?1", GIFT);
    expect(await delivery()).toEqual([{ state: "planned", day: "2026-12-24", address: "noor@elders.example" }]);
    await act(`/doen/bezorging-stoppen?bestelling=${GIFT}`);
    expect(await delivery()).toEqual([{ state: "stopped", day: null, address: null }]);
    expect(JSON.stringify(await acts())).not.toContain("elders");
    await screenOf(`/doen/bezorging-wijzigen?bestelling=${GIFT}&dag=2025-01-01&adres=noor%40example.nl`, {}, 409);
  });

  test("a withdrawal is answered, and the answer can be taken back", async () => {
    await run(
      sql(
        `INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, intent_id, is_proven, receipt, notice)
        VALUES ('HR-8K2M-0Q4Z-7VTA', ?1, ?1, 'Sanne de Vries', 'VK-00000SANNE', 'sanne@example.nl', 'sanne@example.nl', ?2, 1, 'full', 'now')`,
        NOW,
        INTENT,
      ),
    );
    const answer = async () => (await rowsOf("SELECT answer FROM withdrawals"))[0]?.answer;
    const page = await screenOf("/herroepingen/hr-8k2m-0q4z-7vta");
    expect(texts(page, ".desk-facts > div")).toContain(
      "Herroepingsrecht recht tot en met 10 december 2026 de koper gaf het recht niet op herroepen op de dag van de koop",
    );
    // Money first: nothing else is chosen, and 'repaid' without Stripe needs a tick.
    expect(attributes(page, ".desk-aside form", "action")[0]).toBe(`${PATHS.desk}/doen/terugbetalen`);
    expect(texts(page, "option")).toEqual([
      "Kies een antwoord",
      "terugbetaald buiten Stripe",
      "afgewezen: er was geen recht",
      "hier niet gekocht",
    ]);
    await screenOf("/doen/herroeping-beantwoorden?herroeping=HR-8K2M-0Q4Z-7VTA&antwoord=", {}, 409);
    const repaid = confirmationIn(
      await screenOf("/doen/herroeping-beantwoorden?herroeping=HR-8K2M-0Q4Z-7VTA&antwoord=repaid"),
    );
    expect((await press(repaid)).status).toBe(409);
    expect(await answer()).toBeNull();
    await act("/doen/herroeping-beantwoorden?herroeping=HR-8K2M-0Q4Z-7VTA&antwoord=refused");
    expect(await answer()).toBe("refused");
    await act("/doen/herroeping-beantwoorden?herroeping=HR-8K2M-0Q4Z-7VTA&antwoord=open");
    expect(await answer()).toBeNull();
    await act("/doen/ontvangst-sturen?herroeping=HR-8K2M-0Q4Z-7VTA");
    expect(await rowsOf("SELECT kind, state FROM mails")).toEqual([{ kind: "receipt", state: "due" }]);
    // One of the facts alone may be followed by the whole one.
    for (const [detail, isOffered] of [
      ["facts", true],
      ["full", false],
    ] as const) {
      await run(
        sql(
          `INSERT OR REPLACE INTO mails (kind, about, version, state, due_at, ended_at, detail)
            SELECT kind, about, version, 'sent', due_at, due_at, ?1 FROM mails`,
          detail,
        ),
      );
      const actions = attributes(await screenOf("/herroepingen/HR-8K2M-0Q4Z-7VTA"), "form", "action");
      expect(actions.includes(`${PATHS.desk}/doen/ontvangst-sturen`)).toBe(isOffered);
    }
  });

  test("a stranger's withdrawal is never the buyer's: no last day, and money needs a tick", async () => {
    await run(
      sql(
        `INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, is_proven, receipt, notice, numbers)
        VALUES ('HR-1', ?1, ?1, 'Sanne de Vries', 'VK-00000SANNE', 'vreemde@example.nl', 'vreemde@example.nl', 0, 'facts', 'now', '["00000SANNE"]')`,
        NOW,
      ),
    );
    const said = "niet bewezen: een ander adres dan de bestelling (s\u2026@\u2026); recht tot en met 10 december 2026";
    const order = texts(await screenOf(`/bestellingen/${INTENT}`), ".desk-facts > div");
    expect(order.find((row) => row.startsWith("Herroeping"))).toContain(said);
    // Its writer is asked, and learns nothing of the order.
    const [letter = ""] = hrefsIn(await screenOf("/herroepingen/HR-1"), ".desk-links a");
    expect(decodeURIComponent(letter)).toMatch(/^mailto:vreemde@example\.nl\?subject=Je herroeping HR-1&/);
    expect(decodeURIComponent(letter)).not.toMatch(/VK-|recht|€|Klein/);
    const card = items(await screenOf("")).find((text) => text.startsWith("Herroeping")) ?? "";
    expect(card).toContain(said);
    expect(card).not.toContain("uiterlijk");
    const preview = await screenOf(`/doen/terugbetalen?bestelling=${INTENT}`);
    expect(visibleText(one(preview, "main"))).toContain(`Herroeping HR-1 geldt als terugbetaald (${said}).`);
    const confirmation = confirmationIn(preview);
    expect((await press(confirmation)).status).toBe(409);
    expect((await press({ ...confirmation, fields: { ...confirmation.fields, nogmaals: "ja" } })).status).toBe(303);
  });

  test("what a refund that failed left owed is settled otherwise: form, preview, press", async () => {
    await run(
      sql("INSERT INTO refunds VALUES ('re_1', ?1, 3900, ?2, ?2)", INTENT, NOW),
      sql("INSERT OR REPLACE INTO orders SELECT * FROM joined_orders"),
    );
    const owed = async () =>
      items(await screenOf("")).filter((line) => line.startsWith("Terugbetaling mislukt")).length;
    expect(await owed()).toBe(1);
    const order = await screenOf(`/bestellingen/${INTENT}`);
    expect(texts(order, ".desk-facts > div")[0]).toContain("nog €39,00 te betalen: een terugbetaling mislukte");
    expect(attributes(order, "form", "action")).toContain(`${PATHS.desk}/doen/anders-geregeld`);
    const preview = await screenOf(`/doen/anders-geregeld?bestelling=${INTENT}`);
    expect(texts(preview, ".desk-facts > div")[0]).toBe("Nog te betalen €39,00");
    const answer = await press(confirmationIn(preview));
    const after = await screenOf((answer.headers.get("location") ?? "").slice(PATHS.desk.length));
    expect([visibleText(one(after, ".desk-notice")), await owed()]).toEqual(["Vastgelegd.", 0]);
    expect(attributes(after, "form", "action")).not.toContain(`${PATHS.desk}/doen/anders-geregeld`);
    await screenOf(`/doen/anders-geregeld?bestelling=${INTENT}`, {}, 409);
  });

  test("an invoice is made, corrected and mailed; what cannot stand on it is refused", async () => {
    const path = (act: string, fields = {}) => `/doen/${act}?${new URLSearchParams({ bestelling: INTENT, ...fields })}`;
    const company = { bedrijf: "Jachtwerf BV", bedrijfsadres: "Dijk 2\n1234 AB Stad", "btw-nummer": "" };
    await screenOf(path("facturen-mailen"), {}, 409);
    for (const wrong of [{ bedrijf: "" }, { bedrijfsadres: "Dijk" }, { "btw-nummer": "NL1" }])
      await screenOf(path("factuur-maken", { ...company, ...wrong }), {}, 409);
    await act(path("factuur-maken", company));
    await screenOf(path("factuur-maken", company), {}, 409);
    const again = await screenOf(path("factuur-maken", { ...company, "btw-nummer": "123456789B01" }));
    expect(texts(again, ".desk-facts > div").slice(0, 4)).toEqual([
      "Bedrijfsnaam Jachtwerf BV",
      "Adres van het bedrijf Dijk 2 1234 AB Stad",
      "Btw-nummer NL123456789B01",
      "Vervangt factuur 2026-0001",
    ]);
    await press(confirmationIn(again));
    expect(await rowsOf("SELECT number, kind, vat_id FROM invoices ORDER BY turn")).toEqual([
      { number: "2026-0001", kind: "invoice", vat_id: null },
      { number: "2026-0002", kind: "correction", vat_id: null },
      { number: "2026-0003", kind: "invoice", vat_id: "NL123456789B01" },
    ]);
    await act(path("facturen-mailen"));
    expect(await mail()).toEqual([{ kind: "invoice", version: NOW, state: "due" }]);
    vi.setSystemTime(new Date(Date.parse(NOW) + 60_000));
    await act(path("facturen-mailen"));
    // One that is on its way is enough.
    expect(await mail()).toHaveLength(1);
    // One that was refused waits for the owner, until another goes.
    const refused = async () => items(await screenOf("")).filter((line) => line.startsWith("Mail ‘facturen’")).length;
    await run(sql("UPDATE mails SET state = 'sending', claim = 'c', claimed_until = ?1 WHERE kind = 'invoice'", NOW));
    await run(
      sql(
        "UPDATE mails SET state = 'refused', ended_at = ?1, claim = NULL, claimed_until = NULL WHERE kind = 'invoice'",
        NOW,
      ),
    );
    expect(await refused()).toBe(1);
    await act(path("facturen-mailen"));
    expect(await refused()).toBe(0);
  });

  test("a note stands at its order and in the copy of its person, and goes with them", async () => {
    const path = (notitie: string) => `/doen/notitie?${new URLSearchParams({ bestelling: INTENT, notitie })}`;
    await act(path("Belt terug op maandag,\nsanne@example.nl"));
    const noteOf = async () =>
      texts(await screenOf(`/bestellingen/${INTENT}`), ".desk-facts > div").filter((row) => row.startsWith("Notitie"));
    expect(await noteOf()).toEqual(["Notitie Belt terug op maandag, sanne@example.nl"]);
    expect(JSON.stringify(await acts())).not.toContain("maandag");
    await screenOf(path("Belt terug op maandag,\nsanne@example.nl"), {}, 409);
    await screenOf(path("x".repeat(1001)), {}, 409);
    expect(await (await askDesk("/gegevens.txt?adres=sanne%40example.nl")).text()).toContain("Notitie: Belt terug");
    await run(...eraseStatements({ payments: [INTENT], mentions: [], deliveries: [], withdrawals: [] }, new Date(NOW)));
    expect([await noteOf(), await rowsOf("SELECT * FROM notes")]).toEqual([[], []]);
    await screenOf(path("Weer iets"), {}, 409);
  });

  test("the copy for whom a gift is mailed to names neither it nor anybody's order", async () => {
    await keepGift();
    const query = "?adres=noor%40example.nl";
    expect(texts(await screenOf(`/gegevens${query}`), "h2")[0]).toBe("VK-00000GIFT".replace("VK-", "VK-0"));
    const copy = await (await askDesk(`/gegevens.txt${query}`)).text();
    expect(copy).toContain("Iemand anders heeft dit adres bij een bestelling ingevuld.");
    expect(copy).not.toMatch(/cadeau|VK-|december|Opa|Sanne/i);
  });

  test("what was done leads to what it was about, and back where it can", async () => {
    await keepGift();
    await seedTargets();
    await run(sql("DELETE FROM mails"));
    const key = "bridge-59incl-vb1";
    await act(`/doen/bevestiging-sturen?bestelling=${INTENT}&adres=sanne%40example.nl`);
    for (const [minute, path] of [
      `/doen/cadeau-stoppen?bestelling=${GIFT}`,
      `/doen/cadeau-herstellen?bestelling=${GIFT}`,
      `/doen/cadeau-stoppen?bestelling=${GIFT}`,
      `/doen/doel-wijzigen?${new URLSearchParams({ sleutel: key, nieuw: "https://cursus.example/nieuw" })}`,
    ].entries()) {
      vi.setSystemTime(new Date(Date.parse(NOW) + (minute + 1) * 60_000));
      await act(path);
    }
    const page = await screenOf("/gedaan");
    expect(attributes(page, ".desk-item b a", "href")).toEqual([
      `${PATHS.desk}/doelen?sleutel=${key}`,
      ...Array(3).fill(`${PATHS.desk}/bestellingen/${GIFT}`),
      `${PATHS.desk}/bestellingen/${INTENT}`,
    ]);
    const back = hrefsIn(page, ".desk-item .note a").map((href) => href.slice(PATHS.desk.length));
    expect(back.map((href) => href.split("?")[0])).toEqual(["/doen/doel-wijzigen", "/doen/cadeau-herstellen"]);
    for (const href of back) await act(href);
    expect(JSON.parse((await env.GIFTS.get("FVT3ABCDEFGHJKMN.operator")) ?? "")).toMatchObject({ stopped: false });
    expect(attributes(await screenOf("/gedaan", { email: LOOKER }), ".desk-item .note a", "href")).toEqual([]);
  });

  test("a person is shown, copied as a text and erased", async () => {
    await run(
      sql("UPDATE payment_reports SET created_at = '2026-10-01T10:00:00.000Z', paid_at = '2026-10-01T10:00:00.000Z'"),
      sql("INSERT OR REPLACE INTO orders SELECT * FROM joined_orders"),
    );
    const query = `?${new URLSearchParams({ adres: "Sanne@Example.nl" })}`;
    expect(texts(await screenOf(`/gegevens${query}`), "h2")[0]).toBe("Klein Vaarbewijs 1");
    const copy = await (await askDesk(`/gegevens.txt${query}`)).text();
    expect(copy).toContain("E-mailadres: sanne@example.nl");
    await act(`/doen/wissen${query}`);
    expect(await address()).toEqual([{ email: null }]);
    expect((await acts()).map(({ what, about }) => [what, about])).toEqual([
      ["gegevens van iemand gewist (1 bestelling)", "1"],
    ]);
    expect(JSON.stringify(logs.lines("desk.acted"))).not.toContain("@");
  });

  test("no copy of somebody's data is made without what Stripe knows: it would not be whole", async () => {
    await openDesk({ cents: 3900, refunds: [], isAway: true });
    const copy = await askDesk("/gegevens.txt?adres=sanne%40example.nl");
    expect(copy.status).toBe(503);
    expect(await copy.text()).toBe(DESK_COPY.trouble.stripe);
    const page = await screenOf("/gegevens?adres=sanne%40example.nl");
    expect(visibleText(one(page, "main"))).toContain("Stripe antwoordt nu niet");
    expect(attributes(page, "a", "href").join()).not.toContain("gegevens.txt");
  });

  test("of withdrawals that anybody sent with an address the screen has the first, and the copy all", async () => {
    await run(
      sql(
        `WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
          INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, is_proven, receipt, notice)
          SELECT 'HR-' || i, ?1, ?1, 'Jan', 'cursus', 'jan@example.nl', 'jan@example.nl', 0, 'held', 'digest' FROM n`,
        NOW,
      ),
    );
    const query = "?adres=jan%40example.nl";
    const page = await screenOf(`/gegevens${query}`);
    expect(texts(page, "h2").filter((title) => title.startsWith("Herroeping"))).toHaveLength(20);
    expect(visibleText(one(page, "main"))).toContain("Er zijn meer herroepingen met dit adres");
    expect((await (await askDesk(`/gegevens.txt${query}`)).text()).match(/Kenmerk|^Herroeping HR/gm)).toHaveLength(31);
    expect(visibleText(one(await screenOf(`/doen/wissen${query}`, {}, 409), ".desk-text"))).toMatch(/en nog 11$/);
  });

  test("a sale of the last fourteen days is not erased", async () => {
    const page = await screenOf(`/doen/wissen?adres=sanne%40example.nl`, {}, 409);
    expect(visibleText(one(page, ".desk-text"))).toContain("er kan nog worden herroepen");
  });

  test("the mails that a restore withheld are one thing to do, and are sent by one press, once", async () => {
    await keepOrder({ ...ORDER, intentId: "pi_repaid", refundedCents: 3900 });
    const withhold = (about: string) =>
      run(
        sql(
          "INSERT INTO mails (kind, about, state, due_at, ended_at, detail) VALUES ('confirmation', ?1, 'withheld', ?2, ?2, 'restored')",
          about,
          NOW,
        ),
      );
    await withhold(INTENT);
    await withhold("pi_repaid");
    const waits = async () => items(await screenOf("")).filter((line) => line.startsWith("Tegengehouden"));
    expect(await waits()).toEqual([expect.stringMatching(/^Tegengehouden na een herstel: 1 mail /)]);
    const { action, fields } = confirmationIn(await screenOf("/doen/mails-na-herstel-sturen"));
    expect((await press({ action, fields })).status).toBe(409);
    const ticked = { action, fields: { ...fields, nogmaals: "ja" } };
    await Promise.all([press(ticked), press(ticked)]);
    expect((await acts()).map(({ what, after }) => [what, after])).toEqual([
      ["1 mail gestuurd na een herstel", "1 mail staat klaar."],
    ]);
    expect(await mail()).toEqual([{ kind: "confirmation", version: "", state: "due" }]);
    expect(await waits()).toEqual([]);
    await screenOf("/doen/mails-na-herstel-sturen", {}, 409);
  });

  test("a target is changed, and comes back with one press", async () => {
    await seedTargets();
    const key = "bridge-59incl-vb1";
    const target = async () => JSON.parse((await env.INTERSTITIALS.get(key)) ?? "{}").target;
    const before = await target();
    const to = "https://cursus.example/nieuw";
    await act(`/doen/doel-wijzigen?${new URLSearchParams({ sleutel: key, nieuw: to })}`);
    expect(await target()).toBe(to);
    const screen = await screenOf(`/doelen?sleutel=${key}`);
    const back = attributes(screen, ".desk-links a", "href")[0]?.slice(PATHS.desk.length) ?? "";
    await act(back);
    expect(await target()).toBe(before);
    for (const url of ["http://cursus.example", "javascript:alert(1)", "", "https://a b"])
      await screenOf(`/doen/doel-wijzigen?${new URLSearchParams({ sleutel: key, nieuw: url })}`, {}, 409);
    await screenOf(`/doen/doel-wijzigen?${new URLSearchParams({ sleutel: "bridge-1incl-vb1", nieuw: to })}`, {}, 409);
  });

  test("a target of one price is that of the product's other prices too, if wanted; each goes back by itself", async () => {
    await seedTargets();
    const keys = [
      "bridge-59incl-vb1",
      "bridge-39incl-vb1",
      "bridge-29incl-vb1",
      "bridge-19incl-vb1",
      "klein-vaarbewijs-1",
    ];
    const targets = () =>
      Promise.all(keys.map(async (key) => JSON.parse((await env.INTERSTITIALS.get(key)) ?? "{}").target as string));
    const [before, other] = [await targets(), await env.INTERSTITIALS.get("bridge-59incl-vb2")];
    const to = "https://cursus.example/nieuw";
    expect(texts(await screenOf(`/doelen?sleutel=${keys[0]}`), ".form-choice")[0]).toMatch(
      /^Ook voor de andere prijzen/,
    );
    await act(`/doen/doel-wijzigen?${new URLSearchParams({ sleutel: keys[0] ?? "", nieuw: to, ook: "ja" })}`);
    expect(await targets()).toEqual(keys.map(() => to));
    expect(await env.INTERSTITIALS.get("bridge-59incl-vb2")).toBe(other);
    for (const href of hrefsIn(await screenOf("/gedaan"), ".desk-item .note a"))
      await act(href.slice(PATHS.desk.length));
    expect(await targets()).toEqual(before);
  });

  test("an act whose outcome cannot be written down was begun, and says so", async () => {
    const confirmation = confirmationIn(
      await screenOf(`/doen/bevestiging-sturen?bestelling=${INTENT}&adres=sanne%40example.nl`),
    );
    const answer = await press(confirmation);
    expect(answer.status).toBe(303);
    await run(sql("UPDATE acts SET state = 'begun', after = NULL"));
    const page = await screenOf((answer.headers.get("location") ?? "").slice(PATHS.desk.length));
    expect(visibleText(one(page, ".desk-notice"))).toMatch(/^Dit wordt al gedaan/);
  });
});

test("one of 20,000 orders is found by a name with signs", async () => {
  await openDesk();
  const people = ["Sanne de Vries", "Andr\u00e9 M\u00fcller", "Fatima El Amrani", "Joost van den Berg"];
  const known = people.map((name) => [name, foldedNames([name])]);
  await run(
    sql(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
        INSERT INTO payment_reports (intent_id, source, event_id, event_at, status, checkout, product_id, flow, buyer_name, names, email,
          amount_cents, currency, created_at, paid_at)
        SELECT 'pi_many' || printf('%010d', i), 'session', 'evt', '2026-01-01T00:00:00.000Z', 'paid', 'hosted', 'KVB1', 'none',
          (?1 ->> (i % 4) ->> 0) || ' ' || i, (?1 ->> (i % 4) ->> 1) || ' ' || i, 'koper' || i || '@example.nl', 3900, 'eur',
          '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM n`,
      JSON.stringify(known),
    ),
    sql("INSERT INTO orders SELECT * FROM joined_orders"),
  );
  const found = await screenOf(`/bestellingen?${new URLSearchParams({ zoek: "muller 19997" })}`);
  expect(texts(found, ".desk-item b")).toEqual(["Andr\u00e9 M\u00fcller 19997"]);
});
