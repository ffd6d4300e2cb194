import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import {
  type BuyerField,
  findOrdersOf,
  type Order,
  recordStatements,
  refreshStatements,
} from "../../src/ledger/orders.ts";
import { MY_COURSE_COPY as COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { EMAIL_FIELD, LINK_MAILS_A_DAY, LINKS_WINDOW_S } from "../../src/orders/my-course/my-course-rules.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import type { Bindings, MailerParams } from "../../src/server/env.ts";
import type { Mail } from "../../src/server/mail.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { DAY_MS, now, passTime } from "../clock.ts";
import { beginAt, sendOne, started } from "./clock-ticks.ts";
import { count, meta, one, readDocument, transcript } from "./document.ts";
import { keepOrder, paidOrder, row, rowsOf, run } from "./ledger-rows.ts";
import { inTurn } from "./limits.ts";
import { logs } from "./logs.ts";
import { expectWrong } from "./page-data.ts";
import { AWAY, answerText, askWith, formOf, ORIGIN, orderPathOf, pageOf, watch } from "./shop.ts";
import { keepWithdrawal } from "./withdrawing-buyer.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** The form for lost links, which tells nobody who has orders, and the mail with the links of an address. */

const KNOWN = "jan@example.nl";
/** An address of no order, as long as `KNOWN`. */
const UNKNOWN = "els@example.nl";

// A window of time must not end within a test.
beginAt("2026-07-02T10:01:00Z");

const bindings = (more: object = {}) => ({ ...env, MAILER: createIdleWorkflow(started), ...more }) as Bindings;
const send = (email: string, more: object = {}) =>
  askWith(bindings(more), PATHS.myCourse, formOf({ [EMAIL_FIELD.name]: email }));
const sell = (changes: Partial<Order>, time?: string) =>
  keepOrder(
    paidOrder({ productId: "KVB1", source: "checkout", email: KNOWN, buyerName: "Jan Boze.nl", ...changes }, time),
  );

test("every visitor who asks gets the same page after the same work, whether the address has orders or not, and whatever fails later", async () => {
  await sell({ intentId: "pi_known" });
  const answers: { status: number; headers: [string, string][]; html: string; work: readonly string[] }[] = [];
  for (const [email, more] of [
    [KNOWN, {}],
    [UNKNOWN, {}],
    // Within the window a mail is owed already.
    [KNOWN, {}],
    [KNOWN, { MAILER: AWAY }],
    [UNKNOWN, { MAILER: AWAY }],
    [KNOWN, { EMAIL: AWAY, INTERSTITIALS: AWAY, GIFTS: AWAY }],
    [UNKNOWN, { EMAIL: AWAY, INTERSTITIALS: AWAY, GIFTS: AWAY }],
  ] as const) {
    const work: string[] = [];
    const response = await send(email, watch(bindings(more), work));
    const html = (await response.text()).replaceAll(email, "?");
    answers.push({ status: response.status, headers: headersOf(response), html, work });
  }
  const [first, ...others] = answers;
  expect(first?.status).toBe(200);
  const page = readDocument(first?.html ?? "");
  expect([meta(page, "robots"), transcript(one(page, "main"))].join("\n")).toMatchSnapshot();
  // The mail is started after the answer, and nothing of the answer depends on it.
  const before = ({ work, ...answer }: (typeof answers)[number]) => ({
    ...answer,
    work: work.filter((call) => !call.startsWith("MAILER")),
  });
  for (const other of others) expect(before(other)).toEqual(first === undefined ? null : before(first));
  const work = first?.work.filter((call) => !call.startsWith("ORDER_LIMIT"));
  expect(work).toEqual(["DB.prepare", "DB.prepare", "DB.batch", "MAILER.createBatch"]);
});

test("every visitor who asks starts one mail for an address in ten minutes, in whatever case it is typed, and reads the same", async () => {
  await sell({ intentId: "pi_known" });
  await keepOrder(paidOrder({ intentId: "pi_else", email: UNKNOWN }));
  await sell({ intentId: "pi_unpaid", email: UNKNOWN, status: "open" });
  const first = await answerText(send(KNOWN));
  expect(await answerText(send(KNOWN))).toBe(first);
  await send(` ${KNOWN.toUpperCase()} `);
  await send(UNKNOWN);
  const window = String(Math.floor(now().getTime() / 1000 / LINKS_WINDOW_S));
  const params = { kind: "links", about: "pi_known", version: window };
  expect(started).toEqual([expect.objectContaining({ id: `links-${window}-pi_known`, params })]);
  const columns = "kind, about, version, due_at, state, ended_at";
  await run(
    sql(`INSERT OR REPLACE INTO mails (${columns}) SELECT kind, about, version, due_at, 'sent', due_at FROM mails`),
  );
  await send(KNOWN);
  expect(started).toHaveLength(1);
  passTime(LINKS_WINDOW_S * 1000);
  await send(KNOWN);
  expect(started).toHaveLength(2);
  // Neither the parameters that the platform keeps nor the log name anybody.
  expect(JSON.stringify([started, logs.lines("request.handled")])).not.toMatch(/jan|els@|example/i);
});

test.each([
  ["", "missing"],
  [" \t", "missing"],
  [`${"x".repeat(260)}@example.nl`, "invalid"],
  ['"><script>x</script>@example.nl', "invalid"],
] as const)(
  "every visitor who asks with '%s' is told what is wrong beside the field, and loses nothing",
  async (typed, problem) => {
    const page = await pageOf(send(typed), 422);
    expectWrong(page, { email: COPY.form.problems[problem] }, { email: typed });
    expect(count(page, "script:not([type])")).toBe(0);
    expect(started).toEqual([]);
  },
);

// What else may be away: faults.test.ts.
test.each([
  ["the ledger is away", { DB: AWAY }],
  ["there is no sender", { MAIL_FROM: "" }],
  ["the site's address is not known", { SITE_ORIGIN: "" }],
])("every visitor who asks while %s is told so, the same for every address, and loses nothing", async (_name, more) => {
  await sell({ intentId: "pi_known" });
  const answers = await Promise.all([KNOWN, UNKNOWN].map((email) => send(email, more)));
  const pages = await Promise.all(answers.map((answer) => answerText(answer, 503)));
  expect(pages[0]?.replaceAll(KNOWN, "?")).toBe(pages[1]?.replaceAll(UNKNOWN, "?"));
  expect(answers[0]?.headers.get("retry-after")).toBe("120");
  if ("DB" in more) expect(transcript(one(readDocument(pages[0] ?? ""), "div.my-course"))).toMatchSnapshot();
  expect(logs.lines("links.unavailable")).toHaveLength(2);
});

const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => name !== "server-timing");

