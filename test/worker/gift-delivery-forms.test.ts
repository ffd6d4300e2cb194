import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { GIFT_NEXT_STEPS } from "../../src/courses/next-steps-copy.ts";
import {
  claimDelivery,
  endDelivery,
  giveUpAwaited,
  planDelivery,
  readDelivery,
  stopWithdrawnDelivery,
} from "../../src/gifts/day/gift-delivery.ts";
import { GIFT_DELIVERY_COPY as COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { DELIVERY_MAX_CHANGES } from "../../src/gifts/day/gift-delivery-rules.ts";
import { giftStopKey } from "../../src/gifts/gift-entries.ts";
import { giftCodeOf } from "../../src/gifts/paid-gifts.ts";
import { ledgerOf, type Statement } from "../../src/ledger/database.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import type { Order } from "../../src/ledger/orders.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { orderPath } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { attribute, count, one, type readDocument, texts, visibleText } from "./document.ts";
import { emptyLedger, keepOrder, run } from "./ledger-rows.ts";
import { inTurn, limiterOf } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { AWAY, askWith, changed, fail, formOf, ORDER_KEYS, pageOf, unheard } from "./shop.ts";
import { keepWithdrawal } from "./withdrawing-buyer.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** The order page's forms by which a giver has a gift mailed on a day, changes that, or stops it. */

const logs = collectLogs();

const NOW = new Date("2026-11-22T10:00:00Z");
const DAY = "2026-12-05";
const NOOR = "noor@example.nl";
const GIFT: GiftWish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: DAY };

let orders = 0;
let intentId = "";
let path = "";
let started: Instance[] = [];

async function sell(wish: object = {}, more: Partial<Order> = {}): Promise<void> {
  const gift = { ...GIFT, ...wish };
  await keepOrder(paidOrder({ intentId, source: "checkout", email: "kees@example.nl", gift, ...more }));
}
const ask = (init: RequestInit, more: Partial<Bindings>, address = path) =>
  askWith({ ...ORDER_KEYS, MAILER: createIdleWorkflow(started), ...more }, address, init);
const visit = (more: Partial<Bindings> = {}) => ask({ headers: { "cf-connecting-ip": freshAddress() } }, more);
/** Sends a form, and goes where the answer leads, as a browser does. */
const send = async (fields: Readonly<Record<string, string>>, headers: object = {}, more: Partial<Bindings> = {}) => {
  const response = await ask(formOf(fields, headers), more);
  const location = response.headers.get("location");
  return response.status === 303 && location !== null
    ? ask({ headers: { "cf-connecting-ip": freshAddress() } }, {}, location)
    : response;
};
const ASKED = { datum: "2026-12-24", "ontvanger-email": NOOR, bezorging: "versturen" };
const STOP = { bezorging: "stoppen" };
const said = (page: ReturnType<typeof readDocument>) => visibleText(one(page, ".order-delivery-state"));
const stepsOn = (page: ReturnType<typeof readDocument>) => texts(page, "[aria-labelledby=verder] h3");
const stateNow = () => readDelivery(ledgerOf(env), intentId);
/** What the Workflow that mails the gift writes down. */
const mailIt = (...end: readonly Statement[]) => {
  const until = new Date(Date.now() + 60_000).toISOString();
  return run(claimDelivery(intentId, 1, "claim", until, new Date().toISOString()), ...end);
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await emptyLedger();
  orders += 1;
  intentId = `pi_dayorder${orders}`;
  started = [];
  path = orderPath((await createOrderToken(ORDER_KEYS as Bindings, intentId)) ?? "");
  await sell();
});

test("nothing is mailed until the giver asks for it, with a plain form", async () => {
  const page = await pageOf(visit());
  expect(said(page)).toBe(COPY.page.states.none);
  expect(attribute(page, ".order-delivery form", "method")).toBe("post");
  expect(attribute(page, "#datum", "value")).toBe(DAY);
  expect([attribute(page, "#datum", "min"), attribute(page, "#datum", "max")]).toEqual(["2026-11-22", "2027-11-21"]);
  const after = await pageOf(send(ASKED));
  expect(visibleText(one(after, ".order-delivery [role=status]"))).toBe(COPY.page.done.planned);
  expect(said(after)).toBe(`Op 24 december 2026 om 8.00 uur sturen we het cadeau naar ${NOOR}.`);
  expect(visibleText(one(after, ".order-delivery"))).toContain("5 december 2026");
  expect(await stateNow()).toMatchObject({ state: "planned", version: 1, sendAt: "2026-12-24T07:00:00.000Z" });
  expect(started).toEqual([]);
  expect(said(await pageOf(visit()))).toContain(NOOR);
});

