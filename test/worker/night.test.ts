import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { giftStopKey, giftTextsKey } from "../../src/gifts/gift-entries.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { refreshStatements } from "../../src/ledger/orders.ts";
import { raiseAlarms } from "../../src/orders/alarms.ts";
import { ALARM_COPY } from "../../src/orders/owner-mail-copy.ts";
import { readOrderEvent } from "../../src/paying/webhook/order-events.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { workThroughNight } from "../../src/upkeep/night-steps.ts";
import type { StoredObject } from "../outside-world/stripe-account.ts";
import { eachRow } from "../table.ts";
import { emptyLedger, keepOrder, orderOf, paidOrder, row, rowsOf, run } from "./ledger-rows.ts";
import { openLocalStripe } from "./local-stripe.ts";
import { logs } from "./logs.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { AWAY, changed, emptyKv, fail, shopOf } from "./shop.ts";
import { balanceTransaction, intent, wholeObject } from "./stripe-objects.ts";
import { answerError } from "./stripe-stub.ts";
import { watchEngine } from "./workflows.ts";

/** The work of each night: the ledger, Stripe and KV say the same, and nothing is kept for too long. */

const NIGHT = new Date("2026-11-22T02:17:00.000Z");
const NIGHT_S = NIGHT.getTime() / 1000;
const DAY_S = 24 * 60 * 60;

let stripe: ReturnType<typeof openLocalStripe>;
/** Whether Stripe refuses a call of this path. */
let isRefused: (path: string) => boolean;

let payments = 0;
let id = "";
let code = "";
beforeEach(async () => {
  vi.setSystemTime(NIGHT);
  payments += 1;
  id = `pi_night${payments}`;
  code = (await createGiftCode(shopOf(), id)) ?? "";
  isRefused = () => false;
  stripe = openLocalStripe(({ url }) =>
    isRefused(url.pathname) ? answerError(400, { type: "invalid_request_error" }) : undefined,
  );
  await emptyLedger();
  await emptyKv(env.GIFTS);
});

/** Runs each part once, as the platform does if nothing fails. */
const work = (bindings: Partial<Bindings> = {}, alone?: string) => {
  const step = {
    do: (name: string, _: object, part: () => void) => ((alone ?? name) === name ? rowsOf("SELECT 1").then(part) : 0),
  };
  const all = { ...env, ...kvWorld.at("night"), ...bindings } as Bindings;
  return workThroughNight(() => openShop(all), NIGHT, step as never);
};
const storedGift = () => sql("INSERT INTO gifts VALUES (?1, ?2, '2026-11-20T10:00:00.000Z')", id, code);
const order = (intentId = id) => orderOf(intentId);
const done = () => Object.fromEntries(logs.lines("night.done").map(({ part, count }) => [part, count]));

const OFFER = { environment: "local", product: "KVB1", price: "3900", flow: "none", visit: "digest" };
const METADATA = { ...OFFER, buyer_name: "Opa Jansen", buyer_email: "opa@example.nl" };
const WISH = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "Hoi", from: "now" } as const;
const GIFT = { ...METADATA, ...wishToMetadata(WISH) };
const sale = (changes: object = {}): StoredObject =>
  intent({ id, status: "succeeded", created: NIGHT_S - DAY_S, metadata: METADATA, ...changes }) as StoredObject;
const moved = (type: "refund.created" | "charge.dispute.created", fields: object): StoredObject => {
  const whose = { id: `mv_${id}`, payment_intent: id, amount: 3900, created: NIGHT_S - 3600 };
  return wholeObject(type, { ...whose, ...fields }) as StoredObject;
};
const refund = (status = "succeeded") => moved("refund.created", { status });
const dispute = (status: string) => moved("charge.dispute.created", { status });
const changes = () =>
  stripe.calls.filter(({ method }) => method === "POST").map(({ url }) => url.pathname.replace("/v1/", ""));

