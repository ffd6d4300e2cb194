import { beforeEach, expect, test, vi } from "vitest";
import { toMail } from "../../src/ledger/mails.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import { createReceiptPath } from "../../src/orders/withdrawal/receipt-token.ts";
import { WITHDRAWAL_COPY as COPY, problemText } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { WITHDRAWAL_FIELDS } from "../../src/orders/withdrawal/withdrawal-rules.ts";
import { toWithdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import { sql } from "../../src/server/database.ts";
import { orderPath, PATHS, receiptPath, withdrawalPath } from "../../src/shared/paths.ts";
import { MINUTE_MS, passTime } from "../clock.ts";
import { eachStory, type Step, type Words } from "../table.ts";
import {
  all,
  attributes,
  meta,
  one,
  type PageDocument,
  readDocument,
  texts,
  transcript,
  visibleText,
} from "./document.ts";
import { emptyLedger, keepOrder, paidOrder, rowsOf, run } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { expectWrong } from "./page-data.ts";
import { AWAY, shopOf, troubled, unheard } from "./shop.ts";
import { answerAll, ask, keepWithdrawal, newForm, send, started, TYPED } from "./withdrawing-buyer.ts";

/** The two forms of a withdrawal: what is recorded, mailed and shown, and what each form answers. */

const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const NUMBER = formatOrderNumber(INTENT);
const ORDER = paidOrder({ intentId: INTENT, productId: "KVB2", email: "noor@example.nl", buyerName: "Noor Bakker" });

/** The name of a second form, which each test begins with. */
let form = "";
beforeEach(async () => {
  started.length = 0;
  await emptyLedger();
  form = await newForm();
});
/** Stops the clock, and makes a form at that time. */
async function at(time: string): Promise<void> {
  vi.setSystemTime(time);
  form = await newForm();
}

const confirm = (changes: Readonly<Record<string, string>> = {}, bindings: object = {}) =>
  send({ ...TYPED, formulier: form, stap: "bevestigen", ...changes }, bindings);

/** The values of a page's form fields, by name. A browser drops a line break that a textarea begins with. */
async function fieldsOf(response: Response): Promise<Record<string, string>> {
  const fields = all(readDocument(await response.clone().text()), "form input, form textarea");
  const typed = (field: PageDocument) => field.getAttribute("value") ?? field.text.replace(/^\n/, "");
  return Object.fromEntries(fields.map((field) => [field.getAttribute("name") ?? "", typed(field)]));
}

const stored = async () =>
  (await rowsOf("SELECT * FROM withdrawals ORDER BY received_at, reference")).flatMap((row) => toWithdrawal(row) ?? []);
const mails = async () =>
  (await rowsOf("SELECT * FROM mails WHERE state <> 'withheld' ORDER BY kind, about, version")).map(toMail);
const tokenOf = async () => (await createOrderToken(shopOf(), INTENT)) ?? "";

/** An answer of the page, with what holds for every one: nobody stores, measures or finds it, and no log line has what was typed. */
async function read(answer: Response | Promise<Response>) {
  const response = await answer;
  const fields = await fieldsOf(response);
  const page = readDocument(await response.text());
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(meta(page, "robots")).toBe("noindex, nofollow");
  expect(page.toString()).not.toContain("GTM-TEST1");
  // Only who has an order's link already is led back to it.
  const links = all(page, "a").filter((link) => link.closest(".withdrawal-links") === null);
  expect(links.filter((link) => link.getAttribute("href")?.includes("bestelling="))).toEqual([]);
  const around = attributes(page, "header a, footer a", "href");
  expect(around.filter((href) => /bestelling=|ontvangst=|opnieuw=/.test(String(href)))).toEqual([]);
  const lines = (["request.handled", "withdrawal.recorded", "ledger.unavailable"] as const).flatMap(logs.lines);
  expect(JSON.stringify(lines)).not.toMatch(/Vries|jan@|vaar/);
  const { status, headers } = response;
  const retry = headers.get("retry-after");
  // A reference and a form's name are random.
  const told = transcript(one(page, "main"), { most: 200 }).replaceAll(
    /HR(-[0-9A-Z]{4}){3}|[\da-f-]{36}\.\d{13}[^>]*/g,
    "\u2026",
  );
  return { status, retry, fields, page, told, said: visibleText(page), title: texts(page, "h1")[0] };
}
type Read = Awaited<ReturnType<typeof read>>;

function nameOf({ status, said, page, retry }: Read): string {
  for (const told of ["earlier", "unproven"] as const) if (said.includes(COPY.done[told])) return `${told} ${status}`;
  if (said.includes(COPY.done.earlier.slice(0, 70))) return `resent ${status}`;
  if (all(page, ".facts dd").length > 0 && all(page, "main form").length === 0) return `done ${status}`;
  const trouble = Object.entries(COPY.problems).find(([, { title }]) => said.includes(title));
  if (trouble !== undefined) return `${trouble[0]} ${status}${retry === null ? "" : ` in ${retry} s`}`;
  return `${said.includes(COPY.check.submit) ? "check" : "form"} ${status}`;
}

/** A press of the button, and the name of its answer. Whatever is not recorded is in the form again. */
const press =
  (changes: Readonly<Record<string, string>> = {}, bindings: () => object = () => ({})) =>
  (expected = "done 200"): Step =>
  async () => {
    const answer = await read(confirm(changes, bindings()));
    expect(nameOf(answer)).toBe(expected);
    if (/^(check|expired|unavailable|tooMany|form)/.test(expected)) {
      const { formulier: _old, ...typed }: Record<string, string> = { ...TYPED, ...changes };
      expect(answer.fields).toMatchObject(typed);
      // Pressed again, it is the same withdrawal.
      if (/^(unavailable|tooMany)/.test(expected)) expect(answer.fields.formulier).toBe(changes.formulier ?? form);
    }
  };
/** The same with the order's own link, and a new form. */
const byOrder =
  (changes: Readonly<Record<string, string>> = {}, bindings?: () => object) =>
  (expected?: string): Step =>
  async () =>
    press({ bestelling: await tokenOf(), formulier: await newForm(), ...changes }, bindings)(expected)();
const later = (ms: number) => () => async () => passTime(ms);

const WORDS: Words = {
  press: press(),
  "press eightfold": () => async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, async () => (await read(confirm())).page.toString()));
    expect(new Set(answers).size).toBe(1);
  },
  "press without a reason": press({ reden: "  " }),
  "press as another": press({ naam: "Iemand anders" }),
  "press a new form": (expected) => async () => press({ formulier: await newForm() })(expected)(),
  "press without a name": press({ formulier: "" }),
  "press with a path for a name": press({ formulier: "../../pi_1" }),
  "press with a name of another time": (e) => async () =>
    press({ formulier: form.replace(/\.\d{13}\./, ".1700000000000.") })(e)(),
  "press with a cut name": (e) => async () => press({ formulier: form.slice(0, -1) })(e)(),
  "press with an unsigned name": (e) => async () => press({ formulier: form.split(".").slice(0, 2).join(".") })(e)(),
  "press with a wrong address": press({ email: "geen adres" }),
  "press while the ledger is away": press({}, () => ({ DB: AWAY })),
  "press too often": press({}, () => ({
    ORDER_LIMIT: { limit: async ({ key }: { key: string }) => ({ success: key.startsWith("withdrawal form") }) },
  })),
  "press without a ledger": press({}, () => ({ DB: undefined })),
  "press heard the third time": press({}, () => ({ DB: unheard(2) })),
  "press never heard": press({}, () => ({ DB: unheard(3) })),
  "press while Workflows are away": press({}, () => ({ MAILER: AWAY })),
  "press without Workflows": press({}, () => ({ MAILER: undefined })),
  "press without mail": press({}, () => ({ EMAIL: undefined })),
  "by order": byOrder(),
  "by order without mail": byOrder({}, () => ({ EMAIL: undefined })),
  "by order as JAN@": byOrder({ email: "JAN@Example.NL", reden: "Iets anders" }),
  "by order as jan+klas@": byOrder({ email: "jan+klas@example.nl" }),
  "by order as noor@ without mail": byOrder({ email: "noor@example.nl" }, () => ({ EMAIL: undefined })),
  "by order as noor@": byOrder({ email: "noor@example.nl" }),
  "by order with the first form": (e) => async () => byOrder({ formulier: form })(e)(),
  answered: (as) => () => answerAll(as as never),
  "the order of noor@": () => () => keepOrder(ORDER),
  "by order as noor@ with the first form": (e) => async () =>
    byOrder({ email: "noor@example.nl", formulier: form })(e)(),
  "by a forged link": byOrder({ bestelling: `1.${INTENT}.${"A".repeat(43)}` }),
  "without the link": byOrder({ bestelling: "" }),
  "by its number": byOrder({ bestelling: "", overeenkomst: NUMBER }),
  "by its number as noor@": byOrder({ bestelling: "", overeenkomst: NUMBER, email: "noor@example.nl" }),
  "2 minutes back": later(-2 * MINUTE_MS),
  "half a minute back": later(-MINUTE_MS / 2),
  "29 minutes": later(29 * MINUTE_MS),
  "31 minutes": later(31 * MINUTE_MS),
  "2 days": later(2 * 1440 * MINUTE_MS),
};

