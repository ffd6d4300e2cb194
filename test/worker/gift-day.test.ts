import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { GIFT_DELIVERY_COPY as COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { giftStopKey } from "../../src/gifts/gift-entries.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { DELIVERY_MAX_CHANGES } from "../../src/ledger/delivery-life-rules.ts";
import { eraseStatements } from "../../src/ledger/erasure.ts";
import { CLAIM_MS, oweMail } from "../../src/ledger/mails.ts";
import { refreshStatements } from "../../src/ledger/orders.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { sql } from "../../src/server/database.ts";
import { giftCodePath } from "../../src/shared/paths.ts";
import { DAY_MS, MINUTE_MS, now, passTime } from "../clock.ts";
import { eachStory, type Step, type Words } from "../table.ts";
import { all, attribute, count, one, texts, transcript, visibleText } from "./document.ts";
import * as gift from "./gift-day.ts";
import { rowsOf, run } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { runMails } from "./mail-steps.ts";
import { expectWrong } from "./page-data.ts";
import { onEveryKv } from "./places.ts";
import { AWAY, troubled, unheard } from "./shop.ts";

/** A gift that is mailed on a day: its sale, its plan and the plan's changes, its mail, and what stops it. */

const { AT_EIGHT, DAY, DRAFT, GIVER, LATER, NOOR, NOW, OTHER, STOP, WISH } = gift;
const { address, asks, attempt, beginGift, dispute, endsAs, goes, play, refund, refundedUnseen, refuses } = gift;
const { codeNow, fieldsOf, keptAddresses, mailedTo, page, runDay, sale, stateNow, stops, withdraws } = gift;

const FAILING = { refused: "E_INTERNAL_SERVER_ERROR" };
const failing = (during: Step) => goes("Error: mail: E_INTERNAL_SERVER_ERROR", { ...FAILING, during });
/** The first call of the giver's form reads the order, the second changes the plan. Each is tried three times. */
const unheardChange = (times: number) => ({ DB: troubled((call) => call > 1 && call <= 1 + times) });
const days = (count: number) => async () => passTime(count * DAY_MS);
const failedChange = () => ({ DB: troubled((call) => call > 1, "fails") });
/** The Mailer has the gift before its giver sees the page again. */
const claiming = () => {
  const claimed = sql("UPDATE deliveries SET state = 'sending', claim = 'c', claimed_until = '2027'");
  return { MAILER: { createBatch: async () => ({ errors: [], created: await run(claimed) }) } as never };
};
const TO_HAND = { gift: { ...WISH, deliveryDraftId: undefined } as never };

const eraseRecipient = () => run(...eraseStatements({ deliveries: [`${gift.intentId}.1`] }, now()));

const WORDS: Words = {
  asks: (answer) => asks(DAY, OTHER, answer),
  "asks later": (answer) => asks(LATER, OTHER, answer),
  "erased recipient": () => eraseRecipient,
  "asks while away": () => asks(LATER, OTHER, "away", () => ({ DB: AWAY })),
  "asks and fails": () => asks(LATER, OTHER, "unavailable", failedChange),
  "asks later unheard": () => asks(LATER, OTHER, "planned", () => unheardChange(2)),
  stops: (answer) => stops(answer),
  "stops while away": () => stops("away", () => ({ DB: AWAY })),
  "stops unheard": () => stops("stopped", () => unheardChange(2)),
  "stops never heard": () => stops("unavailable", () => unheardChange(3)),
  wait: () => async () => passTime(25_000),
  eight: () => async () => vi.setSystemTime(Date.parse(AT_EIGHT)),
  "just before eight": () => async () => vi.setSystemTime(Date.parse(AT_EIGHT) - 1),
  mail: (outcome) => goes(outcome),
  "mail 2": (outcome) => goes(outcome, { version: 2 }),
  "mail unheard": (outcome) => () => goes(outcome, { DB: unheard(2) })(),
  "mail while stops": (outcome) => goes(outcome, { during: stops("closed") }),
  "mail while refund": (outcome) => goes(outcome, { during: refund() }),
  "mail refused": (outcome) => goes(outcome, { refused: "E_RECIPIENT_SUPPRESSED" }),
  "failing mail while refund": () => failing(refund()),
  "failing mail while withdraws": () => failing(withdraws()),
  refund: () => refund(),
  "part refund": () => refund(1250),
  "refund unseen": () => refundedUnseen,
  "dispute lost": () => dispute("lost"),
  "dispute open": () => dispute("open"),
  withdraws: () => withdraws(),
  "withdraws again": () => withdraws("own", {}, "z@example.nl"),
  "withdraws unheard": () => () => withdraws("own", { DB: unheard(1), MAILER: AWAY })(),
  "stranger withdraws": () => withdraws("none"),
  refused: () => refuses(0),
  "second refused": () => refuses(1),
  "refusal taken back": () => refuses(0, null),
  sale: () => sale(),
  "sale to hand over": () => sale(TO_HAND),
  address: () => address(),
  "old address": () => address(NOOR, "ffffffff"),
  "sale and address": () => () => Promise.all([sale()(), address()()]),
};

describe("a planned gift", () => {
  beginGift(true);

  eachStory(WORDS)(`
      goes on its day                                     |                                              | planned 2026-12-05 noor@example.nl v1 c0
      # Its giver
      is stopped: nothing goes                            | stops, mail: superseded                      | stopped by giver
      is stopped a moment before its mail                 | eight, stops, mail: superseded               | stopped by giver
      is planned again after a stop                       | stops, asks later                            | planned 2026-12-24 noor@elders.example
      is stopped once: a second stop writes nothing       | stops, wait, stops                           | stopped by giver v2 c1 at once
      goes by its last plan                               | asks later, asks, mail: superseded, mail 2: superseded | planned 2026-12-05 noor@elders.example v3 c2
      is asked for twice alike: no change                 | asks, wait, asks                             | planned 2026-12-05 noor@elders.example v2 c1 at once
      is changed until a moment before its mail           | just before eight, asks                      | planned 2026-12-05 noor@elders.example
      is changed too late: it is being mailed             | mail while stops: sent, asks: closed         | sent
      is mailed once, however often it is tried           | mail: sent, mail: superseded                 | sent
      # The ledger is away, or its answers are lost
      is not changed while the ledger is away             | asks while away, stops while away            | planned 2026-12-05 noor@example.nl v1
      is not changed if the change fails                  | asks and fails                               | planned 2026-12-05 noor@example.nl v1
      is changed once, though the answer is lost          | asks, asks later unheard, stops unheard      | stopped by giver v4 c3
      is stopped, though its giver never heard so         | stops never heard                            | stopped by giver
      goes once, though the mailer's answers are lost     | mail unheard: sent                           | sent
      # Its recipient
      is its giver's after its recipient was erased       | erased recipient, asks                       | planned 2026-12-05 noor@elders.example
      # Money
      stops when all went back                            | refund                                       | stopped by money hidden
      stops when a dispute is lost                        | dispute lost                                 | stopped by money hidden
      goes when a part went back                          | part refund                                  | planned 2026-12-05 noor@example.nl
      goes while a dispute is open                        | dispute open                                 | planned 2026-12-05 noor@example.nl
      stops on its day when no event told of the refund   | refund unseen, mail: stopped                 | stopped by money hidden
      has gone when all goes back meanwhile               | mail while refund: sent                      | sent hidden
      stops when all goes back while no mail can go       | failing mail while refund, mail: stopped or superseded   | stopped by money hidden
      stays stopped by its giver when all goes back       | stops, refund                                | stopped by giver hidden
      # A withdrawal
      stops for good with a withdrawal                    | withdraws, asks: withdrawn, stops | stopped by withdrawal
      is not stopped by a stranger's withdrawal           | stranger withdraws, asks                     | planned 2026-12-05 noor@elders.example
      stays stopped for good with a withdrawal after a stop | stops, withdraws, asks: withdrawn          | stopped by giver withdrawn
      stays stopped while one of two withdrawals counts   | withdraws, withdraws again, refused, asks: withdrawn | stopped by withdrawal
      is its giver's once all withdrawals are refused     | withdraws, withdraws again, refused, second refused, asks | planned 2026-12-05 noor@elders.example
      stops when the refusal is taken back                | withdraws, refused, asks, refusal taken back, asks: withdrawn | stopped by withdrawal
      stops with a withdrawal whose answer is lost        | withdraws unheard                            | stopped by withdrawal
      needs no other address after a withdrawal           | mail refused: refused, withdraws             | refused withdrawn
      stops with a withdrawal while no mail can go        | failing mail while withdraws, mail: stopped or superseded | stopped by withdrawal`)(
    "%s",
    (_promise, story, end) => play(story, end),
  );

  test("that a stranger's withdrawal does not stop is told of to the owner, until its giver proves that it is theirs", async () => {
    const told: boolean[] = [];
    for (const link of ["none", "no-order", "open", "own"] as const) {
      if (link === "none" || link === "own") await withdraws(link)();
      const [{ reference = "", day = "" } = {}] = await rowsOf("SELECT *, date(recorded_at) AS day FROM withdrawals");
      const digest = { kind: "digest", about: String(day), version: link } as const;
      const answered = "UPDATE withdrawals SET notice = 'digest', answer = ?1, answered_at = ?1";
      await run(sql(answered, link === "no-order" ? link : null), oweMail(digest, now().toISOString()));
      const mails = [...(await runMails(String(reference))).mails, ...(await runMails(digest.about)).mails];
      told.push(...mails.flatMap(({ to, text }) => (to === env.MAIL_OWNER ? text.includes("is nog gepland") : [])));
    }
    expect(told).toEqual([true, true, false, true, false, false]);
  });

  test("is planned twenty times at most, stopped whenever its giver wants, and then not planned", async () => {
    for (let n = 0; n < DELIVERY_MAX_CHANGES; n += 1) await asks(DAY, n % 2 === 0 ? OTHER : NOOR)();
    const many = await page();
    expect(texts(many.page, ".order-delivery button")).toEqual([COPY.page.form.stop]);
    expect(texts(many.page, ".order-delivery > p")).toMatchSnapshot();
    const refused = asks(DAY, OTHER, "too-often");
    await play([refused, asks(LATER, NOOR, "too-often"), asks(DAY, NOOR), stops(), refused], "stopped by giver");
  });

  test("keeps no address of a recipient who is erased while it is being mailed, and its giver hears of it once", async () => {
    expect((await attempt({ during: eraseRecipient })).outcome).toBe("sent");
    expect(await keptAddresses()).toEqual([]);
    expect(await rowsOf("SELECT version FROM mails WHERE kind = 'delivery-report'")).toHaveLength(1);
  });

  test("that went is told to nobody once its giver was erased", async () => {
    await goes()();
    await run(...eraseStatements({ payments: [gift.intentId] }, now()));
    expect(mailedTo(await runDay())).toEqual([]);
    const reports = await rowsOf("SELECT state, detail FROM mails WHERE kind = 'delivery-report'");
    expect(reports).toEqual([{ state: "withheld", detail: "erased" }]);
  });

  test("stops with an operator's stop, and is its giver's to plan when it works again", async () => {
    const stop = async (stopped: boolean) =>
      env.GIFTS.put(giftStopKey(await codeNow(), "operator"), JSON.stringify({ stopped, at: NOW.toISOString() }));
    await stop(true);
    const refused = await page(fieldsOf(LATER, OTHER));
    expect([refused.status, count(refused.page, ".order-delivery")]).toEqual([409, 0]);
    expect(visibleText(one(refused.page, ".order-gift-stopped"))).toBe(ORDER_STATUS_COPY.more.giftStopped);
    expect([await attempt(), await keptAddresses()]).toMatchObject([{ outcome: "stopped", to: [] }, []]);
    await stop(false);
    // Stripe tells of the sale once more: its giver is not asked for an address, and hears once that nothing went.
    await sale()();
    const { mails } = await runDay({ forMs: 20 * MINUTE_MS });
    expect(mails.map(({ to }) => to)).toEqual([GIVER]);
    expect(mails[0]?.subject).toMatch(/^Je cadeau was gestopt en is niet verstuurd/);
    expect(mails[0]?.text).toContain("werkt nu niet");
    expect(mails[0]?.text).not.toContain(COPY.report.link);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "shop" });
    await play([asks(LATER, NOOR)], `planned ${LATER} ${NOOR}`);
  });

  onEveryKv(() => {
    test("is mailed at eight with its link, and its giver hears where it went", async () => {
      const { mails } = await runDay({ forMs: 3 * 60 * MINUTE_MS });
      expect(mails.map(({ to, atMs }) => [to, atMs])).toEqual([NOOR, GIVER].map((to) => [to, 10 * MINUTE_MS]));
      const [mailed, report] = mails.map(({ text }) => text);
      expect(mails[0]?.from).toMatchObject({ name: "Opa Kees via Vaarkoers" });
      // Of its giver it has the name alone: anybody may have written the rest.
      expect(JSON.stringify(mails[0])).not.toContain("spam.example");
      for (const text of [giftCodePath(await codeNow()), "Je krijgt een cadeau van Opa Kees."])
        expect(mailed).toContain(text);
      expect(report).toMatch(new RegExp(`Kees,.*Noor verstuurd naar ${NOOR}`, "s"));
      expect(mailedTo(await runDay())).toEqual([]);
      expect(await keptAddresses()).toEqual([]);
    });
  });

  test("goes once more if its end could not be noted, when its claim has ended, with one report", async () => {
    const ledger = { isAway: false };
    const during = async () => Object.assign(ledger, { isAway: true });
    await goes("Error: binding away", { DB: troubled(() => ledger.isAway, "fails"), during })();
    const afterClaim = (ms: number) => new Date(Date.parse(AT_EIGHT) + CLAIM_MS + ms).toISOString();
    await goes("Error: another one is mailing it", { moment: afterClaim(-1) })();
    expect(mailedTo(await runDay({}, afterClaim(0)))).toEqual([NOOR, GIVER]);
  });

  test("is given up once the service has failed for a day: its giver hears of it, and can give another", async () => {
    const [bad, ms] = ["fout@example.nl", 24 * 60 * MINUTE_MS];
    const moment = (plus: number) => new Date(Date.parse(AT_EIGHT) + plus).toISOString();
    await asks(DAY, bad)();
    await goes(`Error: mail: ${FAILING.refused}`, { ...FAILING, version: 2, moment: moment(ms - 1) })();
    await goes("failed", { ...FAILING, version: 2, moment: moment(ms) })();
    expect(await stateNow()).toMatchObject({ state: "failed", version: 2, changes: 1 });
    expect(logs.lines("delivery.failed")).toMatchObject([{ intentId: gift.intentId, outcome: "failed" }]);
    expect(await keptAddresses()).toEqual([bad]);
    expect(await rowsOf("SELECT due_at FROM mails WHERE detail = ?1", bad)).toEqual([{ due_at: AT_EIGHT }]);
    const { mails } = await runDay({}, "2026-12-07T07:00:00.000Z");
    const told = mails.map(({ to, subject }) => [to, subject.split(" (")[0]]);
    expect(told).toEqual([[GIVER, "Je cadeau is niet verstuurd"]]);
    for (const text of [bad, gift.path, giftCodePath(await codeNow())]) expect(mails[0]?.text).toContain(text);
    await play([asks("2026-12-08")], `planned 2026-12-08 ${OTHER}`);
  });

  describe("on its giver's page", () => {
    /** The steps that follow, and the delivery. */
    const said = async (...asked: Parameters<typeof page>) => {
      const parts = all((await page(...asked)).page, ".next-steps h3, .order-delivery");
      return parts
        .map((part) => transcript(part))
        .join("\n")
        .replaceAll(gift.path, "/bestelling/\u2026");
    };

    test("can be changed with a plain form that has its day and address; the next steps follow", async () => {
      expect(await said()).toMatchSnapshot("planned");
      vi.setSystemTime(AT_EIGHT);
      expect(await said()).toMatchSnapshot("sending");
      vi.setSystemTime(Date.parse(AT_EIGHT) + 10 * MINUTE_MS);
      expect(await said()).toMatchSnapshot("not gone yet");
      await run(sql("DELETE FROM deliveries"));
      expect(await said()).toMatchSnapshot("expected");
      vi.setSystemTime(NOW);
      await address()();
      await stops()();
      expect(await said()).toMatchSnapshot("stopped");
      // The gift's own day has passed, or is more than a year away.
      for (const moment of ["2026-12-06T10:00:00.000Z", "2025-12-01T10:00:00.000Z"]) {
        vi.setSystemTime(moment);
        expect(attribute((await page()).page, "#datum", "value")).toBe("");
      }
      vi.setSystemTime(NOW);
      expect(await said(fieldsOf(LATER, OTHER))).toMatchSnapshot("planned anew");
      await goes("sent", { version: 3 })();
      expect(await said()).toMatchSnapshot("sent");
    });

    test("today after eight it is started at once, without a change; while Workflows are away the clock starts it", async () => {
      vi.setSystemTime("2026-11-22T06:59:00Z");
      await asks("2026-11-22", OTHER)();
      expect(gift.started).toEqual([]);
      vi.setSystemTime(NOW);
      const { page: seen } = await page(fieldsOf("2026-11-22", NOOR));
      expect(count(seen, ".order-delivery form")).toBe(0);
      expect(await stateNow()).toMatchObject({ sendAt: NOW.toISOString() });
      const params = { kind: "gift", about: gift.intentId, version: "3" };
      expect(gift.started).toEqual([expect.objectContaining({ id: `gift-3-${gift.intentId}`, params })]);
      await stops()();
      await asks("2026-11-22", NOOR, "planned", () => ({ MAILER: AWAY }))();
      expect(logs.lines("workflow.unavailable")).toMatchObject([{ intentId: gift.intentId }]);
      await endsAs(`planned 2026-11-22 ${NOOR}`);
    });

    const { day, to } = COPY.problems;
    const { states, unchanged } = COPY.page;
    test("what each key says", () => expect([COPY.problems, states, unchanged, COPY.report]).toMatchSnapshot());
    test.each([
      ["no day", { datum: "" }, "datum", day.missing],
      ["a day that does not exist", { datum: "2027-02-29" }, "datum", day.invalid],
      ["yesterday", { datum: "2026-11-21" }, "datum", day.past],
      ["more than a year ahead", { datum: "2027-11-22" }, "datum", day.far.replace("{last}", "21 november 2027")],
      ["no address", { "ontvanger-email": " " }, "ontvanger-email", to.missing],
      ["a wrong address", { "ontvanger-email": "noor@example" }, "ontvanger-email", to.invalid],
    ])("%s is told at its field, and what was typed is still there", async (_name, change, field, text) => {
      const { page: seen, ...answer } = await page({ ...fieldsOf(LATER, OTHER), ...change });
      expect(answer.status).toBe(422);
      expectWrong(seen, { [field]: text }, { datum: LATER, "ontvanger-email": OTHER, ...change });
      expect(attribute(seen, ".order-delivery details", "open")).not.toBeUndefined();
      await endsAs(`planned ${DAY} ${NOOR} v1`);
    });

    test.each([
      ["while the order cannot be read", { DB: AWAY }, fieldsOf(LATER, OTHER), [LATER, OTHER], COPY.page.kept],
      ["while the change fails", failedChange(), fieldsOf(LATER, OTHER), [LATER, OTHER], unchanged.unavailable],
      ["while the stop fails", failedChange(), STOP, [DAY, NOOR], unchanged.unavailable],
    ])("%s: 503, and the form can be sent again as it was", async (_name, more, fields, values, text) => {
      const { page: seen, ...answer } = await page(fields, more);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
      expect(visibleText(one(seen, "main"))).toContain(text);
      expect(["#datum", "#ontvanger-email"].map((field) => attribute(seen, field, "value"))).toEqual(values);
      expect(count(seen, ".order-delivery details:not([open])")).toBe(0);
      expect(attribute(seen, ".order-delivery-form", "action")).toBe(gift.path);
      expect(seen.querySelector(".order-delivery-state")).toBeNull();
    });
  });
});