test("a sale, with its mails", async () => {
  stripe.add("payment_intents", sale());
  await work();
  expect(await order()).toMatchObject({ status: "paid", email: "opa@example.nl", source: "checkout" });
  const owed = await rowsOf("SELECT kind, state FROM mails WHERE about = ?1", id);
  expect(owed).toEqual(["confirmation", "notice"].map((kind) => ({ kind, state: "due" })));
  expect(logs.lines("night.healed")).toMatchObject([{ level: "warn", intentId: id, about: "sale" }]);
  expect(done()).toMatchObject({ "compare with Stripe": 1 });
  logs.clear();
  await work();
  expect(done()).toMatchObject({ "compare with Stripe": 0 });
  expect(logs.lines("night.healed")).toEqual([]);
});

test("a hosted sale of a week ago, from its session", async () => {
  const customer_details = { name: "Els Bos", email: "els@example.nl" };
  const paid = { payment_intent: id, payment_status: "paid", created: NIGHT_S - 7 * DAY_S, customer_details };
  const session = { id: "cs_night", ...paid, metadata: { product: "KVB2", environment: "local" } };
  stripe.add("payment_intents", sale({ metadata: {}, receipt_email: null, created: NIGHT_S - 7 * DAY_S }));
  stripe.add("checkout/sessions", wholeObject("checkout.session.completed", session) as object);
  await work();
  expect(await order()).toMatchObject({ source: "hosted", productId: "KVB2", email: "els@example.nl" });
});

test.each<[string, number, () => unknown, object]>([
  ["a refund", 1, () => stripe.add("refunds", refund()), { refundedCents: 3900 }],
  ["a refund that came back", 1, () => stripe.add("refunds", refund("failed")), { failedRefundCents: 3900 }],
  ["a dispute", 1, () => stripe.add("disputes", dispute("lost")), { dispute: "lost" }],
  ["a refund of long after", 300, () => stripe.add("refunds", refund()), { refundedCents: 3900 }],
  ["a dispute of long after", 300, () => stripe.add("disputes", dispute("under_review")), { dispute: "open" }],
])("%s, of a sale of %i days ago, once", async (_name, days, happens, facts) => {
  stripe.add("payment_intents", sale({ created: NIGHT_S - days * DAY_S }));
  if (days > 1) await keepOrder(paidOrder({ intentId: id }, "2026-01-26T10:00:00.000Z"));
  await work();
  logs.clear();
  happens();
  // What was won may be lost after all, or asked about anew.
  await run(row("disputes", { id: `mv_${id}`, intent_id: id, stage: 4, event_at: "2026-01-27T10:00:00.000Z" }));
  await work();
  expect(await order()).toMatchObject(facts);
  await work();
  expect(logs.lines("night.healed")).toHaveLength(1);
});

test("a gift is stopped by the part of the night that finds that its money went back", async () => {
  await keepOrder(paidOrder({ intentId: id, gift: WISH }));
  stripe.add("payment_intents", sale());
  stripe.add("refunds", refund());
  await work({}, "compare with Stripe");
  expect(await env.GIFTS.get(giftStopKey(code, "refund"))).toContain("true");
});

test("what the two say differently is left for an operator, and counted in the log", async () => {
  const ids = [`${id}c`, `${id}b`, id, id];
  stripe.add("payment_intents", sale(), ...["b", "c"].map((more) => sale({ id: id + more })));
  stripe.add("refunds", refund(), { ...refund(), id: "re_missing", payment_intent: `${id}c` });
  const changes = { source: "checkout", flow: "none" } as const;
  await keepOrder(paidOrder({ intentId: id, ...changes, productId: "KVB1", amountCents: 4900 }));
  await keepOrder(paidOrder({ intentId: `${id}b`, ...changes, productId: "KVB2" }));
  await keepOrder(paidOrder({ intentId: `${id}c`, ...changes, productId: "KVB1", currency: "usd", gift: WISH }));
  await run(row("refunds", { id: `mv_${id}`, intent_id: id, cents: 100 }));
  await expect(work({ GIFTS: AWAY })).rejects.toThrow();
  expect(await order()).toMatchObject({ amountCents: 4900 });
  const numbers = { different: 4, unreadable: 0 };
  expect(logs.lines("night.different")).toMatchObject([{ level: "error", ...numbers }]);
  const says = "4 keer zegt Stripe iets anders dan de winkel, en 0 keer kan de winkel niet lezen wat Stripe zegt";
  const detail = `${says}. Vergelijk in het beheer en in Stripe: ${ids.map(formatOrderNumber).join(", ")}`;
  const alarms = await rowsOf("SELECT kind, about, detail, mail FROM alarms WHERE about LIKE '%different'");
  expect(alarms).toEqual([{ kind: "night", about: "2026-11-22 different", detail, mail: null }]);
});

