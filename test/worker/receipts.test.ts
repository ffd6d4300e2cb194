import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Bindings } from "../../src/env.ts";
import type { Mail } from "../../src/services/mail.ts";
import { orderKey } from "../../src/services/orders.ts";
import {
  countMailing,
  decideMailing,
  NOTICES_A_DAY,
  RECEIPTS_A_DAY,
  RECEIPTS_A_DAY_TO_ONE,
} from "../../src/services/receipts.ts";
import { createFormName, readFormName } from "../../src/services/withdrawal-form.ts";
import { RECEIPT_PREFIX, recordWithdrawal, WITHDRAWAL_PREFIX } from "../../src/services/withdrawals.ts";
import { mailWithdrawal } from "../../src/workflows/after-withdrawal.ts";
import { createLimiter } from "../limiter.ts";
import { inTurn } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { createMemoryKv } from "./memory-kv.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { changed, emptyKv, fail, ORDER_KEYS } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** A withdrawal's stored form, and the limits of its mail, also while KV shows old values. */

const logs = collectLogs();

const DAY = "2026-11-22";
const DAY_MS = 24 * 3_600_000;
const FIELDS = { name: "Jan de Vries", contract: "Klein Vaarbewijs 1", email: "jan@example.nl", reason: "" };

let started: { id: string; params: Record<string, string> }[] = [];
let workflow = createIdleWorkflow();
// A day's count must not cross midnight.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date() }));
beforeEach(async () => {
  started = [];
  workflow = createIdleWorkflow(started);
  await emptyKv(env.ORDERS);
});

const NO_LIMIT = createLimiter(Number.POSITIVE_INFINITY);

function bindings(more: Partial<Bindings>): Bindings {
  return { ...env, ...ORDER_KEYS, ORDER_LIMIT: NO_LIMIT, AFTER_WITHDRAWAL: workflow, ...more } as Bindings;
}

/** The stored form of this name. */
async function readForm(name: string) {
  const form = await readFormName(bindings({}), name);
  if (form === null) throw new Error("the form's name does not read");
  return form;
}
const openForm = async () => readForm(await createFormName(bindings({})));

/** Presses the button of a form once. */
const record = (more: Partial<Bindings>, form: Awaited<ReturnType<typeof readForm>>) =>
  recordWithdrawal(bindings(more), { form, fields: FIELDS, intentId: null });
const receiptOf = (outcome: Awaited<ReturnType<typeof record>>) =>
  outcome.status === "recorded" ? outcome.receipt : outcome.status;

