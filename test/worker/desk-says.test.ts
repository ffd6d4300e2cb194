import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ACT_FIELDS, ACTS_COPY } from "../../src/desk/acts-copy.ts";
import { DESK_COPY } from "../../src/desk/desk-copy.ts";
import { ORDER_FILTERS } from "../../src/desk/order-search.ts";
import { firstInvoice, replaceInvoice } from "../../src/ledger/invoices.ts";
import { refreshStatements } from "../../src/ledger/orders.ts";
import { sql } from "../../src/server/database.ts";
import { intentOf, LONG, ORDER_NAMES, orderStatements, REFERENCES, storedBefore } from "../stored-orders.ts";
import { eachRow, table } from "../table.ts";
import { askDesk, LOOKER, openDesk, paid, press, screenOf, stripe } from "./desk.ts";
import {
  all,
  attribute,
  attributes,
  changedLines,
  inLines,
  one,
  type PageDocument,
  texts,
  transcript,
} from "./document.ts";
import { emptyLedger, row, run } from "./ledger-rows.ts";
import { AWAY, emptyKv, pageOf, seedTargets } from "./shop.ts";

/** What each screen of the owner's desk says, in a shop of many weeks in which everything waits that can, as a text to approve. */

const NOW = "2026-11-26T11:00:00.000Z";
const HOUR = "2026-11-26T10:00:00.000Z";
const CODES = { gift: "FVT3ABCDEFGHJKMN", unmailed: "FVT3ABCDEFGHJKMP" };
const STOPPED = "FVT3ABCDEFGHJKMQ";

/** More orders, by their payment: what the weeks have not. */
const MORE = table(`
    pi_3DeskMore00UNSTORED | {"productId":"KVB1","gift":{"productId":"KVB1","recipient":"Fatima","giver":"Els","message":"","from":"now"}}
    pi_3DeskMore000STOPPED | {"productId":"KVB2","gift":{"productId":"KVB2","recipient":"Bo","giver":"Els","message":"","from":"2026-12-05"}}
    pi_3DeskMore000SENDING | {"productId":"KVB1","gift":{"productId":"KVB1","recipient":"Ans","giver":"Els","message":"","from":"2026-11-26"}}
    pi_3DeskMore00000GIVEN | {"productId":"KVB1","buyerName":"Gijs","email":"gijs@example.nl","createdAt":"2026-10-01T10:00:00.000Z","paidAt":"2026-10-01T10:00:00.000Z","gift":{"productId":"KVB1","recipient":"Lot","giver":"Gijs","message":"","from":"now"}}
    pi_3DeskMore000SETTLED | {"productId":"KVB1","flow":"B","userId":"user-7"}
    pi_3DeskMore0000FAILED | {"productId":"KVB1","amountCents":5900,"source":null}
    pi_3DeskMore000UNKNOWN | {"buyerName":"Onno"}
    pi_3DeskMore0000000OLD | {"productId":"KVB1","buyerName":"Truus","email":"truus@example.nl","createdAt":"2026-10-01T10:00:00.000Z","paidAt":"2026-10-01T10:00:00.000Z"}
    pi_3DeskMore000000GONE | {"productId":"KVB1","refundedCents":3900,"buyerName":"Joost","email":"joost@example.nl","createdAt":"2026-10-01T10:00:00.000Z","paidAt":"2026-10-01T10:00:00.000Z"}
    pi_3DeskMoreABsameSAME | {"productId":"KVB1","buyerName":"Een"}
    pi_3DeskMoreABsamesame | {"productId":"KVB1","buyerName":"Twee"}`).map(([intentId = "", fields = ""]) => ({
  intentId,
  ...JSON.parse(fields),
}));
const more = (name: string) => MORE.find(({ intentId }) => intentId.endsWith(name))?.intentId ?? "";

