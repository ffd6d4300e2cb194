import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WITHDRAWAL_COPY } from "../../src/content/withdrawal.ts";
import type { Bindings } from "../../src/env.ts";
import { composeReceipt } from "../../src/mails/withdrawal.ts";
import type { Mail } from "../../src/services/mail.ts";
import { orderKey } from "../../src/services/orders.ts";
import {
  countMailing,
  decideMailing,
  NOTICES_A_DAY,
  RECEIPTS_A_DAY,
  RECEIPTS_A_DAY_TO_ONE,
  readTally,
} from "../../src/services/receipts.ts";
import { createFormName, readFormName } from "../../src/services/withdrawal-form.ts";
import {
  RECEIPT_PREFIX,
  recordWithdrawal,
  WITHDRAWAL_PREFIX,
  type Withdrawal,
  type WithdrawalOutcome,
} from "../../src/services/withdrawals.ts";
import { mailDigest, mailWithdrawal } from "../../src/workflows/after-withdrawal.ts";
import { createLimiter } from "../limiter.ts";
import { collectLogs } from "./logs.ts";
import { createMemoryKv } from "./memory-kv.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { emptyKv, ORDER_KEYS } from "./shop.ts";
import { refusePast } from "./workflow-limits.ts";
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
afterEach(() => void vi.useRealTimers());
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

const receiptOf = (outcome: WithdrawalOutcome) => (outcome.status === "recorded" ? outcome.receipt : outcome.status);

