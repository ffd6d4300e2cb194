import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { claimMail, endMail, type MailName, oweMail } from "../../src/ledger/mails.ts";
import { sql } from "../../src/server/database.ts";
import type { Bindings, MailerParams } from "../../src/server/env.ts";
import type { Mail } from "../../src/server/mail.ts";
import { SCHEDULES } from "../../src/upkeep/clock-steps.ts";
import { Mailer, scheduled } from "../../src/workflows.ts";
import WRANGLER from "../../wrangler.toml?raw";
import { DAY_MS, MINUTE_MS } from "../clock.ts";
import * as clock from "./clock-ticks.ts";
import { row, rowsOf, run } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { AWAY, changed, fail } from "./shop.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** The shop's clock: every ten minutes it starts what is owed, every night the work of the night. */

const NOW = new Date("2026-11-22T10:00:00.000Z");
const after = (ms: number) => new Date(NOW.getTime() + ms);
const isoAfter = (ms: number) => after(ms).toISOString();

const { started } = clock;
clock.beginAt(isoAfter(0));
const tick = (now = NOW, more: Partial<Bindings> = {}, cron?: string) => clock.tick(now, more, cron);
const ids = () => started.map(({ id }) => id);
const notice: MailName = { kind: "notice", about: "pi_clock", version: "" };
const plan = (id: string, send_at: string, version = 1, more = {}) => {
  const planned = { state: "planned", day: "2026-11-22", address: "noor@example.nl", send_at, at: send_at };
  return row("deliveries", { intent_id: id, version, ...planned, ...more });
};

test("its schedules are those that the platform keeps", () => {
  const [, list = ""] = /\[triggers\]\ncrons = (\[.*\])/.exec(WRANGLER) ?? [];
  expect(JSON.parse(list)).toEqual([SCHEDULES.clock, SCHEDULES.night]);
});

test("the platform's call keeps the time that it was scheduled for", async () => {
  await run(oweMail(notice, isoAfter(1)));
  const bindings = { ...env, MAILER: createIdleWorkflow(started) } as Bindings;
  const call = (time: Date) =>
    scheduled({ cron: SCHEDULES.clock, scheduledTime: time.getTime(), noRetry: () => undefined }, bindings);
  await call(NOW);
  expect(ids()).toEqual([]);
  await call(after(1));
  expect(ids()).toEqual(["notice-pi_clock"]);
});

test("every ten minutes: what is due is started, once, with its name alone", async () => {
  const receipt: MailName = { kind: "receipt", about: "HR-8K2M-AAAA-BBBB", version: "2026-11-22T09:00:00.000Z" };
  await run(oweMail(notice, isoAfter(0)), oweMail(receipt, isoAfter(-1)), plan("pi_gift", isoAfter(0), 3));
  await run(oweMail({ ...receipt, version: "" }, isoAfter(-3)));
  await run(oweMail({ ...receipt, about: "HR-1", version: "" }, isoAfter(-2)), row("withdrawals", { is_proven: 1 }));
  await tick();
  await tick(after(10 * MINUTE_MS));
  expect(started.map(({ id, params }) => [id, params])).toEqual([
    ["receipt-HR-1", { ...receipt, about: "HR-1", version: "" }],
    ["receipt-2026-11-22T09-00-00-000Z-HR-8K2M-AAAA-BBBB", receipt],
    ["notice-pi_clock", notice],
    ["receipt-HR-8K2M-AAAA-BBBB", { ...receipt, version: "" }],
    ["gift-3-pi_gift", { kind: "gift", about: "pi_gift", version: "3" }],
  ]);
});

