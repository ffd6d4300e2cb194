import { expect, test } from "vitest";
import type { WorkflowStart } from "../../kv-seed/wrangler.ts";
import { MemoryStore, noted, runTool } from "./tool.ts";

function entry(key: string, paidAt = "2026-07-15T08:00:00.000Z", more: object = { productId: "KVB1" }) {
  const intentId = key.split(".")[0];
  const order = { intentId, status: "paid", amountCents: 3900, currency: "eur", createdAt: paidAt, updatedAt: paidAt };
  return { key, value: JSON.stringify({ ...order, eventId: "evt_1", ...more }), metadata: { paidAt } };
}

function withdrawal(reference: string) {
  return { key: `withdrawal:${reference}`, value: "{}", metadata: { receivedAt: "2026-07-15T08:30:00.000Z" } };
}

function shop(): { store: MemoryStore; started: unknown[]; run: (...args: string[]) => ReturnType<typeof runTool> } {
  const store = new MemoryStore();
  const entries = [
    entry("pi_mailed"),
    entry("pi_mailed.mail"),
    entry("pi_late", "2026-07-15T10:00:00.000Z"),
    entry("pi_late.refund-100"),
    entry("pi_hosted.session", "2026-07-15T09:00:00.000Z"),
    entry("pi_fresh", "2026-07-15T11:50:00.000Z"),
    entry("pi_other", "2026-07-15T07:00:00.000Z", {}),
    entry("pi_unpaid.failed"),
    entry("pi_open.session-open"),
    {
      ...entry("pi_repaid.refund-3900"),
      value: JSON.stringify({ intentId: "pi_repaid", refundedCents: 3900, updatedAt: "2026-07-15T08:00:00.000Z" }),
    },
    entry("pi_repaid"),
    withdrawal("HR-AAAA-BBBB-CCCC"),
    withdrawal("HR-SENT-SENT-SENT"),
    { key: "receipt:HR-SENT-SENT-SENT", value: "{}" },
  ];
  store.add(...entries);
  const started: unknown[] = [];
  const ids = new Set<string>();
  const startWorkflow = async ({ name, id, params }: WorkflowStart) => {
    if (ids.has(id)) return "known" as const;
    ids.add(id);
    started.push([name, params]);
    return "started" as const;
  };
  return {
    store,
    started,
    run: (...args) => runTool(["mails", ...args], { stores: { ORDERS: store }, startWorkflow }),
  };
}

test("lists paid orders whose buyer has no mail, oldest first, and starts nothing", async () => {
  const { run, started } = shop();
  const { exitCode, out, notes } = await run();
  expect(exitCode).toBe(0);
  expect(out.split("\n")).toEqual([
    "VK-PI_HOSTED  pi_hosted  2026-07-15 11:00:00",
    "VK-PI_LATE  pi_late  2026-07-15 12:00:00",
    "HR-AAAA-BBBB-CCCC  2026-07-15 10:30:00",
  ]);
  expect(notes).toContain("3 without a mail");
  expect(started).toEqual([]);
});

test("--resend starts what comes after a sale for each of them, and no receipt that nobody named", async () => {
  const { run, started } = shop();
  const { exitCode, out, notes } = await run("--resend");
  expect(exitCode).toBe(0);
  expect(out).toContain("HR-AAAA-BBBB-CCCC");
  expect(notes).toContain("No receipt is sent unasked");
  expect(notes).toContain("2 of 2 started: pi_late");
  expect(started).toEqual([
    ["vaarkoers-after-sale", { intentId: "pi_hosted" }],
    ["vaarkoers-after-sale", { intentId: "pi_late" }],
  ]);
});

test("asked for by two at once: one start each, and the second is told", async () => {
  const { run, started } = shop();
  const [, second] = await Promise.all([run("--resend", "pi_late"), run("--resend", "pi_late")]);
  expect(started).toHaveLength(1);
  expect(second.notes).toContain("was started by somebody else just now: pi_late");
});

test.each([
  ["pi_unknown", "No paid order pi_unknown"],
  ["VK-1A2B3C4D5E", "No paid order VK-1A2B3C4D5E"],
  ["pi_unpaid", "No paid order pi_unpaid"],
  ["pi_mailed", "VK-PI_MAILED has its confirmation"],
  ["pi_other", "is no sale of the shop"],
  ["pi_repaid", "was repaid"],
  ["HR-0000-0000-0000", "No withdrawal HR-0000-0000-0000"],
])("%s: says why nothing is sent, and exits with 1", async (what, why) => {
  const { run, started } = shop();
  const { exitCode, out, notes } = await run("--resend", what);
  expect([exitCode, out, started]).toEqual([1, "", []]);
  expect(notes).toContain(why);
});

test("an order by its number, in any spelling, and a receipt that was sent once more", async () => {
  const { run, store, started } = shop();
  store.add(entry("pi_3abcDEFghij1234"));
  expect((await run("--resend", "vk-fghij1234", "hr-sent-sent-sent")).exitCode).toBe(2);
  expect((await run("--resend", "vk-efghij1234", "hr-sent-sent-sent")).exitCode).toBe(0);
  expect(started).toEqual([
    ["vaarkoers-after-sale", { intentId: "pi_3abcDEFghij1234" }],
    ["vaarkoers-after-withdrawal", { reference: "HR-SENT-SENT-SENT", receipt: "full", notice: "none" }],
  ]);
});

test("or for those named only, however young", async () => {
  const { run, started } = shop();
  await run("--resend", "pi_fresh", "pi_mailed", "pi_other");
  expect(started).toEqual([["vaarkoers-after-sale", { intentId: "pi_fresh" }]]);
});

test("says that nothing is left, and refuses what is no payment or port", async () => {
  const { run, store } = shop();
  store.add(entry("pi_late.mail"), entry("pi_hosted.mail"));
  store.entries.delete("withdrawal:HR-AAAA-BBBB-CCCC");
  // pi_fresh has no mail yet.
  expect((await run("--resend")).out).toContain(
    "Every paid order and withdrawal has its mail (local), but for the last quarter of an hour: name what came then.",
  );
  expect((await run("VK-123")).exitCode).toBe(2);
  expect((await run("--port", "x")).exitCode).toBe(2);
});

test("a Workflow that cannot be started: said, and the exit code tells", async () => {
  const { store } = shop();
  const startWorkflow = () => Promise.reject(new Error("no shop at port 8787"));
  expect(await runTool(["mails", "--resend"], { stores: { ORDERS: store }, startWorkflow })).toEqual(
    noted(1, "no shop at port 8787"),
  );
});
