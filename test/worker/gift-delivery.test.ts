import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { sql } from "../../src/ledger/database.ts";
import { CLAIM_MS } from "../../src/ledger/mails.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { charge, deliver, event, METADATA } from "./events.ts";
import { rowsOf, run } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { onEveryKv } from "./places.ts";
import {
  AT_EIGHT,
  beginWithPlan,
  bindings,
  change,
  codeNow,
  DAY,
  DAY_MS,
  GIVER,
  intentId,
  keptAddresses,
  MINUTE_MS,
  mailedTo,
  mailVersion,
  NOOR,
  NOW,
  OTHER,
  refuseMail,
  runDay,
  stateNow,
} from "./planned-gift.ts";
import { AWAY, changed, fail, ORDER_KEYS, ORIGIN, unheard } from "./shop.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** The mail of a gift on its day, and the changes of its plan. */

const logs = collectLogs();
beginWithPlan();

onEveryKv(() => {
  test("the gift is mailed once, at eight on its day, the giver gets a report, and the address is deleted", async () => {
    expect(await keptAddresses()).toEqual([NOOR]);
    const { mails, outcomes } = await runDay({ forMs: 3 * 60 * MINUTE_MS });
    expect(mails.map(({ to, atMs }) => [to, atMs])).toEqual([
      [NOOR, 10 * MINUTE_MS],
      [GIVER, 10 * MINUTE_MS],
    ]);
    expect(mails[0]?.text).toContain(giftCodePath(await codeNow()));
    expect(mails[0]?.text).toContain("Je krijgt een cadeau van Opa Kees.");
    expect(mails[1]?.text).toContain(`Noor verstuurd naar ${NOOR}`);
    expect(await stateNow()).toMatchObject({ state: "sent", at: AT_EIGHT });
    expect(await keptAddresses()).toEqual([]);
    expect(outcomes).toEqual({ [`gift-1-${intentId}`]: "sent", [`delivery-report-1-sent-${intentId}`]: "sent" });
    // A second run and a later change send nothing more.
    expect(mailedTo(await runDay())).toEqual([]);
    expect(await mailVersion(1)).toEqual({ outcome: "superseded", to: [] });
    expect(await change({ day: DAY, to: OTHER })).toEqual({ status: "closed" });
  });
});

test("the recipient's mail holds no text of the giver's but the names, and says where its address came from", async () => {
  const [mail] = (await runDay()).mails;
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain("spam.example");
  const { why, keep, unknown, privacy } = GIFT_DELIVERY_COPY.mail;
  for (const text of [why, keep, unknown, `${privacy}:\n${ORIGIN}${PATHS.privacy}`]) expect(mail?.text).toContain(text);
  expect(why).toMatch(/gever .* je naam en e-mailadres .* alleen voor deze mail.* wissen/);
});

test("the platform gets no address, also from an event that comes while the giver's report waits with it", async () => {
  await mailVersion(1, { MAILER: AWAY });
  expect(await keptAddresses()).toEqual([NOOR]);
  const started: Instance[] = [];
  const partlyBack = event("charge.refunded", 70, charge(intentId, 3900, 1250, METADATA));
  const [answer] = await deliver(partlyBack, 1, { ...ORDER_KEYS, MAILER: createIdleWorkflow(started) });
  expect(answer?.status).toBe(200);
  const params = { kind: "delivery-report", about: intentId, version: "1-sent" };
  expect(started).toEqual([expect.objectContaining({ id: `delivery-report-1-sent-${intentId}`, params })]);
});