/** More withdrawals: their reference, and what differs from one of nobody known. */
const DECLARED = table(`
    HR-PART-PART-PART | {"intent_id":"${intentOf("part")}","is_proven":1,"reason":"Vaart niet.","received_at":"2026-11-25T10:00:00.000Z"}
    HR-BANK-BANK-BANK | {"intent_id":"${intentOf("disputed")}","is_proven":1,"receipt":"held","received_at":"2026-11-24T10:00:00.000Z"}
    HR-ELSE-ELSE-ELSE | {"intent_id":"${more("UNKNOWN")}","is_proven":1,"received_at":"${HOUR}","answer":"repaid","answered_at":"${HOUR}"}
    HR-AWAY-AWAY-AWAY | {"answer":"repaid","answered_at":"${HOUR}","email":"els@example.nl"}
    HR-NOPE-NOPE-NOPE | {"answer":"no-order","answered_at":"${HOUR}","email":"","reason":"Verhuisd."}
    HR-NUMB-NUMB-NUMB | {"numbers":"[\\"ENSINQUIRY\\"]","email":"vreemde@example.nl"}
    HR-PAYS-PAYS-PAYS | {"numbers":"[\\"0000FAILED\\"]","email":"vreemde@example.nl","received_at":"${HOUR}"}
    HR-TYPE-TYPE-TYPE | {"email":"Onno@example.nl"}
    HR-OLDE-OLDE-OLDE | {"email":"truus@example.nl"}
    HR-DONE-DONE-DONE | {"intent_id":"${more("SETTLED")}","is_proven":1,"received_at":"${HOUR}","answer":"refused","answered_at":"${HOUR}"}
    HR-OPEN-OPEN-OPEN | {"intent_id":"${intentOf("open")}","is_proven":1,"received_at":"${HOUR}"}
    HR-GIFT-GIFT-GIFT | {"numbers":"[\\"00000GIVEN\\"]","email":"gijs@example.nl","received_at":"${HOUR}"}
    HR-MANY-MANY-MANY | {"email":"joost@example.nl","receipt":"held"}
    HR-HELD-HELD-HELD | {"intent_id":"${intentOf("repaid")}","email":"vreemde@example.nl","receipt":"held"}`);

/** Mails that did not go, or not yet: what, about which payment or withdrawal, and what became of it. */
const UNSENT = table(`
    invoice       | ${intentOf("paid")}     | refused  | {"version":"1"}
    invoice       | ${intentOf("hosted")}   | failed   | {}
    confirmation  | ${intentOf("late")}     | withheld | {"version":"1","detail":"superseded"}
    confirmation  | ${intentOf("late")}     | sent     | {"version":"0","detail":"targetless"}
    confirmation  | ${intentOf("inquiry")}  | due      | {"version":"1","due_at":"2026-11-26T08:00:00.000Z"}
    notice        | ${intentOf("waived")}   | due      | {"due_at":"${NOW}"}
    links         | ${intentOf("late")}     | failed   | {}
    receipt       | HR-TYPE-TYPE-TYPE       | failed   | {}
    receipt       | HR-PART-PART-PART       | sent     | {"detail":"facts"}
    receipt       | HR-BANK-BANK-BANK       | sent     | {"detail":"full"}
    notice        | ${intentOf("paid")}     | sent     | {}
    delivery-report | ${intentOf("unmailed")} | due    | {"version":"1-refused","detail":"bas@example.nl"}
    evening       | 2026-11-25              | failed   | {}`);

