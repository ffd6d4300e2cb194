import { expect, test } from "vitest";
import { LOCAL_ORDER_TOKEN_KEYS } from "../../kv-seed/order-keys.ts";
import { INCOMPLETE } from "../../src/ledger/mails.ts";
import type { Bindings } from "../../src/server/env.ts";
import { keepTime, SCHEDULES } from "../../src/upkeep/clock-steps.ts";
import {
  DB,
  endMailOf,
  openShop,
  putDeliveries,
  refund,
  rows,
  run,
  sell,
  sellGiftByMail,
  sellHosted,
  tell,
  withdraw,
} from "./shop.ts";
import { noted, printed, TODAY } from "./tool.ts";

openShop();

const mails = (...args: string[]) => run(["mails", ...args]);
const BUYER = { buyer_email: "jan@example.nl" };
const sale = (id: string, paidAt = "2026-07-15T11:50:00.000Z") => sell(id, { paidAt, metadata: BUYER });
/** The lines of the list, without the heading and what the owner is told. */
const listed = async (...args: string[]) =>
  (await mails(...args)).out
    .split("\n")
    .slice(1)
    .filter((line) => !line.includes("notice "))
    .map((line) => line.replaceAll(/ {2,}/g, "  "));
const stateOf = async (about: string, kind = "confirmation") =>
  (await rows("SELECT state FROM mails WHERE about = ?1 AND kind = ?2 ORDER BY version DESC", about, kind))[0]?.state;

test("lists what is due and what ended unsent, oldest first, each with what can be done", async () => {
  await sale("pi_mailed");
  await endMailOf("pi_mailed", "2026-07-15T11:51:00.000Z");
  await sale("pi_due");
  await sale("pi_late", "2026-07-15T10:00:00.000Z");
  await sale("pi_blocked", "2026-07-14T10:00:00.000Z");
  await endMailOf("pi_blocked", "2026-07-14T10:01:00.000Z", { end: "refused" });
  await sale("pi_failed", "2026-07-01T10:00:00.000Z");
  await endMailOf("pi_failed", "2026-07-08T10:00:00.000Z", { end: "failed" });
  // Nothing is left to confirm, or it is no sale of the shop.
  await sale("pi_repaid", "2026-07-02T10:00:00.000Z");
  await endMailOf("pi_repaid", "2026-07-02T10:01:00.000Z", { end: "failed" });
  await refund("pi_repaid", 3900);
  await tell("payment_intent.succeeded", "2026-07-02T10:00:00.000Z", {
    id: "pi_other",
    metadata: {},
    receipt_email: null,
  });
  await sell("pi_nowhere", { paidAt: "2026-07-03T10:00:00.000Z" });

  expect(await listed()).toEqual([
    "VK-PI_NOWHERE  confirmation  none  2026-07-03 12:00:00  no address is known: --resend VK-PI_NOWHERE --to ADDRESS",
    "VK-PI_FAILED  confirmation  failed  2026-07-08 12:00:00  --resend VK-PI_FAILED",
    "VK-PI_BLOCKED  confirmation  refused  2026-07-14 12:01:00  --resend VK-PI_BLOCKED --to ADDRESS",
    "VK-PI_LATE  confirmation  OVERDUE  2026-07-15 12:00:00  look in the log",
    "VK-PI_DUE  confirmation  due  2026-07-15 13:50:00  goes by itself",
  ]);
  expect((await mails()).notes).toMatch(/^\d+ due, 3 not sent \(local\)\.$/);
});

test("a gift that could not be mailed is named, with what its giver can do", async () => {
  await sellGiftByMail("pi_gift", "noor@example.nl", "2026-12-05");
  await endMailOf("pi_gift", "2026-07-01T10:01:00.000Z");
  for (const state of ["lost", "failed"]) {
    await putDeliveries(`state = '${state}', day = NULL, address = NULL, send_at = NULL`);
    expect(await listed()).toEqual([
      `VK-PI_GIFT  gift  ${state}  2026-07-01 12:00:00  its giver was told, and can have it mailed on the order's page`,
    ]);
  }
});

test("a receipt that was held back is named, and is sent only when an operator names it", async () => {
  const held: string[] = [];
  for (const minute of [1, 2, 3, 4, 5, 6]) held.push(await withdraw(`2026-07-15T11:0${minute}:00.000Z`));
  const last = held.at(-1) ?? "";
  expect(await listed()).toContain(
    `${last}  receipt  held  2026-07-15 13:06:00  compare it with its order, then --resend ${last}`,
  );
  const { exitCode, out, notes } = await mails("--resend", last.toLowerCase());
  expect([exitCode, out, notes]).toEqual([0, `${last} is due.`, expect.stringContaining("within ten minutes")]);
  const version = TODAY.toISOString();
  expect(await rows("SELECT version, due_at FROM mails WHERE about = ?1 AND kind = 'receipt'", last)).toEqual([
    { version, due_at: version },
  ]);
  // Two who ask at once make one mail.
  expect(await mails("--resend", last)).toEqual(noted(1, `${last}: its receipt is on its way already`));
  await endMailOf(last, version, { kind: "receipt", version, detail: "full" });
  expect((await listed()).filter((line) => line.includes(last))).toEqual([]);
  // Named once more, it goes once more.
  expect((await run(["mails", "--resend", last], { now: new Date(TODAY.getTime() + 60_000) })).exitCode).toBe(0);
});

test("what was answered as no contract of the shop is owed no receipt", async () => {
  const held: string[] = [];
  for (const minute of [1, 2, 3, 4, 5, 6]) held.push(await withdraw(`2026-07-15T11:0${minute}:00.000Z`));
  const last = held.at(-1) ?? "";
  await run(["withdrawals", last, "--answer", "no-order"]);
  expect((await listed()).filter((line) => line.includes(last))).toEqual([]);
});