describe("a change", () => {
  test("of day or address counts at once: the last plan is mailed, and an earlier one finds nothing to do", async () => {
    for (const [version, day, to] of [
      [2, "2026-12-24", NOOR],
      [3, "2026-12-20", OTHER],
    ] as const) {
      const delivery = { state: "planned", version, changes: version - 1, day, address: to };
      expect(await change({ day, to })).toMatchObject({ status: "changed", delivery });
      expect(await keptAddresses()).toEqual([to]);
    }
    for (const version of [1, 2]) expect(await mailVersion(version)).toEqual({ outcome: "superseded", to: [] });
    expect(mailedTo(await runDay())).toEqual([]);
    expect(mailedTo(await runDay({}, "2026-12-20T07:00:00.000Z"))).toEqual([OTHER, GIVER]);
  });

  test("of a mistyped address within seconds leaves nothing of it", async () => {
    await change({ day: "2027-09-20", to: "noor@fout.example" });
    vi.setSystemTime(Date.now() + 25_000);
    await change({ day: DAY, to: OTHER });
    expect(await keptAddresses()).toEqual([OTHER]);
    expect(JSON.stringify(await rowsOf("SELECT * FROM deliveries"))).not.toContain("fout");
  });

  test("to the same wish is none: it is not counted, and starts no other mail", async () => {
    await change({ day: DAY, to: OTHER });
    const before = await stateNow();
    vi.setSystemTime(Date.now() + 1000);
    expect(await change({ day: DAY, to: OTHER })).toEqual({ status: "changed", delivery: before });
    expect(before).toMatchObject({ version: 2, changes: 1 });
  });

  test("at the same moment as another one: each answer is true when it is given, and one plan is left", async () => {
    const wanted = [OTHER, "laatste@example.nl", "nog-een@example.nl"].map((to) => ({ day: DAY, to }));
    const answers = await Promise.all(wanted.map((one) => change(one)));
    expect(answers.map(({ status }) => status)).toEqual(["changed", "changed", "changed"]);
    const versions = answers.map((answer) => (answer.status === "changed" ? answer.delivery.version : 0));
    expect(versions.toSorted()).toEqual([2, 3, 4]);
    const kept = await keptAddresses();
    expect(kept).toEqual([wanted[versions.indexOf(4)]?.to]);
    expect(mailedTo(await runDay())).toEqual([...kept, GIVER]);
  });

  test("of which the answer is lost finds its own work, and is counted once", async () => {
    const answer = await change({ day: "2026-12-24", to: OTHER }, bindings({ DB: unheard(2) }));
    expect(answer).toMatchObject({ status: "changed", delivery: { version: 2, changes: 1, address: OTHER } });
    expect(await change(null, bindings({ DB: unheard(2) }))).toMatchObject({ status: "changed" });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver", version: 3, changes: 2 });
  });

  test("while the ledger is away changes nothing, and the gift goes on its day", async () => {
    expect(await change({ day: "2026-12-24", to: OTHER }, bindings({ DB: AWAY }))).toEqual({ status: "unavailable" });
    expect(logs.lines("delivery.unchanged")).toMatchObject([{ intentId }]);
    expect(JSON.stringify(logs.lines("delivery.unchanged"))).not.toContain("@");
    expect(mailedTo(await runDay())).toEqual([NOOR, GIVER]);
  });

  test("is taken until the mail is, and then no more", async () => {
    vi.setSystemTime(Date.parse(AT_EIGHT) - 1);
    expect(await change({ day: DAY, to: OTHER })).toMatchObject({ status: "changed" });
    const late: unknown[] = [];
    const send = () => late.push(change(null));
    expect(await mailVersion(2, { send })).toEqual({ outcome: "sent", to: [OTHER] });
    expect(await Promise.all(late)).toEqual([{ status: "closed" }]);
  });

  test("at the same moment as the mail: either it counts and nothing goes, or it is refused and the gift goes", async () => {
    vi.setSystemTime(Date.parse(AT_EIGHT));
    const [mail, stop] = await Promise.all([mailVersion(1), change(null)]);
    const ends = stop.status === "changed" ? ["superseded", [], "stopped"] : ["sent", [NOOR], "sent"];
    expect([mail.outcome, mail.to, (await stateNow())?.state]).toEqual(ends);
  });
});

