import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { oweMail, readMail } from "../../src/ledger/mails.ts";
import { type Order, type ReportSource, recordStatements, refreshStatements } from "../../src/ledger/orders.ts";
import { NOTICE_COPY } from "../../src/orders/order-mail-copy.ts";
import { type Recorded, recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { MAIL_ERRORS } from "../../src/server/mail.ts";
import { startMails } from "../../src/server/workflow-starts.ts";
import { IN_PRODUCT_OFFER } from "../../src/shared/courses.ts";
import { DAY_MS, HOUR_MS, now } from "../clock.ts";
import { eachStory, type Words } from "../table.ts";
import { emptyLedger, newsOf, orderOf, paidOrder, row, run } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { type MailWorld, runMails, type SentMail } from "./mail-steps.ts";
import { changed, fail, seedTargets, shopOf } from "./shop.ts";
import { watchEngine } from "./workflows.ts";

/** The mails after a sale: the buyer's confirmation, and the owner's notice. */

const BUYER = "jan@example.nl";
const OWNER = "eigenaar@vaarkoers.example";
const NOW = "2026-11-22T10:00:00.000Z";

let sales = 0;
let intentId = "";
/** What the mailer is going to meet, and the mails that went, in words. */
let world: MailWorld = {};
let told: string[] = [];
/** Whether KV lacks what `npm start` puts there. */
let isForgotten = true;
beforeEach(async () => {
  vi.setSystemTime(NOW);
  sales += 1;
  intentId = `pi_sale${sales}`;
  [world, told] = [{}, []];
  await emptyLedger();
  if (isForgotten) await seedTargets();
  isForgotten = false;
});

/** The buyer's side of a sale that our checkout recorded. */
const SALE: Partial<Order> = {
  source: "checkout",
  productId: "KVB1",
  flow: "none",
  buyerName: "Jan Jansen",
  email: BUYER,
  consent: "2026-11",
  consentAt: NOW,
};

const HOSTED: Partial<Order> = { ...SALE, source: "hosted", sessionId: "cs_1" };

/** Records a sale at this moment, as the webhook does with an event of this source. */
function record(known: Partial<Order> = SALE, source: ReportSource = "intent"): Promise<Recorded> {
  const news = newsOf(paidOrder({ intentId, ...known }, NOW), source);
  return recordEvent(shopOf(), { news, effect: "sale" });
}

/** How the confirmation stands: its state and the reason. */
async function stateOfConfirmation(): Promise<string> {
  const row = await readMail(ledgerOf(env), { kind: "confirmation", about: intentId, version: "" });
  return row === null ? "none" : [row.state, row.detail].filter((word) => word && word !== "full").join(" ");
}

test("what each key says to the owner", () => expect(NOTICE_COPY.confirmation).toMatchSnapshot());
const isConfirmed = async () => (await orderOf(intentId))?.confirmedAt !== undefined;

test("on the platform's own engine a failed mail is tried again, and a step that was cut off runs again", async () => {
  await using workflow = await watchEngine("MAILER");
  await workflow.modifyAll(async (modifier) => {
    await modifier.disableRetryDelays();
    await modifier.mockStepError({ name: "send" }, new Error("mail: E_INTERNAL_SERVER_ERROR"), 12);
    await modifier.forceStepTimeout({ name: "send" }, 2);
  });
  // The end of the confirmation begins the notice.
  await startMails(env, (await record()).due.slice(0, 1));
  await expect.poll(async () => (await workflow.get()).length).toBe(2);
  for (const instance of await workflow.get()) {
    await instance.waitForStatus("complete");
    expect(await instance.getOutput()).toBe("sent");
  }
  expect(await isConfirmed()).toBe(true);
  expect(logs.lines("mail.sent").map(({ mail }) => mail)).toEqual(["confirmation", "notice"]);
});

const PASSING = Object.keys(MAIL_ERRORS).filter((code) => code !== "E_RECIPIENT_SUPPRESSED");
/** A mail service that refuses mail until `forMs`, for one cause after the other, if `whom` is a part of its address. */
function refusing(forMs: number, whom = ""): NonNullable<MailWorld["send"]> {
  let refusals = 0;
  return (atMs, to) => {
    if (atMs >= forMs || !to.includes(whom)) return;
    throw Object.assign(new Error(`no mail to ${to}`), { code: PASSING[refusals++ % PASSING.length] });
  };
}

const RIGHT = "juist@example.nl";
const SIZES: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: HOUR_MS, d: DAY_MS };
/** A time such as `20 s`, milliseconds. */
function timeOf(text = ""): number {
  const [count, unit = ""] = text.split(" ");
  return Number(count) * (SIZES[unit] ?? Number.NaN);
}