describe("one form", () => {
  onEveryKv((world) => {
    test("pressed twice at once, and again: one withdrawal, the same bytes, and every page says so", async () => {
      const puts = new Set<string>();
      const put = (real: (...args: unknown[]) => unknown) => (key: string, value: string, options: object) => {
        if (key.startsWith(WITHDRAWAL_PREFIX)) puts.add(value);
        return real(key, value, options);
      };
      const form = await openForm();
      const press = (place: string) => record({ ORDERS: changed(world.at(place).ORDERS, { put }) }, form);
      const outcomes = await Promise.all([press("AMS"), press("AMS"), press("FRA")]);
      world.pass(2_000);
      outcomes.push(await press("AMS"));
      world.pass(61_000);
      outcomes.push(await press("FRA"));
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["recorded"]));
      expect(puts.size).toBe(1);
      expect(started).toHaveLength(1);
      // A place that cannot see the decision about the receipt does not send one.
      expect(outcomes.map(receiptOf).filter((receipt) => receipt !== "facts" && receipt !== "known")).toEqual([]);
      expect(logs.lines("withdrawal.recorded")).toHaveLength(1);
      expect(logs.lines("kv.unavailable")).toEqual([]);
    });

    test("pressed eight times at once is stored: a write that KV refuses as too fast was made by another press", async () => {
      const form = await openForm();
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => record(world.at("AMS"), form)));
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["recorded"]));
    });

    test("every write is refused as too fast, and nothing is stored: the visitor does not read that it was received", async () => {
      const form = await openForm();
      const refuse = () => Promise.reject(new Error("KV PUT failed: 429 Too Many Requests"));
      const ORDERS = changed(world.at("AMS").ORDERS, { put: () => refuse });
      expect(await record({ ORDERS }, form)).toEqual({ status: "unavailable" });
      expect(started).toEqual([]);
    });

    test("its receipt is mailed from a place that has not seen it yet, a little later", async () => {
      await record(world.at("AMS"), await openForm());
      const [{ params } = { params: {} }] = started;
      const sent: Mail[] = [];
      const EMAIL = { send: async (mail: Mail) => void sent.push(mail) };
      const there = bindings({ ...world.at("FRA"), EMAIL: EMAIL as never });
      await mailWithdrawal(there, params as never, new Date(), patientStep(world.settle));
      expect(sent.map(({ to }) => to).sort()).toEqual(["eigenaar@vaarkoers.example", "jan@example.nl"]);
    });

    test("posted again when the platform has forgotten its name: what was mailed is not mailed again", async () => {
      const name = await createFormName(bindings({}));
      const press = async (more: Partial<Bindings>) => record(more, await readForm(name));
      const first = await press(world.at("AMS"));
      const [{ id, params } = { id: "", params: {} }] = started.splice(0);
      const forget = () => {
        vi.advanceTimersByTime(4 * DAY_MS);
        world.settle();
      };
      // The mail service was down, so no receipt went: it can still go.
      forget();
      expect(receiptOf(await press(world.at("AMS")))).toBe("facts");
      expect(started.splice(0).map((instance) => instance.id)).toEqual([id]);
      const EMAIL = { send: async () => undefined } as never;
      const there = bindings({ ...world.at("FRA"), EMAIL });
      await mailWithdrawal(there, params as never, new Date(), patientStep());
      forget();
      for (const place of ["AMS", "FRA"]) expect(await press(world.at(place))).toEqual(first);
      // A place that cannot see whether it went starts nothing.
      const { ORDERS } = world.at("AMS");
      const get = (key: string) => (key.startsWith(RECEIPT_PREFIX) ? fail() : ORDERS.get(key));
      expect(receiptOf(await press({ ORDERS: { get } as never }))).toBe("known");
      expect(started).toEqual([]);
    });
  });
});

describe("a receipt that an operator asks for as well", () => {
  const OWN = { receipt: "full", notice: "now" };
  const OPERATORS = { receipt: "full", notice: "none" };

  onEveryKv((world) => {
    /** Sends the mails that were asked for an hour ago, and returns the recipients of receipts. */
    async function mail(place: string, what: object, askedAt: Date): Promise<string[]> {
      vi.advanceTimersByTime(3_600_000);
      world.settle();
      const { reference } = KNOWN;
      const sent: string[] = [];
      const EMAIL = { send: async ({ to }: Mail) => void (to === KNOWN.email && sent.push(to)) } as never;
      const step = patientStep();
      await mailWithdrawal(bindings({ ...world.at(place), EMAIL }), { reference, ...what } as never, askedAt, step);
      return sent;
    }
    const KNOWN = { reference: "HR-AAAA-BBBB-CCCC", receivedAt: "2026-07-01T22:10:00.000Z", ...FIELDS };
    const { reason: _none, ...STORED } = KNOWN;
    beforeEach(() => env.ORDERS.put(WITHDRAWAL_PREFIX + KNOWN.reference, JSON.stringify(STORED)));

    test.each([
      ["its own", OWN, OPERATORS],
      ["the operator's", OPERATORS, OWN],
    ])("while the mail service is down: one goes, %s first", async (_name, first, second) => {
      const askedAt = new Date();
      expect(await mail("AMS", first, askedAt)).toEqual([KNOWN.email]);
      expect(await mail("FRA", second, askedAt)).toEqual([]);
      expect(await mail("AMS", second, askedAt)).toEqual([]);
    });

    test("in full: it goes although one of facts went meanwhile, and not the other way round", async () => {
      const askedAt = new Date();
      const facts = { ...OWN, receipt: "facts" };
      expect(await mail("AMS", facts, askedAt)).toEqual([KNOWN.email]);
      expect(await mail("FRA", OPERATORS, askedAt)).toEqual([KNOWN.email]);
      expect(await mail("AMS", facts, askedAt)).toEqual([]);
    });

    test("once more, after one went: it goes", async () => {
      expect(await mail("AMS", OWN, new Date())).toEqual([KNOWN.email]);
      vi.advanceTimersByTime(1_000);
      expect(await mail("AMS", OPERATORS, new Date())).toEqual([KNOWN.email]);
    });
  });
});