test("what cannot be read alarms too, by itself, and names ten at most", async () => {
  stripe.add("refunds", ...Array.from({ length: 11 }, (_, n) => ({ ...refund(), id: `re_${n}`, amount: -1 })));
  await work();
  expect(logs.lines("night.different")).toMatchObject([{ different: 0, unreadable: 11 }]);
  expect(String((await rowsOf("SELECT detail FROM alarms"))[0]?.detail).match(/re_/g)).toHaveLength(10);
});

test("a gift for a day of another age is recorded as any payment, and keeps no other", async () => {
  const metadata = { ...GIFT, gift_from: "0999-12-05", gift_by_mail: "0a1b2c3d" };
  stripe.add("payment_intents", sale({ metadata }), sale({ id: "pi_other" }));
  await work();
  expect([(await order())?.status, (await order("pi_other"))?.status]).toEqual(["paid", "paid"]);
});

const left = (changes: object = {}): StoredObject => {
  const metadata = { ...GIFT, user_id: "user-1", contents: "KVB1.3900.digest-of-the-wish" };
  const created = NIGHT_S - 36 * DAY_S;
  return sale({ status: "requires_payment_method", created, metadata, receipt_email: "opa@example.nl", ...changes });
};
const failedCharge = (): StoredObject => {
  const charge = { id: "ch_left", payment_intent: id, created: NIGHT_S - 31 * DAY_S, status: "failed" };
  const fields = { ...charge, paid: false, metadata: { ...GIFT } };
  return wholeObject("charge.failed", fields) as StoredObject;
};

const atStripe = () =>
  JSON.stringify([stripe.all("payment_intents"), stripe.all("charges").map(({ metadata }) => metadata)]);

test("a payment that nobody finished is emptied with its charges, then canceled: the event of the cancellation repeats its data", async () => {
  stripe.add("payment_intents", left());
  stripe.add("charges", failedCharge());
  await work();
  const intentPath = `payment_intents/${id}`;
  expect(changes()).toEqual([intentPath, "charges/ch_left", `${intentPath}/cancel`]);
  expect(stripe.all("payment_intents")[0]).toMatchObject({ status: "canceled", receipt_email: null });
  expect(atStripe()).not.toMatch(/opa@|Opa|Jansen|Noor|Hoi|user-1|digest-of/);
  expect(done()).toMatchObject({ "erase left payments": 1 });
  // A second night finds nothing to do.
  stripe.calls.length = 0;
  await work();
  expect(changes()).toEqual([]);
  // What cannot be emptied is not canceled.
  stripe.clear();
  stripe.add("payment_intents", left());
  stripe.add("charges", failedCharge());
  isRefused = (path) => path.startsWith("/v1/charges/");
  await expect(work()).rejects.toThrow();
  expect(stripe.all("payment_intents")[0]?.status).toBe("requires_payment_method");
});

test("a payment that somebody canceled at Stripe is emptied with its charges, also the night after a failure", async () => {
  stripe.add("payment_intents", left({ status: "canceled", latest_charge: "ch_left" }));
  stripe.add("charges", failedCharge());
  isRefused = (path) => path.startsWith("/v1/charges/") && stripe.calls.at(-1)?.method === "POST";
  await expect(work()).rejects.toThrow();
  isRefused = () => false;
  await work();
  // Stripe empties no address of a canceled payment.
  expect(atStripe()).toContain('"receipt_email":"opa@example.nl"');
  expect(atStripe().replace("opa@example.nl", "")).not.toMatch(/opa@|Opa|Jansen|Noor|Hoi|user-1|digest-of/);
  expect(changes()).not.toContain(`payment_intents/${id}/cancel`);
});