test("every ten minutes: what is not due, is being sent, or has ended is left alone", async () => {
  const held = { ...notice, about: "pi_held" };
  const ended = { ...notice, about: "pi_ended" };
  await run(
    oweMail(notice, isoAfter(1)),
    oweMail(held, isoAfter(0)),
    oweMail(ended, isoAfter(0)),
    claimMail(held, "a", NOW),
    claimMail(ended, "a", NOW),
    endMail(ended, "a", "sent", isoAfter(0)),
    plan("pi_later", isoAfter(1)),
    plan("pi_mailed", isoAfter(0), 1, { state: "sending", claim: "a", claimed_until: isoAfter(1) }),
  );
  await tick();
  expect(started).toEqual([]);
  // The platform's clock does not wait for those who died.
  await tick(after(10 * MINUTE_MS));
  expect(ids().sort()).toEqual(["gift-1-pi_later", "gift-1-pi_mailed", "notice-pi_clock", "notice-pi_held"]);
});

test("names that can never be started keep no other, and no alarm from being written down", async () => {
  const others = ["pi_a", "pi_b", "pi_c"];
  await run(
    ...[...others.flatMap((name) => [`${name}_stuck`, name]), "1_stuck", "2_stuck", "3_stuck", "pi_waits"].map(
      (about, ms) => oweMail({ ...notice, about }, isoAfter(ms - 9)),
    ),
    row("disputes", { intent_id: "pi_a", event_at: isoAfter(0) }),
  );
  const MAILER = changed(createIdleWorkflow(started), {
    createBatch: (real) => async (batch: { instances: readonly Instance[] }) => {
      if (batch.instances.some(({ id }) => id.endsWith("_stuck"))) throw new Error("invalid instance");
      return real(batch);
    },
  });
  await tick(NOW, { MAILER } as Partial<Bindings>);
  expect(ids().filter((id) => id.startsWith("notice"))).toEqual(others.map((about) => `notice-${about}`));
  expect(logs.lines("clock.failed")).toMatchObject([{ reason: expect.stringContaining("invalid instance") }]);
  expect(await rowsOf("SELECT kind FROM alarms")).toEqual([{ kind: "dispute" }]);
});

test("every ten minutes: more than one batch takes: all are started", async () => {
  const abouts = Array.from({ length: 250 }, (_, index) => `pi_many${index}`);
  const owed = abouts.flatMap((about) => [oweMail({ ...notice, about }, isoAfter(0)), plan(about, isoAfter(0))]);
  for (let start = 0; start < owed.length; start += 50) await run(...owed.slice(start, start + 50));
  await tick();
  expect(new Set(ids())).toEqual(new Set(abouts.flatMap((about) => [`notice-${about}`, `gift-1-${about}`])));
});

test("what is overdue is started once more each day, because its instance has ended, and when it is made due again", async () => {
  const dueAt = Date.parse(isoAfter(0));
  await run(oweMail(notice, isoAfter(0)));
  await tick();
  await tick(after(30 * MINUTE_MS));
  expect(ids()).toEqual(["notice-pi_clock"]);
  await tick(after(30 * MINUTE_MS + 1));
  await tick(after(40 * MINUTE_MS));
  expect(ids()).toEqual(["notice-pi_clock", `notice-2026-11-22-${dueAt}-pi_clock`]);
  await tick(after(DAY_MS));
  await tick(after(DAY_MS + 10 * MINUTE_MS));
  expect(ids().slice(2)).toEqual([`notice-2026-11-23-${dueAt}-pi_clock`]);
  await run(sql("UPDATE mails SET due_at = ?1", isoAfter(1)));
  await tick(after(DAY_MS + 20 * MINUTE_MS));
  expect(ids().slice(3)).toEqual([`notice-2026-11-23-${dueAt + 1}-pi_clock`]);
});

test("every ten minutes: what is overdue by more than an hour is in the log, by its kind and its count", async () => {
  await run(oweMail(notice, isoAfter(0)), plan("pi_gift", isoAfter(0)));
  await tick(after(60 * MINUTE_MS));
  expect(logs.lines("mail.overdue")).toEqual([]);
  await tick(after(60 * MINUTE_MS + 1));
  expect(logs.lines("mail.overdue")).toEqual([{ level: "error", event: "mail.overdue", count: 2, kind: "notice" }]);
});