describe("one form", () => {
  onEveryKv((world) => {
    test("pressed twice at once, and again: one withdrawal, the same bytes, and every page says so", async () => {
      const puts = new Set<string>();
      const at = (place: string) => {
        const { ORDERS } = world.at(place);
        const put = (key: string, value: string, options: never) => {
          if (key.startsWith(WITHDRAWAL_PREFIX)) puts.add(value);
          return ORDERS.put(key, value, options);
        };
        return bindings({
          ORDERS: {
            ...ORDERS,
            put,
            list: ORDERS.list.bind(ORDERS),
            getWithMetadata: ORDERS.getWithMetadata.bind(ORDERS),
          } as never,
        });
      };
      const form = await openForm();
      const press = (place: string) => recordWithdrawal(at(place), { form, fields: FIELDS, intentId: null });
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
      const { ORDERS } = world.at("AMS");
      const press = () => recordWithdrawal(bindings({ ORDERS }), { form, fields: FIELDS, intentId: null });
      const outcomes = await Promise.all(Array.from({ length: 8 }, press));
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["recorded"]));
    });

    test("every write is refused as too fast, and nothing is stored: the visitor does not read that it was received", async () => {
      const form = await openForm();
      const { ORDERS } = world.at("AMS");
      const put = async () => Promise.reject(new Error("KV PUT failed: 429 Too Many Requests"));
      const bound = bindings({ ORDERS: { ...ORDERS, get: ORDERS.get.bind(ORDERS), put } as never });
      expect(await recordWithdrawal(bound, { form, fields: FIELDS, intentId: null })).toEqual({
        status: "unavailable",
      });
      expect(started).toEqual([]);
    });

    test("its receipt is mailed from a place that has not seen it yet, a little later", async () => {
      const form = await openForm();
      await recordWithdrawal(bindings(world.at("AMS")), { form, fields: FIELDS, intentId: null });
      const [{ params } = { params: {} }] = started;
      const sent: Mail[] = [];
      const EMAIL = { send: async (mail: Mail) => void sent.push(mail) };
      const there = bindings({ ...world.at("FRA"), EMAIL: EMAIL as never });
      await mailWithdrawal(there, params as never, new Date(), patientStep(world.settle));
      expect(sent.map(({ to }) => to).sort()).toEqual(["eigenaar@vaarkoers.example", "jan@example.nl"]);
    });

    test("posted again when the platform has forgotten its name: what was mailed is not mailed again", async () => {
      const name = await createFormName(bindings({}));
      const press = async (bound: Bindings) =>
        recordWithdrawal(bound, { form: await readForm(name), fields: FIELDS, intentId: null });
      const first = await press(bindings(world.at("AMS")));
      const [{ id, params } = { id: "", params: {} }] = started.splice(0);
      const forget = () => {
        vi.advanceTimersByTime(4 * DAY_MS);
        world.settle();
      };
      // The mail service was down, so no receipt went: it can still go.
      forget();
      expect(receiptOf(await press(bindings(world.at("AMS"))))).toBe("facts");
      expect(started.splice(0).map((instance) => instance.id)).toEqual([id]);
      const EMAIL = { send: async () => undefined } as never;
      const there = bindings({ ...world.at("FRA"), EMAIL });
      await mailWithdrawal(
        there,
        params as never,
        new Date(),
        patientStep(() => undefined),
      );
      forget();
      for (const place of ["AMS", "FRA"]) expect(await press(bindings(world.at(place)))).toEqual(first);
      // A place that cannot see whether it went starts nothing.
      const { ORDERS } = world.at("AMS");
      const get = (key: string) =>
        key.startsWith(RECEIPT_PREFIX) ? Promise.reject(new Error("down")) : ORDERS.get(key);
      expect(receiptOf(await press(bindings({ ORDERS: { get } as never })))).toBe("known");
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
      const step = patientStep(() => undefined);
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
function patientStep(pass: () => void): never {
  const run = async (_name: string, _config: object, work: () => Promise<unknown>) => {
    try {
      return await work();
    } catch {
      pass();
      return work();
    }
  };
  return { do: run, sleepUntil: async () => undefined } as never;
}

describe("how many mails one may cause", () => {
  const counted = async (bound: Bindings, email: string, isProven = false) => {
    const mailing = await decideMailing(bound, DAY, { email, isProven });
    await countMailing(bound, DAY, `HR-${crypto.randomUUID()}`, mailing);
    return mailing;
  };

  test("a day: so many to one mailbox, under whatever address, and the rest is held", async () => {
    const bound = bindings({ ORDERS: createMemoryKv() });
    const spellings = [
      "jan.p@gmail.com",
      "JanP@Gmail.com",
      "janp+1@gmail.com",
      "janp+2@gmail.com",
      "j.anp@googlemail.com",
    ];
    const receipts = [];
    for (const email of [...spellings.slice(0, 4), "janp@gmail.com", "janp+3@gmail.com", "j.a.n.p@gmail.com"]) {
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
    const receipts = [];
    for (let n = 0; n < RECEIPTS_A_DAY + 5; n += 1) receipts.push((await counted(bound, `a${n}@example.nl`)).receipt);
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
    const receipts = [];
    for (let n = 0; n < RECEIPTS_A_DAY_TO_ONE + 1; n += 1)
      receipts.push((await counted(bound, "jan@example.nl")).receipt);
    expect(receipts.at(-1)).toBe("held");
  });

  test("the owner has so many mails a day, and the rest in one", async () => {
    const bound = bindings({ ORDERS: createMemoryKv() });
    const notices = [];
    for (let n = 0; n < NOTICES_A_DAY + 3; n += 1) notices.push((await counted(bound, `a${n}@example.nl`)).notice);
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

describe("a receipt to an address that no order proves", () => {
  const HOSTILE: Withdrawal = {
    reference: "HR-AAAA-BBBB-CCCC",
    receivedAt: "2026-07-01T22:10:00.000Z",
    name: "Uw bank www.boze-site.example",
    contract: "Klik op https://boze-site.example KLEIN VAARBEWIJS 2 vk-1a2b3c4d5e of verlies alles",
    email: "slachtoffer@example.nl",
    reason: "Betaal nu op boze-site.example",
    intentId: "pi_1",
  };

  test("says when, under which reference, and only facts that we know: no typed text", () => {
    const { text, html, subject } = composeReceipt(HOSTILE, {}, "facts");
    for (const body of [text, html]) {
      expect(body).toContain("HR-AAAA-BBBB-CCCC");
      expect(body).toContain("2 juli 2026 om 00:10");
      expect(body).toContain("Klein Vaarbewijs 2, VK-1A2B3C4D5E");
      expect(body).toContain(WITHDRAWAL_COPY.mail.notYou);
      expect(body).not.toMatch(/boze|bank|klik|alles|betaal nu|slachtoffer|pi_1/i);
    }
    expect(subject).not.toMatch(/boze|bank/);
    expect(html).not.toContain("<a ");
  });

  test.each([
    ["Klein Vaarbewijs 1 en 2, VK-1A2B3C4D5E", "Klein Vaarbewijs 1 en 2, VK-1A2B3C4D5E"],
    ["mijn cursus klein vaarbewijs 1 van mei", "Klein Vaarbewijs 1"],
    ["Klein Vaarbewijs 1 en Klein Vaarbewijs 2", "Klein Vaarbewijs 1, Klein Vaarbewijs 2"],
    ["Marifonie en Klein Vaarbewijs 1 en 2", "Klein Vaarbewijs 1 en 2, Marifonie"],
  ])("of facts names what '%s' means, and not one course of two", (contract, named) => {
    const { text } = composeReceipt({ ...HOSTILE, contract }, {}, "facts");
    expect(text).toContain(`${WITHDRAWAL_COPY.facts.contract}: ${named}\n`);
  });

  test("in full, it does not greet a name that a mail program would make a link of", () => {
    for (const name of ["www.boze-site.example", "Kijk op boze.example", "https://x", "piet@x.example", "J.de Vries"]) {
      expect(composeReceipt({ ...HOSTILE, name }, {}, "full").text, name).toContain("\nHallo,\n");
    }
    expect(composeReceipt({ ...HOSTILE, name: "A.B. de Vries" }, {}, "full").text).toContain("Hallo A.B. de Vries,");
  });

  onEveryKv((world) => {
    test("held back, it is not sent, the owner is told how to, and nothing is noted as sent", async () => {
      await env.ORDERS.put(WITHDRAWAL_PREFIX + HOSTILE.reference, JSON.stringify(HOSTILE));
      const sent: Mail[] = [];
      const EMAIL = { send: async (mail: Mail) => void sent.push(mail) } as never;
      const { reference } = HOSTILE;
      const there = bindings({ ...world.at("workflow"), EMAIL });
      const step = patientStep(() => undefined);
      await mailWithdrawal(there, { reference, receipt: "held", notice: "now" }, new Date(), step);
      expect(sent.map(({ to }) => to)).toEqual(["eigenaar@vaarkoers.example"]);
      expect(sent[0]?.text).toContain(WITHDRAWAL_COPY.mail.noticeReceipt.held);
      expect(sent[0]?.text).toContain("npm run kv -- mails --resend HR-AAAA-BBBB-CCCC");
      expect(await env.ORDERS.get(RECEIPT_PREFIX + reference)).toBeNull();
      // As the operator asks for it.
      await mailWithdrawal(there, { reference, receipt: "full", notice: "none" }, new Date(), step);
      expect(sent.map(({ to }) => to)).toEqual(["eigenaar@vaarkoers.example", "slachtoffer@example.nl"]);
      expect(await env.ORDERS.get(RECEIPT_PREFIX + reference, "json")).toMatchObject({ reference, receipt: "full" });
    });
  });
});

onEveryKv((world) => {
  describe("the digest", () => {
    test.each([
      ["the next morning", "2026-11-22T20:00:00Z", ["2026-11-23T06:00:00Z"]],
      ["at once if it begins late, or runs again later", "2026-11-23T06:00:30Z", []],
    ])("tells the owner %s of each withdrawal that had no notice, and of no other", async (_name, askedAt, sleeps) => {
      const bound = bindings({
        ...world.at("page"),
        EMAIL: { send: async (mail: Mail) => void sent.push(mail) } as never,
      });
      const sent: Mail[] = [];
      await countMailing(bound, DAY, "HR-0001", { to: "x", isProven: false, receipt: "held", notice: "digest" });
      await countMailing(bound, DAY, "HR-0002", { to: "x", isProven: false, receipt: "facts", notice: "digest" });
      await countMailing(bound, DAY, "HR-0003", { to: "x", isProven: false, receipt: "facts", notice: "now" });
      await countMailing(bound, "2026-11-21", "HR-0004", {
        to: "x",
        isProven: false,
        receipt: "held",
        notice: "digest",
      });
      const slept: Date[] = [];
      const step = {
        ...(patientStep(() => undefined) as { do: unknown }),
        sleepUntil: async (_name: string, moment: Date) => {
          refusePast(moment);
          slept.push(moment);
        },
      } as never;
      world.settle();
      vi.setSystemTime(askedAt);
      await mailDigest({ ...bound, ...world.at("workflow") } as Bindings, DAY, step);
      expect(slept).toEqual(sleeps.map((moment) => new Date(moment)));
      expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
        ["eigenaar@vaarkoers.example", "Herroepingen van gisteren: 2 zonder eigen bericht"],
      ]);
      expect(sent[0]?.text).toContain("HR-0001: nog geen bevestiging");
      expect(sent[0]?.text).toContain("HR-0002: bevestiging met kenmerk en tijdstip");
      expect(sent[0]?.text).not.toMatch(/HR-0003|HR-0004/);
      expect(await readTally(bound, DAY)).toHaveLength(3);
    });
  });
});