/** A mail in words: to whom, what the owner reads of the confirmation, and after how many hours if it did not go at once. */
function nameOf({ to, text, atMs }: SentMail): string {
  const { title: _title, ...notices } = NOTICE_COPY.confirmation;
  const said = Object.entries(notices).filter(
    ([, notice]) => to === OWNER && text.includes(notice.split("{")[0] ?? ""),
  );
  const who = { [BUYER]: "buyer", [OWNER]: "owner", [RIGHT]: "right address" }[String(to)] ?? to;
  const hours = Math.floor(atMs / HOUR_MS);
  const late = atMs < HOUR_MS / 4 ? "" : hours === 0 ? " within the hour" : ` after ${hours} h`;
  return [who, ...said.map(([key]) => `(${key})`)].join(" ") + late;
}

async function mailsGo(): Promise<void> {
  const { mails } = await runMails(intentId, world);
  told.push(...mails.map(nameOf));
  world = {};
}

/** What an operator's correction writes, by a clock of the operator's. */
const correct = (ms = 0) => {
  const correctedAt = now(ms).toISOString();
  return run(
    sql("INSERT INTO corrections VALUES (?1, ?2, ?3, ?3)", intentId, RIGHT, correctedAt),
    ...refreshStatements(intentId),
    oweMail({ kind: "confirmation", about: intentId, version: correctedAt }, now().toISOString()),
  );
};
const refund = (cents: number) => {
  const told = { kind: "refund", id: `re_${intentId}`, cents, isFailed: false } as const;
  return run(...recordStatements({ intentId, eventId: "evt_refund", at: NOW, told }));
};
const withdraw = (answer: string | null = null) =>
  run(row("withdrawals", { intent_id: intentId, answer, answered_at: answer && NOW }));