eachStory(WORDS)(`
    one press is one withdrawal                       | press                                             | 1 withdrawal, 2 mails, 2 started
    the same form again, minutes and days later       | press, 29 minutes, press, 2 days, press           | 1 withdrawal, 2 mails, 2 started
    eight presses at once                             | press eightfold                                   | 1 withdrawal, 2 mails, 2 started
    other contents are another withdrawal             | press, press as another                           | 2 withdrawals, 4 mails, 4 started
    another form is another withdrawal                | press, press a new form                           | 2 withdrawals, 4 mails, 4 started
    without a reason                                  | press without a reason                            | 1 withdrawal, 2 mails, 2 started
    a form that was open too long, then its new one   | 31 minutes, press: expired 409, press a new form  | 1 withdrawal, 2 mails, 2 started
    a form of a clock that goes a little ahead        | half a minute back, press                         | 1 withdrawal, 2 mails, 2 started
    # A name of a form that is not ours
    no name                                           | press without a name: check 200                   | 0 withdrawals, 0 mails, 0 started
    a path                                            | press with a path for a name: check 200           | 0 withdrawals, 0 mails, 0 started
    another time                                      | press with a name of another time: check 200      | 0 withdrawals, 0 mails, 0 started
    a time that has yet to come                       | 2 minutes back, press: expired 409                | 0 withdrawals, 0 mails, 0 started
    half a signature                                  | press with a cut name: check 200                  | 0 withdrawals, 0 mails, 0 started
    no signature                                      | press with an unsigned name: check 200            | 0 withdrawals, 0 mails, 0 started
    hidden fields that were changed                   | press with a wrong address: form 422              | 0 withdrawals, 0 mails, 0 started
    # The same order
    from the same mailbox, days later                 | by order, 2 days, by order as JAN@: resent 200, by order as jan+klas@: resent 200, by order without mail: unproven 200, answered: repaid, by order without mail: earlier 200 | 1 withdrawal, 2 mails, 2 started
    from another mailbox                              | by order, by order as noor@                       | 2 withdrawals, 4 mails, 4 started
    then by who proves it, with a fresh form          | the order of noor@, by order, 31 minutes, by order as noor@ with the first form: expired 409, by order as noor@: done 200, by order as noor@ with the first form: done 200 | 1 withdrawal, 2 mails, 3 started
    typed by its number before; then pressed twice    | the order of noor@, by its number as noor@, 29 minutes, by order as noor@ with the first form: done 200, 2 days, by order as noor@ with the first form: done 200, by order as noor@ without mail: done 200 | 1 withdrawal, 2 mails, 3 started
    but not from another mailbox                      | the order of noor@, by its number, 2 days, by order as noor@: done 200 | 2 withdrawals, 4 mails, 4 started
    nor for who proves nothing                        | the order of noor@, by its number, by order       | 2 withdrawals, 4 mails, 4 started
    after it was refused, with a form that is too old | by order, answered: refused, 31 minutes, by order with the first form: expired 409 | 1 withdrawal, 2 mails, 2 started
    declared by both before its sale was told         | half a minute back, by order, by order as noor@ with the first form, the order of noor@, by order as noor@ with the first form | 2 withdrawals, 4 mails, 4 started
    without its link                                  | by order, without the link                        | 2 withdrawals, 4 mails, 4 started
    with a forged link                                | by order, by a forged link                        | 2 withdrawals, 4 mails, 4 started
    from another mailbox, with an old form            | by order, 31 minutes, by order as noor@ with the first form: expired 409 | 1 withdrawal, 2 mails, 2 started
    # What is away
    the ledger, and then back                         | press while the ledger is away: unavailable 503 in 30 s, press | 1 withdrawal, 2 mails, 2 started
    too often, and then again                         | press too often: tooMany 429 in 60 s, press       | 1 withdrawal, 2 mails, 2 started
    no ledger at all                                  | press without a ledger: unavailable 503 in 30 s   | 0 withdrawals, 0 mails, 0 started
    two answers of the ledger                         | press heard the third time, press                 | 1 withdrawal, 2 mails, 2 started
    all answers of the ledger                         | press never heard: unavailable 503 in 30 s, press | 1 withdrawal, 2 mails, 2 started
    the Workflows: the mails are owed                 | press while Workflows are away                    | 1 withdrawal, 2 mails, 0 started
    the Workflows, and then back                      | press without Workflows, press                    | 1 withdrawal, 2 mails, 2 started
    mail: it is owed all the same                     | press without mail                                | 1 withdrawal, 2 mails, 2 started`)(
  "%s",
  async (_promise, steps, end) => {
    await at("2026-07-01T10:00:00Z");
    for (const step of steps) await step();
    const [withdrawals, owed] = [await stored(), await mails()];
    const s = withdrawals.length === 1 ? "" : "s";
    expect(`${withdrawals.length} withdrawal${s}, ${owed.length} mails, ${started.length} started`).toBe(end);
    expect(owed.every(({ state }) => state === "due")).toBe(true);
  },
);