async function keepShop(): Promise<void> {
  const { ago, mail, weeks } = storedBefore(new Date(NOW));
  const order = (fields: { intentId: string }) => [
    ...orderStatements({ createdAt: HOUR, paidAt: HOUR, flow: "none", email: "onno@example.nl", ...fields }),
    mail("confirmation", fields.intentId, "sent", 3_600_000),
  ];
  const gift = (name: string, code: string, stored_at: string | null) =>
    row("gifts", { intent_id: more(name), code, stored_at });
  const seller = { legalName: "Vaarkoers BV", address: "Kade 1", vatId: "NL000000000B01" };
  const buyer = { company: "Rederij De Vries", address: "Kade 2\n1000 AA Amsterdam", vatId: "NL123456789B01" };
  await emptyLedger();
  await emptyKv(env.GIFTS);
  await run(
    ...weeks(CODES),
    ...MORE.flatMap(order),
    sql("UPDATE payment_reports SET source = source, checkout = NULL WHERE intent_id = ?1", more("UNKNOWN")),
    // A stop is said first, also of a gift that is not stored.
    ...[gift("UNSTORED", "FVT3ABCDEFGHJKMR", null), gift("STOPPED", STOPPED, null)],
    gift("SENDING", "FVT3ABCDEFGHJKMS", HOUR),
    row("deliveries", { intent_id: more("STOPPED"), state: "stopped", stopped_by: "money", at: HOUR }),
    row("deliveries", { intent_id: more("UNSTORED"), state: "stopped", stopped_by: "giver", at: HOUR }),
    row("deliveries", { intent_id: more("GIVEN"), state: "awaited", at: HOUR }),
    sql(`INSERT INTO undos VALUES ('u', ?2, ?1, '{"fields":{"adres":"els@example.nl"}}')`, intentOf("gift"), HOUR),
    row("deliveries", {
      ...{ intent_id: more("SENDING"), state: "sending", day: "2026-11-26", address: "ans@example.nl", at: HOUR },
      ...{ send_at: "2026-11-26T07:00:00.000Z", claim: "c", claimed_until: NOW },
    }),
    row("refunds", { id: "re_s", intent_id: more("SETTLED"), created_at: HOUR, failed_at: HOUR }),
    row("settlements", { intent_id: more("SETTLED"), cents: 3900, at: HOUR }),
    ...[intentOf("part"), more("GIVEN")].map((intent_id) => row("settlements", { intent_id, cents: 1000, at: HOUR })),
    row("settlements", { intent_id: more("UNKNOWN"), cents: 3900, at: HOUR, withdrawal: "HR-ELSE-ELSE-ELSE" }),
    row("refunds", { id: "re_f", intent_id: more("FAILED"), cents: 2000, created_at: "", failed_at: HOUR }),
    row("refunds", { id: "re_g", intent_id: more("GIVEN"), created_at: "", failed_at: HOUR }),
    sql("DELETE FROM mails WHERE about = ?1", more("GIVEN")),
    sql("INSERT INTO notes VALUES (?1, 'Belt terug\nop maandag', ?2)", intentOf("part"), HOUR),
    sql("INSERT INTO corrections VALUES (?1, 'jaap@example.nl', ?2, ?2)", intentOf("late"), HOUR),
    sql("INSERT INTO corrections VALUES (?1, 'gijs@example.nl', ?2, NULL)", more("GIVEN"), HOUR),
    firstInvoice(intentOf("nameless"), buyer, seller, "Cursus", new Date(NOW)),
    ...replaceInvoice(intentOf("paid"), "2026-0001", buyer, seller, new Date(NOW)),
    ...DECLARED.map(([reference = "", columns = "{}"]) =>
      row("withdrawals", { reference, recorded_at: HOUR, ...JSON.parse(columns) }),
    ),
    ...UNSENT.map(([kind = "", about = "", state = "", columns = "{}"]) =>
      row("mails", { kind, about, state, ended_at: state === "due" ? null : HOUR, ...JSON.parse(columns) }),
    ),
    row("disputes", { id: "dp_3", intent_id: intentOf("refused"), stage: 3, event_at: ago(3_600_000) }),
    // One that was lost does not answer another one.
    row("disputes", { id: "dp_4", intent_id: more("samesame"), stage: 3 }),
    row("disputes", { id: "dp_5", intent_id: more("samesame"), due_by: "2026-12-05T22:59:59.000Z" }),
    // Money moved after the bank asked: it waits since the bank did.
    sql("UPDATE payment_reports SET event_at = ?2 WHERE intent_id = ?1", intentOf("inquiry"), HOUR),
    sql("UPDATE disputes SET due_by = '2026-12-05T22:59:59.000Z' WHERE intent_id = ?1", intentOf("inquiry")),
    ...[...ORDER_NAMES.map(intentOf), ...MORE.map(({ intentId }) => intentId)].flatMap(refreshStatements),
  );
  await seedTargets();
  await env.INTERSTITIALS.delete("bridge-19incl-vb1");
  await env.GIFTS.put(`${STOPPED}.operator`, JSON.stringify({ stopped: true, at: HOUR }));
  await env.GIFTS.put(
    `${CODES.gift}.message`,
    JSON.stringify({ recipient: "Noor", giver: "Opa Kees", message: "Vaar!" }),
  );
}