describe("the sale of a gift for a day", () => {
  beginGift(false);

  eachStory(WORDS)(`
      after its address                                   | address, sale                                | planned 2026-12-05 noor@example.nl v1 c0
      before its address                                  | sale, address                                | planned 2026-12-05 noor@example.nl v1 c0
      more than once                                      | sale, address, sale, address, sale           | planned 2026-12-05 noor@example.nl v1 c0
      at the same moment as its address                   | sale and address                             | planned 2026-12-05 noor@example.nl v1 c0
      after a withdrawal                                  | withdraws, address, sale                     | stopped by withdrawal
      after all went back                                 | refund, address, sale                        | stopped by money hidden
      that Stripe tells of again after a change           | address, sale, asks later, address, sale     | planned 2026-12-24 noor@elders.example
      that Stripe tells of again after a stop             | address, sale, stops, address, sale          | stopped by giver v2
      whose giver plans it before the address comes       | sale, asks later, address                    | planned 2026-12-24 noor@elders.example
      whose other typed address goes with a stop          | old address, sale, stops                     | stopped by giver
      whose other typed address goes with a plan          | old address, sale, asks                      | planned 2026-12-05 noor@elders.example
      whose other typed address goes with a withdrawal    | old address, sale, withdraws                 | stopped by withdrawal
      whose other typed address goes with a refund        | old address, sale, refund                    | stopped by money hidden
      of a gift that its giver was to hand over           | sale to hand over, asks                      | planned 2026-12-05 noor@elders.example v1 c1
      and that its giver has withdrawn, unless refused    | sale to hand over, withdraws, asks: withdrawn, refused, asks | planned 2026-12-05 noor@elders.example`)(
    "%s",
    (_promise, story, end) => play(story, end),
  );

  const drafts = () => rowsOf("SELECT address FROM delivery_drafts");
  const asked = ({ mails }: Awaited<ReturnType<typeof runMails>>) =>
    mails.filter(({ to, subject }) => to === GIVER && subject.startsWith("Vul het e-mailadres"));

  test.each([
    ["was not kept", [sale()]],
    ["was corrected, and only the old one was kept", [address(OTHER, "ffffffff"), sale()]],
  ])("whose address %s: its giver is asked for it, and what comes later plans nothing", async (_n, story) => {
    for (const step of story) await step();
    expect(visibleText(one((await page()).page, ".order-delivery-state"))).toBe(COPY.page.states.expected);
    const mailed = await runMails(gift.intentId, { at: [{ ms: 10 * MINUTE_MS, happens: sale() }] });
    expect(mailed.mails.find(({ to }) => to === GIVER)?.text).toContain("Op 5 december 2026 om 8.00 uur sturen");
    expect(asked(mailed)).toMatchObject([{ atMs: 20 * MINUTE_MS }]);
    expect(await drafts()).toEqual([]);
    await address()();
    expect([(await stateNow())?.state, await keptAddresses()]).toEqual(["lost", []]);
    const { page: lost } = await page();
    expect(visibleText(one(lost, ".order-delivery-state"))).toBe(COPY.page.states.lost);
    expect(attribute(lost, "#datum", "value")).toBe(DAY);
    await play([asks(DAY, NOOR)], `planned ${DAY} ${NOOR}`);
  });

  test.each<[string, string, readonly Step[], string, { gift: typeof WISH }?]>([
    ["has its day", DAY, [], "Op 5 december 2026 om 8.00 uur sturen"],
    ["has the day that it was moved to", DAY, [asks(LATER, OTHER)], "Op 24 december 2026 om 8.00 uur sturen"],
    ["has the day chosen afterwards", DAY, [asks(LATER, OTHER)], "Op 24 december 2026 om 8.00 uur sturen", TO_HAND],
    ["promises no day after a stop", DAY, [stops()], GIFT_SALE_COPY.text.replace("{recipient}", "Noor")],
    ["says that it has gone, if that was earlier", DAY, [goes()], "Noor verstuurd naar het adres dat je invulde."],
    ["says that it goes at once, today after eight", "2026-11-22", [], COPY.promiseNow],
    ["says so days later", DAY, [days(3), asks("2026-11-25", OTHER, "planned", claiming)], COPY.promiseNow],
  ])("its confirmation %s", async (_name, from, story, text, bought = { gift: { ...WISH, from } }) => {
    await address(NOOR, DRAFT, from)();
    await sale(bought)();
    for (const step of story) await step();
    const { mails } = await runMails(gift.intentId);
    const confirmation = mails.find(({ to }) => to === GIVER)?.text ?? "";
    expect(confirmation).toContain(text);
    expect(confirmation.includes("5 december 2026 om 8.00 uur")).toBe(from === DAY && story.length === 0);
    expect(mailedTo({ mails }).includes(NOOR)).toBe(from !== DAY);
  });

  test("of a giver whose data were erased, or that is not paid, plans nothing", async () => {
    await address()();
    await sale({ status: "failed" }, "failed")();
    expect([await stateNow(), await drafts()]).toEqual([null, [{ address: NOOR }]]);
    const erased = sql("INSERT INTO erasures (intent_id, erased_at) VALUES (?1, ?2)", gift.intentId, NOW.toISOString());
    await run(erased, ...refreshStatements(gift.intentId));
    await sale()();
    await address()();
    expect(await stateNow()).toBeNull();
    expect(texts((await page()).page, ".order-delivery p")).toEqual([COPY.page.unchanged.erased]);
    expect(mailedTo(await runDay())).not.toContain(NOOR);
  });

  test.each([
    ["is no gift", { gift: undefined }],
    ["is a gift for now", { gift: { ...WISH, from: "now", deliveryDraftId: undefined } }],
    ["was paid back", { refundedCents: 3900 }],
    ["is not paid", { status: "failed" }],
  ] as const)("an order that %s has nothing to change", async (_name, changes) => {
    await sale(changes as object)();
    expect(count((await page()).page, ".order-delivery")).toBe(0);
    expect((await page(fieldsOf(DAY, OTHER))).status).toBe(409);
    expect(gift.started).toEqual([]);
  });
});