test("a confirmation is recorded with the mails that it makes owed, and the page proves it", async () => {
  await at("2026-07-01T22:10:00Z");
  const { page, told } = await read(confirm());
  expect(told).toMatchSnapshot();
  const [withdrawal] = await stored();
  const reference = withdrawal?.reference ?? "";
  expect(reference).toMatch(/^HR(-[0-9A-Z]{4}){3}$/);
  const kept = JSON.stringify({ withdrawal, mails: await mails(), started }, null, 1).replaceAll(
    reference,
    "HR-\u2026",
  );
  expect(kept).toMatchSnapshot("what is recorded");
  expect(texts(page, ".facts dd")[0]).toBe(reference);
  const line = { level: "info", event: "withdrawal.recorded", reference, receipt: "facts", notice: "now" };
  expect(logs.lines("withdrawal.recorded")).toEqual([line]);
});

test("a confirmation keeps its time, its reason or none, and the order of a genuine link only", async () => {
  await at("2026-07-01T10:00:00Z");
  await press({ reden: "  " })()();
  await byOrder()()();
  await byOrder({ bestelling: "1.pi_1.x" })()();
  expect((await stored()).map(({ intentId }) => intentId).sort()).toEqual([INTENT, undefined, undefined]);
  expect((await stored()).filter(({ reason }) => reason === undefined)).toHaveLength(1);
  // The time of the form, which is when the buyer said it; the button may be pressed for half an hour.
  vi.setSystemTime("2026-07-01T10:29:00Z");
  await press({ naam: "Later" })()();
  expect((await stored()).find(({ name }) => name === "Later")?.receivedAt).toBe("2026-07-01T10:00:00.000Z");
  vi.setSystemTime("2026-07-01T10:31:00Z");
  const { fields } = await read(confirm());
  await press({ formulier: fields.formulier ?? "" })()();
  expect((await stored()).at(-1)?.receivedAt).toBe("2026-07-01T10:31:00.000Z");
});