beforeAll(async () => {
  vi.setSystemTime(NOW);
  await keepShop();
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  openDesk();
  Object.assign(paid("pi_3ByStripeALONE"), { status: "processing" }).metadata.buyer_email = "els@example.nl";
  stripe.sales.refund(paid(intentOf("inquiry")), 500);
  stripe.sales.dispute(paid(intentOf("inquiry")), "warning_needs_response");
});

const TONES = /\bdesk-(?:bad|wait|good|strong|notice|here|aside|shop-other|number|fold)\b|\bbutton-\w+/g;
/** A part of a screen. What is signed differs each time. */
const textOf = (page: PageDocument, part = "main") =>
  transcript(one(page, part), { most: 400, classes: TONES, longest: 99 })
    .replaceAll(/(?<=name=voorbeeld value=)\S+(?=>)/g, "(token)")
    .replaceAll(/\bdesk-\d+(?=\.cloudflareaccess)/g, "(team)")
    .replaceAll(/(?<=\/bestelling\/)1\.(pi_\w+)\.[\w-]+/g, "(key).$1");

const about = (intentId: string, fields = "") => `?bestelling=${intentId}${fields}`;
const SCREENS = table(`
    today            |
    orders           | /bestellingen
    gifts            | /bestellingen?toon=gift
    of one number    | /bestellingen/VK-ABSAMESAME
    withdrawals      | /herroepingen
    nobody yet       | /gegevens
    no address       | /gegevens?adres=geen
    Sanne            | /gegevens?adres=Sanne@example.nl
    Joost            | /gegevens?adres=joost@example.nl
    Onno             | /gegevens?adres=onno@example.nl
    Noor             | /gegevens?adres=noor@example.nl
    Els              | /gegevens?adres=els@example.nl
    Bas              | /gegevens?adres=bas@example.nl
    unknown          | /gegevens?adres=niemand@example.nl
    one not known    | /doelen?gedaan=0a1b2c3d-0000-4000-8000-000000000004
    one target       | /doelen?sleutel=bridge-59incl-vb1
    acts             | /gedaan?gedaan=0a1b2c3d-0000-4000-8000-000000000000
    an act that runs | /doelen?gedaan=0a1b2c3d-0000-4000-8000-000000000001
    one refused      | /doelen?gedaan=0a1b2c3d-0000-4000-8000-000000000003
    refund of a part | /doen/terugbetalen${about(intentOf("inquiry"), "&bedrag=19,5")}
    refund of a gift | /doen/terugbetalen${about(more("STOPPED"))}
    a part of a gift | /doen/terugbetalen${about(more("STOPPED"), "&bedrag=10")}
    not by its buyer | /doen/terugbetalen${about(intentOf("inquiry"))}
    refund of a rest | /doen/terugbetalen${about(intentOf("part"))}
    the rest, a gift | /doen/terugbetalen${about(more("GIVEN"))}
    settled          | /doen/anders-geregeld${about(more("FAILED"))}
    not settled      | /doen/toch-niet-geregeld${about(more("SETTLED"))}
    confirmation     | /doen/bevestiging-sturen${about(more("FAILED"), "&adres=ONNO@example.nl")}
    correction       | /doen/bevestiging-sturen${about(intentOf("nameless"), "&adres=anna@example.nl")}
    note             | /doen/notitie${about(intentOf("part"), "&notitie=Belt niet")}
    no note          | /doen/notitie${about(intentOf("part"), "&notitie=")}
    note, not paid   | /doen/notitie${about(intentOf("open"), "&notitie=Belt niet")}
    first invoice    | /doen/factuur-maken${about(intentOf("gift"), "&bedrijf=Jansen BV&bedrijfsadres=Kade 3%0A1000 AA Amsterdam&btw-nummer=")}
    another invoice  | /doen/factuur-maken${about(intentOf("paid"), "&bedrijf=Rederij De Vries&bedrijfsadres=Kade 3%0A1000 AA Amsterdam&btw-nummer=NL123456789B01")}
    invoices         | /doen/facturen-mailen${about(intentOf("paid"))}
    stop             | /doen/cadeau-stoppen${about(intentOf("gift"))}
    a gift's texts   | /doen/cadeauteksten-wissen${about(intentOf("gift"))}
    restore          | /doen/cadeau-herstellen${about(more("STOPPED"))}
    restore, planned | /doen/cadeau-herstellen${about(intentOf("gift"))}
    delivery         | /doen/bezorging-wijzigen${about(intentOf("gift"), "&dag=2026-12-24&adres=bas@example.nl")}
    no delivery      | /doen/bezorging-stoppen${about(intentOf("gift"))}
    answer           | /doen/herroeping-beantwoorden?herroeping=${REFERENCES.waived}&antwoord=refused
    paid elsewhere   | /doen/herroeping-beantwoorden?herroeping=HR-PART-PART-PART&antwoord=repaid
    paid, and told   | /doen/herroeping-beantwoorden?herroeping=${REFERENCES.closed}&antwoord=repaid
    paid for nothing | /doen/herroeping-beantwoorden?herroeping=${REFERENCES.unknown}&antwoord=repaid
    answer again     | /doen/herroeping-beantwoorden?herroeping=HR-ELSE-ELSE-ELSE&antwoord=open
    paid for a gift  | /doen/herroeping-beantwoorden?herroeping=HR-GIFT-GIFT-GIFT&antwoord=repaid
    not of the gift  | /doen/herroeping-beantwoorden?herroeping=HR-GIFT-GIFT-GIFT&antwoord=no-order
    settled gift     | /doen/anders-geregeld${about(more("GIVEN"))}
    receipt          | /doen/ontvangst-sturen?herroeping=${REFERENCES.unknown}
    dismissal        | /doen/herroepingen-zonder-bestelling
    erasure          | /doen/wissen?adres=joost@example.nl
    of a recipient   | /doen/wissen?adres=bas@example.nl
    of Els           | /doen/wissen?adres=els@example.nl
    of Noor          | /doen/wissen?adres=noor@example.nl
    target           | /doen/doel-wijzigen?sleutel=bridge-59incl-vb1&nieuw=https://cursus.example/nieuw&ook=ja`);
