import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createFormName, readFormName } from "../../src/orders/withdrawal/form-name.ts";
import {
  FIRST_RECEIPTS_A_DAY,
  NOTICES_A_DAY,
  RECEIPTS_A_DAY,
  RECEIPTS_A_DAY_TO_ONE,
  recordWithdrawal,
  type WithdrawalOutcome,
} from "../../src/orders/withdrawal/withdrawals.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { emptyLedger, keepOrder, rowsOf } from "./ledger-rows.ts";
import { inTurn } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { ORDER_KEYS } from "./shop.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** How many mails the withdrawal form may cause: receipts to one mailbox and to all, and notices to the owner. */

collectLogs();

const DAY_MS = 24 * 3_600_000;
const FIELDS = { name: "Jan de Vries", contract: "Klein Vaarbewijs 1", email: "jan@example.nl", reason: "" };

let started: Instance[] = [];
beforeEach(async () => {
  vi.setSystemTime("2026-11-22T10:00:00Z");
  started = [];
  await emptyLedger();
});

const bindings = () => ({ ...env, ...ORDER_KEYS, MAILER: createIdleWorkflow(started) }) as Bindings;
const openForm = () => createFormName(openShop(bindings()));

/** Presses the button of a form, by default of a new one. */
async function press(email = FIELDS.email, intentId: string | null = null, name?: string): Promise<WithdrawalOutcome> {
  const form = await readFormName(openShop(bindings()), name ?? (await openForm()));
  if (form === null) throw new Error("the form's name does not read");
  return recordWithdrawal(openShop(bindings()), { form, fields: { ...FIELDS, email }, intentId });
}

/** What the press is answered about its receipt, and when the owner is told. */
async function mailingOf(...pressed: Parameters<typeof press>): Promise<readonly [receipt: string, notice: string]> {
  const outcome = await press(...pressed);
  return outcome.status === "recorded" ? [outcome.receipt, outcome.withdrawal.notice] : [outcome.status, ""];
}
const receiptOf = async (...pressed: Parameters<typeof press>) => (await mailingOf(...pressed))[0];

/** How many mails of this kind the ledger knows. */
const countMails = async (kind: string) => (await rowsOf("SELECT about FROM mails WHERE kind = ?1", kind)).length;

test("receipts to one mailbox are five a day, under whatever address, and the rest is held; the next day counts from zero", async () => {
  const spellings = ["jan.p@gmail.com", "JanP@Gmail.com", "janp+1@gmail.com", "janp+2@gmail.com"];
  const receipts = [];
  for (const email of [...spellings, "janp@gmail.com", "janp+3@gmail.com", "j.a.n.p@gmail.com"])
    receipts.push(await receiptOf(email));
  expect(receipts).toEqual([...Array(RECEIPTS_A_DAY_TO_ONE).fill("facts"), "held", "held"]);
  expect(await countMails("receipt")).toBe(RECEIPTS_A_DAY_TO_ONE);
  // Other visitors get their receipts.
  expect(await receiptOf("piet@example.nl")).toBe("facts");
  vi.setSystemTime("2026-11-23T00:00:00Z");
  expect(await receiptOf("janp@gmail.com")).toBe("facts");
});

test("receipts to one mailbox count by the day of the press: forms that were opened before midnight come too late for that day's count", async () => {
  vi.setSystemTime("2026-11-22T23:50:00Z");
  await inTurn(RECEIPTS_A_DAY_TO_ONE, () => press());
  const names = await inTurn(RECEIPTS_A_DAY_TO_ONE + 1, openForm);
  vi.setSystemTime("2026-11-23T00:10:00Z");
  const [first] = names;
  expect(await receiptOf(FIELDS.email, null, first)).toBe("facts");
  await inTurn(RECEIPTS_A_DAY_TO_ONE - 1, () => press());
  for (const name of names.slice(1)) expect(await receiptOf(FIELDS.email, null, name)).toBe("held");
});