test("--resend makes a confirmation due again that could not go, by number in any spelling or by payment", async () => {
  const id = "pi_3abcDEFghij1234";
  await sale(id, "2026-07-01T10:00:00.000Z");
  for (const typed of ["vk-efghij1234", id]) {
    await rows("UPDATE mails SET state = 'failed', ended_at = '2026-07-08T10:00:00.000Z' WHERE about = ?1", id);
    expect(await mails("--resend", typed)).toEqual(printed(0, "VK-EFGHIJ1234 is due."));
    expect(await stateOf(id)).toBe("due");
  }
  expect(await mails("--resend", id)).toEqual(noted(1, "VK-EFGHIJ1234 is due already."));
  expect((await mails("--resend", "vk-fghij1234")).exitCode).toBe(2);
});

test.each(INCOMPLETE)("a confirmation that went %s can be sent again, any other goes once", async (detail) => {
  await sale("pi_a");
  await endMailOf("pi_a", "2026-07-15T11:51:00.000Z");
  expect(await mails("--resend", "pi_a")).toEqual(noted(1, "VK-PI_A has its confirmation."));
  await rows("UPDATE mails SET detail = ?1 WHERE kind = 'confirmation'", detail);
  expect(await mails("--resend", "pi_a")).toEqual(printed(0, "VK-PI_A is due."));
});

test.each([
  ["pi_unknown", "No paid order pi_unknown"],
  ["VK-1A2B3C4D5E", "No paid order VK-1A2B3C4D5E"],
  ["pi_open", "pi_open is on its way since"],
  ["pi_other", "is no sale of the shop"],
  ["pi_repaid", "was repaid"],
  ["pi_nowhere", "has no address"],
  ["HR-0000-0000-0000", "No withdrawal HR-0000-0000-0000"],
])("%s: says why nothing is sent, and exits with 1", async (what, why) => {
  await sellHosted("pi_open", { name: "Jan", email: "jan@example.nl" }, { later: true });
  await tell("payment_intent.succeeded", "2026-07-02T10:00:00.000Z", { id: "pi_other", metadata: {} });
  await sale("pi_repaid");
  await refund("pi_repaid", 3900);
  await sell("pi_nowhere");
  const before = await rows("SELECT * FROM mails");
  const { exitCode, out, notes } = await mails("--resend", what);
  expect([exitCode, out, notes]).toEqual([1, "", expect.stringContaining(why)]);
  expect(await rows("SELECT * FROM mails")).toEqual(before);
});

test("--resend without a name mails nobody", async () => {
  await sale("pi_a");
  await endMailOf("pi_a", "2026-07-15T11:51:00.000Z", { end: "failed" });
  expect(await mails("--resend")).toEqual(noted(2, "Name what --resend sends"));
  expect(await stateOf("pi_a")).toBe("failed");
});

test("of named orders and withdrawals it shows all mails; and it refuses what is no name", async () => {
  await sale("pi_a");
  await endMailOf("pi_a", "2026-07-15T11:51:00.000Z");
  const reference = await withdraw("2026-07-15T11:55:00.000Z");
  const { exitCode, out } = await mails("pi_a", reference);
  expect(exitCode).toBe(0);
  expect(out.split("\n").map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ["ABOUT", "MAIL", "STATE"],
    ["VK-PI_A", "confirmation", "sent"],
    ["VK-PI_A", "notice", "due"],
    [reference, "receipt", "due"],
    [reference, "withdrawal-notice", "due"],
  ]);
  expect(await mails("VK-0000000000")).toEqual(noted(1, "No paid order"));
  expect((await mails("VK-123")).exitCode).toBe(2);
});

test("nothing is owed", async () => {
  expect(await mails()).toEqual(printed(0, "Every mail that was owed has been sent (local)."));
});

/** The platform: it keeps the name of each instance for three days. */
function platform() {
  const names = new Set<string>();
  const started: string[] = [];
  const MAILER = {
    async createBatch({
      instances,
    }: {
      instances: readonly { id: string; params: { kind: string; about: string } }[];
    }) {
      const errors = instances.flatMap(({ id }, index) =>
        names.has(id) ? [{ index, message: "already_exists" }] : [],
      );
      for (const { id, params } of instances) {
        if (names.has(id)) continue;
        names.add(id);
        if (params.kind !== "alarm") started.push(params.about);
      }
      return { errors };
    },
  };
  const env = { DB, MAILER, ORDER_TOKEN_KEYS: LOCAL_ORDER_TOKEN_KEYS } as unknown as Bindings;
  return {
    started,
    tick: (minutes: number) => keepTime(env, SCHEDULES.clock, new Date(TODAY.getTime() + minutes * 60_000)),
  };
}

test("what --resend makes due is started by the clock's next round, also if it was tried the day before", async () => {
  await sale("pi_a", "2026-07-15T11:59:00.000Z");
  const reference = await withdraw("2026-07-15T11:59:00.000Z");
  const { started, tick } = platform();
  await tick(0);
  expect(started.sort()).toEqual([reference, reference, "pi_a", "pi_a"].sort());
  for (const kind of ["confirmation", "notice"] as const)
    await endMailOf("pi_a", TODAY.toISOString(), { kind, end: "failed" });
  for (const kind of ["receipt", "withdrawal-notice"] as const)
    await endMailOf(reference, TODAY.toISOString(), { kind, end: "refused" });
  started.length = 0;
  await tick(10);
  expect(started).toEqual([]);
  await mails("--resend", "pi_a", reference);
  await tick(20);
  expect(started.sort()).toEqual([reference, "pi_a"].sort());
});