const forgetTarget = (key: string = IN_PRODUCT_OFFER.key) => {
  isForgotten = true;
  return env.INTERSTITIALS.delete(key);
};
const age = () => run(sql("UPDATE mails SET due_at = '2026-11-15T10:00:00.000Z' WHERE kind = 'confirmation'"));
/** KV whose third read is the first that works. */
function slowTargets() {
  let reads = 0;
  const get =
    (real: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      ++reads < 3 ? fail() : real(...args);
  return { INTERSTITIALS: changed(env.INTERSTITIALS, { get }) };
}

const meet = (change: (text?: string) => MailWorld) => (text?: string) => async () => {
  world = { ...world, ...change(text) };
};
const happens = (act: () => Promise<unknown>) => meet((text) => ({ at: [{ ms: timeOf(text), happens: act }] }));
const without = (bindings: object) => meet(() => ({ bindings: bindings as Partial<Bindings> }));
const sold = (known?: Partial<Order>, source?: ReportSource) => () => () => record(known, source);

const WORDS: Words = {
  sale: (productId) => () => record((productId === undefined ? SALE : { ...SALE, productId }) as Partial<Order>),
  "sale of yesterday": sold({ ...SALE, paidAt: "2026-11-21T10:00:00.000Z" }),
  "sale of KVB1 to nobody": sold({ productId: "KVB1" }),
  "sale of KVB2": sold({ productId: "KVB2", email: BUYER }),
  "sale of KVB2 to nobody": sold({ productId: "KVB2" }),
  "sale of something else": sold({ email: BUYER }),
  "sale of who knows what": sold({}),
  "sale of a session": sold(HOSTED, "session"),
  "sale with other words": sold({ ...SALE, consent: "2027-01-01" }),
  refund: () => () => refund(3900),
  "part refund": () => () => refund(1000),
  withdrawn: () => () => withdraw(),
  "withdrawn and refused": () => () => withdraw("refused"),
  erased: () => () => run(sql("INSERT INTO erasures VALUES (?1, ?2)", intentId, NOW), ...refreshStatements(intentId)),
  "no target": (key) => () => forgetTarget(key),
  corrected: () => () => correct(),
  "corrected by a slow clock": () => () => correct(-180_000),
  "corrected by a fast clock": () => () => correct(180_000),
  "mails go": () => mailsGo,
  unconfirmed: () => async () => expect(await isConfirmed()).toBe(false),
  unwaived: () => async () => expect((await orderOf(intentId))?.waivedAt).toBeUndefined(),
  for: meet((text) => ({ forMs: timeOf(text) })),
  "refund after": happens(() => refund(3900)),
  "withdrawn after": happens(() => withdraw()),
  "session after": happens(() => record(HOSTED, "session")),
  "told again after": happens(() => record({ productId: "KVB2", email: BUYER })),
  "old after": happens(age),
  "buyer's mail down for": meet((text) => ({ send: refusing(timeOf(text), BUYER) })),
  "owner's mail down for": meet((text) => ({ send: refusing(timeOf(text), OWNER) })),
  "mail down for": meet((text) => ({ send: refusing(timeOf(text)) })),
  "struck off": meet((text = "0 s") => ({
    send: (atMs, to) => {
      refusing(timeOf(text), BUYER)(atMs, to);
      if (to !== BUYER) return;
      told.push("buyer refused");
      throw Object.assign(new Error("suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
    },
  })),
  "target late": meet(() => ({ bindings: slowTargets() })),
  "without EMAIL": without({ EMAIL: undefined }),
  "without MAIL_FROM": without({ MAIL_FROM: "FILL-IN name <address>" }),
  "without MAIL_OWNER": without({ MAIL_OWNER: "" }),
};

eachStory(WORDS)(`
    a sale                                             | sale                                            | buyer, owner (sent): sent
    without the course's address                       | sale, no target                                 | buyer, owner (targetless): sent targetless
    whose course's address cannot be read at once      | sale, target late                               | buyer, owner (sent): sent
    of two courses, of which each has its own address  | sale: KVB1_KVB2, no target: bridge-118incl-vb1-vb2, target late | buyer, owner (sent): sent
    of which the shop hears a day late                 | sale of yesterday, target late                  | buyer, owner (sent): sent
    # Who reads what
    to the right address too, and to nobody twice      | sale, mails go, corrected, mails go, sale, mails go | buyer, owner (sent), right address: sent
    to the right address alone, if it is in time       | sale, corrected                                 | right address, owner (sent): withheld superseded
    to the right address by a slow clock               | sale, mails go, corrected by a slow clock, unconfirmed, mails go | buyer, owner (sent), right address: sent
    to the right address by a fast clock               | sale, mails go, corrected by a fast clock, unconfirmed, mails go | buyer, owner (sent), right address: sent
    of money that went back before                     | sale, refund                                    | owner (repaid): withheld repaid
    of money that goes back while no mail can go       | sale, buyer's mail down for: 1 h, refund after: 30 min, for: 2 h | owner (delayed), owner (repaid) within the hour: withheld repaid
    to who has withdrawn before                        | sale, withdrawn                                 | owner (withdrawn): withheld withdrawn
    to who withdraws while no mail can go              | sale, buyer's mail down for: 1 h, withdrawn after: 30 min, for: 2 h | owner (delayed), owner (withdrawn) within the hour: withheld withdrawn
    to who has withdrawn without a right               | sale, withdrawn and refused                     | buyer, owner (sent): sent
    of money of which a part went back                 | sale, part refund                               | buyer, owner (sent): sent
    of data that were erased: in nobody's name         | sale, erased                                    | owner (withheld): withheld erased
    # A hosted sale waits for its session, which knows who bought and what was agreed
    whose session comes                                | sale of who knows what, session after: 20 s     | buyer, owner (sent): sent
    whose session comes a day late                     | sale of who knows what, session after: 1 d, for: 25 h | owner (waiting), buyer after 24 h: sent
    whose session never comes                          | sale of KVB2, told again after: 1 d, for: 5 d   | owner (waiting), buyer after 97 h: sent kept
    whose session comes after the mail without it      | sale of KVB2, for: 5 d, mails go, sale of a session, unwaived | owner (waiting), buyer after 97 h: sent kept
    that cannot repeat what was agreed                 | sale with other words, mails go, unwaived       | buyer, owner (sent): sent kept
    whose session comes first                          | sale of a session, told again after: 1 d, for: 25 h | buyer, owner (sent): sent
    to no address that is ever known                   | sale of KVB2 to nobody, for: 5 d                | owner (waiting): none
    of something else                                  | sale of something else, for: 5 d                | owner (waiting): none
    # The mail service
    down for more than a day                           | sale, mail down for: 25 h, for: 2 d             | buyer after 25 h, owner (sent) after 25 h: sent
    down until the buyer's is given up                 | sale, buyer's mail down for: 1 d, old after: 1 h, for: 2 h | owner (delayed), owner (failed) after 1 h: failed
    down for the owner alone, with a late address      | sale of KVB1 to nobody, owner's mail down for: 2 d, session after: 3 h, for: 5 h | buyer after 3 h: sent
    that strikes the buyer off: asked once             | sale, struck off: 30 min, for: 2 d              | buyer refused, owner (delayed), owner (refused) within the hour: refused
    not there, and then there                          | sale, without EMAIL, mails go                   | buyer, owner (sent): sent
    without a sender, and then with one                | sale, without MAIL_FROM, mails go               | buyer, owner (sent): sent
    of a shop whose owner has no address               | sale, without MAIL_OWNER                        | buyer: sent`)(
  "a confirmation and its notice, %s",
  async (_promise, steps, end) => {
    for (const step of steps) await step();
    await mailsGo();
    expect(`${told.join(", ")}: ${await stateOfConfirmation()}`).toBe(end);
    const isCorrected = (await orderOf(intentId))?.emailCorrectedAt !== undefined;
    expect(await isConfirmed()).toBe(isCorrected || (await stateOfConfirmation()).startsWith("sent"));
    for (const { reason, cause } of logs.lines("mail.failed")) expect(cause).toBe(MAIL_ERRORS[String(reason)]);
  },
);

test.each<[string, Partial<Bindings>]>([
  ["name another seller than the vars", { TRADER_KVK: "87654321" }],
  ["are not there", { ASSETS: { fetch: async () => new Response("", { status: 404 }) } as never }],
])("PDFs that %s do not go: the terms go as text", async (_fault, bindings) => {
  await record();
  const { mails } = await runMails(intentId, { bindings });
  expect(mails[0]?.attachments?.map(({ filename }) => filename)).toEqual(["algemene-voorwaarden.txt"]);
  // The byte order mark marks it as UTF-8 for every program.
  const terms = new TextDecoder("utf-8", { ignoreBOM: true }).decode(mails[0]?.attachments?.[0]?.content as Uint8Array);
  expect(terms).toMatch(new RegExp(`^\ufeff[^]*KvK ${bindings.TRADER_KVK ?? env.TRADER_KVK}`));
  expect(mails[0]).toMatchObject({ from: { name: "Vaarkoers" }, replyTo: "info@vaarkoers.example" });
  expect(logs.lines("mail.pdfless")).toHaveLength(1);
});