/** Acts that cannot be done: the screen says why. */
const REFUSED = table(`
    a refund of all again         | terugbetalen${about(more("SETTLED"))}
    a refund of too much          | terugbetalen${about(intentOf("paid"), "&bedrag=39,01")}
    of too much, in euros         | terugbetalen${about(intentOf("paid"), "&bedrag=€ 40,-")}
    of what was settled           | terugbetalen${about(intentOf("part"), "&bedrag=29,01")}
    a refund of nothing           | terugbetalen${about(intentOf("paid"), "&bedrag=0")}
    a refund of a word            | terugbetalen${about(intentOf("paid"), "&bedrag=veel")}
    a refund in a dispute         | terugbetalen${about(intentOf("disputed"))}
    of money on its way           | terugbetalen${about(intentOf("hosted"))}
    a withdrawal without a letter | herroeping-beantwoorden?herroeping=${REFERENCES.waived}&antwoord=
    one that is not there         | herroeping-beantwoorden?herroeping=HR-0&antwoord=open
    one of nobody any more        | herroeping-beantwoorden?herroeping=HR-NOPE-NOPE-NOPE&antwoord=open
    a receipt to nobody           | ontvangst-sturen?herroeping=HR-NOPE-NOPE-NOPE
    a day before today            | bezorging-wijzigen${about(intentOf("gift"), "&dag=2026-11-25&adres=bas@example.nl")}
    a day after the last          | bezorging-wijzigen${about(intentOf("gift"), "&dag=2099-12-24&adres=bas@example.nl")}
    a delivery to no address      | bezorging-wijzigen${about(intentOf("gift"), "&dag=2026-12-24&adres=bas")}
    a delivery of a course        | bezorging-wijzigen${about(intentOf("paid"), "&dag=2026-12-24&adres=bas@example.nl")}
    a delivery that is under way  | bezorging-wijzigen${about(more("SENDING"), "&dag=2026-12-24&adres=ans@example.nl")}
    a delivery of a stopped gift  | bezorging-wijzigen${about(more("STOPPED"), "&dag=2026-12-24&adres=bo@example.nl")}
    no address                    | bevestiging-sturen${about(intentOf("paid"), "&adres=sanne")}
    what went back                | bevestiging-sturen${about(intentOf("repaid"), "&adres=noor@example.nl")}
    what was withdrawn from       | bevestiging-sturen${about(intentOf("withdrawn"), "&adres=sanne@example.nl")}
    whoever was erased            | bevestiging-sturen${about(intentOf("erased"), "&adres=kees@example.nl")}
    what is not paid              | bevestiging-sturen${about(intentOf("open"), "&adres=jan@example.nl")}
    no company                    | factuur-maken${about(intentOf("paid"), "&bedrijf=&bedrijfsadres=Kade 3%0A1000 AA Amsterdam")}
    no postcode                   | factuur-maken${about(intentOf("paid"), "&bedrijf=Jansen&bedrijfsadres=Dijk")}
    no VAT number                 | factuur-maken${about(intentOf("paid"), "&bedrijf=Jansen&bedrijfsadres=Kade 3%0A1000 AA Amsterdam&btw-nummer=NL1")}
    the same invoice              | factuur-maken${about(intentOf("paid"), "&bedrijf=Rederij De Vries&bedrijfsadres=Kade 2%0A1000 AA Amsterdam&btw-nummer=NL123456789B01")}
    an invoice of what went back  | factuur-maken${about(intentOf("repaid"), "&bedrijf=Jansen&bedrijfsadres=Kade 3%0A1000 AA Amsterdam")}
    no invoice                    | facturen-mailen${about(intentOf("gift"))}
    nothing to settle             | anders-geregeld${about(intentOf("paid"))}
    nothing settled               | toch-niet-geregeld${about(intentOf("paid"))}
    what was settled before       | toch-niet-geregeld${about(more("SETTLED"), "&moment=2026-11-20T10:00:00.000Z")}
    no gift                       | cadeau-stoppen${about(intentOf("paid"))}
    the same note                 | notitie${about(intentOf("part"), "&notitie=Belt terug%0Aop maandag")}
    a note without end            | notitie${about(intentOf("part"), `&notitie=${"x".repeat(1001)}`)}
    a note of somebody erased     | notitie${about(intentOf("erased"), "&notitie=Weer iets")}
    mails of no restore           | mails-na-herstel-sturen
    nothing opened again          | herroepingen-weer-open?moment=${HOUR}
    nobody                        | wissen?adres=niemand@example.nl
    nobody's address              | wissen?adres=niemand
    whose withdrawal is open      | wissen?adres=truus@example.nl
    somebody who is needed        | wissen?adres=onno@example.nl
    money by a link that comes    | wissen?adres=${LONG.email}
    the same target               | doel-wijzigen?sleutel=bridge-59incl-vb1&nieuw=http://localhost:8788/cursus/kvb1
    no target                     | doel-wijzigen?sleutel=bridge-59incl-vb1&nieuw=http://cursus.example
    a script                      | doel-wijzigen?sleutel=bridge-59incl-vb1&nieuw=javascript:alert(1)
    a target of no page           | doel-wijzigen?sleutel=bridge-1incl-vb1&nieuw=https://cursus.example`);

