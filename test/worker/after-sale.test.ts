import type { WorkflowModifier } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { giftStopKey } from "../../src/gifts/gift-entries.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { giftCodeOf } from "../../src/gifts/paid-gifts.ts";
import { courseTargetKeys } from "../../src/ledger/course-target.ts";
import { oweMail } from "../../src/ledger/mails.ts";
import { type Order, readOrder, recordStatements, refreshStatements } from "../../src/ledger/orders.ts";
import { NOTICE_COPY } from "../../src/orders/order-mail-copy.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { MAIL_ERRORS } from "../../src/server/mail.ts";
import { openShop } from "../../src/server/shop.ts";
import { startMails } from "../../src/server/workflow-starts.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { now } from "../clock.ts";
import { FULL } from "../full.ts";
import { run } from "./ledger-rows.ts";
import type { MailWorld } from "./mail-steps.ts";
import { onEveryKv } from "./places.ts";
import {
  BUYER,
  beginSale,
  DAY_MS,
  follow,
  HOUR_MS,
  intentId,
  isConfirmed,
  mailed,
  mailOf,
  NOW,
  OWNER,
  record,
  SALE,
  stateOfConfirmation,
} from "./sale.ts";
import { changed, fail, ORDER_KEYS } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stubStripe } from "./stripe-stub.ts";
import { watchEngine } from "./workflows.ts";

/** The mails after a sale: the buyer's confirmation, and the owner's notice. */

const logs = beginSale();

describe("on the platform's own engine", () => {
  /** Begins the confirmation, whose end begins the notice. Returns what the platform stores of both. */
  async function send(
    change: (modifier: WorkflowModifier) => Promise<void> = async () => undefined,
  ): Promise<unknown[]> {
    await using workflow = await watchEngine("MAILER");
    await workflow.modifyAll(change);
    await startMails(env, (await record()).due.slice(0, 1));
    await expect.poll(async () => (await workflow.get()).length).toBe(2);
    const outcomes: unknown[] = [];
    for (const instance of await workflow.get()) {
      await instance.waitForStatus("complete");
      outcomes.push(await instance.getOutput());
    }
    return outcomes;
  }
  const sentMails = () => logs.lines("mail.sent").map(({ mail }) => mail);

  test("a paid sale: both mails, noted, and complete", async () => {
    expect(await send()).toEqual(["sent", "sent"]);
    expect(await isConfirmed()).toBe(true);
    expect(sentMails()).toEqual(["confirmation", "notice"]);
  });

  test("a failed mail is tried again, and a step that was cut off runs again", async () => {
    const outcomes = await send(async (modifier) => {
      await modifier.disableRetryDelays();
      await modifier.mockStepError({ name: "send" }, new Error("mail: E_INTERNAL_SERVER_ERROR"), 12);
      await modifier.forceStepTimeout({ name: "send" }, 2);
    });
    expect(outcomes).toEqual(["sent", "sent"]);
    expect(sentMails()).toEqual(["confirmation", "notice"]);
  });
});

test.each([
  ["production", ""],
  ["staging", "[staging] "],
  ["", "[?] "],
])(
  "in the environment '%s' the owner's subject begins with '%s', and the buyer's never",
  async (ENVIRONMENT, begins) => {
    await record();
    const { mails } = await follow({ bindings: { ENVIRONMENT } });
    expect(mails.map(({ to, subject }) => [to, subject.split(":")[0]])).toEqual([
      [BUYER, "Je bestelling bij Vaarkoers"],
      [OWNER, `${begins}Verkocht`],
    ]);
  },
);

test("without the course's address the confirmation goes all the same, its row says so, and so does the owner's notice", async () => {
  await record();
  await Promise.all(courseTargetKeys(SALE as Order).map((key) => env.INTERSTITIALS.delete(key)));
  const { mails } = await follow();
  expect(mailed(mails)).toEqual([BUYER, OWNER]);
  expect(await mailOf("confirmation")).toMatchObject({ state: "sent", detail: "targetless" });
  expect(mails[1]?.text).toContain(NOTICE_COPY.confirmation.targetless);
});