test("the texts of a gift of two years ago go, and the buyer's own data stay", async () => {
  stripe.add("payment_intents", sale({ metadata: GIFT, receipt_email: "opa@example.nl" }));
  stripe.add("charges", { ...failedCharge(), status: "succeeded" });
  const paidAt = "2024-11-17T10:00:00.000Z";
  await keepOrder(paidOrder({ intentId: id, gift: WISH, paidAt, createdAt: paidAt }));
  isRefused = () => stripe.calls.at(-1)?.method === "POST" && changes().length === 1;
  await expect(work()).rejects.toThrow();
  await work();
  expect(done()).toMatchObject({ "erase gift texts": 1 });
  expect(atStripe()).not.toMatch(/Noor|Hoi/);
  const { buyer_name, buyer_email } = METADATA;
  const kept = { receipt_email: buyer_email, metadata: expect.objectContaining({ buyer_name, buyer_email }) };
  expect(stripe.all("payment_intents")).toMatchObject([kept]);
  await work();
  expect(done()).toMatchObject({ "erase gift texts": 0 });
});

test.each([
  ["it is not thirty days old before the next night", { created: NIGHT_S - 29 * DAY_S }],
  ["it was paid", { status: "succeeded" }],
  ["its bank still decides", { status: "processing" }],
  ["it is another environment's", { metadata: { ...METADATA, environment: "rehearsal" } }],
  ["nothing says whose it is", { metadata: { buyer_email: "opa@example.nl" } }],
  ["it is a payment link's, which Stripe ends", { metadata: { ...METADATA, visit: undefined } }],
])("a payment that nobody finished is left alone if %s", async (_name, fields) => {
  stripe.add("payment_intents", left(fields));
  await work();
  expect(changes()).toEqual([]);
});

test("what Stripe refuses keeps no other payment from being canceled, and the owner hears which it was", async () => {
  const [second, third] = [
    { status: "requires_confirmation", created: NIGHT_S - 29 * DAY_S - 1 },
    { status: "requires_action" },
  ];
  stripe.add("payment_intents", left(), left({ id: "pi_left2", ...second }), left({ id: "pi_left3", ...third }));
  stripe.add("payment_intents", ...Array.from({ length: 99 }, (_, n) => left({ id: `pi_${n}`, status: "processing" })));
  await run(row("disputes", { intent_id: id }));
  isRefused = (path) => path.endsWith(`${id}/cancel`) || path.endsWith("/disputes/du_1");
  await expect(work()).rejects.toThrow("1 failed (du_1)");
  const statuses = stripe.all("payment_intents").map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(["requires_payment_method", "canceled", "canceled"]);
  const alarms = JSON.stringify(await rowsOf("SELECT detail FROM alarms"));
  for (const name of ["du_1", formatOrderNumber(id)]) expect(alarms).toContain(`Het ging mis bij ${name}; de rest`);
});

const created = NIGHT_S - 89 * DAY_S;
eachRow(`
    a dispute that was lost         | disputes | needs_response         | lost           | {"dispute":"lost"} | dispute-lost
    what a bank asked about before  | disputes | warning_needs_response | needs_response | {"dispute":"open"} | dispute
    a refund that the bank returned | refunds  | succeeded              | failed         | {"owedCents":3900} | refund-failed`)(
  "%s is found by its name, and alarms",
  async (_name, list = "", before, after, found = "", alarm = "") => {
    await keepOrder(paidOrder({ intentId: id, source: "checkout", productId: "KVB1", email: "jan@example.nl" }));
    const type = list === "refunds" ? "refund.created" : "charge.dispute.created";
    const named = moved(type, { id: `re_${id}`, created, status: before });
    stripe.add(list, named);
    const event = readOrderEvent({ id: "evt_1", type, created, data: { object: named } });
    if (event === null || event === "unrelated") throw new Error("no event");
    await recordEvent(openShop(env as unknown as Bindings, new Date(created * 1000)), event);
    await work();
    expect(done()["compare what may change"]).toBe(0);
    Object.assign(named, { status: after, balance_transactions: [balanceTransaction(-3900)] });
    await work();
    expect(done()["compare what may change"]).toBe(1);
    expect(await order()).toMatchObject(JSON.parse(found));
    // It is news of this night, whenever it was made.
    const alarms = (await run(...raiseAlarms(NIGHT))).flat();
    expect(alarms.map((row) => row.kind)).toEqual([alarm]);
  },
);