test("receipts to one mailbox of forms that were stored up stay held, however much later they are pressed, and none goes to a victim", async () => {
  const names = await inTurn(RECEIPTS_A_DAY_TO_ONE + 3, openForm);
  const unpressed = await inTurn(3, openForm);
  for (const name of names) await press(FIELDS.email, null, name);
  const before = [await countMails("receipt"), await countMails("withdrawal-notice")];
  for (const days of [1, 3, 6]) {
    vi.setSystemTime(Date.parse("2026-11-22T10:00:00Z") + days * DAY_MS);
    // The platform has forgotten the names of its instances.
    started = [];
    for (const name of names.slice(RECEIPTS_A_DAY_TO_ONE)) {
      expect(await receiptOf(FIELDS.email, null, name)).toBe("held");
    }
    for (const name of unpressed) expect(await receiptOf(FIELDS.email, null, name)).toBe("expired");
    expect(started.filter(({ id }) => id.startsWith("receipt"))).toEqual([]);
    expect([await countMails("receipt"), await countMails("withdrawal-notice")]).toEqual(before);
  }
  // What was held then counts for no later day.
  expect(await receiptOf()).toBe("facts");
});

test("receipts to strangers are fifty a day beyond each one's first; who proves the order gets the receipt all the same", async () => {
  await keepOrder(paidOrder({ intentId: "pi_limits", email: "noor@example.nl" }));
  // What is held does not count: one mailbox cannot use up what is left for others.
  const own = await Promise.all(Array.from({ length: RECEIPTS_A_DAY_TO_ONE + 3 }, () => receiptOf()));
  expect(own.filter((receipt) => receipt === "facts")).toHaveLength(RECEIPTS_A_DAY_TO_ONE);
  const others = Array.from({ length: RECEIPTS_A_DAY - RECEIPTS_A_DAY_TO_ONE + 4 }, (_, n) => `a${n}@example.nl`);
  const receipts = await Promise.all(others.map((email) => receiptOf(email)));
  expect(new Set(receipts)).toEqual(new Set(["facts"]));
  expect(await receiptOf("a0@example.nl")).toBe("held");
  expect(await receiptOf("noor@example.nl")).toBe("facts");
  expect(await receiptOf("noor@example.nl")).toBe("held");
  expect(await mailingOf("noor@example.nl", "pi_limits")).toEqual(["full", "now"]);
  expect(await countMails("receipt")).toBe(RECEIPTS_A_DAY_TO_ONE + others.length + 2);
});

test("receipts to strangers end at 250 a day, first ones too: nobody can mail a thousand addresses here", async () => {
  await keepOrder(paidOrder({ intentId: "pi_limits", email: "noor@example.nl" }));
  const receipts: string[] = [];
  for (let n = 0; n < FIRST_RECEIPTS_A_DAY + 5; n += 1) receipts.push(await receiptOf(`a${n}@example.nl`));
  expect(receipts.filter((receipt) => receipt === "facts")).toHaveLength(FIRST_RECEIPTS_A_DAY);
  expect(receipts.slice(FIRST_RECEIPTS_A_DAY)).toEqual(Array(5).fill("held"));
  // Who proves the order is not held back by them.
  expect(await receiptOf("noor@example.nl", "pi_limits")).toBe("full");
  vi.setSystemTime("2026-11-23T00:00:00Z");
  expect(await receiptOf("b@example.nl")).toBe("facts");
});

const NOOR = "noor@example.nl";
const keep = (intentId: string) => keepOrder(paidOrder({ intentId, email: "Noor@Example.nl" }));

test.each([
  ["its link and its address, in any case", "NOOR@example.nl", "pi_proof", "full"],
  ["its link, and another address", "slachtoffer@example.nl", "pi_proof", "facts"],
  ["its link, and a label of its address", "noor+x@example.nl", "pi_proof", "facts"],
  ["the link of an order that is not there", NOOR, "pi_other", "facts"],
  ["its address alone", NOOR, null, "facts"],
] as const)("who proves the order: %s", async (_name, email, intentId, receipt) => {
  await keep("pi_proof");
  expect(await mailingOf(email, intentId)).toEqual([receipt, "now"]);
  const [row] = await rowsOf("SELECT is_proven FROM withdrawals");
  expect(row).toEqual({ is_proven: receipt === "full" ? 1 : 0 });
});

test("who proves the order is held back by no stranger, and the owner hears of it at once", async () => {
  const ids = Array.from({ length: RECEIPTS_A_DAY_TO_ONE + 1 }, (_, n) => `pi_proof${n}`);
  for (const intentId of ids) await keep(intentId);
  for (let n = 0; n < NOTICES_A_DAY + 2; n += 1) await press(NOOR);
  const [first = "", ...others] = ids;
  expect(await mailingOf(NOOR, first)).toEqual(["full", "now"]);
  const mailings = [];
  for (const intentId of others) mailings.push(await mailingOf(NOOR, intentId));
  expect(mailings).toEqual([...Array(RECEIPTS_A_DAY_TO_ONE - 1).fill(["full", "now"]), ["held", "now"]]);
});