const { delivery, erase, invoice, refund, resendRestored: resend } = ACTS_COPY;
const { books, deliveries, mails, order, person, states, unsent } = DESK_COPY;
const KEYS = { books, delivery, erase, invoice, refund, resend, deliveries, mails, order, person, states, unsent };
test.each(Object.entries(KEYS))("what each key says: %s", (_name, texts) => expect(texts).toMatchSnapshot());

test.each(SCREENS)("a screen says what was approved: %s", async (_name, path = "") => {
  expect(textOf(await screenOf(path))).toMatchSnapshot();
});

test.each([
  [
    "/bestellingen/",
    [...new Set([...ORDER_NAMES.map(intentOf), ...MORE.map(({ intentId }) => intentId)])].filter(
      (id) => !/same/i.test(id),
    ),
  ],
  ["/herroepingen/", [...Object.values(REFERENCES), ...DECLARED.map(([reference = ""]) => reference)]],
] as const)("each screen of one says what was approved, what a form says once: %s", async (path, names) => {
  // Of a form that an earlier screen has: what is filled in, if that differs.
  const known = new Set<string>();
  for (const name of names) {
    const page = await screenOf(path + name);
    for (const form of all(page, "main form")) {
      const words = all(form, "label, p, button");
      const [whole, said] = [form.outerHTML.replaceAll(name, ""), words.join("")];
      if (known.has(whole)) form.set_content("");
      else if (known.has(said)) for (const part of words) part.remove();
      known.add(whole).add(said);
    }
    expect(textOf(page).replaceAll(name, "(name)")).toMatchSnapshot(name);
  }
});