test.each([
  ["answers", "fulfilled"],
  ["knows none, as after a rehearsal with test keys", "fulfilled"],
  ["refuses", "rejected"],
])("a hundred are asked in a night, the longest unasked first; Stripe %s", async (does, end) => {
  const made = new Date(created * 1000).toISOString();
  const numbers = JSON.stringify(Array.from({ length: 150 }, (_, n) => n));
  await run(sql("INSERT INTO refunds SELECT 're_' || value, ?1, 1, ?2, NULL FROM json_each(?3)", id, made, numbers));
  for (let n = 0; n < 150 && does === "answers"; n += 1)
    stripe.add("refunds", moved("refund.created", { id: `re_${n}`, created, amount: 1 }));
  isRefused = (path) => does === "refuses" && path.startsWith("/v1/refunds/");
  const asked = () =>
    new Set(stripe.calls.map(({ url }) => url.pathname).filter((path) => path.startsWith("/v1/refunds/"))).size;
  expect((await Promise.allSettled([work()]))[0].status).toBe(end);
  expect(asked()).toBe(100);
  vi.setSystemTime(NIGHT.getTime() + DAY_S * 1000);
  await Promise.allSettled([work()]);
  expect(asked()).toBe(150);
});

onEveryKv((world) => {
  const gift = { gift: WISH } as const;
  const stopNow = async () => {
    world.settle();
    return JSON.parse((await world.at("recipient").GIFTS.get(giftStopKey(code, "refund"))) ?? "null")?.stopped;
  };

  test("a gift's stop that KV lacks although the money went back is set; one that has gone back is lifted", async () => {
    await keepOrder(paidOrder({ intentId: id, ...gift, refundedCents: 3900 }), "charge");
    await work();
    expect([await stopNow(), done()["settle gifts"]]).toEqual([true, 1]);
    world.settle();
    await work();
    expect(done()["settle gifts"]).toBe(0);
    await run(
      sql("INSERT INTO refunds VALUES (?1, ?2, 3900, '', '2026-11-21T10:00:00.000Z')", `re_${id}`, id),
      sql("INSERT OR REPLACE INTO orders SELECT * FROM joined_orders WHERE intent_id = ?1", id),
    );
    world.settle();
    await work();
    expect([await stopNow(), done()["settle gifts"]]).toEqual([false, 1]);
  });

  test("a gift's stop is set if the bank took the money, also of an erased giver", async () => {
    await keepOrder(paidOrder({ intentId: id, ...gift }));
    await run(row("erasures", { intent_id: id, erased_at: "" }));
    await run(row("disputes", { intent_id: id, stage: 3 }), ...refreshStatements(id));
    await work();
    expect([await stopNow(), done()["settle gifts"]]).toEqual([true, 1]);
  });

  test("the stop of a gift whose money never moved, or of an order that is none, is not looked at", async () => {
    await keepOrder(paidOrder({ intentId: id, ...gift }));
    await run(storedGift());
    await keepOrder(paidOrder({ intentId: `${id}course`, refundedCents: 3900 }), "charge");
    const asked: string[] = [];
    const get = async (key: string) => void asked.push(key);
    await work({ GIFTS: { get } as unknown as Bindings["GIFTS"] });
    expect(asked).toEqual([]);
  });
});

