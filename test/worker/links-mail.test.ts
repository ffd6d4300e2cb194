import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { type BuyerField, findOrdersOf, recordStatements, refreshStatements } from "../../src/ledger/orders.ts";
import { MY_COURSE_COPY as COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { LINK_MAILS_A_DAY, LINKS_WINDOW_S } from "../../src/orders/my-course/my-course-rules.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import type { MailerParams } from "../../src/server/env.ts";
import type { Mail } from "../../src/server/mail.ts";
import { now, passTime } from "../clock.ts";
import { sendOne, started } from "./clock-ticks.ts";
import { keepOrder, paidOrder, rowsOf, run } from "./ledger-rows.ts";
import { inTurn } from "./limits.ts";
import { beginWithoutOrders, KNOWN, sell, send, UNKNOWN } from "./lost-links.ts";
import { onEveryKv } from "./places.ts";
import { answerText, ORDER_KEYS, ORIGIN, orderPathOf } from "./shop.ts";
import { answerAll, keepWithdrawal } from "./withdrawing-buyer.ts";

/** The mail with the links of an address. */

const logs = beginWithoutOrders();

const DAY_MS = 24 * 3_600_000;
const WINDOW_MS = LINKS_WINDOW_S * 1000;

let mails: Mail[] = [];
beforeEach(() => {
  mails = [];
});

/** Sends what is owed, each once, at this moment. Returns the outcomes. */
async function sendOwed(more: object = {}): Promise<unknown[]> {
  return inTurn(started.length, async () => {
    const sent = await sendOne(started.shift()?.params as MailerParams, { ...ORDER_KEYS, ...more });
    mails.push(...sent.mails);
    return sent.outcome;
  });
}

async function askFor(email: string, more: object = {}): Promise<unknown[]> {
  await answerText(send(email));
  return sendOwed(more);
}

const owed = () =>
  rowsOf("SELECT about, version, state, detail FROM mails WHERE kind = 'links' ORDER BY version, about");

onEveryKv((world) => {
  test("it has a link to every order of the address, the newest first, and no typed text", async () => {
    const names = { recipient: "Boze.nl", giver: "Klik hier", message: "boze.nl" };
    const wish = { ...names, productId: "KVB1", from: "now" } as const;
    await sell({ intentId: "pi_old", email: "Jan@Example.NL" }, "2026-05-01T10:00:00.000Z");
    await sell({ intentId: "pi_gift", gift: wish }, "2026-06-01T10:00:00.000Z");
    await sell({ intentId: "pi_back", refundedCents: 3900 }, "2026-06-02T10:00:00.000Z");
    await sell({ intentId: "pi_part", productId: "KVB2", refundedCents: 100 }, "2026-06-03T10:00:00.000Z");
    await sell({ intentId: "pi_els", email: UNKNOWN }, "2026-06-04T10:00:00.000Z");
    await askFor(KNOWN, world.at("FRA"));
    const [mail] = mails;
    if (mail === undefined) throw new Error("no mail");
    expect([mails.length, mail.to, mail.subject]).toEqual([1, KNOWN, COPY.mail.subject]);
    const ids = ["pi_part", "pi_back", "pi_gift", "pi_old"];
    expect(mail.text.match(/VK-\w+/g)).toEqual(ids.map(formatOrderNumber));
    const told = mail.text.split(/Bestelnummer: /).slice(1);
    const [part = "", back = "", gift = "", old = ""] = told;
    for (const said of ["Status: Deels terugbetaald", "Betaald op: 3 juni 2026", "http://localhost:8788/cursus/kvb2"])
      expect(part).toContain(said);
    expect(back).toContain("Status: Terugbetaald");
    expect(gift).toContain(COPY.mail.toGift);
    expect(back + gift).not.toContain("/cursus/");
    expect(old).toContain("http://localhost:8788/cursus/kvb1");
    for (const [at, intentId] of ids.entries()) {
      const page = `${ORIGIN}${await orderPathOf(intentId)}`;
      expect(told[at]).toContain(page);
      expect(mail.html).toContain(`href="${page}"`);
    }
    for (const body of [mail.text, mail.html]) expect(body).not.toMatch(/boze|klik hier|Jan /i);
    expect(mail.text).toContain("Cadeau: online cursus Klein Vaarbewijs 1");
    expect(logs.lines("mail.sent")).toEqual([{ level: "info", event: "mail.sent", mail: "links", about: "pi_part" }]);
  });
});

test("it says of an order that was withdrawn from, and leads to its page only, until the shop has refused that", async () => {
  await sell({ intentId: "pi_withdrawn" });
  await keepWithdrawal("pi_withdrawn");
  await askFor(KNOWN);
  expect(mails[0]?.text).toContain("Status: Herroepen");
  expect(mails[0]?.text).not.toContain("/cursus/");
  await answerAll("refused");
  passTime(WINDOW_MS);
  await askFor(KNOWN);
  expect(mails[1]?.text).toContain("Status: Betaald");
  expect(mails[1]?.text).toContain("/cursus/kvb1");
});

test("of more orders than it shows it has the newest, and says how many more there are", async () => {
  for (let n = 10; n < 35; n += 1)
    await sell({ intentId: `pi_many${n}` }, `2026-06-${n}T10:00:00.000Z`.replace(/-3\d/, `-${n - 20}`));
  await askFor(KNOWN);
  const numbers = mails[0]?.text.match(/VK-\w+/g) ?? [];
  expect(numbers).toHaveLength(20);
  expect(numbers[0]).toBe(formatOrderNumber("pi_many29"));
  expect(mails[0]?.text).toContain("Oudere bestellingen die hier niet staan: 5.");
});

test("it goes five times in 24 hours to one address, also while it buys more, and again after that", async () => {
  const began = now().getTime();
  await inTurn(LINK_MAILS_A_DAY + 3, async (n) => {
    await sell({ intentId: `pi_often${n}` }, now().toISOString());
    await askFor(n % 2 === 0 ? KNOWN : "Jan@Example.nl");
    passTime(WINDOW_MS);
  });
  expect(mails).toHaveLength(LINK_MAILS_A_DAY);
  // Another address is not held back.
  await sell({ intentId: "pi_els", email: UNKNOWN });
  await askFor(UNKNOWN);
  expect(mails).toHaveLength(LINK_MAILS_A_DAY + 1);
  for (const [ms, more] of [[-1, 1] as const, [WINDOW_MS, 2] as const]) {
    vi.setSystemTime(began + DAY_MS + ms);
    await askFor(KNOWN);
    expect(mails).toHaveLength(LINK_MAILS_A_DAY + more);
  }
});

test("how often it goes: once for all who asked while mail was down", async () => {
  await sell({ intentId: "pi_down" });
  await inTurn(3, async () => {
    await answerText(send(KNOWN));
    passTime(WINDOW_MS);
  });
  expect(await owed()).toHaveLength(1);
  await sendOwed();
  expect(mails).toHaveLength(1);
  await askFor(KNOWN);
  expect(mails).toHaveLength(2);
});

test("to whom it goes: to nobody without orders, nor to one whose payment was not made", async () => {
  await keepOrder({ ...paidOrder({ intentId: "pi_open", email: UNKNOWN }), status: "failed" }, "failed");
  expect(await askFor(UNKNOWN)).toEqual([]);
  expect(await owed()).toEqual([]);
});

test("it goes to no address that an operator replaced: the order is that of the other address", async () => {
  await sell({ intentId: "pi_moved" });
  const at = "2026-07-02T10:00:30.000Z";
  const correction = "INSERT OR REPLACE INTO corrections VALUES ('pi_moved', ?1, ?2, ?2)";
  const correct = (email: string) => run(sql(correction, email, at), ...refreshStatements("pi_moved"));
  await correct(UNKNOWN);
  expect(await askFor(KNOWN)).toEqual([]);
  await askFor(UNKNOWN);
  expect(mails.map(({ to }) => to)).toEqual([UNKNOWN]);
  // Corrected once more before the mail goes: it goes to the order's address, and never to a typed one.
  passTime(WINDOW_MS);
  await answerText(send(UNKNOWN));
  await correct("noor@example.nl");
  await sendOwed();
  expect(mails.map(({ to }) => to)).toEqual([UNKNOWN, "noor@example.nl"]);
});

test("to whom it goes: not to a buyer whose data were erased before it went", async () => {
  await sell({ intentId: "pi_erased" });
  await answerText(send(KNOWN));
  const erased = sql("INSERT INTO erasures VALUES ('pi_erased', '2026-07-02T10:01:00.000Z')");
  await run(erased, ...refreshStatements("pi_erased"));
  expect(await sendOwed()).toEqual(["withheld"]);
  expect(await owed()).toMatchObject([{ state: "withheld", detail: "erased" }]);
});

test("to whom it goes: the typed address is kept nowhere", async () => {
  await sell({ intentId: "pi_typed" });
  const typed = "JAN@exAmple.nl";
  await askFor(typed);
  await askFor("Niemand@exAmple.nl");
  expect(mails.map(({ to }) => to)).toEqual([KNOWN]);
  const tables = await rowsOf("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'");
  const kept = await Promise.all(tables.map(({ name }) => rowsOf(`SELECT * FROM ${name}`)));
  expect(JSON.stringify(kept)).toContain(KNOWN);
  expect(JSON.stringify(kept)).not.toMatch(/exAmple/);
  expect(JSON.stringify(await rowsOf("SELECT * FROM mails"))).not.toContain("@");
});

test("an account is found as it is spelled, an address as a whole, and what is typed is no part of the question", async () => {
  await sell({ intentId: "pi_user", userId: "user-a" });
  const found = (buyer: string, field: BuyerField) => findOrdersOf(ledgerOf(env), field, buyer);
  for (const typed of [`x${KNOWN}`, "' OR 1=1 --", "%", "_", "", `${KNOWN}' --`])
    expect(await found(typed, "email"), typed).toEqual([]);
  expect([await found("USER-A", "userId"), (await found("user-a", "userId")).length]).toEqual([[], 1]);
});

test("of more orders than are read the newest are, by when they were paid: a refund long after makes none newer", async () => {
  for (let day = 1; day <= 121; day += 1)
    await sell({ intentId: `pi_many${day}`, userId: "user-b" }, new Date(Date.UTC(2026, 0, day)).toISOString());
  const told = { kind: "refund", id: "re_old", cents: 100, isFailed: false } as const;
  await run(...recordStatements({ intentId: "pi_many2", eventId: "evt_1", at: "2027-01-01T00:00:00.000Z", told }));
  const ids = (await findOrdersOf(ledgerOf(env), "userId", "user-b")).map(({ intentId }) => intentId);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([120, "pi_many121", "pi_many2"]);
});
