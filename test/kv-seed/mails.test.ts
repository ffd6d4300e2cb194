import { expect, test } from "vitest";
import { MemoryStore, runTool } from "./tool.ts";

function entry(key: string, paidAt = "2026-07-15T08:00:00.000Z", more: object = { courseId: "KVB1" }) {
  const intentId = key.split(".")[0];
  const order = { intentId, status: "paid", amountCents: 3900, currency: "eur", createdAt: paidAt, updatedAt: paidAt };
  return { key, value: JSON.stringify({ ...order, eventId: "evt_1", ...more }), metadata: { paidAt } };
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
    entry("withdrawal:1"),
  ];
  for (const one of entries) store.entries.set(one.key, one);
  const started: unknown[] = [];
  const startWorkflow = async (name: string, params: unknown) => void started.push([name, params]);
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
    "VK-PI_HOSTED  pi_hosted  2026-07-15 09:00:00",
    "VK-PI_LATE  pi_late  2026-07-15 10:00:00",
  ]);
  expect(notes).toContain("2 without a confirmation");
  expect(started).toEqual([]);
});

test("--resend starts what comes after a sale for each of them", async () => {
  const { run, started } = shop();
  expect((await run("--resend")).exitCode).toBe(0);
  expect(started).toEqual([
    ["vaarkoers-after-sale", { intentId: "pi_hosted" }],
    ["vaarkoers-after-sale", { intentId: "pi_late" }],
  ]);
});

test("or for those named only, however young", async () => {
  const { run, started } = shop();
  await run("--resend", "pi_fresh", "pi_mailed", "pi_other");
  expect(started).toEqual([["vaarkoers-after-sale", { intentId: "pi_fresh" }]]);
});

test("says that nothing is left, and refuses what is no payment or port", async () => {
  const { run, store } = shop();
  for (const name of ["pi_late", "pi_hosted"]) store.entries.set(`${name}.mail`, entry(`${name}.mail`));
  expect((await run("--resend")).out).toContain("Every paid order has its confirmation (local).");
  expect((await run("VK-123")).exitCode).toBe(2);
  expect((await run("--port", "x")).exitCode).toBe(2);
});

test("a Workflow that cannot be started: said, and the exit code tells", async () => {
  const { store } = shop();
  const startWorkflow = () => Promise.reject(new Error("no shop at port 8787"));
  const run = await runTool(["mails", "--resend"], { stores: { ORDERS: store }, startWorkflow });
  expect(run.exitCode).toBe(1);
  expect(run.notes).toContain("no shop at port 8787");
});
