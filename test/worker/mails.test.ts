import { env } from "cloudflare:workers";
import type { SendEmail } from "@cloudflare/workers-types";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  claimMail,
  endMail,
  findDueMails,
  type MailName,
  oweMail,
  readMail,
  releaseMail,
  selectDueMails,
  toMail,
} from "../../src/ledger/mails.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { MAIL_KINDS, type MailKind } from "../../src/shared/mail-kind.ts";
import { sendMail } from "../../src/upkeep/send-mail-steps.ts";
import { DAY_MS, MINUTE_MS } from "../clock.ts";
import { emptyLedger, keepOrder, paidOrder, row, rowsOf, run } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { AWAY, troubled, unheard } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** The outbox: what the shop owes is a row, and who sends it claims the row. */

const NOW = new Date("2026-11-22T10:00:00.000Z");
const AT = NOW.toISOString();
const later = (ms: number) => new Date(NOW.getTime() + ms);

let mails = 0;
let name: MailName;
beforeEach(async () => {
  mails += 1;
  name = { kind: "notice", about: `pi_mail${mails}`, version: "" };
  await emptyLedger();
  await run(oweMail(name, AT), row("withdrawals", { reference: name.about }));
});
const ledger = ledgerOf(env);
const mail = () => readMail(ledger, name);
const claims = async (claim: string, now = NOW, on = ledger) => {
  const [rows = []] = await on([claimMail(name, claim, now)]);
  return rows.length > 0;
};

test("a mail is owed once, by its kind, what it is about and its version", async () => {
  const all = [name, { ...name, version: "later" }, { ...name, kind: "confirmation" } as const];
  await run(...all.map((one) => oweMail(one, AT)));
  const [rows = []] = await run(selectDueMails(name.about, AT));
  const owed = rows.map(toMail).map(({ kind, version }) => `${kind} ${version}`);
  expect(owed).toEqual(["confirmation ", "notice ", "notice later"]);
});

test("a mail that is owed again is due at the earlier moment", async () => {
  await run(oweMail(name, later(1000).toISOString()));
  expect(await mail()).toMatchObject({ dueAt: AT });
  await run(oweMail(name, later(-1000).toISOString()));
  expect(await mail()).toMatchObject({ dueAt: later(-1000).toISOString() });
});

test("a mail that has ended is not owed again", async () => {
  await run(claimMail(name, "a", NOW), endMail(name, "a", "sent", AT));
  const ended = await mail();
  await run(oweMail(name, later(-1000).toISOString()));
  expect(await mail()).toEqual(ended);
  const row = { state: "sent", dueAt: AT, attempts: 1, endedAt: AT, isOwed: false, isUnsent: false };
  expect(ended).toEqual({ ...name, ...row });
});

test("a claim lasts ten minutes; then another takes it over, and its first holder cannot end the mail any more", async () => {
  expect(await claims("first")).toBe(true);
  expect(await claims("second", later(10 * MINUTE_MS - 1))).toBe(false);
  expect(await claims("second", later(10 * MINUTE_MS))).toBe(true);
  await run(endMail(name, "first", "sent", AT));
  await run(releaseMail(name, "first"));
  const claimedUntil = later(20 * MINUTE_MS).toISOString();
  expect(await mail()).toMatchObject({ state: "sending", attempts: 2, claimedUntil });
  await run(endMail(name, "second", "sent", AT));
  expect(await mail()).toMatchObject({ state: "sent" });
  expect(await claims("third", later(DAY_MS))).toBe(false);
});

test("a claim whose answer is lost is found again by the same attempt, and counted once", async () => {
  expect(await claims("a", NOW, ledgerOf({ DB: unheard(2) }))).toBe(true);
  expect(await mail()).toMatchObject({ state: "sending", attempts: 1 });
  await ledgerOf({ DB: unheard(2) })([endMail(name, "a", "sent", AT)]);
  expect(await mail()).toMatchObject({ state: "sent", endedAt: AT });
});

