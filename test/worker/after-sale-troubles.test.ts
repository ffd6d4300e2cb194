import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sql } from "../../src/ledger/database.ts";
import { NOTICE_COPY } from "../../src/orders/order-mail-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { MAIL_ERRORS } from "../../src/server/mail.ts";
import { FULL } from "../full.ts";
import { run } from "./ledger-rows.ts";
import type { MailWorld } from "./mail-steps.ts";
import {
  BUYER,
  beginSale,
  DAY_MS,
  follow,
  HOUR_MS,
  isConfirmed,
  mailed,
  mailOf,
  OWNER,
  record,
  SALE,
  stateOfConfirmation,
} from "./sale.ts";
import { changed, fail, unheard } from "./shop.ts";

/** The mails after a sale while something around them fails. */

const logs = beginSale();

/** One of each kind; `npm run test:full` runs all. */
const MAIL_TROUBLES = Object.entries(MAIL_ERRORS).filter(
  ([, cause], index, all) => FULL || all.findIndex(([, other]) => other === cause) === index,
);

/** A mail service that refuses with this code, for so long, what is for somebody. */
const refusing =
  (code: string, forMs: number, whom = ""): NonNullable<MailWorld["send"]> =>
  (atMs, to) => {
    if (atMs < forMs && to.includes(whom)) throw Object.assign(new Error(`no mail to ${to}`), { code });
  };
const DOWN = "E_DELIVERY_FAILED";

/** The ledger, of which these calls fail. Each gets the number of the call and its statements. */
function failingDb(isFailing: (call: number, texts: string) => boolean): Bindings["DB"] {
  const texts = new WeakMap<object, string>();
  let calls = 0;
  const remember = <T extends object>(statement: T, text: string): T => {
    texts.set(statement, text);
    return statement;
  };
  return {
    prepare: (text: string) => ({
      bind: (...values: unknown[]) => remember(env.DB.prepare(text).bind(...values), text),
    }),
    batch: (statements: never[]) => {
      calls += 1;
      const all = statements.map((statement) => texts.get(statement) ?? "").join(";\n");
      return isFailing(calls, all) ? fail() : env.DB.batch(statements);
    },
  } as never;
}

test("mail is down for more than a day: nothing is sent or noted, then each mail goes, once", async () => {
  await record();
  const { mails, outcomes } = await follow({ send: refusing(DOWN, 25 * HOUR_MS), forMs: 2 * DAY_MS });
  expect(mailed(mails)).toEqual([BUYER, OWNER]);
  expect(await isConfirmed()).toBe(true);
  // The first instance tried for a day; the clock began others.
  const [first, ...others] = Object.entries(outcomes).filter(([id]) => id.startsWith("confirmation"));
  expect([first?.[1], others.map(([, outcome]) => outcome).includes("sent")]).toEqual([undefined, true]);
});

test("cut off between sending and its end: that mail comes twice, no other", async () => {
  await record();
  let cut = 0;
  const DB = failingDb((_call, texts) => texts.includes("ended_at = ?6") && cut++ === 0);
  const { mails } = await follow({ bindings: { DB } });
  expect(mailed(mails).sort()).toEqual([OWNER, BUYER, BUYER].sort());
  // Not before the claim of the attempt that died has ended.
  const [first, second] = mails.filter(({ to }) => to === BUYER);
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(10 * 60_000);
  expect(await isConfirmed()).toBe(true);
});

test("cut off after their work: the platform runs the steps again, and no mail goes twice", async () => {
  await record();
  const { mails, outcomes } = await follow({ killed: ["confirmation", "notice"] });
  expect(mailed(mails)).toEqual([BUYER, OWNER]);
  expect(Object.values(outcomes)).toEqual(["known", "known"]);
});

test("the ledger is away for some hours: the mails go when it is back", async () => {
  await record();
  let isAway = true;
  const { mails } = await follow({
    bindings: { DB: failingDb(() => isAway) },
    at: [{ ms: 3 * HOUR_MS, happens: async () => (isAway = false) }],
    forMs: 4 * HOUR_MS,
  });
  expect(mailed(mails)).toEqual([BUYER, OWNER]);
  expect(logs.lines("clock.failed")).not.toEqual([]);
});

test.each([1, 2, 5, 20])("the ledger's first %s answers are lost after its work: one mail each", async (times) => {
  await record();
  const { mails } = await follow({ bindings: { DB: unheard(times) } });
  expect(mailed(mails).sort()).toEqual([OWNER, BUYER]);
  expect(await isConfirmed()).toBe(true);
});

test("three of ten calls of the ledger fail: both mails go", async () => {
  await record();
  const DB = failingDb((call) => (call * 9) % 10 < 3);
  const { mails } = await follow({ bindings: { DB }, forMs: 3 * HOUR_MS });
  expect(new Set(mailed(mails))).toEqual(new Set([OWNER, BUYER]));
  expect(await isConfirmed()).toBe(true);
});

