import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { GIFT_DELIVERY_COPY as COPY } from "../../src/content/gift-delivery.ts";
import { GIFT_NEXT_STEPS } from "../../src/content/next-steps.ts";
import { ORDER_STATUS_COPY } from "../../src/content/order-status.ts";
import type { Bindings } from "../../src/env.ts";
import { noteDelivery, readDelivery, stopDelivery } from "../../src/services/gift-delivery.ts";
import { giftStopKey } from "../../src/services/kv.ts";
import { createOrderToken } from "../../src/services/order-token.ts";
import { writeFact } from "../../src/services/orders.ts";
import { giftCodeOf } from "../../src/services/paid-gifts.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { DELIVERY_MAX_CHANGES } from "../../src/shared/gift-delivery.ts";
import { orderPath } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { attribute, count, one, type readDocument, texts, visibleText } from "./document.ts";
import { limiterOf } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { AWAY, askWith, changed, fail, formOf, ORDER_KEYS, pageOf } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

const logs = collectLogs();

const NOW = new Date("2026-11-22T10:00:00Z");
const DAY = "2026-12-05";
const NOOR = "noor@example.nl";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));

let orders = 0;
onEveryKv(({ at, settle }) => {
  let intentId = "";
  let path = "";
  let started: unknown[] = [];
  const gift: GiftWish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: DAY };
  const bindings = () => ({ ...ORDER_KEYS, ...at("giver"), AFTER_SALE: createIdleWorkflow(started) });
  // A real Workflow would be asked to sleep until a moment of the test's clock, which has been.
  const elsewhere = (place: string) => ({ ...env, ...at(place), AFTER_SALE: createIdleWorkflow() }) as Bindings;

  async function sell(wish: object = {}, fact: object = {}): Promise<void> {
    const order = paidOrder({ intentId, source: "checkout", email: "kees@example.nl", gift: { ...gift, ...wish } });
    await writeFact(at("webhook").ORDERS, intentId, { ...order, ...fact });
  }
  /** A request of the giver, minutes after the one before: KV shows by then what was written. */
  const ask = (init: RequestInit, more: Partial<Bindings>) => {
    settle();
    return askWith({ ...bindings(), ...more }, path, init);
  };
  const visit = (more: Partial<Bindings> = {}) => ask({ headers: { "cf-connecting-ip": freshAddress() } }, more);
  const send = (fields: Readonly<Record<string, string>>, headers: object = {}, more: Partial<Bindings> = {}) =>
    ask(formOf(fields, headers), more);
  const ASKED = { datum: "2026-12-24", "ontvanger-email": NOOR, bezorging: "versturen" };
  const STOP = { bezorging: "stoppen" };
  const said = (page: ReturnType<typeof readDocument>) => visibleText(one(page, ".order-delivery-state"));
  const stepsOn = (page: ReturnType<typeof readDocument>) => texts(page, "[aria-labelledby=verder] h3");
  const stateOf = async () => {
    settle();
    const read = await readDelivery(elsewhere("desk"), intentId);
    return read.status === "found" ? read.value : read;
  };

  beforeEach(async () => {
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
    expect(started).toMatchObject([{ params: { intentId, about: "delivery", sendAt: "2026-12-24T07:00:00.000Z" } }]);
    expect(said(await pageOf(visit()))).toContain(NOOR);
  });

  test("its next steps follow what becomes of it: it is mailed, has been, or is for the giver to hand over", async () => {
    const [keep = "", give = "", unwrap = ""] = GIFT_NEXT_STEPS.map(({ title }) => title);
    expect(stepsOn(await pageOf(visit()))).toEqual([keep, give, unwrap]);
    expect(stepsOn(await pageOf(send(ASKED)))).toEqual([keep, "Wij sturen het cadeau", unwrap]);
    await noteDelivery(elsewhere("workflow"), intentId, "0", "sent");
    const sent = await pageOf(visit());
    expect(said(sent)).toContain("Is het niet aangekomen? Stuur dan zelf de link.");
    expect(stepsOn(sent)).toEqual([keep, unwrap]);
  });

  test("who has withdrawn has no next steps: the page said to hand the gift over", async () => {
    await send(ASKED);
    settle();
    await stopDelivery(elsewhere("workflow"), intentId, "withdrawal", NOW);
    const page = await pageOf(visit());
    expect(said(page)).toBe(COPY.page.states.withdrawn);
    expect(stepsOn(page)).toEqual([]);
  });

  test("a giver who stops it reads that nothing is mailed, and may start it again", async () => {
    await send(ASKED);
    vi.setSystemTime(NOW.getTime() + 5000);
    const page = await pageOf(send(STOP));
    expect(said(page)).toBe(COPY.page.states.stopped);
    expect(await page.toString()).not.toContain(NOOR);
    expect(await stateOf()).toMatchObject({ state: "stopped", by: "giver" });
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

  test("today after eight it goes at once, and cannot be changed while it does", async () => {
    const page = await pageOf(send({ ...ASKED, datum: "2026-11-22" }));
    expect(said(page)).toContain("We versturen het cadeau nu");
    expect(stepsOn(page)).toContain("Wij sturen het cadeau");
    expect(count(page, ".order-delivery form")).toBe(0);
    const refused = await pageOf(send(STOP), 409);
    expect(visibleText(one(refused, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.closed);
    expect(started).toHaveLength(1);
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
    ["is a gift for now", { gift: { ...gift, from: "now" } }],
    ["was paid back", { refundedCents: 3900 }],
    ["is not paid", { status: "failed" }],
  ])("an order that %s has nothing to change", async (_name, fact) => {
    intentId = `${intentId}x`;
    path = orderPath((await createOrderToken(ORDER_KEYS as Bindings, intentId)) ?? "");
    const { gift: _gift, ...rest } = paidOrder({ intentId, source: "checkout", gift });
    const order = { ...rest, gift, ...fact };
    await at("webhook").ORDERS.put(intentId, JSON.stringify(order));
    expect(count(await pageOf(visit()), ".order-delivery")).toBe(0);
    expect((await send(ASKED)).status).toBe(409);
    expect(started).toEqual([]);
  });

  test("a gift that an operator stopped is planned by no tab that was open before", async () => {
    const code = (await giftCodeOf(ORDER_KEYS as Bindings, { intentId })) ?? "";
    await at("desk").GIFTS.put(giftStopKey(code, "operator"), JSON.stringify({ stopped: true, at: NOW.toISOString() }));
    const page = await pageOf(send(ASKED), 409);
    expect(visibleText(one(page, ".order-gift-stopped"))).toBe(ORDER_STATUS_COPY.more.giftStopped);
    expect(count(page, ".order-delivery")).toBe(0);
    expect(started).toEqual([]);
  });

  test("while KV or Workflows are away, nothing is changed and the page says so", async () => {
    const page = await pageOf(send(ASKED, {}, { AFTER_SALE: AWAY }), 503);
    expect(visibleText(one(page, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.unavailable);
    expect(attribute(page, "#ontvanger-email", "value")).toBe(NOOR);
    expect((await send(ASKED, {}, { ORDERS: AWAY })).status).toBe(503);
    expect(await stateOf()).toMatchObject({ state: "unplanned" });
    expect(JSON.stringify(logs.lines("delivery.unchanged"))).not.toContain("@");
  });

  test("a stop that could not be stored leaves day and address in the form", async () => {
    await send(ASKED);
    const page = await pageOf(send(STOP, {}, { ORDERS: changed(at("giver").ORDERS, { put: () => fail }) }), 503);
    expect(visibleText(one(page, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.unavailable);
    expect(attribute(page, "#datum", "value")).toBe(ASKED.datum);
    expect(attribute(page, "#ontvanger-email", "value")).toBe(NOOR);
  });

  test("while only the delivery cannot be read, the page says so, and what was typed is not lost", async () => {
    const ORDERS = changed(at("giver").ORDERS, {
      list: (real) => (options: { prefix: string }) =>
        options.prefix.startsWith("delivery:") ? fail() : real(options),
    });
    const before = await pageOf(visit({ ORDERS }));
    expect(said(before)).toBe(COPY.page.states.unavailable);
    expect(count(before, ".order-delivery form")).toBe(0);
    const page = await pageOf(send(ASKED, {}, { ORDERS }), 503);
    expect(visibleText(one(page, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged.unavailable);
    expect(attribute(page, "#datum", "value")).toBe(ASKED.datum);
    expect(attribute(page, "#ontvanger-email", "value")).toBe(NOOR);
    expect(count(await pageOf(send(STOP, {}, { ORDERS }), 503), ".order-delivery form")).toBe(0);
  });

  test("work that ended without a word is not called under way for ever: nobody knows whether it went, and it can be sent again", async () => {
    await send({ ...ASKED, datum: DAY });
    vi.setSystemTime(new Date("2026-12-05T18:00:00Z"));
    expect(said(await pageOf(visit()))).toContain("We versturen het cadeau nu");
    vi.setSystemTime(new Date("2026-12-06T10:00:00Z"));
    expect(said(await pageOf(visit()))).toBe(COPY.page.states.unsure);
    expect(said(await pageOf(send(ASKED)))).toContain("24 december 2026");
  });

  test("nor is a gift whose plan was never made called expected for ever: after three days its giver can plan it", async () => {
    settle();
    await sell({ byMail: "0a1b2c3d" }, { paidAt: NOW.toISOString() });
    vi.setSystemTime(new Date("2026-11-25T09:59:00Z"));
    const making = await pageOf(visit());
    expect([said(making), count(making, ".order-delivery form")]).toEqual([COPY.page.states.expected, 0]);
    vi.setSystemTime(new Date("2026-11-25T10:00:00Z"));
    const page = await pageOf(visit());
    expect(said(page)).toBe(COPY.page.states.lost);
    expect(attribute(page, "#datum", "value")).toBe(DAY);
    expect(stepsOn(page)).toEqual(GIFT_NEXT_STEPS.map(({ title }) => title));
    vi.setSystemTime(new Date("2026-12-06T10:00:00Z"));
    expect(said(await pageOf(visit()))).toBe(COPY.page.states.unsure);
    expect(said(await pageOf(send(ASKED)))).toContain("24 december 2026");
  });

  test("six changes a minute, and twenty in all; stopping is always possible", async () => {
    const headers = { "cf-connecting-ip": "198.51.100.9" };
    const limiter = limiterOf("ORDER_LIMIT");
    const statuses = [];
    for (let index = 0; index < 7; index += 1) {
      vi.setSystemTime(NOW.getTime() + index * 2000);
      statuses.push((await send(ASKED, headers, limiter)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    expect(statuses.at(-1)).toBe(429);
    for (let index = 6; index < DELIVERY_MAX_CHANGES; index += 1) {
      vi.setSystemTime(NOW.getTime() + index * 60_000);
      await send(ASKED);
    }
    vi.setSystemTime(NOW.getTime() + 3_600_000);
    const page = await pageOf(send(ASKED), 409);
    expect(visibleText(one(page, ".order-delivery [role=alert]"))).toBe(COPY.page.unchanged["too-often"]);
    expect(texts(page, ".order-delivery button")).toEqual([COPY.page.form.stop]);
    expect(texts(page, ".order-delivery > p")).toEqual([COPY.page.unchanged["too-often"], said(page)]);
    const seen = await pageOf(visit());
    expect(texts(seen, ".order-delivery button")).toEqual([COPY.page.form.stop]);
    expect(texts(seen, ".order-delivery > p")).toEqual([said(seen), COPY.page.unchanged["too-often"]]);
    expect(said(await pageOf(send(STOP)))).toBe(COPY.page.states.stopped);
    expect(await stateOf()).toMatchObject({ state: "stopped", by: "giver" });
  });
});