test("a paid gift that KV lacks is stored with its message, once; not one of erased data, nor a declined one; one that cannot be stops no other", async () => {
  const ids = [id, `${id}erased`, `${id}broken`];
  const [own = "", erased = "", broken = ""] = await Promise.all(ids.map((one) => createGiftCode(shopOf(), one)));
  for (const intentId of ids) await keepOrder(paidOrder({ intentId, gift: WISH }));
  await keepOrder(paidOrder({ intentId: "pi_declined", gift: WISH, status: "failed" }), "failed");
  stripe.add("payment_intents", ...ids.map((one) => sale({ id: one, metadata: GIFT })));
  await run(sql("INSERT INTO erasures VALUES (?1, '2026-11-21T10:00:00.000Z')", `${id}erased`));
  const put: Parameters<typeof changed>[1][string] =
    (real) =>
    (key: string, ...more) =>
      key === broken ? fail() : real(key, ...more);
  await expect(work({ GIFTS: changed(env.GIFTS, { put }) })).rejects.toThrow();
  const stored = () => Promise.all([own, erased, broken].map((one) => env.GIFTS.get(String(one))));
  const entry = JSON.stringify({ product: "KVB1" });
  expect(await stored()).toEqual([entry, null, null]);
  const texts = JSON.stringify({ message: "Hoi", recipient: "Noor", giver: "Opa" });
  // The texts come first: no gift opens without them.
  for (const one of [code, broken]) expect(await env.GIFTS.get(giftTextsKey(String(one)))).toBe(texts);
  await work({ GIFTS: env.GIFTS });
  expect([await stored(), done()["store gifts"]]).toEqual([[entry, null, entry], 1]);
  expect(await rowsOf("SELECT * FROM gifts WHERE intent_id = 'pi_declined'")).toEqual([]);
  await work({ GIFTS: AWAY });
  expect(done()["store gifts"]).toBe(0);
});

const unpurged = (real: (...args: unknown[]) => unknown) => (statements: unknown[]) =>
  statements.length > 15 ? fail() : real(statements);
const ALL = Object.keys(ALARM_COPY.night.parts).sort();
test.each<[string, string, () => Partial<Bindings>]>([
  ["all is well", "", () => ({})],
  ["Stripe is not configured", "", () => ({ STRIPE_SECRET_KEY: "" })],
  ["KV is away", "settle gifts", () => ({ GIFTS: AWAY })],
  ["Stripe is away", "compare with Stripe, erase left payments", () => stripe.setMode("error-500") ?? {}],
  ["the purge is refused", "purge", () => ({ DB: changed(env.DB, { batch: unpurged }) })],
])("when %s, the night does all but '%s', and says so by an error", async (_name, undone, trouble) => {
  // Each part has something to do.
  await keepOrder(paidOrder({ intentId: id, gift: WISH, refundedCents: 3900 }), "charge");
  const draft = "INSERT INTO delivery_drafts VALUES ('pi_old', 'a', 'noor@example.nl', '2026-11-01T00:00:00.000Z')";
  await run(storedGift(), sql(draft));
  stripe.add("payment_intents", sale({ id: `${id}lost` }));
  const night = work(trouble());
  if (undone === "") await night;
  else await expect(night).rejects.toThrow();
  const parts = ALL.filter((part) => !undone.split(", ").includes(part));
  expect(Object.keys(done()).sort()).toEqual(parts);
  // What could not be done in a day of attempts, the owner hears of.
  const words: Readonly<Record<string, string>> = ALARM_COPY.night.parts;
  const said = (part: string) => expect.stringContaining(`niet: ${words[part]}.`);
  const failed = ALL.filter((part) => !parts.includes(part));
  const alarms = failed.map((part) => ({ kind: "night", about: `2026-11-22 ${part}`, detail: said(part) }));
  expect(await rowsOf("SELECT kind, about, detail FROM alarms ORDER BY about")).toEqual(alarms);
  expect(await rowsOf("SELECT * FROM delivery_drafts")).toHaveLength(undone === "purge" ? 1 : 0);
});

test("on the platform's own engine each part is a step", async () => {
  await using workflow = await watchEngine("NIGHT");
  await env.NIGHT.create({ id: `night-${payments}`, params: { at: NIGHT.toISOString() } });
  const [instance] = await workflow.get();
  await instance?.waitForStatus("complete");
  expect(await instance?.waitForStepResult({ name: "settle gifts" })).toBe(0);
});