/** Lists as KV does: by name, a thousand at once. */
function listsAThousand(ORDERS: Bindings["ORDERS"]): Bindings["ORDERS"] {
  const list = async (options: { prefix: string }) => {
    const { keys } = await ORDERS.list(options);
    return { keys: keys.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, 1_000) };
  };
  return { ...ORDERS, list } as never;
}

/** Runs a step. If it fails, runs it once more after `pass`. */
function patientStep(pass = () => {}): never {
  const run = async (_name: string, _config: object, work: () => Promise<unknown>) => {
    try {
      return await work();
    } catch {
      pass();
      return work();
    }
  };
  return { do: run } as never;
}

describe("how many mails one may cause", () => {
  const counted = async (bound: Bindings, email: string, isProven = false) => {
    const mailing = await decideMailing(bound, DAY, { email, isProven });
    await countMailing(bound, DAY, `HR-${crypto.randomUUID()}`, mailing);
    return mailing;
  };

  test("a day: so many to one mailbox, under whatever address, and the rest is held", async () => {
    const bound = bindings({ ORDERS: createMemoryKv() });
    const spellings = ["jan.p@gmail.com", "JanP@Gmail.com", "janp+1@gmail.com", "janp+2@gmail.com"];
    const receipts = [];
    for (const email of [...spellings, "janp@gmail.com", "janp+3@gmail.com", "j.a.n.p@gmail.com"]) {
      receipts.push((await counted(bound, email)).receipt);
    }
    expect(receipts).toEqual([...Array(RECEIPTS_A_DAY_TO_ONE).fill("facts"), "held", "held"]);
    // Other visitors get their receipts, and the next day counts from zero.
    expect((await counted(bound, "piet@example.nl")).receipt).toBe("facts");
    expect((await decideMailing(bound, "2026-11-23", { email: "janp@gmail.com", isProven: false })).receipt).toBe(
      "facts",
    );
  });

  test("a day: so many to strangers in all; who proves the order gets the receipt all the same", async () => {
    const bound = bindings({ ORDERS: createMemoryKv() });
    const receipts = await inTurn(RECEIPTS_A_DAY + 5, async (n) => (await counted(bound, `a${n}@example.nl`)).receipt);
    expect(receipts.filter((receipt) => receipt === "facts")).toHaveLength(RECEIPTS_A_DAY);
    expect(receipts.slice(-5)).toEqual(Array(5).fill("held"));
    expect(await counted(bound, "noor@example.nl", true)).toMatchObject({ receipt: "full", notice: "now" });
  });

  test("a stranger cannot hold back the receipt of who proves the order, and the owner hears of it at once", async () => {
    const bound = bindings({ ORDERS: createMemoryKv(), ORDER_LIMIT: createLimiter(60) });
    for (let n = 0; n < RECEIPTS_A_DAY_TO_ONE + 5; n += 1) await counted(bound, "noor@example.nl");
    expect(await counted(bound, "noor@example.nl", true)).toMatchObject({ receipt: "full", notice: "now" });
    const unlimited = { ...bound, ORDER_LIMIT: NO_LIMIT };
    for (let n = 1; n < RECEIPTS_A_DAY_TO_ONE; n += 1) await counted(unlimited, "noor@example.nl", true);
    expect(await counted(unlimited, "noor@example.nl", true)).toMatchObject({ receipt: "held", notice: "now" });
  });

  test("a day of more than a thousand: held receipts do not count", async () => {
    const bound = bindings({ ORDERS: listsAThousand(createMemoryKv()) });
    const held = { to: "x", isProven: false, receipt: "held", notice: "digest" } as const;
    // The key comes before those of mailed receipts in a list.
    for (let n = 0; n < 1_000; n += 1) await countMailing(bound, DAY, `HR-!${n}`, held);
    const all = await inTurn(RECEIPTS_A_DAY_TO_ONE + 1, () => counted(bound, "jan@example.nl"));
    expect(all.at(-1)?.receipt).toBe("held");
  });

  test("the owner has so many mails a day, and the rest in one", async () => {
    const bound = bindings({ ORDERS: createMemoryKv() });
    const notices = await inTurn(NOTICES_A_DAY + 3, async (n) => (await counted(bound, `a${n}@example.nl`)).notice);
    expect(notices).toEqual([...Array(NOTICES_A_DAY).fill("now"), ...Array(3).fill("digest")]);
  });

  test("the record that is kept for three days names nobody", async () => {
    const put = vi.fn(async () => undefined);
    await counted(bindings({ ORDERS: { list: async () => ({ keys: [] }), put } as never }), "jan@example.nl");
    const [[key, value, options] = []] = put.mock.calls as unknown[][];
    expect(options).toMatchObject({
      expirationTtl: 3 * 24 * 60 * 60,
      metadata: { to: expect.stringMatching(/^[\w-]{16}$/) },
    });
    expect(JSON.stringify([key, value, options])).not.toMatch(/jan|example/);
  });

  onEveryKv((world) => {
    test("a flood of twenty, within KV's late minute: the minute's limit holds it, then the day's", async () => {
      const minute = () => bindings({ ...world.at("AMS"), ORDER_LIMIT: createLimiter(60) });
      const flood = async (times: number) => {
        const bound = minute();
        const outcomes = [];
        for (let n = 0; n < times; n += 1) {
          const sent = { form: await openForm(), fields: { ...FIELDS, reason: `nr ${n}` }, intentId: null };
          outcomes.push(receiptOf(await recordWithdrawal(bound, sent)));
        }
        return outcomes;
      };
      const first = await flood(20);
      expect(first.filter((receipt) => receipt === "facts").length).toBeLessThanOrEqual(3);
      expect(first.at(-1)).toBe("held");
      for (let n = 0; n < 3; n += 1) {
        world.settle();
        await flood(6);
      }
      const mailed = started.filter(({ params }) => params.receipt === "facts");
      expect(mailed.length).toBeLessThanOrEqual(RECEIPTS_A_DAY_TO_ONE + 2);
      const notices = started.filter(({ params }) => params.notice === "now");
      expect(notices.length).toBeLessThanOrEqual(NOTICES_A_DAY + 12);
      // Nothing is lost, and the owner hears once of the receipts that were held.
      const { keys } = await env.ORDERS.list({ prefix: WITHDRAWAL_PREFIX });
      expect(keys).toHaveLength(38);
      const digests = started.filter(({ params }) => "digestOf" in params);
      expect(digests).toEqual([expect.objectContaining({ id: `digest-${new Date().toISOString().slice(0, 10)}` })]);
    });
  });
});

onEveryKv((world) => {
  describe("who proves the order", () => {
    const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
    beforeEach(async () => {
      const order = paidOrder({ intentId: INTENT, productId: "KVB2", email: "Noor@example.nl" });
      await world.at("webhook").ORDERS.put(orderKey(INTENT, "paid"), JSON.stringify(order));
      world.settle();
    });

    test.each([
      ["its link and its address", "noor@example.nl", INTENT, "full"],
      ["its link, and another address", "slachtoffer@example.nl", INTENT, "facts"],
      ["the link of an order that is not there", "noor@example.nl", "pi_other", "facts"],
      ["its address alone", "noor@example.nl", null, "facts"],
    ] as const)("%s", async (_name, email, intentId, receipt) => {
      const sent = { form: await openForm(), fields: { ...FIELDS, email }, intentId };
      expect(receiptOf(await recordWithdrawal(bindings(world.at("buyer")), sent))).toBe(receipt);
      expect(started[0]?.params).toMatchObject({ receipt, notice: "now" });
    });
  });
});