describe("an address that an operator corrects", () => {
  const RIGHT = "juist@example.nl";
  /** What the operators' command writes. */
  const correct = (correctedAt = now().toISOString()) =>
    run(
      sql("INSERT INTO corrections VALUES (?1, ?2, ?3)", intentId, RIGHT, correctedAt),
      ...refreshStatements(intentId),
      oweMail({ kind: "confirmation", about: intentId, version: correctedAt }, now().toISOString()),
    );

  test("gets a confirmation too, and nobody else gets a second mail", async () => {
    await record();
    expect(mailed((await follow()).mails)).toEqual([BUYER, OWNER]);
    await correct();
    expect(mailed((await follow()).mails)).toEqual([RIGHT]);
    // An event that is delivered again changes nothing.
    await record();
    expect(await readOrder(ledgerOf(env), intentId)).toMatchObject({ email: RIGHT });
    expect((await follow()).mails).toEqual([]);
  });

  test("before the confirmation went: it goes to the right one alone", async () => {
    await record();
    await correct();
    const { mails } = await follow();
    expect(mailed(mails).sort()).toEqual([OWNER, RIGHT]);
    expect(await mailOf("confirmation")).toMatchObject({ state: "withheld", detail: "superseded" });
    expect(mails.find(({ to }) => to === OWNER)?.text).toContain(NOTICE_COPY.confirmation.sent);
  });

  test.each([
    ["slow", -180_000],
    ["fast", 180_000],
  ])(
    "by an operator's %s clock: the mail to the old address does not count, the one to the new does",
    async (_name, ms) => {
      await record();
      await follow();
      await correct(now(ms).toISOString());
      expect(await isConfirmed()).toBe(false);
      await follow();
      expect(await isConfirmed()).toBe(true);
    },
  );
});

describe("what has happened before the mail goes", () => {
  const refund = (cents: number) =>
    run(
      ...recordStatements({
        intentId,
        eventId: "evt_refund",
        at: NOW,
        told: { kind: "refund", id: `re_${intentId}`, cents, isFailed: false },
      }),
    );

  test("money that went back: the buyer gets no link to a course, and the owner reads why", async () => {
    await record();
    const { mails } = await follow({
      forMs: 2 * HOUR_MS,
      send: (atMs, to) => {
        if (to === BUYER && atMs < HOUR_MS) throw new Error("down");
      },
      at: [{ ms: HOUR_MS / 2, happens: () => refund(3900) }],
    });
    expect(mailed(mails)).toEqual([OWNER, OWNER]);
    expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.delayed);
    expect(mails[1]?.text).toContain(NOTICE_COPY.confirmation.repaid);
    expect(logs.lines("mail.withheld")).toEqual([
      { level: "info", event: "mail.withheld", about: intentId, mail: "confirmation", reason: "repaid" },
    ]);
    expect(await isConfirmed()).toBe(false);
  });

  test("money that had gone back before: the owner reads it at once, in one mail", async () => {
    await record();
    await refund(3900);
    const { mails } = await follow();
    expect(mailed(mails)).toEqual([OWNER]);
    expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.repaid);
  });

  test("after a partial refund the confirmation still goes", async () => {
    await record();
    await refund(1000);
    expect(mailed((await follow()).mails)).toEqual([BUYER, OWNER]);
  });

  test("data that were erased: nobody is mailed in their name", async () => {
    await record();
    await run(sql("INSERT INTO erasures VALUES (?1, ?2)", intentId, NOW), ...refreshStatements(intentId));
    const { mails } = await follow();
    expect(mailed(mails)).toEqual([OWNER]);
    expect(mails[0]?.text).not.toContain(BUYER);
    expect(await mailOf("confirmation")).toMatchObject({ state: "withheld", detail: "erased" });
  });

  test("PDFs that name another seller than the vars do not go: the terms go as text", async () => {
    await record();
    const { mails } = await follow({ bindings: { TRADER_KVK: "87654321" } as Partial<Bindings> });
    expect(mails[0]?.attachments?.map(({ filename }) => filename)).toEqual(["algemene-voorwaarden.txt"]);
    expect(new TextDecoder().decode(mails[0]?.attachments?.[0]?.content as Uint8Array)).toContain("KvK 87654321");
    expect(logs.lines("mail.pdfless")).toHaveLength(1);
  });

  onEveryKv((world) => {
    test("a gift that was stopped: its order is confirmed, without a link to the gift", async () => {
      const gift = { productId: "KVB1", recipient: "Sanne", giver: "Jan", message: "", from: "now" } as const;
      const bindings = { ...STRIPE_BINDINGS, ...ORDER_KEYS };
      stubStripe(() => answerJson(intent({ id: intentId })));
      await record({ ...SALE, gift });
      const code = await giftCodeOf(openShop({ ...env, ...bindings } as Bindings), { intentId });
      await world
        .at("operator")
        .GIFTS.put(giftStopKey(code ?? "", "operator"), JSON.stringify({ stopped: true, at: NOW }));
      world.settle();
      const { mails } = await follow({ bindings });
      expect(mailed(mails)).toEqual([BUYER, OWNER]);
      expect(mails[0]?.text).toContain(GIFT_SALE_COPY.mail.stopped);
      expect(mails[0]?.text).not.toContain(formatGiftCode(code ?? ""));
      expect(mails[0]?.text).not.toContain("/g-");
      expect(mails[0]?.attachments).toHaveLength(2);
      expect(mails[1]?.subject).toMatch(/^\[local\] Verkocht als cadeau: /);
    });
  });
});