test("the course's address cannot be read: the mail waits for it", async () => {
  await record();
  let reads = 0;
  const get =
    (real: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      ++reads < 3 ? fail() : real(...args);
  const INTERSTITIALS = changed(env.INTERSTITIALS, { get });
  const { mails } = await follow({ bindings: { INTERSTITIALS } });
  expect(mails.find(({ to }) => to === BUYER)?.text).toContain("http://localhost:8788/cursus/kvb1");
});

test("an address that the service refuses: asked once, and the owner is told", async () => {
  await record();
  let asked = 0;
  const { mails, outcomes } = await follow({
    forMs: 2 * DAY_MS,
    send: (_atMs, to) => {
      if (to !== BUYER) return;
      asked += 1;
      throw Object.assign(new Error("suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
    },
  });
  expect([Object.values(outcomes), asked]).toEqual([["refused", "sent"], 1]);
  expect(mailed(mails)).toEqual([OWNER]);
  expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.refused);
  expect(await isConfirmed()).toBe(false);
});

test("a code that is not final, such as an account that may not send to everybody yet: tried again", async () => {
  await record();
  const { mails } = await follow({
    send: refusing("E_RECIPIENT_NOT_ALLOWED", 2 * HOUR_MS, BUYER),
    forMs: 3 * HOUR_MS,
  });
  expect(mailed(mails)).toEqual([OWNER, BUYER]);
  // The owner's mail did not wait for the buyer's.
  expect(mails[0]?.atMs).toBeLessThan(HOUR_MS / 4);
  expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.delayed);
  expect(logs.lines("mail.failed")[0]).toMatchObject({ reason: "E_RECIPIENT_NOT_ALLOWED", cause: "account" });
  expect(await isConfirmed()).toBe(true);
});

test("the buyer's mail fails until it is given up: the owner knows of the sale at once, and of that in the end", async () => {
  await record();
  const age = () => run(sql("UPDATE mails SET due_at = '2026-11-15T10:00:00.000Z' WHERE kind = 'confirmation'"));
  const { mails } = await follow({
    send: refusing(DOWN, DAY_MS, BUYER),
    at: [{ ms: HOUR_MS, happens: age }],
    forMs: 2 * HOUR_MS,
  });
  expect(mailed(mails)).toEqual([OWNER, OWNER]);
  expect(mails[0]?.atMs).toBeLessThan(HOUR_MS / 4);
  expect(mails[1]?.atMs).toBeGreaterThanOrEqual(HOUR_MS);
  expect(mails[1]?.text).toContain(NOTICE_COPY.confirmation.failed.split("{number}")[0]);
  expect(await stateOfConfirmation()).toBe("failed");
});

test("the owner's mail fails for days: a buyer whose address comes hours later still gets the mail", async () => {
  await record({ productId: "KVB1" });
  const { mails } = await follow({
    send: refusing(DOWN, 2 * DAY_MS, OWNER),
    at: [{ ms: 3 * HOUR_MS, happens: () => record({ ...SALE, source: "hosted" }, "session") }],
    forMs: 5 * HOUR_MS,
  });
  expect(mailed(mails)).toEqual([BUYER]);
  expect(mails[0]?.atMs).toBeLessThan(4 * HOUR_MS);
  expect(await isConfirmed()).toBe(true);
});

test.each([
  ["no binding", { EMAIL: undefined }, "EMAIL"],
  ["no sender", { MAIL_FROM: "FILL-IN name <address>" }, "MAIL_FROM"],
] as const)("not configured, %s: logged, the mails stay due, and go once it is", async (_name, bindings, missing) => {
  await record();
  const { mails, outcomes } = await follow({ bindings: bindings as Partial<Bindings> });
  expect(mails).toEqual([]);
  expect(Object.values(outcomes)).toContain("unconfigured");
  expect(logs.lines("mail.unconfigured")[0]).toMatchObject({ level: "error", missing });
  expect(await stateOfConfirmation()).toBe("due");
  expect(mailed((await follow()).mails)).toEqual([BUYER, OWNER]);
});

test("no owner's address: the buyer's mail goes all the same", async () => {
  await record();
  expect(mailed((await follow({ bindings: { MAIL_OWNER: "" } })).mails)).toEqual([BUYER]);
  expect(await mailOf("notice")).toMatchObject({ state: "withheld" });
});

test("started again when the platform has forgotten it: no mail goes, and nothing new is noted", async () => {
  await record();
  await follow();
  const noted = await mailOf("confirmation");
  expect((await follow({ forMs: 2 * DAY_MS })).mails).toEqual([]);
  expect(await mailOf("confirmation")).toEqual(noted);
});

test.each(MAIL_TROUBLES)(
  "%s (%s) for a quarter of an hour, for everybody: what can still go goes, once and soon after",
  async (code, cause) => {
    await record();
    const { mails } = await follow({ send: refusing(code, HOUR_MS / 4) });
    const isGivenUp = cause === "address";
    expect(mailed(mails).sort()).toEqual(isGivenUp ? [] : [OWNER, BUYER]);
    expect([await stateOfConfirmation(), await isConfirmed()]).toEqual(isGivenUp ? ["refused", false] : ["sent", true]);
    for (const { atMs } of mails) expect(atMs).toBeLessThan(HOUR_MS / 4 + 5 * 60_000);
    const [line] = logs.lines("mail.failed");
    expect(line).toMatchObject({ mail: "confirmation", reason: code, cause });
    expect(JSON.stringify(logs.lines("mail.failed"))).not.toContain("@");
  },
);

test("of all errors of the mail service, only a suppressed address ends the attempts", () => {
  const final = Object.entries(MAIL_ERRORS).filter(([, cause]) => cause === "address");
  expect(final.map(([code]) => code)).toEqual(["E_RECIPIENT_SUPPRESSED"]);
});