test("a confirmation works while no key is configured, with a name that is not signed", async () => {
  const bindings = { ORDER_TOKEN_KEYS: undefined };
  const { formulier = "" } = await fieldsOf(await send({ ...TYPED, stap: "controleren" }, bindings));
  expect(formulier).toMatch(/^[0-9a-f-]{36}\.\d{13}$/);
  await press({ formulier }, () => bindings)()();
  expect(await stored()).toHaveLength(1);
});

test("what cannot be recorded can be mailed", async () => {
  expect((await read(confirm({}, { DB: AWAY }))).told).toMatchSnapshot();
});

const look = async (path: string, bindings: object = {}) => read(ask(path, {}, bindings));

test("the first form knows an order by its signed link alone, and looks the same without one whether it exists or not", async () => {
  const token = await tokenOf();
  const fields = { naam: "", overeenkomst: NUMBER, email: "" };
  for (const bindings of [{}, { DB: AWAY }])
    expect((await look(withdrawalPath(token), bindings)).fields).toMatchObject(fields);
  const typed = { ...TYPED, overeenkomst: NUMBER, stap: "controleren" };
  const second = async () => (await (await send(typed)).text()).replace(/name="formulier" value="[^"]*"/, "");
  const unknown = await second();
  await keepOrder(ORDER);
  expect(await second()).toBe(unknown);
  const known = { naam: "Noor Bakker", overeenkomst: `Klein Vaarbewijs 2, ${NUMBER}`, email: "noor@example.nl" };
  expect((await look(withdrawalPath(token))).fields).toEqual({ bestelling: token, ...known, reden: "" });
  const { page: first, title } = await look(PATHS.withdrawal);
  expect([title, all(first, '[aria-required="true"]').length]).toEqual([COPY.form.title, 3]);
  const plain = first.toString();
  for (const wrong of [token.slice(0, -1), token.replace("pi_3", "pi_4"), INTENT, NUMBER, ""])
    expect((await look(withdrawalPath(wrong))).page.toString(), wrong).toBe(plain);
  // A valid link that is asked for too often is not answered either.
  expect((await look(withdrawalPath(token), NEVER)).page.toString()).toBe(plain);
});