describe("a hosted sale", () => {
  const SESSION: Partial<Order> = { ...SALE, source: "hosted", sessionId: "cs_1" };

  test("waits for the session, which knows who bought and what was agreed", async () => {
    await record({});
    const session = { ms: 20_000, happens: () => record(SESSION, "session") };
    const { mails } = await follow({ at: [session] });
    expect(mailed(mails)).toEqual([BUYER, OWNER]);
    expect(mails[0]?.text).toContain("Hallo Jan,");
    expect(mails[0]?.text).toContain("verklaard");
    expect(mails[1]?.text).toContain(NOTICE_COPY.confirmation.sent);
  });

  test("its session comes a day late: the owner gets a mail at once, and the buyer a day later", async () => {
    await record({});
    const session = { ms: DAY_MS, happens: () => record(SESSION, "session") };
    const { mails } = await follow({ at: [session], forMs: DAY_MS + HOUR_MS });
    expect(mailed(mails)).toEqual([OWNER, BUYER]);
    expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.waiting);
    expect(mails[0]?.atMs).toBeLessThan(HOUR_MS / 4);
    expect(await isConfirmed()).toBe(true);
  });

  test("its session never comes, but the payment names course and address: the mail goes after four days, without a waiver", async () => {
    await record({ productId: "KVB2", email: BUYER });
    const { mails } = await follow({ forMs: 5 * DAY_MS });
    expect(mailed(mails)).toEqual([OWNER, BUYER]);
    expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.waiting);
    expect(mails[1]?.atMs).toBeGreaterThanOrEqual(4 * DAY_MS);
    expect(mails[1]?.text).toContain("binnen 14 dagen herroepen");
  });

  test.each([
    ["no address is ever known", { productId: "KVB2" }],
    ["money that came for something else", { email: BUYER }],
  ] as const)("%s: the owner is told, once, and no confirmation is owed", async (_name, known) => {
    await record(known);
    const { mails } = await follow({ forMs: 5 * DAY_MS });
    expect(mailed(mails)).toEqual([OWNER]);
    expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.waiting);
    expect(await stateOfConfirmation()).toBeUndefined();
  });
});

/** One of each kind; `npm run test:full` runs all. */
const MAIL_TROUBLES = Object.entries(MAIL_ERRORS).filter(
  ([, cause], index, all) => FULL || all.findIndex(([, other]) => other === cause) === index,
);

/** A mail service that refuses mail with this code until `forMs`, if `whom` is a part of its address. */
const refusing =
  (code: string, forMs: number, whom = ""): NonNullable<MailWorld["send"]> =>
  (atMs, to) => {
    if (atMs < forMs && to.includes(whom)) throw Object.assign(new Error(`no mail to ${to}`), { code });
  };

const DOWN = "E_DELIVERY_FAILED";

test("mail is down for more than a day: nothing is sent or noted, then each mail goes, once", async () => {
  await record();
  const { mails, outcomes } = await follow({ send: refusing(DOWN, 25 * HOUR_MS), forMs: 2 * DAY_MS });
  expect(mailed(mails)).toEqual([BUYER, OWNER]);
  expect(await isConfirmed()).toBe(true);
  // The first instance tried for a day; the clock began others.
  const [first, ...others] = Object.entries(outcomes).filter(([id]) => id.startsWith("confirmation"));
  expect([first?.[1], others.map(([, outcome]) => outcome).includes("sent")]).toEqual([undefined, true]);
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
  expect(mails[1]?.text).toContain(NOTICE_COPY.confirmation.failed.split("{resend}")[0]);
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