// Which mails are due: clock.test.ts.
test("five hundred of the mails that are due are found at a time, the longest overdue", async () => {
  const many = "INSERT INTO mails (kind, about, due_at) SELECT 'notice', 'many' || value, ?1 FROM json_each(?2)";
  await run(sql(many, later(-1).toISOString(), JSON.stringify(Array.from({ length: 501 }, (_, index) => index))));
  const found = (await findDueMails(ledger, AT)).map(({ about }) => about);
  expect([found.length, found.includes(name.about)]).toEqual([500, false]);
});

describe("sending", () => {
  const sent: string[] = [];
  const EMAIL = (work: () => Promise<unknown> = async () => ({ messageId: "m" })) =>
    ({
      send: async (message: { to: string }) => {
        const answer = await work();
        sent.push(message.to);
        return answer;
      },
    }) as unknown as SendEmail;
  const failing = EMAIL(() => Promise.reject(Object.assign(new Error("down"), { code: "E_DELIVERY_FAILED" })));
  const slow = () => troubled(() => rowsOf("SELECT 1"));
  const send = (bindings: Partial<Bindings> = {}, now = NOW, which: MailName = name) =>
    sendMail(openShop({ ...env, MAILER: createIdleWorkflow(), EMAIL: EMAIL(), ...bindings } as Bindings, now), which);

  beforeEach(async () => {
    sent.length = 0;
    vi.setSystemTime(NOW);
    await keepOrder(paidOrder({ intentId: name.about, productId: "KVB1", email: "jan@example.nl" }, AT));
    // It waits no more for the confirmation.
    await run(oweMail(name, later(-DAY_MS).toISOString()));
  });

  test("by many at once: one sends it, the others are to try again", async () => {
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => send()));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of all)
      if (one.status === "rejected") expect(String(one.reason)).toContain("another one is sending it");
    expect(sent).toHaveLength(1);
    expect(await send()).toBe("known");
  });

  test("has ended when it went, however long that took: a right that ends with a mail never ends before it", async () => {
    expect(await send({ EMAIL: EMAIL(async () => vi.setSystemTime(later(40_000))) })).toBe("sent");
    expect(await mail()).toMatchObject({ state: "sent", endedAt: later(40_000).toISOString() });
  });

  test.each(Object.keys(MAIL_KINDS) as MailKind[])("a %s that fails is given up in time, not before", async (kind) => {
    const ms = kind === "links" || kind === "evening" ? DAY_MS : 7 * DAY_MS;
    const about = { payment: name.about, withdrawal: name.about, moment: AT, day: "2026-11-22" }[MAIL_KINDS[kind]];
    const which: MailName = { kind, about, version: kind === "confirmation" ? "" : "1" };
    if (kind === "delivery-report") await run(sql('UPDATE orders SET gift = \'{"recipient": "Noor", "from": "now"}\''));
    await run(oweMail(which, AT), row("alarms", { kind: "night", about: "1", at: AT, mail: about }));
    await expect(send({ EMAIL: failing, DB: slow() }, later(ms - 1), which)).rejects.toThrow("mail: E_DELIVERY_FAILED");
    expect(await readMail(ledger, which)).toMatchObject({ state: "due", attempts: 1 });
    expect(await send({ EMAIL: failing }, later(ms), which)).toBe("failed");
    expect(await readMail(ledger, which)).toMatchObject({ state: "failed", attempts: 2 });
    expect(logs.lines("mail.given-up")).toMatchObject([{ level: "error", mail: kind, about }]);
  });

  test("is told of again, if what it said may still go ends meanwhile", async () => {
    const confirmation: MailName = { ...name, kind: "confirmation" };
    await run(oweMail(confirmation, later(-DAY_MS).toISOString()));
    const work = async () => {
      await run(claimMail(confirmation, "other", NOW), endMail(confirmation, "other", "failed", AT));
    };
    expect(await send({ EMAIL: EMAIL(work), DB: troubled((call) => call > 4, "fails") })).toBe("sent");
    expect(await readMail(ledger, { ...name, version: "later" })).toMatchObject({ state: "due" });
  });

  test("leaves to the clock what became due by it and cannot be begun", async () => {
    await run(oweMail({ kind: "confirmation", about: name.about, version: "" }, AT));
    expect(await send({ MAILER: AWAY })).toBe("sent");
  });
});