describe("the mail", () => {
  test("is sent once, however many try at the same moment", async () => {
    const tries = await Promise.all([mailVersion(1), mailVersion(1), mailVersion(1)]);
    expect(tries.flatMap(({ to }) => to)).toEqual([NOOR]);
    for (const { outcome } of tries) expect(outcome).toMatch(/^(sent|superseded|Error: another one is mailing it)$/);
  });

  test("of which the ledger's answers are lost goes once", async () => {
    expect(await mailVersion(1, { DB: unheard(2) })).toEqual({ outcome: "sent", to: [NOOR] });
    expect(await stateNow()).toMatchObject({ state: "sent" });
  });

  test("whose end could not be noted goes once more, when its claim has ended, and the giver gets one report", async () => {
    let isSent = false;
    const DB = changed(env.DB, { batch: (real) => (statements: unknown) => (isSent ? fail() : real(statements)) });
    const send = () => {
      isSent = true;
    };
    expect(await mailVersion(1, { DB, send })).toEqual({ outcome: "Error: binding away", to: [NOOR] });
    expect(await stateNow()).toMatchObject({ state: "sending" });
    const justBefore = new Date(Date.parse(AT_EIGHT) + CLAIM_MS - 1).toISOString();
    expect(await mailVersion(1, { moment: justBefore })).toEqual({
      outcome: "Error: another one is mailing it",
      to: [],
    });
    const { mails } = await runDay({}, new Date(Date.parse(AT_EIGHT) + CLAIM_MS).toISOString());
    expect(mails.map(({ to }) => to)).toEqual([NOOR, GIVER]);
  });

  test("that could not go for a while goes when the mail service is back, to the address that counts then", async () => {
    const isDownMs = 35 * MINUTE_MS;
    const { mails } = await runDay({
      send: (atMs) => {
        if (atMs < isDownMs) refuseMail("E_INTERNAL_SERVER_ERROR");
      },
      at: [{ ms: 20 * MINUTE_MS, happens: () => change({ day: DAY, to: OTHER }) }],
    });
    expect(mails.map(({ to }) => to)).toEqual([OTHER, GIVER]);
    expect(mails[0]?.atMs).toBeLessThan(isDownMs + 10 * MINUTE_MS);
  });

  test("waits for KV, which says whether the gift works", async () => {
    const isDownMs = Date.parse(AT_EIGHT) + 30 * MINUTE_MS;
    const GIFTS = changed(env.GIFTS, {
      get:
        (real) =>
        (...args: unknown[]) =>
          Date.now() < isDownMs ? fail() : real(...args),
    });
    const { mails } = await runDay({ bindings: { GIFTS } });
    expect(mails.map(({ to }) => to)).toEqual([NOOR, GIVER]);
    expect(mails[0]?.atMs).toBeGreaterThanOrEqual(40 * MINUTE_MS);
  });

  test.each([
    ["has failed for a day", "E_INTERNAL_SERVER_ERROR", DAY_MS, "failed"],
    ["has struck the address off", "E_RECIPIENT_SUPPRESSED", 0, "refused"],
  ])("which the service %s: the giver hears of it, and can give another address", async (_name, code, ms, outcome) => {
    await change({ day: DAY, to: "fout@example.nl" });
    const send = () => refuseMail(code);
    if (ms > 0) {
      const justBefore = new Date(Date.parse(AT_EIGHT) + ms - 1).toISOString();
      expect(await mailVersion(2, { send, moment: justBefore })).toEqual({ outcome: `Error: mail: ${code}`, to: [] });
      expect(await stateNow()).toMatchObject({ state: "planned" });
    }
    const moment = new Date(Date.parse(AT_EIGHT) + ms).toISOString();
    expect(await mailVersion(2, { send, moment })).toEqual({ outcome, to: [] });
    expect(await stateNow()).toMatchObject({ state: outcome, version: 2, changes: 1 });
    expect(logs.lines("delivery.failed")).toMatchObject([{ intentId, outcome }]);
    // Until the giver's mail has gone, it needs the address.
    expect(await keptAddresses()).toEqual(["fout@example.nl"]);
    const { mails } = await runDay({}, "2026-12-07T07:00:00.000Z");
    expect(mails.map(({ to, subject }) => [to, subject.split(" (")[0]])).toEqual([
      [GIVER, "Je cadeau is niet verstuurd"],
    ]);
    expect(mails[0]?.text).toContain("fout@example.nl");
    expect(await keptAddresses()).toEqual([]);
    expect(await change({ day: "2026-12-08", to: OTHER })).toMatchObject({ status: "changed" });
    expect(mailedTo(await runDay({}, "2026-12-08T07:00:00.000Z"))).toEqual([OTHER, GIVER]);
  });

  test("whose worker died is sent by another one, which the clock starts when the claim has ended", async () => {
    await run(
      sql(
        "UPDATE deliveries SET state = 'sending', claim = 'dead', claimed_until = ?1",
        new Date(Date.parse(AT_EIGHT) + CLAIM_MS).toISOString(),
      ),
    );
    const { mails } = await runDay();
    expect(mails.map(({ to }) => to)).toEqual([NOOR, GIVER]);
    expect(mails[0]?.atMs).toBe(20 * MINUTE_MS);
  });
});

test("on the platform's own engine a gift is mailed, and then its giver's report", async () => {
  await using workflow = await introspectWorkflow(env.MAILER);
  const [at, code] = [NOW.toISOString(), await codeNow()];
  await run(
    sql("UPDATE deliveries SET send_at = ?1", at),
    // There is no Stripe to ask for the gift's message.
    sql("INSERT INTO gifts (intent_id, code, stored_at) VALUES (?1, ?2, ?3)", intentId, code, at),
  );
  await env.MAILER.create({ id: `gift-1-${intentId}`, params: { kind: "gift", about: intentId, version: "1" } });
  const [instance] = await workflow.get();
  await instance?.waitForStatus("complete");
  expect(await instance?.getOutput()).toBe("sent");
  const [, report] = await workflow.get();
  await report?.waitForStatus("complete");
  expect(logs.lines("mail.sent").map(({ mail }) => mail)).toEqual(["gift", "delivery-report"]);
});