test("acts that cannot be done are refused with the reason that was approved", async () => {
  stripe.sales.refund(paid(more("SETTLED")));
  stripe.sales.dispute(paid(intentOf("disputed")), "needs_response");
  paid(intentOf("hosted")).status = "processing";
  const reasons: string[] = [];
  // One after the other: the shop waits for its ledger no longer than some seconds.
  for (const [what, path = ""] of REFUSED) {
    const page = await screenOf(`/doen/${path}`, {}, 409);
    // What was typed is there again, to correct it.
    const values = [...attributes(page, "main input", "value"), ...all(page, "textarea").map(({ text }) => text)];
    const typed = values.filter(Boolean).toSorted();
    if (/^(bezorging-w|bevestiging|doel|factuur-|notitie|terug)/.test(path))
      expect(typed).toEqual([...new URL(path, "https://x").searchParams.values()].filter(Boolean).toSorted());
    else expect(typed).toEqual([]);
    // And the same for who pressed a preview of before.
    const fields = { ...Object.fromEntries(new URL(path, "https://x").searchParams), [ACT_FIELDS.token]: "x" };
    expect(textOf(await pageOf(press({ action: `/doen/${path}`, fields }), 409))).toBe(textOf(page));
    reasons.push(`${what}: ${texts(page, ".desk-text").join(" ")} -> ${attribute(page, ".desk-links a", "href")}`);
  }
  expect(reasons.join("\n")).toMatchSnapshot();
});

test.each([...ORDER_FILTERS, "another"])("a filter has the orders that were approved: %s", async (filter) => {
  const page = await screenOf(`/bestellingen?toon=${filter}`);
  expect(inLines(texts(page, ".desk-item .note"))).toMatchSnapshot();
});

/** What of one screen is not in another, and what is there instead. */
const changed = (before: PageDocument, after: PageDocument) =>
  changedLines(textOf(before, "body"), textOf(after, "body"));

const LOOKED = ["", `/bestellingen/${intentOf("failed")}`, `/herroepingen/${REFERENCES.exists}`, "/doelen", "/gedaan"];
test.each([...LOOKED, "/gegevens?adres=sanne@example.nl"])("whoever may only look reads less: %s", async (path) => {
  expect(changed(await screenOf(path), await screenOf(path, { email: LOOKER }))).toMatchSnapshot();
});

eachRow(`
    /doelen                                     | INTERSTITIALS | 200
    /doen/doel-wijzigen?sleutel=bridge-59incl-vb1&nieuw=https://cursus.example/nieuw| INTERSTITIALS | 409
    /bestellingen/${intentOf("paid")}           | INTERSTITIALS | 200
    /bestellingen/${intentOf("gift")}           | GIFTS         | 200
    /doen/cadeau-stoppen${about(intentOf("gift"))} | GIFTS      | 409
    /bestellingen/VK-ABSAMESAME                 | DB            | 503`)(
  "a screen says what cannot be read now: %s without %s",
  async (path, binding = "", status = "") => {
    const page = await screenOf(path, { more: { [binding]: AWAY } }, Number(status));
    expect(changed(await screenOf(path), page)).toMatchSnapshot();
  },
);

test.each(Object.entries({ local: "", staging: `/bestellingen/${intentOf("paid")}`, production: "/doelen" }))(
  "around a screen of a shop stands what was approved: %s%s",
  async (ENVIRONMENT, path) => {
    const page = await screenOf(path, { more: { ENVIRONMENT } });
    one(page, "main").remove();
    expect(textOf(page, "html")).toMatchSnapshot();
  },
);

test.each(["sanne", "joost", "onno", "noor", "bas", "jaap"])(
  "a copy of somebody's data says what was approved: %s",
  async (name) => {
    const copy = await askDesk(`/gegevens.txt?adres=${name}@example.nl`);
    expect(Object.fromEntries(copy.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": 'attachment; filename="gegevens.txt"',
      "cache-control": "private, no-store",
    });
    const told = (await copy.text()).trimEnd().replaceAll("\n\n", "\n\u00b6 ");
    expect(inLines(told.split("\n"), { begins: /^\u00b6/ })).toMatchSnapshot();
  },
);
