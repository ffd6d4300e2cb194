import { expect, test } from "vitest";
import { MemoryStore, runTool, type ToolRun } from "./tool.ts";

const withdrawals = (kv: MemoryStore, ...args: string[]): Promise<ToolRun> =>
  runTool(["withdrawals", ...args], { stores: { ORDERS: kv } });

const FIRST = {
  reference: "HR-AAAA-0000-0001",
  receivedAt: "2026-07-01T22:10:00.000Z",
  name: "Jan de Vries",
  contract: "Klein Vaarbewijs 1",
  email: "jan@example.nl",
  reason: "Ik vaar\nniet \u001b[31mmeer",
  intentId: "pi_3QxYzAbCdEfGhIjKlMnOpQr",
};
const SECOND = {
  reference: "HR-BBBB-0000-0002",
  receivedAt: "2026-07-03T08:00:00.000Z",
  name: "Noor Bakker",
  contract: "marifonie",
  email: "noor@example.nl",
};

function filled(): MemoryStore {
  return MemoryStore.with({
    [`withdrawal:${FIRST.reference}`]: FIRST,
    [`withdrawal:${SECOND.reference}`]: SECOND,
    pi_order: { amountCents: 3900, currency: "eur", productId: "KVB1", status: "paid", paidAt: "2026-07-01T10:00:00Z" },
  });
}

test("lists them newest first, with the day to repay by and without personal data", async () => {
  const run = await withdrawals(filled());
  expect(run.exitCode).toBe(0);
  expect(run.out.split("\n")).toEqual([
    "HR-BBBB-0000-0002  3 juli 2026 om 10:00  repay by 17 juli 2026  order not known",
    "HR-AAAA-0000-0001  2 juli 2026 om 00:10  repay by 16 juli 2026  VK-IJKLMNOPQR",
  ]);
});

test.each(["HR-AAAA-0000-0001", "hr-aaaa-0000-0001", "jan@example.nl", "Jan@Example.NL"])(
  "%s shows that one in full, as text that cannot move the cursor",
  async (wanted) => {
    const { exitCode, out } = await withdrawals(filled(), wanted);
    expect(exitCode).toBe(0);
    expect(out.split("\n")).toEqual([
      "reference: HR-AAAA-0000-0001",
      "received:  2 juli 2026 om 00:10",
      "repay by:  16 juli 2026",
      "name:      Jan de Vries",
      "contract:  Klein Vaarbewijs 1",
      "e-mail:    jan@example.nl",
      "reason:    Ik vaar\\nniet \\u001b[31mmeer",
      "payment:   pi_3QxYzAbCdEfGhIjKlMnOpQr",
      "order:     VK-IJKLMNOPQR",
    ]);
  },
);

test("none, one that is not there, one that cannot be read, and too many words", async () => {
  expect((await withdrawals(new MemoryStore())).out).toBe("No withdrawals (local).");
  const missing = await withdrawals(filled(), "HR-ZZZZ-0000-0000");
  expect([missing.exitCode, missing.out]).toEqual([1, "No withdrawal of HR-ZZZZ-0000-0000 (local)."]);
  const kv = filled();
  kv.entries.set("withdrawal:x", { key: "withdrawal:x", value: "{" });
  expect((await withdrawals(kv)).out.split("\n")[0]).toBe("withdrawal:x  unreadable record");
  expect((await withdrawals(filled(), "a", "b")).exitCode).toBe(2);
});

test("orders are listed without them", async () => {
  const { out } = await runTool(["orders"], { stores: { ORDERS: filled() } });
  expect(out).toContain("pi_order");
  expect(out).not.toContain("withdrawal");
});
