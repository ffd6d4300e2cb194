import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { type MailName, oweMail } from "../../src/ledger/mails.ts";
import { orderNumbersIn } from "../../src/ledger/order-rules.ts";
import { DISPUTE_STATES, findOrdersOf } from "../../src/ledger/orders.ts";
import { oweAlarmMail, raiseAlarms, readAlarms } from "../../src/orders/alarms.ts";
import { readEvening } from "../../src/orders/evening.ts";
import { ALARM_COPY } from "../../src/orders/owner-mail-copy.ts";
import { MOST_COUNTED, readDigest } from "../../src/orders/withdrawal/withdrawal-records.ts";
import { type Ledger, ledgerOf, type Statement, sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../clock.ts";
import { type Step, stories, type Words } from "../table.ts";
import * as clock from "./clock-ticks.ts";
import { openDesk, screenOf } from "./desk.ts";
import { keepOrder, paidOrder, refreshed, row, rowsOf, run, WISH } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { changed, unheard } from "./shop.ts";

/** What cannot wait: the clock finds it, and one mail tells the owner. */

const NOW = new Date("2026-11-22T10:00:00.000Z");
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();
const after = (ms: number) => new Date(NOW.getTime() + ms);
const ID = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const LONG_AGO = ago(14 * DAY_MS + 1);
const NUMBER = "VK-IJKLMNOPQR";
const BUYER = "noor@example.nl";
const REFERENCE = "HR-8K2M-0Q4Z-7VTA";

clock.beginAt(ago(0));
const tick = (now = NOW, more: Partial<Bindings> = {}) => clock.tick(now, more);
const alarms = () => rowsOf("SELECT kind, about, detail FROM alarms ORDER BY kind, about");
const told = () => [...new Map(clock.startedOf("alarm").map((mail) => [mail.about, mail])).values()];
const send = (index = 0) => clock.sendOne(told()[index]);

const sale = (changes: Parameters<typeof paidOrder>[0] = {}, at = ago(3 * HOUR_MS)) =>
  keepOrder(paidOrder({ intentId: ID, source: "checkout", productId: "KVB1", email: BUYER, ...changes }, at));
const dispute = (stage: number, at = ago(HOUR_MS)) =>
  row("disputes", { intent_id: ID, stage, event_at: at, due_by: "2026-12-05T22:59:00.000Z" });
const refund = (failed_at: string | null) =>
  row("refunds", { intent_id: ID, cents: 1500, created_at: LONG_AGO, failed_at });
const delivery = (state: string, at = ago(HOUR_MS)) => row("deliveries", { intent_id: ID, version: 3, state, at });
const ended = (name: Partial<MailName>, state: string, at = ago(HOUR_MS), detail: string | null = null) =>
  row("mails", { about: ID, ...name, state, due_at: at, ended_at: at, detail });
const confirmed = (detail: string | null = null, at?: string) => ended({}, "sent", at, detail);
type Declared = { intentId?: string | null; contract?: string; answer?: string };
const withdrawal = (at: string, { intentId = ID, contract = "KVB1", answer }: Declared = {}) => {
  const times = { received_at: at, recorded_at: at, answered_at: answer === undefined ? null : at };
  const numbers = JSON.stringify(orderNumbersIn(contract));
  const what = { intent_id: intentId, contract, answer: answer ?? null, numbers };
  return row("withdrawals", { reference: REFERENCE, name: "Noor", email: BUYER, mailbox: BUYER, ...times, ...what });
};
/** Received on the ninth in Amsterdam: the last day is the 23rd, tomorrow. */
const LAST_DAY_TOMORROW = "2026-11-09T22:59:59.999Z";
/** The tenth has begun there: its last day is the day after tomorrow. */
const LAST_DAY_LATER = "2026-11-09T23:00:00.000Z";

const declared = (contract?: string) =>
  withdrawal(LAST_DAY_TOMORROW, { intentId: null, ...(contract && { contract }) });

/** Withdrawals of this many addresses, which anybody can declare. */
const strangers = (count: number, at: string) =>
  sql(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, is_proven, receipt, notice)
        SELECT 'HA-' || i, ?2, ?2, 'Piet', 'KVB1', 'piet' || i || '@x.nl', 'piet' || i || '@x.nl', 0, 'held', 'digest' FROM n`,
    ...[count, at],
  );

/** A sale whose confirmation went, and these facts. */
const with_ =
  (...facts: readonly Statement[]) =>
  async () => {
    await sale();
    await run(confirmed(), ...facts, refreshed);
  };
/** What failed to go back was paid otherwise. */
const settled = [sql("INSERT INTO settlements (intent_id, cents, at) VALUES (?1, 1500, ?2)", ID, ago(0)), refreshed];
const fact =
  (make: (text: string) => Statement) =>
  (text = ""): Step =>
  () =>
    run(make(text));
const sold = (changes: object) => () => () => sale(changes);

const WORDS: Words = {
  sold: () => with_(),
  sale: (hours) => () => sale({}, hours === undefined ? undefined : ago(Number(hours) * HOUR_MS)),
  "gift sale": sold({ gift: WISH }),
  "something else": sold({ source: undefined, productId: undefined }),
  "open sale": sold({ status: "open" }),
  dispute: fact((stage) => dispute(Number(stage))),
  "old dispute": fact(() => dispute(1, LONG_AGO)),
  refund: fact(() => refund(null)),
  "refund came back": () => () => run(refund(ago(HOUR_MS)), refreshed),
  "refund came back long ago": () => () => run(refund(LONG_AGO), refreshed),
  settled: () => () => run(...settled),
  delivery: fact((state) => delivery(state)),
  "delivery lost long ago": fact(() => delivery("lost", LONG_AGO)),
  confirmation: fact((state) => ended({}, state)),
  "confirmation withheld": fact(() => ended({}, "withheld", ago(HOUR_MS), "old")),
  "confirmation without a link": fact((version) => ended({ version }, "sent", ago(HOUR_MS), "targetless")),
  "confirmation without a link long ago": fact(() => confirmed("targetless", LONG_AGO)),
  "confirmation due for 2 hours": fact(() => oweMail({ kind: "confirmation", about: ID }, ago(2 * HOUR_MS))),
  "confirmation due for longer": fact(() => oweMail({ kind: "confirmation", about: ID }, ago(2 * HOUR_MS + 1))),
  "confirmation due tomorrow": fact(() => oweMail({ kind: "confirmation", about: ID }, after(DAY_MS).toISOString())),
  receipt: fact((state) => ended({ kind: "receipt", about: REFERENCE }, state)),
  "later confirmation": fact((state) => ended({ version: ago(0) }, state)),
  "later receipt": fact((state) => ended({ kind: "receipt", about: REFERENCE, version: ago(0) }, state)),
  notice: fact((state) => ended({ kind: "notice" }, state)),
  withdrawal: fact(() => withdrawal(LAST_DAY_LATER)),
  "tomorrow the last day": fact(() => withdrawal(LAST_DAY_TOMORROW)),
  "a fortnight ago the last day": fact(() => withdrawal("2026-10-26T12:00:00.000Z")),
  "answered withdrawal": fact((answer) => withdrawal(LAST_DAY_TOMORROW, { answer: answer || "refused" })),
  "by number": fact(() => declared(`bestelling ${NUMBER.toLowerCase()}.`)),
  "by address": fact(() => declared()),
  repaid: fact(() => sql("UPDATE orders SET refunded_cents = amount_cents")),
  disputed: fact(() => sql("UPDATE orders SET dispute = 'open'")),
  "corrected address": () => async () => {
    await run(sql("INSERT INTO corrections VALUES (?1, ?2, ?3, ?3)", ID, "n@example.nl", ago(HOUR_MS)), refreshed);
  },
  erased: fact(() => sql("INSERT INTO erasures VALUES (?1, ?2)", ID, ago(0))),
};

/** Facts, a sale with its age in hours, and the alarm that follows: its kind, what it is about, and `of no order` if it names none. */
const FACTS = stories(
  WORDS,
  `
  an inquiry of a bank                                | sold, dispute: 0                       | inquiry du_1
  a dispute                                           | sold, dispute: 1                       | dispute du_1
  a dispute that was lost before the clock looked     | sold, dispute: 3                       | dispute-lost du_1
  a dispute that was won                              | sold, dispute: 4                       | none
  a dispute of more than fourteen days ago            | sold, old dispute                      | none
  a refund that came back                             | sold, refund came back                 | refund-failed re_1
  a refund                                            | sold, refund                           | none
  a refund that came back before its sale was told    | refund came back                       | refund-failed re_1
  a refund that came back long ago                    | sold, refund came back long ago        | none
  a refund that came back, and was paid otherwise     | sold, refund came back, settled        | none
  a gift whose mail is refused                        | sold, delivery: refused                | gift-unmailed ID 3
  a gift whose mail has failed                        | sold, delivery: failed                 | gift-unmailed ID 3
  a gift whose address is lost                        | sold, delivery: lost                   | gift-unmailed ID 3
  a gift that was mailed                              | sold, delivery: sent                   | none
  a gift that could not be mailed long ago            | sold, delivery lost long ago           | none
  a confirmation that was refused                     | sale, confirmation: refused            | confirmation-unsent ID
  a confirmation that failed                          | sale, confirmation: failed             | confirmation-unsent ID
  a refused one, that went to another address         | sale, confirmation: refused, later confirmation: sent | none
  a refused one, of an order that was repaid          | sale, confirmation: refused, repaid    | none
  a receipt that was refused                          | sold, withdrawal, receipt: refused     | receipt-unsent HR
  a receipt that failed                               | sold, withdrawal, receipt: failed      | receipt-unsent HR
  a receipt that was refused, and sent again          | sold, withdrawal, receipt: refused, later receipt: sent | none
  a receipt that was refused, of nothing of the shop  | sold, answered withdrawal: no-order, receipt: refused | none
  a receipt that was refused twice                    | sold, withdrawal, receipt: refused, later receipt: refused | receipt-unsent HR now
  a notice to the owner that was refused              | sold, notice: refused                  | none
  a sale of two hours ago without a mail              | sale: 2                                | unconfirmed ID
  a sale of less than two hours ago                   | sale: 1.9999997                        | none
  a sale of more than fourteen days ago               | sale: 336.0000003                      | none
  one whose confirmation waits for two hours          | sale, confirmation due for longer      | unconfirmed ID
  one of which the shop heard late                    | sale: 48, confirmation due for 2 hours | none
  one whose confirmation waits for its session        | sale, confirmation due tomorrow        | unconfirmed ID
  one whose confirmation is withheld                  | sale, confirmation withheld            | unconfirmed ID
  a sale that is confirmed                            | sold                                   | none
  one that was confirmed to another address           | sold, corrected address                | unconfirmed ID
  a gift of hours ago without a mail                  | gift sale                              | unconfirmed ID
  a payment for something else                        | something else                         | none
  a payment that is not paid                          | open sale                              | none
  a sale that was erased                              | sale, erased                           | none
  a sale that was repaid                              | sale, repaid                           | none
  a sale that was withdrawn from                      | sale: 2, withdrawal                    | none
  one whose withdrawal was refused                    | sale: 2, answered withdrawal           | unconfirmed ID
  a confirmation without a link to the course         | sale, confirmation without a link      | targetless ID an hour ago
  such a confirmation, sent again                     | sale, confirmation without a link, confirmation without a link: 2 | targetless ID an hour ago
  such a confirmation of long ago                     | sale: 480, confirmation without a link long ago | none
  such a confirmation, repaid                         | sale, confirmation without a link, repaid | none
  a withdrawal whose last day is tomorrow             | sold, tomorrow the last day            | withdrawal-due HR
  a withdrawal whose last day is the day after        | sold, withdrawal                       | none
  a withdrawal whose last day was a fortnight ago     | sold, a fortnight ago the last day     | none
  a withdrawal that was answered                      | sold, answered withdrawal              | none
  a withdrawal whose order was repaid                 | sold, tomorrow the last day, repaid    | none
  a withdrawal that a bank decides on                 | sold, tomorrow the last day, disputed  | none
  a withdrawal by a typed number                      | sold, by number                        | withdrawal-due HR of no order
  by a typed number, of an order that was repaid      | sold, by number, repaid                | none
  by address, of an order that was repaid             | sale: 480, by address, repaid          | none
  of something that was not bought here               | by address                             | withdrawal-due HR of no order
`,
);

const said = async () =>
  (await alarms())
    .map(({ kind, about, detail }) => `${kind} ${about}${detail === ID ? "" : " of no order"}`)
    .join(", ")
    .replaceAll(ID, "ID")
    .replaceAll(REFERENCE, "HR")
    .replaceAll(ago(HOUR_MS), "an hour ago")
    .replaceAll(ago(0), "now") || "none";

test.each(FACTS)("%s", async (_what, facts, expected) => {
  for (const happens of facts) await happens();
  await tick();
  expect(await said()).toBe(expected);
  const [kind] = expected.split(" ");
  const raised = [{ level: "warn", event: "alarm.raised", kind, count: 1 }];
  expect(logs.lines("alarm.raised")).toEqual(expected === "none" ? [] : raised);
  await tick(after(2 * HOUR_MS));
  if (expected !== "none") expect(await said()).toBe(expected);
  expect(told().filter(({ about }) => about === NOW.toISOString())).toHaveLength(expected === "none" ? 0 : 1);
});

test("every kind is found by one of these facts, but the night's and that of the payment's life", () => {
  const kinds = new Set(FACTS.flatMap(([, , expected]) => expected.split(" ")[0] ?? []));
  kinds.delete("none");
  expect([...kinds, "night", "payment-strange"].sort()).toEqual(Object.keys(ALARM_COPY.kinds).sort());
});

test("a buyer's withdrawal and receipt alarm, and head the mail, however many strangers declared before", async () => {
  await sale();
  await run(
    confirmed(),
    withdrawal(LAST_DAY_TOMORROW),
    sql("UPDATE withdrawals SET is_proven = 1"),
    strangers(1200, "2026-11-09T12:00:00.000Z"),
    sql(
      `INSERT INTO mails (kind, about, version, state, due_at, ended_at)
        SELECT 'receipt', reference, '2', 'refused', ?1, iif(is_proven, ?2, ?1) FROM withdrawals`,
      ...[ago(DAY_MS), ago(HOUR_MS)],
    ),
  );
  const counts: unknown[] = [];
  for (let minutes = 0; minutes < 40; minutes += 10) {
    await tick(after(minutes * MINUTE_MS));
    counts.push((await rowsOf("SELECT count(*) AS n FROM alarms GROUP BY kind")).map(({ n }) => n));
  }
  expect(counts).toEqual([500, 1000, 1201, 1201].map((count) => [count, count]));
  const first = (await readAlarms(ledgerOf(env), String(told()[0]?.about))).slice(0, 3);
  expect(first.map(({ about }) => about.split(" ")[0] === REFERENCE)).toEqual([true, true, false]);
  const links = (await send()).mails[0]?.text.match(/herroepingen\/\S+$/gm)?.slice(0, 2);
  expect(links).toEqual(Array(2).fill(`herroepingen/${REFERENCE}`));
  const { openWithdrawals, moreWithdrawals, unsent } = await readEvening(ledgerOf(env), "2026-11-22", NOW);
  expect([openWithdrawals.length, moreWithdrawals, unsent.length]).toEqual([20, MOST_COUNTED - 20, 30]);
});

test("what alarms, once: an inquiry that becomes a dispute is told again, and so is that it was lost, to nobody but the owner", async () => {
  await with_(dispute(0))();
  await tick();
  for (const stage of [1, 3]) {
    await run(sql("UPDATE disputes SET stage = ?1", stage));
    await tick(after(stage * HOUR_MS));
  }
  expect((await alarms()).map(({ kind }) => kind)).toEqual(["dispute", "dispute-lost", "inquiry"]);
  expect(told()).toHaveLength(3);
  expect((await clock.sendOne(told()[2], { MAIL_OWNER: "" })).outcome).toBe("withheld");
});

test.each(["closed", "won"] as const)("a withdrawal in a dispute alarms again once that is %s", async (end) => {
  const [proven, decided] = [sql("UPDATE withdrawals SET is_proven = 1"), after(40 * DAY_MS)];
  await with_(withdrawal(LAST_DAY_TOMORROW), proven)();
  await tick();
  await run(dispute(1), refreshed);
  await tick(after(20 * DAY_MS));
  const ended = [DISPUTE_STATES.indexOf(end), decided.toISOString()];
  await run(sql("UPDATE disputes SET stage = ?1, event_at = ?2", ...ended), refreshed);
  for (const days of [40, 41]) await tick(after(days * DAY_MS));
  expect((await alarms()).map(({ about }) => about)).toEqual([REFERENCE, `${REFERENCE} ${decided.toISOString()}`]);
  expect((await send(1)).mails[0]?.text).toMatch(new RegExp(`was 23 november[^]*herroepingen/${REFERENCE}$`, "m"));
});

const untold = async () =>
  (await rowsOf("SELECT kind FROM alarms WHERE mail IS NULL ORDER BY kind")).map(({ kind }) => kind);

test("the mail: tells all of a moment, each in a line, with what to do, and says of which shop", async () => {
  await with_(dispute(0), refund(ago(HOUR_MS)), withdrawal(LAST_DAY_TOMORROW))();
  await tick();
  expect(told()).toEqual([{ kind: "alarm", about: NOW.toISOString(), version: "" }]);
  const [mail, ...others] = (await send()).mails;
  expect([mail?.to, mail?.subject, others]).toEqual([clock.OWNER, "[local] Let op: 3 meldingen", []]);
  expect(mail?.text).toMatchSnapshot();
});

test("the mail: goes once an hour at most: what comes within it is told together, when the hour is over", async () => {
  await with_(dispute(0))();
  await tick();
  await run(refund(ago(0)), refreshed);
  await tick(after(10 * MINUTE_MS));
  // It is two weeks old by the time of the mail.
  await run(delivery("lost", ago(14 * DAY_MS - 55 * MINUTE_MS)));
  await tick(after(50 * MINUTE_MS));
  expect(told()).toHaveLength(1);
  expect(await untold()).toEqual(["gift-unmailed", "refund-failed"]);
  await tick(after(HOUR_MS));
  await tick(after(2 * HOUR_MS));
  expect(told().map(({ about }) => about)).toEqual([NOW.toISOString(), after(HOUR_MS).toISOString()]);
  const [first, second] = [await send(0), await send(1)];
  expect(first.mails[0]?.text).toContain("5 december");
  expect(first.mails[0]?.subject).toBe(`[local] Let op: de bank vraagt naar de betaling van ${NUMBER}`);
  expect(second.mails[0]?.subject).toBe("[local] Let op: 2 meldingen");
});

test("the mail: tells what is still so when it goes, and does not go for nothing", async () => {
  await sale();
  await run(dispute(0), refund(ago(HOUR_MS)), declared(), refreshed);
  await tick();
  expect(await alarms()).toHaveLength(4);
  await run(confirmed(), ...settled, sql("UPDATE withdrawals SET answer = 'refused', answered_at = ?1", ago(0)));
  expect((await send()).mails).toMatchObject([{ subject: expect.stringContaining("de bank vraagt") }]);
  await run(delivery("lost"));
  await tick(after(HOUR_MS));
  await run(sql("DELETE FROM deliveries"));
  expect((await send(1)).mails).toEqual([]);
});

test("the mail: a day that passed while it was held up is said to be past, and of money only what is still owed is told", async () => {
  await with_(withdrawal(LAST_DAY_TOMORROW), refund(ago(HOUR_MS)), sql("UPDATE withdrawals SET is_proven = 1"))();
  await tick();
  vi.setSystemTime(after(2 * DAY_MS));
  await run(row("refunds", { id: "re_2", intent_id: ID, cents: 400, created_at: ago(0) }), refreshed);
  expect((await send()).mails[0]?.text).toMatch(/nog €11,00 van je[\s\S]*was 23 november 2026: doe het meteen\./);
});

test("the mail: an alarm is never given to a mail that has gone: a moment may be kept twice", async () => {
  await with_(dispute(0))();
  await tick();
  await send();
  await run(refund(ago(0)), refreshed);
  await tick();
  expect(await untold()).toEqual(["refund-failed"]);
});

test("the mail: the answer of the ledger is lost: the same mail, once", async () => {
  await with_(dispute(0), refund(ago(HOUR_MS)))();
  await tick(NOW, { DB: unheard(4) });
  await tick(after(10 * MINUTE_MS));
  expect(new Set(told().map(({ about }) => about)).size).toBe(1);
  expect(await rowsOf("SELECT DISTINCT mail FROM alarms")).toHaveLength(1);
});

test("the mail: a hundred alarms are one mail of fifty lines, which counts the others", async () => {
  await run(
    sql(
      `INSERT INTO disputes WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        SELECT 'du_' || i, 'pi_many' || i, 1, ?1, NULL FROM n`,
      ago(HOUR_MS),
    ),
  );
  await tick();
  const [mail, ...others] = (await send()).mails;
  expect([mail?.subject, others]).toEqual(["[local] Let op: 100 meldingen", []]);
  expect(mail?.text.match(/wordt betwist/g)).toHaveLength(50);
  expect(mail?.text).toContain("En nog 50 meldingen.");
  expect(mail?.html.length).toBeLessThan(100_000);
});

test("every question of the clock, of the owner's mails and of a buyer uses an index: no table is read as a whole", async () => {
  const asked: Statement[] = [];
  const listen: Ledger = async (statements) => {
    asked.push(...statements);
    return statements.map(() => []);
  };
  await listen([...raiseAlarms(NOW), ...oweAlarmMail(NOW)]);
  await readAlarms(listen, NOW.toISOString());
  await readEvening(listen, "2026-11-22", NOW);
  for (const field of ["email", "userId"] as const) await findOrdersOf(listen, field, BUYER);
  expect(asked.length).toBeGreaterThan(17);
  const plans = await run(...asked.map((one) => sql(`EXPLAIN QUERY PLAN ${one.sql}`, ...one.values)));
  const steps = plans.flat().map(({ detail }) => String(detail));
  const isScan =
    /^SCAN (?!CONSTANT ROW|json_each|easter|13 CONSTANT|withdrawals USING INDEX withdrawals_unanswered|orders USING INDEX orders_owed|\(subquery)/;
  expect(steps.filter((step) => isScan.test(step))).toEqual([]);
  for (const index of ["orders_by_email", "orders_by_account"])
    expect(steps).toContainEqual(expect.stringMatching(`^SEARCH o USING INDEX ${index}`));
});

test.each([
  ["the clock", (DB: Bindings["DB"]) => tick(NOW, { DB })],
  ["the desk's first screen", (DB: Bindings["DB"]) => screenOf("", { more: { DB } })],
  ["the digest", (DB: Bindings["DB"]) => readDigest(ledgerOf({ DB }), LAST_DAY_TOMORROW.slice(0, 10))],
  ["the evening's mail", (DB: Bindings["DB"]) => readEvening(ledgerOf({ DB }), "2026-11-22", NOW)],
])(
  "of 1,000 withdrawals, which anybody can declare, no question of %s brings more than five hundred",
  async (_what, ask) => {
    await run(strangers(1000, LAST_DAY_TOMORROW));
    openDesk();
    let most = 0;
    const batch = (real: (...args: unknown[]) => unknown) => async (statements: unknown) => {
      const answers = (await real(statements)) as { results: unknown[] }[];
      most = Math.max(most, ...answers.map(({ results }) => results.length));
      return answers;
    };
    await ask(changed(env.DB, { batch }));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(500);
  },
);