const WINDOW_MS = LINKS_WINDOW_S * 1000;

let mails: Mail[] = [];
beforeEach(() => {
  mails = [];
});

/** Sends what is owed, each once, at this moment. Returns the outcomes. */
async function sendOwed(): Promise<unknown[]> {
  return inTurn(started.length, async () => {
    const sent = await sendOne(started.shift()?.params as MailerParams);
    mails.push(...sent.mails);
    return sent.outcome;
  });
}

async function askFor(email: string): Promise<unknown[]> {
  await answerText(send(email));
  return sendOwed();
}

const owed = () =>
  rowsOf("SELECT about, version, state, detail FROM mails WHERE kind = 'links' ORDER BY version, about");

test("it has a link to every order of the address, the newest first, and no typed text", async () => {
  const names = { recipient: "Boze.nl", giver: "Klik hier", message: "boze.nl" };
  await sell({ intentId: "pi_old", email: "Jan@Example.NL" }, "2026-05-01T10:00:00.000Z");
  await sell({ intentId: "pi_gift", gift: { ...names, productId: "KVB1", from: "now" } }, "2026-06-01T10:00:00.000Z");
  const stopped = { ...names, productId: "KVB2", from: "now" } as const;
  await sell({ intentId: "pi_stopped", gift: stopped }, "2026-06-01T12:00:00.000Z");
  await sell({ intentId: "pi_returned", gift: stopped, refundedCents: 3900 }, "2026-06-01T13:00:00.000Z");
  await run(row("gifts", { intent_id: "pi_stopped", code: "FVT3ABCDEFGHJKMP" }));
  await env.GIFTS.put("FVT3ABCDEFGHJKMP.operator", JSON.stringify({ stopped: true, at: now().toISOString() }));
  await sell({ intentId: "pi_back", refundedCents: 3900 }, "2026-06-02T10:00:00.000Z");
  await sell({ intentId: "pi_part", productId: "KVB1_KVB2", refundedCents: 100 }, "2026-06-03T10:00:00.000Z");
  await sell({ intentId: "pi_otherwise" }, "2026-06-03T12:00:00.000Z");
  await run(row("settlements", { intent_id: "pi_otherwise", cents: 3900, at: now().toISOString() }));
  await sell({ intentId: "pi_withdrawn" }, "2026-05-02T10:00:00.000Z");
  await keepWithdrawal("pi_withdrawn");
  await sell({ intentId: "pi_refused" }, "2026-05-03T10:00:00.000Z");
  await keepWithdrawal("pi_refused", { reference: "HR-DDDD-EEEE-FFFF", answer: "refused" });
  await sell({ intentId: "pi_els", email: UNKNOWN }, "2026-06-04T10:00:00.000Z");
  await sell({ intentId: "pi_open", status: "open" }, "2026-06-05T10:00:00.000Z");
  await askFor(KNOWN);
  expect(mails.map(({ to, subject, text }) => `${to}\n${subject}\n\n${text}`)).toMatchSnapshot();
  for (const intentId of ["pi_part", "pi_back", "pi_gift", "pi_old"])
    expect(mails[0]?.html).toContain(`href="${ORIGIN}${await orderPathOf(intentId)}"`);
  expect(logs.lines("mail.sent")).toEqual([
    { level: "info", event: "mail.sent", mail: "links", about: "pi_otherwise" },
  ]);
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
    await run(row("mails", { kind: "links", about: `pi_often${n}`, state: "refused", ended_at: now().toISOString() }));
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
  await keepOrder(paidOrder({ intentId: "pi_else", userId: "user-a" }));
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