const answers = ["already_exists", "full"].map((message) => ({ errors: [{ index: 0, message }] }));
test.each([
  ["the ledger is away", { DB: AWAY }, ["ledger-away-2026-11-22T10"]],
  ["no Workflow can be started", { MAILER: AWAY }, []],
  ["a second start is refused", { MAILER: { createBatch: async () => answers.shift() } as never }, []],
  ["both are away", { DB: AWAY, MAILER: AWAY }, []],
])("%s: it does not fail, the log says so, and the next time does the work", async (_name, bindings, doubts) => {
  await run(oweMail(notice, isoAfter(-31 * MINUTE_MS)));
  await tick(NOW, bindings);
  const line = { level: "error", cron: SCHEDULES.clock, reason: expect.any(String) };
  expect(logs.lines("clock.failed")).toMatchObject([line]);
  await tick(after(10 * MINUTE_MS));
  expect(ids()).toEqual([...doubts, "notice-pi_clock"]);
});

test("each night its work is started, once, and no mail", async () => {
  await run(oweMail(notice, isoAfter(0)));
  const night = new Date("2026-11-23T02:17:00.000Z");
  await tick(night, {}, SCHEDULES.night);
  await tick(night, {}, SCHEDULES.night);
  await tick(new Date(night.getTime() + DAY_MS), {}, SCHEDULES.night);
  expect(started.map(({ id, params }) => [id, params])).toEqual([
    ["night-2026-11-23", { at: night.toISOString() }],
    ["night-2026-11-24", { at: "2026-11-24T02:17:00.000Z" }],
  ]);
  await tick(night, { NIGHT: AWAY }, SCHEDULES.night);
  expect(logs.lines("clock.failed")).toMatchObject([{ cron: SCHEDULES.night }]);
});

// The ledger is away, so it cannot owe the mail about that: a Workflow asks it again, and tells the owner.
const SUBJECT = "[local] Let op: de winkel kan niet bij de database";
const PARAMS: MailerParams = { kind: "ledger-away", about: "2026-11-22T10", version: "" };

/** Runs it as the platform does. `later`: what is different after it has slept. */
async function work(bindings: object, later: object = {}) {
  const mails: Mail[] = [];
  const slept: string[] = [];
  const EMAIL = { send: async (mail: Mail) => void mails.push(mail) };
  const bound = { ...env, EMAIL, ...bindings } as unknown as Bindings;
  const step = {
    sleep: async (_name: string, duration: string) => {
      slept.push(duration);
      Object.assign(bound, later);
    },
    do: (_name: string, _config: unknown, part: () => Promise<unknown>) => part(),
  };
  const outcome = Mailer.prototype.run.call({ env: bound } as never, { payload: PARAMS } as never, step as never);
  return { outcome: await outcome, mails, slept };
}

test.each<[string, object, object, string, object[]]>([
  ["the ledger is back: nobody is mailed", { DB: AWAY }, { DB: env.DB }, "back", []],
  [
    "it is still away: the owner is mailed, without it",
    {},
    { DB: AWAY },
    "sent",
    [{ to: clock.OWNER, subject: SUBJECT }],
  ],
  ["there is no MAIL_OWNER: nobody is mailed", { DB: AWAY, MAIL_OWNER: "" }, {}, "withheld", []],
])("after ten minutes %s", async (_what, bindings, later, outcome, mails) => {
  expect(await work(bindings, later)).toMatchObject({ outcome, mails, slept: ["10 minutes"] });
  expect([...logs.lines("mail.sent"), ...logs.lines("mail.withheld")].map(({ event, mail }) => [event, mail])).toEqual(
    outcome === "back" ? [] : [[`mail.${outcome}`, "ledger-away"]],
  );
});

test("after ten minutes the mail service fails: it is tried again", async () => {
  await expect(work({ DB: AWAY, EMAIL: { send: fail } })).rejects.toThrow("mail: Error");
});