test("the first form: of an order that was withdrawn from is that withdrawal, and can be sent again if it is asked for", async () => {
  await keepOrder(ORDER);
  const token = await tokenOf();
  const path = withdrawalPath(token);
  await at("2026-07-01T22:10:00Z");
  expect((await read(confirm({ bestelling: token, email: "noor@example.nl" }))).told).toMatchSnapshot("told in full");
  const [{ reference } = { reference: "" }] = await stored();
  const links = ({ page }: Read) => attributes(page, ".withdrawal-links a", "href");
  const receipt = await look(path);
  expect(receipt.told).toMatchSnapshot();
  expect(receipt.said).toContain(reference);
  const form = await look(`${path}&opnieuw=1`);
  expect(form.told).toMatchSnapshot("asked for again");
  // Also if the ledger answers once, and then no more.
  const once = { DB: troubled((call) => call > 1, "fails") };
  for (const { said } of [form, await look(path, once)]) expect(said).toContain(reference);
  // What is sent again is that withdrawal, and nothing that was typed since.
  vi.setSystemTime("2026-07-04T10:00:00Z");
  const proven = { bestelling: token, email: "noor@example.nl", formulier: await newForm() };
  const { said } = await read(confirm({ ...proven, reden: "Iets anders" }));
  for (const shown of [reference, "2 juli 2026 om 00:10", "niet meer.", "naar noor@"]) expect(said).toContain(shown);
  expect(said).not.toContain("Iets anders");
  // Once its money went back, there is nothing to wait for, and nothing to send again. Who was refused may withdraw anew.
  await answerAll("refused");
  const anew = await look(path);
  expect([anew.said.includes(reference), links(anew)]).toEqual([false, []]);
  await run(sql("UPDATE withdrawals SET answer = NULL, answered_at = NULL"));
  await keepOrder({ ...ORDER, refundedCents: ORDER.amountCents });
  const ended = await look(path);
  expect(links(ended)).toEqual([orderPath(token)]);
  for (const { said } of [ended, await read(confirm(proven))]) expect(said).not.toContain(COPY.done.next);
  expect((await look(PATHS.withdrawal)).said).not.toContain(reference);
});

test("what each key says", () => expect([COPY.problems, COPY.done, COPY.mail.noticeReceipt]).toMatchSnapshot());
const NEVER = { ORDER_LIMIT: { limit: async () => ({ success: false }) } };

const REFERENCE = "HR-AAAA-BBBB-CCCC";
const linkTo = async (reference = REFERENCE) => (await createReceiptPath(shopOf(), reference)) ?? "";

test("the link to a receipt opens nothing but its own withdrawal: a guessed, cut or foreign one is a 404 that names none", async () => {
  await keepWithdrawal(INTENT, { reference: REFERENCE });
  const link = await linkTo();
  expect(texts((await read(ask(link))).page, ".facts dd")[0]).toBe(REFERENCE);
  // What was erased since is not shown.
  await run(sql("UPDATE withdrawals SET email = '', mailbox = '', reason = NULL"));
  const { reference, receivedAt, name, contract } = COPY.facts;
  expect(texts((await read(ask(link))).page, ".facts dt")).toEqual([reference, receivedAt, name, contract]);
  const changed = [link.slice(0, -1), link.replace("CCCC", "DDDD"), link.replace(/=1\./, "=2.")];
  const foreign = [...[REFERENCE, await tokenOf(), ""].map(receiptPath), await linkTo("HR-ZZZZ-ZZZZ-ZZZZ")];
  for (const other of [...changed, ...foreign]) {
    const { status, said, title, page } = await read(ask(other));
    const links = attributes(page, "main a", "href");
    expect([status, title, links], other).toEqual([404, COPY.unread.notFound.title, [PATHS.withdrawal]]);
    expect(said, other).not.toMatch(/AAAA|ZZZZ|DDDD|Noor/);
  }
  // An order's link is no receipt's, nor the other way round.
  const asOrder = await read(ask(withdrawalPath(link.split("=")[1] ?? "")));
  expect(asOrder.page.toString()).toBe((await read(ask(PATHS.withdrawal))).page.toString());
});