test("its next steps follow what becomes of it: it is mailed, has been, or is for the giver to hand over", async () => {
  const [keep = "", give = "", unwrap = ""] = GIFT_NEXT_STEPS.map(({ title }) => title);
  expect(stepsOn(await pageOf(visit()))).toEqual([keep, give, unwrap]);
  expect(stepsOn(await pageOf(send(ASKED)))).toEqual([keep, "Wij sturen het cadeau", unwrap]);
  await mailIt(endDelivery(intentId, "claim", "sent", "2026-12-24T07:00:00.000Z"));
  const sent = await pageOf(visit());
  expect(said(sent)).toMatch(/^Op 24 december 2026 om 08:00 .*Is het niet aangekomen\? Stuur dan zelf de link\.$/);
  expect(stepsOn(sent)).toEqual([keep, unwrap]);
});

test("who has withdrawn reads so: there is nothing to plan, and no next step", async () => {
  await send(ASKED);
  await keepWithdrawal(intentId);
  await run(...stopWithdrawnDelivery(intentId, NOW.toISOString()));
  const [seen, refused] = [await pageOf(visit()), await pageOf(send(ASKED), 409)];
  expect(visibleText(one(refused, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.withdrawn);
  for (const page of [seen, refused]) {
    expect(visibleText(one(page, "h1"))).toBe(ORDER_STATUS_COPY.states.withdrawn.title);
    expect(said(page)).toBe(COPY.page.states.withdrawn);
    expect([count(page, ".order-delivery form"), stepsOn(page)]).toEqual([0, []]);
  }
  expect(await stateNow()).toMatchObject({ state: "stopped", by: "withdrawal" });
});

test("who was refused a withdrawal of a gift that nobody was to mail may still have it mailed", async () => {
  await keepWithdrawal(intentId, { answer: "refused" });
  const page = await pageOf(visit());
  expect(said(page)).toBe(COPY.page.states.none);
  expect(count(page, ".order-delivery-form")).toBe(1);
  expect(said(await pageOf(send(ASKED)))).toContain(NOOR);
});

test("a giver who stops it reads that nothing is mailed, and may start it again", async () => {
  await send(ASKED);
  vi.setSystemTime(NOW.getTime() + 5000);
  const page = await pageOf(send(STOP));
  expect(said(page)).toBe(COPY.page.states.stopped);
  expect(await page.toString()).not.toContain(NOOR);
  expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  vi.setSystemTime(NOW.getTime() + 10_000);
  expect(said(await pageOf(send(ASKED)))).toContain("24 december 2026");
});

const { day, to } = COPY.problems;
test.each([
  ["no day", { datum: "" }, "datum", day.missing],
  ["a day that does not exist", { datum: "2027-02-29" }, "datum", day.invalid],
  ["yesterday", { datum: "2026-11-21" }, "datum", day.past],
  ["more than a year ahead", { datum: "2027-11-22" }, "datum", day.far.replace("{last}", "21 november 2027")],
  ["no address", { "ontvanger-email": " " }, "ontvanger-email", to.missing],
  ["a wrong address", { "ontvanger-email": "noor@example" }, "ontvanger-email", to.invalid],
])("%s: 422, said at the field, and what was typed is still there", async (_name, change, field, text) => {
  const typed: Record<string, string> = { ...ASKED, ...change };
  const page = await pageOf(send(typed), 422);
  expect(visibleText(one(page, "title"))).toMatch(/^Fout: /);
  expect(visibleText(one(page, `#${field}-fout`))).toBe(text);
  expect(attribute(page, ".form-alert a", "href")).toBe(`#${field}`);
  expect(attribute(page, `#${field}`, "aria-invalid")).toBe("true");
  for (const name of ["datum", "ontvanger-email"]) {
    expect(attribute(page, `#${name}`, "value")).toBe(typed[name]?.trim());
  }
  expect(attribute(page, ".order-delivery details", "open")).not.toBeNull();
  expect(started).toEqual([]);
});

test("today after eight it goes at once: its sending is started, and the page offers no change", async () => {
  const page = await pageOf(send({ ...ASKED, datum: "2026-11-22" }));
  expect(said(page)).toContain("We versturen het cadeau nu");
  expect(stepsOn(page)).toContain("Wij sturen het cadeau");
  expect(count(page, ".order-delivery form")).toBe(0);
  const params = { kind: "gift", about: intentId, version: "1" };
  expect(started).toEqual([expect.objectContaining({ id: `gift-1-${intentId}`, params })]);
  // From here on it is being mailed: a tab that was open before comes too late.
  await mailIt();
  const refused = await pageOf(send(STOP), 409);
  expect(visibleText(one(refused, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.closed);
  expect(said(refused)).toContain("We versturen het cadeau nu");
});

test("while Workflows are away it is planned all the same: the clock starts it", async () => {
  await pageOf(send({ ...ASKED, datum: "2026-11-22" }, {}, { MAILER: AWAY }));
  expect(logs.lines("workflow.unavailable")).toMatchObject([{ intentId }]);
  expect(await stateNow()).toMatchObject({ state: "planned", sendAt: NOW.toISOString() });
});

test.each([
  ["another site", {}, { origin: "https://evil.example" }, 403],
  ["JSON", {}, { "content-type": "application/json" }, 415],
  ["a long text", { datum: "x".repeat(10_000) }, {}, 413],
])("%s changes nothing", async (_name, change, headers, status) => {
  const page = await pageOf(send({ ...ASKED, ...change }, headers), status);
  expect(visibleText(one(page, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.unreadable);
  expect(started).toEqual([]);
});

test("a link that was not signed by us is no order, and a page of an order is for its holder only", async () => {
  path = path.replace("pi_day", "pi_dax");
  expect((await send(ASKED)).status).toBe(404);
  expect(started).toEqual([]);
});

test.each([
  ["is no gift", { gift: undefined }],
  ["is a gift for now", { gift: { ...GIFT, from: "now" } }],
  ["was paid back", { refundedCents: 3900 }],
  ["is not paid", { status: "failed" }],
])("an order that %s has nothing to change", async (_name, changes) => {
  await emptyLedger();
  await keepOrder({ ...paidOrder({ intentId, source: "checkout", gift: GIFT }), ...changes } as Order);
  expect(count(await pageOf(visit()), ".order-delivery")).toBe(0);
  expect((await send(ASKED)).status).toBe(409);
  expect(started).toEqual([]);
});

test("a gift that an operator stopped is planned by no tab that was open before", async () => {
  const code = (await giftCodeOf(ORDER_KEYS as Bindings, { intentId })) ?? "";
  await env.GIFTS.put(giftStopKey(code, "operator"), JSON.stringify({ stopped: true, at: NOW.toISOString() }));
  const page = await pageOf(send(ASKED), 409);
  expect(visibleText(one(page, ".order-gift-stopped"))).toBe(ORDER_STATUS_COPY.more.giftStopped);
  expect(count(page, ".order-delivery")).toBe(0);
  expect(started).toEqual([]);
});

/** The ledger, whose later calls fail so. The order can be read. */
const failingFrom = (call: number) => {
  let calls = 0;
  return changed(env.DB, {
    batch: (real) => (statements: unknown) => {
      calls += 1;
      return calls < call ? real(statements) : fail();
    },
  });
};

test("while the ledger is away the link stays valid, nothing is changed, and what was typed can be sent again", async () => {
  const page = await pageOf(send(ASKED, {}, { DB: AWAY }), 503);
  expect(visibleText(one(page, "h1"))).toBe(ORDER_STATUS_COPY.unavailable.title);
  expect(visibleText(one(page, ".lead"))).toBe(COPY.page.kept);
  expect(attribute(page, "#datum", "value")).toBe(ASKED.datum);
  expect(attribute(page, "#ontvanger-email", "value")).toBe(NOOR);
  expect(attribute(page, ".order-delivery-form", "action")).toBe(`${path}#bezorgen`);
  const stop = await pageOf(send(STOP, {}, { DB: AWAY }), 503);
  expect(visibleText(one(stop, ".lead"))).toBe(ORDER_STATUS_COPY.unavailable.text);
  expect(await stateNow()).toBeNull();
});

test("a change that the ledger cannot take leaves what was typed in the form, and the page says so", async () => {
  const response = await send(ASKED, {}, { DB: failingFrom(2) });
  expect(response.headers.get("retry-after")).toBe("30");
  const page = await pageOf(response, 503);
  expect(visibleText(one(page, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.unavailable);
  expect(page.querySelector(".order-delivery-state")).toBeNull();
  expect(attribute(page, "#datum", "value")).toBe(ASKED.datum);
  expect(attribute(page, "#ontvanger-email", "value")).toBe(NOOR);
  expect(await stateNow()).toBeNull();
  expect(JSON.stringify(logs.lines("delivery.unchanged"))).not.toContain("@");
});

test("a stop that the ledger cannot take leaves day and address of the plan", async () => {
  await send(ASKED);
  const page = await pageOf(send(STOP, {}, { DB: failingFrom(2) }), 503);
  expect(visibleText(one(page, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.unavailable);
  expect(attribute(page, "#datum", "value")).toBe(ASKED.datum);
  expect(attribute(page, "#ontvanger-email", "value")).toBe(NOOR);
});

test("answers of the ledger that are lost change nothing of what the giver reads", async () => {
  expect(said(await pageOf(send(ASKED, {}, { DB: unheard(2) })))).toContain("24 december 2026");
  expect(said(await pageOf(send(STOP, {}, { DB: unheard(2) })))).toBe(COPY.page.states.stopped);
  expect(await stateNow()).toMatchObject({ version: 2, changes: 2 });
});

test("a gift whose typed address is not here yet is expected; once that is given up its giver can plan it", async () => {
  await sell({ deliveryDraftId: "0a1b2c3d" });
  await run(...planDelivery(intentId, DAY, NOW));
  const awaiting = await pageOf(visit());
  expect([said(awaiting), count(awaiting, ".order-delivery form")]).toEqual([COPY.page.states.expected, 0]);
  await run(...giveUpAwaited(NOW.toISOString(), NOW.toISOString()));
  const page = await pageOf(visit());
  expect(said(page)).toBe(COPY.page.states.lost);
  expect(attribute(page, "#datum", "value")).toBe(DAY);
  expect(stepsOn(page)).toEqual(GIFT_NEXT_STEPS.map(({ title }) => title));
  expect(said(await pageOf(send(ASKED)))).toContain("24 december 2026");
});

test.each(["refused", "failed"] as const)("a gift whose mail was %s can be mailed to another address", async (end) => {
  await send(ASKED);
  await mailIt(endDelivery(intentId, "claim", end, NOW.toISOString()));
  const page = await pageOf(visit());
  expect(said(page)).toBe(COPY.page.states[end]);
  expect(attribute(page, "#ontvanger-email", "value") ?? "").toBe("");
  expect(said(await pageOf(send({ ...ASKED, "ontvanger-email": "noor@elders.example" })))).toContain("elders");
});

test("six changes a minute, and twenty in all; stopping is always possible", async () => {
  const headers = { "cf-connecting-ip": "198.51.100.9" };
  const limiter = limiterOf("ORDER_LIMIT");
  const asked = (n: number) => ({ ...ASKED, "ontvanger-email": `noor${n}@example.nl` });
  const statuses = await inTurn(7, async (n) => (await send(asked(n), headers, limiter)).status);
  expect(statuses).toEqual([...Array(6).fill(200), 429]);
  for (let n = 6; n < DELIVERY_MAX_CHANGES; n += 1) await send(asked(n));
  const page = await pageOf(send(ASKED), 409);
  expect(visibleText(one(page, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged["too-often"]);
  expect(texts(page, ".order-delivery button")).toEqual([COPY.page.form.stop]);
  expect(texts(page, ".order-delivery > p")).toEqual([COPY.page.unchanged["too-often"], said(page)]);
  const seen = await pageOf(visit());
  expect(texts(seen, ".order-delivery button")).toEqual([COPY.page.form.stop]);
  expect(texts(seen, ".order-delivery > p")).toEqual([said(seen), COPY.page.unchanged["too-often"]]);
  expect(said(await pageOf(send(STOP)))).toBe(COPY.page.states.stopped);
  expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
});