test.each([
  ["the ledger is away", { DB: AWAY }, 503],
  ["no key is configured", { ORDER_TOKEN_KEYS: undefined }, 503],
  ["it is asked for too often", NEVER, 429],
] as const)(
  "the link to a receipt: while %s: says so, offers the same link again, and no form",
  async (_name, bindings, status) => {
    const link = await linkTo();
    const answer = await read(ask(link, {}, bindings));
    expect([answer.status, answer.retry === null]).toEqual([status, false]);
    expect(answer.told).toMatchSnapshot();
  },
);

const check = (fields: Readonly<Record<string, string>>) => read(send({ ...fields, stap: "controleren" }));

test("what is filled in stands in the second form, which has a name of its own, with a genuine link only; and can be changed", async () => {
  const [first, second] = [await check(TYPED), await check(TYPED)];
  const { formulier, ...fields } = first.fields;
  expect([nameOf(first), fields]).toEqual(["check 200", TYPED]);
  expect(first.told).toMatchSnapshot();
  expect(formulier).toMatch(/^[0-9a-f-]{36}\.\d{13}\.1\.[\w-]{43}$/);
  expect(second.fields.formulier).not.toBe(formulier);
  const bestelling = await tokenOf();
  for (const stap of ["controleren", "wijzigen"]) {
    expect((await read(send({ ...TYPED, bestelling, stap }))).fields).toMatchObject({ bestelling });
    expect((await read(send({ ...TYPED, bestelling: "1.pi_1.x", stap }))).fields).not.toHaveProperty("bestelling");
  }
  expect((await read(send({ ...TYPED, formulier: form, stap: "wijzigen" }))).fields).toEqual(TYPED);
  expect(await stored()).toEqual([]);
});

const IDS = { name: "naam", contract: "overeenkomst", email: "email", reason: "reden" } as const;
const long = (field: keyof typeof IDS) => "x".repeat(WITHDRAWAL_FIELDS[field] + 1);
const LEAST = ["name", "contract", "email"] as const;
test.each<[string, Record<string, string>, readonly (keyof typeof IDS)[], "missing" | "tooLong" | "invalid"]>([
  ["nothing", { naam: "", overeenkomst: "", email: "", reden: "" }, LEAST, "missing"],
  ["blanks", { ...TYPED, naam: " \t", overeenkomst: "\u0000", email: "\n" }, LEAST, "missing"],
  ["a long name", { ...TYPED, naam: long("name") }, ["name"], "tooLong"],
  ["a long reason", { ...TYPED, reden: long("reason") }, ["reason"], "tooLong"],
  // What is no address: client/typed-values.test.ts.
  ["two addresses", { ...TYPED, email: "jan@example.nl, piet@example.nl" }, ["email"], "invalid"],
])("what is filled in: %s: told at its field and above, and nothing is lost", async (_name, typed, wrong, problem) => {
  const { status, page, fields } = await check(typed);
  expect(status).toBe(422);
  expectWrong(page, Object.fromEntries(wrong.map((field) => [IDS[field], problemText(field, problem) ?? ""])));
  expect(fields).toMatchObject(Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim().length > 1)));
});

test("what is filled in: the longest texts fit; markup, control characters and lone surrogates are text, and a line stays one", async () => {
  const fits = { naam: "x".repeat(WITHDRAWAL_FIELDS.name), reden: "é".repeat(WITHDRAWAL_FIELDS.reason) };
  expect(nameOf(await check({ ...TYPED, ...fits }))).toBe("check 200");
  const naam = '<img src=x onerror=alert(1)>"\u202eJan\r\nBcc: x@y.nl\u0007';
  const { fields, page } = await check({ ...TYPED, naam });
  expect(fields.naam).toBe('<img src=x onerror=alert(1)>"Jan Bcc: x@y.nl');
  expect(all(page, "main img[src=x]")).toEqual([]);
});
